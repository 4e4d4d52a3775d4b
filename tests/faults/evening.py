"""An event and two tables on one console, with everybody who plays, watches and hosts, all at the same time."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random

from tests.conftest import RunningConsole
from tests.faults.people import PATIENCE, Person, Sent, a_hosts_choice, a_players_choice
from tests.web.visitors import Visitor

SEATS = {"team_poker": 13, "holdem": 4, "chinese_poker": 3}
ENDS = {"holdem": "CloseTable", "chinese_poker": "CloseTable"}
"""How a table is ended that would go on for ever."""
_IDLE = 0.1
_LOOK = 0.01
_LONGEST_END = 300.0


@dataclass
class Room:
    """One event or table: its host, a board, and its players by seat."""

    game: str
    code: str
    host: Person
    board: Person
    players: dict[int, Person]

    @property
    def everyone(self) -> tuple[Person, ...]:
        return (self.host, self.board, *self.players.values())

    @property
    def ended(self) -> bool:
        """Whether the host's page has nothing left but to export."""
        return 'id="next" href="/host/' in self.host.html

    def accepted(self) -> list[tuple[str, Sent]]:
        """Every command whose acknowledgement names a row, with whose ids it was under."""
        named = [("host", self.host), *((f"seat {seat}", one) for seat, one in self.players.items())]
        return [(key, one) for key, person in named for one in tuple(person.sent) if one.number]

    def unanswered(self) -> list[tuple[str, Sent]]:
        """Commands on their way."""
        named = [("host", self.host), *((f"seat {seat}", one) for seat, one in self.players.items())]
        return [(key, one) for key, person in named for one in tuple(person.sent) if one.answer is None]


@dataclass
class Evening:
    """All rooms; `url` is where the devices find the console, perhaps behind something that stands in between."""

    console: RunningConsole
    dice: Random
    url: str
    transports: tuple[str, ...] = ("websocket",)
    games: tuple[str, ...] = tuple(SEATS)
    rooms: list[Room] = field(default_factory=list)
    errors: list[Exception] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._over, self._hurry = threading.Event(), threading.Event()
        self._threads: list[threading.Thread] = []
        self.rooms = [self.open(game) for game in self.games]
        self._everyone = self.people()

    def people(self) -> list[Person]:
        return [person for room in self.rooms for person in room.everyone]

    def accepted(self) -> int:
        """How many commands were acknowledged so far."""
        return sum(person.accepted for person in self._everyone)

    def begin(self) -> None:
        """Everybody plays, each in a thread of their own, until `end`."""
        for room in self.rooms:
            acts: list[Callable[[], object]] = [partial(self._host, room), room.board.connect]
            acts += [partial(self._play, player) for player in room.players.values()]
            for person, act in zip(room.everyone, acts, strict=True):
                thread = threading.Thread(target=self._go_on, args=(person, act), daemon=True)
                self._threads.append(thread)
                thread.start()

    def wait_for(self, count: int, seconds: float = PATIENCE) -> None:
        """Wait until so many more commands were acknowledged."""
        wanted, until = self.accepted() + count, time.monotonic() + seconds
        while self.accepted() < wanted and not all(room.ended for room in self.rooms):
            self.complain()
            assert time.monotonic() < until, "nothing happens any more"
            time.sleep(_LOOK)

    def end(self) -> None:
        """Let the hosts hurry until every room has ended, and everybody stop."""
        self._hurry.set()
        until = time.monotonic() + _LONGEST_END
        while not all(room.ended for room in self.rooms):
            self.complain()
            assert time.monotonic() < until, [room.host.html[:2000] for room in self.rooms if not room.ended]
            time.sleep(_IDLE)
        self._over.set()
        for thread in self._threads:
            thread.join(_LONGEST_END)
        self.complain()

    def leave(self) -> None:
        self._over.set()
        for person in self.people():
            person.leave()

    def complain(self) -> None:
        """Fail as a person's thread has failed."""
        if self.errors:
            raise ExceptionGroup("people could not go on", [*self.errors])

    def open(self, game: str) -> Room:
        """One more room of this game, with everybody in it."""
        host = Visitor(self.url)
        host.log_in(self.console.host_key)
        code = host.open_room(f"Bàn {game}", game)
        players = {}
        for seat in range(1, SEATS[game] + 1):
            visitor = Visitor(self.url)
            visitor.join(code, f"{game} {seat}")
            players[seat] = self._person(visitor, code, "phone")
        board = self._person(Visitor(self.url), code, "board")
        return Room(game, code, self._person(host, code, "host"), board, players)

    def _person(self, visitor: Visitor, code: str, screen: str) -> Person:
        return Person(visitor, code, screen, Random(self.dice.random()), self.transports)

    def _go_on(self, person: Person, act: Callable[[], object]) -> None:
        try:
            while not self._over.is_set():
                act()
                time.sleep((0.2 if self._hurry.is_set() else 1) * _IDLE * (1 + person.dice.random()))
        except Exception as error:
            self.errors.append(error)

    def _play(self, person: Person) -> None:
        person.take_part()
        if person.dice.random() < 0.5:
            person.press(a_players_choice(person))

    def _host(self, room: Room) -> None:
        """Patient while there is time, and then in a hurry to get everybody home."""
        host, hurry = room.host, self._hurry.is_set()
        if hurry and room.game in ENDS:
            ending = [offer for offer in host.screen_read().offers if offer.kind == ENDS[room.game]]
            if ending:
                host.send(ending[0].kind, ending[0].body)
                return
        if hurry or host.dice.random() < 0.08:
            host.press(a_hosts_choice(host, 0 if hurry else 0.3))
