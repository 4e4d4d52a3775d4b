"""A whole Team Poker event through the engine: every command decided, folded, and shown to every viewer."""

from collections.abc import Iterator
from functools import partial
from random import Random

from _bench import Effort, Line, Sense, timed

from engine.game import HostViewer, PublicViewer, SeatViewer, Viewer
from engine.room.commands import CallDeal, FillWithBots
from engine.room.decide import decide
from engine.room.events import Row
from engine.room.fold import apply
from engine.room.state import RoomState
from engine.room.view import view
from tests.engine.drive import Drive, bots_play


def lines(effort: Effort) -> Iterator[Line]:
    """Thirteen bots from the first row to the last, and one command of theirs on average."""
    drive = Drive()
    drive.host(FillWithBots())
    drive.host(CallDeal())
    bots_play(drive, Random("bench"))
    rows = drive.rows
    taken = timed({"decide": partial(replay, rows, False), "views": partial(replay, rows, True)}, effort.of(5, 1))
    views = len(viewers(drive.state))
    topic, note = "Whole event of 13", f"{len(rows)} commands"
    yield Line(topic, "", Sense.ALONE, taken["decide"] * 1e3, None, "ms", note=f"{note} decided and folded")
    yield Line(topic, "", Sense.ALONE, taken["views"] * 1e3, None, "ms", note=f"{note}, and {views} views after each")
    each = taken["views"] / len(rows) * 1e6
    yield Line("One command of it", "", Sense.ALONE, each, None, "µs", note=f"decided, folded and {views} views")


def replay(rows: list[Row], with_views: bool) -> None:
    """Decide all rows once more."""
    state = apply(None, rows[0])
    for row in rows[1:]:
        events = decide(state, row.actor, row.command, row.at)
        assert events == row.events
        state = apply(state, row)
        if with_views:
            for viewer in viewers(state):
                view(state, viewer)


def viewers(state: RoomState) -> list[Viewer]:
    """The board, the host's page and every phone."""
    return [PublicViewer(), HostViewer(), *(SeatViewer(seat) for seat in state.seats)]
