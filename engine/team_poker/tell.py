"""What happened, in sentences that a viewer may read, and which facts were never secret."""

from collections.abc import Iterable, Mapping
from typing import Any, assert_never

from engine.game import Fact, MarkAbsent, SeatViewer, Sentence, Viewer
from engine.team_poker.commands import CallBallot, CastBallot, ChangeSettings, CloseVote, LockNominations, Next
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
    RoundWon,
    SeatsInvited,
    SettingsChanged,
    ShowdownEvent,
    ShowdownMissed,
    TieDrawn,
    VoteClosed,
    VoteEvent,
    VoteOpened,
)
from engine.team_poker.state import Public, State

_PUBLIC = (
    ChangeSettings,
    MarkAbsent,
    LockNominations,
    CallBallot,
    CastBallot,
    CloseVote,
    Next,
    SettingsChanged,
    CountdownStarted,
    CandidateAnnounced,
    CandidateWithdrawn,
    NominationsLocked,
    VoteOpened,
    BallotCalled,
    BallotCast,
    VoteClosed,
    TieDrawn,
    HandsMatched,
    HandsShown,
    NeutralShown,
    RoundWon,
    CardsDestroyed,
    ShowdownMissed,
    AbsenceMarked,
    EventEnded,
)
"""Commands and events without a card or a pledge that was secret when they were made."""


def is_public(fact: Any) -> bool:
    """Whether this command or event holds nothing that was ever secret."""
    return isinstance(fact, _PUBLIC)


def tell(state: State, event: Event, viewer: Viewer) -> Sentence | None:
    """The event for this viewer, or None; `state` is the state that the event's row came to."""
    if isinstance(event, HandEvent):
        return _sealed(event, viewer)
    if isinstance(event, VoteEvent):
        return _vote(event, _letters(state.public))
    if isinstance(event, ShowdownEvent):
        return _showdown(event, _letters(state.public))
    return _told(event)


def _sealed(event: HandEvent, viewer: Viewer) -> Sentence | None:
    """What happens inside a hand is told to the seat that did it, and to nobody else (T4)."""
    if isinstance(event, HandDissolved):
        return None
    seat = event.by if isinstance(event, SeatsInvited) else event.seat
    if viewer != SeatViewer(seat):
        return None
    match event:
        case HandProposed():
            return _sentence("hand_proposed", seat=seat)
        case SeatsInvited(seats=seats):
            return _sentence("seats_invited", seat=seat, seats=seats)
        case InvitationDeclined():
            return _sentence("invitation_declined", seat=seat)
        case CardsPledged(cards=cards):
            return _sentence("cards_pledged", seat=seat, cards=cards)
        case CardsTakenBack(cards=cards):
            return _sentence("cards_taken_back", seat=seat, cards=cards)
        case _:
            assert_never(event)


def _vote(event: VoteEvent, letters: Mapping[str, str]) -> Sentence | None:
    def named(hands: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(letters[hand] for hand in hands))

    match event:
        case VoteOpened(round_number):
            return _sentence("vote_opened", round=round_number)
        case BallotCast(_, seat, hands):
            return _sentence("ballot_cast", seat=seat, letters=named(hands))
        case BallotCalled(_, seat, hands):
            return _sentence("ballot_called", seat=seat, letters=named(hands))
        case VoteClosed():
            return None
        case TieDrawn(_, tied, drawn):
            return _sentence("tie_drawn", tied=named(tied), drawn=named(drawn))
        case HandsMatched(_, hands):
            return _sentence("hands_matched", letters=named(hands))
        case _:
            assert_never(event)


def _showdown(event: ShowdownEvent, letters: Mapping[str, str]) -> Sentence:
    match event:
        case HandsShown(_, shown):
            return _sentence("hands_shown", cards=tuple(pledge.card for side in shown for pledge in side.pledges))
        case NeutralShown(_, card):
            return _sentence("neutral_shown", card=card)
        case RoundWon(_, "", scoring):
            return _sentence("round_tied", seats=scoring)
        case RoundWon(_, winner, scoring):
            return _sentence("round_won", letter=letters[winner], seats=scoring)
        case CardsDestroyed(_, cards):
            return _sentence("cards_destroyed", cards=cards)
        case ShowdownMissed(_, lone, penalised):
            return _sentence("showdown_missed", letter=letters.get(lone, ""), seats=penalised)
        case _:
            assert_never(event)


def _told(
    event: SettingsChanged
    | CardsDealt
    | CountdownStarted
    | CandidateAnnounced
    | CandidateWithdrawn
    | NominationsLocked
    | AbsenceMarked
    | EventEnded,
) -> Sentence:
    """What else everyone may read."""
    match event:
        case SettingsChanged(settings):
            return _sentence("settings_changed", rounds=settings.rounds, minutes=f"{settings.countdown / 60:g}")
        case CardsDealt(hands):
            return _sentence("cards_dealt", count=len(hands))
        case CountdownStarted(round_number):
            return _sentence("countdown_started", round=round_number)
        case CandidateAnnounced(_, letter, members):
            return _sentence("candidate_announced", letter=letter, seats=members)
        case CandidateWithdrawn(_, letter):
            return _sentence("candidate_withdrawn", letter=letter)
        case NominationsLocked(round_number, candidates):
            return _sentence("nominations_locked", round=round_number, count=len(candidates))
        case AbsenceMarked(seat, absent):
            return _sentence("absence_marked", seat=seat, absent=absent)
        case EventEnded():
            return _sentence("event_ended")
        case _:
            assert_never(event)


def _letters(table: Public) -> dict[str, str]:
    return {candidate.hand: candidate.letter for candidate in table.candidates}


def _sentence(key: str, **facts: Fact) -> Sentence:
    return Sentence(key, facts)
