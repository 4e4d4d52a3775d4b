"""Settings, seats, the deal and the countdown (T1-T3)."""

from dataclasses import replace
from typing import Any

import pytest

from engine.cards import DECK
from engine.game import Bell, Host, Player, Room, Seat
from engine.hands import Straights
from engine.room.commands import CallDeal, FillWithBots
from engine.team_poker.commands import ChangeSettings, LockNominations, PledgeCards, ProposeHand
from engine.team_poker.events import CountdownStarted
from engine.team_poker.phase import Phase
from engine.team_poker.rules import OnTie, Settings, most_rounds
from tests.engine.drive import Drive
from tests.engine.moves import dealt, empty_round, go_on, lock, make, phase, showdown

MOST_ROUNDS = {10: 5, 11: 5, 12: 6, 13: 6, 14: 5}
"""6R <= 3k and 2R <= 52 - 3k, worked out by hand."""


def test_T1_thirteen_seats_get_three_cards_each_and_thirteen_remain() -> None:
    drive = dealt()
    assert sorted(drive.secret.held) == list(range(1, 14))
    assert all(len(held) == 3 for held in drive.secret.held.values())
    assert len(drive.secret.main_deck) == drive.table.main_deck_left == 13
    lying = [*drive.secret.main_deck, *(card for held in drive.secret.held.values() for card in held)]
    assert len(lying) == 52 and set(lying) == set(DECK)


@pytest.mark.parametrize("seats", range(10, 15))
def test_T1_ten_to_fourteen_seats_can_be_dealt_in(seats: int) -> None:
    drive = dealt(seats)
    assert drive.table.seats == tuple(range(1, seats + 1))
    assert len(drive.secret.main_deck) == 52 - 3 * seats


def test_T1_nine_seats_are_too_few() -> None:
    drive = Drive()
    drive.take_seats(9)
    refused = drive.refused(Host(), CallDeal())
    assert (refused.reason, refused.facts) == ("too_few_seats", {"fewest": 10, "count": 9})


def test_T1_no_seat_is_left_for_a_fifteenth() -> None:
    drive = Drive()
    drive.host(ChangeSettings(Settings(seats=14)))
    drive.host(FillWithBots())
    assert len(drive.state.seats) == 14
    assert drive.refusal(Host(), FillWithBots()) == "no_free_seat"


@pytest.mark.parametrize(("seats", "most"), MOST_ROUNDS.items())
def test_T1_as_many_rounds_as_the_cards_reach(seats: Seat, most: int) -> None:
    assert most_rounds(seats) == most
    drive = dealt(seats, rounds=min(most, MOST_ROUNDS[max(13, seats)]))
    assert drive.table.phase is Phase.NOMINATING


@pytest.mark.parametrize(("seats", "most"), MOST_ROUNDS.items())
def test_T1_one_round_more_is_refused_in_the_settings(seats: Seat, most: int) -> None:
    refused = Drive().refused(Host(), ChangeSettings(Settings(seats=seats, rounds=most + 1)))
    assert (refused.reason, refused.facts) == ("rounds_beyond_cards", {"most": most, "count": seats})


@pytest.mark.parametrize("came", [10, 11])
def test_T1_more_rounds_than_the_cards_of_those_who_came_are_refused_before_the_deal(came: int) -> None:
    drive = Drive()
    drive.host(ChangeSettings(Settings(rounds=6)))
    drive.take_seats(came)
    refused = drive.refused(Host(), CallDeal())
    assert (refused.reason, refused.facts) == ("rounds_beyond_cards", {"most": 5, "count": came})
    assert drive.state.gathering is None


@pytest.mark.parametrize("seats", range(10, 15))
def test_T1_the_most_rounds_can_all_be_played_to_a_showdown(seats: int) -> None:
    rounds = min(MOST_ROUNDS[seats], MOST_ROUNDS[max(13, seats)])
    drive = dealt(seats, rounds=rounds)
    for _ in range(rounds):
        members = [seat for seat in drive.table.seats for _ in drive.secret.held[seat]]
        make(drive, *members[:3])
        make(drive, *members[3:6])
        lock(drive)
        showdown(drive)
        go_on(drive)
    assert drive.table.phase is Phase.FINAL
    assert len(drive.table.destroyed) == 8 * rounds


def test_T1_cards_are_dealt_once() -> None:
    assert dealt().refusal(Host(), CallDeal()) == "already_dealt"


def test_T2_a_card_is_played_only_by_the_seat_it_was_dealt_to() -> None:
    drive = dealt()
    others = drive.secret.held[2][:1]
    assert drive.refusal(Player(1), ProposeHand(1, others, ())) == "not_your_cards"
    mixed = (drive.secret.held[1][0], *others)
    assert drive.refusal(Player(1), ProposeHand(1, mixed, ())) == "not_your_cards"
    hand = make(drive, 3, 3, 4)
    assert drive.refusal(Player(3), PledgeCards(1, hand, others)) == "not_your_cards"


def test_T2_cards_of_the_main_deck_and_destroyed_ones_belong_to_nobody() -> None:
    drive = dealt()
    make(drive, 1, 1, 2)
    make(drive, 3, 4, 5)
    lock(drive)
    showdown(drive)
    go_on(drive)
    for card in (drive.secret.main_deck[0], drive.table.destroyed[0]):
        assert drive.refusal(Player(1), ProposeHand(2, (card,), ())) == "not_your_cards"


