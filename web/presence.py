"""Which screens are connected, and what that says of each seat. In memory only: presence is never in the log."""

from collections.abc import Callable, Collection, Iterable, Iterator
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
class Screen:
    """What other workers need to know of a connected screen."""

    code: str
    screen: str
    device: str
    asleep: bool = False
    aside: bool = False
    ahead: int | None = None
    polling: bool = False


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
    """All connected screens of this process, and what other workers say of theirs.

    `room` gives a room by its code; `polls` says of a socket's id whether it has no websocket.

    Of several pages of one phone the one that was opened last is in front, until another is asked to be. A phone that
    holds a seat is remembered while it is away; of any other nothing stays.
    """

    def __init__(
        self,
        wall: Callable[[], Wall],
        room: Callable[[str], RoomState],
        polls: Callable[[str], bool] = lambda _sid: False,
    ) -> None:
        self._wall, self._room, self._polls = wall, room, polls
        self._started = wall()
        self._by_sid: dict[str, Socket] = {}
        self._asleep: set[str] = set()
        self._phones: dict[tuple[str, str], Presence] = {}
        self._ahead: dict[str, int] = {}
        self._pages: dict[tuple[str, str], tuple[str, ...]] = {}
        self._elsewhere: frozenset[Screen] = frozenset()

    def add(self, socket: Socket) -> None:
        self._by_sid[socket.sid] = socket
        if socket.screen == "phone" and socket.page not in self._pages.get((socket.code, socket.device), ()):
            self.bring_to_front(socket)
        self._note_phone(socket.code, socket.device)

    def remove(self, sid: str) -> Socket | None:
        socket = self._by_sid.pop(sid, None)
        self._asleep.discard(sid)
        self._ahead.pop(sid, None)
        if socket:
            self._note_phone(socket.code, socket.device)
            self._forget_strangers((socket.code,))
        return socket

    def get(self, sid: str) -> Socket | None:
        return self._by_sid.get(sid)

    def set_asleep(self, socket: Socket, asleep: bool) -> None:
        """A phone that is locked or shows something else still has its socket, for a while."""
        (self._asleep.add if asleep else self._asleep.discard)(socket.sid)
        self._note_phone(socket.code, socket.device)

    def set_ahead(self, socket: Socket, milliseconds: int) -> bool:
        """Note by how much this screen's clock is ahead, to the tenth of a second; whether that is news."""
        rounded = round(milliseconds, -2)
        before = self._ahead.get(socket.sid)
        self._ahead[socket.sid] = rounded
        return before != rounded

    def bring_to_front(self, socket: Socket) -> None:
        """Of this phone's pages, this is the one that its player uses."""
        if socket.screen != "phone" or not socket.device:
            return
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
        here = any(socket.screen == "board" for socket in self.of_room(code))
        return here or any(one.screen == "board" and one.code == code for one in self._elsewhere)

    def screens(self) -> Iterator[Screen]:
        """All screens of this process, as the other workers are told of them."""
        for one in self.all():
            yield self._screen(one)

    def set_elsewhere(self, screens: Iterable[Screen]) -> set[str]:
        """What the other workers say of their screens; the codes of the rooms in which that is news."""
        before, self._elsewhere = self._elsewhere, frozenset(screens)
        news = before ^ self._elsewhere
        for code, device in {(one.code, one.device) for one in news if one.screen == "phone"}:
            self._note_phone(code, device)
        self._forget_strangers({code for code, _ in (*self._phones, *self._pages)})
        return {one.code for one in news}

    def seats(self, state: RoomState) -> Iterator[tuple[Seat, Presence]]:
        """Each taken seat's presence, in order of seats."""
        for seat, holder in sorted(state.seats.items()):
            never = Presence(BOT if holder.bot else GONE, self._started)
            yield seat, never if holder.bot else self._phones.get((state.code, holder.device), never)

    def reach(self, state: RoomState) -> Iterator[tuple[Seat, Reach]]:
        """How each phone that is connected is connected, in order of seats."""
        here = (self._screen(one) for one in self.of_room(state.code))
        there = (one for one in self._elsewhere if one.code == state.code)
        phones = {one.device: one for one in (*there, *here) if one.screen == "phone" and not one.aside}
        for seat, holder in sorted(state.seats.items()):
            if not holder.bot and holder.device in phones:
                phone = phones[holder.device]
                yield seat, Reach(phone.ahead, phone.polling)

    def _screen(self, one: Socket) -> Screen:
        asleep, ahead = one.sid in self._asleep, self._ahead.get(one.sid)
        return Screen(one.code, one.screen, one.device, asleep, self.aside(one), ahead, self._polls(one.sid))

    def _forget_strangers(self, codes: Collection[str]) -> None:
        """Of phones in these rooms that have gone and hold no seat, nothing stays."""
        known = {(code, one.device) for code in codes for one in self._room(code).seats.values()}
        connected: Iterable[Socket | Screen] = (*self.all(), *self._elsewhere)
        known |= {(one.code, one.device) for one in connected if one.screen == "phone"}
        for phone in {*self._phones, *self._pages} - known:
            if phone[0] in codes:
                self._phones.pop(phone, None)
                self._pages.pop(phone, None)

    def _note_phone(self, code: str, device: str) -> None:
        if not device:
            return
        phone = (code, device)
        here = [one.sid for one in self.of_room(code) if one.screen == "phone" and one.device == device]
        there = [one for one in self._elsewhere if (one.screen, one.code, one.device) == ("phone", *phone)]
        awake = set(here) - self._asleep or any(not one.asleep for one in there)
        state = LIVE if awake else ASLEEP if here or there else GONE
        before = self._phones.get(phone)
        if before is None or before.state != state:
            self._phones[phone] = Presence(state, self._wall())
