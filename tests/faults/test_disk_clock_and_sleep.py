"""A full disk, a clock that jumps and a laptop that slept, at a real console: each is told and costs nobody a thing."""

import os
import re
import resource
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from tests.faults.autopsy import replica
from tests.faults.nursery import Clock, ForkedConsole, Nursery, Pace
from tests.faults.people import Person
from tests.web.visitors import Visitor, cards_of
from web.store import Entry

SECONDS = 1000
AWAY = "The console was away"
SETTLING = 60.0
"""Seconds in which every screen must have heard."""
SLACK = 2_000
"""Milliseconds that may go by between a look at a screen and what a test does next, on a busy machine."""


class Event:
    """An event in its first countdown: a host, a board and a phone; bots hold the other seats, or nobody does."""

    def __init__(self, console: ForkedConsole, bots: bool = True) -> None:
        self.console = console
        host = Visitor(console.url)
        host.log_in(console.host_key)
        self.code = host.open_room()
        visitors = [Visitor(console.url) for _ in range(1 if bots else 10)]
        for number, visitor in enumerate(visitors, 1):
            visitor.join(self.code, f"Player {number}")
        self.host, self.board = self._person(host, "host"), self._person(Visitor(console.url), "board")
        self.phones = [self._person(visitor, "phone") for visitor in visitors]
        if bots:
            assert self.host.send("FillWithBots", {}).number
        assert self.host.send("CallDeal", {}).number
        self.see(lambda html: "data-ends" in html)

    @property
    def people(self) -> list[Person]:
        return [self.host, self.board, *self.phones]

    def see(self, wanted: Callable[[str], bool]) -> None:
        """Wait until every screen shows it, coming back where a line has broken."""
        until = time.monotonic() + SETTLING
        while not all(wanted(person.html) for person in self.people):
            unlike = [(one.screen, one.number, one.html) for one in self.people if not wanted(one.html)]
            assert time.monotonic() < until, unlike
            for person in self.people:
                person.connect()
            time.sleep(0.05)

    def see_nothing_happen(self, wanted: Callable[[str], bool]) -> None:
        """Watch every screen for a while: it must go on showing it."""
        for _ in range(5):
            time.sleep(0.2)
            for person in self.people:
                person.connect()
                assert wanted(person.html)

    def ends(self) -> int:
        """When the countdown ends, in the console's wall time."""
        return _number("data-ends", self.board.html)

    def left(self) -> int:
        """What is left of the countdown that stands still."""
        return _number("data-left", self.board.html)

    def leave(self) -> None:
        for person in self.people:
            person.leave()

    def _person(self, visitor: Visitor, screen: str) -> Person:
        person = Person(visitor, self.code, screen, Random(1))
        person.connect()
        return person


def _number(name: str, html: str) -> int:
    found = re.search(rf'{name}="(\d+)"', html)
    assert found, html
    return int(found[1])


def held(html: str) -> bool:
    return AWAY in html and "data-left" in html


def running(html: str) -> bool:
    return "data-ends" in html and "data-left" not in html


@pytest.fixture
def clock(tmp_path: Path) -> Clock:
    return Clock(tmp_path / "clock")


@pytest.fixture
def event(nursery: Nursery, tmp_path: Path, clock: Clock) -> Iterator[Event]:
    console = ForkedConsole(tmp_path / "data", nursery=nursery, clock=clock)
    console.data.mkdir()
    console.start()
    event = Event(console)
    yield event
    event.leave()
    console.stop()
    assert "Traceback" not in console.log(), console.log()


def test_a_clock_that_jumps_by_more_than_three_seconds_holds_the_room_and_takes_no_time(
    event: Event, clock: Clock
) -> None:
    ahead = 0
    for jump in (3600 * SECONDS, -3600 * SECONDS, 4 * SECONDS, -4 * SECONDS):
        left = event.ends() - _now(ahead)
        ahead += jump
        clock.set(ahead)
        event.see(held)
        assert left - SLACK <= event.left() <= left + SLACK
        stood = event.left()
        assert event.host.send("Resume", {}).number
        event.see(running)
        assert stood - SLACK <= event.ends() - _now(ahead) <= stood + SLACK


def test_a_clock_that_jumps_by_less_than_three_seconds_holds_nothing(event: Event, clock: Clock) -> None:
    ends = event.ends()
    for ahead in (2 * SECONDS, 0, -2 * SECONDS, 0):
        clock.set(ahead)
        event.see_nothing_happen(running)
        assert event.ends() == ends


