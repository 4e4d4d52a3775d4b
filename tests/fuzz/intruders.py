"""People of every standing who ask for anything at all, well or badly; and what must hold whatever they asked for."""

import http.client
import json
import logging
from dataclasses import dataclass
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

import websocket

from engine.game import Host, Player
from engine.room.commands import Guest
from engine.room.decide import decide
from engine.room.events import Row
from engine.room.fold import fold
from tests.fuzz.payloads import FRAMES, STRANGE, TEXTS, command, deep, junk
from tests.leaks.evening import Evening
from tests.leaks.witness import Witness, answer_to, listen
from web.access import DEVICE_COOKIE, digest, seated

SESSION_COOKIE = "thirteen_host"
METHODS = ("GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "BREW")
ORIGINS = ("http://evil.example.org", "null", "http://[", "file://", "http://127.0.0.1", "\u00e9")
HOSTS = ("evil.example.org", "", "[", "127.0.0.1:99999", "localhost@evil.example.org", "127.0.0.1, evil.example.org")
KINDS = (
    "application/x-www-form-urlencoded",
    "application/json",
    "text/plain",
    "multipart/form-data; boundary=x",
    "multipart/form-data",
    "application/json; charset=utf-16",
    "",
)
FIELDS = (
    "name",
    "key",
    "seat",
    "game",
    "title",
    "label",
    "ip",
    "back",
    "lang",
    "password",
    "security",
    "code",
    "watch",
)


@dataclass(frozen=True)
class Before:
    """How everything stood before somebody did something."""

    number: int
    settings: tuple[Any, ...]


class Intruders:
    """Everybody at one evening, trying."""

    def __init__(self, evening: Evening, dice: Random) -> None:
        self.evening, self.dice = evening, dice
        self.console = evening.console
        self.cohost, self.guest = evening.witness("host"), evening.witness("guest")
        evening.others = [self.cohost, self.guest]
        self._let_the_cohost_in()
        self.guest.get(f"/j/{evening.code}")
        self.tried = self.answered = 0
        self.statuses: dict[int, int] = {}

    def _let_the_cohost_in(self) -> None:
        self.evening.host.post("/host/cohosts", label="Lan")
        key = self.evening.host.page.partition("/host#key=")[2].partition('"')[0].partition("<")[0]
        self.cohost.get("/host")
        assert self.cohost.post_json("/host/key", {"key": key}).status == 204
        self.cohost.connect(self.evening.code, "host")

    @property
    def everyone(self) -> list[Witness]:
        return self.evening.everyone

    def try_something(self) -> None:
        """One request or message of somebody, and whether all is as it must be afterwards."""
        self.evening.house.clock.go(self.dice.choice([0, 400, 400, 1500]))
        self.console.bells.notice()
        who = self.dice.choice(self.everyone)
        likely = self.dice.random()
        if likely < 0.45:
            self._ask(who)
        elif likely < 0.95:
            self._say(who)
        else:
            self._babble(who)
        self.tried += 1
        while listen(self.everyone):
            pass

    def _before(self) -> Before:
        return Before(self.evening.number, self._settings())

    def _settings(self) -> tuple[Any, ...]:
        console = self.console
        return (console.rooms.codes(), console.access.cohosts(), console.joining.wifi, console.joining.origin())

    def _ask(self, who: Witness) -> None:
        """A request to any address that there is, and some that there are not."""
        before, cookies = self._before(), dict(who.cookies)
        method, path = self._address()
        sent, kind = self._form()
        headers = {"Origin": f"http://127.0.0.1:{who.port}"} if self.dice.random() < 0.5 else {}
        if self.dice.random() < 0.1:
            headers = {"Origin": self.dice.choice(ORIGINS)}
        if self.dice.random() < 0.05:
            headers["Host"] = self.dice.choice(HOSTS)
        spoil = self.dice.random() < 0.12
        if spoil:
            who.cookies = self._other_cookies(cookies)
        token, badge = who.cookies.get(DEVICE_COOKIE, ""), who.cookies.get(SESSION_COOKIE, "")
        hosting = who.kind == "host" and badge == cookies.get(SESSION_COOKIE)
        foreign = headers.get("Origin") in ORIGINS or headers.get("Host") in HOSTS
        logged_out = path.startswith("/host/out") and method == "POST"
        answer = who.ask(
            method, path, sent, kind, **{name: text.encode().decode("latin-1") for name, text in headers.items()}
        )
        self._check_answer(who, answer, method, path)
        self._check_rows(before, digest(token) if token else "", hosting and not foreign)
        changed = before.settings != self._settings()
        assert before.settings[1] == self._settings()[1] or who is self.evening.host, (who.kind, method, path)
        assert not changed or (hosting and not foreign and method == "POST"), (who.kind, method, path)
        if spoil or logged_out or who.kind != "host":
            who.cookies = cookies
        if changed and not self.console.access.cohosts():
            self._let_the_cohost_in()

    def _address(self) -> tuple[str, str]:
        rule = self.dice.choice(list(self.console.app.url_map.iter_rules()))
        own = sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
        method = self.dice.choice(own) if self.dice.random() < 0.85 else self.dice.choice(METHODS)
        path = rule.rule
        for name in rule.arguments:
            for spelt in (f"<{name}>", f"<path:{name}>"):
                path = path.replace(spelt, quote(self._argument(name), safe=""))
        if self.dice.random() < 0.25:
            path += "?" + urlencode({self.dice.choice([*FIELDS, "kind", "words"]): self._text()}, errors="replace")
        return method, path

    def _argument(self, name: str) -> str:
        right = {
            "code": self.evening.code,
            "form": self.dice.choice(["json", "csv", "xlsx"]),
            "filename": "css/base.css",
        }
        if name == "cohost" and self.console.access.cohosts() and self.dice.random() < 0.3:
            return self.console.access.cohosts()[0].id
        wrong = [
            "ZZZZ",
            self.evening.code.lower(),
            "..",
            "../../app.py",
            "K\x00",
            "\u0130\u00df",
            "x" * 3000,
            "%2e%2e%2fapp.py",
        ]
        return right[name] if name in right and self.dice.random() < 0.7 else self.dice.choice(wrong)

    def _text(self) -> str:
        state = self.evening.state
        seats = [str(seat) for seat in state.seats]
        right = [self.evening.code, "team_poker", "holdem", "WPA", "1", *seats, "/host", "//evil.example.org", "vi"]
        return self.dice.choice([*right, *TEXTS, "9" * 6000]).encode("utf-8", "replace").decode()

    def _form(self) -> tuple[bytes, str]:
        """A body, mostly of the kind that it says it is."""
        kind = self.dice.choice(KINDS)
        fields = {name: self._text() for name in self.dice.sample(FIELDS, self.dice.randint(0, 5))}
        bodies = [
            urlencode(fields).encode(),
            urlencode(fields).encode(),
            json.dumps(fields).encode(),
            json.dumps({"key": self.dice.choice([*TEXTS, *STRANGE])}).encode(),
            json.dumps(deep(900)).encode(),
            b'{"key":"\\ud800"}',
            b"{" * 500,
            b"name=%ff%fe&seat=%zz&name=x",
            b"\x00\xff" * 200,
            b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nAn\r\n--x--\r\n',
            b"name=" + b"x" * 70_000,
            b"",
        ]
        sent = self.dice.choice(bodies)
        right = "application/json" if sent[:1] in (b"{", b"[") else KINDS[0]
        return sent, right if self.dice.random() < 0.7 else kind

    def _other_cookies(self, cookies: dict[str, str]) -> dict[str, str]:
        """Altered, cut off, empty, or with something of another's in them."""
        name = self.dice.choice([DEVICE_COOKIE, SESSION_COOKIE, "thirteen_lang"])
        value = cookies.get(name, "")
        wrong = [
            value[:-1],
            value[::-1],
            value + "x",
            "",
            "x" * 5000,
            "\x7f",
            "a=b",
            digest(value),
            value[:20] + "." + value[20:],
        ]
        return {**cookies, name: self.dice.choice(wrong)}

    def _check_answer(self, who: Witness, answer: http.client.HTTPResponse, method: str, path: str) -> None:
        self.statuses[answer.status] = self.statuses.get(answer.status, 0) + 1
        server_cannot = answer.status == 501 and method == "BREW"
        assert answer.status < 500 or server_cannot, (who.kind, method, path, answer.status)
        text = who.heard[-1].body.decode("utf-8", "replace")
        assert "Traceback" not in text and 'File "/' not in text, path

    def _say(self, who: Witness) -> None:
        """An event of any name that is listened to, with a command or with junk."""
        if not self._connected(who):
            return
        dice, before = self.dice, self._before()
        heard = sorted(set(self.console.transport.io.server.handlers["/"]) - {"connect", "disconnect"})
        event = "command" if dice.random() < 0.8 else dice.choice(heard)
        sent: Any = junk(dice)
        if dice.random() < 0.9:
            code = self.evening.code if dice.random() < 0.95 else dice.choice(TEXTS)
            press = dice.choice(
                ["press-1", f"p{dice.randrange(10**9):09}", f"p{dice.randrange(10**9):09}", "", "x" * 65]
            )
            sent = {"room": code, "id": press, **command(self.evening.state, dice)}
        if event in ("presence", "clock", "front"):
            assert who.line
            who.line.send("42" + json.dumps([event, sent]))
            self._check_rows(before, who.device, hosting=False)
            return
        try:
            answer = answer_to(who, who.say(event, sent), self.everyone)
        except (ConnectionError, websocket.WebSocketException):
            who.hang_up()
            self._check_rows(before, who.device, who.kind == "host")
            return
        rows = self._check_rows(before, who.device, who.kind == "host")
        if isinstance(answer, dict) and answer.get("ok") is False:
            assert answer["say"] and not rows, answer
            assert answer["reason"] not in ("failed", "not_saved"), (sent, answer)
        self.answered += 1
        assert before.settings == self._settings()

    def _babble(self, who: Witness) -> None:
        """A frame that is no packet of ours; the line may end, and nothing else."""
        if not self._connected(who) or not who.line:
            return
        before, frame = self._before(), self.dice.choice(FRAMES)
        try:
            if isinstance(frame, bytes):
                who.line.send_binary(frame)
            else:
                who.line.send(frame)
            listen([who], 0.02)
        except (ConnectionError, websocket.WebSocketException):
            who.hang_up()
        assert before == self._before()

    def _connected(self, who: Witness) -> bool:
        """Open a line that has ended; as this person's own screen, or as another's."""
        if who.line:
            return True
        screen = {"stranger": "watch", "guest": "watch"}.get(who.kind, who.kind)
        strange = self.dice.random() < 0.2
        try:
            who.connect(
                self.dice.choice([self.evening.code, *TEXTS]) if strange else self.evening.code,
                self.dice.choice(["phone", "host", "board", "watch", *TEXTS]) if strange else screen,
            )
        except (ConnectionError, websocket.WebSocketException):
            who.hang_up()
        if strange:  # what it was let in as is told by what it does, and then it comes as itself again
            who.hang_up()
        return who.line is not None

    def _check_rows(self, before: Before, device: str, hosting: bool) -> list[Row]:
        """Every row since is somebody's who may: the one who asked, and it is what the rules make of it."""
        rows = self.evening.rows[before.number :]
        for row in rows:
            state = self.state_before(row)
            match row.actor:
                case Host():
                    assert hosting, row
                case Player(seat):
                    assert seated(state, device) == Player(seat), row
                case Guest(whose):
                    assert whose == device, row
                case _:
                    raise AssertionError(row)
            assert decide(state, row.actor, row.command, row.at) == row.events
        return rows

    def state_before(self, row: Row) -> Any:
        """The room as it was when this row was decided."""
        return fold(self.evening.rows[: row.number - 1])


def errors(records: list[logging.LogRecord]) -> list[str]:
    """What the console complained of."""
    return [f"{one.name}: {one.getMessage()} {one.exc_info}" for one in records if one.levelno >= logging.ERROR]
