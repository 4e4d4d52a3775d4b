"""Every strength that a row can have, as a number: its place in the one order of rows of three and of five (S2, S6)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement

from engine.cards import DECK, RANKS, SUITS, Card
from engine.chinese_poker.rows import SIZES, Row, row_strength
from engine.hands import Strength

_SAME_RANK = len(SUITS)
_BASE = _SAME_RANK + 1


@dataclass(frozen=True)
class Places:
    """`strengths` from the weakest up. `several_suits` and `one_suit` give the place of three or five cards by the sum
    of their weights, which is another for every other choice of ranks.
    """

    strengths: tuple[Strength, ...]
    several_suits: Mapping[int, int]
    one_suit: Mapping[int, int]


def weight(card: Card) -> int:
    """What a card adds to the sum by which a row is looked up."""
    of_rank: int = _BASE ** (card.rank - 2)
    return of_rank


@cache
def places() -> Places:
    """The order of all strengths; made once, in some 0.1 s."""
    several = {_sum(row): row_strength(row) for size in set(SIZES.values()) for row in _rows_of_several_suits(size)}
    flushes = {_sum(row): row_strength(row) for row in combinations(DECK[:: len(SUITS)], SIZES[Row.BACK])}
    ordered = tuple(sorted({*several.values(), *flushes.values()}))
    place = {strength: index for index, strength in enumerate(ordered)}
    return Places(
        ordered,
        {total: place[strength] for total, strength in several.items()},
        {total: place[strength] for total, strength in flushes.items()},
    )


def place_of(cards: Sequence[Card]) -> int:
    """The place of a row of three or of five cards."""
    known, total = places(), sum(map(weight, cards))
    flush = len(cards) == SIZES[Row.BACK] and len({card.suit for card in cards}) == 1
    return known.one_suit[total] if flush else known.several_suits[total]


def _sum(cards: Sequence[Card]) -> int:
    return sum(map(weight, cards))


def _rows_of_several_suits(size: int) -> list[tuple[Card, ...]]:
    """For every choice of ranks one row that is no flush."""
    ranks = [chosen for chosen in combinations_with_replacement(range(len(RANKS)), size) if _possible(chosen)]
    return [
        tuple(DECK[rank * _SAME_RANK + suit] for rank, suit in zip(chosen, _suits(chosen), strict=True))
        for chosen in ranks
    ]


def _possible(ranks: Sequence[int]) -> bool:
    return all(ranks.count(rank) <= _SAME_RANK for rank in ranks)


def _suits(ranks: Sequence[int]) -> list[int]:
    """Different suits within a rank, and never one suit in all."""
    used = [ranks[:index].count(rank) for index, rank in enumerate(ranks)]
    return used if any(used) else [*used[:-1], 1]
