"""What the console defends itself with, as SECURITY.md says it: each of these fails when its guard is taken out."""

import logging
import re
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app import Config, Console, World, create_app
from engine.game import Host
from engine.room.commands import Peek
from tests.conftest import RunningConsole
from tests.web.desk import Clock, dealt, seat_people
from tests.web.house import WIFI, signed_in
from tests.web.visitors import Visitor
from web.access import DEVICE_COOKIE, Access
from web.site import BADGE
from web.store import Store

PUBLIC = "https://cards.example.org"


@pytest.fixture
def public(tmp_path: Path, clock: Clock) -> Iterator[Console]:
    """A console behind a public https address."""
    world = World(wall=clock.wall, monotonic=clock.monotonic, look=lambda: (WIFI,))
    console = create_app(Config(tmp_path, public=PUBLIC, async_mode="threading"), world)
    yield console
    console.store.close()


def is_host(client: FlaskClient) -> bool:
    return 'id="login"' not in client.get("/host").text


def screen_of(desk: Console, code: str, client: FlaskClient, screen: str = "host") -> Any:
    return desk.transport.io.test_client(
        desk.app, flask_test_client=client, auth={"room": code, "screen": screen, "lang": "en"}
    )


def new_link(page: TestResponse) -> str:
    found = re.search(r"/host#key=([\w-]+)", page.text)
    assert found, page.text
    return found[1]


# The host's key ------------------------------------------------------------------------------------------------------


def test_a_new_host_key_ends_every_old_link_and_every_other_device_and_whoever_made_it_stays_in(desk: Console) -> None:
    old = desk.access.host_key
    mine, other = signed_in(desk), signed_in(desk)
    page = mine.post("/host/key/anew", data={"cohosts": "on"})
    key = new_link(page)
    assert key == desk.access.host_key != old
    assert is_host(mine) and not is_host(other)
    stranger = desk.app.test_client()
    assert stranger.post("/host/key", json={"key": old}).status_code == 403
    assert stranger.post("/host/key", json={"key": key}).status_code == 204
    assert key not in mine.get("/host").text


def test_a_new_host_key_is_the_one_of_the_next_start(desk: Console, tmp_path: Path) -> None:
    key = new_link(signed_in(desk).post("/host/key/anew"))
    assert Access(desk.store, tmp_path).host_key == key
    if sys.platform != "win32":
        assert stat.S_IMODE((tmp_path / "host-key.txt").stat().st_mode) == 0o600


@pytest.mark.parametrize("too", [True, False])
def test_co_hosts_links_end_with_the_key_if_the_host_says_so_and_one_by_one_otherwise(desk: Console, too: bool) -> None:
    host = signed_in(desk)
    lan, minh = (signed_in(desk, desk.access.add_cohost(name)[1]) for name in ("Lan", "Minh"))
    host.post("/host/key/anew", data={"cohosts": "on"} if too else {})
    assert [is_host(one) for one in (lan, minh)] == [not too, not too]
    if not too:
        host.post(f"/host/cohosts/{desk.access.cohosts()[0].id}/revoke")
        assert sorted([is_host(lan), is_host(minh)]) == [False, True]


def test_only_the_main_host_makes_a_new_key_and_no_other_sites_page_does(desk: Console) -> None:
    key, host = desk.access.host_key, signed_in(desk)
    lan = signed_in(desk, desk.access.add_cohost("Lan")[1])
    assert lan.post("/host/key/anew").status_code == 403
    assert desk.app.test_client().post("/host/key/anew").status_code == 403
    assert host.post("/host/key/anew", headers={"Origin": "http://evil.example.org"}).status_code == 403
    assert host.get("/host/key/anew").status_code == 405
    assert desk.access.host_key == key


def test_open_pages_of_those_who_lost_their_rights_are_ended_and_ones_own_come_back(desk: Console) -> None:
    code = dealt(desk.rooms)
    mine, other = signed_in(desk), signed_in(desk)
    my_page, others_page = screen_of(desk, code, mine), screen_of(desk, code, other)
    assert mine.post("/host/key/anew").status_code == 200
    assert not my_page.is_connected() and not others_page.is_connected()
    assert [[one["name"] for one in page.queue] for page in (my_page, others_page)] == [
        ["fragment"],
        ["fragment", "gone"],
    ]
    again = screen_of(desk, code, mine)
    assert [one["name"] for one in again.get_received()] == ["fragment"]
    assert [one["name"] for one in screen_of(desk, code, other).get_received()] == ["gone"]


