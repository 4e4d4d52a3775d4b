"""What one audience sees: the room's view with all that is shown beside it, drawn by a template.

Equal scenes look the same, so nothing is drawn or sent twice. First paint and push both come from here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import islice
from typing import Any

from markupsafe import Markup

from engine.game import Bell, Host, HostViewer, Player, Prospect, PublicViewer, Seat, SeatViewer, Viewer
from engine.registry import GAMES
from engine.room.commands import Guest, RoomActor, Wall
from engine.room.events import SeatFreed, Undone
from engine.room.kinds import Kind, kinds, seats_told
from engine.room.state import RoomState
from engine.room.view import RoomView, view
from web.access import Access, CoHost
from web.joining import Joining, Way
from web.logged import Logged
from web.neighbours import Neighbours
from web.network import qr_svg
from web.parts import Parts
from web.presence import Presence, Reach, Socket, Sockets
from web.ready import Check, Disk, roll_call
from web.rooms import Rooms
from web.screens import Screens, Words
from web.tickets import Claim, Claims
from web.wifi import Wifi

LEDGER_LINES = 80
MOST_LINES = 4096
"""Lines that are remembered of all ledgers together."""


@dataclass(frozen=True)
class Audience:
    """Everyone who sees the same: one kind of screen, one viewer, one language."""

    screen: str
    viewer: Viewer
    language: str


@dataclass(frozen=True)
class Line:
    """One line of the ledger; `at` in wall milliseconds, `undone` when it was taken back.

    It is found again by its `kinds` and by the `seats` that it speaks of.
    """

    number: int
    at: Wall
    who: str
    words: tuple[str, ...]
    undone: bool
    kinds: frozenset[Kind] = frozenset()
    seats: frozenset[Seat] = frozenset()


@dataclass(frozen=True)
class Backstage:
    """What only the host's page shows beside the view; `ready` is the roll call before the first deal.

    `apart` says that this worker cannot hear the others.
    """

    board_seen: bool = False
    ledger: tuple[Line, ...] = ()
    cohosts: tuple[CoHost, ...] = ()
    claims: tuple[Claim, ...] = ()
    ready: tuple[Check, ...] = ()
    reach: tuple[tuple[Seat, Reach], ...] = ()
    apart: bool = False


@dataclass(frozen=True)
class Scene:
    """All that a fragment depends on; `head` is the digest that stands for all rows, or "" until the end (F4)."""

    view: RoomView
    head: str
    way: Way
    presence: tuple[tuple[Seat, Presence], ...]
    wifi: Wifi | None
    """The room's network, on the host's page and on the board while people come in."""
    backstage: Backstage
    prospects: tuple[Prospect, ...] = ()
    """How the sides stand at an open showdown, on the board."""


class Scenes:
    """Builds scenes from rooms and draws them."""

    def __init__(
        self,
        rooms: Rooms,
        screens: Screens,
        sockets: Sockets,
        access: Access,
        joining: Joining,
        claims: Claims,
        disk: Disk,
        foresee: Callable[[RoomView], tuple[Prospect, ...]] = lambda _seen: (),
        neighbours: Neighbours | None = None,
        remembered: int = MOST_LINES,
    ) -> None:
        self._rooms, self._screens, self._sockets = rooms, screens, sockets
        self._access, self._joining, self._claims, self._disk = access, joining, claims, disk
        self._foresee = foresee
        self._neighbours = neighbours
        self._lines = Parts[Line](remembered)

    def scene(self, state: RoomState, audience: Audience) -> Scene:
        """What this audience sees of the room now."""
        seen = view(state, audience.viewer)
        hosting = isinstance(audience.viewer, HostViewer)
        before_deal = seen.seating and GAMES[state.game_name].deal_number(state.game) == 1
        with_presence = hosting or (audience.screen == "board" and seen.seating)
        return Scene(
            view=seen,
            head=self._rooms.head(state.code, state.number) if seen.seed else "",
            way=self._joining.way(state.code, with_choice=hosting),
            presence=tuple(self._sockets.seats(state)) if with_presence else (),
            wifi=self._joining.wifi if with_presence else None,
            backstage=self._backstage(state, audience.language, before_deal) if hosting else Backstage(),
            prospects=self._foresee(seen) if audience.screen == "board" else (),
        )

    def draw(self, scene: Scene, audience: Audience) -> str:
        """The fragment as HTML."""
        return self._screens.render(audience.language, template_of(scene, audience), self.context(scene, audience))

    def context(self, scene: Scene, audience: Audience) -> dict[str, Any]:
        """What the fragment's template is given."""
        names = {seat.seat: seat.name for seat in scene.view.seats}

        def name(seat: Seat) -> str:
            return names.get(seat, "")

        return {
            "room": scene.view,
            "game": scene.view.game,
            "head": scene.head,
            "name": name,
            "names": lambda seats: tuple(name(seat) for seat in seats),
            "say": self._screens.words(audience.language, scene.view.game_name, name).say,
            "presence": dict(scene.presence),
            "prospects": {one.side: one for one in scene.prospects},
            "wifi": scene.wifi,
            "wifi_svg": Markup(_qr(scene.wifi.qr_text)) if scene.wifi else "",
            "qr_svg": Markup(_qr(scene.way.join_url)) if scene.way.join_url else "",
            **vars(scene.way),
            **vars(scene.backstage),
            "reach": dict(scene.backstage.reach),
        }

    def words(self, state: RoomState, language: str) -> Words:
        """The words of this room's game, with its seats by name."""

        def name(seat: Seat) -> str:
            holder = state.seats.get(seat)
            return holder.name if holder else str(seat)

        return self._screens.words(language, state.game_name, name)

    def ledger(
        self, state: RoomState, logged: Sequence[Logged], language: str, reader: Seat | None = None
    ) -> tuple[Line, ...]:
        """What these rows, which are the last ones of the room, tell the host or the reader's seat, the newest first.

        A seat is called as it is now by whoever held it then, also if somebody else sits there since.
        """
        names = {seat: holder.name for seat, holder in state.seats.items()}
        words = self._screens.words(language, state.game_name, lambda seat: names.get(seat, str(seat)))
        undone = {row for one in logged for event in one.row.events if isinstance(event, Undone) for row in event.rows}
        lines, called = list[Line](), tuple(names.items())
        for one in reversed(logged):
            left = {event.seat: event.name for event in one.row.events if isinstance(event, SeatFreed)}
            if left:
                names.update(left)
                called = tuple(names.items())
            if one.told:
                taken_back = one.row.number in undone
                draw = partial(_line, one, words, names, taken_back)
                lines.append(self._lines.once(one.entry.digest, reader, language, called, taken_back, caller=draw))
        return tuple(lines)

    def _backstage(self, state: RoomState, language: str, before_deal: bool) -> Backstage:
        told = (one for one in reversed(self._rooms.logged(state.code)) if one.told)
        latest = tuple(islice(told, LEDGER_LINES))[::-1]
        ledger = self.ledger(state, latest, language)
        return Backstage(
            self._sockets.board_seen(state.code),
            ledger,
            self._access.cohosts(),
            self._claims.waiting(state),
            roll_call(state, self._sockets, self._joining, self._disk) if before_deal else (),
            tuple(self._sockets.reach(state)),
            self._neighbours is not None and not self._neighbours.connected,
        )


