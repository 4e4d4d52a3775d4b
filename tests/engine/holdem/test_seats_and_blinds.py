"""Seats, blinds, streets and the order of turns (H1-H4)."""

from collections import Counter

import pytest

from engine import holdem
from engine.cards import DECK, cards
from engine.chance import Chance
from engine.game import Deal, Host, Player, Refused, Room, Sit
from engine.holdem.commands import CashOut, ChangeSettings
from engine.holdem.events import CardsDealt, HandStarted
from engine.holdem.phase import Act, Street
from engine.holdem.rules import Blinds, Settings
from tests.engine.holdem.table import CHANCE, Table


def blinds(table: Table) -> list[tuple[int, Act, int]]:
    """Who put in which blind, and how much."""
    return [(action.seat, action.act, action.coins) for action in table.hand.actions if action.act.is_blind]


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        (Settings(seats=1), "seats_out_of_range"),
        (Settings(seats=5), "seats_out_of_range"),
        (Settings(unit=0), "unit_out_of_range"),
        (Settings(unit=10_001, stack=100_000), "unit_out_of_range"),
        (Settings(unit=10, stack=19), "stack_out_of_range"),
        (Settings(stack=1_000_001), "stack_out_of_range"),
        (Settings(seconds=4), "seconds_out_of_range"),
        (Settings(seconds=601), "seconds_out_of_range"),
    ],
)
def test_H1_settings_that_cannot_be_played_are_refused(settings: Settings, reason: str) -> None:
    with pytest.raises(Refused) as refused:
        holdem.new(settings)
    assert refused.value.reason == reason


def test_H1_each_seat_gets_two_cards_of_its_own_and_the_stack_that_is_set() -> None:
    table = Table((1000, 1000, 1000, 1000))
    table.deal()
    holes = table.state.secret.holes[1]
    assert [hole.seat for hole in holes] == [1, 2, 3, 4]
    dealt = [card for hole in holes for card in hole.cards] + list(table.state.secret.board)
    assert len(set(dealt)) == 4 * 2 + 5


def test_H1_the_turn_goes_to_the_right_hand_neighbour_who_has_the_next_seat_number() -> None:
    table = Table((100, 100, 100, 100))
    table.start(big=2)
    asked = []
    for _ in range(4):
        asked.append(table.hand.asked)
        table.act(table.hand.asked or 0, "check" if table.legal.check else "call")
    assert asked == [3, 4, 1, 2]


def test_H1_before_the_first_hand_a_new_starting_stack_is_given_to_those_who_sit_already() -> None:
    table = Table((1000, 1000))
    table.say(Host(), ChangeSettings(Settings(stack=500)))
    table.say(Room(), Sit(3))
    assert table.coins == [500, 500, 500]
    assert [account.sold_in for account in table.table.accounts.values()] == [500] * 3


def test_H1_after_the_first_hand_a_new_starting_stack_is_for_newcomers_only() -> None:
    table = Table((1000, 1000))
    table.start(big=1)
    assert table.refusal(Host(), ChangeSettings(Settings(stack=500))) == "hand_under_way"
    table.play("2 fold")
    table.say(Host(), ChangeSettings(Settings(stack=500, unit=5)))
    table.say(Room(), Sit(3))
    assert table.coins == [1010, 990, 500]


def test_H2_the_big_blind_puts_in_two_units_and_its_right_hand_neighbour_one() -> None:
    table = Table((100, 100, 100, 100), unit=5)
    table.start(big=4)
    assert blinds(table) == [(4, Act.BIG_BLIND, 10), (1, Act.SMALL_BLIND, 5)]
    assert table.coins == [95, 100, 100, 90]


def test_H2_with_two_seats_the_other_one_is_the_small_blind_and_first_on_every_street() -> None:
    table = Table((100, 100))
    table.start(big=1)
    assert (table.hand.small_blind, table.hand.asked) == (2, 2)
    table.play("2 call, 1 check")
    for _ in range(3):
        table.play("2 check, 1 check")
    assert table.hand.shown


@pytest.mark.pitfall("PyPokerEngine blinds", "rlcard 1.2.0", "poker-ts 18")
@pytest.mark.parametrize(("stacks", "big", "put"), [((7, 90), 1, 7), ((90, 4), 1, 10), ((20, 90), 1, 20)])
def test_H2_a_seat_that_has_less_puts_in_what_it_has_and_is_all_in(stacks: tuple[int, int], big: int, put: int) -> None:
    table = Table(stacks)
    table.start(big)
    assert {seat: coins for seat, _, coins in blinds(table)} == {
        1: min(stacks[0], 20),
        2: min(stacks[1], 10),
    }
    short = table.hand.places[1 if stacks[0] < stacks[1] else 2]
    assert short.all_in
    assert table.total == sum(stacks)


def test_H2_random_blinds_fall_on_every_seat_alike() -> None:
    drawn = Counter(
        CHANCE.hand(number, (1, 2, 3, 4)).draw(f"hand {number} blind", (1, 2, 3, 4), 1)[0] for number in range(1, 2001)
    )
    assert set(drawn) == {1, 2, 3, 4}
    assert all(400 < count < 600 for count in drawn.values())


