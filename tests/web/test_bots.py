"""Bots play through the same door as everyone, with nothing but their own view."""

import threading
import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from engine.game import Host, Player, Temper
from engine.registry import GAMES
from engine.room.commands import CallDeal, FillWithBots, Pace, Pause, Resume, SetBots, SetPlayedBy, SetTemper
from engine.team_poker.commands import LockNominations
from tests.web.desk import Clock, Later, seat_people
from web.bots import Bots
from web.rooms import Rooms


@pytest.fixture
def later() -> Later:
    return Later()


@pytest.fixture
def bots(rooms: Rooms, later: Later) -> Bots:
    bots = bots_of(rooms, later)
    rooms.listen(bots.changed)
    return bots


def bots_of(
    rooms: Rooms,
    later: Later,
    dice: Random | None = None,
    rest: Callable[[float], object] = lambda _seconds: None,
    monotonic: Callable[[], int] = lambda: 0,
) -> Bots:
    """Bots that act when `later` happens, in no time unless `monotonic` says otherwise."""
    return Bots(rooms, dice or Random(1), later, rest, monotonic, thinking=(1.0, 2.0))


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


def test_bots_leave_people_as_much_time_as_they_take(
    rooms: Rooms, later: Later, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, rests, here = Clock(), list[float](), threading.current_thread()

    def choose(view: Any, _dice: Random, _temper: Temper) -> None:
        if threading.current_thread() is here:  # and no bot of a console that another test has left behind
            clock.go(7 * view.seat)

    monkeypatch.setattr(GAMES["team_poker"], "choose", choose)
    code = with_bots(rooms)
    rooms.submit(code, Host(), "deal", CallDeal())
    bots_of(rooms, later, rest=rests.append, monotonic=clock.monotonic).wake()
    later.happen()
    assert rests == [7 * seat / 1000 for seat in range(1, 14)]


def test_one_bot_acts_at_a_time_however_many_want_to(
    rooms: Rooms, later: Later, monkeypatch: pytest.MonkeyPatch
) -> None:
    acting, most, threads = list[int](), list[int](), list[threading.Thread]()

    def choose(view: Any, _dice: Random, _temper: Temper) -> None:
        if threading.current_thread() not in threads:  # the bot of a console that another test has left behind
            return
        acting.append(view.seat)
        time.sleep(0.001)
        most.append(len(acting))
        acting.remove(view.seat)

    monkeypatch.setattr(GAMES["team_poker"], "choose", choose)
    code = with_bots(rooms)
    rooms.submit(code, Host(), "deal", CallDeal())
    bots_of(rooms, later, rest=time.sleep).wake()
    threads += [threading.Thread(target=act) for _, act in later.waiting if callable(act)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1] * 13


def test_after_a_restart_bots_go_on(rooms: Rooms, later: Later) -> None:
    code = with_bots(rooms)
    rooms.submit(code, Host(), "deal", CallDeal())
    bots_of(rooms, later).wake()
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
        bots_of(rooms, later, dice).changed(code, rooms.state(code), rooms.logged(code)[-1].row)
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
