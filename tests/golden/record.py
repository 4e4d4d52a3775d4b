"""Writes the golden event anew: run it only when the meaning of the log is changed on purpose.

python -m tests.golden.record
"""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.game import PublicViewer
from engine.room.state import RoomState
from engine.room.view import view
from tests.property.random_events import RandomEvent
from web.wire import body, wire_of

FILE = Path(__file__).parent / "team_poker_event.json"
NUMBER = 9224
"""A random event with nearly all commands, all outcomes, a draw, undos, absent seats and points by hand."""


def final(state: RoomState) -> dict[str, Any]:
    """All that a state says, but for the steps that could be taken back, and what everyone sees of it."""
    told = {"state": body(replace(state, past=())), "view": body(view(state, PublicViewer()))}
    found: dict[str, Any] = json.loads(json.dumps(told, default=sorted))
    return found


def main() -> None:
    event = RandomEvent(NUMBER)
    for _ in event.play():
        pass
    wire = wire_of("team_poker")
    rows = ",\n".join(wire.content(row) for row in event.drive.rows)
    ended = json.dumps(final(event.drive.state), ensure_ascii=False)
    FILE.write_text(f'{{"game": "team_poker", "rows": [\n{rows}\n],\n"final": {ended}}}\n', "utf-8")


if __name__ == "__main__":
    main()
