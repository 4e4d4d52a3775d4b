"""The exact arranger: of all 72,072 ways to set 13 cards, the legal one that is best under a stated objective (C2-C5).

Backs are tried from the one that promises most; the search ends where no other can be better any more.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from types import MappingProxyType
from typing import NamedTuple

from engine.cards import Card, in_order
from engine.chinese_poker.chances import Chances, chances_for
from engine.chinese_poker.phase import Objective
from engine.chinese_poker.rows import SET_CARDS, SIZES, Row, Rows
from engine.chinese_poker.royalties import Royalties, royalty
from engine.chinese_poker.scoring import SWEEP
from engine.hands import Straights
from engine.places import codes_of_five, order, place_of_five, threes, weights_of_few

_ORDER = Straights.STANDARD
_FIVE, _THREE = SIZES[Row.BACK], SIZES[Row.FRONT]
_BITS = tuple(1 << index for index in range(SET_CARDS))
_ALL = sum(_BITS)
_FIVES = tuple(map(sum, combinations(_BITS, _FIVE)))
_THREES = tuple(map(sum, combinations(_BITS, _THREE)))


@dataclass(frozen=True)
class RowWorth:
    """By place (see `engine.places`): points that a row brings on its own, and of how many sampled opponents' rows it
    beats, or loses to. Points are in units of one over the cube of the sample's size; all whole numbers, so that every
    machine settles equals alike.
    """

    points: tuple[int, ...]
    beats: tuple[int, ...]
    loses: tuple[int, ...]


class Found(NamedTuple):
    """A legal set: `rank` is its value, then the places of back, middle and front; the greater one is better. Rows are
    masks over the cards in canonical order.
    """

    rank: tuple[int, int, int, int]
    back: int
    middle: int

    def beats(self, other: "Found") -> bool:
        """Better, or equal and earlier: the one whose back, then middle, comes first in canonical order."""
        if self.rank != other.rank:
            return self.rank > other.rank
        return (_mirrored(self.back), _mirrored(self.middle)) > (_mirrored(other.back), _mirrored(other.middle))


_NOTHING = Found((-(1 << 62), 0, 0, 0), 0, 0)


def arrange(cards: Sequence[Card], table: Royalties, objective: Objective) -> Rows:
    """The best legal set of 13 different cards, in whatever order they are given; it is never fouled.

    Royalties first: most royalties, then the strongest back, middle, front. Expected points: against one opponent whose
    rows are independent draws from the published samples, including the sweep and royalties; equals as before. What is
    still equal is settled in canonical order of the cards. Raises ValueError for any other number of cards.
    """
    if len(set(cards)) != SET_CARDS or len(cards) != SET_CARDS:
        raise ValueError(f"a set is made of {SET_CARDS} different cards")
    return best_set(cards, _worth(table, objective))


def best_set(cards: Sequence[Card], worth: Mapping[Row, RowWorth]) -> Rows:
    """The legal set of 13 different cards whose rows are worth most together."""
    ordered = in_order(cards)
    found = _search(*_row_places(ordered), worth)

    def chosen(mask: int) -> tuple[Card, ...]:
        return tuple(card for card, bit in zip(ordered, _BITS, strict=True) if mask & bit)

    return Rows(chosen(_ALL ^ found.back ^ found.middle), chosen(found.middle), chosen(found.back))


@cache
def _worth(table: Royalties, objective: Objective) -> Mapping[Row, RowWorth]:
    return row_worth(table, chances_for(table) if objective is Objective.EXPECTED_POINTS else None)


def row_worth(table: Royalties, chances: Chances | None) -> Mapping[Row, RowWorth]:
    """What every place is worth in each row: its royalty and, given chances, what is expected of the comparison."""
    return MappingProxyType({row: _one_row_worth(table, row, chances) for row in Row})


def _one_row_worth(table: Royalties, row: Row, chances: Chances | None) -> RowWorth:
    royalties = [royalty(table, row, strength) for strength in order(_ORDER)]
    if chances is None:
        none = (0,) * len(royalties)
        return RowWorth(tuple(royalties), none, none)
    size, count = chances.size, range(len(royalties))
    beats = tuple(chances.weaker(row, place) for place in count)
    loses = tuple(chances.stronger(row, place) for place in count)
    points = tuple(royalties[place] * size**3 + (beats[place] - loses[place]) * size**2 for place in count)
    return RowWorth(points, beats, loses)


def _row_places(ordered: tuple[Card, ...]) -> tuple[dict[int, int], dict[int, int]]:
    """The place of every row of five and of every row of three that the cards can make, by mask."""
    of_five = map(place_of_five(_ORDER), combinations(codes_of_five(ordered), _FIVE))
    of_three = map(threes(_ORDER).__getitem__, map(sum, combinations(weights_of_few(ordered), _THREE)))
    return dict(zip(_FIVES, of_five, strict=True)), dict(zip(_THREES, of_three, strict=True))


def _search(fives: dict[int, int], threes: dict[int, int], worth: Mapping[Row, RowWorth]) -> Found:
    best = _NOTHING
    for promise, place, back in sorted(_promises(fives, threes, worth), reverse=True):
        if promise < best.rank[0]:
            break
        if promise > best.rank[0] or place >= best.rank[1]:
            best = _best_with(back, fives, threes, worth, best)
    return best


def _promises(
    fives: dict[int, int], threes: dict[int, int], worth: Mapping[Row, RowWorth]
) -> list[tuple[int, int, int]]:
    """For every back at most what any set with it is worth, its place and its mask: as if middle and front were free to
    choose among all rows that are no stronger.
    """
    front, middle, back = (worth[row] for row in Row)
    fronts = sorted(set(threes.values()), reverse=True)
    best_middle = best_front = _NOTHING.rank[0]
    found, front_place = [], 0
    for place, mask in sorted((place, mask) for mask, place in fives.items()):
        while fronts and fronts[-1] <= place:
            front_place = fronts.pop()
            best_front = max(best_front, front.points[front_place])
        best_middle = max(best_middle, middle.points[place])
        sweep = back.beats[place] * middle.beats[place] * front.beats[front_place]
        spared = back.loses[place] * middle.loses[place] * front.loses[front_place]
        found.append((back.points[place] + best_middle + best_front + SWEEP * (sweep - spared), place, mask))
    return found


def _best_with(
    back: int, fives: dict[int, int], threes: dict[int, int], worth: Mapping[Row, RowWorth], best: Found
) -> Found:
    """The best legal set with this back, if it beats the best so far, which it gives back otherwise."""
    front, middle, own = (worth[row] for row in Row)
    back_place, rest = fives[back], _ALL ^ back
    points, beats, loses = own.points[back_place], SWEEP * own.beats[back_place], SWEEP * own.loses[back_place]
    for other in _middles()[back]:
        place = fives[other]
        if place > back_place:
            continue
        front_place = threes[rest ^ other]
        if front_place > place:
            continue
        value = points + middle.points[place] + front.points[front_place]
        value += beats * middle.beats[place] * front.beats[front_place]
        value -= loses * middle.loses[place] * front.loses[front_place]
        rank = (value, back_place, place, front_place)
        if rank >= best.rank:
            found = Found(rank, back, other)
            best = found if found.beats(best) else best
    return best


@cache
def _middles() -> Mapping[int, tuple[int, ...]]:
    """Every middle that is left beside a back, by the back's mask."""
    return MappingProxyType(
        {back: tuple(map(sum, combinations([bit for bit in _BITS if not bit & back], _FIVE))) for back in _FIVES}
    )


@cache
def _mirrored(mask: int) -> int:
    """The bits from the other end: of two rows, the one with the lower first different card is the greater number."""
    return sum(_BITS[-1 - index] for index, bit in enumerate(_BITS) if mask & bit)
