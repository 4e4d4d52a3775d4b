"""One device at the console: a browser without a window, with cookies, a page, a socket, and commands on their way.

It keeps what it was sent as our pages do: newer fragments replace older ones, commands are sent again under the same
id until they are acknowledged, and a page that is told to load anew does so.
"""

import contextlib
import secrets
import threading
import time
from dataclasses import dataclass, field
from typing import Any

import requests
import socketio
from _rehearsal_notes import Notes
from _rehearsal_screen import NOTHING, Command, Screen, first_paint, screen_of
from _rehearsal_way import Way

SLOW = 4.0
"""Seconds after which a command that is still on its way is sent again."""
DEAD = 2.0
"""Seconds without an answer after which a line that looks open is given up."""
PATIENCE = 120.0
PAUSE = 0.2

Answer = dict[str, Any]
_LINE_TROUBLE = (socketio.exceptions.SocketIOError, OSError)


@dataclass(frozen=True)
class Sent:
    """A command with its id and what came of it."""

    id: str
    command: Command
    answer: Answer


@dataclass
class Device:
    """`screen` is what its page says it is: phone, host, board or watch."""

    name: str
    way: Way
    notes: Notes
    code: str = ""
    screen: str = ""
    path: str = ""
    websocket: bool = True
    http: requests.Session = field(default_factory=requests.Session)
    held: Screen = NOTHING
    sent: list[Sent] = field(default_factory=list)
    gone: threading.Event = field(default_factory=threading.Event)
    aside: threading.Event = field(default_factory=threading.Event)
    in_trouble: bool = False
    heard: float = 0.0
    """When the last fragment came, by the monotonic clock."""
    _page: str = ""
    _socket: Any = None
    _turn: threading.RLock = field(default_factory=threading.RLock)

    def get(self, path: str) -> requests.Response:
        return self.http.get(self.way.origin + path, timeout=PATIENCE)

    def post(self, path: str, **form: str) -> requests.Response:
        return self.http.post(self.way.origin + path, data=form, timeout=PATIENCE, allow_redirects=False)

    def open(self, code: str, path: str) -> None:
        """Load this page and connect its socket."""
        self.code, self.path = code, path
        self.load()

    def load(self) -> None:
        """Load the page, again or for the first time: a new page with a new socket."""
        with self._turn:
            self.hang_up()
            self.gone.clear()
            self.aside.clear()
            self._page = secrets.token_hex(8)
            page = self.get(self.path).text
            self.held = first_paint(page) or NOTHING
            self.screen = screen_of(page) or self.screen
            self.heard = time.monotonic()
            self.connect()

    def connect(self) -> None:
        """Connect the page's socket, as often as it takes."""
        with self._turn:
            began = time.monotonic()
            while not self.connected:
                if time.monotonic() - began > PATIENCE:
                    self.notes.fault(f"{self.name} could not connect for {PATIENCE:.0f} s")
                    return
                try:
                    self._connect()
                except _LINE_TROUBLE:
                    self.notes.count("attempts to connect failed")
                    time.sleep(PAUSE)
            self.notes.took("from nothing to a connected screen", time.monotonic() - began)

    @property
    def connected(self) -> bool:
        return bool(self._socket and self._socket.connected)

    def hang_up(self) -> None:
        """Leave the line as a phone does that goes away: without a word."""
        with self._turn:
            if self._socket:
                self._socket = None
                self.way.cut()

    def keep_up(self) -> None:
        """Come back if the line is down, and load the page anew if it was told so."""
        if self.gone.is_set():
            self.notes.count("pages were told to load anew, and did")
            self.load()
        elif not self.connected:
            self.connect()

    def wake(self) -> None:
        """After sleep: ask whether the line still lives, and give it up if no answer comes."""
        try:
            self.probe(DEAD)
        except _LINE_TROUBLE:
            self.notes.count("lines looked open and were dead")
            self.hang_up()
            self.connect()

    def probe(self, patience: float = PATIENCE) -> int:
        """The room's number by the socket; an older screen is sent the whole fragment. Raises if no answer comes."""
        with self._turn:
            if not self._socket:
                raise socketio.exceptions.DisconnectedError
            answer: Answer = self._socket.call("probe", {"number": self.held.number}, timeout=patience)
        return int(answer["number"])

    def say(self, event: str, content: dict[str, Any]) -> None:
        """Tell the console something that needs no answer, if the line is up."""
        with contextlib.suppress(*_LINE_TROUBLE):
            if self._socket:
                self._socket.emit(event, content)

    def send(self, command: Command, command_id: str = "") -> Answer:
        """Send a command until it is acknowledged; {"ok": False, "reason": "lost"} if it never is."""
        command_id = command_id or secrets.token_hex(16)
        message = {"room": self.code, "id": command_id, **command}
        began, troubled = time.monotonic(), self.in_trouble
        while time.monotonic() - began < PATIENCE:
            try:
                self.keep_up()
                answer: Answer | None = self._socket.call("command", message, timeout=SLOW)
            except (*_LINE_TROUBLE, AttributeError):  # the line went away under it
                self.notes.count("commands were sent again")
                time.sleep(PAUSE)
                continue
            return self._noted(Sent(command_id, command, answer or {}), began, troubled or self.in_trouble)
        self.notes.fault(f"{self.name}: no answer to {command['type']} in {PATIENCE:.0f} s")
        return {"ok": False, "reason": "lost"}

    def _noted(self, sent: Sent, began: float, troubled: bool) -> Answer:
        self.sent.append(sent)
        where = "in the middle of trouble" if troubled else "when nothing was wrong"
        self.notes.took(f"from a press to its answer {where}", time.monotonic() - began)
        if sent.answer.get("ok") is True:
            self.notes.count("commands were accepted")
        else:
            self.notes.count(f"commands were refused: {sent.answer.get('reason')}")
        return sent.answer

    def _connect(self) -> None:
        # The library would look at each byte of a fragment in Python, for 5 ms, on each of all these screens.
        connection = socketio.Client(reconnection=False, websocket_extra_options={"skip_utf8_validation": True})
        page = self._page
        connection.on("fragment", lambda content: self._show(content, connection))
        connection.on("gone", lambda _content: self.gone.set())
        connection.on("aside", lambda _content: self.aside.set())
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies)
        self._socket, self.held = connection, Screen(0, self.held.html)
        try:
            connection.connect(
                self.way.origin,
                headers={"Cookie": cookies},
                auth={"room": self.code, "screen": self.screen, "lang": "en", "page": page},
                transports=["websocket" if self.websocket else "polling"],
                wait_timeout=SLOW,
            )
        except BaseException:
            self._socket = None
            self.way.cut()
            raise
        self.say("presence", {"asleep": False})
        self.say("clock", {"ahead": 0})

    def _show(self, content: dict[str, Any], connection: Any) -> None:
        """Newer replaces older; what comes late over a line that was given up is nothing."""
        if connection is not self._socket:
            return
        self.heard = time.monotonic()
        self.aside.clear()
        if content["number"] >= self.held.number:
            self.held = Screen(content["number"], content["html"])
            self.notes.count("fragments were shown")
        else:
            self.notes.count("fragments came late and were dropped")
