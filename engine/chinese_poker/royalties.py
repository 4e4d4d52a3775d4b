"""What strong rows earn beyond the comparison (C5)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from engine.cards import RANKS
from engine.chinese_poker.rows import Row, Rows, row_strength
from engine.game import require
from engine.hands import Category, Strength

LOWEST_RANK, ACE = 2, 14
MOST_POINTS = 100
ROYAL_FLUSH = Category.STRAIGHT_FLUSH + 1
"""The ace-high straight flush, which has a royalty of its own."""
KINDS = range(Category.THREE_OF_A_KIND, ROYAL_FLUSH + 1)
"""What the middle and the back can earn for, from three of a kind up to the royal flush."""


@dataclass(frozen=True)
class Royalties:
    """A table of points. The front's go by rank, from 22 and 222 up to AA and AAA; the middle's and the back's by kind:
    three of a kind, straight, flush, full house, four of a kind, straight flush, royal flush.
    """

    front_pairs: tuple[int, ...] = (0,) * len(RANKS)
    front_threes: tuple[int, ...] = (0,) * len(RANKS)
    middle: tuple[int, ...] = (0,) * len(KINDS)
    back: tuple[int, ...] = (0,) * len(KINDS)


class RoyaltyTable(Enum):
    """Which table of points is played."""

    CLASSIC = "classic"
    OPEN_FACE = "open_face"
    NONE = "none"
    OWN = "own"


_FRONT_THREES = tuple(range(10, 23))
_CLASSIC = Royalties(
    front_threes=_FRONT_THREES,
    middle=(2, 4, 8, 12, 20, 30, 30),
    back=(0, 0, 0, 0, 10, 15, 15),
)
_OPEN_FACE = Royalties(
    front_pairs=(0, 0, 0, 0, *range(1, 10)),
    front_threes=_FRONT_THREES,
    middle=(2, 4, 8, 12, 20, 30, 50),
    back=(0, 2, 4, 6, 10, 15, 25),
)
PUBLISHED: Mapping[RoyaltyTable, Royalties] = MappingProxyType(
    {RoyaltyTable.CLASSIC: _CLASSIC, RoyaltyTable.OPEN_FACE: _OPEN_FACE, RoyaltyTable.NONE: Royalties()}
)


def check(table: Royalties) -> None:
    """Refuse a table of the facilitator's own that has a number too few, too many or out of range."""
    known = Royalties()
    for own, shape in (
        (table.front_pairs, known.front_pairs),
        (table.front_threes, known.front_threes),
        (table.middle, known.middle),
        (table.back, known.back),
    ):
        require(len(own) == len(shape), "royalties_incomplete", count=len(shape))
        require(all(0 <= points <= MOST_POINTS for points in own), "royalties_out_of_range", most=MOST_POINTS)


def royalty(table: Royalties, row: Row, strength: Strength) -> int:
    """What a row of this strength earns in a set that is not fouled."""
    if row is Row.FRONT:
        return _front(table, strength)
    kind = ROYAL_FLUSH if strength == (Category.STRAIGHT_FLUSH, (ACE,)) else strength.category
    points = table.middle if row is Row.MIDDLE else table.back
    return points[KINDS.index(kind)] if kind in KINDS else 0


def row_royalty(table: Royalties, rows: Rows, row: Row) -> int:
    """What a row earns as it stands; nothing until it is full."""
    return royalty(table, row, row_strength(rows.of(row))) if rows.is_full(row) else 0


def _front(table: Royalties, strength: Strength) -> int:
    match strength.category:
        case Category.PAIR:
            return table.front_pairs[strength.ranks[0] - LOWEST_RANK]
        case Category.THREE_OF_A_KIND:
            return table.front_threes[strength.ranks[0] - LOWEST_RANK]
        case _:
            return 0
