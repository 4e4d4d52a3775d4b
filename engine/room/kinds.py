"""What sort of thing a row of the log is, and which seats it openly speaks of: for finding it again in the ledger."""

from collections.abc import Iterable
from enum import Enum
from typing import Any

from engine.game import Player, Seat, Sentence
from engine.room.commands import SetAbsent
from engine.room.events import (
    BoardCovered,
    BoardUncovered,
    BytesCommitted,
    BytesRevealed,
    CardsPeeked,
    ClockPaused,
    ClockResumed,
    ClockShifted,
    DealCalled,
    DoorSet,
    GatheringClosed,
    PointsGiven,
    RanksShown,
    RoomContinued,
    RoomOpened,
    Row,
    SeedCommitted,
    TitleSet,
    Undone,
)
from engine.room.fold import is_room_event


class Kind(Enum):
    """Sorts of rows; the first four are the marks that an examiner of an evening looks for."""

    UNDO = "undo"
    PEEK = "peek"
    POINTS = "points"
    SEATS = "seats"
    CLOCK = "clock"
    SHUFFLE = "shuffle"
    ROOM = "room"
    GAME = "game"


def kinds(row: Row) -> frozenset[Kind]:
    """All sorts that a row belongs to."""
    found = {_kind(event) for event in row.events}
    return frozenset(found | {Kind.SEATS} if isinstance(row.command, SetAbsent) else found)


def seats_told(row: Row, told: Iterable[Sentence], named: bool) -> frozenset[Seat]:
    """Seats that a reader of these sentences reads of; the actor's only if the actor may be `named`."""
    found = {event.seat for event in row.events if is_room_event(event) and hasattr(event, "seat")}
    for sentence in told:
        found |= seats_in(sentence)
    if named and isinstance(row.actor, Player):
        found.add(row.actor.seat)
    return frozenset(found)


def seats_in(sentence: Sentence) -> set[Seat]:
    """Seats that a sentence speaks of by name."""
    one, many = sentence.facts.get("seat"), sentence.facts.get("seats")
    seats = (*((one,) if one is not None else ()), *(many if isinstance(many, tuple) else ()))
    return {seat for seat in seats if isinstance(seat, int)}


def _kind(event: Any) -> Kind:
    """Whatever else happens in the room happens to its seats."""
    match event:
        case Undone():
            return Kind.UNDO
        case CardsPeeked():
            return Kind.PEEK
        case RanksShown():
            return Kind.GAME
        case PointsGiven():
            return Kind.POINTS
        case ClockPaused() | ClockResumed() | ClockShifted():
            return Kind.CLOCK
        case BytesCommitted() | BytesRevealed() | DealCalled() | GatheringClosed() | SeedCommitted():
            return Kind.SHUFFLE
        case RoomOpened() | RoomContinued() | TitleSet() | DoorSet() | BoardCovered() | BoardUncovered():
            return Kind.ROOM
        case _:
            return Kind.SEATS if is_room_event(event) else Kind.GAME