def test_H2_the_random_big_blind_comes_from_the_label_of_its_hand() -> None:
    table = Table((1000, 1000, 1000))
    for number in (1, 2, 3):
        table.deal()
        draws = CHANCE.hand(number, (1, 2, 3))
        assert table.hand.big_blind == draws.draw(f"hand {number} blind", (1, 2, 3), 1)[0]
        while table.hand.asked:
            table.act(table.hand.asked, "fold")


def test_H2_moving_blinds_are_first_drawn_and_then_move_on_to_the_next_seat_that_has_coins() -> None:
    table = Table((1000, 1000, 1000, 1000))
    table.say(Host(), ChangeSettings(Settings(blinds=Blinds.MOVING)))
    seen = []
    for _ in range(6):
        table.deal()
        seen.append(table.hand.big_blind)
        while table.hand.asked:
            table.act(table.hand.asked, "fold")
    first = seen[0]
    assert seen == [(first - 1 + step) % 4 + 1 for step in range(6)]
    starts = [event for event in table.events if isinstance(event, HandStarted)]
    assert [start.drawn for start in starts] == [True] + [False] * 5


def test_H2_moving_blinds_pass_over_a_seat_without_coins() -> None:
    table = Table((1000, 1000, 1000))
    table.start(big=1)
    table.play("2 fold, 3 fold")
    table.say(Host(), ChangeSettings(Settings(blinds=Blinds.MOVING)))
    table.say(Host(), CashOut(1, 2, table.coins[1]))
    table.deal()
    assert table.hand.big_blind == 3


def test_H3_the_small_blind_is_first_and_the_big_blind_last_on_every_street() -> None:
    table = Table((100, 100, 100))
    table.start(big=2)
    table.play("3 call, 1 call, 2 check")
    for street in (Street.FLOP, Street.TURN, Street.RIVER):
        assert table.hand.street is street
        table.play("3 check, 1 check, 2 check")


def test_H3_the_next_live_seat_is_first_when_the_small_blind_is_out() -> None:
    table = Table((100, 100, 100, 100))
    table.start(big=4)
    table.play("1 fold, 2 call, 3 call, 4 check, 2 check, 3 bet 30, 4 call, 2 fold, 3 check, 4 check")
    assert table.hand.asked == 3


@pytest.mark.pitfall("pokerwars 5", "texas-holdem-poker-ai 14")
def test_H3_the_big_blind_may_still_raise_when_it_comes_round_unraised() -> None:
    table = Table((100, 100, 100))
    table.start(big=3)
    table.play("1 call, 2 call")
    assert table.hand.asked == 3
    assert table.legal.check
    assert table.legal.raise_to == (30, 100)
    table.play("3 raise 40, 1 call, 2 call, 1 check")


def test_H4_three_common_cards_then_one_and_one_and_the_best_five_of_seven_wins() -> None:
    table = Table((100, 100))
    table.start(2, {1: "As Kd", 2: "9h 9d"}, "Ah Kc 9c 2s 3s")
    table.play("1 call, 2 check")
    assert table.hand.board == cards("Ah Kc 9c")
    table.play("1 check, 2 check")
    assert table.hand.board == cards("Ah Kc 9c 2s")
    table.play("1 check, 2 check")
    assert table.hand.board == cards("Ah Kc 9c 2s 3s")
    table.play("1 check, 2 check")
    assert {shown.seat: set(shown.five) for shown in table.hand.shown} == {
        1: set(cards("As Ah Kd Kc 9c")),
        2: set(cards("9h 9d 9c Ah Kc")),
    }
    table.run_out()
    assert table.coins == [80, 120]


def test_F3_the_deal_is_the_shuffle_under_its_label_two_to_each_seat_then_the_board() -> None:
    table = Table((1000, 1000, 1000))
    table.deal()
    deck = CHANCE.hand(1, (1, 2, 3)).shuffle("hand 1 deal", DECK)
    dealt = next(event for event in table.events if isinstance(event, CardsDealt))
    assert [hole.cards for hole in dealt.holes] == [deck[0:2], deck[2:4], deck[4:6]]
    assert dealt.board == deck[6:11]


def test_F2_each_hand_has_a_key_of_its_own_from_the_bytes_of_the_seats_dealt_in() -> None:
    given = Chance(b"\x22" * 32, {1: b"a" * 16, 2: b"b" * 16, 3: b"c" * 16})
    decks = {
        given.hand(number, seats).shuffle("hand deal", DECK)
        for number, seats in [(1, (1, 2)), (1, (1, 3)), (2, (1, 2)), (1, (1, 2, 3))]
    }
    assert len(decks) == 4


def test_H1_nobody_but_the_room_deals_and_nobody_but_the_host_changes_settings() -> None:
    table = Table((100, 100))
    assert table.refusal(Player(1), Deal((1, 2))) == "not_allowed"
    assert table.refusal(Player(1), ChangeSettings(Settings())) == "not_allowed"
    table.start(big=1)
    assert table.refusal(Room(), Deal((1, 2))) == "hand_under_way"
