"""The arranger of Chinese Poker beside a plain scan of all 72,072 sets with the same tables, under both objectives."""

from collections.abc import Iterator, Mapping
from functools import cache, partial
from itertools import combinations
from random import Random
from statistics import median

from _bench import Disagreement, Effort, Line, Sense, timed

from engine.cards import Card, in_order
from engine.chinese_poker.arrange import RowWorth, arrange, row_worth
from engine.chinese_poker.chances import chances_for
from engine.chinese_poker.phase import Objective
from engine.chinese_poker.rows import SET_CARDS, SIZES, Row, Rows
from engine.chinese_poker.royalties import PUBLISHED, RoyaltyTable
from engine.chinese_poker.scoring import SWEEP
from engine.hands import Straights
from engine.places import codes_of_five, place_of_five, threes, weights_of_few
from tests.engine.sets import random_hand

TABLE = PUBLISHED[RoyaltyTable.CLASSIC]
BITS = tuple(1 << place for place in range(SET_CARDS))
ALL = sum(BITS)


def lines(effort: Effort) -> Iterator[Line]:
    """The median hand under each objective."""
    dice = Random("bench")
    hands = [random_hand(dice) for _ in range(effort.of(60, 3))]
    for objective in Objective:
        worth = row_worth(TABLE, chances_for(TABLE) if objective is Objective.EXPECTED_POINTS else None)
        taken, scanned = [], []
        for hand in hands:
            if arrange(hand, TABLE, objective) != plain_scan(hand, worth):
                raise Disagreement(f"{objective}: {' '.join(card.value for card in hand)}")
            ways = {"ours": partial(arrange, hand, TABLE, objective), "scan": partial(plain_scan, hand, worth)}
            best = timed(ways, effort.of(3, 1))
            taken.append(best["ours"] * 1e3)
            scanned.append(best["scan"] * 1e3)
        topic = f"Best set of 13 cards, {objective.value.replace('_', ' ')}"
        note = f"median of {len(hands)} hands"
        yield Line(topic, "plain full scan", Sense.FASTER, median(taken), median(scanned), "ms", 2.0, note)


def plain_scan(hand: tuple[Card, ...], worth: Mapping[Row, RowWorth]) -> Rows:
    """Every legal set is looked at, in canonical order, and the first of the best is taken."""
    ordered = in_order(hand)
    fives, fronts = _places(ordered)
    front, middle, back = (worth[row] for row in Row)
    best_rank, best = (-(1 << 62), 0, 0, 0), (0, 0)
    for one, others in _sets().items():
        place = fives[one]
        points, beats, loses = back.points[place], SWEEP * back.beats[place], SWEEP * back.loses[place]
        for other in others:
            lower = fives[other]
            if lower > place:
                continue
            lowest = fronts[ALL ^ one ^ other]
            if lowest > lower:
                continue
            value = points + middle.points[lower] + front.points[lowest]
            value += beats * middle.beats[lower] * front.beats[lowest]
            value -= loses * middle.loses[lower] * front.loses[lowest]
            rank = (value, place, lower, lowest)
            if rank > best_rank:
                best_rank, best = rank, (one, other)
    return Rows(*(_chosen(ordered, mask) for mask in (ALL ^ best[0] ^ best[1], best[1], best[0])))


def _places(ordered: tuple[Card, ...]) -> tuple[dict[int, int], dict[int, int]]:
    of_five = map(place_of_five(Straights.STANDARD), combinations(codes_of_five(ordered), SIZES[Row.BACK]))
    of_three = map(sum, combinations(weights_of_few(ordered), SIZES[Row.FRONT]))
    few = threes(Straights.STANDARD)
    return (
        dict(zip(_masks(BITS, SIZES[Row.BACK]), of_five, strict=True)),
        dict(zip(_masks(BITS, SIZES[Row.FRONT]), [few[total] for total in of_three], strict=True)),
    )


@cache
def _sets() -> dict[int, tuple[int, ...]]:
    """All middles by back."""
    size = SIZES[Row.BACK]
    return {back: _masks(tuple(bit for bit in BITS if not bit & back), size) for back in _masks(BITS, size)}


@cache
def _masks(bits: tuple[int, ...], size: int) -> tuple[int, ...]:
    return tuple(map(sum, combinations(bits, size)))


def _chosen(ordered: tuple[Card, ...], mask: int) -> tuple[Card, ...]:
    return tuple(card for card, bit in zip(ordered, BITS, strict=True) if mask & bit)
