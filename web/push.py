"""Sends each audience its fragment whenever what it sees has changed: drawn once, seats first, spectators last."""

import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from engine.game import Seat
from engine.room.commands import Wall
from engine.room.events import Row
from engine.room.state import RoomState
from web.presence import Socket, Sockets
from web.rooms import Rooms
from web.scenes import Audience, Scene, Scenes, audience_of

SPECTATOR_DELAY = 0.2
"""Seconds in which changes for those who only watch are gathered."""
PRESENCE_DELAY = 0.8
"""Seconds in which comings and goings are gathered, so that a reload is no news."""

Emit = Callable[[str, dict[str, object], Sequence[str]], None]
"""Send an event with its content to these sockets."""
Later = Callable[[float, Callable[[], None]], object]
"""Call something after so many seconds, in the background."""

_ORDER = ("phone", "host", "board", "watch")


@dataclass(frozen=True)
class Drawn:
    """What an audience was last sent."""

    scene: Scene
    html: str


class Push:
    """Fragments on their way to sockets."""

    def __init__(
        self, rooms: Rooms, scenes: Scenes, sockets: Sockets, wall: Callable[[], Wall], emit: Emit, later: Later
    ) -> None:
        self._rooms, self._scenes, self._sockets = rooms, scenes, sockets
        self._wall, self._emit, self._later = wall, emit, later
        self._drawn: dict[tuple[str, Audience], Drawn] = {}
        self._turn = threading.RLock()
        self._planned: set[tuple[str, tuple[str, ...]]] = set()

    def changed(self, code: str, state: RoomState, _row: Row) -> None:
        """A listener of `Rooms`: everybody at once, but those who only watch a little later."""
        self._send(state, ("phone", "host", "board"))
        self._plan(code, SPECTATOR_DELAY, ("watch",))

    def presence_changed(self, code: str) -> None:
        """Somebody came, went or fell asleep: soon, where that is shown."""
        self._plan(code, PRESENCE_DELAY, ("host", "board"))

    def foreseen(self, code: str) -> None:
        """The chances at an open showdown are known."""
        self._plan(code, 0, ("board",))

    def backstage_changed(self) -> None:
        """Something beside the rooms has changed: addresses, co-hosts."""
        for code in {socket.code for socket in self._sockets.all()}:
            self._plan(code, 0, _ORDER)

    def whole(self, socket: Socket) -> None:
        """The whole fragment, to a socket that came or lags; `gone` when its page is not the right one any more."""
        with self._turn:
            state = self._rooms.state(socket.code)
            audience = audience_of(socket, _seats_by_device(state).get(socket.device))
            if audience is None:
                self.gone(socket)
                return
            if self._sockets.aside(socket):
                self.aside(socket)
                return
            drawn, fresh = self._draw(state, audience)
            # What is drawn afresh must reach the others of this audience too: it will not be fresh a second time.
            everyone, _ = self._audiences(state, frozenset((socket.screen,)))
            self._emit_fragment(state, drawn, everyone[audience] if fresh else [socket.sid])

    def gone(self, socket: Socket) -> None:
        """This page has to be loaded anew."""
        self._emit("gone", {}, [socket.sid])

    def aside(self, socket: Socket) -> None:
        """This phone's player uses another page of it; nothing more comes here until they ask for this one."""
        self._emit("aside", {}, [socket.sid])

    def in_front(self, socket: Socket) -> None:
        """This page is the one that its player uses: the same phone's others stand aside."""
        for other in self._sockets.others_of(socket):
            if other.page != socket.page:
                self.aside(other)

    def turn_away(self, code: str, device: str) -> None:
        """All pages of a device in this room have to be loaded anew."""
        for socket in self._sockets.of_room(code):
            if socket.device == device:
                self.gone(socket)

    def ticket_over(self, code: str, seat: Seat) -> None:
        """The one-time ticket of this seat was used: whoever shows it can put it away."""
        hosts = [socket.sid for socket in self._sockets.of_room(code) if socket.screen == "host"]
        self._emit("ticket_over", {"seat": seat}, hosts)

    def _plan(self, code: str, seconds: float, screens: tuple[str, ...]) -> None:
        """Send to these screens in a while, once for all that happens until then."""
        plan = (code, screens)
        with self._turn:
            if plan in self._planned:
                return
            self._planned.add(plan)

        def send() -> None:
            with self._turn:
                self._planned.discard(plan)
                self._send(self._rooms.state(code), screens)

        self._later(seconds, send)

    def _send(self, state: RoomState, screens: Iterable[str]) -> None:
        """Whatever changed since it was last drawn, to the audiences of these screens; `gone` to wrong pages."""
        with self._turn:
            audiences, gone = self._audiences(state, frozenset(screens))
            if gone:
                self._emit("gone", {}, gone)
            for audience in sorted(audiences, key=lambda one: _ORDER.index(one.screen)):
                drawn, fresh = self._draw(state, audience)
                if fresh:
                    self._emit_fragment(state, drawn, audiences[audience])

    def _audiences(self, state: RoomState, screens: frozenset[str]) -> tuple[dict[Audience, list[str]], list[str]]:
        """Sockets by audience, and those that show the wrong page; forgets what nobody looks at any more."""
        seats = _seats_by_device(state)
        found: dict[Audience, list[str]] = defaultdict(list)
        gone = []
        for socket in self._sockets.of_room(state.code):
            if socket.screen not in screens:
                continue
            audience = audience_of(socket, seats.get(socket.device))
            if audience is None:
                gone.append(socket.sid)
            elif not self._sockets.aside(socket):
                found[audience].append(socket.sid)
        for code, audience in tuple(self._drawn):
            if code == state.code and audience.screen in screens and audience not in found:
                del self._drawn[code, audience]
        return found, gone

    def _draw(self, state: RoomState, audience: Audience) -> tuple[Drawn, bool]:
        """The audience's fragment, and whether it differs from what was drawn last."""
        scene = self._scenes.scene(state, audience)
        last = self._drawn.get((state.code, audience))
        if last and last.scene == scene:
            return last, False
        drawn = Drawn(scene, self._scenes.draw(scene, audience))
        self._drawn[state.code, audience] = drawn
        return drawn, True

    def _emit_fragment(self, state: RoomState, drawn: Drawn, sids: Sequence[str]) -> None:
        self._emit("fragment", {"number": state.number, "html": drawn.html, "at": self._wall()}, sids)


def _seats_by_device(state: RoomState) -> dict[str, Seat]:
    return {holder.device: seat for seat, holder in state.seats.items() if holder.device}
