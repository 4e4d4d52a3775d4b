"""Endless things that people do at a Hold'em table, by dice: most may be done, some come too late or are not theirs."""

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.chance import commitment
from engine.game import Host, HostViewer, Player, SeatViewer
from engine.holdem.commands import CashOut, ChangeSettings, Fold, FoldAllIn, RunOutOfTime, SellIn
from engine.holdem.phase import Phase
from engine.holdem.rules import Blinds, Settings
from engine.room.commands import (
    CallDeal,
    CommitAnew,
    CommitBytes,
    FillWithBots,
    FreeSeat,
    Guest,
    LeaveSeat,
    MoveSeat,
    Pause,
    Peek,
    Resume,
    RevealBytes,
    SetAbsent,
    SetPlayedBy,
    TakeSeat,
    Undo,
)
from engine.room.seating import needs_new_seed
from engine.room.view import view
from tests.engine.drive import phone_bytes

Move = tuple[Any, Any]


def moves(drive: Any, dice: Random) -> Iterator[Move]:
    """What happens next, over and over; the caller says when it is enough, and passes the time meanwhile."""
    for number in range(1, dice.randint(3, 5)):
        yield Guest(f"first {number}"), TakeSeat(f"Khách {number}")
    yield Host(), ChangeSettings(Settings(unit=10, stack=200, blinds=dice.choice(list(Blinds))))
    while True:
        state, phase = drive.state, drive.table.phase
        if dice.random() < 0.12:
            yield dice.choice(_beside(drive, dice))
        elif state.gathering:
            yield from ((Player(seat), RevealBytes(phone_bytes(seat).hex())) for seat in state.gathering.waiting)
        elif state.clock.stopped and phase is not Phase.WAITING:
            yield Host(), Resume()
        elif phase is Phase.WAITING:
            yield from _next_hand(drive, dice)
        elif phase is Phase.BETTING and drive.table.hand.asked:
            yield _turn(drive, dice)
        else:
            yield Host(), view(state, HostViewer()).game.next


def _next_hand(drive: Any, dice: Random) -> Iterator[Move]:
    """Phones promise what they have not, whoever has lost all buys again, and the host deals."""
    state, table = drive.state, drive.table
    for seat, holder in state.seats.items():
        if not holder.bot and not holder.digest and dice.random() < 0.8:
            yield Player(seat), CommitBytes(commitment(phone_bytes(seat)))
    for seat, account in table.accounts.items():
        if not account.stack:
            yield Host(), SellIn(table.hands, seat, 200)
    if needs_new_seed(state):
        yield Host(), CommitAnew("00" * 32)
    if len(state.seats) < 2:
        yield Host(), FillWithBots()
    yield Host(), CallDeal()


def _turn(drive: Any, dice: Random) -> Move:
    """What the seat that is asked may do; folding less often, so that hands are shown."""
    seat = drive.table.hand.asked
    turn = view(drive.state, SeatViewer(seat)).game.turn
    choices = [one for one in (turn.check, turn.call) if one] * 4 + [turn.fold]
    if turn.lift:
        to = dice.choice([turn.lift.lowest, turn.lift.most, dice.randint(turn.lift.lowest, turn.lift.most)])
        choices += [turn.lift.command(drive.table.hand.number, drive.table.hand.turn, to)] * 2
    return Player(seat), dice.choice(choices)


def _beside(drive: Any, dice: Random) -> list[Move]:
    """People come and go, phones are changed, the host looks, pauses and takes back."""
    state, table = drive.state, drive.table
    seat, hand = dice.choice([1, 2, 3, 4]), table.hands
    turn = table.hand.turn if table.hand else 0
    found: list[Move] = [
        (Guest(f"guest {dice.randrange(6)}"), TakeSeat(f"Khách {dice.randrange(10, 99)}")),
        (Player(seat), LeaveSeat()),
        (Player(seat), Fold(hand, turn)),
        (Player(seat), FoldAllIn(hand)),
        (Host(), RunOutOfTime(hand, turn)),
        (Host(), Peek(seat)),
        (Host(), Peek(seat)),
        (Host(), SetAbsent(seat, seat not in table.absent)),
        (Host(), CashOut(hand, seat, 10)),
        (Host(), Pause()),
        (Host(), FreeSeat(seat)),
        *((Host(), Undo(step.number, "bấm nhầm", past_reveal=True)) for step in state.past[-4:]),
    ]
    if seat in state.seats:
        found += [
            (Guest(f"other phone {state.number}"), MoveSeat(seat, "")),
            (Host(), MoveSeat(seat, f"other phone {state.number}")),
            (Host(), SetPlayedBy((seat,), not state.seats[seat].bot)),
        ]
    return found
