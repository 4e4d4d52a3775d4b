"""Who connects without end meets a limit, with a cookie, without one, or with new ones; a full room never does."""

import json
import secrets
from collections.abc import Iterator
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from flask_socketio import SocketIOTestClient
from werkzeug.test import run_wsgi_app

from app import Config, Console, World, create_app
from tests.conftest import RunningConsole
from tests.web.desk import Clock
from tests.web.house import House
from tests.web.house import house as a_house
from tests.web.visitors import Visitor, raw_socket
from web.access import DEVICE_COOKIE

ENDLESS = 6_000
"""Attempts, of which a limit has to refuse some."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with a_house(tmp_path) as house:
        house.open(people=13, seats=13)
        yield house


def connected(house: House, browser: FlaskClient | None, screen: str = "phone") -> bool:
    """Whether a page of this browser, or of one that keeps no cookies, is taken in; it goes at once."""
    auth = {"room": house.code, "screen": screen, "lang": "en"}
    io: Any = house.console.transport.io
    socket: SocketIOTestClient = io.test_client(house.console.app, flask_test_client=browser, auth=auth)
    if not socket.is_connected():
        return False
    assert socket.get_received()
    socket.disconnect()
    return True


def test_a_device_that_never_stops_connecting_is_refused_for_a_while_and_its_neighbour_is_not(house: House) -> None:
    busy, calm = house.phone(1), house.phone(2)
    taken = [connected(house, busy) for _ in range(150)]
    assert taken[0] and not taken[-1]
    assert connected(house, calm)
    house.clock.go(1_000)
    assert connected(house, busy)


def test_screens_that_keep_no_cookie_are_limited_together_and_not_each_by_itself(house: House) -> None:
    taken = [connected(house, None, "watch") for _ in range(150)]
    assert taken[0] and not taken[-1]
    assert connected(house, house.phone(1))


def test_what_screens_without_a_cookie_send_is_limited_over_all_their_connections(house: House) -> None:
    press = {"room": house.code, "id": "press", "type": "TakeSeat", "body": {"name": "Ana"}}
    auth = {"room": house.code, "screen": "phone", "lang": "en"}
    reasons, heard = [], []
    for _ in range(60):
        socket = house.console.transport.io.test_client(house.console.app, auth=auth)
        reasons.append(socket.emit("command", press, callback=True)["reason"])
        heard += [socket.emit("sync", {}, callback=True) for _ in range(2)]
        socket.disconnect()
    assert reasons[0] != "too_fast" and reasons[-1] == "too_fast"
    assert heard[0] and not heard[-1]


def test_sixty_pages_that_come_back_at_once_five_times_are_all_taken_in(house: House) -> None:
    browsers = [house.browser() for _ in range(60)]
    for number, browser in enumerate(browsers):
        browser.set_cookie(DEVICE_COOKIE, f"phone {number}")
    for _ in range(5):
        assert all(connected(house, browser, "watch") for browser in browsers)


def opening(console: Console, address: str, cookie: str = "", query: str = "EIO=3", **headers: str) -> str:
    """The status for a line that somebody at this address wants to open; one of another version is kept by nobody."""
    environ = {
        "REQUEST_METHOD": "GET",
        "SCRIPT_NAME": "",
        "PATH_INFO": "/socket.io/",
        "QUERY_STRING": f"transport=polling&{query}",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "REMOTE_ADDR": address,
        "HTTP_HOST": "localhost",
        "HTTP_COOKIE": f"{DEVICE_COOKIE}={cookie}" if cookie else "",
        "wsgi.url_scheme": "http",
        "wsgi.input": BytesIO(),
        **headers,
    }
    _, status, _ = run_wsgi_app(console.app.wsgi_app, environ)
    return status[:3]


def opened(console: Console, addresses: tuple[str, ...], **headers: str) -> list[str]:
    """The statuses for one who never stops, with a new cookie each time; at last for one at each address."""
    for _ in range(ENDLESS):
        if (status := opening(console, addresses[0], secrets.token_hex(8), **headers)) == "429":
            return [status, *(opening(console, one, "a player's", **headers) for one in addresses)]
    return ["400"]


@pytest.mark.parametrize("query", ["EIO=3", "EIO=3&xsid=1", "EIO=3&sid="])
def test_whoever_opens_lines_without_end_is_refused_by_device_and_without_a_cookie_by_address(
    house: House, query: str
) -> None:
    for address, cookie in (("10.0.0.1", "one"), ("10.0.0.2", "")):
        statuses = {opening(house.console, address, cookie, query) for _ in range(150)}
        assert statuses == {"400", "429"}
        house.clock.go(1_000)
        assert opening(house.console, address, cookie, query) == "400"
    assert opening(house.console, "10.0.0.1", "another", query) == "400"


def test_whoever_makes_cookies_up_meets_the_ceiling_of_the_address_whatever_address_they_claim(house: House) -> None:
    seen = opened(house.console, ("10.0.0.1", "10.0.0.2"), HTTP_X_FORWARDED_FOR="10.0.0.3")
    assert seen == ["429", "429", "400"]


def test_behind_a_proxy_that_is_believed_the_ceiling_is_for_the_address_that_it_names(tmp_path: Path) -> None:
    clock = Clock()
    world = World(wall=clock.wall, monotonic=clock.monotonic, look=tuple)
    console = create_app(Config(tmp_path, async_mode="threading", behind_proxy=True), world)
    with closing(console.store):
        seen = opened(console, ("127.0.0.1",), HTTP_X_FORWARDED_FOR="10.0.0.3")
        assert seen == ["429", "429"]
        assert opening(console, "127.0.0.1", "a player's", HTTP_X_FORWARDED_FOR="10.0.0.4") == "400"


def test_over_one_line_a_page_is_not_shown_without_end_and_behind_a_proxy_each_visitor_is_known(
    tmp_path: Path,
) -> None:
    console = RunningConsole(tmp_path, options=("--behind-proxy",))
    console.start()
    try:
        host = Visitor(console.url)
        host.log_in(console.host_key)
        code = host.open_room()
        assert not shown_without_end(console, code, "10.0.0.1")
        assert shown_without_end(console, code, "10.0.0.2", times=1)
        host.leave()
    finally:
        console.stop()
    assert "Traceback" not in console.log()


def shown_without_end(console: RunningConsole, code: str, address: str, times: int = 1_000) -> bool:
    """Whether a screen without a cookie, at this address, is taken in over one line as often as it likes."""
    with raw_socket(console.url, headers={"X-Forwarded-For": address}) as line:
        line.recv()
        for _ in range(times):
            line.send("40" + json.dumps({"room": code, "screen": "watch", "lang": "en"}))
            while not (answer := str(line.recv())).startswith(("42", "44")):
                pass
            if answer.startswith("44"):
                assert "too_fast" in answer
                return False
            line.send("41")
    return True
