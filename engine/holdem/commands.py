"""What can be asked of a Hold'em table. Each command names the hand, and the turn, that it means."""

from dataclasses import dataclass
from typing import TypeAlias

from engine.game import Seat
from engine.holdem.phase import Phase
from engine.holdem.rules import Settings


@dataclass(frozen=True)
class ChangeSettings:
    """The host's settings, between hands."""

    settings: Settings


@dataclass(frozen=True)
class SellIn:
    """The host sells a seat coins, after hand `hand` and before the next (H11)."""

    hand: int
    seat: Seat
    coins: int


@dataclass(frozen=True)
class CashOut:
    """The host takes coins of a seat back, after hand `hand` and before the next (H11)."""

    hand: int
    seat: Seat
    coins: int


@dataclass(frozen=True)
class Check:
    hand: int
    turn: int


@dataclass(frozen=True)
class Bet:
    """`to` is what the seat will have put in over the whole hand."""

    hand: int
    turn: int
    to: int


@dataclass(frozen=True)
class Raise:
    """`to` is what the seat will have put in over the whole hand."""

    hand: int
    turn: int
    to: int


@dataclass(frozen=True)
class Call:
    """Put in what is owed, or all that the seat has (H8)."""

    hand: int
    turn: int


@dataclass(frozen=True)
class Fold:
    hand: int
    turn: int


@dataclass(frozen=True)
class FoldAllIn:
    """A seat that is all in gives its hand up, at any time while betting is open (H8)."""

    hand: int


@dataclass(frozen=True)
class CheckFor:
    """The host checks for the seat whose turn it is, which has called it out."""

    hand: int
    turn: int
    seat: Seat


@dataclass(frozen=True)
class RunOutOfTime:
    """The seat whose turn it is has used its time up (H5)."""

    hand: int
    turn: int


@dataclass(frozen=True)
class GoOn:
    """On from this phase with `board` common cards on the table: the next of them, or the pay-out (H9, H10)."""

    hand: int
    phase: Phase
    board: int


@dataclass(frozen=True)
class CloseTable:
    """The host ends the table after hand `hand`."""

    hand: int


Command: TypeAlias = (
    ChangeSettings
    | SellIn
    | CashOut
    | Check
    | Bet
    | Raise
    | Call
    | Fold
    | FoldAllIn
    | CheckFor
    | RunOutOfTime
    | GoOn
    | CloseTable
)
COMMANDS: tuple[type, ...] = Command.__args__
Turn: TypeAlias = Check | Bet | Raise | Call | Fold
"""What a seat can do on its turn (H5)."""
