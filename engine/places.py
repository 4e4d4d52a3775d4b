"""Strength as one number: every card has a code, and the sum of a hand's codes tells its place in the order of hands.

A code is the weight of the card's rank and a share for its suit. Weights are such that no two choices of ranks have the
same sum, shares such that their sum betrays a flush. Tables from sums to places are made when they are first asked for,
in a fraction of a second.
"""

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from types import MappingProxyType

from engine.cards import RANKS, SUITS, Card
from engine.naming import HAND_SIZE, Straights, Strength, strength_of_few_ranks, strength_of_ranks

FEW = 3
"""Cards in a short row (S6)."""
SEVEN = 7

Place = int
"""Where a strength stands among all strengths of three and of five cards under one rule set, the weakest at 0."""

_RANK_NUMBERS = range(len(RANKS))

_WEIGHTS_OF_FIVE = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
_SUITS_OF_FIVE = (0, 1, 6, 7)
"""Five times one of these is the sum of no other five."""
_STEP_OF_FIVE = HAND_SIZE * max(_SUITS_OF_FIVE) + 1
"""From one sum of weights to the next there is room for every sum of shares."""

_WEIGHTS_OF_SEVEN = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
_SUITS_OF_SEVEN = (0, 1, 25, 32)
"""Of a sum of seven of these one can tell whether one came five times or more, and which."""
_BITS_OF_SEVEN = 8
_MASK_OF_SEVEN = (1 << _BITS_OF_SEVEN) - 1

