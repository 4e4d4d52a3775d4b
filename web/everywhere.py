"""Pushes that have to reach the screens of all workers: done here, and told to the others, who do the same there.

Rows need no telling here: each worker draws them for its own screens, and no fragment leaves it but to a screen.
"""

from collections.abc import Callable, Mapping
from typing import Any

from engine.game import Seat
from engine.room.commands import Wall
from web.neighbours import Neighbours
from web.presence import Socket, Sockets
from web.push import Emit, Later, Push
from web.rooms import Rooms
from web.scenes import Scenes


class PushEverywhere(Push):
    """A Push of one of several workers. `restate` is called when this worker's screens are not what they were."""

    def __init__(
        self,
        rooms: Rooms,
        scenes: Scenes,
        sockets: Sockets,
        wall: Callable[[], Wall],
        emit: Emit,
        later: Later,
        neighbours: Neighbours,
    ) -> None:
        super().__init__(rooms, scenes, sockets, wall, emit, later)
        self.restate: Callable[[], None] = lambda: None
        self._tell = neighbours.tell
        neighbours.on("turn_away", self._hear_turn_away)
        neighbours.on("ticket_over", self._hear_ticket_over)
        neighbours.on("front", self._hear_in_front)

    def presence_changed(self, code: str) -> None:
        super().presence_changed(code)
        self.restate()

    def presence_elsewhere(self, code: str) -> None:
        """The same at another worker, which has stated it already."""
        super().presence_changed(code)

    def backstage_changed(self) -> None:
        super().backstage_changed()
        self._tell("backstage")

    def backstage_elsewhere(self) -> None:
        """The same at another worker, which has told it already."""
        super().backstage_changed()

    def turn_away(self, code: str, device: str) -> None:
        super().turn_away(code, device)
        self._tell("turn_away", room=code, device=device)

    def ticket_over(self, code: str, seat: Seat) -> None:
        super().ticket_over(code, seat)
        self._tell("ticket_over", room=code, seat=seat)

    def in_front(self, socket: Socket) -> None:
        super().in_front(socket)
        self._tell("front", room=socket.code, device=socket.device, page=socket.page)

    def _hear_turn_away(self, message: Mapping[str, Any]) -> None:
        super().turn_away(message["room"], message["device"])

    def _hear_ticket_over(self, message: Mapping[str, Any]) -> None:
        super().ticket_over(message["room"], message["seat"])

    def _hear_in_front(self, message: Mapping[str, Any]) -> None:
        page = Socket("", message["room"], "phone", "", message["device"], None, message["page"])
        self._sockets.bring_to_front(page)
        super().in_front(page)
