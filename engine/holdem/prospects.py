"""Each seat's exact chance at the main pot while the board runs out, from what the whole room sees (H9, H10)."""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations

from engine.cards import DECK, Card
from engine.game import Prospect, Seat
from engine.hands import Straights
from engine.holdem.phase import BOARD_CARDS, Street
from engine.holdem.table_view import TableView
from engine.places import codes_of_seven, place_of_seven


@dataclass(frozen=True)
class OpenShowdown:
    """Hands that lie face up, the board so far, and what else could still come; folded hands nobody has seen."""

    seats: tuple[Seat, ...]
    holes: tuple[tuple[Card, ...], ...]
    board: tuple[Card, ...]
    unseen: tuple[Card, ...]


def open_showdown(table: TableView) -> OpenShowdown | None:
    """The question that the board leaves open; None where hands are hidden or no card is to come."""
    lying = [place for place in table.places if place.turned_up]
    board = tuple(card for card in table.board if card)
    if not lying or len(board) == BOARD_CARDS[Street.RIVER]:
        return None
    holes = tuple(place.turned_up for place in lying)
    seen = {*board, *(card for hole in holes for card in hole)}
    unseen = tuple(card for card in DECK if card not in seen)
    return OpenShowdown(tuple(place.seat for place in lying), holes, board, unseen)


def prospects(asked: OpenShowdown) -> tuple[Prospect, ...]:
    """All hands that lie face up are in the main pot: who takes it, alone or shared, over every board to come."""
    place = place_of_seven(Straights.STANDARD)
    held = [codes_of_seven((*hole, *asked.board)) for hole in asked.holes]
    missing = BOARD_CARDS[Street.RIVER] - len(asked.board)
    outcomes: Counter[tuple[bool, ...]] = Counter()
    for coming in combinations(codes_of_seven(asked.unseen), missing):
        places = [place(codes + coming) for codes in held]
        best = max(places)
        outcomes[tuple([one == best for one in places])] += 1
    cases = outcomes.total()
    found = []
    for number, seat in enumerate(asked.seats):
        taken = {winners: count for winners, count in outcomes.items() if winners[number]}
        wins = sum(count for winners, count in taken.items() if sum(winners) == 1)
        found.append(Prospect(str(seat), wins, sum(taken.values()) - wins, cases))
    return tuple(found)
