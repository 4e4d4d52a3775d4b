"""Folding events into the state of a Team Poker event: no rules, no clock, no chance."""

from collections.abc import Mapping
from dataclasses import replace
from typing import assert_never

from engine.cards import Card
from engine.game import Seat
from engine.team_poker.events import (
    AbsenceMarked,
    BallotCalled,
    BallotCast,
    CandidateAnnounced,
    CandidateWithdrawn,
    CardsDealt,
    CardsDestroyed,
    CardsPledged,
    CardsTakenBack,
    CountdownStarted,
    Event,
    EventEnded,
    HandDissolved,
    HandEvent,
    HandProposed,
    HandsMatched,
    HandsShown,
    InvitationDeclined,
    NeutralShown,
    NominationsLocked,
    Pledge,
    RoundWon,
    SeatsInvited,
    SettingsChanged,
    ShowdownMissed,
    TieDrawn,
    VoteClosed,
    VoteEvent,
    VoteOpened,
)
from engine.team_poker.phase import Outcome, Phase
from engine.team_poker.state import Candidate, Draw, Hand, Public, Result, Secret, State


def apply(state: State, event: Event) -> State:
    """Fold one fact into the state."""
    public, secret = state.public, state.secret
    match event:
        case SettingsChanged(settings):
            return replace(state, public=replace(public, settings=settings))
        case CardsDealt(hands, main_deck):
            return _dealt(public, {dealt.seat: dealt.cards for dealt in hands}, main_deck)
        case CountdownStarted(round_number, deadline):
            fresh = _without_round(public)
            return replace(state, public=replace(fresh, phase=Phase.NOMINATING, round=round_number, deadline=deadline))
        case NominationsLocked(candidates=names):
            kept = {name: hand for name, hand in secret.hands.items() if name in names}
            locked = tuple(sorted(public.candidates, key=lambda candidate: candidate.letter))
            return State(replace(public, candidates=locked, deadline=None), replace(secret, hands=kept))
        case CardsDestroyed(cards=cards):
            return _destroyed(state, cards)
        case ShowdownMissed():
            return State(_missed(public, event), replace(secret, hands={}))
        case NeutralShown(card=card):
            return State(_neutral(public, card), replace(secret, main_deck=secret.main_deck[1:]))
        case (
            HandProposed() | SeatsInvited() | InvitationDeclined() | CardsPledged() | CardsTakenBack() | HandDissolved()
        ):
            return replace(state, secret=_hand_changed(secret, event))
        case _:
            return replace(state, public=_public(public, event))


def _public(
    public: Public,
    event: CandidateAnnounced | CandidateWithdrawn | VoteEvent | HandsShown | RoundWon | AbsenceMarked | EventEnded,
) -> Public:
    """Facts that change nothing but what everyone knows."""
    match event:
        case CandidateAnnounced(hand, letter, members):
            return replace(public, candidates=(*public.candidates, Candidate(hand, letter, members)))
        case CandidateWithdrawn(hand):
            return replace(public, candidates=tuple(one for one in public.candidates if one.hand != hand))
        case VoteOpened(deadline=deadline):
            return replace(public, phase=Phase.VOTING, deadline=deadline)
        case BallotCast(seat=seat, hands=hands) | BallotCalled(seat=seat, hands=hands):
            return replace(public, ballots={**public.ballots, seat: hands})
        case VoteClosed():
            return replace(public, deadline=None)
        case TieDrawn(tied=tied, drawn=drawn):
            return replace(public, draw=Draw(tied, drawn))
        case HandsMatched(hands=hands):
            return replace(public, phase=Phase.MATCHED, matched=hands)
        case HandsShown(shown=shown):
            return replace(public, phase=Phase.HANDS_UP, shown=shown)
        case RoundWon():
            return _won(public, event)
        case AbsenceMarked(seat, absent):
            return _absence(public, seat, absent)
        case EventEnded():
            return replace(_without_round(public), phase=Phase.FINAL)
        case _:
            assert_never(event)


