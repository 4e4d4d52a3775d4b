"""The roll call before the deal says what is so, and which seats a fault is about."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy.exc import SQLAlchemyError

from tests.conftest import ROOT
from tests.web.desk import Clock, device_of, open_rooms, seat_people
from tests.web.house import WIFI
from web.joining import Joining
from web.presence import Socket, Sockets
from web.ready import Check, Disk, roll_call
from web.screens import Screens
from web.store import Store


class Hall:
    """A room with two people, and the roll call of it."""

    def __init__(self, folder: Path) -> None:
        self.clock = Clock()
        self.store, self.rooms = open_rooms(folder, self.clock)
        self.code = self.rooms.open("team_poker", "Friday")
        seat_people(self.rooms, self.code, 2)
        self.polling: set[str] = set()
        self.sockets = Sockets(self.clock.wall, self.rooms.state, lambda sid: sid in self.polling)
        self.joining = Joining(self.store, lambda: (WIFI,), 8013, "")
        self.disk = Disk(self.store, folder, self.clock.wall)

    def come(self, seat: int) -> Socket:
        socket = Socket(f"phone {seat}", self.code, "phone", "en", device_of(seat), None, f"page {seat}")
        self.sockets.add(socket)
        return socket

    def roll(self) -> dict[str, Check]:
        lines = roll_call(self.rooms.state(self.code), self.sockets, self.joining, self.disk)
        return {line.key: line for line in lines}

    def faults(self) -> dict[str, tuple[int, ...]]:
        return {key: line.seats for key, line in self.roll().items() if not line.ok}


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    hall = Hall(tmp_path)
    yield hall
    hall.store.close()


def test_nobody_here_and_no_board_are_faults(hall: Hall) -> None:
    assert hall.faults() == {"phones": (1, 2), "address": (), "board": (), "commitment": ()}
    assert list(hall.roll()) == ["phones", "clocks", "sockets", "address", "board", "commitment", "disk"]


def test_with_everyone_here_all_is_well(hall: Hall) -> None:
    for seat in (1, 2):
        hall.sockets.set_ahead(hall.come(seat), 250)
    hall.sockets.add(Socket("b", hall.code, "board", "en", "", None))
    assert hall.joining.note_visit("192.168.1.20:8013", "192.168.1.77")
    assert hall.faults() == {}


def test_phones_that_sleep_that_poll_and_that_know_no_time_are_named(hall: Hall) -> None:
    first, second = hall.come(1), hall.come(2)
    hall.polling.add(second.sid)
    assert hall.faults() == {"clocks": (1, 2), "sockets": (2,), "address": (), "board": ()}
    hall.sockets.set_ahead(second, -40)
    hall.sockets.set_asleep(first, True)
    assert hall.faults() == {"phones": (1,), "sockets": (2,), "address": (), "board": ()}


@pytest.mark.parametrize(
    ("host", "address", "said"),
    [
        ("192.168.1.20:8013", "192.168.1.77", True),
        ("192.168.1.20:8013", "192.168.1.20", False),
        ("192.168.1.20:8013", "127.0.0.1", False),
        ("localhost:8013", "192.168.1.77", False),
    ],
)
def test_the_address_is_reached_by_another_device_under_the_name_that_phones_are_shown(
    hall: Hall, host: str, address: str, said: bool
) -> None:
    assert hall.joining.note_visit(host, address) is said
    assert hall.joining.reached is said
    assert not hall.joining.note_visit(host, address)


def test_a_public_address_is_reached_by_whatever_passes_visits_on(hall: Hall) -> None:
    joining = Joining(hall.store, lambda: (WIFI,), 8013, "https://console.example.org")
    assert joining.note_visit("console.example.org", "127.0.0.1") and joining.reached


def test_a_disk_that_cannot_be_written_or_is_full_is_noticed(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not hall.disk.look() and hall.disk.ok

    def fails(self: Store, name: str, value: str) -> None:
        raise SQLAlchemyError("disk I/O error")

    with monkeypatch.context() as broken:
        broken.setattr(Store, "set_note", fails)
        assert hall.disk.look() and not hall.disk.ok
        assert not hall.disk.look()
        assert "disk" in hall.faults()
    assert hall.disk.look() and hall.disk.ok
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: SimpleNamespace(free=1_000_000))
    assert hall.disk.look() and not hall.disk.ok


@pytest.mark.parametrize("language", ["en", "vi", "pt_BR"])
def test_each_red_line_says_what_to_do_and_each_good_one_what_is_well(hall: Hall, language: str) -> None:
    screens = Screens(ROOT / "templates", ROOT / "translations")
    keys = list(hall.roll())

    def drawn(ok: bool) -> str:
        lines = [Check(key, ok, () if ok else (1,)) for key in keys]
        context = {"ready": lines, "names": lambda seats: [f"Player {seat}" for seat in seats]}
        return screens.render(language, "host/_ready.html", context)

    red = {key: re.search(rf'<li class="state gone" id="ready-{key}">(.*?)</li>', drawn(ok=False)) for key in keys}
    assert all(found and len(found[1]) > 20 for found in red.values()), red
    assert all("Player 1" in red[key][1] for key in ("phones", "clocks", "sockets"))  # type: ignore[index]
    good = re.search(r'id="ready-good">(.*?)</li>', drawn(ok=True))
    assert good and all(good[1].split(", ")) and len(good[1].split(", ")) == len(keys)
