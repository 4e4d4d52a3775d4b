"""All 2,598,960 five-card hands, each one evaluated under each rule set, against the known counts (S3, S4)."""

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import combinations, islice
from multiprocessing import get_context

import pytest

from engine.cards import DECK
from engine.hands import Category, Straights, Strength, strength

SHARES = 2
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


def hands_by_strength(straights: Straights, share: int) -> Counter[Strength]:
    """How many hands of every SHARES-th, beginning with number `share`, have each strength."""
    hands = islice(combinations(DECK, 5), share, None, SHARES)
    return Counter(map(partial(strength, straights=straights), hands))


@pytest.fixture(scope="module")
def census() -> dict[Straights, Counter[Strength]]:
    jobs = [(straights, share) for straights in Straights for share in range(SHARES)]
    with ProcessPoolExecutor(SHARES, mp_context=get_context("spawn")) as pool:
        counted = list(pool.map(hands_by_strength, *zip(*jobs, strict=True)))
    total: dict[Straights, Counter[Strength]] = {straights: Counter() for straights in Straights}
    for (straights, _), share in zip(jobs, counted, strict=True):
        total[straights] += share
    return total


@pytest.mark.parametrize("straights", Straights)
def test_S4_every_five_card_hand_falls_into_its_category(
    census: dict[Straights, Counter[Strength]], straights: Straights
) -> None:
    found: Counter[Category] = Counter()
    for one, hands in census[straights].items():
        found[one.category] += hands
    assert tuple(found[category] for category in Category) == HANDS[straights]
    assert found.total() == 2_598_960


@pytest.mark.parametrize("straights", Straights)
def test_S5_every_category_has_as_many_strengths_as_its_order_tells_apart(
    census: dict[Straights, Counter[Strength]], straights: Straights
) -> None:
    found = Counter(one.category for one in census[straights])
    assert tuple(found[category] for category in Category) == STRENGTHS[straights]
