"""Sockets: who connects is given the whole fragment, and what they send goes to the rooms' one door and is answered.

Who somebody is gets looked up at each act: a seat by its device, host rights by their badge.
"""

import logging
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import flask
from socketio.exceptions import ConnectionRefusedError
from sqlalchemy.exc import SQLAlchemyError

from engine.game import Player, Refused, require
from engine.room.commands import Guest, RoomActor, Wall
from engine.room.state import RoomState
from web.access import Access, Doors, player_or_guest
from web.desk import Desk, demand_host
from web.desk import read as read_request
from web.joining import Joining
from web.limits import Limits
from web.presence import Socket, Sockets
from web.push import Push
from web.rooms import Rooms, UnknownRoom
from web.scenes import Scenes
from web.screens import NoWords, Screens
from web.site import BADGE, address, device
from web.wire import Unreadable, wire_of

SCREENS = ("phone", "watch", "board", "host")
_PAGE = re.compile(r"[0-9a-f]{16}")
LARGEST_OFFSET = 10**12
"""Milliseconds by which a clock may be off before its screen is not believed."""
_COMMAND_ID = re.compile(r"[A-Za-z0-9_-]{4,64}")

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Live:
    """What the handlers need; `notice` makes sure that the clock has not jumped before anything is decided."""

    rooms: Rooms
    scenes: Scenes
    screens: Screens
    sockets: Sockets
    push: Push
    access: Access
    doors: Doors
    joining: Joining
    desk: Desk
    limits: Limits
    notice: Callable[[], None]
    wall: Callable[[], Wall]

    def connect(self, sid: str, auth: Any) -> None:
        """Take a screen in and send it what it should show; a page that may not be shown any more is `gone`.

        Raises ConnectionRefusedError for what is no screen of ours, and for who comes too often; our pages try again.
        """
        if not self.doors.host_allowed(flask.request.host):
            raise ConnectionRefusedError("unknown_host")
        if not self.limits.connecting.allows(device(), address()):
            raise ConnectionRefusedError("too_fast")
        socket = self._socket(sid, auth)
        if not self._welcome(socket):
            self.push.gone(socket)
            return
        if self.joining.note_visit(flask.request.host, address()):
            self.push.backstage_changed()
        self.sockets.add(socket)
        self.rooms.catch_up(socket.code)  # only of what comes from now on is this worker sure to hear
        self._show(socket)
        self.push.presence_changed(socket.code)

    def disconnect(self, sid: str) -> None:
        socket = self.sockets.remove(sid)
        if socket:
            self.push.presence_changed(socket.code)

    def command(self, sid: str, payload: Any) -> dict[str, Any]:
        """Carry out what a screen sent and say how it went."""
        socket = self.sockets.get(sid)
        if not socket:
            return self._refusal(None, Refused("not_allowed"))
        try:
            return self._carried_out(socket, payload)
        except Refused as refused:
            return self._refusal(socket, refused)
        except Unreadable as unreadable:
            _log.info("room %s: unreadable: %s", socket.code, unreadable.where, extra={"room": socket.code})
            return self._refusal(socket, Refused("unreadable"))
        except SQLAlchemyError:
            _log.exception("room %s: nothing was saved", socket.code, extra={"room": socket.code})
            return self._refusal(socket, Refused("not_saved"))
        except Exception:
            _log.exception("room %s: a command failed", socket.code, extra={"room": socket.code})
            return self._refusal(socket, Refused("failed"))

    def hears(self) -> bool:
        """Whether what a page sends by itself is listened to: nothing from a device that never stops."""
        return self.limits.telling.allows(device() or address())

    def note_asleep(self, sid: str, payload: Any) -> None:
        """A phone was locked or shows something else, or is looked at again."""
        socket = self.sockets.get(sid)
        if socket and isinstance(payload, dict):
            self.sockets.set_asleep(socket, payload.get("asleep") is True)
            self.push.presence_changed(socket.code)

    def note_clock(self, sid: str, payload: Any) -> None:
        """By how many milliseconds a screen's clock is ahead of the console's, as it has measured it."""
        socket = self.sockets.get(sid)
        match payload:
            case {"ahead": int(ahead)} if socket and abs(ahead) < LARGEST_OFFSET:
                if self.sockets.set_ahead(socket, ahead):
                    self.push.presence_changed(socket.code)

    def bring_to_front(self, sid: str, _payload: Any) -> None:
        """The player wants this page of several on the same phone."""
        socket = self.sockets.get(sid)
        if socket:
            self.sockets.bring_to_front(socket)
            self._show(socket)

    def probe(self, sid: str, payload: Any) -> dict[str, int]:
        """The room's number now; a screen that shows an older one gets the whole fragment."""
        socket = self.sockets.get(sid)
        if not socket:
            return {"number": 0}
        number = self.rooms.state(socket.code).number
        shown = payload.get("number") if isinstance(payload, dict) else None
        if not isinstance(shown, int) or shown < number:
            self.push.whole(socket)
        return {"number": number}

    def _show(self, socket: Socket) -> None:
        """What this page should show, and to the same phone's other pages that they stand aside."""
        self.push.whole(socket)
        if not self.sockets.aside(socket):
            self.push.in_front(socket)

    def _socket(self, sid: str, auth: Any) -> Socket:
        match auth:
            case {"room": str(code), "screen": str(screen), "lang": str(language)} if screen in SCREENS:
                pass
            case _:
                raise ConnectionRefusedError("unreadable")
        spoken = language if self.screens.speaks(language) else self.screens.negotiate(())
        page = auth.get("page")
        known = page if isinstance(page, str) and _PAGE.fullmatch(page) else sid
        return Socket(sid, code, screen, spoken, device(), flask.session.get(BADGE), known)

    def _welcome(self, socket: Socket) -> bool:
        """Whether there is such a room, and whoever wants to host it may."""
        try:
            self.rooms.state(socket.code)
        except UnknownRoom:
            return False
        return socket.screen != "host" or self.access.host(socket.badge) is not None

    def _carried_out(self, socket: Socket, payload: Any) -> dict[str, Any]:
        if not self.limits.pressing.allows(socket.device or address()):
            raise Refused("too_fast")
        state = self.rooms.state(socket.code)
        command_id, sent = _parted(payload, socket.code)
        request = read_request(sent)
        if request:
            answer = self.desk.answer(socket.code, demand_host(self._actor(socket)), command_id, request)
            words = self.scenes.words(self.rooms.state(socket.code), socket.language)
            ticket = {"ticket": answer.ticket} if answer.ticket else {}
            return {"ok": True, "number": answer.number, "say": words.say(answer.told), **ticket}
        command = wire_of(state.game_name).command(sent)
        self.notice()
        actor = self._actor(socket)
        receipt = self.rooms.submit(socket.code, actor, command_id, command)
        return {"ok": True, "number": receipt.number, "say": self._said(socket, receipt.number)}

    def _actor(self, socket: Socket) -> RoomActor:
        """Who acts through this screen, as of now."""
        if socket.screen == "host":
            host = self.access.host(socket.badge)
            if not host:
                raise Refused("not_allowed")
            return host
        if socket.screen == "phone":
            return _by_phone(self.rooms.state(socket.code), socket.device)
        return Guest(socket.device)

    def _said(self, socket: Socket, number: int) -> str:
        """The row in words that its actor may read."""
        words = self.scenes.words(self.rooms.state(socket.code), socket.language)
        try:
            return " ".join(words.say(sentence) for sentence in self.rooms.logged(socket.code)[number - 1].own)
        except NoWords:  # what is accepted must not look refused for want of words
            _log.exception("room %s, row %d", socket.code, number, extra={"room": socket.code, "row": number})
            return ""

    def _refusal(self, socket: Socket | None, refused: Refused) -> dict[str, Any]:
        """The refusal in words; a socket that was not taken in has neither room nor language."""
        if socket:
            words = self.scenes.words(self.rooms.state(socket.code), socket.language)
        else:
            words = self.screens.words(self.screens.negotiate(()))
        return {"ok": False, "reason": refused.reason, "say": words.say(refused)}


