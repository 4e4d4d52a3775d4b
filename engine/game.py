"""What every game shares with the room around it: who acts, who looks, what is refused, and the Game protocol.

A game is a package that satisfies `Game`. It never sees wall time, devices, names, pauses or undo.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol, TypeAlias, TypeVar

from engine.cards import Card
from engine.chance import Chance
from engine.hands import HandName

Seat: TypeAlias = int
"""The public number of a seat, from 1."""

Instant: TypeAlias = int
"""A moment of the room's own game time, in milliseconds; it stands still while the room is paused."""


@dataclass(frozen=True)
class Player:
    """Whoever holds this seat: a phone, or a bot in its place."""

    seat: Seat


@dataclass(frozen=True)
class Host:
    """The facilitator, or a co-host under the label of their link."""

    label: str = ""


@dataclass(frozen=True)
class Bell:
    """The clock: a deadline has come."""


@dataclass(frozen=True)
class Room:
    """The room itself: it seats people, calls them absent and starts the deal."""


Actor: TypeAlias = Player | Host | Bell | Room


@dataclass(frozen=True)
class SeatViewer:
    """Who holds this seat."""

    seat: Seat


@dataclass(frozen=True)
class HostViewer:
    """The host's page."""


@dataclass(frozen=True)
class PublicViewer:
    """The board, and everyone who only watches."""


Viewer: TypeAlias = SeatViewer | HostViewer | PublicViewer


@dataclass(frozen=True)
class Sit:
    """The room's word that somebody took this seat."""

    seat: Seat


@dataclass(frozen=True)
class Leave:
    """The room's word that this seat is given up."""

    seat: Seat


