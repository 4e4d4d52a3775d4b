"""Sets in text for tests, `As Ad Kc | 9s 9d 4c 4h 2s | Ts Td Th 5c 5d`, front first; and a plain scan of all sets."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import NamedTuple

from engine.cards import DECK, Card, cards, in_order
from engine.chinese_poker import row_chances
from engine.chinese_poker.phase import Objective
from engine.chinese_poker.rows import SET_CARDS, SIZES, Row, Rows, row_strength
from engine.chinese_poker.royalties import PUBLISHED, Royalties, RoyaltyTable, royalty
from engine.hands import Straights, Strength
from engine.places import order

EVERYTHING = (1 << SET_CARDS) - 1
SAMPLES = {
    PUBLISHED[RoyaltyTable.CLASSIC]: row_chances.CLASSIC,
    PUBLISHED[RoyaltyTable.OPEN_FACE]: row_chances.OPEN_FACE,
    PUBLISHED[RoyaltyTable.NONE]: row_chances.NONE,
}


def rows(text: str) -> Rows:
    """The set that this text writes."""
    front, middle, back = (cards(row) for row in text.split("|"))
    return Rows(front, middle, back)


def random_hand(dice: Random) -> tuple[Card, ...]:
    """13 cards of the deck."""
    return tuple(dice.sample(DECK, SET_CARDS))


def random_sets(dice: Random, seats: int) -> list[Rows]:
    """A deal whose cards lie in the rows as they came."""
    deck = dice.sample(DECK, SET_CARDS * seats)
    dealt = [deck[SET_CARDS * place : SET_CARDS * (place + 1)] for place in range(seats)]
    return [Rows(tuple(hand[:3]), tuple(hand[3:8]), tuple(hand[8:])) for hand in dealt]


class Measured(NamedTuple):
    """A row: its strength, its royalty, and of how many sampled opponents' rows it wins and loses against."""

    strength: Strength
    royalty: int
    wins: int
    losses: int


def full_scan(hand: Sequence[Card], table: Royalties, objective: Objective) -> Rows:
    """What the arranger must find, by looking at all 72,072 sets in canonical order: no bound, nothing left out."""
    ordered = in_order(hand)
    front, middle, back = (_measured(ordered, row, table) for row in Row)
    size = len(row_chances.CLASSIC[0]) if objective is Objective.EXPECTED_POINTS else 0
    best: tuple[int, int, int] = (0, 0, 0)
    best_rank: tuple[int, Strength, Strength, Strength] | None = None
    for back_mask, middle_mask, front_mask in _every_set():
        a, b, c = front[front_mask], middle[middle_mask], back[back_mask]
        if c.strength < b.strength or b.strength < a.strength:
            continue
        value = a.royalty + b.royalty + c.royalty
        if size:
            won = a.wins - a.losses + b.wins - b.losses + c.wins - c.losses
            swept = a.wins * b.wins * c.wins - a.losses * b.losses * c.losses
            value = value * size**3 + won * size**2 + 3 * swept
        rank = (value, c.strength, b.strength, a.strength)
        if best_rank is None or rank > best_rank:
            best, best_rank = (front_mask, middle_mask, back_mask), rank
    front_cards, middle_cards, back_cards = (_chosen(ordered, mask) for mask in best)
    return Rows(front_cards, middle_cards, back_cards)


@cache
def _every_set() -> tuple[tuple[int, int, int], ...]:
    """Back, middle and front as masks over 13 cards; the first back comes first, then the first middle."""
    return tuple(
        (back, middle, EVERYTHING ^ back ^ middle)
        for back in _masks(range(SET_CARDS), 5)
        for middle in _masks([place for place in range(SET_CARDS) if not back & 1 << place], 5)
    )


def _masks(places_left: Sequence[int], size: int) -> list[int]:
    return [sum(1 << place for place in chosen) for chosen in combinations(places_left, size)]


def _measured(ordered: tuple[Card, ...], row: Row, table: Royalties) -> dict[int, Measured]:
    sample = _sample(SAMPLES.get(table, row_chances.CLASSIC)[list(Row).index(row)])
    found = {}
    for chosen in combinations(range(SET_CARDS), SIZES[row]):
        strength = row_strength(tuple(ordered[place] for place in chosen))
        wins, losses = bisect_left(sample, strength), len(sample) - bisect_right(sample, strength)
        measured = Measured(strength, royalty(table, row, strength), wins, losses)
        found[sum(1 << place for place in chosen)] = measured
    return found


@cache
def _sample(published: tuple[int, ...]) -> tuple[Strength, ...]:
    return tuple(order(Straights.STANDARD)[place] for place in published)


def _chosen(ordered: tuple[Card, ...], mask: int) -> tuple[Card, ...]:
    return tuple(card for place, card in enumerate(ordered) if mask & 1 << place)
