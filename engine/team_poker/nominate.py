"""Nominations: hands, pledges and invitations, from the countdown to the lock (T4, T5)."""

from engine.cards import Card, text
from engine.chance import Draws
from engine.game import Refused, Seat, require
from engine.team_poker.allowed import (
    free_cards,
    is_complete,
    is_playing,
    may_be_invited,
    may_pledge,
    sees,
)
from engine.team_poker.commands import Decline, Invite, PledgeCards, ProposeHand, TakeBack
from engine.team_poker.events import (
    CandidateAnnounced,
    CandidateWithdrawn,
    CardsPledged,
    CardsTakenBack,
    Event,
    HandDissolved,
    HandProposed,
    InvitationDeclined,
    Pledge,
    SeatsInvited,
)
from engine.team_poker.rules import HAND_CARDS
from engine.team_poker.state import Hand, Public, State

LETTERS = "ABCDEFGHIJKLMN"


def propose(state: State, seat: Seat, command: ProposeHand, draws: Draws) -> tuple[Event, ...]:
    """A hand begins with cards of its proposer and, at once if need be, invitations."""
    _require_open(state.public, seat, command.round)
    _require_own(state, seat, command.cards)
    hand = Hand(_new_name(state, seat, command, draws))
    invited = tuple(dict.fromkeys(command.invited))
    _require_invitable(state.public, hand, seat, invited)
    events: list[Event] = [HandProposed(hand.hand, seat), CardsPledged(hand.hand, seat, command.cards)]
    if invited and len(command.cards) < HAND_CARDS:
        events.append(SeatsInvited(hand.hand, seat, invited))
    return (*events, *_announced(state.public, hand, seat, command.cards))


def _new_name(state: State, seat: Seat, command: ProposeHand, draws: Draws) -> str:
    """Named by how it began, so that a late message about a hand that was undone does not mean the next one."""
    return draws.name(f"hand {state.secret.hands_made + 1} of seat {seat}: {text(command.cards)}")


def invite(state: State, seat: Seat, command: Invite) -> tuple[Event, ...]:
    """A member asks others to join an unfinished hand."""
    _require_open(state.public, seat, command.round)
    hand = _known_hand(state, seat, command.hand)
    require(seat in hand.members, "not_a_member")
    require(not is_complete(hand), "hand_is_full")
    require(bool(command.seats), "nobody_chosen")
    seats = tuple(dict.fromkeys(command.seats))
    _require_invitable(state.public, hand, seat, seats)
    return (SeatsInvited(hand.hand, seat, seats),)


def decline(state: State, seat: Seat, command: Decline) -> tuple[Event, ...]:
    """An invited seat says no."""
    _require_open(state.public, seat, command.round)
    hand = _known_hand(state, seat, command.hand)
    require(seat in hand.invited and seat not in hand.members, "not_invited")
    return (InvitationDeclined(hand.hand, seat),)


def pledge(state: State, seat: Seat, command: PledgeCards) -> tuple[Event, ...]:
    """Cards join a hand; the third makes it a candidate."""
    _require_open(state.public, seat, command.round)
    hand = _known_hand(state, seat, command.hand)
    _require_own(state, seat, command.cards)
    require(len(hand.pledges) + len(command.cards) <= HAND_CARDS, "hand_is_full")
    return (
        CardsPledged(hand.hand, seat, command.cards),
        *_announced(state.public, hand, seat, command.cards),
    )


def take_back(state: State, seat: Seat, command: TakeBack) -> tuple[Event, ...]:
    """Cards leave a hand before the lock, and its announcement with them."""
    _require_open(state.public, seat, command.round)
    hand = _known_hand(state, seat, command.hand)
    require(bool(command.cards), "no_cards_chosen")
    require(len(set(command.cards)) == len(command.cards), "cards_repeated")
    require({Pledge(seat, card) for card in command.cards} <= set(hand.pledges), "not_in_this_hand")
    return taken_back(state.public, hand, seat, command.cards)


def taken_back(table: Public, hand: Hand, seat: Seat, cards: tuple[Card, ...]) -> tuple[Event, ...]:
    """What it means for a hand that these cards leave it."""
    events: list[Event] = [CardsTakenBack(hand.hand, seat, cards)]
    events += [
        CandidateWithdrawn(candidate.hand, candidate.letter)
        for candidate in table.candidates
        if candidate.hand == hand.hand
    ]
    if len(cards) == len(hand.pledges):
        events.append(HandDissolved(hand.hand))
    return tuple(events)


def all_taken_back(state: State, seat: Seat) -> tuple[Event, ...]:
    """Every pledge of a seat lapses, as when it is marked absent before the lock (T15)."""
    events: list[Event] = []
    for hand in state.secret.hands.values():
        own = tuple(pledge.card for pledge in hand.pledges if pledge.seat == seat)
        if own:
            events += taken_back(state.public, hand, seat, own)
    return tuple(events)


def _announced(table: Public, hand: Hand, seat: Seat, cards: tuple[Card, ...]) -> tuple[Event, ...]:
    if len(hand.pledges) + len(cards) < HAND_CARDS:
        return ()
    used = {candidate.letter for candidate in table.candidates}
    letter = next(letter for letter in LETTERS if letter not in used)
    return (CandidateAnnounced(hand.hand, letter, tuple(sorted({*hand.members, seat}))),)


def _known_hand(state: State, seat: Seat, name: str) -> Hand:
    """The hand, if this seat may know of it; one that it may not know is answered like one that is not there."""
    hand = state.secret.hands.get(name)
    if hand is None or not sees(hand, seat):
        raise Refused("no_such_hand")
    return hand


def _require_open(table: Public, seat: Seat, round_meant: int) -> None:
    require(round_meant == table.round, "other_round", round=round_meant)
    require(seat in table.seats, "not_dealt_in")
    require(is_playing(table, seat), "you_are_absent")
    require(may_pledge(table, seat), "nominations_locked")


def _require_own(state: State, seat: Seat, cards: tuple[Card, ...]) -> None:
    held = state.secret.held.get(seat, ())
    require(bool(cards), "no_cards_chosen")
    require(len(set(cards)) == len(cards), "cards_repeated")
    require(set(cards) <= set(held), "not_your_cards")
    require(set(cards) <= set(free_cards(state, seat)), "card_in_a_hand")


def _require_invitable(table: Public, hand: Hand, by: Seat, seats: tuple[Seat, ...]) -> None:
    require(by not in seats, "cannot_invite_yourself")
    possible = may_be_invited(table, hand)
    for seat in seats:
        require(seat in table.seats, "no_such_seat")
        require(seat in possible, "cannot_be_invited", seat=seat)
