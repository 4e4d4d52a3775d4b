"""Which screens are connected, and what that says of each seat. In memory only: presence is never in the log."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.game import Seat
from engine.room.commands import Wall
from engine.room.state import RoomState

LIVE, ASLEEP, GONE, BOT = "live", "asleep", "gone", "bot"
MOST_PAGES = 20
"""Of one phone that are remembered; older ones count as new when they come again."""


@dataclass(frozen=True)
class Socket:
    """One connected screen: `screen` is phone, watch, board or host; `device` and `badge` say what its cookies said.

    `page` stays the same while a page is open, whatever becomes of its connections.
    """

    sid: str
    code: str
    screen: str
    language: str
    device: str
    badge: str | None
    page: str = ""


@dataclass(frozen=True)
class Reach:
    """How a seat's phone is connected: by how many ms its clock is ahead, if known, and whether it has to poll."""

    ahead: int | None
    polling: bool


@dataclass(frozen=True)
class Presence:
    """Whether somebody looks at a seat's phone, and since when, in wall milliseconds."""

    state: str
    since: Wall


class Sockets:
    """All connected screens of this process; `polls` says of a socket's id whether it has no websocket.

    Of several pages of one phone the one that was opened last is in front, until another is asked to be.
    """

    def __init__(self, wall: Callable[[], Wall], polls: Callable[[str], bool] = lambda _sid: False) -> None:
        self._wall, self._polls = wall, polls
        self._started = wall()
        self._by_sid: dict[str, Socket] = {}
        self._asleep: set[str] = set()
        self._phones: dict[tuple[str, str], Presence] = {}
        self._ahead: dict[str, int] = {}
        self._pages: dict[tuple[str, str], tuple[str, ...]] = {}

    def add(self, socket: Socket) -> None:
        self._by_sid[socket.sid] = socket
        if socket.screen == "phone" and socket.page not in self._pages.get((socket.code, socket.device), ()):
            self.bring_to_front(socket)
        self._note_phone(socket)

    def remove(self, sid: str) -> Socket | None:
        socket = self._by_sid.pop(sid, None)
        self._asleep.discard(sid)
        self._ahead.pop(sid, None)
        if socket:
            self._note_phone(socket)
        return socket

    def get(self, sid: str) -> Socket | None:
        return self._by_sid.get(sid)

    def set_asleep(self, socket: Socket, asleep: bool) -> None:
        """A phone that is locked or shows something else still has its socket, for a while."""
        (self._asleep.add if asleep else self._asleep.discard)(socket.sid)
        self._note_phone(socket)

    def set_ahead(self, socket: Socket, milliseconds: int) -> bool:
        """Note by how much this screen's clock is ahead, to the tenth of a second; whether that is news."""
        rounded = round(milliseconds, -2)
        before = self._ahead.get(socket.sid)
        self._ahead[socket.sid] = rounded
        return before != rounded

    def bring_to_front(self, socket: Socket) -> None:
        """Of this phone's pages, this is the one that its player uses."""
        phone = (socket.code, socket.device)
        others = tuple(page for page in self._pages.get(phone, ()) if page != socket.page)
        self._pages[phone] = (*others, socket.page)[-MOST_PAGES:]

    def aside(self, socket: Socket) -> bool:
        """Whether this phone's player uses another page of it."""
        pages = self._pages.get((socket.code, socket.device), (socket.page,))
        return socket.screen == "phone" and bool(socket.device) and pages[-1] != socket.page

    def others_of(self, socket: Socket) -> tuple[Socket, ...]:
        """The same phone's pages that stand aside."""
        return tuple(one for one in self.of_room(socket.code) if one.device == socket.device and self.aside(one))

    def all(self) -> tuple[Socket, ...]:
        return tuple(self._by_sid.values())

    def of_room(self, code: str) -> tuple[Socket, ...]:
        return tuple(socket for socket in self.all() if socket.code == code)

    def board_seen(self, code: str) -> bool:
        return any(socket.screen == "board" for socket in self.of_room(code))

    def seats(self, state: RoomState) -> Iterator[tuple[Seat, Presence]]:
        """Each taken seat's presence, in order of seats."""
        for seat, holder in sorted(state.seats.items()):
            never = Presence(BOT if holder.bot else GONE, self._started)
            yield seat, never if holder.bot else self._phones.get((state.code, holder.device), never)

    def reach(self, state: RoomState) -> Iterator[tuple[Seat, Reach]]:
        """How each phone that is here is connected, in order of seats."""
        phones = {one.device: one for one in self.of_room(state.code) if one.screen == "phone" and not self.aside(one)}
        for seat, holder in sorted(state.seats.items()):
            if not holder.bot and holder.device in phones:
                sid = phones[holder.device].sid
                yield seat, Reach(self._ahead.get(sid), self._polls(sid))

    def _note_phone(self, socket: Socket) -> None:
        if socket.screen != "phone":
            return
        phone = (socket.code, socket.device)
        sids = [one.sid for one in self.of_room(socket.code) if one.screen == "phone" and one.device == socket.device]
        state = LIVE if set(sids) - self._asleep else ASLEEP if sids else GONE
        before = self._phones.get(phone)
        if before is None or before.state != state:
            self._phones[phone] = Presence(state, self._wall())
