"""The greedy bot: in as many hands as it can be for as little as it can give, and gone when they come to nothing."""

from typing import TYPE_CHECKING

from engine.game import Seat
from engine.hands import Category, strength_of_few
from engine.team_poker.commands import Command, Decline, PledgeCards, ProposeHand, TakeBack
from engine.team_poker.rules import HAND_CARDS
from engine.team_poker.table_view import CandidateView
from engine.team_poker.view import OwnCard, OwnHand, PhoneView

if TYPE_CHECKING:
    from random import Random

FILLS_UP = 0.2
"""How likely it gives more of its own to a hand that still lacks cards."""
GIVES_UP = 0.05
"""How likely it takes its cards back from a hand when nothing better offers."""
ALONE = 0.2
"""How likely it plays three cards that make nothing by themselves without anybody else."""


def preferred(view: PhoneView, dice: "Random") -> tuple[str, ...]:
    """Candidates as it would back them: its own, the strongest first, then those of whoever has least points."""
    own = {hand.hand: strength_of_few(hand.cards) for hand in view.hands if not hand.missing}
    points = _points(view)

    def harmless(one: CandidateView) -> int:
        return sum(points.get(seat, 0) for seat in one.members)

    candidates = list(view.table.candidates)
    dice.shuffle(candidates)
    mine = sorted((one.hand for one in candidates if one.hand in own), key=own.__getitem__, reverse=True)
    others = sorted((one for one in candidates if one.hand not in own), key=harmless)
    return (*mine, *(one.hand for one in others))


def nominate(view: PhoneView, dice: "Random") -> Command | None:
    """Take every offer that a card is left for; otherwise make something of what it has."""
    free = sorted((own for own in view.cards if not own.hand), key=lambda own: own.card.rank)
    unfinished = [hand for hand in view.hands if hand.missing]
    if view.invitations:
        return _answer(view, unfinished, free)
    if unfinished:
        return _see_to(view, unfinished[0], free, dice)
    return _propose(view, free, dice) if free and not view.hands else None


def _answer(view: PhoneView, unfinished: list[OwnHand], free: list[OwnCard]) -> Command:
    """The lowest card to the hand that lacks fewest; for one that is nearer to its end it leaves another."""
    offer = min(view.invitations, key=lambda one: one.missing)
    if free:
        return PledgeCards(view.table.round, offer.hand, (free[0].card,))
    left = next((hand for hand in unfinished if hand.missing > offer.missing), None)
    if left:
        return TakeBack(view.table.round, left.hand, left.mine)
    return Decline(view.table.round, offer.hand)


def _see_to(view: PhoneView, hand: OwnHand, free: list[OwnCard], dice: "Random") -> Command | None:
    if free:
        more = tuple(own.card for own in free[: hand.missing])
        return PledgeCards(view.table.round, hand.hand, more) if dice.random() < FILLS_UP else None
    return TakeBack(view.table.round, hand.hand, hand.mine) if dice.random() < GIVES_UP else None


def _propose(view: PhoneView, free: list[OwnCard], dice: "Random") -> Command:
    """A pair or better is shared with nobody; otherwise the lowest card, and guests who bring the rest."""
    cards = tuple(own.card for own in free)
    if len(cards) == HAND_CARDS:
        makes_something = strength_of_few(cards).category > Category.HIGH_CARD
        if makes_something or dice.random() < ALONE:
            return ProposeHand(view.table.round, cards, ())
    others = [seat for seat in view.table.seats if seat != view.seat and seat not in view.table.absent]
    guests = dice.sample(others, min(HAND_CARDS, len(others)))
    return ProposeHand(view.table.round, cards[:1], tuple(sorted(guests)))


def _points(view: PhoneView) -> dict[Seat, int]:
    """What everybody has from the rounds that are over."""
    results = view.table.results
    return {
        seat: sum((seat in result.scoring) - (seat in result.penalised) for result in results)
        for seat in view.table.seats
    }
