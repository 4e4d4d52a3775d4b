"""Pages over HTTP: who is shown what, and who may do what."""

import re

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app import Console
from engine.game import Host
from engine.room.commands import FreeSeat, SetDoor, Undo
from tests.web.desk import dealt, seat_people
from tests.web.house import goes_to, phone_of
from web.access import DEVICE_COOKIE, digest


@pytest.fixture
def code(desk: Console) -> str:
    return desk.rooms.open("team_poker", "Đêm chung kết")


def screen(response: TestResponse) -> str:
    assert response.status_code == 200
    found = re.search(r'data-screen="(\w+)"', response.text)
    assert found, response.text
    return found[1]


# Entry and joining ----------------------------------------------------------------------------------------------------


def test_with_one_event_running_the_bare_address_leads_into_it(client: FlaskClient, code: str) -> None:
    assert goes_to(client.get("/")) == f"/j/{code}"


def test_without_an_event_or_with_several_the_code_is_asked_for(desk: Console, client: FlaskClient) -> None:
    assert 'name="code"' in client.get("/").text
    desk.rooms.open("team_poker", "One")
    desk.rooms.open("team_poker", "Two")
    assert 'name="code"' in client.get("/").text


def test_a_code_is_read_in_any_case_and_with_spaces(client: FlaskClient, code: str) -> None:
    assert goes_to(client.get("/", query_string={"code": f" {code[:2].lower()} {code[2:].lower()} "})) == f"/j/{code}"
    assert client.get(f"/j/{code.lower()}").status_code == 200


def test_a_wrong_code_gets_a_sentence_and_keeps_what_was_typed(client: FlaskClient, code: str) -> None:
    answer = client.get("/", query_string={"code": "NOPE"})
    assert answer.status_code == 404
    assert "There is no event with this code" in answer.text
    assert 'value="NOPE"' in answer.text


def test_a_player_types_a_name_and_has_a_seat(desk: Console, client: FlaskClient, code: str) -> None:
    client.get(f"/j/{code}")
    assert goes_to(client.post(f"/j/{code}", data={"name": "Nguyễn Hoàng Anh"})) == f"/p/{code}"
    token = client.get_cookie(DEVICE_COOKIE)
    assert token
    holder = desk.rooms.state(code).seats[1]
    assert (holder.name, holder.device) == ("Nguyễn Hoàng Anh", digest(token.value))
    assert screen(client.get(f"/p/{code}")) == "phone"


def test_the_tokens_cookie_is_out_of_reach_for_scripts_and_other_sites(client: FlaskClient, code: str) -> None:
    cookie = client.get(f"/j/{code}").headers["Set-Cookie"]
    assert cookie.startswith(f"{DEVICE_COOKIE}=")
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie


def test_a_second_tap_on_join_takes_no_second_seat(desk: Console, client: FlaskClient, code: str) -> None:
    client.get(f"/j/{code}")
    for _ in range(2):
        assert goes_to(client.post(f"/j/{code}", data={"name": "Anh"})) == f"/p/{code}"
    assert len(desk.rooms.state(code).seats) == 1


def test_opening_the_join_link_with_a_seat_leads_to_the_phone(desk: Console, code: str) -> None:
    seat_people(desk.rooms, code, 1)
    assert goes_to(phone_of(desk, 1).get(f"/j/{code}")) == f"/p/{code}"


@pytest.mark.pitfall("cornucopia 2567")
@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("  \u200b ", "Type a name that others can read"),
        ("PLAYER\u200b 1", "Somebody is called"),
    ],
)
def test_a_name_that_cannot_be_is_refused_where_it_was_typed(
    desk: Console, client: FlaskClient, code: str, name: str, sentence: str
) -> None:
    seat_people(desk.rooms, code, 1)
    client.get(f"/j/{code}")
    answer = client.post(f"/j/{code}", data={"name": name})
    assert answer.status_code == 422
    assert sentence in answer.text
    assert f'value="{name}"' in answer.text
    assert len(desk.rooms.state(code).seats) == 1


def test_a_closed_door_and_a_full_room_say_so(desk: Console, client: FlaskClient, code: str) -> None:
    client.get(f"/j/{code}")
    desk.rooms.submit(code, Host(), "close", SetDoor(False))
    assert "The door is closed" in client.post(f"/j/{code}", data={"name": "Late"}).text
    desk.rooms.submit(code, Host(), "open", SetDoor(True))
    seat_people(desk.rooms, code, 13)
    assert "Every seat is taken" in client.post(f"/j/{code}", data={"name": "Late"}).text


