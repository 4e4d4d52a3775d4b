"""A room at a console, played over its sockets and pages, with somebody at every kind of screen who keeps all of it.

It has the face of the engine's `Drive`: whatever plays a room there, by dice or by hand, plays it here.
"""

import re
import secrets
import time
from itertools import cycle
from typing import Any

import websocket

from engine.game import Host, Player, Refused, Seat
from engine.room.commands import CommitAnew, ContinueIn, Guest, Keeper, MoveSeat, RoomActor, SitAgain, TakeSeat
from engine.room.events import Row
from engine.room.state import RoomState
from tests.leaks.house import House
from tests.leaks.judge import Judge, Leak
from tests.leaks.oracle import Moment, Oracle
from tests.leaks.witness import Heard, Witness, answer_to, listen
from web.access import DEVICE_COOKIE
from web.desk import AnswerClaim, IssueTicket
from web.site import LANGUAGE_COOKIE
from web.wire import written

PAUSE = 120
"""Milliseconds between two things that people do."""
STEP = 2_800
"""How far the clock goes at once, short of what would count as a jump."""
LANGUAGES = ("en", "vi", "pt_BR")
TRIES = 3
QUIET = 0.3
"""Seconds without a frame after which all that was put off has come."""
WIFI = ("Phòng họp", "mật khẩu Wi-Fi 13")


