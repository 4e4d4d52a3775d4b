"""A Team Poker event as data: what is public and what is secret. No rules here."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.cards import Card
from engine.game import Instant, Seat
from engine.team_poker.events import Pledge, ShownHand
from engine.team_poker.phase import Outcome, Phase
from engine.team_poker.rules import Settings


@dataclass(frozen=True)
class Candidate:
    """What everyone knows of a complete hand."""

    hand: str
    letter: str
    members: tuple[Seat, ...]


@dataclass(frozen=True)
class Draw:
    """A tie across the cut, and whom chance took (T8)."""

    tied: tuple[str, ...]
    drawn: tuple[str, ...]


@dataclass(frozen=True)
class Result:
    """A round that is over. `sides` are those that met; `candidates` all that stood."""

    round: int
    outcome: Outcome
    candidates: tuple[Candidate, ...]
    ballots: tuple[tuple[Seat, tuple[str, ...]], ...]
    draw: Draw | None
    sides: tuple[ShownHand, ...]
    neutral: tuple[Card, ...]
    winner: str
    scoring: tuple[Seat, ...]
    penalised: tuple[Seat, ...]


@dataclass(frozen=True)
class Public:
    """What the whole room knows."""

    settings: Settings
    phase: Phase = Phase.LOBBY
    round: int = 0
    seats: tuple[Seat, ...] = ()
    absent: frozenset[Seat] = frozenset()
    deadline: Instant | None = None
    candidates: tuple[Candidate, ...] = ()
    ballots: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    draw: Draw | None = None
    matched: tuple[str, ...] = ()
    shown: tuple[ShownHand, ...] = ()
    neutral: tuple[Card, ...] = ()
    winner: str = ""
    scoring: tuple[Seat, ...] = ()
    penalised: tuple[Seat, ...] = ()
    destroyed: tuple[Card, ...] = ()
    main_deck_left: int = 0
    results: tuple[Result, ...] = ()

    def votes(self) -> dict[str, int]:
        """Hands raised for each candidate, in order of letters."""
        raised = [hand for hands in self.ballots.values() for hand in hands]
        return {candidate.hand: raised.count(candidate.hand) for candidate in self.candidates}


@dataclass(frozen=True)
class Hand:
    """Cards pledged together, and who may still join (T4)."""

    hand: str
    pledges: tuple[Pledge, ...] = ()
    invited: tuple[Seat, ...] = ()

    @property
    def members(self) -> tuple[Seat, ...]:
        """Seats with a card in the hand, in order of seat number, so that the order tells nothing."""
        return tuple(sorted({pledge.seat for pledge in self.pledges}))

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(pledge.card for pledge in self.pledges)


@dataclass(frozen=True)
class Secret:
    """Where the cards lie that nobody has turned up."""

    main_deck: tuple[Card, ...] = ()
    held: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    hands: Mapping[str, Hand] = field(default_factory=dict)
    hands_made: int = 0


@dataclass(frozen=True)
class State:
    public: Public
    secret: Secret = Secret()
