"""Roll call before the deal: what has to be so for an evening to go well, each with whether it is."""

import logging
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from engine.game import Seat
from engine.room.commands import Wall
from engine.room.state import RoomState
from web.joining import Joining
from web.presence import ASLEEP, GONE, LIVE, Sockets
from web.store import Store

LEAST_SPACE = 100_000_000
"""Bytes that must be free where the data lies; an evening needs far less."""
_NOTE = "written"

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Check:
    """One line of the roll call; `seats` are those that it is about when it is not `ok`."""

    key: str
    ok: bool
    seats: tuple[Seat, ...] = ()


class Disk:
    """Whether the console can write down what happens."""

    def __init__(self, store: Store, folder: Path, wall: Callable[[], Wall]) -> None:
        self._store, self._folder, self._wall = store, folder, wall
        self.ok = True

    def look(self) -> bool:
        """Write something and see what space is left; whether the answer has changed."""
        before, self.ok = self.ok, self._can_write()
        return before != self.ok

    def _can_write(self) -> bool:
        try:
            self._store.set_note(_NOTE, str(self._wall()))
            return shutil.disk_usage(self._folder).free >= LEAST_SPACE
        except (OSError, SQLAlchemyError):
            _log.exception("nothing can be written")
            return False


def roll_call(state: RoomState, sockets: Sockets, joining: Joining, disk: Disk) -> tuple[Check, ...]:
    """Every line, in the order in which one would go through them."""
    presence, reach = dict(sockets.seats(state)), dict(sockets.reach(state))
    away = tuple(seat for seat, one in presence.items() if one.state in (ASLEEP, GONE))
    live = tuple(seat for seat, one in presence.items() if one.state == LIVE)
    polling = tuple(seat for seat, one in reach.items() if one.polling)
    unset = tuple(seat for seat in live if seat in reach and reach[seat].ahead is None)
    board = sockets.board_seen(state.code)
    return (
        Check("phones", bool(presence) and not away, away),
        Check("clocks", not unset, unset),
        Check("sockets", not polling, polling),
        Check("address", joining.reached),
        Check("board", board),
        Check("commitment", board or bool(live)),
        Check("disk", disk.ok),
    )
