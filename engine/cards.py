"""The 52 cards and their text notation: rank then suit, "As Td 9h" ("10d" is read too)."""

import re
from collections.abc import Iterable
from enum import Enum

RANKS = "23456789TJQKA"
SUITS = "cdhs"
_NOTATION = re.compile(r"(10|[2-9TJQKA])([cdhs])")


class Card(Enum):
    """One card of the deck. Its value is its text; members stand in canonical order, 2c 2d 2h 2s 3c ... As."""

    TWO_CLUBS = "2c"
    TWO_DIAMONDS = "2d"
    TWO_HEARTS = "2h"
    TWO_SPADES = "2s"
    THREE_CLUBS = "3c"
    THREE_DIAMONDS = "3d"
    THREE_HEARTS = "3h"
    THREE_SPADES = "3s"
    FOUR_CLUBS = "4c"
    FOUR_DIAMONDS = "4d"
    FOUR_HEARTS = "4h"
    FOUR_SPADES = "4s"
    FIVE_CLUBS = "5c"
    FIVE_DIAMONDS = "5d"
    FIVE_HEARTS = "5h"
    FIVE_SPADES = "5s"
    SIX_CLUBS = "6c"
    SIX_DIAMONDS = "6d"
    SIX_HEARTS = "6h"
    SIX_SPADES = "6s"
    SEVEN_CLUBS = "7c"
    SEVEN_DIAMONDS = "7d"
    SEVEN_HEARTS = "7h"
    SEVEN_SPADES = "7s"
    EIGHT_CLUBS = "8c"
    EIGHT_DIAMONDS = "8d"
    EIGHT_HEARTS = "8h"
    EIGHT_SPADES = "8s"
    NINE_CLUBS = "9c"
    NINE_DIAMONDS = "9d"
    NINE_HEARTS = "9h"
    NINE_SPADES = "9s"
    TEN_CLUBS = "Tc"
    TEN_DIAMONDS = "Td"
    TEN_HEARTS = "Th"
    TEN_SPADES = "Ts"
    JACK_CLUBS = "Jc"
    JACK_DIAMONDS = "Jd"
    JACK_HEARTS = "Jh"
    JACK_SPADES = "Js"
    QUEEN_CLUBS = "Qc"
    QUEEN_DIAMONDS = "Qd"
    QUEEN_HEARTS = "Qh"
    QUEEN_SPADES = "Qs"
    KING_CLUBS = "Kc"
    KING_DIAMONDS = "Kd"
    KING_HEARTS = "Kh"
    KING_SPADES = "Ks"
    ACE_CLUBS = "Ac"
    ACE_DIAMONDS = "Ad"
    ACE_HEARTS = "Ah"
    ACE_SPADES = "As"

    def __init__(self, notation: str) -> None:
        """Plain attributes, since hands are compared by the million: `rank` is 2 to 14, the ace being 14; `suit` is one
        of c, d, h, s and never breaks a tie (S1); `index` is the place in canonical order, 0 to 51.
        """
        place, suit = RANKS.index(notation[0]), notation[1]
        self.rank = place + 2
        self.suit = suit
        self.index = place * len(SUITS) + SUITS.index(suit)

    __hash__ = object.__hash__  # that of an enum is written in Python, and cards are in many sets


DECK: tuple[Card, ...] = tuple(Card)


def card(text: str) -> Card:
    """Read one card. Raises ValueError for anything that is not exactly one card."""
    found = _NOTATION.fullmatch(text)
    if not found:
        raise ValueError(f"not a card: {text!r}")
    rank, suit = found.groups()
    return Card(("T" if rank == "10" else rank) + suit)


def cards(text: str) -> tuple[Card, ...]:
    """Read cards parted by white space. Raises ValueError for an unreadable or a repeated card."""
    found = tuple(card(word) for word in text.split())
    if len(set(found)) != len(found):
        raise ValueError(f"a card stands twice: {text!r}")
    return found


def text(some: Iterable[Card]) -> str:
    """Write cards as text that `cards` reads."""
    return " ".join(one.value for one in some)


def in_order(some: Iterable[Card]) -> tuple[Card, ...]:
    """Cards in canonical order."""
    return tuple(sorted(some, key=lambda one: one.index))
