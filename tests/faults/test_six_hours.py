"""An evening of six hours in minutes: the real console by a clock that runs fast, with events and tables one by one."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from engine.game import Bell
from engine.room.commands import Hold
from engine.room.decide import bell
from engine.room.fold import apply
from engine.room.state import RoomState
from tests.conftest import uncomplaining
from tests.faults.autopsy import Findings, examine, replica, settle
from tests.faults.evening import Evening, Room
from tests.faults.nursery import Census, ForkedConsole, Nursery, Pace
from tests.faults.people import Choice, a_hosts_choice, a_players_choice
from tests.faults.test_kills import ends_rightly
from web.logged import Logged

SECOND, MINUTE, HOUR = 1_000, 60_000, 3_600_000
LATEST = 3 * SECOND
"""A bell that rings so long after its deadline, on a machine that is busy, is no bell that was forgotten."""
MOST_BYTES_A_ROW = 20_000
"""A room stays in memory with all its rows; nothing else may grow."""

_log = logging.getLogger(__name__)


@pytest.fixture
def console(nursery: Nursery, tmp_path: Path) -> Iterator[ForkedConsole]:
    with uncomplaining(ForkedConsole(tmp_path / "data", nursery=nursery, pace=Pace(tmp_path / "pace"))) as running:
        yield running


@dataclass
class Night:
    """What goes on, room by room, press by press. `over` are rooms that have ended."""

    console: ForkedConsole
    evening: Evening
    dice: Random
    over: list[Room] = field(default_factory=list)
    sleeps: int = 0
    reloads: int = 0
    passed: int = 0

    def go_on(self, milliseconds: int) -> None:
        """So much of the evening."""
        until = self.passed + milliseconds
        while self.passed < until:
            for room in self.evening.rooms:
                self._play(room)
            self._trouble()
            step = self.dice.randint(20 * SECOND, 100 * SECOND)
            assert self.console.pace
            self.console.pace.go(step)
            self.passed += step
            self._next_rooms()

    def end(self) -> None:
        """The hosts bring everything to its end."""
        self.evening.begin()
        self.evening.end()

    def _play(self, room: Room) -> None:
        for player in room.players.values():
            player.take_part()
        for player in self.dice.sample(list(room.players.values()), min(3, len(room.players))):
            player.press(a_players_choice(player))
        room.host.press(self._hosts_choice(room))

    def _hosts_choice(self, room: Room) -> Choice:
        """While a clock runs the host lets it run, more often than not; otherwise they go on."""
        running = "data-ends" in room.host.html
        if running and self.dice.random() < 0.9:
            return lambda _offered: None
        return a_hosts_choice(room.host, 0.5 if running else 0.02)

    def _trouble(self) -> None:
        self.dice.choice(self.evening.people()).reload()
        self.reloads += 1
        if self.dice.random() < 0.03:
            assert self.console.pace
            self.console.pace.sleep(self.dice.randint(4 * SECOND, 20 * MINUTE))
            self.sleeps += 1

    def _next_rooms(self) -> None:
        """Where something has ended, the next begins; tables are closed now and then."""
        for place, room in enumerate(self.evening.rooms):
            if room.game != "team_poker" and self.dice.random() < 0.01:
                closing = [offer for offer in room.host.screen_read().offers if offer.kind == "CloseTable"]
                if closing:
                    room.host.send(closing[0].kind, closing[0].body)
            if room.ended:
                self.over.append(room)
                for person in room.everyone:
                    person.leave()
                self.evening.rooms[place] = self.evening.open(room.game)


@dataclass
class Rung:
    """Bells that rang, how many of them while nobody else had gone on, and by how much the latest was late."""

    bells: int = 0
    latest: int = 0
    holds: int = 0


def check_bells(log: tuple[Logged, ...], rung: Rung) -> None:
    """No row came after a deadline that was running, but the bell's own and the one that holds the room."""
    state: RoomState | None = None
    for one in log:
        due = bell(state) if state and not state.clock.stopped else None
        if due and state and not isinstance(one.row.command, Hold):
            late = one.row.at - state.clock.wall(due.at)
            assert late <= LATEST, f"row {one.row.number} came {late} ms after a deadline"
            rung.latest = max(rung.latest, late)
        rung.bells += isinstance(one.row.actor, Bell)
        rung.holds += isinstance(one.row.command, Hold)
        state = apply(state, one.row)


def night(console: ForkedConsole, seed: int, milliseconds: int, folder: Path) -> tuple[Rung, list[Census], int]:
    """So much of an evening, and what must hold of it; gives the bells, a census a quarter, and the rows."""
    dice = Random(seed)
    passing = Night(console, Evening(console, dice, console.url), dice)
    rung, counted, findings, rows = Rung(), list[Census](), Findings(), 0
    try:
        for _ in range(4):
            passing.go_on(milliseconds // 4)
            counted.append(console.census())
        passing.end()
        passing.evening.rooms += passing.over
        with replica(console.data) as copy:
            for code in copy.rooms.codes():
                check_bells(copy.rooms.logged(code), rung)
                rows += copy.rooms.state(code).number
        for room in passing.evening.rooms:
            ends_rightly(room.host.visitor.get(f"/host/{room.code}/export.json").text, room.game, folder)
        examine(passing.evening, findings)
        settle(passing.evening, findings)
    finally:
        passing.evening.leave()
    _log.info(
        "%d rooms, %d rows, %d reloads, %d sleeps, %s, %s, %s",
        *(len(passing.evening.rooms), rows, passing.reloads, passing.sleeps, rung, findings, counted),
    )
    return rung, counted, rows


@pytest.mark.long
def test_six_hours_ring_every_bell_lose_nothing_and_leave_files_and_memory_as_they_were(
    console: ForkedConsole, tmp_path: Path
) -> None:
    rung, counted, rows = night(console, 6, 6 * HOUR, tmp_path)
    first, last = counted[0], counted[-1]
    assert rung.bells > 100 and rung.holds
    assert last.files <= first.files + 5 and last.sessions <= first.sessions + 5
    assert last.memory - first.memory < MOST_BYTES_A_ROW * rows
