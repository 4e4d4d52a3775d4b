"""A console put together in this process: its pages and sockets without a server, and time that is moved by hand."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from flask_socketio import SocketIOTestClient
from werkzeug.test import TestResponse

from app import Config, Console, World, create_app
from engine.game import Host, HostViewer, Player, Seat
from engine.room.commands import CallDeal
from engine.room.view import view
from engine.team_poker.commands import CastBallot, ChangeSettings, ProposeHand
from engine.team_poker.phase import Phase
from engine.team_poker.rules import Settings
from tests.web.desk import Clock, seat_people
from web.access import DEVICE_COOKIE
from web.network import Address
from web.wire import written

WIFI = Address("192.168.1.20", "Wi-Fi", virtual=False, private=True, default_route=True)
CABLE = Address("10.0.0.7", "Ethernet", virtual=False, private=True, default_route=False)
SHOWDOWN = (Phase.MATCHED, Phase.HANDS_UP, Phase.FIRST_NEUTRAL, Phase.SECOND_NEUTRAL, Phase.WINNER)


@dataclass
class House:
    """One room of this console, and everybody's browsers."""

    console: Console
    clock: Clock
    code: str = ""

    @property
    def state(self) -> Any:
        return self.console.rooms.state(self.code)

    @property
    def table(self) -> Any:
        return self.state.game.public

    def browser(self) -> FlaskClient:
        """One that was never here."""
        return self.console.app.test_client()

    def phone(self, seat: Seat) -> FlaskClient:
        """The browser that took this seat in `seat_people`."""
        return phone_of(self.console, seat)

    def host(self) -> FlaskClient:
        """A browser that has followed the host's link."""
        return signed_in(self.console)

    def connect(self, browser: FlaskClient, screen: str) -> SocketIOTestClient:
        """Open the socket of this browser's page."""
        auth = {"room": self.code, "screen": screen, "lang": "en"}
        socket: SocketIOTestClient = self.console.transport.io.test_client(
            self.console.app, flask_test_client=browser, auth=auth
        )
        return socket

    def send(self, socket: SocketIOTestClient, command: Any) -> dict[str, Any]:
        """Send a command through a page's socket; returns the answer."""
        answer = socket.emit(
            "command", {"room": self.code, "id": secrets.token_hex(8), **written(command)}, callback=True
        )
        assert isinstance(answer, dict)
        return answer

    def say(self, command: Any, seat: Seat = 0) -> int:
        """The host does this, or a seat; returns the number of the row."""
        actor = Player(seat) if seat else Host()
        return self.console.rooms.submit(self.code, actor, secrets.token_hex(8), command).number

    def go_on(self) -> None:
        """The host presses the gold button."""
        self.say(view(self.state, HostViewer()).game.next)

    def open(self, people: int = 13, **settings: Any) -> None:
        """A new event with so many people in it."""
        self.code = self.console.rooms.open("team_poker", "Friday")
        seat_people(self.console.rooms, self.code, people)
        self.say(ChangeSettings(Settings(**settings)))

    def join(self, name: str) -> FlaskClient:
        """Somebody comes in by the link and types a name; their browser."""
        client = self.browser()
        client.get(f"/j/{self.code}")
        answer = client.post(f"/j/{self.code}", data={"name": name})
        assert answer.headers.get("Location") == f"/p/{self.code}", answer.text
        return client

    def propose(self, count: int) -> None:
        """So many seats announce a hand of their own three cards."""
        able = [seat for seat, cards in self.state.game.secret.held.items() if len(cards) == 3]
        for seat in able[:count]:
            self.say(ProposeHand(self.table.round, self.state.game.secret.held[seat], ()), seat)

    def vote(self, *votes: int) -> None:
        """So many seats, from seat 1 on, raise a hand for each candidate."""
        seats = iter(self.table.seats)
        for candidate, count in zip(self.table.candidates, votes, strict=False):
            for _ in range(count):
                self.say(CastBallot(self.table.round, (candidate.hand,)), next(seats))

    def every_phase(self) -> Iterator[Phase]:
        """Two rounds of an event that was opened with `rounds=2`, stopping in each phase: one without hands, one with
        a vote and a showdown.
        """
        yield self.table.phase
        self.say(CallDeal())
        yield self.table.phase
        self.go_on()
        yield self.table.phase
        self.go_on()
        self.propose(3)
        self.go_on()
        yield self.table.phase
        self.vote(6, 4, 3)
        for _ in SHOWDOWN:
            self.go_on()
            yield self.table.phase
        self.go_on()
        yield self.table.phase


def phone_of(console: Console, seat: Seat) -> FlaskClient:
    """The browser whose token took this seat in `seat_people`."""
    client = console.app.test_client()
    client.set_cookie(DEVICE_COOKIE, f"phone {seat}")
    return client


def goes_to(response: TestResponse) -> str:
    """Where a page sends whoever asked for it."""
    assert response.status_code == 303, response.text
    return response.headers["Location"]


def signed_in(console: Console, key: str = "") -> FlaskClient:
    """A browser that has shown the host key, or this one."""
    client = console.app.test_client()
    client.get("/host")
    assert client.post("/host/key", json={"key": key or console.access.host_key}).status_code == 204
    return client


@contextmanager
def house(folder: Path, clock: Clock | None = None) -> Iterator[House]:
    """A console on this folder, on a laptop in a Wi-Fi."""
    clock = clock or Clock()
    world = World(wall=clock.wall, monotonic=clock.monotonic, look=lambda: (WIFI,))
    console = create_app(Config(folder, async_mode="threading"), world)
    yield House(console, clock)
    console.store.close()
