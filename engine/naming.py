"""The order of hands by their ranks alone, and what they are called (S2-S6): what all tables are made from."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

HAND_SIZE = 5
_ACE = 14


class Straights(Enum):
    """Which runs are straights and how they rank (S3-S5)."""

    STANDARD = "standard"
    RING_EQUAL = "equal"
    RING_HIGH_CARD = "high_card"

    __hash__ = object.__hash__  # that of an enum is written in Python, and tables are kept by rule set


class Category(IntEnum):
    """Weakest first (S2)."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8


@dataclass(frozen=True)
class HandName:
    """What a hand is called. `ranks` (2-14) are grouped ranks then kickers, strongest first; of a straight, its run in
    order, so that K-A-2-3-4 is (13, 14, 2, 3, 4).
    """

    category: Category
    ranks: tuple[int, ...]


class Strength(NamedTuple):
    """Compares hands of the same `Straights`: the greater one wins, equal ones tie. `ranks` are what decides within the
    category: grouped ranks then kickers; the last card of a run; nothing where all runs tie (S2, S5). Where ranks run
    out with all equal, the hand with more of them is stronger (S6).
    """

    category: Category
    ranks: tuple[int, ...]


_CIRCLE = range(2, _ACE + 1)
_RING_RUNS = tuple(
    tuple(_CIRCLE[(first + step) % len(_CIRCLE)] for step in range(HAND_SIZE)) for first in range(len(_CIRCLE))
)
_STANDARD_RUNS = tuple(run for run in _RING_RUNS if _ACE not in run[1:-1])


def _by_falling_ranks(runs: Sequence[tuple[int, ...]]) -> Mapping[tuple[int, ...], tuple[int, ...]]:
    return MappingProxyType({tuple(sorted(run, reverse=True)): run for run in runs})


_RUNS: Mapping[Straights, Mapping[tuple[int, ...], tuple[int, ...]]] = MappingProxyType(
    {
        Straights.STANDARD: _by_falling_ranks(_STANDARD_RUNS),
        Straights.RING_EQUAL: _by_falling_ranks(_RING_RUNS),
        Straights.RING_HIGH_CARD: _by_falling_ranks(_RING_RUNS),
    }
)
_BY_LARGEST_GROUPS: Mapping[tuple[int, ...], Category] = MappingProxyType(
    {
        (1,): Category.HIGH_CARD,
        (1, 1): Category.HIGH_CARD,
        (2,): Category.PAIR,
        (2, 1): Category.PAIR,
        (2, 2): Category.TWO_PAIR,
        (3,): Category.THREE_OF_A_KIND,
        (3, 1): Category.THREE_OF_A_KIND,
        (3, 2): Category.FULL_HOUSE,
        (4,): Category.FOUR_OF_A_KIND,
        (4, 1): Category.FOUR_OF_A_KIND,
    }
)


@cache  # a rule set knows 7,462 pairs of falling ranks and one suit or several
def name_of_ranks(falling: tuple[int, ...], one_suit: bool, straights: Straights) -> HandName:
    """What five cards with these ranks, highest first, are called (S2-S4)."""
    run = _RUNS[straights].get(falling)
    if run:
        return HandName(Category.STRAIGHT_FLUSH if one_suit else Category.STRAIGHT, run)
    if one_suit:
        return HandName(Category.FLUSH, falling)
    return HandName(*_grouped(falling))


def strength_of_ranks(falling: tuple[int, ...], one_suit: bool, straights: Straights) -> Strength:
    """How strong five cards with these ranks, highest first, are (S2-S5)."""
    called = name_of_ranks(falling, one_suit, straights)
    if called.category not in (Category.STRAIGHT, Category.STRAIGHT_FLUSH):
        return Strength(called.category, called.ranks)
    if straights is Straights.RING_EQUAL:
        return Strength(called.category, ())
    return Strength(called.category, called.ranks[-1:])


def name_of_few_ranks(falling: tuple[int, ...]) -> HandName:
    """What one to four cards with these ranks, highest first, are called (S6)."""
    return HandName(*_grouped(falling))


def strength_of_few_ranks(falling: tuple[int, ...]) -> Strength:
    """How strong one to four cards with these ranks, highest first, are (S6)."""
    return Strength(*_grouped(falling))


def _grouped(ranks: tuple[int, ...]) -> tuple[Category, tuple[int, ...]]:
    """The category by equal ranks alone, and the grouped ranks then kickers (S2)."""
    groups = sorted(((size, rank) for rank, size in Counter(ranks).items()), reverse=True)
    return _BY_LARGEST_GROUPS[tuple(size for size, _ in groups[:2])], tuple(rank for _, rank in groups)
