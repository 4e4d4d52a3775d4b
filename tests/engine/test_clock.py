"""The room's own time: pausing, shifting and holding move it, and games never notice."""

import pytest

from engine.game import Bell, Host, HostViewer, Player, PublicViewer
from engine.room.clock import Clock
from engine.room.commands import CallDeal, Hold, Keeper, Pause, Resume, ShiftClock
from engine.room.decide import bell
from engine.room.events import ClockPaused, ClockResumed, ClockShifted
from engine.room.seating import REVEAL_TIME
from engine.room.view import Countdown, view
from engine.team_poker.commands import CastBallot, CloseVote, LockNominations
from engine.team_poker.phase import Phase
from tests.engine.drive import START, Drive
from tests.engine.moves import back, dealt, go_on, lock, make, phase, propose

TEN_MINUTES = 600_000


def countdown(drive: Drive) -> Countdown | None:
    return view(drive.state, PublicViewer()).countdown


def three_candidates() -> Drive:
    drive = dealt()
    for seat in (1, 2, 3):
        make(drive, seat, seat, seat)
    return drive


def test_the_countdown_ends_at_a_moment_of_wall_time() -> None:
    drive = dealt()
    assert countdown(drive) == Countdown(START + TEN_MINUTES, None)


def test_T3_a_pause_stops_the_countdown_and_resume_lets_it_go_on_with_its_remainder() -> None:
    drive = dealt()
    drive.pass_time(100_000)
    assert drive.host(Pause()) == (ClockPaused(START + 100_000, held=False),)
    assert countdown(drive) == Countdown(None, 500_000)
    drive.pass_time(50_000)
    assert drive.host(Resume()) == (ClockResumed(drive.wall),)
    assert countdown(drive) == Countdown(drive.wall + 500_000, None)


@pytest.mark.pitfall("beatify 167")
def test_a_countdown_that_would_have_ended_during_a_pause_keeps_its_remainder() -> None:
    drive = dealt()
    drive.pass_time(TEN_MINUTES - 1)
    drive.host(Pause())
    drive.pass_time(10 * TEN_MINUTES)
    assert phase(drive) is Phase.NOMINATING
    drive.host(Resume())
    drive.pass_time(0)
    assert phase(drive) is Phase.NOMINATING
    drive.pass_time(1)
    assert phase(drive) is Phase.NO_SHOWDOWN


def test_a_vote_that_would_have_closed_during_a_pause_keeps_its_remainder_and_takes_no_votes_meanwhile() -> None:
    drive = three_candidates()
    lock(drive)
    drive.host(Pause())
    drive.pass_time(TEN_MINUTES)
    hand = drive.table.candidates[0].hand
    assert drive.refusal(Player(1), CastBallot(1, (hand,))) == "clock_stopped"
    drive.host(Resume())
    back(drive, 1, hand)
    drive.pass_time(60_000)
    assert phase(drive) is Phase.MATCHED


def test_pledges_go_on_while_the_clock_stands() -> None:
    drive = dealt()
    drive.host(Pause())
    make(drive, 1, 2, 3)
    propose(drive, 4, 2, [5])
    assert len(drive.secret.hands) == 2


@pytest.mark.parametrize("minutes", [1, -1])
def test_T3_a_minute_more_or_less(minutes: int) -> None:
    drive = dealt()
    assert drive.host(ShiftClock(minutes * 60_000)) == (ClockShifted(minutes * 60_000),)
    assert countdown(drive) == Countdown(START + TEN_MINUTES + minutes * 60_000, None)
    drive.host(Pause())
    drive.host(ShiftClock(minutes * 60_000))
    assert countdown(drive) == Countdown(None, TEN_MINUTES + minutes * 120_000)


def test_T3_no_more_is_taken_away_than_is_left() -> None:
    drive = dealt()
    drive.pass_time(TEN_MINUTES - 20_000)
    assert drive.host(ShiftClock(-60_000)) == (ClockShifted(-20_000),)
    drive.pass_time(0)
    assert phase(drive) is Phase.NO_SHOWDOWN


@pytest.mark.parametrize("milliseconds", [0, 3_600_001, -3_600_001])
def test_T3_shifts_of_nothing_or_more_than_an_hour_are_refused(milliseconds: int) -> None:
    refused = dealt().refused(Host(), ShiftClock(milliseconds))
    assert (refused.reason, refused.facts) == ("shift_out_of_range", {"most": 60})


def test_T3_the_host_can_end_a_countdown_now_and_a_vote_too() -> None:
    drive = three_candidates()
    drive.host(LockNominations(1))
    assert phase(drive) is Phase.VOTING
    drive.host(CloseVote(1))
    assert phase(drive) is Phase.MATCHED


