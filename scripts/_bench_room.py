"""A room whose log has 10,000 rows beside a fresh one, and the time from a console's start to its first page."""

import time
from collections.abc import Iterator
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from _bench import Effort, Line, Sense, timed
from _bench_engine import viewers

from engine.game import Player
from engine.room.view import view
from engine.team_poker.commands import CastBallot
from tests.conftest import RunningConsole
from tests.web.desk import Clock, open_rooms, voting
from web.rooms import Rooms

VOTERS = range(1, 14)


def lines(effort: Effort) -> Iterator[Line]:
    """Commands and reading a log in, then the start."""
    with TemporaryDirectory() as folder:
        yield from _long_log(Path(folder), effort)
    yield _start(effort)


def _long_log(folder: Path, effort: Effort) -> Iterator[Line]:
    store, rooms = open_rooms(folder, Clock())
    fresh, old = voting(rooms), voting(rooms)
    length = effort.of(10_000, 300)
    voters = {"fresh": Voters(rooms, fresh), "old": Voters(rooms, old)}
    voters["old"].vote(length - rooms.state(old).number)
    commands = effort.of(20, 3)
    taken = timed({name: partial(one.vote_in_view, commands) for name, one in voters.items()}, effort.of(5, 1))
    milliseconds = {name: seconds / commands * 1e3 for name, seconds in taken.items()}
    topic, note = f"A command in a room of {length:,} rows", "saved, and shown to 15 viewers"
    yield Line(topic, "a fresh room", Sense.LONGER, milliseconds["old"], milliseconds["fresh"], "ms", 1.5, note)
    store.close()
    store, again = open_rooms(folder, Clock())
    begun = time.process_time()
    again.state(old)
    read = time.process_time() - begun
    yield Line(f"Reading {length:,} rows in", "", Sense.ALONE, read * 1e3, None, "ms", note="once, after a restart")
    store.close()


class Voters:
    """Thirteen seats of a room that change their minds for ever."""

    def __init__(self, rooms: Rooms, code: str) -> None:
        self._rooms, self._code, self._dice, self._count = rooms, code, Random(code), 0
        self._hands = [one.hand for one in rooms.state(code).game.public.candidates]

    def vote(self, times: int) -> None:
        """So many changes of mind, each saved."""
        for _ in range(times):
            self._count += 1
            seat = VOTERS[self._count % len(VOTERS)]
            chosen = self._hands[self._count // len(VOTERS) % len(self._hands)]
            self._rooms.submit(self._code, Player(seat), f"vote-{self._count}", CastBallot(1, (chosen,)))

    def vote_in_view(self, times: int) -> None:
        """So many, and every viewer looks after each."""
        for _ in range(times):
            self.vote(1)
            state = self._rooms.state(self._code)
            for viewer in viewers(state):
                view(state, viewer)


def _start(effort: Effort) -> Line:
    taken = []
    for _ in range(effort.of(5, 1)):
        with TemporaryDirectory() as folder:
            console = RunningConsole(Path(folder))
            begun = time.perf_counter()
            console.start()
            asked = HTTPConnection("127.0.0.1", console.port, timeout=10)
            asked.request("GET", "/", headers={"Host": f"localhost:{console.port}"})
            assert asked.getresponse().read()
            taken.append(time.perf_counter() - begun)
            asked.close()
            console.stop()
    return Line("Start to first page", "", Sense.ALONE, median(taken) * 1e3, None, "ms", note="on an empty folder")