def _by_phone(state: RoomState, device: str) -> Player | Guest:
    """Who acts through a phone. Raises Refused for one that was replaced, and where a bot plays in its place."""
    actor = player_or_guest(state, device)
    require(isinstance(actor, Player) or device not in state.retired, "seat_is_elsewhere")
    require(isinstance(actor, Guest) or not state.seats[actor.seat].bot, "bot_in_your_place")
    return actor


Answer = Callable[[str, Any], dict[str, Any]]
"""What a socket's message is answered."""


def handle(
    on: Callable[[str, Callable[..., Any]], None], live: Live, measured: Callable[[Answer], Answer] = lambda same: same
) -> None:
    """Let `live` answer for the default namespace, and commands `measured`.

    Handlers take whatever came, since anyone can send anything.
    """

    # No default for `auth`: with one, the library would call a handler that failed inside a second time without it.
    def connect(auth: Any) -> None:
        live.connect(_sid(), auth)

    def answered_by(answer: Callable[[str, Any], Any]) -> Callable[..., Any]:
        return lambda *sent: answer(_sid(), sent[0] if sent else None)

    def heard_by(answer: Callable[[str, Any], Any]) -> Callable[..., Any]:
        answered = answered_by(answer)
        return lambda *sent: answered(*sent) if live.hears() else None

    on("connect", connect)
    on("disconnect", lambda *_reason: live.disconnect(_sid()))
    on("command", answered_by(measured(live.command)))
    on("presence", heard_by(live.note_asleep))
    on("probe", heard_by(live.probe))
    on("clock", heard_by(live.note_clock))
    on("front", heard_by(live.bring_to_front))
    on("sync", heard_by(lambda _sid, _payload: {"at": live.wall()}))


def _sid() -> str:
    return str(flask.request.sid)  # type: ignore[attr-defined]


def _parted(payload: Any, code: str) -> tuple[str, dict[str, Any]]:
    """The command's id, and the command itself as it came. Raises Unreadable."""
    if not isinstance(payload, dict) or payload.keys() != {"room", "id", "type", "body"}:
        raise Unreadable("not a command")
    if payload["room"] != code:
        raise Unreadable("a command for another room")
    if not isinstance(payload["id"], str) or not _COMMAND_ID.fullmatch(payload["id"]):
        raise Unreadable("an id of another form")
    return payload["id"], {"type": payload["type"], "body": payload["body"]}
