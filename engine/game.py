"""What games and the room around them speak of: who acts, who looks, what is refused, what is told, what it came to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

from engine.cards import Card
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


Bounds: TypeAlias = tuple[int, int]
"""The fewest and the most that a number may be."""


def require_within(number: int, bounds: Bounds, reason: str) -> None:
    """Refuse with `reason`, and with the bounds, unless the number lies within them."""
    fewest, most = bounds
    require(fewest <= number <= most, reason, fewest=fewest, most=most)


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


def ranked(totals: Sequence[tuple[Seat, int]]) -> tuple[tuple[Seat, int], ...]:
    """Seats with their ranks from the highest total down; equal totals share a rank: 1, 2, 2, 4."""
    ordered = sorted(totals, key=lambda line: (-line[1], line[0]))
    return tuple((seat, 1 + sum(total < other for _, other in totals)) for seat, total in ordered)
