"""What a seat may do now: the predicates that `decide` and the views share."""

from enum import Enum

from engine.cards import Card
from engine.game import Seat
from engine.team_poker.phase import Phase
from engine.team_poker.rules import HAND_CARDS
from engine.team_poker.state import Hand, Public, State


class Short(Enum):
    """What a seat lacks for the rounds that come: any card at all (T6, T7), or three for a hand of its own (T4)."""

    OF_ALL = "of_all"
    OF_A_HAND = "of_a_hand"


def is_playing(table: Public, seat: Seat) -> bool:
    """Dealt in and not marked absent (T15)."""
    return seat in table.seats and seat not in table.absent


def may_pledge(table: Public, seat: Seat) -> bool:
    """Cards can be pledged and taken back until nominations lock (T4, T5)."""
    return table.phase is Phase.NOMINATING and is_playing(table, seat)


def may_vote(table: Public, seat: Seat) -> bool:
    """Every seat that is here may raise its hand, also without cards (T7)."""
    return table.phase is Phase.VOTING and is_playing(table, seat)


def after_press(ballot: tuple[str, ...], hand: str, most: int) -> tuple[str, ...]:
    """The ballot once this candidate was pressed: its hand taken down, or put up in place of the one up longest."""
    if hand in ballot:
        return tuple(other for other in ballot if other != hand)
    return (*ballot, hand)[-most:]


def free_cards(state: State, seat: Seat) -> tuple[Card, ...]:
    """Undestroyed cards of a seat that stand in no hand (T4)."""
    pledged = {card for hand in state.secret.hands.values() for card in hand.cards}
    return tuple(card for card in state.secret.held.get(seat, ()) if card not in pledged)


def short(state: State, seat: Seat) -> Short | None:
    """What this seat lacks while hands are made, or between rounds of which there are more; None otherwise."""
    table, held = state.public, len(state.secret.held.get(seat, ()))
    between = table.phase in (Phase.WINNER, Phase.NO_SHOWDOWN) and table.round < table.settings.rounds
    if not is_playing(table, seat) or held >= HAND_CARDS or not (between or table.phase is Phase.NOMINATING):
        return None
    return Short.OF_A_HAND if held else Short.OF_ALL


def is_complete(hand: Hand) -> bool:
    """A hand is exactly three cards (T4)."""
    return len(hand.pledges) == HAND_CARDS


def sees(hand: Hand, seat: Seat) -> bool:
    """A hand is known to its members and, until it is complete, to those it invites (T4)."""
    return seat in hand.members or (seat in hand.invited and not is_complete(hand))


def may_be_invited(table: Public, hand: Hand) -> tuple[Seat, ...]:
    """Seats that are here and not yet in or asked."""
    known = {*hand.members, *hand.invited}
    return tuple(seat for seat in table.seats if is_playing(table, seat) and seat not in known)


def playing(table: Public) -> tuple[Seat, ...]:
    """All seats that are dealt in and here."""
    return tuple(seat for seat in table.seats if is_playing(table, seat))
