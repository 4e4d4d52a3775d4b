"""Who can win which coins of a hand, and how they are shared (H10)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.game import Seat
from engine.hands import Strength
from engine.holdem.betting import highest
from engine.holdem.events import PaidPot, Share
from engine.holdem.state import Hand


@dataclass(frozen=True)
class Pot:
    """Coins, and the seats that can win them, in order of play."""

    coins: int
    seats: tuple[Seat, ...]


def unmatched(hand: Hand) -> Share | None:
    """What a live seat has put in above everyone else, folded seats included: it comes back (H10)."""
    first, second, *_ = sorted(hand.puts.values(), reverse=True)
    alone = [seat for seat in hand.live if hand.puts[seat] == first > second]
    return Share(alone[0], first - second) if alone else None


def final_pots(hand: Hand) -> tuple[Pot, ...]:
    """The pots from the main one up, without what comes back. Each distinct commitment of a live seat ends one; folded
    coins above them all go to the highest (H10).
    """
    puts = hand.puts
    back = unmatched(hand)
    if back:
        puts[back.seat] -= back.coins
    return _layers(puts, {seat: puts[seat] for seat in hand.live})


def pots_so_far(hand: Hand) -> tuple[Pot, ...]:
    """The pots as betting goes on: split where a live seat is all in; whoever can still call is in the rest."""
    top = highest(hand)
    reach = {seat: hand.puts[seat] if hand.places[seat].all_in else top for seat in hand.live}
    return _layers(hand.puts, reach)


def _layers(puts: Mapping[Seat, int], reach: Mapping[Seat, int]) -> tuple[Pot, ...]:
    """A pot for each level that a seat reaches; `reach` says who is in, and up to where."""
    levels = sorted(set(reach.values()))
    ends = [*levels[:-1], max(puts.values())]
    pots, below = [], 0
    for level, end in zip(levels, ends, strict=True):
        coins = sum(min(put, end) - min(put, below) for put in puts.values())
        pots.append(Pot(coins, tuple(seat for seat in reach if reach[seat] >= level)))
        below = end
    return tuple(pot for pot in pots if pot.coins)


def paid(pot: Pot, strengths: Mapping[Seat, Strength]) -> PaidPot:
    """A pot for its best hands in equal shares, the odd coins one each to the first of them in order of play (H10)."""
    best = max(strengths[seat] for seat in pot.seats)
    winners = [seat for seat in pot.seats if strengths[seat] == best]
    return PaidPot(pot.coins, pot.seats, _shares(pot.coins, winners))


def taken(pot: Pot) -> PaidPot:
    """A pot for the only seat in it."""
    return PaidPot(pot.coins, pot.seats, _shares(pot.coins, pot.seats))


def _shares(coins: int, winners: Sequence[Seat]) -> tuple[Share, ...]:
    each, odd = divmod(coins, len(winners))
    return tuple(Share(seat, each + (place < odd)) for place, seat in enumerate(winners))
