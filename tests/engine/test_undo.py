"""Taking steps back: game and points return, seats and chance stay, the clock waits at that step."""

from typing import Any

import pytest

from engine.cards import DECK
from engine.game import Host, HostViewer, Player, PublicViewer
from engine.room.commands import CallDeal, GivePoints, Guest, Pause, Peek, RenameSeat, Resume, SetAbsent, TakeSeat, Undo
from engine.room.events import Undone
from engine.room.fold import fold
from engine.room.view import STEPS_IN_VIEW, Countdown, UndoStep, view
from engine.team_poker.commands import ChangeSettings
from engine.team_poker.phase import Phase
from engine.team_poker.rules import Settings
from tests.engine.drive import Drive
from tests.engine.moves import back, dealt, empty_round, go_on, lock, make, phase, report, showdown, take_back, totals


def undo(drive: Drive, first: int, past_reveal: bool = False) -> Undone:
    (event,) = drive.host(Undo(first, "bấm nhầm", past_reveal))
    assert isinstance(event, Undone)
    return event


def steps(drive: Drive) -> tuple[UndoStep, ...]:
    console = view(drive.state, HostViewer()).console
    assert console
    return console.undo


def to_winner() -> Drive:
    drive = dealt()
    make(drive, 1, 2, 3)
    make(drive, 4, 5, 6)
    lock(drive)
    showdown(drive)
    return drive


def test_the_last_step_is_taken_back() -> None:
    drive = dealt()
    before = drive.state.game
    make(drive, 1, 1, 1)
    event = undo(drive, drive.state.number)
    assert event.rows == (drive.state.number - 1,)
    assert drive.state.game == before


def test_any_number_of_steps_are_taken_back_at_once() -> None:
    drive = to_winner()
    first = drive.state.past[0].number
    event = undo(drive, first, past_reveal=True)
    assert phase(drive) is Phase.LOBBY
    assert event.rows == tuple(row.number for row in drive.rows[first - 1 : -1])
    assert drive.state.past == ()


def test_every_step_can_be_the_first_to_be_taken_back() -> None:
    whole = to_winner()
    for step in whole.state.past:
        drive = to_winner()
        undo(drive, step.number, past_reveal=True)
        assert drive.state.game == whole.states[step.number - 2].game
        assert fold(drive.rows) == drive.state


def test_steps_one_after_the_other() -> None:
    drive = to_winner()
    while drive.state.past:
        number = drive.state.past[-1].number
        undo(drive, number, past_reveal=True)
        assert drive.state.game == drive.states[number - 2].game
    assert phase(drive) is Phase.LOBBY


def test_an_undo_needs_a_reason() -> None:
    drive = to_winner()
    assert drive.refusal(Host(), Undo(drive.state.number, " \u200b", past_reveal=True)) == "reason_empty"


def test_an_undo_is_refused_twice_and_for_rows_that_are_no_step() -> None:
    drive = to_winner()
    last = drive.state.number
    undo(drive, last)
    for first in (last, last + 1, last + 2, 1, 0, -1):
        assert drive.refusal(Host(), Undo(first, "x", past_reveal=True)) == "already_done"


def test_two_presses_of_undo_take_back_one_step() -> None:
    drive = to_winner()
    press = Undo(drive.state.number, "x", past_reveal=False)
    drive.host(press)
    assert drive.refusal(Host(), press) == "already_done"
    assert phase(drive) is Phase.SECOND_NEUTRAL


def test_only_the_host_undoes() -> None:
    drive = to_winner()
    assert drive.refusal(Player(1), Undo(drive.state.number, "x", past_reveal=False)) == "not_allowed"


def test_going_past_a_reveal_needs_a_second_confirmation_and_names_the_cards() -> None:
    drive = to_winner()
    hands_up = drive.state.number - 3
    seen = drive.table.destroyed
    refused = drive.refused(Host(), Undo(hands_up, "x", past_reveal=False))
    assert (refused.reason, refused.facts) == ("past_reveal", {"cards": seen})
    assert undo(drive, hands_up, past_reveal=True).seen == seen
    undone = view(drive.state, PublicViewer()).undone
    assert undone and (undone.reason, undone.seen) == ("bấm nhầm", seen)


def test_an_undo_that_stops_at_the_reveal_needs_none() -> None:
    drive = to_winner()
    assert undo(drive, drive.state.number).seen == ()
    assert phase(drive) is Phase.SECOND_NEUTRAL


def test_undoing_the_end_says_that_all_cards_have_been_seen() -> None:
    drive = dealt(rounds=1)
    empty_round(drive)
    refused = drive.refused(Host(), Undo(drive.state.number, "x", past_reveal=False))
    assert refused.facts == {"cards": DECK}
    undo(drive, drive.state.number, past_reveal=True)
    assert phase(drive) is Phase.NO_SHOWDOWN


def test_the_host_sees_which_steps_went_past_a_reveal() -> None:
    drive = to_winner()
    assert [step.reveals for step in steps(drive)[:5]] == [False, True, True, True, False]
    assert [step.number for step in steps(drive)] == [step.number for step in reversed(drive.state.past)]


def test_the_notice_of_an_undo_stays_until_the_host_goes_on() -> None:
    drive = to_winner()
    undo(drive, drive.state.number)
    drive.host(Peek(1))
    assert view(drive.state, PublicViewer()).undone
    go_on(drive)
    assert view(drive.state, PublicViewer()).undone is None


def test_the_notice_of_an_undo_outlives_what_players_do_and_goes_when_the_clock_does() -> None:
    drive = to_winner()
    undo(drive, drive.state.past[1].number, past_reveal=True)
    make(drive, 7, 8, 9)
    assert view(drive.state, PublicViewer()).undone
    drive.host(Resume())
    assert view(drive.state, PublicViewer()).undone is None


