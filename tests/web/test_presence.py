"""Who looks at which phone, told from the sockets alone."""

from dataclasses import replace

import pytest

from engine.game import Host, Player
from engine.room.commands import FillWithBots, LeaveSeat
from engine.room.state import RoomState
from tests.web.desk import START, Clock, device_of, seat_people
from web.presence import ASLEEP, BOT, GONE, LIVE, Presence, Reach, Screen, Socket, Sockets
from web.rooms import Rooms


@pytest.fixture
def state(rooms: Rooms) -> RoomState:
    code = rooms.open("team_poker", "Friday")
    seat_people(rooms, code, 2)
    rooms.submit(code, Host(), "bots", FillWithBots())
    return rooms.state(code)


@pytest.fixture
def sockets(rooms: Rooms, clock: Clock) -> Sockets:
    return Sockets(clock.wall, rooms.state)


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


def test_how_a_phone_is_connected_is_told_of_the_page_in_front(rooms: Rooms, state: RoomState, clock: Clock) -> None:
    sockets = Sockets(clock.wall, rooms.state, lambda sid: sid == "b")
    old, new = replace(phone(state, 1, "a"), page="old"), replace(phone(state, 1, "b"), page="new")
    for socket in (old, new):
        sockets.add(socket)
    assert dict(sockets.reach(state)) == {1: Reach(None, polling=True)}
    assert sockets.set_ahead(new, 1_234)
    assert not sockets.set_ahead(new, 1_190)
    assert dict(sockets.reach(state)) == {1: Reach(1_200, polling=True)}
    sockets.remove("b")
    assert dict(sockets.reach(state)) == {}


def remembered(sockets: Sockets) -> dict[str, int]:
    """How much is kept of what."""
    return {name: len(kept) for name, kept in vars(sockets).items() if isinstance(kept, dict | set | frozenset)}


def strangers(state: RoomState, count: int) -> list[Socket]:
    """Phones that hold no seat: each with a cookie of its own, but for every fifth, which has none."""
    devices = ["" if number % 5 == 0 else f"stranger {number}" for number in range(count)]
    return [Socket(f"s{n}", state.code, "phone", "en", device, None, f"p{n}") for n, device in enumerate(devices)]


@pytest.mark.pitfall("python-engineio 328")
def test_of_thousands_of_strangers_nothing_is_kept_once_they_are_gone(sockets: Sockets, state: RoomState) -> None:
    """python-engineio 328: two thousand who say that they are phones, some at a time, here and at another worker."""
    for seat in (1, 2):
        sockets.add(phone(state, seat, f"seat {seat}"))
    before = remembered(sockets)
    crowd = strangers(state, 2_000)
    for some in (crowd[at : at + 40] for at in range(0, len(crowd), 40)):
        for one in some:
            sockets.add(one)
            sockets.bring_to_front(replace(one, page="another"))
            sockets.bring_to_front(replace(one, screen="watch"))
            sockets.set_asleep(one, True)
            sockets.set_ahead(one, 500)
        sockets.set_elsewhere([Screen(one.code, one.screen, f"{one.device} there") for one in some])
        for one in some:
            sockets.remove(one.sid)
    sockets.bring_to_front(Socket("", state.code, "phone", "", "seen at another worker alone", None, "page"))
    sockets.set_elsewhere(())
    assert remembered(sockets) == before


@pytest.mark.pitfall("beatify 1718")
def test_while_strangers_come_and_go_a_seats_phone_that_is_away_keeps_its_pages_in_order(
    sockets: Sockets, state: RoomState, clock: Clock
) -> None:
    old, new = (replace(phone(state, 1, sid), page=page) for sid, page in (("a", "old"), ("b", "new")))
    sockets.add(old)
    sockets.add(new)
    for sid in ("a", "b"):
        sockets.remove(sid)
    clock.go(1_000)
    for one in strangers(state, 5):
        sockets.add(one)
        sockets.remove(one.sid)
    sockets.set_elsewhere(())
    assert of_seat(sockets, state, 1) == Presence(GONE, START)
    sockets.add(old)
    assert sockets.aside(old)


@pytest.mark.pitfall("python-engineio 328")
def test_a_phone_that_has_left_its_seat_is_forgotten_like_any_stranger(
    rooms: Rooms, sockets: Sockets, state: RoomState
) -> None:
    before = remembered(sockets)
    for seat in (1, 2):
        sockets.add(phone(state, seat, f"seat {seat}"))
    sockets.remove("seat 1")
    for seat in (1, 2):
        rooms.submit(state.code, Player(seat), "leave", LeaveSeat())
    sockets.remove("seat 2")
    assert remembered(sockets) == before


@pytest.mark.pitfall("beatify 1718")
def test_whoever_is_still_connected_here_or_at_another_worker_keeps_the_order_of_pages_without_a_seat_too(
    sockets: Sockets, state: RoomState
) -> None:
    passing, old, new = (Socket(sid, state.code, "phone", "en", "x", None, sid) for sid in ("passing", "old", "new"))
    passing = replace(passing, device="passing")

    def somebody_comes_and_goes() -> None:
        sockets.add(passing)
        sockets.remove(passing.sid)

    sockets.add(old)
    sockets.add(new)
    somebody_comes_and_goes()
    assert sockets.aside(old)
    sockets.set_elsewhere([Screen(state.code, "phone", "x")])
    for sid in ("old", "new"):
        sockets.remove(sid)
    somebody_comes_and_goes()
    sockets.add(old)
    assert sockets.aside(old)
