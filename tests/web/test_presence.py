"""Who looks at which phone, told from the sockets alone."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.game import Host
from engine.room.commands import FillWithBots
from engine.room.state import RoomState
from tests.web.desk import START, Clock, device_of, open_rooms, seat_people
from web.presence import ASLEEP, BOT, GONE, LIVE, Presence, Reach, Socket, Sockets


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def sockets(clock: Clock) -> Sockets:
    return Sockets(clock.wall)


@pytest.fixture
def state(tmp_path: Path, clock: Clock) -> RoomState:
    _, rooms = open_rooms(tmp_path, clock)
    code = rooms.open("team_poker", "Friday")
    seat_people(rooms, code, 2)
    rooms.submit(code, Host(), "bots", FillWithBots())
    return rooms.state(code)


def phone(state: RoomState, seat: int, sid: str) -> Socket:
    return Socket(sid, state.code, "phone", "en", device_of(seat), None)


def of_seat(sockets: Sockets, state: RoomState, seat: int) -> Presence:
    return dict(sockets.seats(state))[seat]


def test_a_seat_whose_phone_was_never_seen_is_gone_since_the_start(sockets: Sockets, state: RoomState) -> None:
    assert of_seat(sockets, state, 1) == Presence(GONE, START)


def test_a_bot_is_a_bot(sockets: Sockets, state: RoomState) -> None:
    assert of_seat(sockets, state, 3).state == BOT


def test_a_phone_is_live_asleep_and_gone_each_since_it_became_so(
    sockets: Sockets, state: RoomState, clock: Clock
) -> None:
    one = phone(state, 1, "a")
    clock.go(1_000)
    sockets.add(one)
    assert of_seat(sockets, state, 1) == Presence(LIVE, START + 1_000)
    clock.go(1_000)
    sockets.set_asleep(one, True)
    assert of_seat(sockets, state, 1) == Presence(ASLEEP, START + 2_000)
    clock.go(1_000)
    sockets.remove("a")
    assert of_seat(sockets, state, 1) == Presence(GONE, START + 3_000)
    assert of_seat(sockets, state, 2) == Presence(GONE, START)


def test_a_second_tab_keeps_the_seat_live(sockets: Sockets, state: RoomState, clock: Clock) -> None:
    sockets.add(phone(state, 1, "a"))
    clock.go(1_000)
    sockets.add(phone(state, 1, "b"))
    sockets.remove("a")
    assert of_seat(sockets, state, 1) == Presence(LIVE, START)


def test_a_board_is_seen_while_one_is_connected(sockets: Sockets, state: RoomState) -> None:
    assert not sockets.board_seen(state.code)
    sockets.add(Socket("b", state.code, "board", "en", "", None))
    assert sockets.board_seen(state.code)
    assert not sockets.board_seen("AAAA")
    sockets.remove("b")
    assert not sockets.board_seen(state.code)


def test_of_two_pages_of_one_phone_the_newest_is_in_front_until_the_other_is_asked_for(
    sockets: Sockets, state: RoomState
) -> None:
    old, new = replace(phone(state, 1, "a"), page="old"), replace(phone(state, 1, "b"), page="new")
    sockets.add(old)
    assert not sockets.aside(old)
    sockets.add(new)
    assert sockets.aside(old) and not sockets.aside(new)
    assert sockets.others_of(new) == (old,)
    sockets.bring_to_front(old)
    assert sockets.aside(new) and not sockets.aside(old)


@pytest.mark.pitfall("beatify 1718")
def test_a_page_that_comes_back_after_a_lost_connection_does_not_push_to_the_front(
    sockets: Sockets, state: RoomState
) -> None:
    for sid, page in (("a", "old"), ("b", "new")):
        sockets.add(replace(phone(state, 1, sid), page=page))
    sockets.remove("a")
    back = replace(phone(state, 1, "c"), page="old")
    sockets.add(back)
    assert sockets.aside(back)
    other_connection = replace(phone(state, 1, "d"), page="new")
    sockets.add(other_connection)
    assert not sockets.aside(other_connection)


def test_screens_without_a_cookie_and_those_that_are_no_phone_never_stand_aside(
    sockets: Sockets, state: RoomState
) -> None:
    screens = [
        Socket("a", state.code, "phone", "en", "", None, "one"),
        Socket("b", state.code, "phone", "en", "", None, "two"),
        Socket("c", state.code, "watch", "en", device_of(1), None, "three"),
        Socket("d", state.code, "phone", "en", device_of(1), None, "four"),
        Socket("e", state.code, "board", "en", device_of(1), None, "five"),
    ]
    for screen in screens:
        sockets.add(screen)
    assert not any(sockets.aside(screen) for screen in screens)


def test_how_a_phone_is_connected_is_told_of_the_page_in_front(state: RoomState, clock: Clock) -> None:
    sockets = Sockets(clock.wall, lambda sid: sid == "b")
    old, new = replace(phone(state, 1, "a"), page="old"), replace(phone(state, 1, "b"), page="new")
    for socket in (old, new):
        sockets.add(socket)
    assert dict(sockets.reach(state)) == {1: Reach(None, polling=True)}
    assert sockets.set_ahead(new, 1_234)
    assert not sockets.set_ahead(new, 1_190)
    assert dict(sockets.reach(state)) == {1: Reach(1_200, polling=True)}
    sockets.remove("b")
    assert dict(sockets.reach(state)) == {}
