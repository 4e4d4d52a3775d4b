"""What the seat whose turn it is may do, for its phone and for bots: nothing but public facts (H5-H8)."""

from dataclasses import dataclass

from engine.game import Seat, Sentence
from engine.holdem import betting
from engine.holdem.commands import Bet, Call, Check, Fold, Raise
from engine.holdem.phase import Act
from engine.holdem.state import Hand


@dataclass(frozen=True)
class Size:
    """A common size: the name of it, and what the seat will have put in over the hand."""

    key: str
    to: int
    more: int


@dataclass(frozen=True)
class Lift:
    """A bet or a raise: from `lowest` to `most` over the whole hand, `put` of which lie there already."""

    act: Act
    lowest: int
    most: int
    put: int
    sizes: tuple[Size, ...]

    def command(self, hand: int, turn: int, to: int) -> Bet | Raise:
        """The bet or raise of this turn to this much."""
        return (Bet if self.act is Act.BET else Raise)(hand, turn, to)


@dataclass(frozen=True)
class TurnView:
    """What the seat may do now, each with the command that does it. `refused` says why the others are not open."""

    turn: int
    check: Check | None
    call: Call | None
    call_coins: int
    call_is_all_in: bool
    fold: Fold
    lift: Lift | None
    refused: tuple[tuple[Act, Sentence], ...]


def turn_view(hand: Hand, seat: Seat) -> TurnView:
    """The turn of this seat, which is asked."""
    may = betting.legal(hand, seat)
    place, meant = hand.places[seat], (hand.number, hand.turn)
    return TurnView(
        turn=hand.turn,
        check=Check(*meant) if may.check else None,
        call=Call(*meant) if may.call else None,
        call_coins=may.call or 0,
        call_is_all_in=may.call == place.start - place.put,
        fold=Fold(*meant),
        lift=_lift(hand, seat, may),
        refused=_refused(may),
    )


def _refused(may: betting.Legal) -> tuple[tuple[Act, Sentence], ...]:
    """Why an action is not open now, by the reasons that `decide` refuses it with."""
    found = [(Act.CHECK, Sentence("coins_are_owed", {"coins": may.call}))] if may.call else []
    if may.check:
        found.append((Act.CALL, Sentence("nothing_is_owed", {})))
    if may.lift is Act.RAISE:
        found.append((Act.BET, Sentence("somebody_has_bet", {})))
    else:
        found.append((Act.RAISE, Sentence("nobody_has_bet", {})))
    if may.raise_to is None:
        found.append((may.lift, Sentence("limit_is_reached", {})))
    return tuple(found)


def _lift(hand: Hand, seat: Seat, may: betting.Legal) -> Lift | None:
    if may.raise_to is None:
        return None
    lowest, most = may.raise_to
    put = hand.places[seat].put
    return Lift(may.lift, lowest, most, put, _sizes(hand, lowest, most, put))


def _sizes(hand: Hand, lowest: int, most: int, put: int) -> tuple[Size, ...]:
    """Buttons for the lowest, half and all of what would lie in the pot after a call, and what the limit leaves."""
    top = betting.highest(hand)
    pot = sum(hand.puts.values()) + top - put
    wanted = (("lowest", lowest), ("half_pot", top + pot // 2), ("pot", top + pot), ("limit", most))
    sizes: dict[int, str] = {}
    for key, to in wanted:
        if key in ("lowest", "limit") or lowest < to < most:
            sizes.setdefault(to, key)
    return tuple(Size(key, to, to - put) for to, key in sizes.items())
