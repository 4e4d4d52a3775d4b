"""A Hold'em table as data: what is public and what is secret. No rules here."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.cards import Card
from engine.game import Instant, Seat
from engine.holdem.events import HoleCards, PaidPot, Share, ShownHand
from engine.holdem.phase import Act, Phase, Street
from engine.holdem.rules import Account, Settings


@dataclass(frozen=True)
class Place:
    """A seat's part in a hand: its stack at the start, and what it has put in since."""

    start: int
    put: int = 0
    folded: bool = False

    @property
    def live(self) -> bool:
        return not self.folded

    @property
    def all_in(self) -> bool:
        return self.live and self.put == self.start

    @property
    def has_coins(self) -> bool:
        """Live, with coins left to bet."""
        return self.live and self.put < self.start


@dataclass(frozen=True)
class Action:
    """One line of a hand's history."""

    street: Street
    seat: Seat
    act: Act
    coins: int
    to: int


@dataclass(frozen=True)
class Hand:
    """What everyone knows of a hand. `order` begins with the small blind and ends with the big blind (H3)."""

    number: int
    order: tuple[Seat, ...]
    places: Mapping[Seat, Place]
    unit: int
    """The bet unit that it was played with."""
    street: Street = Street.PRE_FLOP
    board: tuple[Card, ...] = ()
    turn: int = 0
    asked: Seat | None = None
    last: Seat | None = None
    """Who acted last on this street."""
    acted: frozenset[Seat] = frozenset()
    """Seats that have acted on this street since the last bet or raise."""
    opened: bool = True
    """Somebody has bet on this street; before the flop the blinds have (H3)."""
    actions: tuple[Action, ...] = ()
    turned_up: tuple[HoleCards, ...] = ()
    """Live hands that lie face up since nobody can bet any more."""
    shown: tuple[ShownHand, ...] = ()
    returned: tuple[Share, ...] = ()
    pots: tuple[PaidPot, ...] = ()
    ended: bool = False
    given_up: frozenset[Seat] = frozenset()
    """Seats that were given up since: whoever sits there now had no part in it."""

    def holds(self, seat: Seat) -> bool:
        """Whether the one who sits here was dealt in."""
        return seat in self.places and seat not in self.given_up

    @property
    def big_blind(self) -> Seat:
        return self.order[-1]

    @property
    def small_blind(self) -> Seat:
        return self.order[0]

    @property
    def puts(self) -> dict[Seat, int]:
        """What every seat has put in, in order of play."""
        return {seat: self.places[seat].put for seat in self.order}

    @property
    def live(self) -> tuple[Seat, ...]:
        """Seats that have not folded, in order of play."""
        return tuple(seat for seat in self.order if self.places[seat].live)


@dataclass(frozen=True)
class Departed:
    """What a seat that was given up after hand `hand` had come to."""

    seat: Seat
    hand: int
    account: Account


@dataclass(frozen=True)
class Public:
    """What the whole room knows. `hand` is the one under way or, between hands, the last."""

    settings: Settings
    phase: Phase = Phase.WAITING
    accounts: Mapping[Seat, Account] = field(default_factory=dict)
    absent: frozenset[Seat] = frozenset()
    leaving: frozenset[Seat] = frozenset()
    hand: Hand | None = None
    deadline: Instant | None = None
    departed: tuple[Departed, ...] = ()
    past: tuple[Hand, ...] = ()
    """All hands that have ended, from the first."""

    @property
    def hands(self) -> int:
        """How many hands have been dealt."""
        return self.hand.number if self.hand else 0


@dataclass(frozen=True)
class Secret:
    """The cards that nobody has turned up: the coming board, and everyone's two of each hand so far."""

    board: tuple[Card, ...] = ()
    holes: Mapping[int, tuple[HoleCards, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class State:
    public: Public
    secret: Secret = Secret()
