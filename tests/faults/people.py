"""People whose devices come back by themselves, and send each command again under its id until it is acknowledged."""

import hashlib
import secrets
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

import requests
import socketio

from tests.faults.offers import Offer, Read, read
from tests.web.visitors import Visitor, new_line

PATIENCE = 180.0
"""Seconds after which somebody who gets no answer gives up, and the test with them."""
SEND_AGAIN = 4.0
"""Seconds without an acknowledgement after which a page sends once more (outbox.js)."""
PAUSE = 0.1
_LOST = (socketio.exceptions.SocketIOError, requests.RequestException, OSError, IndexError)
"""What the library makes of a line that is no more; the last, of a first reply that was cut off in its head."""
Choice = Callable[[list[Offer]], Offer | None]
"""What to press of all that a screen offers."""
WEIGHTS: dict[str, float] = {
    "ProposeHand": 6,
    "PledgeCards": 6,
    "Decline": 1,
    "Invite": 1,
    "TakeBack": 0.5,
    "CastBallot": 4,
    "Call": 6,
    "Check": 6,
    "Bet": 2,
    "Raise": 1,
    "Fold": 1,
    "FoldAllIn": 0.2,
    "ArrangeForMe": 3,
    "SubmitSet": 6,
    "PlaceCards": 1,
    "LiftCards": 0.3,
    "SwapCards": 0.3,
    "SortCards": 0.3,
    "TakeBackSet": 0.2,
}
"""How likely a player presses what their phone offers."""
BESIDE: dict[str, float] = {"Pause": 2, "ShiftClock": 2, "GivePoints": 2, "SetTitle": 1, "Undo": 0.5}
"""The same for what a host does beside the one gold button."""


@dataclass
class Sent:
    """One command on its way. `answer` is the acknowledgement, once it has come."""

    id: str
    kind: str
    body: dict[str, Any]
    tries: int = 0
    answer: dict[str, Any] | None = None

    @property
    def number(self) -> int:
        """The row that the acknowledgement names; 0 when there is none, or a refusal."""
        return int(self.answer["number"]) if self.answer and self.answer["ok"] else 0