def _hand_changed(secret: Secret, event: HandEvent) -> Secret:
    """What happens to a hand that is being made."""
    match event:
        case HandProposed(name):
            return replace(secret, hands={**secret.hands, name: Hand(name)}, hands_made=secret.hands_made + 1)
        case HandDissolved(name):
            return replace(secret, hands={key: hand for key, hand in secret.hands.items() if key != name})
        case SeatsInvited(name, _, seats):
            hand = secret.hands[name]
            return _with_hand(secret, replace(hand, invited=(*hand.invited, *seats)))
        case InvitationDeclined(name, seat):
            hand = secret.hands[name]
            return _with_hand(secret, replace(hand, invited=tuple(one for one in hand.invited if one != seat)))
        case CardsPledged(name, seat, cards):
            hand = secret.hands[name]
            return _with_hand(secret, replace(hand, pledges=(*hand.pledges, *(Pledge(seat, card) for card in cards))))
        case CardsTakenBack(name, _, cards):
            hand = secret.hands[name]
            kept = tuple(pledge for pledge in hand.pledges if pledge.card not in cards)
            return _with_hand(secret, replace(hand, pledges=kept))
        case _:
            assert_never(event)


def _with_hand(secret: Secret, hand: Hand) -> Secret:
    return replace(secret, hands={**secret.hands, hand.hand: hand})


def _dealt(public: Public, held: Mapping[Seat, tuple[Card, ...]], main_deck: tuple[Card, ...]) -> State:
    seats = tuple(sorted(held))
    return State(replace(public, seats=seats, main_deck_left=len(main_deck)), Secret(main_deck, held))


def _without_round(public: Public) -> Public:
    """The public state with nothing of the last round on the table."""
    return replace(
        public,
        deadline=None,
        candidates=(),
        ballots={},
        draw=None,
        matched=(),
        shown=(),
        neutral=(),
        winner="",
        scoring=(),
        penalised=(),
    )


def _neutral(public: Public, card: Card) -> Public:
    phase = Phase.SECOND_NEUTRAL if public.neutral else Phase.FIRST_NEUTRAL
    return replace(public, phase=phase, neutral=(*public.neutral, card), main_deck_left=public.main_deck_left - 1)


def _won(public: Public, event: RoundWon) -> Public:
    outcome = Outcome.SHOWDOWN if event.winner else Outcome.TIE
    after = replace(public, phase=Phase.WINNER, winner=event.winner, scoring=event.scoring)
    return replace(after, results=(*after.results, _result(after, outcome)))


def _missed(public: Public, event: ShowdownMissed) -> Public:
    outcome = Outcome.LONE if event.lone else Outcome.NONE
    after = replace(public, phase=Phase.NO_SHOWDOWN, penalised=event.penalised)
    return replace(after, results=(*after.results, _result(after, outcome)))


def _result(public: Public, outcome: Outcome) -> Result:
    return Result(
        public.round,
        outcome,
        public.candidates,
        tuple(sorted(public.ballots.items())),
        public.draw,
        public.shown,
        public.neutral,
        public.winner,
        public.scoring,
        public.penalised,
    )


def _destroyed(state: State, cards: tuple[Card, ...]) -> State:
    """All eight are gone; every other card goes back to its seat."""
    gone = set(cards)
    held = {seat: tuple(card for card in own if card not in gone) for seat, own in state.secret.held.items()}
    return State(
        replace(state.public, destroyed=(*state.public.destroyed, *cards)),
        replace(state.secret, held=held, hands={}),
    )


def _absence(public: Public, seat: Seat, absent: bool) -> Public:
    ballots = {voter: hands for voter, hands in public.ballots.items() if voter != seat}
    marked = public.absent | {seat} if absent else public.absent - {seat}
    return replace(public, absent=marked, ballots=ballots if absent else public.ballots)