def test_a_browser_without_cookies_is_told_so(client: FlaskClient, code: str) -> None:
    answer = client.post(f"/j/{code}", data={"name": "Anh"})
    assert answer.status_code == 422
    assert "keeps no cookies" in answer.text


def test_a_name_of_markup_runs_nowhere(desk: Console, client: FlaskClient, host: FlaskClient, code: str) -> None:
    markup = "<img src=x onerror=a>"
    client.get(f"/j/{code}")
    client.post(f"/j/{code}", data={"name": markup})
    assert desk.rooms.state(code).seats[1].name == markup
    for page in (client.get(f"/p/{code}"), client.get(f"/board/{code}"), host.get(f"/host/{code}")):
        assert "&lt;img src=x" in page.text
        assert "<img" not in page.text


def test_after_the_deal_a_newcomer_watches(desk: Console, client: FlaskClient) -> None:
    code = dealt(desk.rooms)
    door = client.get(f"/j/{code}").text
    assert "nobody new can play" in door and f'href="/p/{code}?watch=1"' in door and 'name="name"' not in door
    assert screen(client.get(f"/p/{code}")) == "watch"
    assert client.post(f"/j/{code}", data={"name": "Late"}).status_code == 422
    assert len(desk.rooms.state(code).seats) == 13


def test_before_the_deal_a_phone_without_a_seat_is_led_to_the_door(
    desk: Console, client: FlaskClient, code: str
) -> None:
    assert goes_to(client.get(f"/p/{code}")) == f"/j/{code}"


def test_a_freed_seats_phone_is_led_to_the_door(desk: Console, code: str) -> None:
    seat_people(desk.rooms, code, 1)
    desk.rooms.submit(code, Host(), "free", FreeSeat(1))
    assert goes_to(phone_of(desk, 1).get(f"/p/{code}")) == f"/j/{code}"


def test_fifteen_phones_behind_one_address_join_at_once(desk: Console, code: str) -> None:
    answers = []
    for number in range(15):
        client = desk.app.test_client()
        client.get(f"/j/{code}")
        answers.append(client.post(f"/j/{code}", data={"name": f"Guest {number}"}).status_code)
    assert answers == [303] * 13 + [422] * 2


def test_one_phone_that_never_stops_is_slowed_and_its_neighbours_are_not(desk: Console, code: str) -> None:
    busy, calm = desk.app.test_client(), desk.app.test_client()
    for client in (busy, calm):
        client.get(f"/j/{code}")
    said = [busy.post(f"/j/{code}", data={"name": ""}).text for _ in range(15)]
    assert "Wait a moment" not in said[0]
    assert "Wait a moment" in said[-1]
    assert goes_to(calm.post(f"/j/{code}", data={"name": "Calm"})) == f"/p/{code}"


def test_each_phone_sees_its_own_cards_on_first_paint_and_no_others(desk: Console) -> None:
    code = dealt(desk.rooms)
    held = desk.rooms.state(code).game.secret.held
    for seat in (1, 7):
        html = phone_of(desk, seat).get(f"/p/{code}").text
        shown = re.findall(r'name="cards" value="(\w+)"', html)
        assert sorted(shown) == sorted(card.value for card in held[seat])


# Board and host ------------------------------------------------------------------------------------------------------


@pytest.mark.pitfall("marveen 359", "pinokio 1101")
def test_anyone_may_look_at_the_board_and_its_qr_leads_to_the_lan_address(client: FlaskClient, code: str) -> None:
    answer = client.get(f"/board/{code}")
    assert screen(answer) == "board"
    assert "192.168.1.20:8013" in answer.text
    assert "localhost" not in re.sub(r"<(meta|link)[^>]*>", "", answer.text)


def test_a_board_can_be_light(client: FlaskClient, code: str) -> None:
    assert "board-page light" in client.get(f"/board/{code}?light=1").text
    assert "board-page light" not in client.get(f"/board/{code}").text


