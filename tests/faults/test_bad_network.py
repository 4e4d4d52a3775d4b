"""Whole events over a bad network: all that was acknowledged stands, and in the end every screen is the server's."""

import json
import logging
import time
from pathlib import Path
from random import Random

import pytest
import requests

from tests.faults.autopsy import Findings, examine, fragment_in, settle
from tests.faults.evening import Evening
from tests.faults.nursery import ForkedConsole
from tests.faults.people import Person
from tests.faults.proxy import Proxy, Weather
from tests.faults.test_kills import ends_rightly

CATCHING_UP = 90.0
"""Seconds in which a screen must show the last row once the network is well again."""

_log = logging.getLogger(__name__)


@pytest.mark.parametrize(
    ("games", "transports", "weather"),
    [
        pytest.param(
            ("team_poker",),
            ("websocket",),
            Weather(delay=0.3, cut=0.01),
            id="an event over lines that break",
        ),
        pytest.param(
            ("team_poker", "holdem", "chinese_poker"),
            ("websocket",),
            Weather(delay=0.5, cut=0.01),
            id="an event and two tables over lines that break",
            marks=pytest.mark.long,
        ),
        pytest.param(
            ("holdem", "chinese_poker"),
            ("polling", "websocket"),
            Weather(delay=0.5, cut=0.02, websockets=False),
            id="two tables behind a proxy that knows no websockets",
            marks=pytest.mark.long,
        ),
        pytest.param(
            ("team_poker",),
            ("polling", "websocket"),
            Weather(delay=0.3, cut=0.004, websockets=False),
            id="an event behind a proxy that knows no websockets",
        ),
    ],
)
def test_over_a_bad_network_everything_ends_with_each_screen_equal_to_the_servers(
    console: ForkedConsole, tmp_path: Path, games: tuple[str, ...], transports: tuple[str, ...], weather: Weather
) -> None:
    dice = Random(2)
    proxy = Proxy(console.port, Weather(websockets=weather.websockets), dice)
    evening, findings = Evening(console, dice, proxy.url, transports, games), Findings()
    try:
        evening.begin()
        proxy.weather = weather
        for _ in range(3):
            evening.wait_for(6)
            proxy.refuse(dice.random())
        evening.end()
        proxy.clear_up()
        equal_to_the_servers(evening, console)
        assert proxy.cuts > 3 and sum(person.came_back - 1 for person in evening.people()) > 2 * len(evening.people())
        assert bool(proxy.polls) is not weather.websockets
        console.kill()
        examine(evening, findings)
        settle(evening, findings)
        console.start()
        for room in evening.rooms:
            host = room.host.visitor.http.get(f"{console.url}/host/{room.code}/export.json", timeout=30)
            ends_rightly(host.text, room.game, tmp_path)
    finally:
        evening.leave()
        proxy.close()
    _log.info("%d lines cut in mid-piece, %d turned away, %s", proxy.cuts, proxy.refusals, findings)


def test_who_asks_for_a_websocket_without_an_upgrade_is_turned_away_and_the_console_does_not_stumble(
    console: ForkedConsole,
) -> None:
    with requests.Session() as session:
        session.trust_env = False
        answer = session.get(f"{console.url}/socket.io/?EIO=4&transport=websocket", timeout=10)
        assert (answer.status_code, answer.text) == (400, "no websocket without an upgrade")
        assert session.get(f"{console.url}/socket.io/?EIO=4&transport=polling", timeout=10).status_code == 200


def test_what_comes_late_for_a_line_that_has_ended_is_turned_away_and_the_console_does_not_stumble(
    console: ForkedConsole,
) -> None:
    with requests.Session() as session:
        session.trust_env = False
        line = f"{console.url}/socket.io/?EIO=4&transport=polling"
        line += f"&sid={json.loads(session.get(line, timeout=10).text[1:])['sid']}"
        assert session.post(line, data="1", timeout=10).status_code == 200
        for late in (session.post(line, data="3", timeout=10), session.get(line, timeout=10)):
            assert (late.status_code, late.text) == (400, "this line has ended")
        assert session.get(f"{console.url}/healthz", timeout=10).status_code == 200


def equal_to_the_servers(evening: Evening, console: ForkedConsole) -> None:
    """Every phone, board and host's page shows what the server's page shows."""
    waiting = evening.people()
    until = time.monotonic() + CATCHING_UP
    while waiting:
        assert time.monotonic() < until, [(one.screen, one.number) for one in waiting]
        for person in waiting:
            person.connect()
            person.look_again()
        waiting = [person for person in waiting if person.html != servers_own(person, console)]


def servers_own(person: Person, console: ForkedConsole) -> str:
    """The page of this person, asked of the console itself."""
    way = {"phone": "p", "board": "board", "host": "host"}[person.screen]
    return fragment_in(person.visitor.http.get(f"{console.url}/{way}/{person.code}", timeout=30).text)
