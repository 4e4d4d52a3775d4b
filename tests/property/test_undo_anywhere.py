"""Undo from any moment of any event back to any step: the state is the one of then, and chance is what it was (F5)."""

import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest
from _checks import check_export, results
from _export import of

from engine.chain import GENESIS
from engine.game import Host, HostViewer, PublicViewer, Refused, SeatViewer, Viewer
from engine.registry import GAMES
from engine.room.commands import CallDeal, Resume, Undo
from engine.room.decide import bell, decide
from engine.room.events import GatheringClosed, PointsGiven, Row, SeatTaken, Undone
from engine.room.fold import fold, is_room_event
from engine.room.state import Step
from engine.room.tell import sentences
from engine.room.view import view
from tests.engine.drive import Drive
from tests.property import random_tables
from tests.property.random_events import RandomEvent
from tests.scripts.forgers import chained_anew
from web.wire import wire_of

REASON = "bấm nhầm"
EVENTS = range(4)
MOMENTS = 10
"""How many moments of each event steps are taken back from."""


def team_poker(number: int) -> Drive:
    event = RandomEvent(number)
    for _ in event.play():
        pass
    return event.drive


PLAYED: dict[str, Callable[[int], Drive]] = {
    "team_poker": team_poker,
    "holdem": lambda number: random_tables.played("holdem", number),
    "chinese_poker": lambda number: random_tables.played("chinese_poker", number),
}


@cache
def played(game: str, number: int) -> Drive:
    return PLAYED[game](number)


def branches(whole: Drive, dice: Random, count: int) -> list[tuple[Drive, Step]]:
    """The event as it stood at random moments, each with a step of then that could be taken back."""
    able = [place for place, state in enumerate(whole.states) if state.past and not state.gathering]
    found = []
    for place in dice.sample(able, min(count, len(able))):
        rows, states = whole.rows[: place + 1], whole.states[: place + 1]
        branch = Drive(whole.seed, whole.game, rows[-1].at)
        branch.rows, branch.states = rows, states
        found.append((branch, dice.choice(states[-1].past)))
    return found


def instant(drive: Drive, row: Row) -> int:
    """When a row happened, in the room's own time."""
    return drive.states[row.number - 2].clock.now(row.at)


def take_back(branch: Drive, step: Step) -> bool:
    """Undo from this step on and demand the state of then; False where the seats of today have no room in it."""
    before, then = branch.state, branch.states[step.number - 2]
    taken = tuple(one for one in before.past if one.number >= step.number)
    seen = tuple(dict.fromkeys(card for one in taken for card in one.reveals))
    try:
        decide(before, Host(), Undo(step.number, REASON, True), branch.wall)
    except Refused as refused:
        assert refused.reason == "more_are_seated"
        return False
    if seen:
        refused_once = branch.refused(Host(), Undo(step.number, REASON, False))
        assert (refused_once.reason, refused_once.facts) == ("past_reveal", {"cards": seen})
    branch.host(Undo(step.number, REASON, past_reveal=bool(seen)))
    after = branch.state
    late = [seat for seat, holder in after.seats.items() if holder.taken > step.number]
    assert late or after.game == then.game
    assert (after.points, after.seats, after.seed) == (then.points, before.seats, before.seed)
    assert after.past == tuple(one for one in before.past if one.number < step.number)
    if bell(after):
        assert (after.clock.stopped_at, after.clock.held) == (instant(branch, branch.rows[step.number - 1]), False)
    demand_told(branch, taken, seen)
    return True


def demand_told(branch: Drive, taken: tuple[Step, ...], seen: tuple[Any, ...]) -> None:
    """The ledger and every screen say what was taken back, and which cards have been seen."""
    row, state = branch.rows[-1], branch.state
    (told,) = (one for one in sentences(state, row, HostViewer()) if one.key == "undone")
    assert told.facts == {"first": taken[0].number, "count": len(taken), "reason": REASON, "cards": seen}
    viewers: list[Viewer] = [PublicViewer(), HostViewer(), *(SeatViewer(seat) for seat in state.seats)]
    for viewer in viewers:
        undone = view(state, viewer).undone
        assert undone and (undone.reason, undone.seen) == (REASON, seen)


def moved(row: Row) -> list[Any]:
    return [event for event in row.events if not is_room_event(event) or isinstance(event, PointsGiven)]


def same_moves_again(branch: Drive, step: Step) -> bool:
    """Repeat all that was taken back and demand the same events; False where other people sit here by now."""
    undo, before = branch.rows[-1], branch.states[-2]
    gone = {
        number
        for row in branch.rows[:-1]
        for event in row.events
        if isinstance(event, Undone)
        for number in range(event.first, row.number)
    }
    again = [row for row in branch.rows[step.number - 1 : undo.number - 1] if moved(row) and row.number not in gone]
    people = {seat: holder.taken for seat, holder in branch.state.seats.items()}
    for row in again:
        held = branch.states[row.number - 1].seats
        if {seat: holder.taken for seat, holder in held.items()} != people:
            return False
        if any(isinstance(event, Undone | SeatTaken) for event in row.events):
            return False
    if branch.state.clock.stopped:
        branch.host(Resume())
    for row in again:
        branch.wall = branch.state.clock.wall(instant(branch, row))
        dealt = any(isinstance(event, GatheringClosed) for event in row.events)
        branch.say(*((Host(), CallDeal()) if dealt else (row.actor, row.command)))
        assert moved(branch.rows[-1]) == moved(row), row
    assert (branch.state.game, branch.state.points) == (before.game, before.points)
    return True


def demand_verified(drive: Drive) -> None:
    """The export of such a room holds, row by row."""
    wire = wire_of(drive.game)
    log = [
        {"number": row.number, "salt": f"{row.number:032x}", "content": json.loads(wire.content(row))}
        for row in drive.rows
    ]
    content = {"format": "thirteen-export", "version": 1, "genesis": GENESIS, **results(drive.state), "log": log}
    findings = check_export(of(chained_anew(content)))
    assert not findings.faults, findings.faults[0]


def check(game: str, number: int) -> Counter[str]:
    found: Counter[str] = Counter()
    whole = played(game, number)
    for branch, step in branches(whole, Random(number), MOMENTS):
        if not take_back(branch, step):
            found["no room"] += 1
            continue
        assert fold(branch.rows) == branch.state
        found["undone"] += 1
        found["past a reveal"] += bool(branch.state.undone and branch.state.undone.seen)
        found["several"] += len(branch.rows[-1].events[0].rows) > 1
        last = branch
        found["again"] += same_moves_again(branch, step)
    demand_verified(last)
    return found


@pytest.mark.parametrize("game", sorted(GAMES))
def test_F5_any_steps_at_any_moment_are_taken_back_and_the_same_moves_meet_the_same_cards(game: str) -> None:
    found = sum((check(game, number) for number in EVENTS), Counter[str]())
    assert found["undone"] > 5 * len(EVENTS)
    assert min(found["again"], found["past a reveal"], found["several"]) > len(EVENTS), found


@pytest.mark.long
@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("number", range(1_000, 1_200))
def test_F5_the_same_in_hundreds_of_other_events(game: str, number: int) -> None:
    check(game, number)
    played.cache_clear()
