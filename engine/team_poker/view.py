"""What each viewer of a Team Poker event may see, built up from nothing: the only reader of `secret` on the way out."""

from dataclasses import dataclass

from engine.cards import Card, in_order
from engine.game import HostViewer, Instant, PublicViewer, Seat, SeatViewer, Viewer
from engine.hands import HandName, name
from engine.team_poker.allowed import Short, is_complete, may_be_invited, may_pledge, may_vote, playing, sees, short
from engine.team_poker.calls import Call, calls
from engine.team_poker.commands import CloseVote, Command, LockNominations, Next
from engine.team_poker.phase import Outcome, Phase
from engine.team_poker.rules import HAND_CARDS, NEUTRAL_CARDS, Settings, cut
from engine.team_poker.state import Hand, Public, Result, State


@dataclass(frozen=True)
class CandidateView:
    """An announced hand: members by name, cards face down, hands raised for it."""

    hand: str
    letter: str
    members: tuple[Seat, ...]
    backers: tuple[Seat, ...]
    tied: bool
    """While the vote runs: stands level across the cut. Afterwards: was among those drawn from."""
    chosen: bool
    drawn: bool
    """Came in by the draw."""


@dataclass(frozen=True)
class SideView:
    """One of the two hands that meet. `cards` are None while face down; `name` is what the five cards make."""

    hand: str
    letter: str
    members: tuple[Seat, ...]
    cards: tuple[Card | None, ...]
    name: HandName | None
    won: bool


@dataclass(frozen=True)
class ShowdownView:
    sides: tuple[SideView, SideView]
    neutral: tuple[Card | None, Card | None]
    decided: bool
    tie: bool
    scoring: tuple[Seat, ...]


@dataclass(frozen=True)
class RoundView:
    """One line of what happened in a round that is over."""

    round: int
    outcome: Outcome
    letters: tuple[str, ...]
    winner: str
    scoring: tuple[Seat, ...]
    penalised: tuple[Seat, ...]


@dataclass(frozen=True)
class TableView:
    """What the whole room knows."""

    settings: Settings
    phase: Phase
    round: int
    seats: tuple[Seat, ...]
    absent: tuple[Seat, ...]
    deadline: Instant | None
    candidates: tuple[CandidateView, ...]
    silent: tuple[Seat, ...]
    """Seats that may vote and have no hand up."""
    drawn: bool
    """A draw settled who meets."""
    showdown: ShowdownView | None
    penalised: tuple[Seat, ...]
    destroyed: tuple[Card, ...]
    just_destroyed: tuple[Card, ...]
    """In the last round that is over (T11)."""
    main_deck_left: int
    results: tuple[RoundView, ...]


@dataclass(frozen=True)
class OwnCard:
    """A card in one's own hand. `place` counts from the left; `hand` is the hand it stands in, or ""."""

    place: int
    card: Card
    hand: str


@dataclass(frozen=True)
class MemberView:
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
            return _table(state.public)


def _table(table: Public) -> TableView:
    present = playing(table)
    return TableView(
        settings=table.settings,
        phase=table.phase,
        round=table.round,
        seats=table.seats,
        absent=tuple(sorted(table.absent)),
        deadline=table.deadline,
        candidates=_candidates(table),
        silent=tuple(seat for seat in present if not table.ballots.get(seat)) if table.phase is Phase.VOTING else (),
        drawn=table.draw is not None,
        showdown=_showdown(table) if table.matched else None,
        penalised=table.penalised,
        destroyed=table.destroyed,
        just_destroyed=_destroyed(table.results[-1]) if table.results else (),
        main_deck_left=table.main_deck_left,
        results=rounds(table),
    )


def _candidates(table: Public) -> tuple[CandidateView, ...]:
    tied, drawn = _tied(table)
    return tuple(
        CandidateView(
            hand=candidate.hand,
            letter=candidate.letter,
            members=candidate.members,
            backers=tuple(sorted(seat for seat, hands in table.ballots.items() if candidate.hand in hands)),
            tied=candidate.hand in tied,
            chosen=candidate.hand in table.matched,
            drawn=candidate.hand in drawn,
        )
        for candidate in sorted(table.candidates, key=lambda one: one.letter)
    )


def _tied(table: Public) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who stands level across the cut, as it is now or as it was drawn, and who was drawn (T8)."""
    if table.draw:
        return table.draw.tied, table.draw.drawn
    if table.phase is Phase.VOTING and any(table.ballots.values()):
        return cut(table.votes()).tied, ()
    return (), ()


def _showdown(table: Public) -> ShowdownView:
    decided = table.phase is Phase.WINNER
    first, second = (_side(table, hand, decided) for hand in table.matched)
    shown = (*table.neutral, None, None)
    return ShowdownView(
        sides=(first, second),
        neutral=(shown[0], shown[1]),
        decided=decided,
        tie=decided and not table.winner,
        scoring=table.scoring,
    )


def _side(table: Public, hand: str, decided: bool) -> SideView:
    candidate = next(one for one in table.candidates if one.hand == hand)
    shown = next((one for one in table.shown if one.hand == hand), None)
    cards = in_order(pledge.card for pledge in shown.pledges)[::-1] if shown else ()
    five = (*cards, *table.neutral)
    return SideView(
        hand=hand,
        letter=candidate.letter,
        members=candidate.members,
        cards=cards or (None,) * HAND_CARDS,
        name=name(five, table.settings.straight_order) if len(five) == HAND_CARDS + NEUTRAL_CARDS else None,
        won=decided and table.winner == hand,
    )


def _destroyed(result: Result) -> tuple[Card, ...]:
    """Each hand in order, then the neutral cards; none where nothing met."""
    hands = [in_order(pledge.card for pledge in side.pledges)[::-1] for side in result.sides]
    return (*(card for hand in hands for card in hand), *result.neutral)


def rounds(table: Public) -> tuple[RoundView, ...]:
    """Every round that is over."""
    return tuple(_round(result) for result in table.results)


def _round(result: Result) -> RoundView:
    letters = {candidate.hand: candidate.letter for candidate in result.candidates}
    met = tuple(letters[side.hand] for side in result.sides) or tuple(letters.values())
    return RoundView(
        round=result.round,
        outcome=result.outcome,
        letters=met,
        winner=letters.get(result.winner, ""),
        scoring=result.scoring,
        penalised=result.penalised,
    )


def _phone(state: State, seat: Seat) -> PhoneView:
    table, secret = state.public, state.secret
    stands_in = {card: hand.hand for hand in secret.hands.values() for card in hand.cards}
    open_to_pledges = may_pledge(table, seat)
    hands = [hand for hand in secret.hands.values() if sees(hand, seat)]
    return PhoneView(
        table=_table(table),
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
        table=_table(table),
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
