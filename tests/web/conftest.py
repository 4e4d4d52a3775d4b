"""What many of the web's tests begin with: time moved by hand, rooms, a console in this process, and a running one."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from app import Config, Console, World, create_app
from tests.conftest import RunningConsole, uncomplaining
from tests.web.desk import Clock, open_rooms
from tests.web.evening import Evening
from tests.web.house import CABLE, WIFI, signed_in
from web.rooms import Rooms
from web.store import Store


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def opened(tmp_path: Path, clock: Clock) -> Iterator[tuple[Store, Rooms]]:
    """A store and its rooms, without a console around them."""
    store, rooms = open_rooms(tmp_path, clock)
    yield store, rooms
    store.close()


@pytest.fixture
def rooms(opened: tuple[Store, Rooms]) -> Rooms:
    return opened[1]


@pytest.fixture
def desk(tmp_path: Path, clock: Clock) -> Iterator[Console]:
    """A console in this process, on a laptop in a Wi-Fi and on a cable."""
    world = World(wall=clock.wall, monotonic=clock.monotonic, look=lambda: (WIFI, CABLE))
    console = create_app(Config(tmp_path, async_mode="threading"), world)
    yield console
    console.store.close()


@pytest.fixture
def client(desk: Console) -> FlaskClient:
    """A browser that was never here."""
    return desk.app.test_client()


@pytest.fixture
def host(desk: Console) -> FlaskClient:
    """A browser that has followed the host's link."""
    return signed_in(desk)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningConsole]:
    """A console in a process of its own; whatever it complained of fails the tests."""
    with uncomplaining(RunningConsole(tmp_path_factory.mktemp("data"))) as console:
        yield console


@pytest.fixture
def evening(running: RunningConsole) -> Iterator[Evening]:
    evening = Evening(running)
    yield evening
    evening.close()