def test_the_start_option_makes_a_new_key_before_anything_is_served(console: RunningConsole) -> None:
    old = console.host_key
    visitor = Visitor(console.url)
    assert visitor.log_in(old).status_code == 204
    console.stop()
    console.options = ("--new-host-key",)
    console.start()
    assert console.host_key != old
    assert 'id="login"' in visitor.get("/host").text
    assert Visitor(console.url).log_in(console.host_key).status_code == 204
    assert console.host_link in console.log()


# Cookies, headers, ways out ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "secure"), [("cards.example.org", True), ("192.168.1.20:8013", False), ("localhost:8013", False)]
)
def test_cookies_are_out_of_reach_for_scripts_and_other_sites_and_stay_with_https_where_it_is_spoken(
    public: Console, host: str, secure: bool
) -> None:
    client = public.app.test_client()
    headers = {"Host": host}
    answers = [
        client.get("/host", headers=headers),
        client.post("/host/key", json={"key": public.access.host_key}, headers=headers),
        client.post("/lang", data={"lang": "vi"}, headers=headers),
    ]
    cookies = [cookie for answer in answers for cookie in answer.headers.getlist("Set-Cookie")]
    assert {cookie.split("=")[0] for cookie in cookies} == {"thirteen_device", "thirteen_host", "thirteen_lang"}
    for cookie in cookies:
        assert "HttpOnly" in cookie and "SameSite=Lax" in cookie
        assert ("; Secure" in cookie) == secure


def test_a_session_that_was_made_up_or_changed_opens_nothing(desk: Console) -> None:
    host = signed_in(desk)
    cookie = host.get_cookie("thirteen_host")
    assert cookie
    forged = desk.app.test_client()
    forged.set_cookie("thirteen_host", cookie.value[:-2] + ("aa" if not cookie.value.endswith("aa") else "bb"))
    assert not is_host(forged)
    with desk.app.test_client() as blank, blank.session_transaction() as session:
        session[BADGE] = "host.0000000000000000"
    assert not is_host(blank)


def everything(desk: Console, client: FlaskClient) -> list[TestResponse]:
    """An answer of each sort that is no file of the project's own."""
    code = dealt(desk.rooms)
    paths = ["/", f"/j/{code}", f"/p/{code}?watch=1", f"/board/{code}", "/host", f"/host/{code}", "/nowhere"]
    paths += [f"/host/{code}/export.json", f"/host/{code}/print", "/host/backup", f"/proof/{code}", f"/seat/{code}"]
    return [client.get(path) for path in paths]


def test_no_answer_is_framed_sniffed_kept_or_told_of_elsewhere(desk: Console) -> None:
    for answer in everything(desk, signed_in(desk)):
        headers = answer.headers
        assert headers["Cache-Control"] == "no-store", answer.request.path
        assert headers["Referrer-Policy"] == "same-origin"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert "camera=()" in headers["Permissions-Policy"]
        policy = headers["Content-Security-Policy"].split("; ")
        assert {"default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"} <= set(policy)
        assert {"form-action 'self'", "base-uri 'none'"} <= set(policy)
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert "Access-Control-Allow-Origin" not in headers


ELSEWHERE = ("https://evil.org/", "//evil.org", "/\\evil.org", "javascript:alert(1)", "/a\r\nX: y", " /x", "")


@pytest.mark.parametrize("back", ELSEWHERE)
def test_no_form_leads_anywhere_else(desk: Console, back: str) -> None:
    host = signed_in(desk)
    answers = [
        host.post("/lang", data={"lang": "vi", "back": back}),
        host.post("/host/address", data={"ip": "192.168.1.20", "back": back}),
        host.post("/host/wifi", data={"name": "", "back": back}),
    ]
    assert {answer.headers["Location"] for answer in answers} <= {"/", "/host"}


@pytest.mark.parametrize("path", ["//evil.org?lang=vi", "/%2f/evil.org?lang=vi", "/\\evil.org?lang=vi"])
def test_no_path_leads_anywhere_else(desk: Console, path: str) -> None:
    answer = desk.app.test_client().get(
        "/", query_string="lang=vi", environ_overrides={"PATH_INFO": path.split("?")[0]}
    )
    assert not re.match(r"(\w+:|[/\\]{2})", answer.headers.get("Location", "/"))


# Secrets -------------------------------------------------------------------------------------------------------------


