"""When the disk is full or the program has a fault: whoever acted hears so, and nothing half-done is left."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from flask_socketio import SocketIOTestClient
from sqlalchemy.exc import OperationalError

from app import Config, Console, World, create_app
from engine.game import Host
from engine.room.commands import SetTitle
from tests.web.desk import START, Clock, Secrets
from tests.web.house import house as a_house
from tests.web.house import signed_in
from web.presence import Socket, Sockets
from web.rooms import Rooms
from web.screens import NoWords, Words


@pytest.fixture
def code(desk: Console) -> str:
    return desk.rooms.open("team_poker", "Friday")


@pytest.fixture
def host(desk: Console, code: str) -> Iterator[SocketIOTestClient]:
    browser = signed_in(desk)
    client = desk.transport.io.test_client(
        desk.app, flask_test_client=browser, auth={"room": code, "screen": "host", "lang": "en"}
    )
    yield client
    client.disconnect()


def rename(host: SocketIOTestClient, code: str, title: str = "Saturday") -> dict[str, Any]:
    command = {"room": code, "id": "a-press", "type": "SetTitle", "body": {"title": title}}
    answer = host.emit("command", command, callback=True)
    assert isinstance(answer, dict)
    return answer


def test_a_full_disk_is_told_to_whoever_acted_and_nothing_has_changed(
    desk: Console, code: str, host: SocketIOTestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OperationalError("INSERT", {}, Exception("database or disk is full"))

    with monkeypatch.context() as patched:
        patched.setattr(desk.store, "append", full)
        answer = rename(host, code)
    assert (answer["ok"], answer["reason"]) == (False, "not_saved")
    assert "Check the disk" in answer["say"]
    assert desk.rooms.state(code).title == "Friday"
    assert rename(host, code) == {"ok": True, "number": 2, "say": "The title is now “Saturday”."}


def test_nothing_is_decided_by_a_time_that_nobody_has_checked(tmp_path: Path) -> None:
    clock = Clock()
    desk = create_app(Config(tmp_path, async_mode="threading"), World(clock.wall, clock.monotonic, look=tuple))
    code = desk.rooms.open("team_poker", "Friday")
    clock.jump(3_600_000)
    desk.rooms.submit(code, Host(), "a-press", SetTitle("Saturday"))
    assert desk.rooms.logged(code)[-1].row.at == START
    desk.store.close()


def test_a_fault_of_ours_is_told_without_its_inside(
    desk: Console,
    code: str,
    host: SocketIOTestClient,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def broken(*_: Any) -> None:
        raise ZeroDivisionError("a secret of the house")

    monkeypatch.setattr("web.rooms.decide", broken)
    answer = rename(host, code)
    assert (answer["ok"], answer["reason"]) == (False, "failed")
    assert "secret" not in answer["say"]
    assert "a secret of the house" in caplog.text


def test_what_was_accepted_is_never_called_refused_for_want_of_words(
    desk: Console, code: str, host: SocketIOTestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def speechless(*_: Any) -> str:
        raise NoWords("told: title_set")

    monkeypatch.setattr(Words, "say", speechless)
    assert rename(host, code) == {"ok": True, "number": 2, "say": ""}
    assert desk.rooms.state(code).title == "Saturday"


@dataclass
class StoppedClock(Clock):
    """One that fails from the moment on at which it is told to."""

    broken: bool = False

    def wall(self) -> int:
        if self.broken:
            raise TypeError("a fault inside")
        return super().wall()


@pytest.mark.pitfall("Flask-SocketIO 5.7.0")
def test_a_fault_while_a_page_connects_is_not_taken_for_a_page_that_does_not_say_what_it_is(tmp_path: Path) -> None:
    clock = StoppedClock()
    with a_house(tmp_path, clock) as house:
        house.open()
        clock.broken = True
        with pytest.raises(TypeError) as raised:
            house.connect(house.phone(1), "phone")
        assert str(raised.value.__context__) == "a fault inside"
        clock.broken = False


def test_a_page_under_a_name_that_is_not_the_consoles_gets_no_socket(desk: Console, code: str) -> None:
    client = desk.transport.io.test_client(
        desk.app, auth={"room": code, "screen": "board", "lang": "en"}, headers={"Host": "evil.example.org"}
    )
    assert not client.is_connected()


def test_a_room_that_is_not_there_sends_its_page_away(desk: Console) -> None:
    client = desk.transport.io.test_client(desk.app, auth={"room": "AAAA", "screen": "board", "lang": "en"})
    assert [event["name"] for event in client.get_received()] == ["gone"]
    client.disconnect()


def test_a_language_that_we_do_not_speak_falls_back(desk: Console, code: str) -> None:
    client = desk.transport.io.test_client(desk.app, auth={"room": code, "screen": "board", "lang": "tlh"})
    (event,) = client.get_received()
    assert "Scan the code" in event["args"][0]["html"]
    client.disconnect()


def test_whatever_comes_with_an_event_is_answered_or_ignored(host: SocketIOTestClient) -> None:
    anything: list[tuple[Any, ...]] = [(), (None,), (5,), ([],), ({"number": "x", "asleep": "x"}, 2)]
    for event in ("presence", "probe", "sync", "command"):
        for sent in anything:
            host.emit(event, *sent, callback=event != "presence")
            assert host.is_connected()


def test_what_another_worker_writes_while_a_screen_is_taken_in_is_on_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with a_house(tmp_path) as house:
        house.open()
        other, take_in = Rooms(house.console.store, house.clock.wall, Secrets()), Sockets.add

        def add(sockets: Sockets, socket: Socket) -> None:
            other.submit(house.code, Host(), "meanwhile", SetTitle("Meanwhile"))
            take_in(sockets, socket)

        monkeypatch.setattr(Sockets, "add", add)
        board = house.connect(house.browser(), "board")
        assert "Meanwhile" in board.get_received()[-1]["args"][0]["html"]
