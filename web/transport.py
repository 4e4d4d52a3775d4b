"""Socket.IO as the console uses it: bounded messages, whole sends, and work in the background. Knows no rooms."""

import json
import logging
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import parse_qs

import flask_socketio
import simple_websocket
from flask import Flask
from werkzeug.http import parse_cookie
from wsproto.events import BytesMessage, TextMessage

from web.access import device_of
from web.limits import Allowance

LARGEST_MESSAGE = 64 * 1024
_BARE_PACKETS = ("1", "2probe", "3", "40", "41", "5")
"""Close, the probe before an upgrade, pong, connect, disconnect, upgrade."""
_PACKET = re.compile("4(?P<kind>0|2)[0-9]{0,9}(?P<content>.+)", re.DOTALL)
"""Connecting with what the page is, or an event, perhaps with a number under which its answer is awaited."""

_log = logging.getLogger(__name__)

Refusal = tuple[str, bytes]
"""The status of an HTTP answer, and its words."""
Guard = Callable[[dict[str, Any]], Refusal | None]
"""Whether what a WSGI environment asks for is refused."""


class Transport:
    """The sockets of one app. `async_mode` is gevent, or threading in tests of the parts."""

    def __init__(
        self,
        app: Flask,
        async_mode: str,
        origin_allowed: Callable[[str | None, Mapping[str, str]], bool],
        connecting: Allowance,
    ) -> None:
        # The published types of the library know neither several addressees nor a callable for origins.
        library: Any = flask_socketio
        self.io: Any = library.SocketIO(
            app,
            async_mode=async_mode,
            cors_allowed_origins=origin_allowed,
            max_http_buffer_size=LARGEST_MESSAGE,
            ping_interval=10,
            ping_timeout=8,
            serve_client=False,
        )
        engine = self.io.server.eio
        _bound_messages(engine)
        guards = (_with_patience(connecting), _upgrades_only, _open_lines_only(engine.sockets))
        app.wsgi_app = _guarded(app.wsgi_app, *guards)  # type: ignore[method-assign]
        logging.getLogger("engineio.server").addFilter(_is_no_broken_line)

    def on(self, event: str, handler: Callable[..., Any]) -> None:
        """Let a handler answer this event of the default namespace."""
        self.io.on_event(event, handler)

    def emit(self, event: str, content: dict[str, object], sids: Sequence[str]) -> None:
        """Send to these sockets; the content is encoded once for all."""
        self.io.emit(event, content, to=list(sids))

    def polls(self, sid: str) -> bool:
        """Whether this socket has to do without a websocket."""
        try:
            return bool(self.io.server.transport(sid) == "polling")
        except KeyError:  # it went a moment ago
            return False

    def drop(self, sid: str) -> None:
        """Tell a page that it has to be loaded anew, and end its socket."""
        self.io.emit("gone", {}, to=sid)
        self.io.server.disconnect(sid)

    def cut(self, sid: str) -> None:
        """End a socket; its page comes back by itself, with the cookies that it has by then."""
        self.io.server.disconnect(sid)

    def sleep(self, seconds: float) -> None:
        self.io.sleep(seconds)

    def start(self, work: Callable[[], object]) -> None:
        """Do this in the background from now on."""
        self.io.start_background_task(work)

    def later(self, seconds: float, act: Callable[[], object]) -> None:
        """Do this in the background after so many seconds."""

        def wait() -> None:
            self.sleep(seconds)
            try:
                act()
            except Exception:  # nobody else would hear of it
                _log.exception("something put off until later failed")

        self.start(wait)


class BoundedServer(simple_websocket.Server):
    """Closes on a message beyond the largest size while it still comes in, before it fills the memory."""

    def __init__(self, environ: dict[str, Any], **options: Any) -> None:
        super().__init__(environ, max_message_size=LARGEST_MESSAGE, **options)

    def send(self, data: str | bytes) -> None:
        """Send all of it: a socket whose buffer is full takes only a part at a time."""
        if not self.connected or self.sock is None:
            raise simple_websocket.ConnectionClosed(self.close_reason, self.close_message)
        message = BytesMessage(data=data) if isinstance(data, bytes) else TextMessage(data=str(data))
        self.sock.sendall(self.ws.send(message))


