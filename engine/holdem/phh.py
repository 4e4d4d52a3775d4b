"""Hands in the open notation PHH (poker hand history), where it can express them.

PHH replays hands by the usual no-limit rules. Some hands could not have been played so: the small blind first after the
flop between two, a raise by less than the one before, a fold where a check was free. Those are left out.
"""

from collections.abc import Iterator, Mapping

from engine.cards import Card
from engine.game import Seat
from engine.holdem.phase import STREETS, Street
from engine.holdem.rules import BIG_BLIND_UNITS, SMALL_BLIND_UNITS
from engine.holdem.state import Action, Hand

_UNKNOWN = "????"


def can_express(hand: Hand) -> bool:
    """Whether the usual rules would have allowed the same moves, asked the same seats and paid out the same."""
    small, big = (hand.places[seat] for seat in (hand.small_blind, hand.big_blind))
    whole = small.start > SMALL_BLIND_UNITS * hand.unit and big.start > BIG_BLIND_UNITS * hand.unit
    even = all(pot.coins % len(pot.shares) < 2 for pot in hand.pots)
    return len(hand.order) > 2 and whole and even and all(_is_usual(hand, street) for street in STREETS)


def _is_usual(hand: Hand, street: Street) -> bool:
    """Raises by at least the last lift, at first the big blind or a unit, and no fold but against a bet."""
    put = _puts_before(hand, street)
    lift = hand.unit * (BIG_BLIND_UNITS if street is Street.PRE_FLOP else 1)
    for action in hand.actions:
        if action.street is not street:
            continue
        top = max(put.values())
        if action.act.is_fold and put[action.seat] == top:
            return False
        if action.act.is_raise:
            if action.to - top < lift:
                return False
            lift = action.to - top
        put[action.seat] = action.to
    return True


def _puts_before(hand: Hand, street: Street) -> dict[Seat, int]:
    """What every seat had put in when the street began."""
    put = dict.fromkeys(hand.order, 0)
    for action in hand.actions:
        if STREETS.index(action.street) < STREETS.index(street):
            put[action.seat] = action.to
    return put


def written(hand: Hand, holes: Mapping[Seat, tuple[Card, ...]]) -> str:
    """One hand's fields and actions; hole cards that are not in `holes` stand as unknown."""
    middle = ["0"] * (len(hand.order) - 2)
    blinds = [str(SMALL_BLIND_UNITS * hand.unit), *middle, str(BIG_BLIND_UNITS * hand.unit)]
    starts = [str(hand.places[seat].start) for seat in hand.order]
    actions = ", ".join(f'"{action}"' for action in _actions(hand, holes))
    return "\n".join(
        (
            'variant = "NT"',
            "ante_trimming_status = true",
            f"antes = [{', '.join('0' for _ in hand.order)}]",
            f"blinds_or_straddles = [{', '.join(blinds)}]",
            f"min_bet = {hand.unit}",
            f"starting_stacks = [{', '.join(starts)}]",
            f"actions = [{actions}]",
            f"hand = {hand.number}",
            f"seats = [{', '.join(map(str, hand.order))}]",
        )
    )


def _actions(hand: Hand, holes: Mapping[Seat, tuple[Card, ...]]) -> Iterator[str]:
    """The dealer's and the players' actions in order; p1 is the small blind, the last player the big blind."""
    player = {seat: f"p{place}" for place, seat in enumerate(hand.order, 1)}
    for seat in hand.order:
        yield f"d dh {player[seat]} {_together(holes[seat]) if seat in holes else _UNKNOWN}"
    lying = 0
    for street, count in zip(STREETS, (0, 3, 4, 5), strict=True):
        if len(hand.board) >= count > lying:
            yield f"d db {_together(hand.board[lying:count])}"
            lying = count
        before = _puts_before(hand, street)
        for action in hand.actions:
            if action.street is street and not action.act.is_blind:
                yield f"{player[action.seat]} {_move(action, before[action.seat])}"
    for one in sorted(hand.shown, key=lambda shown: hand.order.index(shown.seat)):
        yield f"{player[one.seat]} sm {_together(one.cards)}"


def _move(action: Action, before: int) -> str:
    """PHH counts a raise in what lies there on this street alone."""
    if action.act.is_fold:
        return "f"
    return f"cbr {action.to - before}" if action.act.is_raise else "cc"


def _together(cards: tuple[Card, ...]) -> str:
    return "".join(card.value for card in cards)


def document(hands: tuple[Hand, ...], holes: Mapping[int, Mapping[Seat, tuple[Card, ...]]]) -> str:
    """All hands that can be expressed, each under its number."""
    usual = [hand for hand in hands if can_express(hand)]
    return "".join(f"[{place}]\n{written(hand, holes[hand.number])}\n\n" for place, hand in enumerate(usual, 1))
