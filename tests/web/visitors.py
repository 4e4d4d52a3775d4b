"""People at a real console: browsers without a screen, with cookies, pages and sockets."""

import contextlib
import re
import secrets
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import requests
import socketio
import websocket

PATIENCE = 30.0


@dataclass
class Visitor:
    """One browser at this console. `fragments` are what its socket was sent."""

    url: str
    http: requests.Session = field(default_factory=requests.Session)
    fragments: list[dict[str, Any]] = field(default_factory=list)
    gone: threading.Event = field(default_factory=threading.Event)
    socket: Any = None
    code: str = ""
    screen: str = ""

    def get(self, path: str) -> requests.Response:
        return self.http.get(self.url + path, timeout=PATIENCE)

    def post(self, path: str, **form: str) -> requests.Response:
        return self.http.post(self.url + path, data=form, timeout=PATIENCE, allow_redirects=False)

    def log_in(self, key: str) -> requests.Response:
        """Show the host key as the host link's page does."""
        self.get("/host")
        return self.http.post(self.url + "/host/key", json={"key": key}, timeout=PATIENCE)

    def open_room(self, title: str = "Friday", game: str = "team_poker") -> str:
        answer = self.post("/host/open", game=game, title=title)
        assert answer.status_code == 303, answer.text
        return answer.headers["Location"].rsplit("/", 1)[1]

    def join(self, code: str, name: str) -> None:
        self.get(f"/j/{code}")
        answer = self.post(f"/j/{code}", name=name)
        assert answer.headers.get("Location") == f"/p/{code}", answer.text

    def connect(
        self,
        code: str,
        screen: str,
        language: str = "en",
        transport: str = "websocket",
        comes_back: bool = False,
        within: float = PATIENCE,
    ) -> "Visitor":
        """Open the page's socket, with this browser's cookies; one that `comes_back` connects again by itself."""
        self.code, self.screen = code, screen
        self.socket = new_line(
            reconnection=comes_back, reconnection_delay=0.2, reconnection_delay_max=0.5, handle_sigint=False
        )
        self.socket.on("fragment", self.fragments.append)
        self.socket.on("gone", lambda _content: self.gone.set())
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies)
        self.socket.connect(
            self.url,
            headers={"Cookie": cookies},
            auth={"room": code, "screen": screen, "lang": language},
            transports=[transport],
            wait_timeout=within,
        )
        return self

    def reload(self) -> str:
        """Close the page and open it again; what it shows before its socket is there."""
        self.hang_up()
        page = self.get(f"/{'p' if self.screen in ('phone', 'watch') else self.screen}/{self.code}").text
        self.connect(self.code, self.screen)
        return page

    def hang_up(self) -> None:
        """Lose the line, as a phone that leaves the building does."""
        if self.socket and self.socket.connected:
            # A disconnect with all its ceremony takes the library three seconds.
            websocket, reading = self.socket.eio.ws, self.socket.eio.read_loop_task
            line = websocket.sock if websocket else None
            if line:
                with contextlib.suppress(OSError):  # the console may have ended the line first
                    line.shutdown(socket.SHUT_RDWR)
                reading.join(PATIENCE)
                line.close()

    def leave(self) -> None:
        self.hang_up()
        self.http.close()

    def send(self, kind: str, command_id: str = "", **fields: Any) -> dict[str, Any]:
        """Send a command and wait for the answer."""
        return self.send_raw(
            {"room": self.code, "id": command_id or secrets.token_hex(8), "type": kind, "body": fields}
        )

    def send_raw(self, payload: Any) -> dict[str, Any]:
        answer: dict[str, Any] = self.socket.call("command", payload, timeout=PATIENCE)
        return answer

    def send_all_at_once(self, kind: str, bodies: list[dict[str, Any]], ids: list[str]) -> list[dict[str, Any]]:
        """Many commands without waiting in between; the answers in the order of the commands."""
        answers: list[dict[str, Any]] = [{} for _ in bodies]
        done = threading.Semaphore(0)

        def note(place: int) -> Any:
            def answered(answer: dict[str, Any]) -> None:
                answers[place] = answer
                done.release()

            return answered

        for place, (body, command_id) in enumerate(zip(bodies, ids, strict=True)):
            payload = {"room": self.code, "id": command_id, "type": kind, "body": body}
            self.socket.emit("command", payload, callback=note(place))
        for _ in bodies:
            assert done.acquire(timeout=PATIENCE)
        return answers


def new_line(**options: Any) -> Any:
    """A line that is to be connected. Its library would check each byte of a fragment in Python, for 5 ms."""
    return socketio.Client(websocket_extra_options={"skip_utf8_validation": True}, **options)


@contextmanager
def raw_socket(
    url: str, origin: str | None = None, headers: Mapping[str, str] | None = None
) -> Iterator[websocket.WebSocket]:
    """A websocket to the console's sockets that can send anything at all. Raises what the handshake raised."""
    address = urlsplit(url)
    with socket.create_connection((address.hostname, address.port), PATIENCE) as line:
        raw: Any = websocket.WebSocket()
        path = f"ws://{address.netloc}/socket.io/?EIO=4&transport=websocket"
        raw.connect(path, socket=line, origin=origin, header=headers, timeout=PATIENCE)
        yield raw


def cards_of(html: str) -> list[str]:
    """The cards that a phone's own fragment offers to pledge, as text."""
    return re.findall(r'name="cards" value="([2-9TJQKA][cdhs])"', html)
