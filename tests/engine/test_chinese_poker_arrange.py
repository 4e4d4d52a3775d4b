"""The arranger against a scan of all 72,072 sets, and what it must never do (C2, C3, C5, C7)."""

import time
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from multiprocessing import get_context
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import DECK, cards, in_order
from engine.chinese_poker import row_chances
from engine.chinese_poker.arrange import arrange
from engine.chinese_poker.chances import chances_for
from engine.chinese_poker.phase import Objective
from engine.chinese_poker.rows import Row, is_fouled, row_strength
from engine.chinese_poker.royalties import PUBLISHED, Royalties, RoyaltyTable, row_royalty
from engine.hands import Straights
from engine.places import order, place_of
from tests.engine.sets import full_scan, random_hand, rows

OWN = Royalties(front_pairs=(3,) * 13, middle=(1, 0, 9, 0, 0, 0, 0), back=(7, 0, 0, 0, 0, 1, 90))
"""A table of somebody's own in which more strength may well earn less."""
TABLES = [*PUBLISHED.values(), OWN]
EVERY_OBJECTIVE = [(table, objective) for table in TABLES for objective in Objective]
CLASSIC = PUBLISHED[RoyaltyTable.CLASSIC]
ALWAYS, LONG = 100, 250
"""Hands that are scanned in full for each objective, each under one of the tables."""
MANY = 100_000

hands = st.lists(st.sampled_from(DECK), min_size=13, max_size=13, unique=True)
hands |= st.lists(st.sampled_from(DECK[:20]), min_size=13, max_size=13, unique=True)
objectives = st.sampled_from(Objective)
tables = st.sampled_from(TABLES)


def differences(share: int, count: int) -> list[str]:
    """Hands from this share of all random hands that the arranger sets otherwise than the full scan."""
    dice = Random(f"scan {share}")
    found = []
    for number in range(count):
        hand, table = random_hand(dice), TABLES[number % len(TABLES)]
        for objective in Objective:
            if arrange(hand, table, objective) != full_scan(hand, table, objective):
                found.append(f"{objective.value}: {' '.join(card.value for card in hand)}")
    return found


def fouled(share: int, count: int) -> int:
    """How many of so many random hands the arranger sets against the rules, or not from exactly their cards."""
    dice = Random(f"foul {share}")
    wrong = 0
    for number in range(count):
        hand = random_hand(dice)
        made = arrange(hand, *EVERY_OBJECTIVE[number % len(EVERY_OBJECTIVE)])
        wrong += is_fouled(made) or not made.is_complete or in_order(made.cards) != in_order(hand)
    return wrong


def test_the_arranger_finds_what_a_full_scan_finds() -> None:
    assert differences(0, ALWAYS) == []


@pytest.mark.long
def test_the_arranger_finds_what_a_full_scan_finds_on_two_thousand_hands() -> None:
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        found = list(pool.map(differences, range(1, 9), [LONG] * 8))
    assert [one for share in found for one in share] == []


def test_C3_an_arranged_set_is_never_fouled_and_has_all_cards() -> None:
    assert fouled(0, 400) == 0


