"""Anybody may send anything: nothing breaks, nothing changes without right, and nobody is told a secret.

Every route of the app and every event of its sockets is tried, whatever will be added to them, with every command of
the wire, by a stranger, a guest, phones, the board, somebody who watches, a co-host and the host, from lobby to end.
"""

import logging
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from engine.game import Host, HostViewer, Player, Refused, SeatViewer
from engine.registry import GAMES
from engine.room.commands import CallDeal, CommitBytes, FillWithBots, Guest, Resume, RoomActor, TakeSeat
from engine.room.view import view
from tests.conftest import RunningConsole
from tests.fuzz.intruders import Intruders, errors
from tests.fuzz.malformed import REQUESTS, answer_to_raw
from tests.leaks.evening import Evening
from tests.leaks.house import House

ENOUGH = 300
"""Steps in which any game is over once everybody has had their say."""


def stages(evening: Evening) -> Iterator[str]:
    """An evening from its lobby to its end, stopping where things are different; whatever happens in between."""
    for name in ("An", "Bình"):
        _try(evening, Guest(name), TakeSeat(name))
    yield "lobby"
    _try(evening, Player(1), CommitBytes("ab" * 32))
    _try(evening, Host(), FillWithBots())
    _try(evening, Host(), Resume())
    _try(evening, Host(), CallDeal())
    yield "dealing"
    evening.pass_time(4_000)
    yield "dealt"
    for wanted in (5, 20):
        _go_on(evening, wanted)
        yield f"{wanted} steps on"
    _go_on(evening, ENOUGH)
    yield "over"


def _go_on(evening: Evening, steps: int) -> None:
    """Bots play and the host goes on, so many times."""
    dice = Random(steps)
    for _ in range(steps):
        state, game = evening.state, GAMES[evening.game]
        if game.ended(state.game):
            return
        seen = view(state, HostViewer()).game
        _try(
            evening,
            Host(),
            Resume() if state.clock.stopped else seen.next or getattr(seen, "close", None) or CallDeal(),
        )
        for seat in state.seats:
            command = game.choose(game.view(evening.state.game, SeatViewer(seat)), dice)
            if command:
                _try(evening, Player(seat), command)
        evening.pass_time(2_500)


def _try(evening: Evening, actor: RoomActor, command: object) -> None:
    with suppress(Refused):
        evening.say(actor, command)


def fuzz(folder: Path, game: str, number: int, each: int) -> Intruders:
    """So many attempts in each part of an evening."""
    with House(folder / f"{game}-{number}", number) as house, Evening(house, game) as evening:
        intruders = Intruders(evening, Random(number))
        for _ in stages(evening):
            for _ in range(each):
                intruders.try_something()
        evening.hear_the_rest()
        leaks = evening.leaks()
        assert not leaks, leaks[:10]
        return intruders


@pytest.mark.parametrize("game", GAMES)
def test_whatever_anybody_sends_nothing_breaks_changes_or_leaks(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, game: str
) -> None:
    intruders = fuzz(tmp_path, game, 1, each=16)
    assert errors(caplog.records) == []
    assert intruders.answered > 15
    assert {200, 403, 404} <= intruders.statuses.keys()


@pytest.mark.long
@pytest.mark.parametrize("number", range(2, 12))
@pytest.mark.parametrize("game", GAMES)
def test_whatever_anybody_sends_for_long(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, game: str, number: int
) -> None:
    intruders = fuzz(tmp_path, game, number, each=160)
    assert errors(caplog.records) == []
    logging.getLogger("fuzz").warning("%s: %s tried, %s", game, intruders.tried, intruders.statuses)


@pytest.mark.parametrize("request_sent", REQUESTS, ids=lambda sent: repr(sent[:40]))
def test_what_is_hardly_http_gets_no_5xx_and_no_look_inside(long_running: RunningConsole, request_sent: bytes) -> None:
    answer = answer_to_raw(long_running.port, request_sent)
    assert not answer.split(b"\r\n")[0].partition(b" ")[2].startswith(b"5"), answer[:200]
    assert b"Traceback" not in answer


@pytest.fixture(scope="module")
def long_running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningConsole]:
    """The console as it really runs; gevent's server notes headers that it cannot read, and nothing else may fail."""
    console = RunningConsole(tmp_path_factory.mktemp("data"))
    console.start()
    yield console
    console.stop()
    assert "/web/" not in console.log(), console.log()
