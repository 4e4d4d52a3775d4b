"""What a seat may do now: the predicates that `decide` and the views share."""

from engine.cards import Card
from engine.chinese_poker.phase import Phase
from engine.chinese_poker.rows import Rows
from engine.chinese_poker.state import Public, State
from engine.game import Seat


def is_between_deals(table: Public) -> bool:
    """Seats, settings and the end are open before the first deal and after each."""
    return table.phase in (Phase.WAITING, Phase.POINTS)


def is_last_deal(table: Public) -> bool:
    """Whether as many deals as were set have been dealt (C8)."""
    return table.settings.deals > 0 and table.deal >= table.settings.deals


def may_set(table: Public, seat: Seat) -> bool:
    """Cards can be placed until the seat's set is in (C2, C7)."""
    return table.phase is Phase.SETTING and seat in table.seats and seat not in table.submitted


def may_take_back(table: Public, seat: Seat) -> bool:
    """A set can be taken back until all are in (C7); by a seat that is here."""
    return table.phase is Phase.SETTING and seat in table.submitted and seat not in table.absent | table.leaving


def waiting_for(table: Public) -> tuple[Seat, ...]:
    """Seats whose set is not in yet."""
    return tuple(seat for seat in table.seats if may_set(table, seat))


def unplaced(state: State, seat: Seat) -> tuple[Card, ...]:
    """Cards of a seat that stand in no row yet, in the order of the deal."""
    placed = set(state.secret.rows.get(seat, Rows()).cards)
    return tuple(card for card in state.secret.held.get(seat, ()) if card not in placed)
