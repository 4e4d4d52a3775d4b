"""Who looks at which phone, told from the sockets alone."""

from pathlib import Path

import pytest

from engine.game import Host
from engine.room.commands import FillWithBots
from engine.room.state import RoomState
from tests.web.desk import START, Clock, device_of, open_rooms, seat_people
from web.presence import ASLEEP, BOT, GONE, LIVE, Presence, Socket, Sockets


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
