"""Deadlines ring by themselves, and no time that the server was away is taken from anyone."""

from pathlib import Path

import pytest

from engine.game import Host
from engine.room.commands import Pause, Resume, ShiftClock
from engine.room.events import ClockPaused
from engine.team_poker.phase import Phase
from tests.web.desk import START, Clock, dealt, open_rooms
from web.bells import Bells
from web.rooms import Rooms
from web.store import Store
from web.watch import Watch

COUNTDOWN = 600_000


@pytest.fixture
def code(rooms: Rooms) -> str:
    """A room whose first countdown began at START."""
    return dealt(rooms)


@pytest.fixture
def bells(opened: tuple[Store, Rooms], clock: Clock, code: str) -> Bells:
    return ring_for(opened, clock)


def ring_for(opened: tuple[Store, Rooms], clock: Clock) -> Bells:
    store, rooms = opened
    return Bells(rooms, store, Watch(clock.wall, clock.monotonic), lambda _seconds: None)


def run(bells: Bells, clock: Clock, milliseconds: int) -> None:
    """Time passes, and the loop looks every second."""
    for _ in range(milliseconds // 1000):
        clock.go(1000)
        bells.look()


def phase(rooms: Rooms, code: str) -> Phase:
    found: Phase = rooms.state(code).game.public.phase
    return found


def test_T5_nominations_lock_when_the_countdown_ends_and_not_before(
    rooms: Rooms, code: str, bells: Bells, clock: Clock
) -> None:
    run(bells, clock, COUNTDOWN - 1000)
    assert phase(rooms, code) is Phase.NOMINATING
    run(bells, clock, 1000)
    assert phase(rooms, code) is Phase.NO_SHOWDOWN


def test_a_bell_rings_once(rooms: Rooms, code: str, bells: Bells, clock: Clock) -> None:
    run(bells, clock, COUNTDOWN)
    number = rooms.state(code).number
    bells.look()
    bells.look()
    assert rooms.state(code).number == number


@pytest.mark.pitfall("beatify 167")
def test_a_paused_countdown_keeps_its_remainder(rooms: Rooms, code: str, bells: Bells, clock: Clock) -> None:
    run(bells, clock, 590_000)
    rooms.submit(code, Host(), "pause", Pause())
    run(bells, clock, 60_000)
    assert phase(rooms, code) is Phase.NOMINATING
    rooms.submit(code, Host(), "resume", Resume())
    run(bells, clock, 9_000)
    assert phase(rooms, code) is Phase.NOMINATING
    run(bells, clock, 1_000)
    assert phase(rooms, code) is Phase.NO_SHOWDOWN


def test_a_minute_more_is_a_minute_more(rooms: Rooms, code: str, bells: Bells, clock: Clock) -> None:
    rooms.submit(code, Host(), "more", ShiftClock(60_000))
    run(bells, clock, COUNTDOWN + 59_000)
    assert phase(rooms, code) is Phase.NOMINATING
    run(bells, clock, 1_000)
    assert phase(rooms, code) is Phase.NO_SHOWDOWN


def test_the_heartbeat_beats_each_second_while_a_deadline_runs(
    opened: tuple[Store, Rooms], code: str, bells: Bells, clock: Clock
) -> None:
    store, rooms = opened
    run(bells, clock, 5_000)
    assert store.last_beat(code) == START + 5_000
    rooms.submit(code, Host(), "pause", Pause())
    run(bells, clock, 5_000)
    assert store.last_beat(code) == START + 5_000


@pytest.mark.parametrize("gap", ["sleep", "jump", "back"])
def test_a_gap_or_a_jump_holds_the_room_where_it_was_last_seen(
    rooms: Rooms, code: str, bells: Bells, clock: Clock, gap: str
) -> None:
    run(bells, clock, 10_000)
    {
        "sleep": lambda: clock.go(3_600_000),
        "jump": lambda: clock.jump(3_600_000),
        "back": lambda: clock.jump(-3_600_000),
    }[gap]()
    bells.look()
    state = rooms.state(code)
    assert phase(rooms, code) is Phase.NOMINATING
    assert state.clock.held
    assert rooms.logged(code)[-1].row.events == (ClockPaused(START + 10_000, held=True),)


def test_after_the_hosts_resume_all_the_time_is_left(rooms: Rooms, code: str, bells: Bells, clock: Clock) -> None:
    run(bells, clock, 10_000)
    clock.jump(3_600_000)
    bells.look()
    rooms.submit(code, Host(), "resume", Resume())
    run(bells, clock, COUNTDOWN - 11_000)
    assert phase(rooms, code) is Phase.NOMINATING
    run(bells, clock, 1_000)
    assert phase(rooms, code) is Phase.NO_SHOWDOWN


def test_a_busy_moment_of_less_than_three_seconds_holds_nothing(
    rooms: Rooms, code: str, bells: Bells, clock: Clock
) -> None:
    clock.go(2_900)
    bells.look()
    assert not rooms.state(code).clock.stopped


def test_a_laptop_that_falls_asleep_while_the_bells_look_rings_nothing_by_the_time_it_wakes_at(
    opened: tuple[Store, Rooms], code: str, bells: Bells, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, rooms = opened
    run(bells, clock, 10_000)
    beat = store.beat

    def sleep_over_it(codes: list[str], at: int) -> None:
        beat(codes, at)
        clock.go(3_600_000)

    with monkeypatch.context() as patched:
        patched.setattr(store, "beat", sleep_over_it)
        clock.go(1_000)
        bells.look()
    assert phase(rooms, code) is Phase.NOMINATING
    bells.look()
    assert rooms.state(code).clock.stopped_at == START + 11_000


def test_what_is_about_to_be_decided_after_a_gap_notices_it_first(
    rooms: Rooms, code: str, bells: Bells, clock: Clock
) -> None:
    clock.jump(3_600_000)
    bells.notice()
    assert rooms.state(code).clock.held


def test_after_a_restart_running_rooms_are_held_at_their_last_beat(
    tmp_path: Path, opened: tuple[Store, Rooms], code: str, bells: Bells, clock: Clock
) -> None:
    run(bells, clock, 30_000)
    opened[0].close()
    clock.go(400)
    again = open_rooms(tmp_path, clock)
    ring_for(again, clock).hold_after_restart()
    state = again[1].state(code)
    assert state.clock.held
    assert state.clock.stopped_at == START + 30_000


def test_after_a_restart_before_the_first_beat_the_last_row_is_the_last_moment_seen(
    tmp_path: Path, opened: tuple[Store, Rooms], code: str, clock: Clock
) -> None:
    opened[0].close()
    clock.go(3_600_000)
    again = open_rooms(tmp_path, clock)
    ring_for(again, clock).hold_after_restart()
    assert again[1].state(code).clock.stopped_at == START


def test_after_a_restart_a_room_without_a_deadline_is_left_alone(tmp_path: Path, clock: Clock) -> None:
    opened = open_rooms(tmp_path, clock)
    code = opened[1].open("team_poker", "Friday")
    ring_for(opened, clock).hold_after_restart()
    assert opened[1].state(code).number == 1


def test_the_loop_sleeps_until_the_next_deadline(opened: tuple[Store, Rooms], code: str, clock: Clock) -> None:
    class Enough(Exception):
        pass

    naps: list[float] = []

    def nap(seconds: float) -> None:
        naps.append(seconds)
        clock.go(round(seconds * 1000))
        if phase(opened[1], code) is Phase.NO_SHOWDOWN:
            raise Enough

    store, rooms = opened
    with pytest.raises(Enough):
        Bells(rooms, store, Watch(clock.wall, clock.monotonic), nap).run()
    locked = rooms.logged(code)[-1].row
    assert locked.at == START + COUNTDOWN
    assert max(naps) <= 0.2


def test_the_bells_survive_a_full_disk_and_tell_of_it_once(
    opened: tuple[Store, Rooms],
    code: str,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Enough(Exception):
        pass

    def full(*_: object) -> None:
        raise OSError("no space left")

    naps: list[float] = []

    def nap(seconds: float) -> None:
        naps.append(seconds)
        if len(naps) == 5:
            raise Enough

    store, rooms = opened
    monkeypatch.setattr(store, "beat", full)
    with pytest.raises(Enough):
        Bells(rooms, store, Watch(clock.wall, clock.monotonic), nap).run()
    assert caplog.text.count("OSError: no space left") == 1