@dataclass
class Person:
    """Somebody at one page of one room."""

    visitor: Visitor
    code: str
    screen: str
    dice: Random
    transports: tuple[str, ...] = ("websocket",)
    sent: list[Sent] = field(default_factory=list)
    number: int = 0
    html: str = ""
    accepted: int = 0
    came_back: int = 0

    def __post_init__(self) -> None:
        self._page = secrets.token_hex(8)
        self._bytes = self.dice.randbytes(16)
        self._line: Any = new_line(reconnection=False)
        self._read: tuple[str, Read] = ("", read(""))

    def press(self, choose: Choice) -> Sent | None:
        """Press something on the screen as it stands, and wait for the acknowledgement however often it takes."""
        self.connect()
        offer = choose(self.screen_read().offers)
        return self.send(offer.kind, offer.filled_in(self.dice)) if offer else None

    def screen_read(self) -> Read:
        """What the screen offers as it stands."""
        html, found = self._read
        if html is not self.html:
            html = self.html
            found = read(html)
            self._read = html, found
        return found

    def send(self, kind: str, body: dict[str, Any]) -> Sent:
        """Send a command until it is acknowledged."""
        one = Sent(secrets.token_hex(16), kind, body)
        self.sent.append(one)
        started = time.monotonic()
        while one.answer is None:
            assert time.monotonic() < started + PATIENCE, f"no answer to {one}\n{self._how_it_stands()}"
            self.connect()
            self._try(one)
        self.accepted += one.number > 0
        return one

    def take_part(self) -> None:
        """What a phone does by itself: it promises its bytes for the shuffle and reveals them when asked (F2)."""
        self.connect()
        asked, digest = self.screen_read().bytes, hashlib.sha256(self._bytes).hexdigest()
        if asked and asked.reveal and asked.digest == digest:
            self.send("RevealBytes", {"data": self._bytes.hex()})
        elif asked and not asked.reveal and asked.digest != digest:
            self.send("CommitBytes", {"digest": digest})

    def connect(self) -> None:
        """Be connected, whatever it takes."""
        started = time.monotonic()
        while not _stands(self._line):
            assert time.monotonic() < started + PATIENCE, "the console does not come back"
            try:
                self._connect()
            except _LOST:
                time.sleep(PAUSE)

    def look_again(self) -> None:
        """Say what is shown, as a page does three times a minute."""
        with suppress(*_LOST):
            self._line.emit("probe", {"number": self.number})

    def reload(self) -> None:
        """Load the page anew: it forgets all but the cookies."""
        way = {"phone": "p", "board": "board", "host": "host"}[self.screen]
        assert self.visitor.get(f"/{way}/{self.code}").status_code == 200
        self._hang_up()
        self._line, self._page = new_line(reconnection=False), secrets.token_hex(8)
        self.connect()

    def leave(self) -> None:
        """Go without a farewell, as a phone that leaves the building does."""
        self.visitor.socket = self._line
        self.visitor.leave()
        self._hang_up()

    def _how_it_stands(self) -> str:
        """For whoever wonders why no answer came."""
        engine = self._line.eio
        loops = [loop and loop.is_alive() for loop in (engine.read_loop_task, engine.write_loop_task)]
        try:
            console = self.visitor.get("/healthz").text
        except requests.RequestException as error:
            console = str(error)
        return f"line {engine.state}, reading and writing {loops}, shown {self.number}, console: {console}"

    def _hang_up(self) -> None:
        """Close what the library leaves open when a line breaks."""
        engine = self._line.eio
        if engine.ws and engine.ws.sock:
            with suppress(OSError):  # so that whoever waits for more from this line wakes up
                engine.ws.sock.shutdown(socket.SHUT_RDWR)
            engine.ws.shutdown()
        if engine.http:
            engine.http.close()

    def _connect(self) -> None:
        self._hang_up()
        self._line = new_line(reconnection=False)
        shown = threading.Event()

        def show(fragment: dict[str, Any]) -> None:
            self._show(fragment)
            shown.set()

        self._line.on("fragment", show)
        self._line.on("aside", shown.set)
        self._line.on("gone", shown.set)
        self._line.connect(
            self.visitor.url,
            headers={"Cookie": "; ".join(f"{one.name}={one.value}" for one in self.visitor.http.cookies)},
            auth={"room": self.code, "screen": self.screen, "lang": "en", "page": self._page},
            transports=list(self.transports),
            wait_timeout=SEND_AGAIN,
        )
        self.came_back += 1
        shown.wait(SEND_AGAIN)

    def _show(self, fragment: dict[str, Any]) -> None:
        """Show a fragment unless it is an older one, as the page does."""
        if fragment["number"] >= self.number:
            self.number, self.html = fragment["number"], fragment["html"]

    def _try(self, one: Sent) -> None:
        """Send it once, and wait while there is hope."""
        heard = threading.Event()

        def answered(answer: dict[str, Any]) -> None:
            one.answer = answer
            heard.set()

        line, until = self._line, time.monotonic() + SEND_AGAIN
        one.tries += 1
        try:
            payload = {"room": self.code, "id": one.id, "type": one.kind, "body": one.body}
            line.emit("command", payload, callback=answered)
        except (socketio.exceptions.SocketIOError, OSError):
            return
        while _stands(line) and not heard.wait(PAUSE) and time.monotonic() < until:
            pass


def _stands(line: socketio.Client) -> bool:
    """Whether a line does; the library goes on calling one connected whose reading and writing have given up."""
    return bool(line.connected and line.eio.state == "connected")


def a_players_choice(person: Person) -> Choice:
    """What a player presses: something that the phone offers, the likelier things more often."""
    return lambda offered: _one_of([offer for offer in offered if _can_be_filled_in(offer)], WEIGHTS, person.dice)


def a_hosts_choice(person: Person, beside: float) -> Choice:
    """What a host presses: the gold button, or with this likelihood something beside it."""

    def choose(offered: list[Offer]) -> Offer | None:
        if person.dice.random() < beside:
            return _one_of(offered, BESIDE, person.dice)
        return next((offer for offer in offered if offer.id == "next"), None)

    return choose


def _one_of(offered: list[Offer], weights: dict[str, float], dice: Random) -> Offer | None:
    kinds = sorted({offer.kind for offer in offered} & weights.keys())
    if not kinds:
        return None
    kind = dice.choices(kinds, [weights[one] for one in kinds])[0]
    same = [offer for offer in offered if offer.kind == kind]
    return same[0] if kind == "Undo" else dice.choice(same)  # the last step, which stands first


def _can_be_filled_in(offer: Offer) -> bool:
    """Cards have to be chosen where they are asked for."""
    return "cards" in offer.body or "cards" in offer.fields or offer.kind not in ("ProposeHand", "PledgeCards")