def test_a_laptop_that_slept_holds_the_room_at_the_last_beat_on_every_screen_until_the_host_goes_on(
    event: Event,
) -> None:
    left = event.ends() - _now()
    os.kill(event.console.pid, signal.SIGSTOP)
    time.sleep(4)
    os.kill(event.console.pid, signal.SIGCONT)
    event.see(held)
    assert left - SLACK <= event.left() <= left + SLACK
    stood = event.left()
    event.see_nothing_happen(lambda html: held(html) and _number("data-left", html) == stood)
    assert event.host.send("Resume", {}).number
    event.see(running)
    assert stood - SLACK <= event.ends() - _now() <= stood + SLACK


def _now(ahead: int = 0) -> int:
    return time.time_ns() // 1_000_000 + ahead


Full = Callable[[ForkedConsole], AbstractContextManager[None]]


@contextmanager
def no_file_may_grow(console: ForkedConsole) -> Iterator[None]:
    """As with a quota: not a byte behind the first few of any file is written."""
    _, most = resource.prlimit(console.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(console.pid, resource.RLIMIT_FSIZE, (4096, most))
    yield
    resource.prlimit(console.pid, resource.RLIMIT_FSIZE, (most, most))


@contextmanager
def no_space_is_left(console: ForkedConsole) -> Iterator[None]:
    """Something else has filled the disk, and is thrown away later."""
    filler = console.data / "a film"
    with filler.open("wb", buffering=0) as film:
        try:
            while True:
                film.write(bytes(1024))
        except OSError:
            pass
        yield
    filler.unlink()


@contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)], check=True, capture_output=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def _can_mount() -> bool:
    with TemporaryDirectory() as folder:
        try:
            with small_disk(Path(folder)):
                return True
        except (OSError, subprocess.CalledProcessError):
            return False


FULL = [no_file_may_grow, *([no_space_is_left] if shutil.which("mount") and _can_mount() else [])]


@pytest.fixture(params=FULL, ids=lambda full: full.__name__)
def full(request: pytest.FixtureRequest) -> Full:
    found: Full = request.param
    return found


@pytest.fixture
def starved(nursery: Nursery, tmp_path: Path, full: Full) -> Iterator[Event]:
    """The same, on a disk that can be filled; of what that makes it complain the log may tell."""
    data = tmp_path / "data"
    data.mkdir()
    with small_disk(data) if full is no_space_is_left else nullcontext():
        console = ForkedConsole(data, nursery=nursery, pace=Pace(tmp_path / "pace"))
        console.start()
        event = Event(console, bots=False)
        yield event
        event.leave()
        assert console.stop() == 0


def test_on_a_full_disk_everything_is_refused_with_a_sentence_and_goes_on_when_there_is_space(
    starved: Event, full: Full
) -> None:
    host, phone, code = starved.host, starved.phones[3], starved.code
    hand = {"round": 1, "cards": cards_of(phone.html), "invited": []}
    with full(starved.console):
        until_full(host)
        before = entries(starved)
        refused = phone.send("ProposeHand", hand)
        assert refused.answer and refused.answer["reason"] == "not_saved"
        assert refused.answer["say"].startswith("It could not be saved, so nothing was changed. Check the disk")
        assert host.visitor.get(f"/host/{code}").status_code == 200
        opened = host.visitor.post("/host/open", game="holdem", title="Bàn")
        assert opened.status_code == 503 and "Check the disk" in opened.text
        assert entries(starved) == before
    assert phone.send("ProposeHand", hand).number == len(before) + 1
    after = entries(starved)
    assert after[: len(before)] == before and after[len(before)].command_id == phone.sent[-1].id
    starved.see(lambda html: "Player 4" in html)


def test_a_deadline_that_comes_while_the_disk_is_full_is_kept_as_soon_as_there_is_space(
    starved: Event, full: Full
) -> None:
    assert starved.console.pace
    for _ in range(9):
        assert starved.host.send("ShiftClock", {"milliseconds": -60 * SECONDS}).number
    starved.console.pace.go(58 * SECONDS)
    with full(starved.console):
        until_full(starved.host)
        starved.console.pace.go(3 * SECONDS)
        assert running(starved.board.html)
    starved.see(lambda html: "data-ends" not in html and "data-left" not in html)
    assert entries(starved)[-1].actor == "bell"


def until_full(host: Person) -> None:
    """Titles are changed until one more cannot be saved."""
    for number in range(500):
        if not host.send("SetTitle", {"title": f"{number} {'x' * 60}"}).number:
            return
    raise AssertionError("the disk is not full")


def entries(event: Event) -> tuple[Entry, ...]:
    """What lies on the disk."""
    with replica(event.console.data) as console:
        return console.store.log(event.code)