def test_where_nothing_runs_there_is_nothing_to_pause_or_shift() -> None:
    lobby, met = Drive(), dealt()
    make(met, 1, 2, 3)
    make(met, 4, 5, 6)
    lock(met)
    for drive in (lobby, met):
        assert countdown(drive) is None and bell(drive.state) is None
        for command in (Pause(), ShiftClock(60_000)):
            assert drive.refusal(Host(), command) == "nothing_runs"
        assert drive.refusal(Host(), Resume()) == "already_done"
        assert drive.refusal(Keeper(), Hold(drive.wall)) == "nothing_runs"


def test_pausing_twice_and_resuming_twice_are_refused() -> None:
    drive = dealt()
    drive.host(Pause())
    assert drive.refusal(Host(), Pause()) == "already_done"
    assert drive.refusal(Keeper(), Hold(drive.wall)) == "nothing_runs"
    drive.host(Resume())
    assert drive.refusal(Host(), Resume()) == "already_done"


def test_a_pause_ends_with_the_countdown_that_it_stopped() -> None:
    drive = dealt()
    drive.host(Pause())
    lock(drive)
    assert not drive.state.clock.stopped
    drive.pass_time(5_000)
    go_on(drive)
    assert countdown(drive) == Countdown(drive.wall + TEN_MINUTES, None)


def test_a_pause_goes_over_from_the_countdown_to_the_vote() -> None:
    drive = three_candidates()
    drive.host(Pause())
    lock(drive)
    assert countdown(drive) == Countdown(None, 60_000)


def test_downtime_does_not_eat_game_time() -> None:
    drive = dealt()
    drive.pass_time(100_000)
    drive.wall += 2 * TEN_MINUTES
    assert drive.say(Keeper(), Hold(START + 100_000)) == (ClockPaused(START + 100_000, held=True),)
    seen = view(drive.state, HostViewer())
    assert (seen.paused, seen.held, seen.countdown) == (True, True, Countdown(None, 500_000))
    drive.host(Resume())
    assert not view(drive.state, HostViewer()).held
    assert countdown(drive) == Countdown(drive.wall + 500_000, None)


def test_a_clock_of_the_server_that_jumps_back_gives_no_time_away() -> None:
    drive = dealt()
    drive.pass_time(100_000)
    alive = drive.wall
    drive.wall -= TEN_MINUTES
    drive.say(Keeper(), Hold(alive))
    drive.host(Resume())
    assert countdown(drive) == Countdown(drive.wall + 500_000, None)


def test_the_time_in_which_phones_answer_stands_still_through_downtime_too() -> None:
    drive = Drive()
    drive.take_seats(13)
    drive.promise()
    drive.host(CallDeal())
    drive.wall += TEN_MINUTES
    drive.say(Keeper(), Hold(START + 1_000))
    assert countdown(drive) is None
    drive.host(Resume())
    drive.pass_time(REVEAL_TIME - 1_001)
    assert phase(drive) is Phase.LOBBY
    drive.pass_time(1)
    assert phase(drive) is Phase.NOMINATING


def test_bells_that_are_not_due_are_refused() -> None:
    drive = dealt()
    drive.wall += TEN_MINUTES - 1
    assert drive.refusal(Bell(), LockNominations(1)) == "not_due"
    assert drive.refusal(Bell(), CloseVote(1)) == "not_due"
    drive.wall += 1
    assert drive.refusal(Bell(), LockNominations(2)) == "not_due"
    drive.say(Bell(), LockNominations(1))
    assert drive.refusal(Bell(), LockNominations(1)) == "not_due"


def test_no_bell_rings_while_the_clock_stands_even_with_nothing_left() -> None:
    drive = dealt()
    drive.host(Pause())
    drive.host(ShiftClock(-TEN_MINUTES))
    assert countdown(drive) == Countdown(None, 0)
    assert drive.refusal(Bell(), LockNominations(1)) == "clock_stopped"
    drive.host(Resume())
    drive.say(Bell(), LockNominations(1))


def test_a_countdown_that_stands_never_shows_less_than_nothing() -> None:
    drive = dealt()
    drive.wall += TEN_MINUTES + 700
    drive.host(Pause())
    assert countdown(drive) == Countdown(None, 0)


def test_games_never_see_a_pause() -> None:
    through, paused = dealt(), dealt()
    through.pass_time(TEN_MINUTES)
    for wait in (1_000, 50_000, 100_000):
        paused.pass_time(wait)
        paused.host(Pause())
        paused.pass_time(777_777)
        paused.host(Resume())
    paused.pass_time(TEN_MINUTES - 151_000)
    assert through.state.game == paused.state.game


def test_game_time_and_wall_time_are_each_others_inverse() -> None:
    clock = Clock().shift(5_000).pause(Clock(offset=5_000).now(100_000), held=True).shift(-2_000).resume(130_000)
    assert clock == Clock(offset=33_000)
    assert clock.wall(clock.now(130_000)) == 130_000
    assert clock.now(130_000) == 97_000
