"""A small real server for one page: it pushes the fragments that a test writes and answers as the test says."""

import json
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flask import Flask, Response, request, send_from_directory
from flask_socketio import SocketIO, emit
from playwright.sync_api import Page, expect
from socketio.exceptions import ConnectionRefusedError
from werkzeug.serving import make_server

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = Path(__file__).resolve().parent / "pages"
HOST = "venue.test"
"""A name that the browser takes for this machine: plain http, as at a venue, where a page has fewer powers."""

SETTLING_MS = 700
"""A button is taken at its new word only some time after it has changed."""

Message = dict[str, Any]
Answer = Callable[[Message], Message | None]


class Counter:
    """Accepts every command as the next row, and a repeated id as the row that it was."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def __call__(self, message: Message) -> Message:
        number = self._numbers.setdefault(message["id"], len(self._numbers) + 1)
        return {"ok": True, "number": number, "say": ""}


def refuse(sentence: str) -> Answer:
    """Refuse every command with this sentence."""
    return lambda message: {"ok": False, "reason": "not_now", "say": sentence}


def keep_silent(message: Message) -> None:
    """Take the command and let the acknowledgement get lost."""


@dataclass
class Stage:
    """What the page gets, and what came from it. `answer` gives the acknowledgement, or None for none."""

    number: int = 1
    html: str = ""
    answer: Answer = field(default_factory=Counter)
    websocket_works: bool = True
    refuses: bool = False
    opens_lines: bool = True
    pushes_on_connect: bool = True
    answers_probes: bool = True
    answers_sync: bool = True
    commands: list[Message] = field(default_factory=list)
    presence: list[bool] = field(default_factory=list)
    probes: list[int] = field(default_factory=list)
    connections: list[str] = field(default_factory=list)
    posts: list[tuple[str, Any]] = field(default_factory=list)
    post_status: int = 200
    lines: list[socket.socket] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._over = threading.Event()
        self.app = Flask("stage", static_folder=str(ROOT / "static"))
        self.socketio = SocketIO(self.app, async_mode="threading", monitor_clients=False)
        self._add_pages()
        self._add_events()
        self.app.wsgi_app = _Proxy(self, self.app.wsgi_app)  # type: ignore[method-assign]
        self._server = make_server("127.0.0.1", 0, self.app, threaded=True)
        self.url = f"http://{HOST}:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def show(self, html: str, number: int | None = None) -> None:
        """Push a fragment, by default under the next number."""
        self.number = self.number + 1 if number is None else number
        self.html = html
        self.push(self.number, html)

    def push(self, number: int, html: str) -> None:
        """Push without remembering: a late fragment of before."""
        self.socketio.emit("fragment", {"number": number, "html": html, "at": wall()})

    def tell_gone(self) -> None:
        self.socketio.emit("gone", {})

    def cut(self) -> None:
        """Cut the line of every page."""
        for line in self.lines:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
        self.lines.clear()

    def turn_away(self) -> None:
        """Tell every page that it is disconnected."""
        server: Any = self.socketio.server  # type: ignore[attr-defined]
        for sid, _ in list(server.manager.get_participants("/", None)):
            server.disconnect(sid)

    def close(self) -> None:
        self._over.set()
        self.cut()
        self._server.shutdown()
        self._server.server_close()

    def _add_pages(self) -> None:
        @self.app.after_request
        def lock_down(response: Response) -> Response:
            response.headers["Content-Security-Policy"] = (
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
                f"connect-src 'self' ws://{request.host}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
            )
            return response

        @self.app.get("/pages/<path:name>")
        def page(name: str) -> Response:
            return send_from_directory(PAGES, name)

        @self.app.get("/host")
        def host() -> str:
            return '<link rel="icon" href="data:,"><h1>console</h1>'

        @self.app.post("/host/key")
        def key() -> tuple[str, int]:
            self.posts.append(("/host/key", request.get_json()))
            return "", self.post_status

        @self.app.post("/joined")
        def joined() -> str:
            self.posts.append(("/joined", request.form.to_dict()))
            time.sleep(0.5)
            return '<link rel="icon" href="data:,"><h1>joined</h1>'

    def _add_events(self) -> None:
        on = self.socketio.on

        @on("connect")
        def connect(auth: Message) -> None:
            if self.refuses:
                raise ConnectionRefusedError("not now")
            self.connections.append(str(auth["screen"]))
            if self.pushes_on_connect:
                emit("fragment", {"number": self.number, "html": self.html, "at": wall()})

        @on("command")
        def command(message: Message) -> Message | None:
            self.commands.append(message)
            answer = self.answer(message)
            if answer is None:
                self._over.wait()
            return answer

        @on("sync")
        def sync(message: Message) -> Message:
            if not self.answers_sync:
                self._over.wait()
            return {"at": wall()}

        @on("probe")
        def probe(message: Message) -> Message:
            self.probes.append(message["number"])
            if not self.answers_probes:
                self._over.wait()
            if message["number"] < self.number:
                emit("fragment", {"number": self.number, "html": self.html, "at": wall()})
            return {"number": self.number}

        @on("presence")
        def presence(message: Message) -> None:
            self.presence.append(message["asleep"])


class _Proxy:
    """Stands in front of the server: knows the websockets' lines, or lets none through if the stage says so."""

    def __init__(self, stage: Stage, app: Any) -> None:
        self._stage = stage
        self._app = app

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        if environ["PATH_INFO"].startswith("/socket.io") and not self._stage.opens_lines:
            start_response("429 Too Many Requests", [("Content-Type", "text/plain")])
            return [b"wait a moment"]
        if "transport=websocket" in environ.get("QUERY_STRING", ""):
            if not self._stage.websocket_works:
                start_response("400 Bad Request", [("Content-Type", "text/plain")])
                return [b"no upgrade here"]
            self._stage.lines.append(environ["werkzeug.socket"])
        return self._app(environ, start_response)


def wall() -> int:
    """Milliseconds since 1970 by the server's clock."""
    return time.time_ns() // 1_000_000


def button(kind: str, text: str, more: str = "", element: str = "act", **body: object) -> str:
    """A command button as the templates write it."""
    command = json.dumps({"type": kind, "body": body})
    return f'<button id="{element}" type="button" data-command=\'{command}\' {more}>{text}</button>'


def show(stage: Stage, page: Page, html: str) -> None:
    """Show this fragment and wait until the page has it and its buttons have settled."""
    stage.show(f'{html}<i id="at-{stage.number + 1}"></i>')
    expect(page.locator(f"#at-{stage.number}")).to_be_attached()
    page.wait_for_timeout(SETTLING_MS)
