"""What has happened at a Chinese Poker table. Events carry what chance decided; folding them never draws."""

from dataclasses import dataclass
from typing import TypeAlias

from engine.cards import Card
from engine.chinese_poker.phase import SortOrder
from engine.chinese_poker.rows import Row, Rows
from engine.chinese_poker.rules import Settings
from engine.chinese_poker.scoring import PairScore, SeatScore, SeatSet
from engine.game import Instant, Seat


@dataclass(frozen=True)
class SettingsChanged:
    settings: Settings


@dataclass(frozen=True)
class DealtSeat:
    """The 13 cards of a seat (C1)."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class CardsDealt:
    """A deal, and until when in game time its sets can be made (C1, C7)."""

    deal: int
    hands: tuple[DealtSeat, ...]
    deadline: Instant


@dataclass(frozen=True)
class CardsPlaced:
    """A seat's set as it now stands, unsubmitted."""

    deal: int
    seat: Seat
    rows: Rows


@dataclass(frozen=True)
class CardsSorted:
    seat: Seat
    by: SortOrder


@dataclass(frozen=True)
class SetSubmitted:
    deal: int
    seat: Seat


@dataclass(frozen=True)
class SetTakenBack:
    deal: int
    seat: Seat


@dataclass(frozen=True)
class SetStood:
    """Time ran out over a complete set, which stands as it is (C7)."""

    deal: int
    seat: Seat


@dataclass(frozen=True)
class SetArranged:
    """Time ran out over an incomplete set, which the arranger has made anew (C7)."""

    deal: int
    seat: Seat
    rows: Rows


@dataclass(frozen=True)
class SettingClosed:
    """Every set is in; none can be taken back any more."""

    deal: int


@dataclass(frozen=True)
class ShownRow:
    """One seat's row, turned face up."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class RowsShown:
    """A row of every seat is compared; `fouled` sets lose theirs whatever is in it (C3, C4)."""

    deal: int
    row: Row
    shown: tuple[ShownRow, ...]
    fouled: tuple[Seat, ...]


@dataclass(frozen=True)
class Possible:
    """What a seat's cards could have made: the set with the most royalties, and its points against the others' sets."""

    set: SeatSet
    points: int


@dataclass(frozen=True)
class DealScored:
    """The deal is settled, seat against seat (C4-C6)."""

    deal: int
    sets: tuple[SeatSet, ...]
    pairs: tuple[PairScore, ...]
    scores: tuple[SeatScore, ...]
    possible: tuple[Possible, ...]


@dataclass(frozen=True)
class SeatBegunAnew:
    """Somebody new took a seat that has played: its points start from nothing."""

    seat: Seat


@dataclass(frozen=True)
class SeatLeaving:
    """A player left for good during a deal, which goes on with the set that was closed."""

    seat: Seat


@dataclass(frozen=True)
class AbsenceMarked:
    """The host says that a seat's player has left, or is back; while away, the seat holds nobody up."""

    seat: Seat
    absent: bool


@dataclass(frozen=True)
class TableClosed:
    """No more deals (C8)."""


TableEvent: TypeAlias = (
    SettingsChanged
    | SetSubmitted
    | SetTakenBack
    | SetStood
    | SettingClosed
    | RowsShown
    | DealScored
    | SeatBegunAnew
    | SeatLeaving
    | AbsenceMarked
    | TableClosed
)
"""What changes nothing but what everyone knows."""

Event: TypeAlias = CardsDealt | CardsPlaced | CardsSorted | SetArranged | TableEvent
EVENTS: tuple[type, ...] = Event.__args__
