"""Rings each room's next deadline, keeps the heartbeat, and holds rooms that time has run away from.

Downtime does not eat game time: after a gap or a jump of the clock a room is held where it was last seen running.
"""

import logging
from collections.abc import Callable

from engine.game import Bell, Due, Refused
from engine.room.commands import Hold, Keeper, Wall
from engine.room.decide import bell
from engine.room.state import RoomState
from web.rooms import Rooms
from web.store import Store
from web.watch import LONGEST_GAP, Watch

BEAT = 1000
"""Milliseconds between heartbeats."""
SHORTEST_NAP, LONGEST_NAP = 5, 200

_log = logging.getLogger(__name__)


class Bells:
    """One loop for all rooms; `sleep` takes seconds.

    With several workers each rings, under ids by which all but the first are known for repetitions; and as long as one
    is alive, by a heartbeat in the store no older than `others` milliseconds, no room is held for those that were not.
    `late` is told by how many milliseconds a bell came late.
    """

    def __init__(
        self,
        rooms: Rooms,
        store: Store,
        watch: Watch,
        sleep: Callable[[float], object],
        others: int = 0,
        late: Callable[[int], object] = lambda _milliseconds: None,
    ) -> None:
        self._rooms, self._store, self._watch, self._sleep = rooms, store, watch, sleep
        self._others, self._late = others, late
        self._beaten = watch.now() - BEAT

    def hold_after_restart(self) -> None:
        """Hold every room whose deadline was running when the server stopped, at the last moment it was seen."""
        for code in self._rooms.codes():
            if _running(self._rooms.state(code)):
                last_row = self._rooms.logged(code)[-1].row.at
                self._hold(code, max(last_row, self._store.last_beat(code) or 0))

    def run(self) -> None:
        """Go on for ever."""
        stumbling = False
        while True:
            nap = LONGEST_NAP
            try:
                self.look()
                nap, stumbling = self._until_next(), False
            except Exception:  # a full disk must not silence the bells for good, nor be filled by telling of it
                if not stumbling:
                    _log.exception("the bells stumble until further notice")
                stumbling = True
            self._sleep(nap / 1000)

    def look(self) -> None:
        """Hold what the clock has jumped over, beat, and ring what is due."""
        self.notice()
        self._beat()
        codes = [code for code in self._rooms.codes() if _running(self._rooms.state(code))]
        for code in codes:
            self._ring(code)

    def notice(self) -> None:
        """Hold all running rooms if the clock has jumped since the last look; called before anything is decided."""
        since = self._watch.jumped_since()
        if since is not None:
            self._hold_running(since)

    def _beat(self) -> None:
        """Note each second which rooms run; what could not be noted for too long was no time to play in either."""
        wall = self._watch.now()
        if abs(wall - self._beaten) < BEAT:
            return
        if abs(wall - self._beaten) > LONGEST_GAP + BEAT:
            self._hold_running(self._beaten)
        running = [code for code in self._rooms.codes() if _running(self._rooms.state(code))]
        self._store.beat(running, wall)
        self._beaten = wall

    def _hold_running(self, since: Wall) -> None:
        for code in self._rooms.codes():
            if _running(self._rooms.fresh(code)):
                self._hold(code, since)

    def _hold(self, code: str, since: Wall) -> None:
        """Hold a room at this moment, or at the last heartbeat of those who have gone on without this worker."""
        last = self._rooms.logged(code)[-1].row
        if self._others:
            beat = self._store.last_beat(code) or 0
            if abs(self._watch.now() - beat) <= self._others:
                return
            since = max(since, beat, last.at)
        self._submit(code, Keeper(), f"hold-{last.number}", Hold(since))

    def _ring(self, code: str) -> None:
        state = self._rooms.state(code)
        due = _running(state)
        if due and (late := self._watch.now() - state.clock.wall(due.at)) >= 0:
            self._submit(code, Bell(), f"bell-{state.number}", due.command)
            self._late(late)

    def _submit(self, code: str, actor: Bell | Keeper, command_id: str, command: object) -> None:
        try:
            self._rooms.submit(code, actor, command_id, command)
        except Refused as refused:  # somebody else was first
            _log.debug("room %s: %s was refused: %s", code, command_id, refused.reason)

    def _until_next(self) -> int:
        """Milliseconds to sleep: to the next deadline, but never for so long that a new one could be missed."""
        now = self._watch.now()
        states = map(self._rooms.state, self._rooms.codes())
        ends = [state.clock.wall(due.at) - now for state in states if (due := _running(state))]
        return max(SHORTEST_NAP, min([LONGEST_NAP, *ends]))


def _running(state: RoomState) -> Due | None:
    """What the room's clock is running towards, if it runs."""
    return None if state.clock.stopped else bell(state)
