"""Who acts next and what that seat may do: the predicates that `decide`, `play` and the views share (H3-H9)."""

from dataclasses import dataclass

from engine.game import Seat
from engine.holdem.phase import Act
from engine.holdem.state import Hand


@dataclass(frozen=True)
class Legal:
    """What a seat may do on its turn; folding is always allowed.

    `call` is what it still has to pay, None when nothing is owed; `raise_to` the lowest and the highest that it may
    have put in over the whole hand by a bet or raise, None when none is allowed; `lift` says which of the two it is.
    """

    check: bool
    call: int | None
    lift: Act
    raise_to: tuple[int, int] | None


def highest(hand: Hand) -> int:
    """The most that one seat has really put in (H8)."""
    return max(place.put for place in hand.places.values())


def owed(hand: Hand, seat: Seat) -> int:
    """What a seat has to pay to call: all it has, if it cannot cover it (H8)."""
    place = hand.places[seat]
    return min(highest(hand), place.start) - place.put


def limit(hand: Hand) -> int:
    """The most that one seat may have put in over the whole hand (H7): the lowest stack among live seats that are not
    all in, and never more than the second-highest among live seats. Two seats are live.
    """
    places = [hand.places[seat] for seat in hand.live]
    second = sorted((place.start for place in places), reverse=True)[1]
    return min([second, *(place.start for place in places if place.has_coins)])


def legal(hand: Hand, seat: Seat) -> Legal:
    """What this seat, whose turn it is, may do (H5-H8)."""
    top, most, due = highest(hand), limit(hand), owed(hand, seat)
    return Legal(
        check=due == 0,
        call=due or None,
        lift=Act.RAISE if hand.opened else Act.BET,
        raise_to=(min(top + hand.unit, most), most) if most > top else None,
    )


def betting_is_over(hand: Hand) -> bool:
    """Nobody is left to bet against: at most one live seat has coins, and it owes nothing (H9)."""
    able = [seat for seat in hand.live if hand.places[seat].has_coins]
    return len(able) < 2 and not any(owed(hand, seat) for seat in able)


def next_to_act(hand: Hand) -> Seat | None:
    """The next seat in order of play that has coins and has not acted since the last bet or raise (H3, H7)."""
    start = hand.order.index(hand.last) + 1 if hand.last is not None else 0
    turns = hand.order[start:] + hand.order[:start]
    return next((seat for seat in turns if hand.places[seat].has_coins and seat not in hand.acted), None)