def test_T3_the_defaults_are_the_rules_of_the_source() -> None:
    usual = Settings()
    assert (usual.rounds, usual.countdown, usual.vote, usual.ballots, usual.seats) == (5, 600, 60, 1, 13)
    assert (usual.straight_order, usual.on_tie) == (Straights.RING_EQUAL, OnTie.NONE)


def test_T3_ten_minutes_run_from_the_deal_to_the_lock() -> None:
    drive = dealt()
    drive.pass_time(600_000 - 1)
    assert phase(drive) is Phase.NOMINATING
    drive.pass_time(1)
    assert drive.table.phase is Phase.NO_SHOWDOWN
    assert drive.rows[-1].actor == Bell()


def test_T3_the_countdown_can_be_set() -> None:
    drive = dealt(countdown=90)
    drive.pass_time(89_999)
    assert phase(drive) is Phase.NOMINATING
    drive.pass_time(1)
    assert drive.table.phase is Phase.NO_SHOWDOWN


def test_T3_the_next_ten_minutes_run_from_the_end_of_the_round_before() -> None:
    drive = dealt()
    drive.pass_time(700_000)
    started = go_on(drive)
    now = drive.state.clock.now(drive.wall)
    assert started == (CountdownStarted(2, now + 600_000),)


def test_T3_five_rounds_and_the_event_is_over() -> None:
    drive = dealt()
    for number in range(1, 6):
        assert (drive.table.round, drive.table.phase) == (number, Phase.NOMINATING)
        empty_round(drive)
    assert drive.table.phase is Phase.FINAL


def test_T3_the_number_of_rounds_can_be_set() -> None:
    drive = dealt(rounds=1)
    empty_round(drive)
    assert drive.table.phase is Phase.FINAL


@pytest.mark.parametrize(
    ("changed", "reason", "facts"),
    [
        ({"seats": 9}, "seats_out_of_range", {"fewest": 10, "most": 14}),
        ({"seats": 15}, "seats_out_of_range", {"fewest": 10, "most": 14}),
        ({"rounds": 0}, "no_rounds", {}),
        ({"rounds": -3}, "no_rounds", {}),
        ({"rounds": 7}, "rounds_beyond_cards", {"most": 6, "count": 13}),
        ({"countdown": 9}, "countdown_out_of_range", {"fewest": 10, "most": 7200}),
        ({"countdown": 7201}, "countdown_out_of_range", {"fewest": 10, "most": 7200}),
        ({"vote": 9}, "vote_out_of_range", {"fewest": 10, "most": 600}),
        ({"vote": 601}, "vote_out_of_range", {"fewest": 10, "most": 600}),
        ({"ballots": 0}, "ballots_out_of_range", {"fewest": 1, "most": 2}),
        ({"ballots": 3}, "ballots_out_of_range", {"fewest": 1, "most": 2}),
        ({"straight_order": Straights.STANDARD}, "straights_out_of_range", {}),
        ({"prize": "x" * 121}, "wording_too_long", {"most": 120}),
        ({"penalty": "x" * 121}, "wording_too_long", {"most": 120}),
    ],
)
def test_settings_that_cannot_be_played_are_refused_with_the_reason(
    changed: dict[str, Any], reason: str, facts: dict[str, Any]
) -> None:
    refused = Drive().refused(Host(), ChangeSettings(replace(Settings(), **changed)))
    assert (refused.reason, refused.facts) == (reason, facts)


@pytest.mark.parametrize(
    "changed",
    [
        {"rounds": 1, "countdown": 10, "vote": 10, "ballots": 2, "seats": 10},
        {"rounds": 6, "countdown": 7200, "vote": 600, "prize": "x" * 120, "penalty": "y" * 120},
        {"straight_order": Straights.RING_HIGH_CARD, "on_tie": OnTie.BOTH, "seats": 14},
    ],
)
def test_settings_at_their_limits_are_taken(changed: dict[str, Any]) -> None:
    drive = Drive()
    drive.host(ChangeSettings(Settings(**changed)))
    assert drive.table.settings == Settings(**changed)


def test_settings_stand_once_the_cards_are_dealt() -> None:
    assert dealt().refusal(Host(), ChangeSettings(Settings(rounds=3))) == "already_dealt"


def test_settings_are_the_hosts_alone() -> None:
    drive = Drive()
    drive.take_seats(10)
    assert drive.refusal(Player(1), ChangeSettings(Settings())) == "not_allowed"
    assert drive.refusal(Room(), ChangeSettings(Settings())) == "not_allowed"


def test_settings_offer_a_seat_to_everybody_who_already_sits() -> None:
    drive = Drive()
    drive.take_seats(12)
    refused = drive.refused(Host(), ChangeSettings(Settings(seats=11)))
    assert (refused.reason, refused.facts) == ("more_are_seated", {"count": 12})
    drive.host(ChangeSettings(Settings(seats=12)))


def test_nothing_can_be_pledged_or_locked_before_the_deal() -> None:
    drive = Drive()
    drive.take_seats(13)
    assert drive.refusal(Player(1), ProposeHand(0, (DECK[0],), ())) == "not_dealt_in"
    assert drive.refusal(Player(1), ProposeHand(1, (DECK[0],), ())) == "other_round"
    assert drive.refusal(Host(), LockNominations(0)) == "already_done"
