"""Keeps one of several workers of one mind with the others: their rows, who is at their screens, and who leads.

What is true stands in the store; messages only say that it is time to look. Without them everyone looks by themselves.
"""

import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from web.access import Access
from web.bots import Bots
from web.everywhere import PushEverywhere
from web.joining import Joining
from web.neighbours import Neighbours
from web.presence import Screen, Sockets
from web.rooms import Rooms
from web.store import Store
from web.tickets import Claims
from web.transport import Transport

LOOK_PAUSE = 1.0
"""Seconds between looks at the store and at Redis."""
COMPARED_EVERY = 5
"""Looks from one comparison with the store to the next while messages pass; without them, each look compares."""
LEASE = 5000
"""Milliseconds in which a worker that says nothing more counts as leading, and as being there."""
GATHERED_FOR = 0.2
"""Seconds in which comings and goings are gathered before they are stated."""
_LEADER = "leader"

_log = logging.getLogger(__name__)


@dataclass
class Together:
    """One of several workers. The one that leads plays the bots, and follows all rooms, whoever looks at them."""

    neighbours: Neighbours
    store: Store
    access: Access
    rooms: Rooms
    sockets: Sockets
    joining: Joining
    claims: Claims
    push: PushEverywhere
    bots: Bots
    transport: Transport
    wall: Callable[[], int]
    leads: bool = False
    _looks: int = 0
    _restating: bool = False

    def __post_init__(self) -> None:
        self.rooms.announce_to(lambda code, number: self.neighbours.tell("rows", room=code, number=number))
        self.push.restate = self._restate_soon
        self.bots.mine = lambda: self.leads
        self.neighbours.changed = lambda: self.transport.start(self._line_changed)
        for kind, hear in (
            ("rows", self._hear_rows),
            ("presence", lambda _message: self._background(self._read_statements)),
            ("backstage", lambda _message: self._background(self._reload)),
            ("out", lambda message: self._background(lambda: self._turn_out(message["device"]))),
        ):
            self.neighbours.on(kind, hear)

    def start(self) -> None:
        """Listen, speak and look from now on."""
        for work in (self.neighbours.listen, self.neighbours.speak, self._watch):
            self.transport.start(work)

    def tell_out(self, device: str) -> None:
        """Let the other workers end the host's pages on this device, or for "" those that have lost their rights."""
        self.neighbours.tell("out", device=device)

    def look(self) -> None:
        """Lead if nobody else does, state who is here, read who is elsewhere, and compare rooms with the store."""
        self._looks += 1
        self._restate()
        self._read_statements()
        self._lead()
        if not self.neighbours.connected or self._looks % COMPARED_EVERY == 0:
            self._compare()

    def _watch(self) -> None:
        while True:
            try:
                self.look()
            except Exception:  # the database is away: it will be back
                self.leads = False
                _log.exception("this worker could not look at what the others do")
            self.transport.sleep(LOOK_PAUSE)

    def _lead(self) -> None:
        now, led = self.wall(), self.leads
        self.leads = self.store.lease(_LEADER, self.neighbours.me, now, now + LEASE)
        if self.leads and not led:
            self.rooms.compare()
            self.bots.wake()

    def _compare(self) -> None:
        self.rooms.compare()
        self._reload()
        self._turn_out("")

    def _line_changed(self) -> None:
        """Redis went or came: the host's page says so, and what was not heard is looked for."""
        self.push.backstage_elsewhere()
        self._compare()

    def _hear_rows(self, message: Mapping[str, Any]) -> None:
        code, number = message["room"], message["number"]
        if self.leads or not self.rooms.knows(code) or self.sockets.of_room(code):
            self._background(lambda: self.rooms.catch_up(code, number))

    def _turn_out(self, device: str) -> None:
        hosts = [one for one in self.sockets.all() if one.screen == "host"]
        ended = () if device else {badge for badge in {one.badge for one in hosts} if self.access.host(badge) is None}
        for one in hosts:
            if one.device == device if device else one.badge in ended:
                self.transport.drop(one.sid)

    def _reload(self) -> None:
        """What is kept beside the rooms."""
        if any([self.joining.reload(), self.claims.reload(), self.access.reload()]):
            self.push.backstage_elsewhere()

    def _restate_soon(self) -> None:
        if not self._restating:
            self._restating = True
            self.transport.later(GATHERED_FOR, self._restate_and_tell)

    def _restate_and_tell(self) -> None:
        self._restating = False
        self._restate()
        self.neighbours.tell("presence")

    def _restate(self) -> None:
        screens = [vars(screen) for screen in self.sockets.screens()]
        self.neighbours.state(json.dumps({"screens": screens, "reached": self.joining.reached_here}))

    def _read_statements(self) -> None:
        """Who is at the other workers' screens; while Redis is away, whoever was."""
        found = self.neighbours.statements()
        if found is None:
            return
        stated = [json.loads(statement) for statement in found.values()]
        changed = self.sockets.set_elsewhere([Screen(**screen) for one in stated for screen in one["screens"]])
        for code in changed:
            self.push.presence_elsewhere(code)
        if self.joining.add_reached(origin for one in stated for origin in one["reached"]):
            self.push.backstage_elsewhere()

    def _background(self, work: Callable[[], object]) -> None:
        """Do this without keeping the next message waiting."""
        self.transport.later(0, work)