def test_T14_points_by_hand_are_taken_back_too_alone_or_with_what_came_before() -> None:
    drive = dealt()
    make(drive, 1, 1, 1)
    drive.host(GivePoints(2, 5, "thưởng"))
    drive.host(GivePoints(3, 7, "thưởng"))
    undo(drive, drive.state.number)
    assert {line.seat: line.by_hand for line in report(drive).standings if line.by_hand} == {2: 5}
    undo(drive, drive.state.number - 3)
    assert not any(line.by_hand for line in report(drive).standings)


def test_the_clock_stands_at_the_step_that_was_taken_back() -> None:
    drive = dealt()
    drive.pass_time(200_000)
    lock(drive)
    drive.pass_time(50_000)
    undo(drive, drive.state.number)
    seen = view(drive.state, PublicViewer())
    assert (seen.paused, seen.held, seen.countdown) == (True, False, Countdown(None, 400_000))
    drive.pass_time(1_000_000)
    drive.host(Resume())
    drive.pass_time(399_999)
    assert phase(drive) is Phase.NOMINATING
    drive.pass_time(1)
    assert phase(drive) is Phase.NO_SHOWDOWN


def test_an_undo_while_paused_keeps_what_was_left_at_that_step() -> None:
    drive = dealt()
    drive.pass_time(200_000)
    make(drive, 1, 1, 1)
    drive.pass_time(100_000)
    drive.host(Pause())
    undo(drive, drive.state.number - 1)
    assert view(drive.state, PublicViewer()).countdown == Countdown(None, 400_000)


def test_where_nothing_is_due_an_undo_leaves_no_clock_standing() -> None:
    drive = to_winner()
    drive.host(GivePoints(1, 1, "x"))
    undo(drive, drive.state.number)
    assert not drive.state.clock.stopped
    go_on(drive)
    assert not view(drive.state, PublicViewer()).paused


def test_a_step_that_the_bell_made_can_be_taken_back() -> None:
    drive = dealt()
    drive.pass_time(700_000)
    assert phase(drive) is Phase.NO_SHOWDOWN
    undo(drive, drive.state.number)
    assert phase(drive) is Phase.NOMINATING
    assert view(drive.state, PublicViewer()).countdown == Countdown(None, 0)


def test_seats_names_and_devices_stay_as_they_are() -> None:
    drive = Drive()
    drive.host(ChangeSettings(Settings(rounds=2)))
    drive.take_seats(12)
    drive.host(RenameSeat(1, "Khác"))
    before = drive.state.seats
    undo(drive, 2)
    assert drive.state.seats == before
    assert drive.table.settings == Settings()


def test_settings_are_not_taken_back_from_under_somebody_who_sits() -> None:
    drive = Drive()
    drive.host(ChangeSettings(Settings(seats=14)))
    drive.take_seats(14)
    assert drive.refusal(Host(), Undo(2, "x", past_reveal=False)) == "more_are_seated"
    drive.host(CallDeal())
    assert drive.refusal(Host(), Undo(2, "x", past_reveal=False)) == "more_are_seated"
    lock(drive)


def test_absence_is_a_step() -> None:
    drive = dealt()
    hand = make(drive, 1, 2, 3)
    drive.host(SetAbsent(1, True))
    undo(drive, drive.state.number)
    assert drive.table.absent == frozenset()
    assert [candidate.hand for candidate in drive.table.candidates] == [hand]


def test_a_vote_that_was_taken_back_counts_no_more() -> None:
    drive = dealt()
    hands = [make(drive, seat, seat, seat) for seat in (1, 2, 3)]
    lock(drive)
    back(drive, 9, hands[0])
    back(drive, 9, hands[1])
    undo(drive, drive.state.number)
    assert list(drive.table.votes().values()) == [1, 0, 0]


def test_F5_the_same_moves_meet_the_same_neutral_cards() -> None:
    drive = to_winner()
    neutral, scores = drive.table.neutral, totals(drive)
    undo(drive, drive.state.number - 4, past_reveal=True)
    hand = drive.table.candidates[0].hand
    take_back(drive, 1, hand)
    make(drive, 1, 7, 8)
    take_back(drive, 2, hand)
    take_back(drive, 3, hand)
    lock(drive)
    showdown(drive)
    assert drive.table.neutral == neutral
    assert sum(totals(drive).values()) == sum(scores.values()) == 3


def test_after_the_deal_is_taken_back_newcomers_find_a_seat() -> None:
    drive = dealt(12)
    assert drive.refusal(Guest("f" * 64), TakeSeat("Muộn")) == "already_dealt"
    undo(drive, drive.state.past[0].number)
    drive.say(Guest("f" * 64), TakeSeat("Muộn"))
    assert view(drive.state, PublicViewer()).taken == 13


@pytest.mark.parametrize("rooms_own", [RenameSeat(1, "Khác"), Peek(1), Pause()])
def test_what_moves_neither_game_nor_points_is_no_step(rooms_own: Any) -> None:
    drive = dealt()
    before = steps(drive)
    drive.host(rooms_own)
    assert steps(drive) == before
    assert drive.refusal(Host(), Undo(drive.state.number, "x", past_reveal=True)) == "already_done"


def test_the_hosts_page_offers_the_latest_steps_of_a_long_evening() -> None:
    drive = dealt()
    for count in range(STEPS_IN_VIEW):
        drive.host(GivePoints(1, 1 if count % 2 else -1, "trò chơi phụ"))
    offered = [step.number for step in steps(drive)]
    assert offered == [step.number for step in reversed(drive.state.past)][:STEPS_IN_VIEW]
    assert len(drive.state.past) > STEPS_IN_VIEW
