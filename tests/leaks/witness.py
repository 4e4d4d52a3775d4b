"""People who keep every byte that a console sends them: HTTP answers with their headers, socket frames as they come."""

import http.client
import json
import select
import socket
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import websocket

from web.access import DEVICE_COOKIE, digest

PATIENCE = 20.0
_ENDS = ("41", "44")
"""The console says that it listens no more, or never did."""


@dataclass(frozen=True)
class Heard:
    """What somebody was sent: `kind` and `device` say who it was, `moment` after which row of the log, `via` how.

    `body` is the frame as it came, or the answer's body; `head` are the answer's status and headers.
    """

    kind: str
    device: str
    moment: int
    via: str
    body: bytes
    head: str = ""


@dataclass
class Witness:
    """One browser; `kind` is what it pretends to be: phone, host, board, watch or stranger."""

    kind: str
    port: int
    heard: list[Heard]
    moment: Callable[[], int]
    """The number of the room's last row."""
    language: str = "en"
    cookies: dict[str, str] = field(default_factory=dict)
    keeps_cookies: bool = True
    line: websocket.WebSocket | None = None
    answers: dict[int, Any] = field(default_factory=dict)
    fragment: str = ""
    """The last one that was pushed here."""
    _asked: int = 0

    @property
    def device(self) -> str:
        """The digest of this browser's token, as the log has it."""
        token = self.cookies.get(DEVICE_COOKIE, "")
        return digest(token) if token else ""

    def get(self, path: str) -> http.client.HTTPResponse:
        return self.ask("GET", path)

    def post(self, path: str, **form: str) -> http.client.HTTPResponse:
        return self.ask("POST", path, urlencode(form).encode(), "application/x-www-form-urlencoded")

    def post_json(self, path: str, content: Any) -> http.client.HTTPResponse:
        return self.ask("POST", path, json.dumps(content).encode(), "application/json")

    def ask(
        self, method: str, path: str, body: bytes | None = None, kind: str = "", **more: str
    ) -> http.client.HTTPResponse:
        """One request, on a connection of its own; the body of the answer stays to be read in `heard`."""
        headers = {"Host": f"127.0.0.1:{self.port}", **more}
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if kind:
            headers["Content-Type"] = kind
        asked = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            asked.request(method, path, body, headers)
            answer = asked.getresponse()
            content = answer.read()
        finally:
            asked.close()
        self._keep_cookies(answer)
        head = f"{answer.status}\n" + "\n".join(f"{name}: {value}" for name, value in answer.getheaders())
        self._keep(f"{method} {path}", content, head)
        return answer

    @property
    def page(self) -> str:
        """The body of the last answer."""
        return next(one for one in reversed(self.heard) if one.head).body.decode()

    def connect(self, code: str, screen: str) -> None:
        """Open the socket of a page, with this browser's cookies."""
        self.hang_up()
        address = ("127.0.0.1", self.port)
        line: Any = websocket.WebSocket(skip_utf8_validation=True)
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        line.connect(
            f"ws://127.0.0.1:{self.port}/socket.io/?EIO=4&transport=websocket",
            socket=socket.create_connection(address, PATIENCE),
            timeout=PATIENCE,
            cookie=cookies or None,
        )
        self.line = line
        auth = {"room": code, "screen": screen, "lang": self.language}
        self.hear()
        line.send("40" + json.dumps(auth))
        self.hear()

    def hang_up(self) -> None:
        if self.line and self.line.sock:
            self.line.sock.close()
        self.line = None

    def say(self, event: str, content: Any) -> int:
        """Send an event; returns the number under which its answer will come."""
        assert self.line
        self._asked += 1
        self.line.send(f"42{self._asked}" + json.dumps([event, content]))
        return self._asked

    def hear(self) -> None:
        """One frame, waited for. Raises what the line raises when it has ended."""
        assert self.line
        frame = self.line.recv()
        text = frame if isinstance(frame, str) else frame.decode("utf-8", "backslashreplace")
        if not text:  # the line was closed
            self.hang_up()
            return
        if text == "2":
            self.line.send("3")
        elif text.startswith("43"):
            number, _, content = text[2:].partition("[")
            self.answers[int(number)] = (json.loads(f"[{content}") or [None])[0]
        self._keep("socket", text.encode(), moment=self._moment_of(text))
        if text.startswith(_ENDS):
            self.hang_up()

    def _moment_of(self, text: str) -> int:
        """A fragment is held against the row that it says it was drawn after; all else against the present."""
        if not text.startswith('42["fragment"'):
            return self.moment()
        content = json.loads(text[2:])[1]
        self.fragment = content["html"]
        number: int = content["number"]
        assert number <= self.moment()
        return number

    def _keep(self, via: str, body: bytes, head: str = "", moment: int | None = None) -> None:
        now = self.moment() if moment is None else moment
        self.heard.append(Heard(self.kind, self.device, now, via, body, head))

    def _keep_cookies(self, answer: http.client.HTTPResponse) -> None:
        for text in answer.headers.get_all("Set-Cookie", []) if self.keeps_cookies else ():
            name, _, value = text.partition(";")[0].partition("=")
            if value:
                self.cookies[name] = value
            else:
                self.cookies.pop(name, None)


def listen(witnesses: Iterable[Witness], seconds: float = 0) -> int:
    """Hear what has come for any of these, waiting so long for the first of it; returns how many frames there were."""
    open_lines = {one.line.sock: one for one in witnesses if one.line and one.line.sock}
    ready, _, _ = select.select(list(open_lines), [], [], seconds)
    for line in ready:
        try:
            open_lines[line].hear()
        except (websocket.WebSocketConnectionClosedException, ConnectionError):
            open_lines[line].hang_up()
    return len(ready)


def answer_to(witness: Witness, number: int, others: Iterable[Witness]) -> Any:
    """Wait for an answer, hearing what comes for everybody meanwhile. Raises ConnectionError if the line ends."""
    everyone = [witness, *others]
    while number not in witness.answers:
        if not witness.line:
            raise ConnectionError(f"the line of {witness.kind} has ended")
        assert listen(everyone, PATIENCE), f"no answer to {witness.kind}"
    return witness.answers.pop(number)
