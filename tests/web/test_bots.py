"""Bots play through the same door as everyone, with nothing but their own view."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.game import Host, Player, Temper
from engine.registry import GAMES
from engine.room.commands import CallDeal, FillWithBots, Pace, Pause, Resume, SetBots, SetPlayedBy, SetTemper
from engine.team_poker.commands import LockNominations
from tests.web.desk import Clock, Later, open_rooms, seat_people
from web.bots import Bots
from web.rooms import Rooms


@pytest.fixture
def rooms(tmp_path: Path) -> Rooms:
    return open_rooms(tmp_path, Clock())[1]


@pytest.fixture
def later() -> Later:
    return Later()


@pytest.fixture
def bots(rooms: Rooms, later: Later) -> Bots:
    bots = Bots(rooms, Random(1), later, thinking=(1.0, 2.0))
    rooms.listen(bots.changed)
    return bots


def with_bots(rooms: Rooms, people: int = 0) -> str:
    code = rooms.open("team_poker", "Friday")
    seat_people(rooms, code, people)
    rooms.submit(code, Host(), "bots", FillWithBots())
    return code


def players(rooms: Rooms, code: str) -> set[int]:
    return {one.row.actor.seat for one in rooms.logged(code) if isinstance(one.row.actor, Player)}


def test_a_seat_has_one_act_under_way_at_most(rooms: Rooms, bots: Bots, later: Later) -> None:
    code = with_bots(rooms, people=3)
    rooms.submit(code, Host(), "deal", CallDeal())
    assert len(later.waiting) == 10
    assert all(1.0 <= seconds <= 2.0 for seconds, _ in later.waiting)


def test_only_the_seats_of_bots_are_played(rooms: Rooms, bots: Bots, later: Later) -> None:
    code = with_bots(rooms, people=3)
    rooms.submit(code, Host(), "deal", CallDeal())
    for _ in range(100):
        later.happen()
    assert players(rooms, code)
    assert not players(rooms, code) & {1, 2, 3}


def test_a_bot_is_shown_its_own_view_and_nothing_else(
    rooms: Rooms, bots: Bots, later: Later, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Any] = []
    monkeypatch.setattr(GAMES["team_poker"], "choose", lambda view, dice, temper: seen.append(view))
    code = with_bots(rooms)
    rooms.submit(code, Host(), "deal", CallDeal())
    later.happen()
    held = rooms.state(code).game.secret.held
    assert {view.seat for view in seen} == set(range(1, 14))
    for view in seen:
        assert tuple(one.card for one in view.cards) == held[view.seat]


def test_bots_alone_vote_after_having_made_hands(rooms: Rooms, bots: Bots, later: Later) -> None:
    code = with_bots(rooms)
    rooms.submit(code, Host(), "deal", CallDeal())
    for _ in range(400):
        later.happen()
    assert len(rooms.state(code).game.public.candidates) > 2
    rooms.submit(code, Host(), "lock", LockNominations(1))
    for _ in range(100):
        later.happen()
    assert set(rooms.state(code).game.public.ballots) == set(range(1, 14))


def test_bots_rest_while_the_clock_stands_and_go_on_with_it(rooms: Rooms, bots: Bots, later: Later) -> None:
    code = with_bots(rooms)
    rooms.submit(code, Host(), "deal", CallDeal())
    rooms.submit(code, Host(), "pause", Pause())
    for _ in range(50):
        later.happen()
    assert not later.waiting
    rooms.submit(code, Host(), "resume", Resume())
    assert later.waiting


def test_after_a_restart_bots_go_on(rooms: Rooms, later: Later) -> None:
    code = with_bots(rooms)
    rooms.submit(code, Host(), "deal", CallDeal())
    Bots(rooms, Random(1), later).wake()
    assert len(later.waiting) == 13


def test_what_a_bot_is_refused_is_forgotten(
    rooms: Rooms, bots: Bots, later: Later, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GAMES["team_poker"], "choose", lambda view, dice, temper: LockNominations(1))
    code = with_bots(rooms)
    rooms.submit(code, Host(), "deal", CallDeal())
    number = rooms.state(code).number
    later.happen()
    assert rooms.state(code).number == number


def test_a_bot_plays_in_a_persons_place_until_they_are_back(rooms: Rooms, bots: Bots, later: Later) -> None:
    code = with_bots(rooms, people=3)
    rooms.submit(code, Host(), "deal", CallDeal())
    rooms.submit(code, Host(), "away", SetPlayedBy((2,), True))
    for _ in range(100):
        later.happen()
    assert players(rooms, code) & {1, 2, 3} == {2}
    rooms.submit(code, Host(), "back", SetPlayedBy((2,), False))
    number = rooms.state(code).number
    for _ in range(100):
        later.happen()
    assert not any(one.row.actor == Player(2) for one in rooms.logged(code)[number:])


def test_tenfold_is_a_tenth_of_the_time_for_each_thought(rooms: Rooms, later: Later) -> None:
    waits: dict[Pace, list[float]] = {}
    for pace in Pace:
        dice, later.waiting = Random(5), []
        code = rooms.open("team_poker", pace.value)
        rooms.submit(code, Host(), "bots", FillWithBots())
        rooms.submit(code, Host(), "pace", SetBots((Temper.LOYAL,), pace))
        Bots(rooms, dice, later, thinking=(1.0, 2.0)).changed(code, rooms.state(code), rooms.logged(code)[-1].row)
        waits[pace] = [seconds for seconds, _ in later.waiting]
    assert len(waits[Pace.NORMAL]) == 13 and all(1.0 <= seconds <= 2.0 for seconds in waits[Pace.NORMAL])
    assert waits[Pace.TENFOLD] == [seconds / 10 for seconds in waits[Pace.NORMAL]]


def test_a_change_of_pace_or_temper_holds_from_the_next_thought_on(rooms: Rooms, bots: Bots, later: Later) -> None:
    code = with_bots(rooms)
    rooms.submit(code, Host(), "deal", CallDeal())
    rooms.submit(code, Host(), "silent", SetBots((Temper.SILENT,), Pace.TENFOLD))
    number = rooms.state(code).number
    for _ in range(30):
        later.happen()
    assert all(0.1 <= seconds <= 0.2 for seconds, _ in later.waiting)
    assert rooms.state(code).number == number
    rooms.submit(code, Host(), "one", SetTemper(4, Temper.GREEDY))
    for _ in range(100):
        later.happen()
    assert players(rooms, code) == {4}
