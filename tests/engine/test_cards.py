"""The deck and its text notation: what can be read comes back unchanged, everything else is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import DECK, Card, card, cards, in_order, text

UNREADABLE = [
    *["", " ", "As ", " As", "As\n", "A s", "1 0s", "10 s", "As Td", "As,Td", "As-Td"],
    *["1s", "11s", "0s", "010s", "14s", "S", "10", "T", "s", "2", "Asx", "AAs", "Tss", "sA", "-As", "10.s"],
    *["as", "AS", "aS", "tS", "1Os", "lOs", "A\u2660", "\u0662s", "\uff21s", "joker", "??"],
]
near_misses = st.text("012TJQKAatscdhsS \n\u0662", max_size=4)


def test_S1_the_deck_is_every_rank_from_2_to_ace_in_four_suits_in_canonical_order() -> None:
    assert [(one.rank, one.suit) for one in DECK] == [(rank, suit) for rank in range(2, 15) for suit in "cdhs"]
    assert [one.index for one in DECK] == list(range(52))


def test_S1_the_ace_is_highest_and_faces_stand_below_it() -> None:
    assert [card(word).rank for word in ("Ts", "Jh", "Qd", "Kc", "As")] == [10, 11, 12, 13, 14]


def test_a_card_is_written_as_its_rank_then_its_suit() -> None:
    assert text((Card.TEN_HEARTS, Card.ACE_SPADES, Card.TWO_CLUBS)) == "Th As 2c"
    assert text(()) == ""


@pytest.mark.pitfall("pokersolver 8")
@pytest.mark.parametrize("suit", "cdhs")
def test_a_ten_may_be_written_10_or_T(suit: str) -> None:
    assert card(f"10{suit}") is card(f"T{suit}")


@pytest.mark.pitfall("pokersolver 8")
@pytest.mark.parametrize("unreadable", UNREADABLE)
def test_a_card_text_that_cannot_be_read_is_refused_never_guessed(unreadable: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        card(unreadable)


def test_one_unreadable_card_among_readable_ones_is_refused_and_named() -> None:
    with pytest.raises(ValueError, match="not a card: '1s'"):
        cards("As 1s Td")


@pytest.mark.parametrize("repeated", ["As As", "As Td 9h As", "10s Ts"])
def test_a_repeated_card_is_refused(repeated: str) -> None:
    with pytest.raises(ValueError, match="twice"):
        cards(repeated)


def test_cards_are_parted_by_any_white_space_and_keep_their_order() -> None:
    assert cards("  As\tTd\n 9h ") == (Card.ACE_SPADES, Card.TEN_DIAMONDS, Card.NINE_HEARTS)
    assert cards("") == ()


@given(st.lists(st.sampled_from(DECK), unique=True))
def test_cards_written_and_read_again_are_the_same(some: list[Card]) -> None:
    assert cards(text(some)) == tuple(some)


@given(st.text(max_size=3) | near_misses)
def test_of_all_short_texts_only_the_notation_of_a_card_is_read(anything: str) -> None:
    notation = {one.value for one in DECK} | {f"10{suit}" for suit in "cdhs"}
    if anything in notation:
        assert card(anything).value == anything.replace("10", "T")
    else:
        with pytest.raises(ValueError, match="not a card"):
            card(anything)


@given(st.permutations(DECK))
def test_canonical_order_does_not_depend_on_the_order_given(shuffled: list[Card]) -> None:
    assert in_order(shuffled) == DECK
