"""What can be asked of a Chinese Poker table. Each command names the deal that it means."""

from dataclasses import dataclass
from typing import TypeAlias

from engine.cards import Card
from engine.chinese_poker.phase import Objective, Phase, SortOrder
from engine.chinese_poker.rows import Row
from engine.chinese_poker.rules import Settings


@dataclass(frozen=True)
class ChangeSettings:
    """The host's settings, between deals."""

    settings: Settings


@dataclass(frozen=True)
class PlaceCards:
    """A seat moves cards of its own to a row, from wherever they are (C2)."""

    deal: int
    cards: tuple[Card, ...]
    row: Row


@dataclass(frozen=True)
class LiftCards:
    """A seat takes cards of its own out of their rows."""

    deal: int
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class SwapCards:
    """A seat lets two cards of its own change places."""

    deal: int
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class SortCards:
    """A seat wants to see its cards in this order."""

    deal: int
    by: SortOrder


@dataclass(frozen=True)
class ArrangeForMe:
    """A seat lets the arranger place all its cards."""

    deal: int
    objective: Objective


@dataclass(frozen=True)
class SubmitSet:
    """A seat says that its set is made; `fouled` confirms that it knowingly breaks the order (C3)."""

    deal: int
    fouled: bool


@dataclass(frozen=True)
class TakeBackSet:
    """A seat goes on with a set that it had submitted, until all are in (C7)."""

    deal: int


@dataclass(frozen=True)
class CloseSetting:
    """The time to set is over, or the host says so (C7)."""

    deal: int


@dataclass(frozen=True)
class Next:
    """The host goes on from this phase of this deal."""

    deal: int
    phase: Phase


@dataclass(frozen=True)
class CloseTable:
    """The host ends the table after this deal (C8)."""

    deal: int


Command: TypeAlias = (
    ChangeSettings
    | PlaceCards
    | LiftCards
    | SwapCards
    | SortCards
    | ArrangeForMe
    | SubmitSet
    | TakeBackSet
    | CloseSetting
    | Next
    | CloseTable
)
COMMANDS: tuple[type, ...] = Command.__args__
