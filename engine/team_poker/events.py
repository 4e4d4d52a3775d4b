"""What has happened in a Team Poker event. Events carry what chance decided; folding them never draws."""

from dataclasses import dataclass
from typing import TypeAlias

from engine.cards import Card
from engine.game import Instant, Seat
from engine.team_poker.rules import Settings


@dataclass(frozen=True)
class Pledge:
    """One card that stands in a hand, and whose it is."""

    seat: Seat
    card: Card


@dataclass(frozen=True)
class SettingsChanged:
    settings: Settings


@dataclass(frozen=True)
class DealtSeat:
    """The three cards that are recorded to a seat (T2)."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class CardsDealt:
    """The deal (T1); `main_deck` lies in the order in which it will be drawn, the top card first."""

    hands: tuple[DealtSeat, ...]
    main_deck: tuple[Card, ...]


@dataclass(frozen=True)
class CountdownStarted:
    """Nominations for a round are open until `deadline`, in game time (T3)."""

    round: int
    deadline: Instant


@dataclass(frozen=True)
class HandProposed:
    """A seat starts a hand, which has no cards yet; `hand` is a text that tells nothing (T4)."""

    hand: str
    seat: Seat


@dataclass(frozen=True)
class SeatsInvited:
    """A member asks these seats to join (T4)."""

    hand: str
    by: Seat
    seats: tuple[Seat, ...]


@dataclass(frozen=True)
class InvitationDeclined:
    """An invited seat says no (T4)."""

    hand: str
    seat: Seat


@dataclass(frozen=True)
class CardsPledged:
    """A seat gives cards of its own to the hand, and is a member of it (T4)."""

    hand: str
    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class CardsTakenBack:
    """A seat takes cards of its own out of the hand again (T4)."""

    hand: str
    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class HandDissolved:
    """The last card was taken back."""

    hand: str


@dataclass(frozen=True)
class CandidateAnnounced:
    """A hand has its third card; members are told to everyone, cards are not (T4)."""

    hand: str
    letter: str
    members: tuple[Seat, ...]


@dataclass(frozen=True)
class CandidateWithdrawn:
    """A card was taken back before the lock, and the announcement with it (T4)."""

    hand: str
    letter: str


@dataclass(frozen=True)
class NominationsLocked:
    """Unfinished hands lapse; these candidates stand (T5)."""

    round: int
    candidates: tuple[str, ...]


@dataclass(frozen=True)
class VoteOpened:
    """More than two candidates stand, and the room votes until `deadline` (T6, T7)."""

    round: int
    deadline: Instant


@dataclass(frozen=True)
class BallotCast:
    """A show of hands, public and live; it replaces the seat's last (T7)."""

    round: int
    seat: Seat
    hands: tuple[str, ...]


@dataclass(frozen=True)
class BallotCalled:
    """The same by the host's word, for a seat that called it out."""

    round: int
    seat: Seat
    hands: tuple[str, ...]


@dataclass(frozen=True)
class VoteClosed:
    """No hand can be raised any more (T7)."""

    round: int


@dataclass(frozen=True)
class TieDrawn:
    """Support was equal across the cut: `drawn` of `tied` came in by chance (T8)."""

    round: int
    tied: tuple[str, ...]
    drawn: tuple[str, ...]


@dataclass(frozen=True)
class HandsMatched:
    """These two meet, in the order of their letters (T6, T8)."""

    round: int
    hands: tuple[str, str]


@dataclass(frozen=True)
class ShownHand:
    """A hand turned face up: which seat gave which card."""

    hand: str
    pledges: tuple[Pledge, ...]


@dataclass(frozen=True)
class HandsShown:
    """Both hands are turned up (T9)."""

    round: int
    shown: tuple[ShownHand, ShownHand]


@dataclass(frozen=True)
class NeutralShown:
    """The top card of the main deck, shared by both sides (T9)."""

    round: int
    card: Card


@dataclass(frozen=True)
class RoundWon:
    """How the showdown ended: `winner` is a hand, or "" when neither is better; `scoring` get a point (T10-T12)."""

    round: int
    winner: str
    scoring: tuple[Seat, ...]


@dataclass(frozen=True)
class CardsDestroyed:
    """All eight, whoever won (T11)."""

    round: int
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class ShowdownMissed:
    """Fewer than two candidates: each of these seats loses a point (T6)."""

    round: int
    lone: str
    penalised: tuple[Seat, ...]


@dataclass(frozen=True)
class AbsenceMarked:
    """The host says that a seat's player has left, or is back (T15)."""

    seat: Seat
    absent: bool


@dataclass(frozen=True)
class EventEnded:
    """After the last round (T13)."""


HandEvent: TypeAlias = HandProposed | SeatsInvited | InvitationDeclined | CardsPledged | CardsTakenBack | HandDissolved
"""What happens inside a hand that is being made (T4)."""

VoteEvent: TypeAlias = VoteOpened | BallotCast | BallotCalled | VoteClosed | TieDrawn | HandsMatched
"""How two hands come to meet (T7, T8)."""

ShowdownEvent: TypeAlias = HandsShown | NeutralShown | RoundWon | CardsDestroyed | ShowdownMissed
"""What a round comes to (T6, T9-T12)."""

Event: TypeAlias = (
    SettingsChanged
    | CardsDealt
    | CountdownStarted
    | HandEvent
    | CandidateAnnounced
    | CandidateWithdrawn
    | NominationsLocked
    | VoteEvent
    | ShowdownEvent
    | AbsenceMarked
    | EventEnded
)
EVENTS: tuple[type, ...] = Event.__args__
