"""How strong five cards, or fewer, are and what they are called (S2-S6); which game asks, it does not know."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import cache
from itertools import combinations
from types import MappingProxyType
from typing import NamedTuple

from engine.cards import Card, in_order

HAND_SIZE = 5
MOST_CARDS = 7
_ACE = 14


class Straights(Enum):
    """Which runs are straights and how they rank (S3-S5)."""

    STANDARD = "standard"
    RING_EQUAL = "equal"
    RING_HIGH_CARD = "high_card"


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


def strength(cards: Sequence[Card], straights: Straights) -> Strength:
    """How strong five different cards are, in any order (S2-S5). Raises ValueError for any other number of cards."""
    return _strength(*_ranks_and_suits(cards), straights)


def name(cards: Sequence[Card], straights: Straights) -> HandName:
    """What five different cards are called, in any order (S2-S4). Raises ValueError for any other number of cards."""
    return _name(*_ranks_and_suits(cards), straights)


def strength_of_few(cards: Sequence[Card]) -> Strength:
    """How strong one to four different cards are, which make neither straight nor flush; comparable with five (S6).
    Raises ValueError for any other number of cards.
    """
    return Strength(*_grouped(_falling_ranks(cards)))


def name_of_few(cards: Sequence[Card]) -> HandName:
    """What one to four different cards are called (S6). Raises ValueError for any other number of cards."""
    return HandName(*_grouped(_falling_ranks(cards)))


def best(cards: Sequence[Card], straights: Straights) -> tuple[Strength, tuple[Card, ...]]:
    """The strongest five of five to seven different cards and their strength (H4). Of fives that tie it takes the first
    in canonical order, whatever the order of `cards`. Raises ValueError for fewer or more cards.
    """
    if not HAND_SIZE <= len(cards) <= MOST_CARDS:
        raise ValueError(f"a hand is chosen from {HAND_SIZE} to {MOST_CARDS} cards, not from {len(cards)}")
    fives = combinations(in_order(cards), HAND_SIZE)
    return max(((strength(five, straights), five) for five in fives), key=lambda found: found[0])


def _ranks_and_suits(cards: Sequence[Card]) -> tuple[tuple[int, ...], bool]:
    """All that strength depends on: the ranks, highest first, and whether the suit is one and the same."""
    if len(cards) != HAND_SIZE or len({one.index for one in cards}) != HAND_SIZE:
        raise ValueError(f"a hand is {HAND_SIZE} different cards, not {[one.value for one in cards]}")
    return tuple(sorted([one.rank for one in cards], reverse=True)), len({one.suit for one in cards}) == 1


def _falling_ranks(few: Sequence[Card]) -> tuple[int, ...]:
    if not 1 <= len(few) < HAND_SIZE or len(set(few)) != len(few):
        raise ValueError(f"not one to four different cards: {[one.value for one in few]}")
    return tuple(sorted([one.rank for one in few], reverse=True))


@cache  # a rule set knows 7,462 pairs of falling ranks and one suit or several
def _name(ranks: tuple[int, ...], one_suit: bool, straights: Straights) -> HandName:
    run = _RUNS[straights].get(ranks)
    if run:
        return HandName(Category.STRAIGHT_FLUSH if one_suit else Category.STRAIGHT, run)
    if one_suit:
        return HandName(Category.FLUSH, ranks)
    return HandName(*_grouped(ranks))


def _grouped(ranks: tuple[int, ...]) -> tuple[Category, tuple[int, ...]]:
    """The category by equal ranks alone, and the grouped ranks then kickers (S2)."""
    groups = sorted(((size, rank) for rank, size in Counter(ranks).items()), reverse=True)
    return _BY_LARGEST_GROUPS[tuple(size for size, _ in groups[:2])], tuple(rank for _, rank in groups)


@cache
def _strength(ranks: tuple[int, ...], one_suit: bool, straights: Straights) -> Strength:
    called = _name(ranks, one_suit, straights)
    if called.category not in (Category.STRAIGHT, Category.STRAIGHT_FLUSH):
        return Strength(called.category, called.ranks)
    if straights is Straights.RING_EQUAL:
        return Strength(called.category, ())
    return Strength(called.category, called.ranks[-1:])
