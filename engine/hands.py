"""How strong five cards, or fewer, are and what they are called (S2-S6); which game asks, it does not know."""

from collections.abc import Sequence
from itertools import combinations

from engine.cards import Card, in_order
from engine.naming import (
    HAND_SIZE,
    Category,
    HandName,
    Straights,
    Strength,
    name_of_few_ranks,
    name_of_ranks,
    strength_of_few_ranks,
)
from engine.places import codes_of_five, order, place_of_five

MOST_CARDS = 7

__all__ = [
    "HAND_SIZE",
    "MOST_CARDS",
    "Category",
    "HandName",
    "Straights",
    "Strength",
    "best",
    "name",
    "name_of_few",
    "strength",
    "strength_of_few",
]


def strength(cards: Sequence[Card], straights: Straights) -> Strength:
    """How strong five different cards are, in any order (S2-S5). Raises ValueError for any other number of cards."""
    return order(straights)[place_of_five(straights)(_codes_of_hand(cards))]


def name(cards: Sequence[Card], straights: Straights) -> HandName:
    """What five different cards are called, in any order (S2-S4). Raises ValueError for any other number of cards."""
    _codes_of_hand(cards)
    falling = tuple(sorted([one.rank for one in cards], reverse=True))
    return name_of_ranks(falling, len({one.suit for one in cards}) == 1, straights)


def strength_of_few(cards: Sequence[Card]) -> Strength:
    """How strong one to four different cards are, which make neither straight nor flush; comparable with five (S6).
    Raises ValueError for any other number of cards.
    """
    return strength_of_few_ranks(_falling_ranks(cards))


def name_of_few(cards: Sequence[Card]) -> HandName:
    """What one to four different cards are called (S6). Raises ValueError for any other number of cards."""
    return name_of_few_ranks(_falling_ranks(cards))


def best(cards: Sequence[Card], straights: Straights) -> tuple[Strength, tuple[Card, ...]]:
    """The strongest five of five to seven different cards and their strength (H4). Of fives that tie it takes the first
    in canonical order, whatever the order of `cards`. Raises ValueError for fewer or more cards.
    """
    if not HAND_SIZE <= len(cards) <= MOST_CARDS:
        raise ValueError(f"a hand is chosen from {HAND_SIZE} to {MOST_CARDS} cards, not from {len(cards)}")
    ordered = in_order(cards)
    codes = codes_of_five(ordered)
    if len(set(codes)) != len(codes):
        raise ValueError(f"not {len(cards)} different cards: {[one.value for one in cards]}")
    places = list(map(place_of_five(straights), combinations(codes, HAND_SIZE)))
    highest = max(places)
    for place, five in zip(places, combinations(ordered, HAND_SIZE), strict=True):
        if place == highest:
            return order(straights)[place], five
    raise AssertionError("one of them is the highest")


def _codes_of_hand(cards: Sequence[Card]) -> tuple[int, ...]:
    codes = codes_of_five(cards)
    if len(codes) != HAND_SIZE or len(set(codes)) != HAND_SIZE:
        raise ValueError(f"a hand is {HAND_SIZE} different cards, not {[one.value for one in cards]}")
    return codes


def _falling_ranks(few: Sequence[Card]) -> tuple[int, ...]:
    if not 1 <= len(few) < HAND_SIZE or len(set(few)) != len(few):
        raise ValueError(f"not one to four different cards: {[one.value for one in few]}")
    return tuple(sorted([one.rank for one in few], reverse=True))
