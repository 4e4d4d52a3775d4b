"""The three rows of a set, complete or not, and the order that they must keep (C2, C3, S6)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType

from engine.cards import Card
from engine.hands import HandName, Straights, Strength, name, name_of_few, strength, strength_of_few

SET_CARDS = 13


class Row(Enum):
    """The rows in the order in which they are compared."""

    FRONT = "front"
    MIDDLE = "middle"
    BACK = "back"


SIZES: Mapping[Row, int] = MappingProxyType({Row.FRONT: 3, Row.MIDDLE: 5, Row.BACK: 5})


@dataclass(frozen=True)
class Rows:
    """A set as far as it has been made (C2); the order of cards within a row means nothing."""

    front: tuple[Card, ...] = ()
    middle: tuple[Card, ...] = ()
    back: tuple[Card, ...] = ()

    def of(self, row: Row) -> tuple[Card, ...]:
        """The cards of one row."""
        match row:
            case Row.FRONT:
                return self.front
            case Row.MIDDLE:
                return self.middle
            case Row.BACK:
                return self.back

    def having(self, row: Row, cards: tuple[Card, ...]) -> "Rows":
        """The same set with other cards in one row."""
        match row:
            case Row.FRONT:
                return replace(self, front=cards)
            case Row.MIDDLE:
                return replace(self, middle=cards)
            case Row.BACK:
                return replace(self, back=cards)

    @property
    def cards(self) -> tuple[Card, ...]:
        return (*self.front, *self.middle, *self.back)

    def is_full(self, row: Row) -> bool:
        """Whether a row has all its cards."""
        return len(self.of(row)) == SIZES[row]

    @property
    def is_complete(self) -> bool:
        """All 13 cards are placed."""
        return all(self.is_full(row) for row in Row)


def row_strength(cards: tuple[Card, ...]) -> Strength:
    """How strong a row of three or of five cards is; any two compare (S2, S3, S6)."""
    return strength_of_few(cards) if len(cards) == SIZES[Row.FRONT] else strength(cards, Straights.STANDARD)


def row_name(cards: tuple[Card, ...]) -> HandName | None:
    """What the cards of a row make, also while some are missing; None for an empty row."""
    if not cards:
        return None
    return name(cards, Straights.STANDARD) if len(cards) == SIZES[Row.BACK] else name_of_few(cards)


def is_broken(rows: Rows, lower: Row, upper: Row) -> bool:
    """Whether a full row is weaker than the full row in front of it; equal is allowed (C2)."""
    full = rows.is_full(lower) and rows.is_full(upper)
    return full and row_strength(rows.of(lower)) < row_strength(rows.of(upper))


def is_fouled(rows: Rows) -> bool:
    """Whether the rows, as far as they are full, break the order (C3)."""
    return is_broken(rows, Row.MIDDLE, Row.FRONT) or is_broken(rows, Row.BACK, Row.MIDDLE)
