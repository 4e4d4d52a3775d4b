"""Strength of hands against the reference cases, by its laws, and over the rules' small examples."""

import json
from collections.abc import Sequence
from itertools import combinations, pairwise, permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import DECK, Card, cards
from engine.hands import Category, HandName, Straights, Strength, best, name, strength

VECTORS = Path(__file__).parent.parent / "vectors"
RULE_SETS = {
    "standard": Straights.STANDARD,
    "ring equal": Straights.RING_EQUAL,
    "ring high_card": Straights.RING_HIGH_CARD,
}
RINGS = [Straights.RING_EQUAL, Straights.RING_HIGH_CARD]
WRAPPING = [(11, 12, 13, 14, 2), (12, 13, 14, 2, 3), (13, 14, 2, 3, 4)]
PLAIN = [(14, 2, 3, 4, 5), *(tuple(range(low, low + 5)) for low in range(2, 11))]

rule_sets = st.sampled_from(Straights)


def reference_cases(file: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((VECTORS / f"{file}.json").read_text("utf-8"))
    assert found
    return found


def words(category: Category) -> str:
    return category.name.lower().replace("_", " ")


def verdict(a: Strength, b: Strength) -> dict[str, str]:
    winner = "a" if a > b else "b" if b > a else "tie"
    return {"a_is": words(a.category), "b_is": words(b.category), "winner": winner}


def of_ranks(ranks: tuple[int, ...], suits: str) -> tuple[Card, ...]:
    """Cards of these ranks (2-14), each in its suit."""
    return tuple(DECK[(rank - 2) * 4 + "cdhs".index(suit)] for rank, suit in zip(ranks, suits, strict=True))


def drawn_from(pile: Sequence[Card], least: int, most: int) -> st.SearchStrategy[list[Card]]:
    return st.lists(st.sampled_from(pile), min_size=least, max_size=most, unique=True)


five_suits = st.text("cdhs", min_size=5, max_size=5)
straights_of_all_kinds = st.builds(of_ranks, st.sampled_from([*WRAPPING, *PLAIN]), five_suits | st.just("hhhhh"))
five_cards = drawn_from(DECK, 5, 5) | drawn_from(DECK[:16], 5, 5) | drawn_from(DECK[2::4], 5, 5)
five_cards |= straights_of_all_kinds.map(list)
six_or_seven_cards = drawn_from(DECK, 6, 7) | drawn_from(DECK[:16], 6, 7) | drawn_from(DECK[2::4], 6, 7)


def turned(some: Sequence[Card], steps: int) -> list[Card]:
    """The same cards, every rank moved on around the circle."""
    return [DECK[(one.index + 4 * steps) % 52] for one in some]


def in_suits(some: list[Card], suits: list[str]) -> list[Card]:
    """The same cards with c, d, h, s renamed in turn to `suits`."""
    return [DECK[one.index - one.index % 4 + "cdhs".index(suits["cdhs".index(one.suit)])] for one in some]


@pytest.mark.parametrize("case", reference_cases("five_cards"), ids=lambda case: f"{case['a']} against {case['b']}")
def test_S2_to_S5_two_hands_compare_as_in_the_reference_cases(case: dict[str, Any]) -> None:
    straights = RULE_SETS[case["straights"]]
    found = verdict(strength(cards(case["a"]), straights), strength(cards(case["b"]), straights))
    assert found == {key: case[key] for key in ("a_is", "b_is", "winner")}


@pytest.mark.parametrize("rule_set", ["ring equal", "ring high_card"])
@pytest.mark.parametrize("case", reference_cases("team_showdowns"), ids=lambda case: f"{case['neutral']} shared")
def test_T9_two_sides_with_the_neutral_cards_compare_as_in_the_reference_cases(
    case: dict[str, Any], rule_set: str
) -> None:
    a, b = (strength(cards(f"{case[side]} {case['neutral']}"), RULE_SETS[rule_set]) for side in "ab")
    assert verdict(a, b) == case[rule_set]


@pytest.mark.parametrize("case", reference_cases("seven_cards"), ids=lambda case: f"board {case['board']}")
def test_H4_the_best_five_of_seven_compare_as_in_the_reference_cases(case: dict[str, Any]) -> None:
    a, b = (best(cards(f"{case[side]} {case['board']}"), Straights.STANDARD)[0] for side in "ab")
    assert verdict(a, b) == {key: case[key] for key in ("a_is", "b_is", "winner")}


@pytest.mark.parametrize("straights", Straights)
@pytest.mark.parametrize(
    ("hand", "called"),
    [
        ("9h Ks 2c Jd 4s", HandName(Category.HIGH_CARD, (13, 11, 9, 4, 2))),
        ("4c As 4d 9h Kd", HandName(Category.PAIR, (4, 14, 13, 9))),
        ("9c Ks 4d 9h Kd", HandName(Category.TWO_PAIR, (13, 9, 4))),
        ("2c Ks 2d 2h Ad", HandName(Category.THREE_OF_A_KIND, (2, 14, 13))),
        ("7c 3s 5d 4h 6d", HandName(Category.STRAIGHT, (3, 4, 5, 6, 7))),
        ("4h Ah 2h 5h 3h", HandName(Category.STRAIGHT_FLUSH, (14, 2, 3, 4, 5))),
        ("Qs As Ts Ks Js", HandName(Category.STRAIGHT_FLUSH, (10, 11, 12, 13, 14))),
        ("9h Kh 2h Jh 4h", HandName(Category.FLUSH, (13, 11, 9, 4, 2))),
        ("2c As 2d 2h Ad", HandName(Category.FULL_HOUSE, (2, 14))),
        ("6c 6s Ad 6h 6d", HandName(Category.FOUR_OF_A_KIND, (6, 14))),
    ],
)
def test_S2_a_hand_is_called_by_its_grouped_ranks_then_its_kickers(
    hand: str, called: HandName, straights: Straights
) -> None:
    assert name(cards(hand), straights) == called


def test_S2_the_categories_stand_in_the_usual_order() -> None:
    weak = ("9h Ks 2c Jd 4s", "2c 3c 4d 5d 2d", "3c 3d 2c 2d 4h", "2c 2d 2h 3c 4d", "Ac 2d 3h 4s 5c")
    strong = ("2c 3c 4c 5c 7c", "2c 2d 2h 3c 3d", "2c 2d 2h 2s 3c", "Ah 2h 3h 4h 5h")
    found = [strength(cards(hand), Straights.STANDARD) for hand in weak + strong]
    assert found == sorted(found)
    assert [one.category for one in found] == list(Category)


@pytest.mark.parametrize(
    ("weaker", "stronger"),
    [
        ("9h Ks 3c Jd 4s", "9d Kh 3d Jc 5s"),
        ("9h Ks 3c Jd 5s", "9d Kh 4d Jc 5c"),
        ("4c 4d As Kh 9d", "5c 5d 2s 3h 7d"),
        ("4c 4d As Kh 8d", "4h 4s Ad Kc 9s"),
        ("Qc Qd Js Jh Ad", "Kc Kd 2s 2h 3d"),
        ("Kc Kd 3s 3h Ad", "Kh Ks 4s 4h 2d"),
        ("Kc Kd 3s 3h 4d", "Kh Ks 3d 3c 5d"),
        ("2c 2d 2h As Ks", "3c 3d 3h 2s 4s"),
        ("2c 2d 2h As Qs", "2c 2d 2h As Ks"),
        ("9h Kh 3h Jh 2h", "9d Kd 4d Jd 2d"),
        ("2c 2d 2h As Ad", "3c 3d 3h 2s 2d"),
        ("3c 3d 3h Ks Kd", "3c 3d 3h As Ad"),
        ("6c 6d 6h 6s Ad", "7c 7d 7h 7s 2d"),
        ("6c 6d 6h 6s Kd", "6c 6d 6h 6s Ad"),
    ],
)
@pytest.mark.parametrize("straights", Straights)
def test_S2_grouped_ranks_compare_first_then_all_the_rest_from_the_top(
    weaker: str, stronger: str, straights: Straights
) -> None:
    assert strength(cards(weaker), straights) < strength(cards(stronger), straights)


@pytest.mark.pitfall("PyPokerEngine 69", "PyPokerEngine 34", "code-golf 701")
@pytest.mark.parametrize("suits", ["cdhsc", "ccccc"])
def test_S3_standard_runs_rise_from_the_wheel_to_ten_jack_queen_king_ace(suits: str) -> None:
    rising = [strength(of_ranks(run, suits), Straights.STANDARD) for run in PLAIN]
    assert all(lower < higher for lower, higher in pairwise(rising))
    assert {one.category for one in rising} == {Category.STRAIGHT_FLUSH if suits == "ccccc" else Category.STRAIGHT}


@pytest.mark.pitfall("PyPokerEngine 69", "PyPokerEngine 34", "code-golf 701")
@pytest.mark.parametrize("run", WRAPPING)
def test_S3_no_standard_straight_wraps_around_the_ace(run: tuple[int, ...]) -> None:
    assert strength(of_ranks(run, "cdhsc"), Straights.STANDARD).category is Category.HIGH_CARD
    assert strength(of_ranks(run, "ccccc"), Straights.STANDARD).category is Category.FLUSH


@pytest.mark.pitfall("PyPokerEngine 69", "PyPokerEngine 34", "code-golf 701")
@pytest.mark.parametrize("straights", RINGS)
@pytest.mark.parametrize("run", [*WRAPPING, *PLAIN])
def test_S4_all_thirteen_runs_of_the_circle_are_straights_called_in_their_order(
    run: tuple[int, ...], straights: Straights
) -> None:
    assert name(of_ranks(run[::-1], "cdhsc"), straights) == HandName(Category.STRAIGHT, run)
    assert name(of_ranks(run[::-1], "sssss"), straights) == HandName(Category.STRAIGHT_FLUSH, run)


@pytest.mark.pitfall("PyPokerEngine 69", "PyPokerEngine 34", "code-golf 701")
@pytest.mark.parametrize("straights", Straights)
def test_S4_king_queen_jack_ten_two_is_a_straight_nowhere(straights: Straights) -> None:
    assert strength(cards("Kc Qd Jh Ts 2c"), straights).category is Category.HIGH_CARD


@pytest.mark.parametrize("suits", ["cdhsc", "ccccc"])
def test_S5_equal_order_makes_all_thirteen_runs_tie(suits: str) -> None:
    assert len({strength(of_ranks(run, suits), Straights.RING_EQUAL) for run in [*WRAPPING, *PLAIN]}) == 1


@pytest.mark.parametrize("suits", ["cdhsc", "ccccc"])
def test_S5_high_card_order_goes_by_the_last_card_of_the_run(suits: str) -> None:
    rising = [strength(of_ranks(run, suits), Straights.RING_HIGH_CARD) for run in [*WRAPPING, *PLAIN]]
    assert [one.ranks for one in rising] == [(last,) for last in range(2, 15)]
    assert all(lower < higher for lower, higher in pairwise(rising))


@given(five_cards, rule_sets, st.permutations("cdhs"))
def test_S1_suits_never_break_a_tie(hand: list[Card], straights: Straights, suits: list[str]) -> None:
    assert strength(in_suits(hand, suits), straights) == strength(hand, straights)


@given(five_cards, rule_sets)
def test_S2_the_order_of_the_cards_is_nothing(hand: list[Card], straights: Straights) -> None:
    assert {strength(shuffled, straights) for shuffled in permutations(hand)} == {strength(hand, straights)}
    assert {name(shuffled, straights) for shuffled in permutations(hand)} == {name(hand, straights)}


@given(five_cards, five_cards, five_cards, rule_sets)
def test_S2_any_hands_stand_in_one_line(a: list[Card], b: list[Card], c: list[Card], straights: Straights) -> None:
    x, y, z = (strength(hand, straights) for hand in (a, b, c))
    assert [x < y, x == y, x > y].count(True) == 1
    assert (x <= y) == (not y < x)
    assert not (x <= y <= z) or x <= z


@given(five_cards, five_cards, st.sampled_from([Straights.STANDARD, Straights.RING_HIGH_CARD]))
def test_S2_hands_tie_exactly_when_they_are_called_the_same(a: list[Card], b: list[Card], straights: Straights) -> None:
    assert (strength(a, straights) == strength(b, straights)) == (name(a, straights) == name(b, straights))


@given(five_cards, st.integers(1, 12), st.sampled_from(RINGS))
def test_S4_turning_the_circle_changes_no_category(hand: list[Card], steps: int, straights: Straights) -> None:
    assert strength(turned(hand, steps), straights).category is strength(hand, straights).category


@given(straights_of_all_kinds, st.integers(1, 12))
def test_S5_turning_the_circle_leaves_a_straight_equal(hand: tuple[Card, ...], steps: int) -> None:
    assert strength(turned(hand, steps), Straights.RING_EQUAL) == strength(hand, Straights.RING_EQUAL)


@given(five_cards, rule_sets)
def test_S4_the_name_and_the_strength_agree_on_the_category(hand: list[Card], straights: Straights) -> None:
    assert name(hand, straights).category is strength(hand, straights).category


@pytest.mark.parametrize("straights", Straights)
@pytest.mark.parametrize("hand", ["", "As", "As Kd 2c", "As Kd 2c 3h", "As Kd 2c 3h 4s 9d"])
def test_a_hand_of_other_than_five_cards_is_refused(hand: str, straights: Straights) -> None:
    with pytest.raises(ValueError, match="5 different cards"):
        strength(cards(hand), straights)
    with pytest.raises(ValueError, match="5 different cards"):
        name(cards(hand), straights)


def test_a_hand_with_the_same_card_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="5 different cards"):
        strength((*cards("As Kd 2c 3h"), Card.ACE_SPADES), Straights.STANDARD)


