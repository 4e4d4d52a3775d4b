"""All 2,598,960 five-card hands under each rule set against the slow rules and the known counts; seven by samples."""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations, islice, pairwise
from multiprocessing import get_context
from random import Random

import pytest

from engine.cards import DECK, Card
from engine.hands import Category, Straights, best, strength
from engine.places import codes_of_five, codes_of_seven, order, place_of_five, place_of_seven
from tests.engine.slow_hands import slow_best, slow_strength

ON_THE_RING = (1_299_480, 1_098_240, 123_552, 54_912, 13_260, 5_096, 3_744, 624, 52)
HANDS = {
    Straights.STANDARD: (1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40),
    Straights.RING_EQUAL: ON_THE_RING,
    Straights.RING_HIGH_CARD: ON_THE_RING,
}
STRENGTHS = {
    Straights.STANDARD: (1_277, 2_860, 858, 858, 10, 1_277, 156, 156, 10),
    Straights.RING_EQUAL: (1_274, 2_860, 858, 858, 1, 1_274, 156, 156, 1),
    Straights.RING_HIGH_CARD: (1_274, 2_860, 858, 858, 13, 1_274, 156, 156, 13),
}
OF_SEVEN = (23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 41_584)
"""All 133,784,560 sevens by the category of their best five, with standard straights."""
NUMBERED = list(enumerate(Straights))
SEVENS, MANY_SEVENS = 1_500, 200_000
SHARES = 16

Case = tuple[tuple[int, ...], tuple[int, ...], bool]
"""The places of a hand under each rule set, its ranks, and whether it is of one suit."""


@pytest.fixture(scope="module")
def census() -> Counter[Case]:
    """How many of all hands are of each case."""
    codes = codes_of_five(DECK)
    one_suit = {suits: len(set(suits)) == 1 for suits in combinations([card.suit for card in DECK], 5)}
    places = zip(*(map(place_of_five(straights), combinations(codes, 5)) for straights in Straights), strict=True)
    ranks = combinations([card.rank for card in DECK], 5)
    suits = map(one_suit.__getitem__, combinations([card.suit for card in DECK], 5))
    return Counter(zip(places, ranks, suits, strict=True))


def of(ranks: Sequence[int], one_suit: bool) -> tuple[Card, ...]:
    """Some hand with these ranks, lowest first."""
    suits = [0 if one_suit else ranks[:place].count(rank) for place, rank in enumerate(ranks)]
    if not one_suit and not any(suits):
        suits[-1] = 1
    return tuple(DECK[(rank - 2) * 4 + suit] for rank, suit in zip(ranks, suits, strict=True))


@pytest.mark.parametrize(("number", "straights"), NUMBERED)
def test_S2_to_S5_every_five_card_hand_is_as_strong_as_the_slow_rules_say(
    census: Counter[Case], number: int, straights: Straights
) -> None:
    known = order(straights)
    assert census.total() == 2_598_960
    for places, ranks, one_suit in census:
        assert known[places[number]] == slow_strength(of(ranks, one_suit), straights), ranks


@pytest.mark.parametrize("straights", Straights)
def test_S2_places_rise_with_strength(straights: Straights) -> None:
    assert all(weaker < stronger for weaker, stronger in pairwise(order(straights)))


@pytest.mark.parametrize(("number", "straights"), NUMBERED)
def test_S4_every_five_card_hand_falls_into_its_category(
    census: Counter[Case], number: int, straights: Straights
) -> None:
    found: Counter[Category] = Counter()
    for (places, _, _), hands in census.items():
        found[order(straights)[places[number]].category] += hands
    assert tuple(found[category] for category in Category) == HANDS[straights]


@pytest.mark.parametrize(("number", "straights"), NUMBERED)
def test_S5_every_category_has_as_many_strengths_as_its_order_tells_apart(
    census: Counter[Case], number: int, straights: Straights
) -> None:
    found = Counter(order(straights)[place].category for place in {places[number] for places, _, _ in census})
    assert tuple(found[category] for category in Category) == STRENGTHS[straights]


@pytest.mark.parametrize("straights", Straights)
def test_S2_the_strength_of_cards_is_that_of_the_slow_rules(straights: Straights) -> None:
    dice = Random(f"fives {straights}")
    for _ in range(2_000):
        hand = dice.sample(DECK, 5)
        assert strength(hand, straights) == slow_strength(hand, straights)


def differing_sevens(share: int, count: int) -> list[str]:
    """Sevens whose best five the table, the public face and the slow rules do not agree on."""
    dice, found = Random(f"sevens {share}"), []
    for number in range(count):
        straights = tuple(Straights)[number % 3]
        # Every other time from two suits or from six ranks, so that flushes and full houses are no rarity.
        pile = (DECK, DECK[::2], DECK, DECK[20:44])[number % 4]
        seven = dice.sample(pile, 7)
        slow = slow_best(seven, straights)
        fast = order(straights)[place_of_seven(straights)(codes_of_seven(seven))]
        if not slow == fast == best(seven, straights)[0]:
            found.append(f"{straights.value}: {[card.value for card in seven]}")
    return found


def test_H4_the_best_five_of_seven_are_those_of_the_slow_rules() -> None:
    assert differing_sevens(0, SEVENS) == []


@pytest.mark.long
def test_H4_the_best_five_of_many_sevens_are_those_of_the_slow_rules() -> None:
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        found = list(pool.map(differing_sevens, range(1, SHARES + 1), [MANY_SEVENS // SHARES] * SHARES))
    assert [one for share in found for one in share] == []


def categories_of_sevens(share: int) -> Counter[Category]:
    """Every SHARES-th of all sevens, beginning with number `share`, by the category of its best five."""
    sevens = islice(combinations(codes_of_seven(DECK), 7), share, None, SHARES)
    found: Counter[Category] = Counter()
    for place, count in Counter(map(place_of_seven(Straights.STANDARD), sevens)).items():
        found[order(Straights.STANDARD)[place].category] += count
    return found


@pytest.mark.long
def test_H4_all_sevens_fall_into_their_categories() -> None:
    total: Counter[Category] = Counter()
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        for found in pool.map(categories_of_sevens, range(SHARES)):
            total += found
    assert tuple(total[category] for category in Category) == OF_SEVEN