def _guarded(wsgi: Callable[..., Any], *guards: Guard) -> Callable[..., Any]:
    """Ask each guard in turn about what comes for a line, and answer with the first refusal."""

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        if environ["PATH_INFO"].startswith("/socket.io"):
            for guard in guards:
                if refusal := guard(environ):
                    status, words = refusal
                    start_response(status, [("Content-Type", "text/plain")])
                    return [words]
        return wsgi(environ, start_response)

    return answer


def _with_patience(connecting: Allowance) -> Guard:
    """Open no line for who opens too many: each is kept for a while, whatever comes over it. Our pages try again."""

    def refusal(environ: dict[str, Any]) -> Refusal | None:
        opens = not _line_of(environ)
        if opens and not connecting.allows(device_of(parse_cookie(environ)), environ.get("REMOTE_ADDR", "")):
            return "429 Too Many Requests", b"too many connections; wait a moment"
        return None

    return refusal


def _upgrades_only(environ: dict[str, Any]) -> Refusal | None:
    """Turn away who asks for a websocket by a request that is none: behind a proxy that strips the headers, say.

    The library would open a session that nobody can use, and then stumble; a page that is refused goes on by polling.
    """
    hop = (environ.get("HTTP_UPGRADE", ""), environ.get("HTTP_CONNECTION", ""))
    upgrade, connection = (header.lower() for header in hop)
    whole = environ.get("HTTP_SEC_WEBSOCKET_VERSION") == "13" and environ.get("HTTP_SEC_WEBSOCKET_KEY")
    asks = "transport=websocket" in environ["QUERY_STRING"]
    if asks and not (upgrade == "websocket" and "upgrade" in connection and whole):
        return "400 Bad Request", b"no websocket without an upgrade"
    return None


def _open_lines_only(lines: Mapping[str, Any]) -> Guard:
    """Turn away what comes for a line that has just ended: the library, which forgets it only then, would stumble."""

    def refusal(environ: dict[str, Any]) -> Refusal | None:
        line = lines.get(_line_of(environ))
        return ("400 Bad Request", b"this line has ended") if line and line.closed else None

    return refusal


def _line_of(environ: dict[str, Any]) -> str:
    """The line that a request says it belongs to, or "" when it opens one."""
    line: str = parse_qs(environ["QUERY_STRING"]).get("sid", [""])[0]
    return line


def _is_no_broken_line(record: logging.LogRecord) -> bool:
    """A phone that goes in the middle of what it sends is no fault of ours; the library reports it as one."""
    return not (record.exc_info and isinstance(record.exc_info[1], OSError))


def is_packet(message: Any) -> bool:
    """Whether this is a packet that our pages send; the library would stumble over much that is none."""
    if message in _BARE_PACKETS:
        return True
    found = _PACKET.fullmatch(message) if isinstance(message, str) else None
    if not found:
        return False
    try:
        content = json.loads(found["content"])
    except (ValueError, RecursionError):
        return False
    if found["kind"] == "0":
        return isinstance(content, dict)
    return isinstance(content, list) and bool(content) and isinstance(content[0], str)


def _bound_messages(engine: Any) -> None:
    """Make the engine's websockets bounded ones."""
    unbounded: Any = engine._async["websocket"]

    class Bounded(unbounded):  # type: ignore[misc]
        def __call__(self, environ: dict[str, Any], _start_response: Any) -> Any:
            self.ws = BoundedServer(environ, **self.server_args)
            answer = self.app(self)
            if self.ws.mode == "werkzeug":  # its way of saying that the connection is no longer its own
                raise ConnectionError
            return answer

        def wait(self) -> str | None:
            """The next message, or None when the connection is over; what is no packet ends it."""
            message = super().wait()
            return message if is_packet(message) else None

    engine._async = {**engine._async, "websocket": Bounded}
