"""A recorded event replays to the same end, so that the meaning of the log cannot change unseen."""

import json
from typing import Any

import pytest

from engine.chain import canonical
from engine.game import Refused
from engine.room.decide import decide, open_room
from engine.room.events import Row
from engine.room.fold import apply, fold
from engine.room.state import RoomState
from tests.golden.record import FILE, final
from web.wire import wire_of


@pytest.fixture(scope="module")
def recorded() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
    return found


@pytest.fixture(scope="module")
def rows(recorded: dict[str, Any]) -> list[Row]:
    wire = wire_of(recorded["game"])
    return [wire.row(canonical(row)) for row in recorded["rows"]]


def test_the_rows_are_written_as_they_were_read(recorded: dict[str, Any], rows: list[Row]) -> None:
    wire = wire_of(recorded["game"])
    assert [wire.content(row) for row in rows] == [canonical(row) for row in recorded["rows"]]


def test_the_rows_fold_to_the_recorded_state_and_standings(recorded: dict[str, Any], rows: list[Row]) -> None:
    ended = final(fold(rows))
    assert ended["report"] == recorded["final"]["report"]
    assert ended == recorded["final"]


def test_the_commands_decide_to_the_recorded_events(rows: list[Row]) -> None:
    assert open_room(rows[0].command) == rows[0].events
    state = apply(None, rows[0])
    for row in rows[1:]:
        assert decide(state, row.actor, row.command, row.at) == row.events, row
        state = apply(state, row)


def test_the_recorded_event_is_a_whole_one(recorded: dict[str, Any], rows: list[Row]) -> None:
    results = recorded["final"]["state"]["game"]["public"]["results"]
    assert {result["outcome"] for result in results} >= {"showdown", "lone", "none"}
    assert any(result["draw"] for result in results)
    assert {"Undo", "SetAbsent", "GivePoints", "Pause", "Hold"} <= {type(row.command).__name__ for row in rows}
    assert recorded["final"]["report"]["over"]


def test_a_row_that_is_left_out_is_noticed(rows: list[Row]) -> None:
    with pytest.raises(ValueError, match="row 31 after row 29"):
        fold([*rows[:29], *rows[30:]])


def test_another_seed_than_the_recorded_one_is_noticed(rows: list[Row]) -> None:
    opened: Any = rows[0].command
    other = type(opened)(opened.code, opened.game, opened.title, "00" * 32)
    state: RoomState = apply(None, Row(1, rows[0].at, rows[0].actor, "open", other, open_room(other)))
    with pytest.raises((AssertionError, Refused)):
        for row in rows[1:]:
            assert decide(state, row.actor, row.command, row.at) == row.events
            state = apply(state, row)