@given(six_or_seven_cards, rule_sets, st.randoms(use_true_random=False))
def test_H4_the_best_five_are_unbeaten_among_the_cards_and_the_same_in_any_order(
    some: list[Card], straights: Straights, shuffler: Random
) -> None:
    found, five = best(some, straights)
    assert set(five) <= set(some)
    assert found == strength(five, straights) == max(strength(other, straights) for other in combinations(some, 5))
    assert best(shuffler.sample(some, len(some)), straights) == (found, five)


@pytest.mark.pitfall("PyPokerEngine 69", "PyPokerEngine 34", "code-golf 701")
def test_H4_of_three_pairs_the_best_two_count_with_the_highest_card_beside_them() -> None:
    found, five = best(cards("Ac Ad 9c 9d 4c 4d 2h"), Straights.STANDARD)
    assert found == Strength(Category.TWO_PAIR, (14, 9, 4))
    assert five == cards("4c 9c 9d Ac Ad")


@pytest.mark.pitfall("PyPokerEngine 69", "PyPokerEngine 34", "code-golf 701")
def test_H4_a_board_that_plays_is_a_tie_for_all() -> None:
    board = "Th Jh Qh Kh Ah"
    found = [best(cards(f"{board} {hole}"), Straights.STANDARD) for hole in ("2c 2d", "As Ks", "9h 8h")]
    assert found == [(Strength(Category.STRAIGHT_FLUSH, (14,)), cards(board))] * 3


def test_H4_five_cards_are_their_own_best() -> None:
    assert best(cards("Ks 9c 9h 4d Kd"), Straights.STANDARD)[1] == cards("4d 9c 9h Kd Ks")


@pytest.mark.parametrize("some", ["As Kd 2c 3h", "As Kd 2c 3h 4s 9d 8c 7h"])
def test_H4_fewer_than_five_or_more_than_seven_cards_are_refused(some: str) -> None:
    with pytest.raises(ValueError, match="5 to 7 cards"):
        best(cards(some), Straights.STANDARD)


def test_H4_the_same_card_twice_among_seven_is_refused() -> None:
    with pytest.raises(ValueError, match="different cards"):
        best((*cards("As Kd 2c 3h 4s 9d"), Card.ACE_SPADES), Straights.STANDARD)
