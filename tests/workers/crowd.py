"""People whose pages do as ours do: they come back when a worker dies, and repeat under the same id until answered."""

import html
import json
import re
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import requests
import socketio

from tests.web.visitors import PATIENCE, Visitor

_ANSWER = 3.0
"""Seconds until a page gives a connection up that does not answer."""
_WELCOME = 5.0
"""Seconds until a page gives up one on which it is not taken in."""
_LOST = (socketio.exceptions.SocketIOError, requests.RequestException)


@dataclass
class Guest(Visitor):
    """A screen of one kind, whose acknowledged commands are kept by their ids."""

    screen: str = "phone"
    acknowledged: dict[str, int] = field(default_factory=dict)
    slowest: float = 0

    def attend(self, code: str, screen: str) -> "Guest":
        """Open this page, which brings the cookie by which its device is known, and connect it."""
        self.code, self.screen = code, screen
        self.shown()
        self._again(self._connect)
        return self

    def get(self, path: str) -> requests.Response:
        """Ask again, as browsers do, when the line that was kept for it has ended in this moment."""
        answer: requests.Response = self._again(lambda: Visitor.get(self, path))
        return answer

    def act(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a command until it is answered, whatever becomes of workers on the way."""
        command_id, begun = secrets.token_hex(8), time.monotonic()
        payload = {"room": self.code, "id": command_id, "type": kind, "body": fields}
        answer: dict[str, Any] = self._again(lambda: self._answered(payload))
        self.slowest = max(self.slowest, time.monotonic() - begun)
        if answer["ok"]:
            self.acknowledged[command_id] = answer["number"]
        return answer

    def shown(self) -> str:
        """The page that one loads now."""
        path = {"host": f"/host/{self.code}", "board": f"/board/{self.code}", "phone": f"/p/{self.code}"}[self.screen]
        return str(self._again(lambda: self._loaded(path)))

    def press_next(self) -> None:
        """Press the gold button of the host's page."""
        found = re.search(r'id="next" data-command="([^"]*)"', self.shown())
        assert found, self.shown()
        command = json.loads(html.unescape(found[1]))
        self.act(command["type"], **command["body"])

    def sees(self, number: int) -> None:
        """Wait until this screen was pushed what row `number` led to, or came later and was sent it."""
        deadline = time.monotonic() + PATIENCE
        while not self.fragments or self.fragments[-1]["number"] < number:
            self.come_back()
            assert time.monotonic() < deadline, (self.screen, number, [one["number"] for one in self.fragments])
            time.sleep(0.02)

    def come_back(self) -> None:
        """Connect again if the line was lost."""
        if not self.socket.connected:
            self._again(self._connect)

    def _connect(self) -> None:
        self.connect(self.code, self.screen, within=_WELCOME)

    def _answered(self, payload: dict[str, Any]) -> dict[str, Any]:
        if not self.socket.connected:
            self._connect()
        answer: dict[str, Any] = self.socket.call("command", payload, timeout=_ANSWER)
        return answer

    def _loaded(self, path: str) -> str:
        answer = self.get(path)
        answer.raise_for_status()
        return answer.text

    def _again(self, attempt: Callable[[], Any]) -> Any:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return attempt()
            except _LOST:
                assert time.monotonic() < deadline, "nobody answers any more"
                time.sleep(0.1)
