"""Two workers on one store: each bell rings once, and nobody's time is held while one of them lives."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.room.commands import Wall
from engine.team_poker.phase import Phase
from tests.web.desk import START, Clock, Secrets, dealt
from web.bells import Bells
from web.registration import LEASE, DatabaseBusy, Registration, registered
from web.rooms import Rooms
from web.store import Store
from web.watch import LONGEST_GAP, Watch

COUNTDOWN = 600_000


@dataclass
class Worker:
    """One worker, which lives as long as a test lets it look."""

    store: Store
    rooms: Rooms
    bells: Bells

    @classmethod
    def on(cls, folder: Path, clock: Clock) -> "Worker":
        store = Store(f"sqlite:///{folder / 'common.sqlite3'}")
        watch = Watch(clock.wall, clock.monotonic)
        rooms = Rooms(store, watch.now, Secrets())
        bells = Bells(rooms, store, watch, lambda _seconds: None, others=LONGEST_GAP)
        return cls(store, rooms, bells)

    def held(self, code: str) -> Wall | None:
        clock = self.rooms.fresh(code).clock
        return clock.stopped_at if clock.held else None


@pytest.fixture
def both(tmp_path: Path, clock: Clock) -> tuple[Worker, Worker]:
    return Worker.on(tmp_path, clock), Worker.on(tmp_path, clock)


def live(clock: Clock, milliseconds: int, *workers: Worker) -> None:
    """Time passes, and these workers look every second."""
    for _ in range(milliseconds // 1000):
        clock.go(1000)
        for worker in workers:
            worker.bells.look()


def test_a_bell_that_both_ring_is_one_row(both: tuple[Worker, Worker], clock: Clock) -> None:
    one, other = both
    code = dealt(one.rooms)
    other.rooms.compare()
    clock.go(1000)
    before = one.rooms.state(code).number
    live(clock, COUNTDOWN - 1000, one, other)
    assert one.rooms.state(code).game.public.phase is Phase.NO_SHOWDOWN
    assert one.rooms.state(code) == other.rooms.state(code)
    assert other.rooms.state(code).number == before + 1


def test_one_that_stood_still_holds_no_room_that_the_other_kept_going(
    both: tuple[Worker, Worker], clock: Clock
) -> None:
    one, other = both
    code = dealt(one.rooms)
    other.rooms.compare()
    live(clock, 5_000, one, other)
    live(clock, 60_000, one)
    other.bells.look()
    assert other.held(code) is None


def test_one_that_starts_while_the_other_lives_holds_nothing(tmp_path: Path, clock: Clock) -> None:
    one = Worker.on(tmp_path, clock)
    code = dealt(one.rooms)
    live(clock, 5_000, one)
    clock.go(2_000)
    late = Worker.on(tmp_path, clock)
    late.bells.hold_after_restart()
    assert late.held(code) is None


def test_when_all_stood_still_the_first_to_look_holds_the_room_where_it_was_last_seen(
    both: tuple[Worker, Worker], clock: Clock
) -> None:
    one, other = both
    code = dealt(one.rooms)
    other.rooms.compare()
    live(clock, 5_000, one, other)
    clock.go(60_000)
    for worker in both:
        worker.bells.look()
        assert worker.held(code) == START + 5_000
    assert one.rooms.fresh(code).number == other.rooms.fresh(code).number


def test_what_could_not_be_written_down_was_no_time_to_play_in(
    both: tuple[Worker, Worker], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _ = both
    code = dealt(one.rooms)
    live(clock, 5_000, one)

    def away(*_: object) -> None:
        raise OSError("the database is away")

    with monkeypatch.context() as patched:
        patched.setattr(one.store, "beat", away)
        for _ in range(30):
            clock.go(1000)
            with pytest.raises(OSError):
                one.bells.look()
            if one.held(code):
                break
    assert one.held(code) == START + 5_000


@pytest.mark.pitfall("quiz-host-app 8")
def test_a_stranger_on_the_same_store_waits_for_the_lease_and_is_refused_while_it_is_renewed(
    both: tuple[Worker, Worker], clock: Clock
) -> None:
    store = both[0].store
    alone = Registration(store, False, clock.wall, lambda _seconds: clock.go(1000))
    alone.take()

    def a_second(_seconds: float) -> None:
        clock.go(1000)
        alone._renew()

    stranger = Registration(store, True, clock.wall, a_second)
    with pytest.raises(DatabaseBusy):
        stranger.take()
    clock.go(LEASE)
    stranger.take()
    Registration(store, True, clock.wall, lambda _seconds: None).take()


def test_whoever_leaves_makes_room_at_once_but_not_for_those_who_are_several(
    both: tuple[Worker, Worker], tmp_path: Path, clock: Clock
) -> None:
    def never(_seconds: float) -> None:
        raise AssertionError("nobody has to wait")

    with registered(f"sqlite:///{tmp_path / 'common.sqlite3'}", False, clock.wall, never):
        other = Registration(both[0].store, False, clock.wall, lambda _seconds: clock.go(1000))
        assert not other._renew()
    several = [Registration(both[0].store, True, clock.wall, never) for _ in range(2)]
    for one in several:
        one.take()
    several[0].leave()
    assert not other._renew()
