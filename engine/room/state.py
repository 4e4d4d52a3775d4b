"""A room as data: seats, the clock, points by hand, what can be taken back, and the game in it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.cards import Card
from engine.game import Instant, Seat, Temper
from engine.room.clock import Clock
from engine.room.commands import Pace
from engine.room.events import PointsGiven, Undone


@dataclass(frozen=True)
class Holder:
    """Who holds a seat since row `taken`. `digest` is what the phone committed, `data` what it revealed (hex, F2).

    Where a `bot` plays for a person, `device` is still theirs; otherwise a bot's is "". `temper` is what
    this seat's bot was given of its own.
    """

    name: str
    device: str
    bot: bool
    digest: str = ""
    data: str = ""
    temper: Temper | None = None
    taken: int = 0


@dataclass(frozen=True)
class DealtIn:
    """A seat in a deal: held since row `taken`, with the bytes (hex) of its phone, "" for none."""

    seat: Seat
    taken: int
    data: str


@dataclass(frozen=True)
class BotPlay:
    """How the room's bots play: the tempers are shared out among them by the number of the seat."""

    tempers: tuple[Temper, ...] = (Temper.GREEDY,)
    pace: Pace = Pace.NORMAL


@dataclass(frozen=True)
class Gathering:
    """Phones are asked for their bytes (F2)."""

    waiting: tuple[Seat, ...]
    deadline: Instant


@dataclass(frozen=True)
class Step:
    """A row that can be taken back, with what stood before it."""

    number: int
    game: Any
    points: tuple[PointsGiven, ...]
    ranks_shown: int | None
    at: Instant
    reveals: tuple[Card, ...]


@dataclass(frozen=True)
class RoomState:
    """Everything a room's rows have come to. `number` is the last row's."""

    code: str
    game_name: str
    title: str
    seed: str
    commitment: str
    game: Any
    number: int = 0
    seats: Mapping[Seat, Holder] = field(default_factory=dict)
    retired: Mapping[str, Seat] = field(default_factory=dict)
    """Devices whose seat went to another one, until they are seated again."""
    door_open: bool = True
    next_room: str = ""
    """Where the same people go on after the end; "" until the host opens that room."""
    cover: str | None = None
    """The line of text that stands on the board in place of the room, "" for a dark one; None for the room itself."""
    bots: BotPlay = BotPlay()
    clock: Clock = Clock()
    gathering: Gathering | None = None
    dealt: Mapping[int, tuple[DealtIn, ...]] = field(default_factory=dict)
    """To whom each deal under the present seed went, by the number of the deal, taken back or not."""
    left_out: tuple[Seat, ...] = ()
    points: tuple[PointsGiven, ...] = ()
    ranks_shown: int | None = None
    """The best rank of the final that the board has shown; 0 once it shows everything, None before the first."""
    past: tuple[Step, ...] = ()
    undone: Undone | None = None
    """The last undo, until the host or the clock goes on; what players do meanwhile leaves it on the screens."""