@pytest.mark.long
def test_C3_none_of_a_hundred_thousand_arranged_sets_is_fouled() -> None:
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        assert sum(pool.map(fouled, range(1, 11), [MANY // 10] * 10)) == 0


@pytest.mark.long
def test_the_arranger_is_at_least_twice_as_fast_as_a_full_scan() -> None:
    dice = Random("speed")
    sample = [random_hand(dice) for _ in range(60)]
    for objective in Objective:
        arrange(sample[0], CLASSIC, objective), full_scan(sample[0], CLASSIC, objective)
        begun = time.process_time()
        for hand in sample:
            arrange(hand, CLASSIC, objective)
        arranged = time.process_time()
        for hand in sample:
            full_scan(hand, CLASSIC, objective)
        assert 2 * (arranged - begun) < time.process_time() - arranged


@given(hands, tables, objectives, st.randoms(use_true_random=False))
def test_C7_the_order_of_the_cards_changes_nothing(
    hand: list[object], table: Royalties, objective: Objective, dice: Random
) -> None:
    mixed = cards(" ".join(card.value for card in hand))  # type: ignore[attr-defined]
    turned = list(mixed)
    dice.shuffle(turned)
    assert arrange(turned, table, objective) == arrange(mixed, table, objective)


def test_C7_equal_sets_are_settled_by_the_canonical_order_of_the_cards() -> None:
    made = arrange(
        cards("2c 2d 2h 4c 4d 6h 6s 8c 8d Th Ts Qc Qd"), PUBLISHED[RoyaltyTable.NONE], Objective.ROYALTIES_FIRST
    )
    assert made == full_scan(made.cards, PUBLISHED[RoyaltyTable.NONE], Objective.ROYALTIES_FIRST)
    assert made.back == cards("2c 2d 2h Qc Qd")
    no_pairs = cards("2c 3d 4h 6c 7d 8h 9s Jc Qd Kh 2d 3h 4s")
    assert arrange(no_pairs, CLASSIC, Objective.ROYALTIES_FIRST) == full_scan(
        no_pairs, CLASSIC, Objective.ROYALTIES_FIRST
    )


def test_royalties_first_gives_up_a_strong_back_for_three_of_a_kind_in_front() -> None:
    hand = cards("As Ad Ac Ks Kd Kc Qs Qd Qc Jh 9h 8d 2c")
    made = arrange(hand, CLASSIC, Objective.ROYALTIES_FIRST)
    assert sum(row_royalty(CLASSIC, made, row) for row in Row) == 22
    assert made.front == cards("Qc Qd Qs") or row_strength(made.front).ranks == (12,)


def test_royalties_first_takes_the_strongest_back_where_nothing_earns() -> None:
    hand = cards("As Kd Qc Js 9h 8d 7c 6s 4h 3d 2c Ah 5d")
    none = PUBLISHED[RoyaltyTable.NONE]
    made = arrange(hand, none, Objective.ROYALTIES_FIRST)
    assert row_strength(made.back) == max(
        row_strength(one.back) for one in [made, full_scan(hand, none, Objective.ROYALTIES_FIRST)]
    )


def test_expected_points_spreads_strength_where_royalties_first_does_not() -> None:
    hand = cards("As Ad Kc Kd 9h 9d 7c 6s 4h 3d 2c Jh Ts")
    none = PUBLISHED[RoyaltyTable.NONE]
    first = arrange(hand, none, Objective.ROYALTIES_FIRST)
    spread = arrange(hand, none, Objective.EXPECTED_POINTS)
    assert row_strength(first.back) > row_strength(spread.back)
    assert row_strength(first.front) < row_strength(spread.front)


@pytest.mark.parametrize("count", [0, 12, 14])
def test_only_thirteen_different_cards_can_be_arranged(count: int) -> None:
    with pytest.raises(ValueError, match="13 different"):
        arrange(DECK[:count], CLASSIC, Objective.ROYALTIES_FIRST)
    with pytest.raises(ValueError, match="13 different"):
        arrange((*DECK[:12], DECK[0]), CLASSIC, Objective.ROYALTIES_FIRST)


def test_S6_places_are_in_the_order_of_strength_over_rows_of_three_and_of_five() -> None:
    known = order(Straights.STANDARD)
    assert len(known) == 7_462 + 455
    assert all(weaker < stronger for weaker, stronger in pairwise(known))


@given(st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True) | st.permutations(DECK[:5]))
def test_S6_a_row_stands_at_the_place_of_its_strength(row: list[object]) -> None:
    five = cards(" ".join(card.value for card in row))  # type: ignore[attr-defined]
    for part in (five, five[:3]):
        assert order(Straights.STANDARD)[place_of(part, Straights.STANDARD)] == row_strength(part)


@pytest.mark.parametrize("sample", [row_chances.CLASSIC, row_chances.OPEN_FACE, row_chances.NONE])
def test_the_published_samples_are_of_one_size_and_in_order(sample: tuple[tuple[int, ...], ...]) -> None:
    assert {len(one) for one in sample} == {400}
    for one in sample:
        assert list(one) == sorted(one)


def test_a_table_of_ones_own_takes_the_chances_of_the_classic_one() -> None:
    assert chances_for(OWN) is chances_for(CLASSIC)
    assert chances_for(PUBLISHED[RoyaltyTable.OPEN_FACE]) is not chances_for(CLASSIC)


@pytest.mark.long
@pytest.mark.parametrize("table", PUBLISHED.values())
def test_sets_made_for_expected_points_beat_the_published_samples_half_the_time(table: Royalties) -> None:
    chances, dice = chances_for(table), Random("published")
    made = [arrange(random_hand(dice), table, Objective.EXPECTED_POINTS) for _ in range(3_000)]
    for row in Row:
        at = [place_of(one.of(row), Straights.STANDARD) for one in made]
        lead = sum(chances.weaker(row, place) - chances.stronger(row, place) for place in at)
        assert abs(lead) / (len(at) * chances.size) < 0.04


def test_a_set_is_written_and_read() -> None:
    assert rows("As Ad Kc | 9s 9d 4c 4h 2s | Ts Td Th 5c 5d").is_complete
