"""Endless things that people do at a Chinese Poker table, by dice: those of the random tables, but fewer in vain."""

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.chance import commitment
from engine.chinese_poker.commands import ArrangeForMe, CloseTable, SubmitSet
from engine.chinese_poker.phase import Objective, Phase
from engine.game import Host, HostViewer, Player
from engine.room.commands import (
    CallDeal,
    CommitBytes,
    Guest,
    MoveSeat,
    Peek,
    Resume,
    RevealBytes,
    SetPlayedBy,
    TakeSeat,
)
from engine.room.view import view
from tests.engine.drive import phone_bytes
from tests.property import test_chinese_poker_tables as tables

Move = tuple[Any, Any]


def moves(drive: Any, dice: Random) -> Iterator[Move]:
    """What happens next, over and over; the caller says when it is enough, and passes the time meanwhile."""
    for number in range(1, dice.randint(3, 5)):
        yield Guest(f"first {number}"), TakeSeat(f"Khách {number}")
        if dice.random() < 0.8:
            yield Player(number), CommitBytes(commitment(phone_bytes(number)))
    anything = (move for move in tables.moves(drive, dice) if not isinstance(move[1], CloseTable))
    while True:
        state, phase = drive.state, drive.table.phase
        likely = dice.random()
        if state.gathering:
            yield from ((Player(seat), RevealBytes(phone_bytes(seat).hex())) for seat in state.gathering.waiting)
        elif likely < 0.08:
            yield dice.choice(_beside(drive, dice))
        elif state.clock.stopped and likely < 0.4:
            yield Host(), Resume()
        elif phase is Phase.SETTING:
            yield _setting(drive, dice) if likely < 0.4 else next(anything)
        elif likely < 0.6:
            yield Host(), view(state, HostViewer()).game.next or CallDeal()
        else:
            yield next(anything)


def _setting(drive: Any, dice: Random) -> Move:
    """A seat whose set is not in has it made, or says that it is made."""
    table = drive.table
    seat = dice.choice([one for one in table.seats if one not in table.submitted])
    if drive.secret.rows[seat].is_complete:
        return Player(seat), SubmitSet(table.deal, fouled=True)
    return Player(seat), ArrangeForMe(table.deal, dice.choice(list(Objective)))


def _beside(drive: Any, dice: Random) -> list[Move]:
    """Phones are changed, bots play for people, and the host looks."""
    state = drive.state
    seat = dice.choice(list(state.seats) or [1])
    other = f"other phone {state.number}"
    found: list[Move] = [(Host(), Peek(seat)), (Host(), Peek(seat))]
    if seat in state.seats:
        found += [(Guest(other), MoveSeat(seat, "")), (Host(), MoveSeat(seat, other))]
        found += [(Host(), SetPlayedBy((seat,), not state.seats[seat].bot))]
    return found
