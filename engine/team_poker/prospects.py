"""Each side's exact chance at a showdown, from what the whole room sees and nothing else (T9)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from engine.cards import DECK, Card, in_order
from engine.game import Prospect
from engine.hands import Straights
from engine.places import codes_of_five, place_of_five
from engine.team_poker.rules import NEUTRAL_CARDS
from engine.team_poker.table_view import TableView


@dataclass(frozen=True)
class OpenShowdown:
    """Two hands that lie face up, the neutral cards so far, and what else could still come."""

    hands: tuple[str, str]
    cards: tuple[tuple[Card, ...], tuple[Card, ...]]
    neutral: tuple[Card, ...]
    unseen: tuple[Card, ...]
    straights: Straights


def open_showdown(table: TableView) -> OpenShowdown | None:
    """The question that the board leaves open, or None where there are no hands or no card is to come."""
    duel = table.showdown
    if duel is None:
        return None
    first, second = (tuple(card for card in side.cards if card) for side in duel.sides)
    neutral = tuple(card for card in duel.neutral if card)
    if not (first and second) or len(neutral) == NEUTRAL_CARDS:
        return None
    seen = {*first, *second, *neutral, *table.destroyed}
    return OpenShowdown(
        (duel.sides[0].hand, duel.sides[1].hand),
        (in_order(first), in_order(second)),
        neutral,
        tuple(card for card in DECK if card not in seen),
        table.settings.straight_order,
    )


def prospects(asked: OpenShowdown) -> tuple[Prospect, ...]:
    """Both sides over every choice of the neutral cards that are still to come."""
    place = place_of_five(asked.straights)
    first, second = (codes_of_five((*cards, *asked.neutral)) for cards in asked.cards)
    leads = [
        place(first + coming) - place(second + coming)
        for coming in combinations(codes_of_five(asked.unseen), NEUTRAL_CARDS - len(asked.neutral))
    ]
    return _counted(asked.hands, leads)


def _counted(hands: tuple[str, str], leads: Sequence[int]) -> tuple[Prospect, ...]:
    """By how many places the first side leads in each case."""
    cases, ties = len(leads), leads.count(0)
    wins = sum(lead > 0 for lead in leads)
    return Prospect(hands[0], wins, ties, cases), Prospect(hands[1], cases - ties - wins, ties, cases)
