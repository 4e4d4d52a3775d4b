"""Host rights come by a key and by nothing else, secrets are stored hashed, and a seat hangs on its device."""

import sys
from pathlib import Path

import pytest

from engine.game import Host, Player
from engine.room.commands import FreeSeat, Guest
from tests.web.desk import device_of, seat_people
from web.access import Access, Doors, digest, player_or_guest, seated
from web.lock import FolderBusy, lock_folder
from web.rooms import Rooms
from web.store import Store


@pytest.fixture
def access(opened: tuple[Store, Rooms], tmp_path: Path) -> Access:
    return Access(opened[0], tmp_path)


def test_the_host_key_makes_its_holder_the_host(access: Access) -> None:
    badge = access.badge(access.host_key)
    assert access.host(badge) == Host()


@pytest.mark.parametrize("key", ["", "guess", "K7QM"])
def test_another_key_opens_nothing(access: Access, key: str) -> None:
    assert access.badge(key) is None


@pytest.mark.parametrize("badge", [None, "", "host", "host.", "host.0000000000000000", "cohost:x"])
def test_a_made_up_badge_is_nobodys(access: Access, badge: str | None) -> None:
    assert access.host(badge) is None


def test_the_key_is_the_same_at_the_next_start(access: Access, opened: tuple[Store, Rooms], tmp_path: Path) -> None:
    assert Access(opened[0], tmp_path).host_key == access.host_key


def test_a_lost_key_file_makes_a_new_key_and_ends_the_old_ones_rights(
    access: Access, opened: tuple[Store, Rooms], tmp_path: Path
) -> None:
    old = access.badge(access.host_key)
    (tmp_path / "host-key.txt").unlink()
    anew = Access(opened[0], tmp_path)
    assert anew.host_key != access.host_key
    assert anew.host(old) is None
    assert anew.badge(access.host_key) is None


def test_keys_are_stored_hashed_and_their_file_is_the_owners_alone(
    access: Access, opened: tuple[Store, Rooms], tmp_path: Path
) -> None:
    _, key = access.add_cohost("Lan")
    assert opened[0].note("host_key") == digest(access.host_key)
    opened[0].close()
    raw = b"".join(file.read_bytes() for file in tmp_path.glob("thirteen.sqlite3*"))
    assert access.host_key.encode() not in raw
    assert key.encode() not in raw
    if sys.platform != "win32":
        assert (tmp_path / "host-key.txt").stat().st_mode & 0o777 == 0o600


def test_a_co_host_acts_under_a_label_until_revoked(access: Access) -> None:
    lan, key = access.add_cohost("Lan")
    badge = access.badge(key)
    assert access.host(badge) == Host("Lan")
    assert access.cohosts() == (lan,)
    access.revoke(lan.id)
    assert access.host(badge) is None
    assert access.badge(key) is None
    assert access.host(access.badge(access.host_key)) == Host()


def test_a_device_holds_its_seat_and_the_seats_number_holds_nothing(opened: tuple[Store, Rooms]) -> None:
    rooms = opened[1]
    code = rooms.open("team_poker", "Friday")
    seat_people(rooms, code, 5)
    state = rooms.state(code)
    assert seated(state, device_of(5)) == Player(5)
    for stranger in ("", "5", digest("stranger")):
        assert seated(state, stranger) is None
        assert player_or_guest(state, stranger) == Guest(stranger)


def test_a_bots_seat_belongs_to_no_device(opened: tuple[Store, Rooms]) -> None:
    from engine.room.commands import FillWithBots

    rooms = opened[1]
    code = rooms.open("team_poker", "Friday")
    rooms.submit(code, Host(), "bots", FillWithBots())
    assert seated(rooms.state(code), "") is None


def test_who_a_device_is_changes_with_its_seat(opened: tuple[Store, Rooms]) -> None:
    rooms = opened[1]
    code = rooms.open("team_poker", "Friday")
    seat_people(rooms, code, 1)
    rooms.submit(code, Host(), "free", FreeSeat(1))
    assert player_or_guest(rooms.state(code), device_of(1)) == Guest(device_of(1))


@pytest.mark.parametrize(
    ("host", "allowed"),
    [
        ("localhost:8013", True),
        ("127.0.0.1:8013", True),
        ("192.168.1.20:8013", True),
        ("[::1]:8013", True),
        ("10.0.0.7", True),
        ("console.example.org", True),
        ("CONSOLE.example.org:443", True),
        ("evil.example.org:8013", False),
        ("localhost.evil.org", False),
        ("192.168.1.20.evil.org", False),
        ("", False),
        ("[", False),
    ],
)
def test_only_addresses_and_the_public_name_are_answered(host: str, allowed: bool) -> None:
    assert Doors("https://console.example.org").host_allowed(host) is allowed


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        (None, True),
        ("http://192.168.1.20:8013", True),
        ("https://console.example.org", True),
        ("null", False),
        ("http://192.168.1.20:9999", False),
        ("http://evil.org", False),
        ("https://console.example.org.evil.org", False),
    ],
)
def test_a_page_from_elsewhere_may_not_act(origin: str | None, allowed: bool) -> None:
    assert Doors("https://console.example.org").origin_allowed(origin, "192.168.1.20:8013") is allowed


def test_without_a_public_name_an_empty_origin_is_no_way_in() -> None:
    assert not Doors("").origin_allowed("", "localhost:8013")
    assert not Doors("").origin_allowed("", "")


def test_a_data_folder_takes_one_console_at_a_time(tmp_path: Path) -> None:
    lock_folder(tmp_path)
    with pytest.raises(FolderBusy):
        lock_folder(tmp_path)
