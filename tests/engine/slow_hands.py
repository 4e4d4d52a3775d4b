"""The rules of strength once more, slow and to be read beside S2-S6: what the engine's tables are held against."""

from collections.abc import Sequence
from itertools import combinations

from engine.cards import Card
from engine.hands import Category, Straights, Strength

TWO, ACE = 2, 14


def slow_strength(cards: Sequence[Card], straights: Straights) -> Strength:
    """How strong five cards are, by looking at the cards alone (S2-S5)."""
    last = last_of_run({card.rank for card in cards}, straights)
    one_suit = len({card.suit for card in cards}) == 1
    if last is not None:
        decides = () if straights is Straights.RING_EQUAL else (last,)
        return Strength(Category.STRAIGHT_FLUSH if one_suit else Category.STRAIGHT, decides)
    ranks = [card.rank for card in cards]
    grouped = sorted(set(ranks), key=lambda rank: (ranks.count(rank), rank), reverse=True)
    match [ranks.count(rank) for rank in grouped]:
        case [4, 1]:
            category = Category.FOUR_OF_A_KIND
        case [3, 2]:
            category = Category.FULL_HOUSE
        case [3, 1, 1]:
            category = Category.THREE_OF_A_KIND
        case [2, 2, 1]:
            category = Category.TWO_PAIR
        case [2, 1, 1, 1]:
            category = Category.PAIR
        case _:
            category = Category.FLUSH if one_suit else Category.HIGH_CARD
    return Strength(category, tuple(grouped))


def last_of_run(ranks: set[int], straights: Straights) -> int | None:
    """The last rank of the run that these ranks are; the ace follows the king and the two follows the ace (S3, S4)."""
    for last in range(TWO, ACE + 1):
        run = [before if before >= TWO else before + 13 for before in range(last - 4, last + 1)]
        wraps = ACE in run[1:-1]
        if set(run) == ranks and not (wraps and straights is Straights.STANDARD):
            return last
    return None


def slow_best(cards: Sequence[Card], straights: Straights) -> Strength:
    """The best five of these cards (H4)."""
    return max(slow_strength(five, straights) for five in combinations(cards, 5))
