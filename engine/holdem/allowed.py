"""What a seat may do between and beside its turns: the predicates that `decide` and the views share."""

from engine.game import Seat
from engine.holdem.phase import Phase
from engine.holdem.state import Public


def is_in_hand(table: Public, seat: Seat) -> bool:
    """Whether the seat was dealt into the hand that is under way, folded or not."""
    return table.hand is not None and not table.hand.ended and seat in table.hand.places


def may_be_dealt_in(table: Public, seat: Seat) -> bool:
    """A seat without coins sits out (H12), and so does one whose player is away."""
    account = table.accounts.get(seat)
    return account is not None and account.stack > 0 and seat not in table.absent


def may_fold_all_in(table: Public, seat: Seat) -> bool:
    """A seat that is all in is not asked, but may give its hand up while betting is open (H8)."""
    hand = table.hand
    return table.phase is Phase.BETTING and hand is not None and seat in hand.places and hand.places[seat].all_in
