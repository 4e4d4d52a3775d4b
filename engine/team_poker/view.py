"""What each viewer of a Team Poker event may see, built up from nothing: the only reader of `secret` on the way out."""

from dataclasses import dataclass

from engine.cards import Card
from engine.game import HostViewer, PublicViewer, Seat, SeatViewer, Viewer
from engine.team_poker.allowed import Short, is_complete, may_be_invited, may_pledge, may_vote, sees, short
from engine.team_poker.calls import Call, calls
from engine.team_poker.commands import CloseVote, Command, LockNominations, Next
from engine.team_poker.phase import Phase
from engine.team_poker.rules import HAND_CARDS
from engine.team_poker.state import Hand, Public, State
from engine.team_poker.table_view import TableView, table_view


@dataclass(frozen=True)
class OwnCard:
    """A card in one's own hand. `place` counts from the left; `hand` is the hand it stands in, or ""."""

    place: int
    card: Card
    hand: str


@dataclass(frozen=True)
class MemberView:
    """A member of a hand, and how many cards it has given."""

    seat: Seat
    cards: int


@dataclass(frozen=True)
class OwnHand:
    """A hand that this seat is a member of, with the pledged faces. `letter` is "" until it is complete."""

    hand: str
    letter: str
    cards: tuple[Card, ...]
    mine: tuple[Card, ...]
    members: tuple[MemberView, ...]
    invited: tuple[Seat, ...]
    may_invite: tuple[Seat, ...]
    missing: int


@dataclass(frozen=True)
class Invitation:
    """What an invited seat sees of an unfinished hand: names and number of cards."""

    hand: str
    members: tuple[MemberView, ...]
    missing: int


@dataclass(frozen=True)
class PhoneView:
    """What a seat sees: its own cards, the hands that it is in or asked to join, and the room's view."""

    table: TableView
    seat: Seat
    cards: tuple[OwnCard, ...]
    hands: tuple[OwnHand, ...]
    invitations: tuple[Invitation, ...]
    ballot: tuple[str, ...]
    may_pledge: bool
    may_vote: bool
    absent: bool
    short: Short | None


@dataclass(frozen=True)
class SeatCount:
    """Undestroyed cards of a seat."""

    seat: Seat
    cards: int


@dataclass(frozen=True)
class HostView:
    """`next` is the one command that goes on, if it is the host's to give; `unfinished` counts hands being made.

    `short` are seats with too few cards for the rounds that come, and what each lacks.
    """

    table: TableView
    counts: tuple[SeatCount, ...]
    short: tuple[tuple[Seat, Short], ...]
    unfinished: int
    next: Command | None
    calls: tuple[Call, ...]


View = TableView | PhoneView | HostView


def view(state: State, viewer: Viewer) -> View:
    """What this viewer may see; what no arm here puts in stays hidden."""
    match viewer:
        case SeatViewer(seat):
            return _phone(state, seat)
        case HostViewer():
            return _host(state)
        case PublicViewer():
            return table_view(state.public)


def _phone(state: State, seat: Seat) -> PhoneView:
    table, secret = state.public, state.secret
    stands_in = {card: hand.hand for hand in secret.hands.values() for card in hand.cards}
    open_to_pledges = may_pledge(table, seat)
    hands = [hand for hand in secret.hands.values() if sees(hand, seat)]
    return PhoneView(
        table=table_view(table),
        seat=seat,
        cards=tuple(
            OwnCard(place, card, stands_in.get(card, "")) for place, card in enumerate(secret.held.get(seat, ()), 1)
        ),
        hands=tuple(_own_hand(table, hand, seat) for hand in hands if seat in hand.members),
        invitations=tuple(_invitation(hand) for hand in hands if open_to_pledges and seat not in hand.members),
        ballot=table.ballots.get(seat, ()),
        may_pledge=open_to_pledges,
        may_vote=may_vote(table, seat),
        absent=seat in table.absent,
        short=short(state, seat),
    )


def _own_hand(table: Public, hand: Hand, seat: Seat) -> OwnHand:
    unfinished = not is_complete(hand)
    return OwnHand(
        hand=hand.hand,
        letter=next((one.letter for one in table.candidates if one.hand == hand.hand), ""),
        cards=hand.cards,
        mine=tuple(pledge.card for pledge in hand.pledges if pledge.seat == seat),
        members=_members(hand),
        invited=tuple(sorted(set(hand.invited) - set(hand.members))),
        may_invite=may_be_invited(table, hand) if unfinished else (),
        missing=HAND_CARDS - len(hand.pledges),
    )


def _invitation(hand: Hand) -> Invitation:
    return Invitation(hand.hand, _members(hand), HAND_CARDS - len(hand.pledges))


def _members(hand: Hand) -> tuple[MemberView, ...]:
    return tuple(MemberView(seat, sum(pledge.seat == seat for pledge in hand.pledges)) for seat in hand.members)


def _host(state: State) -> HostView:
    table, secret = state.public, state.secret
    return HostView(
        table=table_view(table),
        counts=tuple(SeatCount(seat, len(secret.held[seat])) for seat in table.seats),
        short=tuple((seat, lacks) for seat in table.seats if (lacks := short(state, seat))),
        unfinished=sum(not is_complete(hand) for hand in secret.hands.values()),
        next=_next_command(table),
        calls=calls(table),
    )


def _next_command(table: Public) -> Command | None:
    match table.phase:
        case Phase.LOBBY | Phase.FINAL:
            return None
        case Phase.NOMINATING:
            return LockNominations(table.round)
        case Phase.VOTING:
            return CloseVote(table.round)
        case _:
            return Next(table.round, table.phase)
