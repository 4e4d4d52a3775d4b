"""Whole events of each game at a console, by dice, with people who look into every corner meanwhile."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

from engine.game import Host, HostViewer, Refused
from engine.registry import GAMES
from engine.room.commands import CallDeal, Resume
from engine.room.view import view
from engine.team_poker.rules import Settings
from tests.leaks import chinese_moves, holdem_moves
from tests.leaks.evening import Evening
from tests.property.random_events import RandomEvent

LOOKS = 30
"""Rows after which somebody looks around again."""
Move = tuple[Any, Any]
MOVES: dict[str, Callable[[Any, Random], Iterator[Move]]] = {
    "holdem": holdem_moves.moves,
    "chinese_poker": chinese_moves.moves,
}


class LiveEvent(RandomEvent):
    """A Team Poker event whose countdowns are short, since the clock is moved in small steps here."""

    def _settings(self) -> Settings:
        return replace(super()._settings(), countdown=self.dice.choice([10, 60]), vote=10)


def play(evening: Evening, number: int, acts: int) -> None:
    """One whole event, decided by its number; everything that anybody was sent is in `heard` afterwards.

    At a table so many things are tried before the host closes it.
    """
    game, dice = evening.game, Random(number)
    looked = 0
    for _ in _steps(evening, game, number, dice, acts):
        if evening.number - looked >= LOOKS:
            looked = evening.number
            look_around(evening, dice)
    look_around(evening, dice)
    evening.hear_the_rest()


def look_around(evening: Evening, dice: Random) -> None:
    """The host, a phone, and one of those who only watch; the stranger tries one screen after the other."""
    phones = [one for one in evening.everyone if one.kind == "phone"]
    evening.look_around(
        [
            evening.host,
            dice.choice([evening.board, evening.watcher, evening.stranger]),
            *phones[:1],
            dice.choice(phones),
        ]
        if phones
        else [evening.host, evening.stranger]
    )
    evening.stranger.connect(evening.code, dice.choice(["watch", "phone", "host", "board"]))


def _steps(evening: Evening, game: str, number: int, dice: Random, acts: int) -> Iterator[None]:
    if game == "team_poker":
        yield from LiveEvent(number, evening).play()
        return
    for move in islice(MOVES[game](evening, dice), acts):
        _try(evening, move)
        if dice.random() < 0.05:
            evening.pass_time(5_000)
        yield
    while not GAMES[game].ended(evening.state.game):
        _try(evening, _towards_the_end(evening))
        evening.pass_time(3_000)
        yield


def _try(evening: Evening, move: Move) -> None:
    """Some of what dice want may not be done."""
    with suppress(Refused):
        evening.say(*move)


def _towards_the_end(evening: Evening) -> Move:
    """What the host does to finish a table."""
    seen = view(evening.state, HostViewer()).game
    if evening.state.clock.stopped:
        return Host(), Resume()
    return Host(), seen.close or seen.next or CallDeal()
