"""What has happened in a room."""

from dataclasses import dataclass
from typing import Any, TypeAlias

from engine.cards import Card
from engine.game import Instant, Seat, Temper
from engine.room.commands import Pace, RoomActor, Wall


@dataclass(frozen=True)
class RoomOpened:
    """A room begins: `seed` is secret until the end, `commitment` its SHA-256; both in hex (F2)."""

    code: str
    game: str
    title: str
    seed: str
    commitment: str


@dataclass(frozen=True)
class TitleSet:
    title: str


@dataclass(frozen=True)
class SeatTaken:
    """`device` is the SHA-256 of a token in hex, or "" for a bot."""

    seat: Seat
    name: str
    device: str
    bot: bool


@dataclass(frozen=True)
class SeatRenamed:
    """`before` is what the seat was called until now."""

    seat: Seat
    name: str
    before: str


@dataclass(frozen=True)
class SeatFreed:
    """`name` is who held the seat."""

    seat: Seat
    name: str


@dataclass(frozen=True)
class SeatMoved:
    """The seat hangs on this device from now on; `before` is the one it hung on, "" for a bot that had none."""

    seat: Seat
    device: str
    before: str


@dataclass(frozen=True)
class SeatPlayedBy:
    """A bot plays this seat from now on, or its person does again; the seat's device stays what it was."""

    seat: Seat
    bot: bool


@dataclass(frozen=True)
class BotsSet:
    """All bots of the room play so from now on; a temper that one was given before counts no more."""

    tempers: tuple[Temper, ...]
    pace: Pace


@dataclass(frozen=True)
class TemperSet:
    """The bot of this seat plays by a temper of its own."""

    seat: Seat
    temper: Temper


@dataclass(frozen=True)
class DoorSet:
    """Whether newcomers may take seats from now on."""

    open: bool


@dataclass(frozen=True)
class RoomContinued:
    """The same people go on in the room with this code."""

    code: str


@dataclass(frozen=True)
class BoardCovered:
    """A line of text stands on the board in place of what it shows; nothing at all when it is ""."""

    text: str


@dataclass(frozen=True)
class BoardUncovered:
    """The board shows the room again."""


@dataclass(frozen=True)
class BytesCommitted:
    """A phone's promise: the SHA-256 of its bytes, in hex (F2)."""

    seat: Seat
    digest: str


@dataclass(frozen=True)
class DealCalled:
    """Seats are frozen; those `waiting` have until `deadline` in game time to reveal their bytes."""

    seats: tuple[Seat, ...]
    waiting: tuple[Seat, ...]
    deadline: Instant


@dataclass(frozen=True)
class BytesRevealed:
    """The phone's bytes behind the promise, in hex; secret until the end (F2)."""

    seat: Seat
    data: str


@dataclass(frozen=True)
class GatheringClosed:
    """These seats are dealt in, with the bytes of all phones but those left out, which did not answer."""

    deal: int
    seats: tuple[Seat, ...]
    left_out: tuple[Seat, ...]


@dataclass(frozen=True)
class SeedCommitted:
    """A new seed; phones commit bytes of their own anew."""

    seed: str
    commitment: str


@dataclass(frozen=True)
class ClockPaused:
    """Game time stands at this instant; `held` after downtime, otherwise by the host."""

    at: Instant
    held: bool


@dataclass(frozen=True)
class ClockResumed:
    """Game time goes on from where it stood, at this moment of wall time."""

    at: Wall


@dataclass(frozen=True)
class ClockShifted:
    """So much more is left until whatever is due, or, negative, so much less."""

    milliseconds: int


@dataclass(frozen=True)
class PointsGiven:
    """By the host; negative where points are taken (T14)."""

    seat: Seat
    points: int
    reason: str


@dataclass(frozen=True)
class RanksShown:
    """The board shows the final down from the last rank to this one, which these seats share; all of it at 0."""

    rank: int
    seats: tuple[Seat, ...]


@dataclass(frozen=True)
class CardsPeeked:
    """The host has looked at this seat's cards."""

    seat: Seat


@dataclass(frozen=True)
class Undone:
    """The steps in `rows` are taken back; `seen` had been turned face up by them. The clock stands where it stood."""

    first: int
    rows: tuple[int, ...]
    reason: str
    seen: tuple[Card, ...]


SeatEvent: TypeAlias = (
    SeatTaken
    | SeatRenamed
    | SeatFreed
    | SeatMoved
    | SeatPlayedBy
    | TemperSet
    | BytesCommitted
    | BytesRevealed
    | DealCalled
    | GatheringClosed
    | SeedCommitted
)
"""Seats, and the phones' part in the deal."""

RoomEvent: TypeAlias = (
    RoomOpened
    | TitleSet
    | SeatEvent
    | BotsSet
    | DoorSet
    | RoomContinued
    | BoardCovered
    | BoardUncovered
    | ClockPaused
    | ClockResumed
    | ClockShifted
    | PointsGiven
    | RanksShown
    | CardsPeeked
    | Undone
)
EVENTS: tuple[type, ...] = RoomEvent.__args__


@dataclass(frozen=True)
class Row:
    """One accepted command with the events that it made; `number` counts from 1 in its room and is the receipt."""

    number: int
    at: Wall
    actor: RoomActor
    command_id: str
    command: Any
    events: tuple[Any, ...]