def test_no_secret_stands_in_a_log_an_address_or_a_page_of_others(
    desk: Console, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    host = signed_in(desk)
    code = dealt(desk.rooms)
    host.post("/host/wifi", data={"name": "Guest", "password": "open sesame", "security": "WPA"})
    page = screen_of(desk, code, host)
    told: Any = page.emit(
        "command", {"room": code, "id": "press", "type": "IssueTicket", "body": {"seat": 3}}, callback=True
    )
    ticket = told["ticket"]["link"].split("#key=")[1]
    cohost = new_link(host.post("/host/cohosts", data={"label": "Lan"}))
    phone = desk.app.test_client()
    phone.get(f"/seat/{code}")
    assert phone.post(f"/seat/{code}", json={"key": ticket}).status_code == 204
    token = phone.get_cookie(DEVICE_COOKIE)
    assert token
    state = desk.rooms.state(code)
    secrets = [desk.access.host_key, cohost, ticket, token.value, state.seed, "open sesame"]
    for text in (caplog.text, phone.get(f"/board/{code}").text, phone.get(f"/p/{code}").text, phone.get("/").text):
        assert not [secret for secret in secrets if secret in text]
    links = re.findall(
        r'(?:href|src|action)="([^"]*)"',
        "".join(one.get_data().decode(errors="replace") for one in everything(desk, host)),
    )
    assert links and not [link for link in links for secret in secrets if secret in link]
    assert ticket not in host.get(f"/host/{code}").text


def test_a_consoles_log_holds_no_secret_but_the_link_that_it_prints_and_its_files_are_its_owners_alone(
    console: RunningConsole,
) -> None:
    host = Visitor(console.url)
    host.log_in(console.host_key)
    code = host.open_room()
    host.connect(code, "host")
    player = Visitor(console.url)
    player.join(code, "Ana")
    ticket = host.send("IssueTicket", seat=1)["ticket"]["link"].split("#key=")[1]
    host.get("/host?key=not-a-key")
    host.send_raw({"room": code, "id": "press", "type": "IssueTicket", "body": {"seat": "1"}})
    token, session = player.http.cookies[DEVICE_COOKIE], host.http.cookies["thirteen_host"]
    host.leave()
    log = console.log()
    assert log.count(console.host_key) == 1
    assert not [one for one in (ticket, str(token), str(session)) if one in log]
    files = [file for file in console.data.iterdir() if file.name != "console.log"]
    assert {"thirteen.sqlite3", "host-key.txt", "lock"} <= {file.name for file in files}
    if sys.platform != "win32":
        assert not [file.name for file in files if stat.S_IMODE(file.stat().st_mode) & 0o077]


# Haste ---------------------------------------------------------------------------------------------------------------


def test_a_page_that_never_stops_asking_is_not_heard_and_its_neighbour_is(desk: Console, clock: Clock) -> None:
    code = desk.rooms.open("team_poker", "Friday")
    seat_people(desk.rooms, code, 2)
    phones = []
    for seat in (1, 2):
        client = desk.app.test_client()
        client.set_cookie(DEVICE_COOKIE, f"phone {seat}")
        phones.append(screen_of(desk, code, client, "phone"))
    busy, calm = phones
    answers = [busy.emit("probe", {"number": 10**6}, callback=True) for _ in range(120)]
    assert answers[0] == {"number": 3} and not answers[-1]
    assert calm.emit("sync", {}, callback=True) == {"at": clock.wall()}
    clock.go(1_000)
    assert busy.emit("sync", {}, callback=True) == {"at": clock.wall()}


def test_presses_of_one_device_are_limited_apart_from_what_its_page_sends_by_itself(desk: Console) -> None:
    code = dealt(desk.rooms)
    host = screen_of(desk, code, signed_in(desk))
    press = {"room": code, "type": "Peek", "body": {"seat": 1}}
    said: list[Any] = [host.emit("command", {**press, "id": f"press-{n}"}, callback=True) for n in range(45)]
    assert said[0]["ok"] and said[-1]["reason"] == "too_fast"
    assert host.emit("sync", {}, callback=True)
    assert desk.rooms.state(code).number < 60
    assert isinstance(desk.rooms.logged(code)[-1].row.command, Peek)
    assert desk.rooms.logged(code)[-1].row.actor == Host()


def test_an_old_store_without_a_key_file_gets_a_new_key(desk: Console, tmp_path: Path) -> None:
    assert isinstance(desk.store, Store)
    old = desk.access.host_key
    (tmp_path / "host-key.txt").write_text("another key\n", encoding="ascii")
    assert Access(desk.store, tmp_path).host_key != old
