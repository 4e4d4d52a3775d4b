"""The join link carries an address that phones can reach, or says that there is none."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.house import CABLE, WIFI
from web.joining import NO_LAN_ADDRESS, Choice, Joining, Way
from web.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(f"sqlite:///{tmp_path / 'notes.sqlite3'}")
    yield store
    store.close()


def test_the_best_address_is_in_the_link(store: Store) -> None:
    joining = Joining(store, lambda: (WIFI, CABLE), 8013, "")
    assert joining.way("K7QM", with_choice=False) == Way("http://192.168.1.20:8013/j/K7QM", "192.168.1.20:8013", "")


@pytest.mark.pitfall("marveen 359", "pinokio 1101")
def test_without_a_network_there_is_a_warning_and_never_localhost(store: Store) -> None:
    assert Joining(store, tuple, 8013, "").way("K7QM", with_choice=True) == Way("", "", NO_LAN_ADDRESS)


@pytest.mark.pitfall("marveen 359", "pinokio 1101")
def test_the_hosts_pick_is_remembered_over_a_restart(store: Store) -> None:
    joining = Joining(store, lambda: (WIFI, CABLE), 8013, "")
    assert joining.choose("10.0.0.7")
    again = Joining(store, lambda: (WIFI, CABLE), 8013, "")
    assert again.origin() == "http://10.0.0.7:8013"
    assert again.way("K7QM", with_choice=True).addresses == (
        Choice("192.168.1.20", "Wi-Fi", False),
        Choice("10.0.0.7", "Ethernet", True),
    )


def test_a_pick_that_is_gone_gives_way_to_what_is_there(store: Store) -> None:
    Joining(store, lambda: (WIFI, CABLE), 8013, "").choose("10.0.0.7")
    assert Joining(store, lambda: (WIFI,), 8013, "").origin() == "http://192.168.1.20:8013"


def test_only_addresses_of_this_computer_can_be_picked(store: Store) -> None:
    joining = Joining(store, lambda: (WIFI,), 8013, "")
    assert not joining.choose("8.8.8.8")
    assert joining.origin() == "http://192.168.1.20:8013"


@pytest.mark.pitfall("marveen 359", "pinokio 1101")
def test_a_public_address_is_the_way_for_all(store: Store) -> None:
    way = Joining(store, lambda: (WIFI,), 8013, "https://console.example.org").way("K7QM", with_choice=True)
    assert (way.join_url, way.join_host) == ("https://console.example.org/j/K7QM", "console.example.org")
    assert way.addresses == (Choice("192.168.1.20", "Wi-Fi", False),)


def test_a_laptop_that_changes_networks_is_found_again(store: Store) -> None:
    here = [WIFI]
    joining = Joining(store, lambda: tuple(here), 8013, "")
    assert not joining.look_again()
    here[:] = [CABLE]
    assert joining.look_again()
    assert joining.origin() == "http://10.0.0.7:8013"
