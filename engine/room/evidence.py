"""What of a record anyone may read once its game has ended, to check its chance for themselves (F2-F4)."""

from collections.abc import Iterable

from engine.registry import GAMES
from engine.room.events import (
    BytesCommitted,
    BytesRevealed,
    DealCalled,
    GatheringClosed,
    RoomOpened,
    Row,
    SeatFreed,
    SeatMoved,
    SeatPlayedBy,
    SeatRenamed,
    SeatTaken,
    SeedCommitted,
    Undone,
)
from engine.room.fold import is_room_event

_CHANCE = (
    RoomOpened,
    SeedCommitted,
    SeatTaken,
    SeatRenamed,
    SeatFreed,
    SeatMoved,
    SeatPlayedBy,
    BytesCommitted,
    BytesRevealed,
    DealCalled,
    GatheringClosed,
    Undone,
)
"""Seeds, whose bytes were mixed into each deal, and what was taken back."""


def evidence(game: str, rows: Iterable[Row]) -> frozenset[int]:
    """The numbers of the rows that a check of chance needs, of all rows of an ended room for this game.

    The rest stays sealed, known by its digests alone: who pledged what to hands that chance did not decide on.
    """
    rows = tuple(rows)
    told = set(GAMES[game].evidence([event for row in rows for event in row.events if not is_room_event(event)]))
    return frozenset(
        row.number for row in rows if any(isinstance(event, _CHANCE) or event in told for event in row.events)
    )