def audience_of(socket: Socket, seat: Seat | None) -> Audience | None:
    """To which audience a screen belongs while its device holds this seat; None when it shows the wrong page."""
    match socket.screen, seat:
        case "host", _:
            return Audience("host", HostViewer(), socket.language)
        case "board", _:
            return Audience("board", PublicViewer(), socket.language)
        case "phone", int(mine):
            return Audience("phone", SeatViewer(mine), socket.language)
        case "watch", None:
            return Audience("watch", PublicViewer(), socket.language)
        case _:
            return None


def template_of(scene: Scene, audience: Audience) -> str:
    """Where the fragment's template lies."""
    return "phone/watch.html" if audience.screen == "watch" else f"{audience.screen}/{scene.view.game_name}.html"


_qr = lru_cache(maxsize=64)(qr_svg)


def _line(one: Logged, words: Words, names: Mapping[Seat, str], undone: bool) -> Line:
    return Line(
        one.row.number,
        one.row.at,
        _who(words, names, one.row.actor) if one.named else "",
        tuple(words.say(sentence) for sentence in one.told),
        undone,
        kinds(one.row),
        seats_told(one.row, one.told, one.named),
    )


def _who(words: Words, names: Mapping[Seat, str], actor: RoomActor) -> str:
    match actor:
        case Player(seat):
            return names.get(seat) or words.who("player")
        case Host(label):
            return words.who("host", label)
        case Bell():
            return words.who("clock")
        case Guest():
            return words.who("guest")
        case _:
            return words.who("server")