class Evening:
    """One room; its host, its board, somebody who watches, a stranger without a cookie, and everybody who comes."""

    def __init__(self, house: House, game: str, title: str = "Đêm chung kết") -> None:
        self.house, self.game, self.code = house, game, ""
        self.console = house.console
        self.heard: list[Heard] = []
        self.accepted: set[type] = set()
        self._languages = cycle(LANGUAGES)
        self._guests: dict[str, Witness] = {}
        self.others: list[Witness] = []
        """Whoever else is there."""
        self._tickets: list[str] = []
        self._oracle = Oracle()
        self.host = self.witness("host")
        self.host.get("/host")
        self.host.post_json("/host/key", {"key": self.console.access.host_key})
        self.host.post("/host/wifi", name=WIFI[0], password=WIFI[1], security="WPA")
        self.code = str(self.host.post("/host/open", game=game, title=title).headers["Location"]).rsplit("/", 1)[1]
        self.board, self.watcher, self.stranger = map(self.witness, ("board", "watch", "stranger"))
        self.stranger.keeps_cookies = False
        self.open_pages()

    def witness(self, kind: str) -> Witness:
        language = next(self._languages)
        return Witness(kind, self.house.port, self.heard, lambda: self.number, language, {LANGUAGE_COOKIE: language})

    def open_pages(self) -> None:
        """Everybody who is no player loads a page and opens its socket."""
        self.host.get(f"/host/{self.code}")
        self.board.get(f"/board/{self.code}")
        self.watcher.get(f"/p/{self.code}?watch=1")
        for one, screen in (
            (self.host, "host"),
            (self.board, "board"),
            (self.watcher, "watch"),
            (self.stranger, "watch"),
        ):
            one.connect(self.code, screen)

    @property
    def number(self) -> int:
        """Of the last row."""
        return self.state.number if self.code else 0

    @property
    def state(self) -> RoomState:
        return self.console.rooms.state(self.code)

    @property
    def table(self) -> Any:
        return self.state.game.public

    @property
    def secret(self) -> Any:
        return self.state.game.secret

    @property
    def rows(self) -> list[Row]:
        return [one.row for one in self.console.rooms.logged(self.code)]

    @property
    def wall(self) -> int:
        return self.house.clock.wall()

    @wall.setter
    def wall(self, wall: int) -> None:
        self.house.clock.go(wall - self.house.clock.wall())

    @property
    def everyone(self) -> list[Witness]:
        return [self.host, self.board, self.watcher, self.stranger, *self.others, *self._guests.values()]

    def say(self, actor: RoomActor, command: Any) -> tuple[Any, ...]:
        """Let somebody do this as they would; returns the events. Raises Refused as they are told."""
        before = self.number
        self.house.clock.go(PAUSE)
        self.console.bells.look()
        match actor, command:
            case Guest(name), TakeSeat(called):
                self._come(self._guest(name), called)
            case Guest(name), MoveSeat(seat, _):
                self._by_ticket(self._guest(name), seat)
            case Host(), MoveSeat(seat, name) if self.state.seats[seat].device:
                self._by_claim(self._guest(name), seat)
            case Host(), MoveSeat(seat, name):
                self._by_ticket(self._guest(name), seat)
            case Host(), CommitAnew():
                self.host.post(f"/host/{self.code}/anew")
            case Keeper(), _:
                self.console.bells.look()
            case Host(), SitAgain() | ContinueIn():  # what the console does when the host wants another room
                self.console.rooms.submit(self.code, actor, f"again-{secrets.token_hex(6)}", command)
            case Host(), _:
                self.send(self.host, command)
            case Player(seat), _:
                self._play(seat, command)
        self.hear()
        if self.number == before:
            raise Refused("nothing_happened")
        self.accepted.add(type(command))
        return self.rows[-1].events

    def send(self, witness: Witness, command: Any) -> Any:
        """A command over a socket, and its answer. Raises Refused."""
        payload = {"room": self.code, "id": f"press-{secrets.token_hex(6)}", **written(command)}
        answer = self._answered(witness, payload)
        if not answer["ok"]:
            raise Refused(answer["reason"])
        return answer

    def _answered(self, witness: Witness, payload: Any) -> Any:
        """The answer to a command, which is sent again as a page does when its line has ended meanwhile."""
        for _ in range(TRIES):
            if not witness.line:
                witness.connect(self.code, witness.kind)
            try:
                return answer_to(witness, witness.say("command", payload), self.everyone)
            except (ConnectionError, websocket.WebSocketException):
                witness.hang_up()
        raise AssertionError(f"the line of {witness.kind} does not hold")

    def pass_time(self, milliseconds: int) -> None:
        """Time goes on, and what falls due meanwhile happens; of a long while only until something has."""
        until, before = self.wall + milliseconds, self.number
        while self.wall < until and (milliseconds < 60_000 or self.number == before):
            self.house.clock.go(min(STEP, until - self.wall))
            self.console.bells.look()
            self.hear()

    def hear(self) -> None:
        """Whatever has come for anybody."""
        while listen(self.everyone):
            pass

    def hear_the_rest(self) -> None:
        """Also what is put off a little: pages of those who watch, comings and goings."""
        deadline = time.monotonic() + 5
        while listen(self.everyone, QUIET) and time.monotonic() < deadline:
            pass

    def look_around(self, witnesses: list[Witness]) -> None:
        """These people ask for every page and file that there is, whether or not it is for them."""
        for one in witnesses:
            for path in self.paths():
                one.get(path)
                self.hear()

    def paths(self) -> list[str]:
        """Every address that can be asked for, of this room and of none."""
        codes, forms = (self.code, "ZZZZ"), ("csv", "xlsx", "json", "phhs", "exe")
        found = ["/nothing/here"]
        for rule in self.console.app.url_map.iter_rules():
            if "GET" in (rule.methods or ()) and rule.endpoint != "static":
                for code in codes if "<code>" in rule.rule else codes[:1]:
                    path = rule.rule.replace("<code>", code)
                    found += [path.replace("<form>", form) for form in (forms if "<form>" in path else forms[:1])]
        assert not [path for path in found if "<" in path], found
        return found

    def leaks(self) -> list[Leak]:
        """All that anybody heard and may not know."""
        return self._judge().leaks(self.heard)

    def moments(self) -> list[Moment]:
        """Who may know what after each row."""
        self._oracle.take(self.rows[len(self._oracle.moments) - 1 :])
        return self._oracle.moments

    def __enter__(self) -> "Evening":
        return self

    def __exit__(self, *_: object) -> None:
        for one in self.everyone:
            one.hang_up()

    def _judge(self) -> Judge:
        moments = self.moments()
        looks = {
            row.number: frozenset(moments[row.number].table.held[row.command.seat])
            for row in self.rows
            if type(row.command).__name__ == "Peek"
        }
        digests = {one.entry.digest for one in self.console.rooms.logged(self.code)}
        digests |= {event.commitment for row in self.rows for event in row.events if hasattr(event, "commitment")}
        return Judge(moments, self._secrets(), digests, looks)

    def _secrets(self) -> dict[str, frozenset[str]]:
        """Texts that only some devices may be sent: keys, tokens, seeds and the bytes of phones."""
        nobody: frozenset[str] = frozenset()
        named = [(one.kind, one.device) for one in self.everyone] + [(one.kind, one.device) for one in self.heard]
        host = frozenset(device for kind, device in named if kind == "host" and device)
        found = {self.console.access.host_key: host, str(self.console.app.secret_key): nobody, WIFI[1]: host}
        found |= dict.fromkeys(self._tickets, host)
        for one in self.everyone:
            if token := one.cookies.get(DEVICE_COOKIE):
                found[token] = frozenset({one.device})
                found[one.device] = host
        for event in (event for row in self.rows for event in row.events):
            seed = getattr(event, "seed", "")
            data = getattr(event, "data", "")
            found |= {text: nobody for text in (seed, data) if isinstance(text, str) and text}
        return found

    def _guest(self, name: str) -> Witness:
        if name not in self._guests:
            self._guests[name] = self.witness("phone")
        return self._guests[name]

    def _come(self, guest: Witness, called: str) -> None:
        """Through the door, by name."""
        guest.get(f"/j/{self.code}")
        guest.post(f"/j/{self.code}", name=called)
        self._open_phone(guest)

    def _by_ticket(self, guest: Witness, seat: Seat) -> None:
        """With a one-time link that the host shows."""
        key = self.send(self.host, IssueTicket(seat))["ticket"]["link"].partition("#key=")[2]
        self._tickets.append(key)
        guest.get(f"/seat/{self.code}")
        guest.post_json(f"/seat/{self.code}", {"key": key})
        self._open_phone(guest)

    def _by_claim(self, guest: Witness, seat: Seat) -> None:
        """By saying who one is, and the host's word for it."""
        guest.get(f"/j/{self.code}")
        guest.post(f"/j/{self.code}/claim", seat=str(seat))
        guest.get(f"/p/{self.code}")
        self.host.get(f"/host/{self.code}")
        claim = re.search(r"claim-yes-(\w+)", self.host.page)
        if claim:
            self.send(self.host, AnswerClaim(claim[1], True))
            self._open_phone(guest)

    def _open_phone(self, guest: Witness) -> None:
        guest.get(f"/p/{self.code}")
        if any(holder.device == guest.device for holder in self.state.seats.values()):
            guest.connect(self.code, "phone")

    def _play(self, seat: Seat, command: Any) -> None:
        """From the seat's phone, or as its bot would."""
        holder = self.state.seats.get(seat)
        phone = next((one for one in self._guests.values() if holder and one.device == holder.device), None)
        if holder and phone and not holder.bot and phone.line:
            self.send(phone, command)
        else:
            self.console.rooms.submit(self.code, Player(seat), secrets.token_hex(8), command)
