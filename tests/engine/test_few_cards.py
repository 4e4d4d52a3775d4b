"""Three cards beside five (S6), and rows that are still being made."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import DECK, Card, cards
from engine.hands import Category, HandName, Straights, name_of_few, strength, strength_of_few


def three(text: str) -> Category:
    return strength_of_few(cards(text)).category


def test_S6_three_cards_are_a_high_card_a_pair_or_three_of_a_kind() -> None:
    assert three("As Kd 2c") is Category.HIGH_CARD
    assert three("Ks Kd 2c") is Category.PAIR
    assert three("8s 8d 8c") is Category.THREE_OF_A_KIND


def test_S6_three_cards_are_never_a_straight_or_a_flush() -> None:
    assert three("As Ks Qs") is Category.HIGH_CARD
    assert {strength_of_few(chosen).category for chosen in combinations(DECK[:24], 3)} == {
        Category.HIGH_CARD,
        Category.PAIR,
        Category.THREE_OF_A_KIND,
    }


@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [
        ("Ks Kd 2c", "As Qd Jc 9h 7s"),
        ("2s 2d 2c", "As Ad Kc Kh 3s"),
        ("2s 3d 4c 5h 7s", "7d 5c 4s"),
        ("As Kd Qc", "Ah Kc Jd Ts 9h"),
        ("Ks Kd 6c", "Kh Kc 2d 4s 5h"),
        ("2s 3s 4s 5s 7s", "Ac Ad Ah"),
        ("2c 3d 4h 5s 6c", "Ac Ad Ah"),
    ],
)
def test_S6_category_comes_first_then_ranks_in_order(stronger: str, weaker: str) -> None:
    one, other = (
        strength_of_few(found) if len(found) == 3 else strength(found, Straights.STANDARD)
        for found in (cards(stronger), cards(weaker))
    )
    assert one > other


@pytest.mark.parametrize(("five", "front"), [("Ks Kd Qc 3h 2s", "Kh Kc Qd"), ("As Qd 9c 4h 2s", "Ah Qc 9d")])
def test_S6_where_three_run_out_with_all_equal_the_five_are_stronger(five: str, front: str) -> None:
    assert strength(cards(five), Straights.STANDARD) > strength_of_few(cards(front))


@pytest.mark.parametrize(
    ("few", "called"),
    [
        ("Qs", HandName(Category.HIGH_CARD, (12,))),
        ("Qs Qd", HandName(Category.PAIR, (12,))),
        ("4s Qd", HandName(Category.HIGH_CARD, (12, 4))),
        ("9s 9d 4c 4h", HandName(Category.TWO_PAIR, (9, 4))),
        ("9s 9d 9c 4h", HandName(Category.THREE_OF_A_KIND, (9, 4))),
        ("9s 9d 9c 9h", HandName(Category.FOUR_OF_A_KIND, (9,))),
        ("9s 8d 7c 6h", HandName(Category.HIGH_CARD, (9, 8, 7, 6))),
    ],
)
def test_a_row_that_is_being_made_is_called_by_its_equal_ranks(few: str, called: HandName) -> None:
    assert name_of_few(cards(few)) == called


@given(st.lists(st.sampled_from(DECK), min_size=1, max_size=4, unique=True).flatmap(st.permutations))
def test_the_order_of_few_cards_changes_nothing(few: list[Card]) -> None:
    assert strength_of_few(few) == strength_of_few(sorted(few, key=lambda card: card.index))


@pytest.mark.parametrize("wrong", [(), DECK[:5], (DECK[0], DECK[0])])
def test_few_cards_are_one_to_four_different_ones(wrong: tuple[Card, ...]) -> None:
    for measure in (strength_of_few, name_of_few):
        with pytest.raises(ValueError, match="one to four"):
            measure(wrong)
