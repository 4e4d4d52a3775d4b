"""Rings each room's next deadline, keeps the heartbeat, and holds rooms that time has run away from.

Downtime does not eat game time: after a gap or a jump of the clock a room is held where it was last seen running.
"""

import logging
import threading
from collections.abc import Callable

from engine.game import Bell, Due, Refused
from engine.room.commands import Hold, Keeper, Wall
from engine.room.decide import bell
from engine.room.state import RoomState
from web.rooms import Rooms
from web.store import Store

BEAT = 1000
"""Milliseconds between heartbeats."""
LONGEST_GAP = 3000
"""A clock that was away for longer than this many milliseconds has jumped."""
SHORTEST_NAP, LONGEST_NAP = 5, 200

_log = logging.getLogger(__name__)


class Bells:
    """One loop for all rooms. `wall` and `monotonic` tell the time in ms, `sleep` takes seconds."""

    def __init__(
        self,
        rooms: Rooms,
        store: Store,
        wall: Callable[[], Wall],
        monotonic: Callable[[], int],
        sleep: Callable[[float], object],
    ) -> None:
        self._rooms, self._store = rooms, store
        self._wall, self._monotonic, self._sleep = wall, monotonic, sleep
        self._seen = (wall(), monotonic())
        self._beaten = 0
        self._turn = threading.Lock()

    def hold_after_restart(self) -> None:
        """Hold every room whose deadline was running when the server stopped, at the last moment it was seen."""
        for code in self._rooms.codes():
            if _running(self._rooms.state(code)):
                last_row = self._rooms.logged(code)[-1].row.at
                self._hold(code, max(last_row, self._store.last_beat(code) or 0))

    def run(self) -> None:
        """Go on for ever."""
        while True:
            nap = LONGEST_NAP
            try:
                self.look()
                nap = self._until_next()
            except Exception:  # a full disk must not silence the bells for good
                _log.exception("the bells stumbled")
            self._sleep(nap / 1000)

    def look(self) -> None:
        """Hold what the clock has jumped over, beat, and ring what is due."""
        self.notice()
        codes = [code for code in self._rooms.codes() if _running(self._rooms.state(code))]
        if abs(self._wall() - self._beaten) >= BEAT:
            self._beaten = self._wall()
            self._store.beat(codes, self._beaten)
        for code in codes:
            self._ring(code)

    def notice(self) -> None:
        """Hold all running rooms if the clock has jumped since the last look; called before anything is decided."""
        with self._turn:
            wall, monotonic = self._wall(), self._monotonic()
            before, ticked = wall - self._seen[0], monotonic - self._seen[1]
            since = self._seen[0]
            self._seen = (wall, monotonic)
        if before > LONGEST_GAP or abs(before - ticked) > LONGEST_GAP:
            for code in self._rooms.codes():
                if _running(self._rooms.state(code)):
                    self._hold(code, since)

    def _hold(self, code: str, since: Wall) -> None:
        number = self._rooms.state(code).number
        self._submit(code, Keeper(), f"hold-{number}", Hold(since))

    def _ring(self, code: str) -> None:
        state = self._rooms.state(code)
        due = _running(state)
        if due and state.clock.wall(due.at) <= self._wall():
            self._submit(code, Bell(), f"bell-{state.number}", due.command)

    def _submit(self, code: str, actor: Bell | Keeper, command_id: str, command: object) -> None:
        try:
            self._rooms.submit(code, actor, command_id, command)
        except Refused as refused:  # somebody else was first
            _log.debug("room %s: %s was refused: %s", code, command_id, refused.reason)

    def _until_next(self) -> int:
        """Milliseconds to sleep: to the next deadline, but never for so long that a new one could be missed."""
        now = self._wall()
        states = map(self._rooms.state, self._rooms.codes())
        ends = [state.clock.wall(due.at) - now for state in states if (due := _running(state))]
        return max(SHORTEST_NAP, min([LONGEST_NAP, *ends]))


def _running(state: RoomState) -> Due | None:
    """What the room's clock is running towards, if it runs."""
    return None if state.clock.stopped else bell(state)
