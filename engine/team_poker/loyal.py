"""The loyal bot: it joins whoever asks, stays with those it has joined, and backs them in the vote."""

from typing import TYPE_CHECKING

from engine.game import Seat
from engine.team_poker.commands import Command, Decline, PledgeCards, ProposeHand, TakeBack
from engine.team_poker.rules import HAND_CARDS
from engine.team_poker.view import Invitation, OwnCard, OwnHand, PhoneView

if TYPE_CHECKING:
    from random import Random

FILLS_UP = 0.2
"""How likely it gives more of its own to a hand that still lacks cards."""
GIVES_UP = 0.05
"""How likely it takes its cards back from a hand that nobody has joined."""


def allies(view: PhoneView) -> frozenset[Seat]:
    """Who has stood in a hand with this seat: now, or in an earlier round that they won together."""
    now = {member.seat for hand in view.hands for member in hand.members}
    before = {seat for result in view.table.results if view.seat in result.scoring for seat in result.scoring}
    return frozenset((now | before) - {view.seat})


def preferred(view: PhoneView, dice: "Random") -> tuple[str, ...]:
    """Candidates as it would back them: its own, then those with most allies in them."""
    friends = allies(view)
    candidates = list(view.table.candidates)
    dice.shuffle(candidates)
    candidates.sort(key=lambda one: (view.seat not in one.members, -len(friends & set(one.members))))
    return tuple(one.hand for one in candidates)


def nominate(view: PhoneView, dice: "Random") -> Command | None:
    """Answer first, see to the hand it is in next, and start one only when it is in none."""
    free = [own for own in view.cards if not own.hand]
    unfinished = [hand for hand in view.hands if hand.missing]
    if view.invitations:
        return _answer(view, free, dice)
    if unfinished:
        return _see_to(view, unfinished[0], free, dice)
    return _propose(view, free, dice) if free and not view.hands else None


def _answer(view: PhoneView, free: list[OwnCard], dice: "Random") -> Command:
    friends = allies(view)

    def strangers_last(one: Invitation) -> int:
        return -len(friends & {member.seat for member in one.members})

    asked = min(view.invitations, key=strangers_last)
    if not free:
        return Decline(view.table.round, asked.hand)
    return PledgeCards(view.table.round, asked.hand, (dice.choice(free).card,))


def _see_to(view: PhoneView, hand: OwnHand, free: list[OwnCard], dice: "Random") -> Command | None:
    """It waits for its guests; with others in the hand it never leaves."""
    if free:
        more = tuple(own.card for own in free[: hand.missing])
        return PledgeCards(view.table.round, hand.hand, more) if dice.random() < FILLS_UP else None
    alone = len(hand.members) == 1
    return TakeBack(view.table.round, hand.hand, hand.mine) if alone and dice.random() < GIVES_UP else None


def _propose(view: PhoneView, free: list[OwnCard], dice: "Random") -> Command:
    """One card, and so many guests that the hand can fill: allies before others."""
    others = [seat for seat in view.table.seats if seat != view.seat and seat not in view.table.absent]
    dice.shuffle(others)
    others.sort(key=lambda seat: seat not in allies(view))
    return ProposeHand(view.table.round, (dice.choice(free).card,), tuple(sorted(others[:HAND_CARDS])))
