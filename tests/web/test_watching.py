"""Whoever watches the machines learns how they are, and nothing that a player may not know."""

import json
import logging
import re
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from flask_socketio import SocketIOTestClient
from sqlalchemy import create_engine, text

from app import Config, Console, World, create_app
from engine.game import Host, Player
from engine.room.commands import Hold, Keeper, Pause, SetTitle
from engine.team_poker.commands import ProposeHand
from tests.web.desk import START, Clock, dealt, device_of
from tests.web.house import signed_in
from web.logs import JsonLines
from web.schema import FILE

TOKEN = "a-token-for-the-watchers"


@pytest.fixture
def desk(tmp_path: Path, clock: Clock) -> Iterator[Console]:
    world = World(wall=clock.wall, monotonic=clock.monotonic, look=tuple)
    console = create_app(Config(tmp_path, async_mode="threading", metrics_token=TOKEN), world)
    yield console
    console.store.close()


def sockets_of(desk: Console, code: str) -> tuple[SocketIOTestClient, SocketIOTestClient]:
    browser = signed_in(desk)
    host, board = (
        desk.transport.io.test_client(
            desk.app, flask_test_client=browser, auth={"room": code, "screen": screen, "lang": "en"}
        )
        for screen in ("host", "board")
    )
    return host, board


def send(socket: SocketIOTestClient, code: str, kind: str, **body: Any) -> Any:
    command = {"room": code, "id": secrets.token_hex(4), "type": kind, "body": body}
    return socket.emit("command", command, callback=True)


def measured(client: FlaskClient) -> dict[str, float]:
    answer = client.get("/metrics")
    assert answer.status_code == 200
    lines = [line for line in answer.text.splitlines() if line.startswith("thirteen_")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def test_a_console_that_can_work_says_so(client: FlaskClient) -> None:
    assert (client.get("/healthz").text, client.get("/readyz").text) == ("ok", "ready\n")


def test_what_a_console_lacks_is_named_while_it_stays_alive(
    client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.ready.LEAST_SPACE", 1 << 60)
    engine = create_engine(f"sqlite:///{tmp_path / FILE}")
    with engine.begin() as database:
        database.execute(text("UPDATE notes SET value = '99' WHERE name = 'schema'"))
    engine.dispose()
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.text.splitlines() == [
        "migrations: the database has schema 99, and this version works with 1",
        "disk: cannot be written, or is full",
    ]
    assert client.get("/healthz").status_code == 200


def test_rooms_screens_and_commands_are_counted_as_they_are(desk: Console, client: FlaskClient, clock: Clock) -> None:
    first, second, third = (dealt(desk.rooms) for _ in range(3))
    desk.rooms.submit(second, Host(), "pause", Pause())
    desk.rooms.submit(third, Keeper(), "hold", Hold(START))
    host, board = sockets_of(desk, first)
    assert send(host, first, "SetTitle", title="Saturday")["ok"]
    assert not send(host, first, "SetTitle", title="")["ok"]
    clock.go(600_000)
    desk.bells.look()
    found = measured(client)
    assert found['thirteen_rooms{game="team_poker",state="paused"}'] == 1
    assert found['thirteen_rooms{game="team_poker",state="held"}'] == 2  # the clock jumped over the first one's
    assert found['thirteen_connections{screen="host"}'] == found['thirteen_connections{screen="board"}'] == 1
    assert found['thirteen_commands_total{outcome="accepted",reason=""}'] == 1
    assert found['thirteen_commands_total{outcome="refused",reason="title_empty"}'] == 1
    assert found["thirteen_command_seconds_count"] == 2
    assert found["thirteen_push_seconds_count"] == sum(desk.rooms.state(code).number for code in desk.rooms.codes())
    for socket in (host, board):
        socket.disconnect()


def test_by_how_much_a_bell_was_late_is_measured(desk: Console, client: FlaskClient, clock: Clock) -> None:
    dealt(desk.rooms)
    for _ in range(240):
        clock.go(2_500)
        desk.bells.look()
    clock.go(400)
    desk.bells.look()
    found = measured(client)
    assert found["thirteen_bell_late_seconds_count"] == 1
    assert found['thirteen_bell_late_seconds_bucket{le="0.001"}'] == 1


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("::1", {}, 200),
        ("192.168.1.77", {}, 404),
        ("127.0.0.1", {"X-Forwarded-For": "127.0.0.1"}, 404),
        ("127.0.0.1", {"Forwarded": "for=127.0.0.1"}, 404),
        ("192.168.1.77", {"Authorization": "Bearer guessed"}, 404),
        ("192.168.1.77", {"Authorization": f"Bearer {TOKEN}"}, 200),
    ],
)
def test_what_is_measured_is_told_at_this_computer_or_to_the_bearer_of_the_token_alone(
    client: FlaskClient, address: str, headers: dict[str, str], status: int
) -> None:
    answer = client.get("/metrics", headers=headers, environ_overrides={"REMOTE_ADDR": address})
    assert answer.status_code == status
    assert ("thirteen_" in answer.text) == (status == 200)


def test_without_a_token_nobody_elsewhere_is_let_in(tmp_path: Path) -> None:
    console = create_app(Config(tmp_path, async_mode="threading"), World(look=tuple))
    shown = {"Authorization": "Bearer "}
    answer = console.app.test_client().get("/metrics", headers=shown, environ_overrides={"REMOTE_ADDR": "10.0.0.9"})
    assert answer.status_code == 404
    console.store.close()


def test_neither_measurements_nor_logs_hold_a_name_a_card_a_token_or_a_seed(
    desk: Console, client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    code = dealt(desk.rooms)
    held = desk.rooms.state(code).game.secret.held
    desk.rooms.submit(code, Player(1), "propose", ProposeHand(1, held[1], ()))
    desk.rooms.submit(code, Host(), "title", SetTitle("Nobody reads this"))
    host, board = sockets_of(desk, code)
    send(host, code, "SetTitle", title=["unreadable", desk.access.host_key])
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(desk.store, "append", lambda *_: 1 / 0)
        assert send(host, code, "Pause")["reason"] == "failed"
    lines = [JsonLines().format(record) for record in caplog.records]
    written = "\n".join(lines) + client.get("/metrics").text + client.get("/readyz").text
    state = desk.rooms.state(code)
    hidden = [state.seed, desk.access.host_key, str(desk.app.secret_key), TOKEN, "Nobody reads this", "Player 1"]
    hidden += [device_of(seat) for seat in state.seats]
    hidden += [salt for one in desk.rooms.logged(code) for salt in (one.entry.salt, one.entry.digest)]
    assert not [one for one in hidden if one in written]
    cards = {card.value for seat in held.values() for card in seat}
    assert not cards & set(re.findall(r"\b[2-9TJQKA][cdhs]\b", written))
    accepted = [json.loads(line) for line in lines if '"accepted"' in line]
    assert {"room": code, "row": state.number, "command": "SetTitle"}.items() <= accepted[-1].items()
    (failed,) = [json.loads(line) for line in lines if "ZeroDivisionError" in line]
    assert failed["room"] == code and failed["level"] == "error"
    for socket in (host, board):
        socket.disconnect()


def test_each_line_of_the_log_is_one_json_object(capsys: pytest.CaptureFixture[str]) -> None:
    record = logging.LogRecord("web.rooms", logging.WARNING, "", 0, "two\nlines of “%s”", ("text",), None)
    line = JsonLines().format(record)
    assert "\n" not in line
    assert json.loads(line)["says"] == "two\nlines of “text”"
