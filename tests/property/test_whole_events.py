"""What holds after every row of two hundred whole events, each decided by its number."""

from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from engine.game import HostViewer, PublicViewer, Refused, SeatViewer, Sentence, Viewer
from engine.room.commands import SCREEN_COMMANDS, SERVER_COMMANDS
from engine.room.decide import decide
from engine.room.final import report
from engine.room.fold import apply
from engine.room.state import RoomState
from engine.room.tell import sentences
from engine.room.view import view
from engine.team_poker.commands import COMMANDS
from engine.team_poker.phase import Outcome, Phase
from tests.engine.drive import Drive
from tests.property.junk import junk
from tests.property.random_events import RandomEvent
from tests.property.tally import Counting, check_places

EVENTS = range(200)
MOST_ROWS = 1000


@cache
def played(number: int) -> Drive:
    """A whole event, with everything checked that must hold after each of its rows."""
    event, counting, dice = RandomEvent(number), Counting(), Random(-number)
    checked = 0
    for _ in event.play():
        for row, state in zip(event.drive.rows[checked:], event.drive.states[checked:], strict=True):
            counting.row(row)
            check(state, counting)
            checked += 1
        assert checked < MOST_ROWS
        check_refusals(event.drive, dice)
    return event.drive


def check(state: RoomState, counting: Counting) -> None:
    """The cards lie right, the scores are those of the ledger, and nothing is left standing that cannot go on."""
    check_places(state.game)
    viewer = SeatViewer(next(iter(state.seats))) if state.seats else PublicViewer()
    seen = view(state, viewer)
    counting.now.check(report(state))
    assert seen.final or seen.report == report(state)
    assert len(state.seats) <= max(10, state.game.public.settings.seats)
    if state.clock.stopped:
        assert seen.paused
    if seen.countdown and seen.countdown.left is not None:
        assert seen.countdown.left >= 0


def check_refusals(drive: Drive, dice: Random) -> None:
    """Junk is refused, by a reason, and leaves no mark on the state."""
    actor, command = junk(drive.state, dice)
    try:
        events = decide(drive.state, actor, command, drive.wall)
    except Refused as refused:
        assert refused.reason
    else:
        raise AssertionError(f"{actor} was allowed {command} in row {drive.state.number}: {events}")


def viewers(state: RoomState) -> list[Viewer]:
    return [PublicViewer(), HostViewer(), *(SeatViewer(seat) for seat in sorted(state.seats))]


@pytest.mark.parametrize("number", EVENTS)
def test_every_row_of_a_whole_event_keeps_cards_and_scores_right(number: int) -> None:
    drive = played(number)
    assert drive.table.phase is Phase.FINAL
    assert len(drive.table.results) == drive.table.settings.rounds


@pytest.mark.parametrize("number", EVENTS)
def test_folding_the_rows_again_comes_to_the_same_states(number: int) -> None:
    drive, state = played(number), None
    for row, before in zip(drive.rows, drive.states, strict=True):
        state = apply(state, row)
        assert replace(state, past=()) == replace(before, past=())
    assert state == drive.state


@pytest.mark.parametrize("number", EVENTS[::10])
def test_deciding_anew_makes_the_same_events(number: int) -> None:
    drive = played(number)
    for before, row in zip(drive.states, drive.rows[1:], strict=False):
        assert decide(before, row.actor, row.command, row.at) == row.events


@pytest.mark.parametrize("number", EVENTS[::10])
def test_every_row_has_words_for_somebody_and_every_viewer_a_view(number: int) -> None:
    drive = played(number)
    for row, state in zip(drive.rows, drive.states, strict=True):
        told: list[Sentence] = []
        for viewer in viewers(state):
            assert view(state, viewer).code == drive.state.code
            told += sentences(state, row, viewer)
        assert told, row


def test_every_command_of_the_protocol_was_accepted() -> None:
    accepted = set().union(*(played(number).accepted for number in EVENTS))
    assert accepted == {*SCREEN_COMMANDS, *SERVER_COMMANDS, *COMMANDS}


def test_every_outcome_size_and_kind_of_event_was_played() -> None:
    tables = [played(number).table for number in EVENTS]
    results = Counter(result.outcome for table in tables for result in table.results)
    assert set(results) >= {Outcome.SHOWDOWN, Outcome.LONE, Outcome.NONE} and results[Outcome.SHOWDOWN] > 200
    assert {len(table.seats) for table in tables} == set(range(10, 15))
    assert sum(result.draw is not None for table in tables for result in table.results) > 50
    assert {table.settings.ballots for table in tables} == {1, 2}
    assert any(table.absent for table in tables)


@pytest.mark.long
@pytest.mark.parametrize("number", range(1_000, 3_000))
def test_thousands_of_other_events_keep_cards_and_scores_right(number: int) -> None:
    assert played.__wrapped__(number).table.phase is Phase.FINAL
