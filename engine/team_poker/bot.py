"""A player for empty seats: it knows no more than the phone in that seat would show."""

from typing import TYPE_CHECKING

from engine.team_poker.commands import CastBallot, Command, Decline, PledgeCards, ProposeHand, TakeBack
from engine.team_poker.phase import Phase
from engine.team_poker.rules import HAND_CARDS
from engine.team_poker.view import Invitation, OwnCard, OwnHand, PhoneView

if TYPE_CHECKING:
    from random import Random

EAGERNESS = 0.25
"""How likely a bot acts when it is asked and has something to do."""
LONER = 0.2
"""How likely a bot that starts a hand makes it from its own cards alone."""


def choose(view: PhoneView, dice: "Random") -> Command | None:
    """What to do next, or None to wait; `dice` are the bot's own and touch no card."""
    if dice.random() > EAGERNESS:
        return None
    if view.may_vote and not view.ballot:
        return _vote(view, dice)
    if view.may_pledge:
        return _nominate(view, dice)
    return None


def _vote(view: PhoneView, dice: "Random") -> Command | None:
    """For a hand of its own if one stands, otherwise for any."""
    table = view.table
    if table.phase is not Phase.VOTING:
        return None
    own = [one.hand for one in table.candidates if view.seat in one.members]
    others = [one.hand for one in table.candidates if view.seat not in one.members]
    dice.shuffle(own)
    dice.shuffle(others)
    return CastBallot(table.round, tuple((own + others)[: table.settings.ballots]))


def _nominate(view: PhoneView, dice: "Random") -> Command | None:
    free = [own for own in view.cards if not own.hand]
    unfinished = [hand for hand in view.hands if hand.missing]
    if unfinished and free:
        return _finish(view, unfinished[0], free, dice)
    if unfinished:
        return _give_up(view, unfinished[0], dice)
    if view.invitations:
        return _answer(view, view.invitations[0], free, dice)
    if free and not view.hands:
        return _propose(view, free, dice)
    return None


def _propose(view: PhoneView, free: list[OwnCard], dice: "Random") -> Command:
    """One card and two guests, or a hand of its own."""
    round_now = view.table.round
    if len(free) == HAND_CARDS and dice.random() < LONER:
        return ProposeHand(round_now, tuple(own.card for own in free), ())
    others = [seat for seat in view.table.seats if seat != view.seat and seat not in view.table.absent]
    guests = dice.sample(others, min(HAND_CARDS, len(others)))
    return ProposeHand(round_now, (dice.choice(free).card,), tuple(sorted(guests)))


def _answer(view: PhoneView, invitation: Invitation, free: list[OwnCard], dice: "Random") -> Command:
    if not free or dice.random() < LONER:
        return Decline(view.table.round, invitation.hand)
    return PledgeCards(view.table.round, invitation.hand, (dice.choice(free).card,))


def _finish(view: PhoneView, hand: OwnHand, free: list[OwnCard], dice: "Random") -> Command | None:
    """It waits for its guests, and now and then fills the hand itself."""
    if dice.random() > LONER:
        return None
    return PledgeCards(view.table.round, hand.hand, tuple(own.card for own in free[: hand.missing]))


def _give_up(view: PhoneView, hand: OwnHand, dice: "Random") -> Command | None:
    """Nobody came, and it has no card left to give: the cards are free for another hand."""
    if dice.random() > LONER / 4:
        return None
    return TakeBack(view.table.round, hand.hand, hand.mine)
