"""Writes the golden event anew: run it only when the meaning of the log is changed on purpose.

python -m tests.golden.record            another event, with all its rows
python -m tests.golden.record final      what the rows that are there come to, where views say more than before
"""

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.chain import canonical
from engine.game import PublicViewer
from engine.room.events import Row
from engine.room.final import report
from engine.room.fold import fold
from engine.room.state import RoomState
from engine.room.view import view
from tests.property.random_events import RandomEvent
from web.wire import body, wire_of

GAME = "team_poker"
FILE = Path(__file__).parent / "team_poker_event.json"
NUMBER = 9256
"""A random event with nearly all commands, all outcomes, a draw, undos, absent seats and points by hand."""


def final(state: RoomState) -> dict[str, Any]:
    """All that a state says, but for the steps that could be taken back, and what everyone sees of it."""
    told = {
        "state": body(replace(state, past=())),
        "view": body(view(state, PublicViewer())),
        "report": body(report(state)),
    }
    found: dict[str, Any] = json.loads(json.dumps(told, default=sorted))
    return found


def recorded() -> list[Row]:
    """The rows that are there."""
    return [wire_of(GAME).row(canonical(row)) for row in json.loads(FILE.read_text("utf-8"))["rows"]]


def played() -> list[Row]:
    """A new event."""
    event = RandomEvent(NUMBER)
    for _ in event.play():
        pass
    return event.drive.rows


def main(arguments: list[str]) -> None:
    rows = recorded() if arguments == ["final"] else played()
    written = ",\n".join(wire_of(GAME).content(row) for row in rows)
    ended = json.dumps(final(fold(rows)), ensure_ascii=False)
    FILE.write_text(f'{{"game": "{GAME}", "rows": [\n{written}\n],\n"final": {ended}}}\n', "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
