"""Which screens are connected, and what that says of each seat. In memory only: presence is never in the log."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.game import Seat
from engine.room.commands import Wall
from engine.room.state import RoomState

LIVE, ASLEEP, GONE, BOT = "live", "asleep", "gone", "bot"


@dataclass(frozen=True)
class Socket:
    """One connected screen: `screen` is phone, watch, board or host; `device` and `badge` say what its cookies said."""

    sid: str
    code: str
    screen: str
    language: str
    device: str
    badge: str | None


@dataclass(frozen=True)
class Presence:
    """Whether somebody looks at a seat's phone, and since when, in wall milliseconds."""

    state: str
    since: Wall


class Sockets:
    """All connected screens of this process."""

    def __init__(self, wall: Callable[[], Wall]) -> None:
        self._wall = wall
        self._started = wall()
        self._by_sid: dict[str, Socket] = {}
        self._asleep: set[str] = set()
        self._phones: dict[tuple[str, str], Presence] = {}

    def add(self, socket: Socket) -> None:
        self._by_sid[socket.sid] = socket
        self._note_phone(socket)

    def remove(self, sid: str) -> Socket | None:
        socket = self._by_sid.pop(sid, None)
        self._asleep.discard(sid)
        if socket:
            self._note_phone(socket)
        return socket

    def get(self, sid: str) -> Socket | None:
        return self._by_sid.get(sid)

    def set_asleep(self, socket: Socket, asleep: bool) -> None:
        """A phone that is locked or shows something else still has its socket, for a while."""
        (self._asleep.add if asleep else self._asleep.discard)(socket.sid)
        self._note_phone(socket)

    def all(self) -> tuple[Socket, ...]:
        return tuple(self._by_sid.values())

    def of_room(self, code: str) -> tuple[Socket, ...]:
        return tuple(socket for socket in self.all() if socket.code == code)

    def with_badge(self, badge_of: str) -> tuple[Socket, ...]:
        """Screens that came in by this badge, or by one that begins so."""
        return tuple(one for one in self.all() if one.badge and one.badge.startswith(badge_of))

    def board_seen(self, code: str) -> bool:
        return any(socket.screen == "board" for socket in self.of_room(code))

    def seats(self, state: RoomState) -> Iterator[tuple[Seat, Presence]]:
        """Each taken seat's presence, in order of seats."""
        for seat, holder in sorted(state.seats.items()):
            never = Presence(BOT if holder.bot else GONE, self._started)
            yield seat, never if holder.bot else self._phones.get((state.code, holder.device), never)

    def _note_phone(self, socket: Socket) -> None:
        if socket.screen != "phone":
            return
        phone = (socket.code, socket.device)
        sids = [one.sid for one in self.of_room(socket.code) if one.screen == "phone" and one.device == socket.device]
        state = LIVE if set(sids) - self._asleep else ASLEEP if sids else GONE
        before = self._phones.get(phone)
        if before is None or before.state != state:
            self._phones[phone] = Presence(state, self._wall())
