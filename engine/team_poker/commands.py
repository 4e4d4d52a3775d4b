"""What can be asked of a Team Poker event. Each command names the round that it means."""

from dataclasses import dataclass
from typing import TypeAlias

from engine.cards import Card
from engine.game import Seat
from engine.team_poker.phase import Phase
from engine.team_poker.rules import Settings


@dataclass(frozen=True)
class ChangeSettings:
    """The host's settings, before the deal."""

    settings: Settings


@dataclass(frozen=True)
class ProposeHand:
    """A seat starts a hand with cards of its own and may invite others to it (T4)."""

    round: int
    cards: tuple[Card, ...]
    invited: tuple[Seat, ...]


@dataclass(frozen=True)
class Invite:
    """A member invites seats to an unfinished hand (T4)."""

    round: int
    hand: str
    seats: tuple[Seat, ...]


@dataclass(frozen=True)
class Decline:
    """An invited seat says no."""

    round: int
    hand: str


@dataclass(frozen=True)
class PledgeCards:
    """A member, or a seat that is invited, pledges cards of its own to a hand (T4)."""

    round: int
    hand: str
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class TakeBack:
    """A seat takes cards of its own back from a hand, until nominations lock (T4)."""

    round: int
    hand: str
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class LockNominations:
    """The countdown has ended, or the host says so (T5)."""

    round: int


@dataclass(frozen=True)
class CastBallot:
    """A seat backs these candidates, in place of any it backed before; none of them takes its hand down (T7)."""

    round: int
    hands: tuple[str, ...]


@dataclass(frozen=True)
class CallBallot:
    """The host casts the ballot of a seat that has called it out (T7)."""

    round: int
    seat: Seat
    hands: tuple[str, ...]


@dataclass(frozen=True)
class CloseVote:
    """The time for the vote is over, or the host says so (T7)."""

    round: int


@dataclass(frozen=True)
class Next:
    """The host goes on from this phase of this round."""

    round: int
    phase: Phase


Command: TypeAlias = (
    ChangeSettings
    | ProposeHand
    | Invite
    | Decline
    | PledgeCards
    | TakeBack
    | LockNominations
    | CastBallot
    | CallBallot
    | CloseVote
    | Next
)
COMMANDS: tuple[type, ...] = Command.__args__
