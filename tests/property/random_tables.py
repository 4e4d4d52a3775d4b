"""Tables of Hold'em and Chinese Poker played by dice: bots at every seat, people who come and go, hosts who undo."""

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.chance import commitment
from engine.game import Host, HostViewer, Player, Refused, SeatViewer
from engine.holdem.commands import SellIn
from engine.registry import GAMES
from engine.room.commands import (
    CallDeal,
    CommitAnew,
    CommitBytes,
    FreeSeat,
    GivePoints,
    Guest,
    Pause,
    Resume,
    RevealBytes,
    SetAbsent,
    TakeSeat,
    Undo,
)
from engine.room.seating import needs_new_seed
from engine.room.view import view
from tests.engine.drive import Drive, phone_bytes

SILENT = 0.2
"""How many phones do not answer when they are asked for their bytes."""


def played(game: str, number: int, presses: int = 160) -> Drive:
    """A table after so many presses; `number` decides all that happens."""
    dice = Random(f"{game} {number}")
    drive = Drive(seed=dice.randbytes(32).hex(), game=game)
    drive.take_seats(dice.randint(2, 4))
    for actor, command in _moves(drive, dice, presses):
        try:
            drive.say(actor, command)
        except Refused:
            continue
    return drive


def _moves(drive: Drive, dice: Random, presses: int) -> Iterator[tuple[Any, Any]]:
    game = GAMES[drive.game]
    for _ in range(presses):
        seat = dice.choice(sorted(drive.state.seats) or [1])
        seen = view(drive.state, SeatViewer(seat)).game if seat in drive.state.seats else None
        command = game.choose(seen, dice) if seen else None
        if command is not None and not drive.state.clock.stopped:
            yield Player(seat), command
        elif dice.random() < 0.15:
            yield from _aside(drive, dice, seat)
        elif drive.state.clock.stopped:
            yield Host(), Resume()
        elif following := view(drive.state, HostViewer()).game.next:
            yield Host(), following
        else:
            yield from _deal(drive, dice)
        drive.pass_time(dice.randrange(1_500))


def _deal(drive: Drive, dice: Random) -> Iterator[tuple[Any, Any]]:
    """Phones promise their bytes, the host deals, and most phones answer."""
    if needs_new_seed(drive.state):
        yield Host(), CommitAnew(dice.randbytes(32).hex())
    for seat, holder in drive.state.seats.items():
        if not holder.data:
            yield Player(seat), CommitBytes(commitment(phone_bytes(seat)))
    yield Host(), CallDeal()
    for seat in drive.state.gathering.waiting if drive.state.gathering else ():
        if dice.random() > SILENT:
            yield Player(seat), RevealBytes(phone_bytes(seat).hex())
    drive.pass_time(3_001)


def _aside(drive: Drive, dice: Random, seat: int) -> Iterator[tuple[Any, Any]]:
    """What hosts and guests do beside the game."""
    number = GAMES[drive.game].deal_number(drive.state.game) - 1
    steps = drive.state.past
    moves: list[tuple[Any, Any]] = [
        (Guest(f"{drive.state.number:064x}"), TakeSeat(f"Khách {drive.state.number}")),
        (Host(), FreeSeat(seat)),
        (Host(), Pause()),
        (Host(), SetAbsent(seat, dice.random() < 0.5)),
        (Host(), SellIn(number, seat, 50) if drive.game == "holdem" else GivePoints(seat, 2, "hát hay")),
        *((Host(), Undo(step.number, "bấm nhầm", True)) for step in dice.sample(steps, min(2, len(steps)))),
    ]
    yield dice.choice(moves)