_CODES_OF_FIVE = tuple(weight * _STEP_OF_FIVE + suit for weight, suit in product(_WEIGHTS_OF_FIVE, _SUITS_OF_FIVE))
_CODES_OF_SEVEN = tuple(weight << _BITS_OF_SEVEN | suit for weight, suit in product(_WEIGHTS_OF_SEVEN, _SUITS_OF_SEVEN))
_RANK_BIT = MappingProxyType({code: 1 << index // len(SUITS) for index, code in enumerate(_CODES_OF_SEVEN)})


def codes_of_five(cards: Iterable[Card]) -> tuple[int, ...]:
    """What `place_of_five` adds up."""
    return tuple([_CODES_OF_FIVE[card.index] for card in cards])


def codes_of_seven(cards: Iterable[Card]) -> tuple[int, ...]:
    """What `place_of_seven` adds up."""
    return tuple([_CODES_OF_SEVEN[card.index] for card in cards])


def weights_of_few(cards: Iterable[Card]) -> tuple[int, ...]:
    """What `threes` are looked up by, in sums of three."""
    return tuple([_WEIGHTS_OF_FIVE[card.rank - 2] for card in cards])


@cache
def place_of_five(straights: Straights) -> Callable[[Sequence[int]], Place]:
    """A function from the codes of five different cards, in any order, to their place."""
    table = _fives(straights)
    return lambda codes: table[sum(codes)]


@cache
def place_of_seven(straights: Straights) -> Callable[[Sequence[int]], Place]:
    """A function from the codes of seven different cards, in any order, to the place of their best five (H4)."""
    table, flushes, flush_suit = _sevens(straights), _flushes(straights), _flush_suits()

    def place(codes: Sequence[int]) -> Place:
        total = sum(codes)
        suit = flush_suit[total & _MASK_OF_SEVEN]
        if suit is None:
            return table[total >> _BITS_OF_SEVEN]
        # Five of one suit leave no room for four of a kind or a full house among seven.
        return flushes[sum([_RANK_BIT[code] for code in codes if code & _MASK_OF_SEVEN == suit])]

    return place


def place_of(cards: Sequence[Card], straights: Straights) -> Place:
    """The place of three or of five different cards, in any order."""
    if len(cards) == FEW:
        return threes(straights)[sum(weights_of_few(cards))]
    return place_of_five(straights)(codes_of_five(cards))


@cache
def order(straights: Straights) -> tuple[Strength, ...]:
    """All strengths of three and of five cards by place."""
    return tuple(
        sorted({*_of_several_suits(straights).values(), *_of_one_suit(straights).values(), *_of_few().values()})
    )


@cache
def _fives(straights: Straights) -> "array[int]":
    """The places of five different cards by the sum of their codes: 26 MB, of which few parts are ever touched."""
    place = _place_by_strength(straights)
    table = array("H", [0]) * ((_largest_sum(_WEIGHTS_OF_FIVE, HAND_SIZE) + 1) * _STEP_OF_FIVE)
    for ranks, strength in _of_several_suits(straights).items():
        first = _sum(_WEIGHTS_OF_FIVE, ranks) * _STEP_OF_FIVE
        table[first : first + _STEP_OF_FIVE] = array("H", [place[strength]]) * _STEP_OF_FIVE
    for ranks, strength in _of_one_suit(straights).items():
        for suit in _SUITS_OF_FIVE:
            table[_sum(_WEIGHTS_OF_FIVE, ranks) * _STEP_OF_FIVE + HAND_SIZE * suit] = place[strength]
    return table


@cache
def threes(straights: Straights) -> Mapping[int, Place]:
    """The places of three different cards by the sum of their weights (S6)."""
    place = _place_by_strength(straights)
    return MappingProxyType({_sum(_WEIGHTS_OF_FIVE, ranks): place[one] for ranks, one in _of_few().items()})


@cache
def _sevens(straights: Straights) -> "array[int]":
    """The places of the best five of seven cards without a flush, by the sum of their ranks' weights."""
    place = _place_by_strength(straights)
    best = {_sum(_WEIGHTS_OF_SEVEN, ranks): place[one] for ranks, one in _of_several_suits(straights).items()}
    for size in range(HAND_SIZE + 1, SEVEN + 1):
        best = {
            total: max([best[total - weight] for weight in weights])
            for weights in map(_weighed_for_seven, _rank_choices(size))
            for total in [sum(weights)]
        }
    table = array("H", [0]) * (_largest_sum(_WEIGHTS_OF_SEVEN, SEVEN) + 1)
    for total, found in best.items():
        table[total] = found
    return table


@cache
def _flushes(straights: Straights) -> tuple[Place, ...]:
    """The places of the best five of one suit's cards, by the bits of their ranks; 0 for fewer than five."""
    place = _place_by_strength(straights)
    best = [0] * (1 << len(RANKS))
    for ranks, strength in _of_one_suit(straights).items():
        best[sum(1 << rank for rank in ranks)] = place[strength]
    for mask in range(len(best)):
        if mask.bit_count() > HAND_SIZE:
            best[mask] = max([best[mask ^ 1 << rank] for rank in _RANK_NUMBERS if mask >> rank & 1])
    return tuple(best)


@cache
def _flush_suits() -> tuple[int | None, ...]:
    """By the sum of seven suits' shares: the share of the suit that came five times or more, or None."""
    found: list[int | None] = [None] * (_MASK_OF_SEVEN + 1)
    for suit in _SUITS_OF_SEVEN:
        for others in combinations_with_replacement(_SUITS_OF_SEVEN, SEVEN - HAND_SIZE):
            found[HAND_SIZE * suit + sum(others)] = suit
    return tuple(found)


@cache
def _place_by_strength(straights: Straights) -> Mapping[Strength, Place]:
    return MappingProxyType({strength: place for place, strength in enumerate(order(straights))})


@cache
def _of_several_suits(straights: Straights) -> Mapping[tuple[int, ...], Strength]:
    """The strength of every choice of five ranks that is no flush."""
    choices = _rank_choices(HAND_SIZE)
    return MappingProxyType({ranks: strength_of_ranks(_falling(ranks), False, straights) for ranks in choices})


@cache
def _of_one_suit(straights: Straights) -> Mapping[tuple[int, ...], Strength]:
    """The strength of every five ranks in one suit."""
    choices = combinations(_RANK_NUMBERS, HAND_SIZE)
    return MappingProxyType({ranks: strength_of_ranks(_falling(ranks), True, straights) for ranks in choices})


@cache
def _of_few() -> Mapping[tuple[int, ...], Strength]:
    return MappingProxyType({ranks: strength_of_few_ranks(_falling(ranks)) for ranks in _rank_choices(FEW)})


def _rank_choices(size: int) -> Iterable[tuple[int, ...]]:
    """Every choice of so many cards by their ranks, counted from the 2, lowest first; of a rank there are four."""
    choices = combinations_with_replacement(_RANK_NUMBERS, size)
    return (ranks for ranks in choices if all(map(int.__ne__, ranks, ranks[len(SUITS) :])))


def _falling(ranks: Sequence[int]) -> tuple[int, ...]:
    return tuple([rank + 2 for rank in reversed(ranks)])


def _weighed_for_seven(ranks: Iterable[int]) -> tuple[int, ...]:
    return tuple([_WEIGHTS_OF_SEVEN[rank] for rank in ranks])


def _sum(weights: Sequence[int], ranks: Iterable[int]) -> int:
    return sum([weights[rank] for rank in ranks])


def _largest_sum(weights: tuple[int, ...], size: int) -> int:
    return sum(sorted(weights * len(SUITS))[-size:])
