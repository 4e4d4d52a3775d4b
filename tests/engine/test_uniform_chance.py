"""Every draw and every deal that the games make is as likely as any other, and none tells another (F1, F3, T8, H2, C1).

All of it goes through the games' own `decide`, over fixed seeds: the answers never change from run to run.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from engine import team_poker
from engine.cards import DECK, SUITS, Card
from engine.chance import Chance
from engine.game import Deal, Host, Room, Sit
from engine.registry import GAMES
from engine.team_poker.commands import CloseVote
from engine.team_poker.events import TieDrawn
from tests.engine.chi_square import is_uniform
from tests.engine.moves import dealt, lock, make

TIES = [(tied, places) for places in (1, 2) for tied in range(places + 1, 14 - (places == 1))]
"""So many level across the cut for so many places: for one place somebody else is ahead (T8)."""
PLACES = {"team_poker": (0, 38, 39, 51), "holdem": (0, 3, 7, 12), "chinese_poker": (0, 12, 13, 51)}
"""Places of the deck in the order in which each game deals: first and last of a seat, and what lies below."""


def chance(number: int) -> Chance:
    """The chance of one event: a seed of its own, without bytes of phones."""
    return Chance(number.to_bytes(32), {})


def open_vote(tied: int, places: int) -> Any:
    """A vote that ended level: so many hands for so many places."""
    ahead = places == 1
    drive = dealt(13)
    hands = [make(drive, seat, seat, seat) for seat in range(1, tied + ahead + 1)]
    lock(drive)
    table = drive.table
    return replace(drive.state.game, public=replace(table, ballots={1: (hands[-1],)} if ahead else {}))


def drawn(state: Any, number: int) -> tuple[str, ...]:
    """Which of the tied hands came in under this seed."""
    events = team_poker.decide(state, Host(), CloseVote(state.public.round), 0, chance(number))
    return next(event.drawn for event in events if isinstance(event, TieDrawn))


def check_ties(tied: int, places: int, draws: int) -> None:
    """Each choice that the draw can come to is as likely as every other."""
    state = open_vote(tied, places)
    counts = Counter(frozenset(drawn(state, number)) for number in range(draws))
    level = [one.hand for one in state.public.candidates][:tied]
    possible = [frozenset(some) for some in combinations(level, places)]
    assert set(counts) <= set(possible)
    assert is_uniform([counts[some] for some in possible])


@pytest.mark.parametrize(("tied", "places"), TIES)
def test_T8_whoever_is_tied_across_the_cut_comes_in_alike_often(tied: int, places: int) -> None:
    check_ties(tied, places, 600)


@pytest.mark.long
@pytest.mark.parametrize(("tied", "places"), TIES)
def test_T8_whoever_is_tied_across_the_cut_comes_in_alike_often_in_ten_thousand_draws(tied: int, places: int) -> None:
    check_ties(tied, places, 10_000)


def a_table(game: str) -> Callable[[int], tuple[Card, ...]]:
    """What deals at a fresh table of this game, with all its seats taken: the cards in the order of the deck."""
    played = GAMES[game]
    seats = tuple(range(1, {"team_poker": 13}.get(game, 4) + 1))
    state = played.new(played.SETTINGS())
    for seat in seats:
        for event in played.decide(state, Room(), Sit(seat), 0, chance(0)):
            state = played.apply(state, event)

    def deal(number: int) -> tuple[Card, ...]:
        events = played.decide(state, Room(), Deal(seats), 0, chance(number))
        dealt_event = next(event for event in events if type(event).__name__ == "CardsDealt")
        held = getattr(dealt_event, "holes", ()) or dealt_event.hands
        rest = getattr(dealt_event, "main_deck", getattr(dealt_event, "board", ()))
        return (*(card for one in held for card in one.cards), *rest)

    return deal


def check_deals(game: str, deals: int) -> None:
    """Each card lies at each of some places alike often."""
    deal = a_table(game)
    decks = [deal(number) for number in range(deals)]
    for place in PLACES[game]:
        counts = Counter(deck[place] for deck in decks)
        assert is_uniform([counts[card] for card in DECK]), place


@pytest.mark.parametrize("game", PLACES)
def test_F1_every_card_is_dealt_to_every_place_alike_often(game: str) -> None:
    check_deals(game, 800)


@pytest.mark.long
@pytest.mark.parametrize("game", PLACES)
def test_F1_every_card_is_dealt_to_every_place_alike_often_in_ten_thousand_deals(game: str) -> None:
    check_deals(game, 10_000)


def independent(pairs: Sequence[tuple[Any, Any]], first: Sequence[Any], second: Sequence[Any]) -> bool:
    """Whether two outcomes, each uniform, go together no more often than chance has it."""
    counts = Counter(pairs)
    return is_uniform([counts[one, other] for one in first for other in second])


def test_F3_what_one_round_draws_tells_nothing_of_the_next() -> None:
    first = open_vote(4, 2)
    second = replace(first, public=replace(first.public, round=2))
    hands = [one.hand for one in first.public.candidates]
    pairs = list(combinations(hands, 2))
    assert independent([(drawn(first, n), drawn(second, n)) for n in range(3_600)], pairs, pairs)
    assert not independent([(drawn(first, n), drawn(first, n)) for n in range(3_600)], pairs, pairs)


def test_F3_what_an_event_deals_tells_nothing_of_its_draws() -> None:
    vote = open_vote(4, 2)
    hands = [one.hand for one in vote.public.candidates]
    top = [chance(n).event(vote.public.seats).shuffle("deal 1", DECK)[39].suit for n in range(2_400)]
    met = [drawn(vote, n) for n in range(2_400)]
    assert independent(list(zip(top, met, strict=True)), SUITS, list(combinations(hands, 2)))


@pytest.mark.parametrize("later", [2, 11])
def test_H2_a_random_blind_tells_nothing_of_a_later_one_nor_of_the_cards(later: int) -> None:
    seats = (1, 2, 3, 4)

    def blind(number: int, hand: int) -> int:
        return chance(number).hand(hand, seats).draw(f"hand {hand} blind", seats, 1)[0]

    def top(number: int, hand: int) -> str:
        return chance(number).hand(hand, seats).shuffle(f"hand {hand} deal", DECK)[0].suit

    assert independent([(blind(n, 1), blind(n, later)) for n in range(2_400)], seats, seats)
    assert independent([(blind(n, later), top(n, later)) for n in range(1_200)], seats, SUITS)


def test_C1_one_deal_tells_nothing_of_the_next() -> None:
    decks = [[chance(n).hand(deal, (1, 2)).shuffle(f"deal {deal}", DECK) for deal in (1, 2)] for n in range(1_600)]
    assert independent([(one[0].suit, other[0].suit) for one, other in decks], SUITS, SUITS)


def test_the_usual_mistake_in_a_shuffle_is_found() -> None:
    """Each place swapped with any other: three of the six orders come five times where the others come four times."""
    dice, orders = Random(1), Counter[str]()
    for _ in range(10_000):
        lying = list("ABC")
        for place in range(3):
            other = dice.randrange(3)
            lying[place], lying[other] = lying[other], lying[place]
        orders["".join(lying)] += 1
    assert len(orders) == 6
    assert not is_uniform(list(orders.values()))
