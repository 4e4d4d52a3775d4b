"""Chances at an open showdown: worked out by hand, by brute force, and from nothing that is hidden (T9, H9, H10)."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest

from engine import chinese_poker, holdem, team_poker
from engine.cards import DECK, Card, cards
from engine.game import Prospect, PublicViewer
from engine.hands import Straights
from engine.holdem.events import HandsTurnedUp
from engine.holdem.phase import Phase
from engine.holdem.prospects import OpenShowdown as HoldemShowdown
from engine.holdem.table_view import TableView
from engine.team_poker.prospects import OpenShowdown as TeamShowdown
from tests.engine.drive import Drive
from tests.engine.holdem.table import Table
from tests.engine.holdem.test_views import other_secret
from tests.engine.moves import go_on, lock, make, showdown
from tests.engine.slow_hands import slow_best, slow_strength
from tests.engine.test_team_poker_showdown import stacked
from tests.property.disguise import disguised_game


def rest_after(*seen: str) -> tuple[Card, ...]:
    return tuple(card for card in DECK if card not in cards(" ".join(seen)))


def duel(first: str, second: str, neutral: str = "", destroyed: str = "") -> TeamShowdown:
    """Two hands face up, with what lies beside them."""
    unseen = rest_after(first, second, neutral, destroyed)
    hands = (cards(first), cards(second))
    return TeamShowdown(("a", "b"), hands, cards(neutral), unseen, Straights.RING_EQUAL)


def all_in(holes: list[str], board: str = "") -> HoldemShowdown:
    """Hands of seats 1, 2, ... face up over a board that runs out."""
    seats = tuple(range(1, len(holes) + 1))
    return HoldemShowdown(seats, tuple(map(cards, holes)), cards(board), rest_after(*holes, board))


def asked(game: Any, state: Any) -> Any:
    return game.open_showdown(game.view(state, PublicViewer()))


def counts(found: tuple[Prospect, ...]) -> list[tuple[int, int, int]]:
    return [(one.wins, one.ties, one.cases) for one in found]


def test_T9_with_one_neutral_card_to_come_the_lower_hand_has_its_outs() -> None:
    # 45 cards are unseen. Seat 2 wins with a 3 or a 5, three of each; nothing ties.
    assert counts(team_poker.prospects(duel("2c 2d 9h", "3d 5h 9s", "Kc"))) == [(39, 0, 45), (6, 0, 45)]


def test_T9_what_is_destroyed_cannot_come() -> None:
    asked = duel("2c 2d 9h", "3d 5h 9s", "Kc", destroyed="3c 3h 3s 5c 7d 8d Td Jd")
    assert counts(team_poker.prospects(asked)) == [(35, 0, 37), (2, 0, 37)]


def test_T12_hands_of_equal_ranks_tie_unless_a_flush_comes() -> None:
    # Seat 1 has three hearts and a fourth lies: nine are left for a flush. All other cards tie.
    asked = duel("2h 7h 9h", "2c 7d 9s", "Kh")
    assert counts(team_poker.prospects(asked)) == [(9, 36, 45), (0, 36, 45)]


def test_S4_runs_around_the_ring_count() -> None:
    # Q-K-A and a 2: four jacks and four threes make a run, three of each court card a pair above the nines.
    first, _ = team_poker.prospects(duel("Qc Kd Ah", "9c 9d 4s", "2h"))
    assert first.wins == 4 + 4 + 3 + 3 + 3


def test_H9_one_card_to_come_with_nine_clubs_for_a_flush() -> None:
    found = holdem.prospects(all_in(["As Kd", "Ah Kc"], "2c 7c 9c Js"))
    assert counts(found) == [(0, 35, 44), (9, 35, 44)]


def test_H9_of_three_hands_two_can_share() -> None:
    # Two aces and two kings are left, which pair the first two hands alike; all other cards leave the sevens ahead.
    found = holdem.prospects(all_in(["As Kd", "Ah Kc", "7c 7d"], "2c 3d 9h Js"))
    assert counts(found) == [(0, 4, 42), (0, 4, 42), (38, 0, 42)]


@pytest.mark.parametrize("straights", Straights)
@pytest.mark.parametrize("known", [0, 1])
def test_T9_chances_are_those_of_brute_force(straights: Straights, known: int) -> None:
    dice = Random(f"{straights} {known}")
    for _ in range(4):
        deck = dice.sample(DECK, 6 + known + 12)
        first, second, neutral = tuple(deck[:3]), tuple(deck[3:6]), tuple(deck[6 : 6 + known])
        unseen = tuple(deck[6 + known :])
        tally: Counter[int] = Counter()
        for coming in combinations(unseen, 2 - known):
            one, other = (slow_strength((*hand, *neutral, *coming), straights) for hand in (first, second))
            tally[(one > other) - (one < other)] += 1
        found = team_poker.prospects(TeamShowdown(("a", "b"), (first, second), neutral, unseen, straights))
        assert counts(found) == [(tally[1], tally[0], tally.total()), (tally[-1], tally[0], tally.total())]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_H10_chances_are_those_of_brute_force(seats: int) -> None:
    dice = Random(seats)
    for lying in (0, 3, 4):
        deck = dice.sample(DECK, 2 * seats + lying + 8)
        holes = tuple(tuple(deck[2 * seat : 2 * seat + 2]) for seat in range(seats))
        board, unseen = tuple(deck[2 * seats : 2 * seats + lying]), tuple(deck[2 * seats + lying :])
        wins, ties, cases = [0] * seats, [0] * seats, 0
        for coming in combinations(unseen, 5 - lying):
            found = [slow_best((*hole, *board, *coming), Straights.STANDARD) for hole in holes]
            best = [seat for seat in range(seats) if found[seat] == max(found)]
            cases += 1
            for seat in best:
                (wins if len(best) == 1 else ties)[seat] += 1
        told = holdem.prospects(HoldemShowdown(tuple(range(1, seats + 1)), holes, board, unseen))
        assert counts(told) == [(wins[seat], ties[seat], cases) for seat in range(seats)]


def test_H10_between_two_the_chances_add_up_to_one() -> None:
    for found in (
        team_poker.prospects(duel("2c 2d 9h", "3d 5h 9s")),
        holdem.prospects(all_in(["As 9d", "Ah 9c"], "2c 7c 9h")),
    ):
        first, second = found
        assert Fraction(first.wins + second.wins + first.ties, first.cases) == 1
        assert first.ties == second.ties


@pytest.mark.long
def test_H9_aces_against_kings_over_all_boards_before_the_flop() -> None:
    # The published count for these four cards.
    found = holdem.prospects(all_in(["As Ad", "Ks Kd"]))
    assert counts(found) == [(1_410_336, 9_308, 1_712_304), (292_660, 9_308, 1_712_304)]


def test_T9_the_board_asks_as_soon_as_hands_lie_face_up_and_no_longer_than_cards_are_to_come() -> None:
    drive = stacked({1: "2c 2d 9h", 2: "3d 5h 9s"}, "Kc Qd")
    assert asked(team_poker, drive.state.game) is None
    go_on(drive)
    before = asked(team_poker, drive.state.game)
    assert {frozenset(hand) for hand in before.cards} == {frozenset(cards("2c 2d 9h")), frozenset(cards("3d 5h 9s"))}
    assert len(before.unseen) == 46 and {*cards("Kc Qd")} < {*before.unseen}
    go_on(drive)
    assert asked(team_poker, drive.state.game).neutral == cards("Kc")
    go_on(drive)
    assert asked(team_poker, drive.state.game) is None


def test_T11_what_was_destroyed_in_earlier_rounds_is_no_card_to_come() -> None:
    drive = stacked({1: "2c 2d 9h", 2: "3d 5h 9s"}, "Kc Qd")
    showdown(drive)
    go_on(drive)
    make(drive, 3, 3, 3)
    make(drive, 4, 4, 4)
    lock(drive)
    go_on(drive)
    question = asked(team_poker, drive.state.game)
    assert len(question.unseen) == 52 - 8 - 6
    assert not {*question.unseen} & {*cards("2c 2d 9h 3d 5h 9s Kc Qd")}


def test_T9_the_hidden_deck_and_hidden_hands_change_no_chance() -> None:
    drive = stacked({1: "2c 2d 9h", 2: "3d 5h 9s"}, "Kc Qd")
    for _ in range(2):
        go_on(drive)
        for seed in range(5):
            other = disguised_game(drive.state.game, PublicViewer(), Random(seed))
            assert other.secret.main_deck != drive.secret.main_deck
            assert asked(team_poker, other) == asked(team_poker, drive.state.game)


def table_all_in() -> Table:
    """Seat 3 has folded; the other two are all in before the flop."""
    table = Table((1000, 1000, 1000))
    table.start(3, {1: "As Ad", 2: "Ks Kd", 3: "Qs Qd"}, "2c 7d 9h Jc 3s")
    table.play("1 raise 1000, 2 call, 3 fold")
    return table


def test_H9_hands_lie_face_up_once_nobody_can_bet_and_folded_ones_never() -> None:
    table = table_all_in()
    assert table.table.phase is Phase.RUNNING_OUT
    seen = holdem.view(table.state, PublicViewer())
    assert isinstance(seen, TableView)
    lying = [place.turned_up for place in seen.places]
    assert lying == [cards("As Ad"), cards("Ks Kd"), ()]
    question = asked(holdem, table.state)
    assert question.seats == (1, 2)
    assert {*cards("Qs Qd")} < {*question.unseen} and len(question.unseen) == 48
    turned_up = next(event for event in table.events if isinstance(event, HandsTurnedUp))
    assert {*holdem.reveals(turned_up)} == {*cards("As Ad Ks Kd")}


def test_H9_the_hidden_board_and_folded_hands_change_no_chance() -> None:
    table, dice = table_all_in(), Random(9)
    for lying in (0, 3, 4):
        assert len(table.hand.board) == lying
        question = asked(holdem, table.state)
        assert question.board == table.hand.board
        for _ in range(5):
            other = other_secret(table.state, PublicViewer(), dice)
            assert other.secret != table.state.secret
            assert asked(holdem, other) == question
        table.ring()
    assert asked(holdem, table.state) is None


def test_H9_a_board_is_asked_nothing_while_somebody_can_bet() -> None:
    table = Table((1000, 1000, 1000))
    table.start(3, {1: "As Ad", 2: "Ks Kd"}, "2c 7d 9h Jc 3s")
    assert asked(holdem, table.state) is None
    table.play("1 raise 100, 2 call, 3 fold")
    assert asked(holdem, table.state) is None


def test_C1_a_deal_of_chinese_poker_leaves_nothing_to_chance() -> None:
    drive = Drive(game="chinese_poker")
    assert asked(chinese_poker, drive.state.game) is None
    assert chinese_poker.prospects(None) == ()