@pytest.mark.parametrize("path", ["/host", "/host/CODE"])
def test_a_stranger_is_asked_for_the_host_link(client: FlaskClient, code: str, path: str) -> None:
    answer = client.get(path.replace("CODE", code))
    assert answer.status_code == 200
    assert 'id="login"' in answer.text
    assert "Đêm chung kết" not in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/host/open",
        "/host/CODE/anew",
        "/host/cohosts",
        "/host/cohosts/x/revoke",
        "/host/address",
        "/host/wifi",
    ],
)
def test_a_stranger_can_do_nothing_of_the_hosts(desk: Console, client: FlaskClient, code: str, path: str) -> None:
    answer = client.post(path.replace("CODE", code), data={"game": "team_poker", "title": "x", "label": "x", "ip": "x"})
    assert answer.status_code == 403
    assert "Only the host" in answer.text
    assert desk.rooms.codes() == (code,)
    assert desk.rooms.state(code).number == 1


@pytest.mark.parametrize("form", ["csv", "xlsx", "json"])
def test_exports_are_for_the_host(client: FlaskClient, host: FlaskClient, code: str, form: str) -> None:
    assert client.get(f"/host/{code}/export.{form}").status_code == 403
    answer = host.get(f"/host/{code}/export.{form}")
    assert answer.status_code == 200
    assert f"thirteen-{code}.{form}" in answer.headers["Content-Disposition"]
    assert host.get(f"/host/{code}/export.exe").status_code == 404


@pytest.mark.parametrize("sent", [{"key": "guess"}, {"key": 5}, {}, [], "x", None])
def test_a_wrong_key_signs_nobody_in(client: FlaskClient, sent: object) -> None:
    assert client.post("/host/key", json=sent).status_code == 403
    assert client.post("/host/open", data={"game": "team_poker", "title": "x"}).status_code == 403


def test_the_host_opens_a_room_and_its_bare_address_leads_back_to_it(host: FlaskClient) -> None:
    path = goes_to(host.post("/host/open", data={"game": "team_poker", "title": "Friday"}))
    assert screen(host.get(path)) == "host"
    assert goes_to(host.get("/")) == path
    assert "Friday" in host.get("/host").text


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"game": "team_poker", "title": " "}, "Give the event a title"),
        ({"game": "snap", "title": "Friday"}, "could not be understood"),
    ],
)
def test_a_room_that_cannot_be_opened_says_why(
    desk: Console, host: FlaskClient, form: dict[str, str], sentence: str
) -> None:
    answer = host.post("/host/open", data=form)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert desk.rooms.codes() == ()


def test_who_signs_out_is_a_stranger_again(host: FlaskClient, code: str) -> None:
    assert goes_to(host.post("/host/out")) == "/host"
    assert host.get(f"/host/{code}/export.csv").status_code == 403


def test_a_co_hosts_link_signs_in_until_it_is_taken_back(desk: Console, host: FlaskClient, code: str) -> None:
    page = host.post("/host/cohosts", data={"label": "Lan"}).text
    key = re.search(r"http://192\.168\.1\.20:8013/host#key=([\w-]+)", page)
    assert key
    lan = desk.app.test_client()
    assert lan.post("/host/key", json={"key": key[1]}).status_code == 204
    assert screen(lan.get(f"/host/{code}")) == "host"
    assert lan.post("/host/cohosts", data={"label": "Another"}).status_code == 403
    assert key[1] not in host.get("/host").text
    (cohost,) = desk.access.cohosts()
    host.post(f"/host/cohosts/{cohost.id}/revoke")
    assert 'id="login"' in lan.get(f"/host/{code}").text


@pytest.mark.pitfall("marveen 359", "pinokio 1101")
def test_the_host_picks_the_address_that_phones_are_shown(desk: Console, host: FlaskClient, code: str) -> None:
    assert goes_to(host.post("/host/address", data={"ip": "10.0.0.7", "back": f"/host/{code}"})) == f"/host/{code}"
    assert "10.0.0.7:8013" in host.get(f"/board/{code}").text
    answer = host.post("/host/address", data={"ip": "8.8.8.8"})
    assert answer.status_code == 409
    assert "10.0.0.7:8013" in host.get(f"/board/{code}").text


def test_F2_a_deal_to_other_seats_after_an_undo_needs_a_new_seed(desk: Console, host: FlaskClient) -> None:
    code = dealt(desk.rooms, count=11)
    before = desk.rooms.state(code)
    assert host.post(f"/host/{code}/anew").status_code == 409
    desk.rooms.submit(code, Host(), "undo", Undo(before.number, "somebody left", past_reveal=True))
    desk.rooms.submit(code, Host(), "free", FreeSeat(11))
    assert goes_to(host.post(f"/host/{code}/anew")) == f"/host/{code}"
    after = desk.rooms.state(code)
    assert after.seed != before.seed
    assert after.commitment != before.commitment
