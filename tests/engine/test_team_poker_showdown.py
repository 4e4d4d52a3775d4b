"""The showdown, step by step: neutral cards, strength, who scores, what is destroyed (T9-T12, S5)."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.cards import Card, cards
from engine.game import HostViewer, PublicViewer, SeatViewer
from engine.hands import Straights
from engine.room.view import view
from engine.team_poker.commands import ChangeSettings
from engine.team_poker.events import CardsDestroyed, HandsShown, NeutralShown, RoundWon
from engine.team_poker.phase import Outcome, Phase
from engine.team_poker.rules import OnTie, Settings
from engine.team_poker.table_view import ShowdownView
from tests.engine.drive import Drive
from tests.engine.moves import back, cards_in, close, dealt, free, go_on, lock, make, phase, showdown, totals

SHOWDOWNS = json.loads((Path(__file__).parent.parent / "vectors" / "team_showdowns.json").read_text("utf-8"))
ORDERS = {"ring equal": Straights.RING_EQUAL, "ring high_card": Straights.RING_HIGH_CARD}
TIED = ({1: "2c 5d 9h", 2: "2d 5h 9s"}, "Kc Qd")
"""Two hands of the same ranks, and neutral cards that give neither a flush."""
WON = ({1: "2c 2d 9h", 2: "3d 5h 9s"}, "Kc Qd")
"""Seat 1 has a pair, seat 2 has none."""


def stacked(hands: dict[int, str], top: str, **settings: Any) -> Drive:
    """These hands, each of one seat, have been matched, with these neutral cards to come."""
    drive = Drive()
    drive.host(ChangeSettings(Settings(**settings)))
    drive.deal_stacked(hands, top)
    for seat in hands:
        make(drive, seat, seat, seat)
    lock(drive)
    return drive


def shown(drive: Drive) -> ShowdownView:
    found = view(drive.state, PublicViewer()).game.showdown
    assert isinstance(found, ShowdownView)
    return found


def verdict(drive: Drive) -> dict[str, str]:
    """What the board says, in the words of the reference cases."""
    a, b = shown(drive).sides
    assert a.name and b.name
    named = [side.name.category.name.lower().replace("_", " ") for side in (a, b) if side.name]
    return {"a_is": named[0], "b_is": named[1], "winner": "a" if a.won else "b" if b.won else "tie"}


@pytest.mark.parametrize("order", ORDERS)
def test_T9_reference_showdowns_through_a_real_one(order: str) -> None:
    for case in SHOWDOWNS:
        drive = stacked({1: case["a"], 2: case["b"]}, case["neutral"], straight_order=ORDERS[order])
        showdown(drive)
        assert verdict(drive) == case[order], case
        points = {"a": (1, 0), "b": (0, 1), "tie": (0, 0)}[case[order]["winner"]]
        assert (totals(drive)[1], totals(drive)[2]) == points, case


def test_T9_the_two_top_cards_of_the_main_deck_are_neutral_one_after_the_other() -> None:
    drive = dealt()
    first, second = drive.secret.main_deck[:2]
    make(drive, 1, 2, 3)
    make(drive, 4, 5, 6)
    lock(drive)
    assert [type(event) for event in go_on(drive)] == [HandsShown]
    assert go_on(drive) == (NeutralShown(1, first),)
    assert phase(drive) is Phase.FIRST_NEUTRAL
    assert go_on(drive) == (NeutralShown(1, second),)
    assert phase(drive) is Phase.SECOND_NEUTRAL
    assert drive.table.main_deck_left == len(drive.secret.main_deck) == 11


def test_T9_the_next_showdown_draws_the_next_two() -> None:
    drive = dealt()
    third, fourth = drive.secret.main_deck[2:4]
    for members in ((1, 2, 3), (4, 5, 6)):
        make(drive, *members)
        make(drive, *(seat + 6 for seat in members))
        lock(drive)
        showdown(drive)
        go_on(drive)
    assert drive.table.results[1].neutral == (third, fourth)


def test_T9_cards_turn_up_one_step_at_a_time() -> None:
    drive = stacked(*WON)
    hidden = shown(drive)
    assert [side.cards for side in hidden.sides] == [(None,) * 3] * 2 and hidden.neutral == (None, None)
    go_on(drive)
    assert shown(drive).sides[0].cards == cards("9h 2d 2c") and shown(drive).neutral == (None, None)
    go_on(drive)
    assert shown(drive).neutral == (Card("Kc"), None) and shown(drive).sides[0].name is None
    go_on(drive)
    assert shown(drive).sides[0].name and not shown(drive).decided and not shown(drive).sides[0].won
    go_on(drive)
    assert shown(drive).decided and shown(drive).sides[0].won and not shown(drive).tie


def test_T10_every_seat_of_the_winning_hand_scores_one_however_many_cards_it_gave() -> None:
    drive = Drive()
    drive.deal_stacked({1: "As Ah 2c", 2: "Ad 3c 4d", 3: "5c 7d 8h", 4: "9c Jd 2h"}, "Kc Qd")
    make(drive, 1, 1, 2)
    make(drive, 3, 4, 4)
    lock(drive)
    showdown(drive)
    assert [totals(drive)[seat] for seat in (1, 2, 3, 4)] == [1, 1, 0, 0]
    assert sum(totals(drive).values()) == 2


def test_T11_a_seat_in_both_hands_scores_one_point_at_most() -> None:
    drive = Drive()
    drive.deal_stacked({1: "As Ah 2c", 2: "Ad 3c 4d", 3: "5c 7d 8h"}, "Kc Qd")
    make(drive, 1, 1, 2)
    make(drive, 1, 3, 3)
    lock(drive)
    showdown(drive)
    assert totals(drive)[1] == 1
    assert drive.table.scoring == (1, 2)


@pytest.mark.parametrize("on_tie", OnTie)
def test_T11_a_seat_in_both_hands_of_a_tie_scores_one_point_at_most(on_tie: OnTie) -> None:
    drive = Drive()
    drive.host(ChangeSettings(Settings(on_tie=on_tie)))
    drive.deal_stacked({1: "2c 2d As", 2: "5d 9h 4c", 3: "5h 9s 4d"}, "Kc Qd")
    make(drive, 1, 2, 2)
    make(drive, 1, 3, 3)
    lock(drive)
    showdown(drive)
    assert drive.table.scoring == ((1, 2, 3) if on_tie is OnTie.BOTH else ())
    assert shown(drive).tie


@pytest.mark.parametrize("table", [WON, TIED])
def test_T11_all_eight_cards_are_destroyed_whoever_won_also_on_a_tie(table: tuple[dict[int, str], str]) -> None:
    drive = stacked(*table)
    eight = set(cards(" ".join([*table[0].values(), table[1]])))
    showdown(drive)
    won, destroyed = drive.rows[-1].events
    assert isinstance(won, RoundWon) and isinstance(destroyed, CardsDestroyed)
    assert len(destroyed.cards) == 8 and set(destroyed.cards) == eight == set(drive.table.destroyed)
    assert not drive.secret.held[1] and not drive.secret.held[2]


def test_T11_cards_of_candidates_that_were_not_chosen_go_back_unseen() -> None:
    drive = dealt()
    hands = [make(drive, seat, seat, seat) for seat in (1, 2, 3)]
    lock(drive)
    back(drive, 9, hands[0])
    back(drive, 10, hands[1])
    close(drive)
    showdown(drive)
    unseen = set(drive.secret.held[3])
    assert len(unseen) == 3 and not unseen & set(drive.table.destroyed)
    for viewer in (PublicViewer(), HostViewer(), SeatViewer(4)):
        assert not any(unseen & cards_in(view(state, viewer)) for state in drive.states if 4 in state.game.public.seats)
    go_on(drive)
    assert free(drive, 3) == drive.secret.held[3]


def test_T12_by_default_nobody_scores_on_a_tie() -> None:
    drive = stacked(*TIED)
    showdown(drive)
    assert (drive.table.winner, drive.table.scoring) == ("", ())
    assert drive.table.results[0].outcome is Outcome.TIE
    assert not any(totals(drive).values())


def test_T12_both_sides_score_on_a_tie_where_that_is_set() -> None:
    drive = stacked(*TIED, on_tie=OnTie.BOTH)
    showdown(drive)
    assert (drive.table.winner, drive.table.scoring) == ("", (1, 2))
    assert not any(side.won for side in shown(drive).sides)


def test_T12_the_setting_for_ties_changes_nothing_when_one_hand_is_better() -> None:
    drive = stacked(*WON, on_tie=OnTie.BOTH)
    showdown(drive)
    assert drive.table.scoring == (1,)


def test_S5_straights_of_the_ring_tie_by_default_and_are_ordered_where_that_is_set() -> None:
    table = ({1: "Tc Jd Ah", 2: "2c 3d Ad"}, "Kc Qd")
    equal = stacked(*table, straight_order=Straights.RING_EQUAL)
    showdown(equal)
    assert verdict(equal) == {"a_is": "straight", "b_is": "straight", "winner": "tie"}
    ordered = stacked(*table, straight_order=Straights.RING_HIGH_CARD)
    showdown(ordered)
    assert verdict(ordered)["winner"] == "a"


def test_S5_straight_flushes_of_the_ring_tie_by_default_and_are_ordered_where_that_is_set() -> None:
    table = ({1: "Jc Tc 9c", 2: "Ac 2c 3c"}, "Kc Qc")
    equal = stacked(*table)
    showdown(equal)
    assert verdict(equal) == {"a_is": "straight flush", "b_is": "straight flush", "winner": "tie"}
    ordered = stacked(*table, straight_order=Straights.RING_HIGH_CARD)
    showdown(ordered)
    assert verdict(ordered)["winner"] == "a"
