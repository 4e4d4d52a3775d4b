"""A Chinese Poker table as data: what is public and what is secret. No rules here."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.cards import Card
from engine.chinese_poker.events import DealScored
from engine.chinese_poker.phase import Phase, SortOrder
from engine.chinese_poker.rows import Row, Rows
from engine.chinese_poker.rules import Settings
from engine.game import Instant, Seat


@dataclass(frozen=True)
class Departed:
    """What a player had when somebody else took the seat; `deal` was the last one with a total of theirs."""

    seat: Seat
    deal: int
    points: int


@dataclass(frozen=True)
class Public:
    """What the whole room knows. `seats` are dealt in; `leaving` are those of them whose players have left for good;
    `ran_out` had their sets closed by the clock; `shown` are the rows that are face up.
    """

    settings: Settings
    phase: Phase = Phase.WAITING
    deal: int = 0
    seats: tuple[Seat, ...] = ()
    absent: frozenset[Seat] = frozenset()
    leaving: frozenset[Seat] = frozenset()
    deadline: Instant | None = None
    submitted: frozenset[Seat] = frozenset()
    ran_out: frozenset[Seat] = frozenset()
    shown: Mapping[Row, Mapping[Seat, tuple[Card, ...]]] = field(default_factory=dict)
    fouled: tuple[Seat, ...] = ()
    results: tuple[DealScored, ...] = ()
    totals: Mapping[Seat, int] = field(default_factory=dict)
    departed: tuple[Departed, ...] = ()


@dataclass(frozen=True)
class Secret:
    """The cards of this deal, the sets as they are being made, and how each seat likes to see its cards."""

    held: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    rows: Mapping[Seat, Rows] = field(default_factory=dict)
    sorts: Mapping[Seat, SortOrder] = field(default_factory=dict)


@dataclass(frozen=True)
class State:
    public: Public
    secret: Secret = Secret()