@dataclass(frozen=True)
class Deal:
    """The room's word that these seats are dealt in, now that their phones' bytes are known (F2)."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True)
class MarkAbsent:
    """The host's word that a seat's player has left, or is back (T15)."""

    seat: Seat
    absent: bool


Fact: TypeAlias = "str | int | bool | Card | tuple[str, ...] | tuple[int, ...] | tuple[Card, ...]"


class Temper(Enum):
    """What a bot is after: for those who ask it and its allies, for itself, or for nothing."""

    LOYAL = "loyal"
    GREEDY = "greedy"
    SILENT = "silent"


class Refused(Exception):
    """A command that the rules do not allow. `reason` is a key for the words, `facts` what they speak of."""

    def __init__(self, reason: str, **facts: Fact) -> None:
        super().__init__(reason, facts)
        self.reason = reason
        self.facts: dict[str, Fact] = facts


def require(condition: bool, reason: str, **facts: Fact) -> None:
    """Refuse with `reason` unless the condition holds."""
    if not condition:
        raise Refused(reason, **facts)


@dataclass(frozen=True)
class Sentence:
    """Something that happened, for the ledger and the receipts: a key for the words and its facts.

    By convention `seat` and `seats` are seats, to be shown by name; `card` and `cards` are cards.
    """

    key: str
    facts: Mapping[str, Fact]


@dataclass(frozen=True)
class Due:
    """What the bell will say, and when."""

    at: Instant
    command: Any


@dataclass(frozen=True)
class Prospect:
    """How a side stands before a showdown is over: of `cases` equally likely ways for the cards to come, it wins alone
    in `wins` and shares in `ties`.
    """

    side: str
    wins: int
    ties: int
    cases: int


@dataclass(frozen=True)
class Standing:
    """One seat's line in the results. `total` is points + penalties + by_hand; penalties are negative.

    At a table with coins the points are the net result, and `stack` is what lies before the seat (H11).
    """

    seat: Seat
    rank: int
    points: int
    penalties: int
    by_hand: int
    total: int
    absent: bool = False
    winner: bool = False
    loser: bool = False
    stack: int = 0


@dataclass(frozen=True)
class Report:
    """Standings from first to last, equal totals sharing a rank (1, 2, 2, 4); winners and losers once it is over."""

    standings: tuple[Standing, ...]
    over: bool


@dataclass(frozen=True)
class Named:
    """A seat by the name that it had in this deal; in deal 0, by the name that it has now."""

    seat: Seat
    deal: int = 0


Cell: TypeAlias = int | Sentence | Named | HandName | tuple[Card, ...]


@dataclass(frozen=True)
class Sheet:
    """A table for exports, in no language yet.

    `in_csv` where one file must hold every table; `printed` says that it belongs on paper, where long ones do not.
    """

    title: Sentence
    columns: tuple[Sentence, ...]
    rows: tuple[tuple[Cell, ...], ...]
    in_csv: bool = True
    printed: bool = False


Settings = TypeVar("Settings")
State = TypeVar("State")
Command = TypeVar("Command")
Event = TypeVar("Event")
View = TypeVar("View", covariant=True)


class Game(Protocol[Settings, State, Command, Event, View]):
    """The face of a game package; a module satisfies it."""

    NAME: str
    SEATS: tuple[int, int]
    """Fewest and most seats."""
    SETTINGS: type[Settings]
    COMMANDS: tuple[type, ...]
    """What may arrive from outside, besides `Sit`, `Leave`, `Deal` and `MarkAbsent`, which only the room says."""
    EVENTS: tuple[type, ...]
    POINTS_BY_HAND: bool
    """Whether the host may add points or take them (T14)."""
    FINAL_BY_RANK: bool
    """Whether the board shows the final rank by rank, from the last to the first (T13)."""
    TEMPERS: tuple[Temper, ...]
    """Those that make a difference here."""

    def new(self, settings: Settings) -> State:
        """The state before anything happened. Raises Refused for settings that cannot be played."""

    def decide(self, state: State, actor: Actor, command: Command, now: Instant, chance: Chance) -> tuple[Event, ...]:
        """Say what a command makes happen. Raises Refused; a pair of actor and command with no arm is refused."""

    def apply(self, state: State, event: Event) -> State:
        """Fold one fact into the state: no rules, no clock, no chance."""

    def view(self, state: State, viewer: Viewer) -> View:
        """What this viewer may see, built up from nothing."""

    def open_showdown(self, view: Any) -> Any | None:
        """What the public view leaves open where hands lie face up, as a question for `prospects`; None otherwise."""

    def prospects(self, question: Any) -> tuple[Prospect, ...]:
        """The exact answer, over all cards that the public has not seen; it may take seconds."""

    def bell(self, state: State) -> Due | None:
        """What is due next by the clock, if anything."""

    def waits(self, command: Command) -> bool:
        """Whether this command is refused while the room is paused."""

    def seats_wanted(self, state: State) -> int:
        """How many seats the room offers."""

    def seating(self, state: State) -> bool:
        """Whether seats may come and go now."""

    def leaving(self, state: State) -> tuple[Seat, ...]:
        """Seats whose players have left but which the deal under way still needs: the room frees them after it."""

    def deal_number(self, state: State) -> int:
        """Which deal comes next, from 1; an event has only one."""

    def dealt_in(self, state: State, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Which of the seats that are taken the next deal includes, in order of seat number."""

    def peek(self, state: State, seat: Seat) -> tuple[Card, ...]:
        """The cards that this seat holds, for a host who looks at them."""

    def is_public(self, fact: Any) -> bool:
        """Whether this command or event holds nothing that was ever secret."""

    def reveals(self, event: Event) -> tuple[Card, ...]:
        """Cards that this event turned face up for everybody."""

    def is_step(self, event: Event) -> bool:
        """Whether the host can take this event back; not where a seat only tries something out for itself."""

    def ended(self, state: State) -> bool:
        """Whether all is played, so that the seed may be shown (F4)."""

    def tell(self, state: State, event: Event, viewer: Viewer) -> Sentence | None:
        """The event in words for this viewer, or None; `state` is the state that its row came to."""

    def evidence(self, events: Sequence[Event]) -> tuple[Event, ...]:
        """Of all events of a game that has ended those by which anyone can check its chance: what was dealt, drawn and
        turned up, and what it was drawn among (F4).
        """

    def report(self, state: State, by_hand: Mapping[Seat, int]) -> Report:
        """Standings with the points by hand counted in (T13, T14)."""

    def scored(self, state: State) -> tuple[Mapping[Seat, int], ...]:
        """What each round that is over brought each seat, for the standings; none where the sheets tell it."""

    def sheets(self, state: State) -> tuple[Sheet, ...]:
        """Tables that exports show beside the standings."""

    def record(self, state: State) -> Mapping[str, Any]:
        """What is over, under the names that the JSON export gives it: plain data without what is still secret."""

    def documents(self, state: State) -> Mapping[str, str]:
        """Further files for export, by the ending of their names."""

    def choose(self, view: Any, dice: Any, temper: Temper = Temper.GREEDY) -> Command | None:
        """What a bot of this temper that sees this seat's view does next; `dice` is a random.Random."""


def ranked(totals: Sequence[tuple[Seat, int]]) -> tuple[tuple[Seat, int], ...]:
    """Seats with their ranks from the highest total down; equal totals share a rank: 1, 2, 2, 4."""
    ordered = sorted(totals, key=lambda line: (-line[1], line[0]))
    return tuple((seat, 1 + sum(total < other for _, other in totals)) for seat, total in ordered)
