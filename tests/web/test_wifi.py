"""The room's Wi-Fi as a code: what a phone reads off it, what a form may say, and who is shown it."""

import json
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from app import Config, Console, create_app
from engine.game import Refused
from tests.web.desk import dealt, seat_people
from tests.web.test_network import read
from web.network import qr_svg
from web.wifi import Wifi, kept, to_keep, typed


def unescaped(offer: str) -> dict[str, str]:
    """A Wi-Fi offer's fields, read as phones do: a backslash takes the next character as it is."""
    assert offer.startswith("WIFI:") and offer.endswith(";;")
    fields = re.findall(r"([A-Z]):((?:[^\\;]|\\.)*);", offer.removeprefix("WIFI:"))
    return {field: re.sub(r"\\(.)", r"\1", value) for field, value in fields}


@pytest.mark.parametrize(
    ("name", "password", "security"),
    [
        ("Guest", "password1", "WPA"),
        ("Nhà hàng Sông Hương", "mật khẩu", "WPA"),
        (r"a\b;c,d:e", r'p\;,:"q"', "WPA"),
        ('"quoted"', r"ends with \\", "WEP"),
        (";;", "::::::::", "WPA"),
        ("Quán 🎲", "12345678", "WPA"),
    ],
)
def test_a_phone_reads_name_and_password_back_off_the_code(name: str, password: str, security: str) -> None:
    wifi = typed(name, password, security)
    assert wifi
    (offer,) = read(qr_svg(wifi.qr_text))
    assert unescaped(offer) == {"T": security, "S": name, "P": password, "H": "false"}


def test_special_characters_are_escaped_each_with_a_backslash() -> None:
    wifi = Wifi(r'a\;,":', "p:w", "WPA")
    assert wifi.qr_text == r"WIFI:T:WPA;S:a\\\;\,\"\:;P:p\:w;H:false;;"


def test_an_open_network_has_no_password_in_its_code() -> None:
    wifi = typed("Free", "left over", "nopass")
    assert wifi == Wifi("Free", "", "nopass")
    assert read(qr_svg(wifi.qr_text)) == ["WIFI:T:nopass;S:Free;H:false;;"]


def test_an_empty_name_means_no_code() -> None:
    assert typed("  ", "password1", "WPA") is None


@pytest.mark.parametrize(
    ("name", "password", "security", "reason"),
    [
        ("x" * 33, "password1", "WPA", "wifi_name_too_long"),
        ("Đ" * 17, "password1", "WPA", "wifi_name_too_long"),
        ("Guest", "short", "WPA", "wifi_password_length"),
        ("Guest", "x" * 64, "WPA", "wifi_password_length"),
        ("Guest", "", "WEP", "wifi_password_length"),
        ("Guest", "password1", "WPA9", "unreadable"),
        ("Gu\nest", "password1", "WPA", "unreadable"),
        ("Guest", "pass\x00word", "WPA", "unreadable"),
    ],
)
def test_what_no_network_can_be_is_refused(name: str, password: str, security: str, reason: str) -> None:
    with pytest.raises(Refused) as refused:
        typed(name, password, security)
    assert refused.value.reason == reason


def test_a_network_comes_out_of_its_note_as_it_went_in() -> None:
    wifi = Wifi('Quán "Đêm" 🎲', "mật:khẩu", "WPA")
    assert kept(to_keep(wifi)) == wifi
    assert kept(None) is None


def fill_in(host: FlaskClient, name: str, password: str = "mật:khẩu;1") -> int:
    form = {"name": name, "password": password, "security": "WPA", "back": "/host"}
    return host.post("/host/wifi", data=form).status_code


def test_the_board_shows_the_code_and_the_name_until_the_deal(desk: Console, host: FlaskClient) -> None:
    code = desk.rooms.open("team_poker", "Friday")
    assert 'id="wifi-qr"' not in host.get(f"/board/{code}").text
    assert fill_in(host, "Quán <Đêm>") == 303
    page = host.get(f"/board/{code}").text
    assert 'id="wifi-qr"' in page and "Quán &lt;Đêm&gt;" in page
    svgs = re.findall(r"<svg xmlns.*?</svg>", page, re.DOTALL)
    assert next(one for svg in svgs for one in read(svg)) == r"WIFI:T:WPA;S:Quán <Đêm>;P:mật\:khẩu\;1;H:false;;"
    assert "mật:khẩu" not in page
    code = dealt(desk.rooms)
    assert 'id="wifi-qr"' not in host.get(f"/board/{code}").text


def test_phones_are_not_told_of_the_network(desk: Console, host: FlaskClient) -> None:
    code = desk.rooms.open("team_poker", "Friday")
    seat_people(desk.rooms, code, 2)
    fill_in(host, "Quán Đêm")
    phone = desk.app.test_client()
    phone.set_cookie("thirteen_device", "phone 1")
    assert "Quán Đêm" not in phone.get(f"/p/{code}").text
    assert "Quán Đêm" in host.get(f"/host/{code}").text


def test_the_network_is_no_part_of_the_log_and_is_there_after_a_restart(
    desk: Console, host: FlaskClient, tmp_path: Path
) -> None:
    code = desk.rooms.open("team_poker", "Friday")
    before = desk.rooms.state(code).number
    fill_in(host, "Quán Đêm")
    assert desk.rooms.state(code).number == before
    assert json.loads(desk.store.note("wifi") or "")["name"] == "Quán Đêm"
    again = create_app(Config(tmp_path, async_mode="threading"))
    assert again.joining.wifi == Wifi("Quán Đêm", "mật:khẩu;1", "WPA")
    again.store.close()


def test_an_empty_name_takes_the_code_off_the_board(desk: Console, host: FlaskClient) -> None:
    code = desk.rooms.open("team_poker", "Friday")
    fill_in(host, "Quán Đêm")
    assert fill_in(host, "") == 303
    assert 'id="wifi-qr"' not in host.get(f"/board/{code}").text
    assert desk.store.note("wifi") is None


def test_a_refusal_is_a_page_with_words_and_changes_nothing(desk: Console, host: FlaskClient) -> None:
    answer = host.post("/host/wifi", data={"name": "Quán", "password": "short", "security": "WPA"})
    assert answer.status_code == 409
    assert "between 8 and 63" in answer.text
    assert desk.joining.wifi is None


def test_only_a_host_names_the_network(desk: Console) -> None:
    assert fill_in(desk.app.test_client(), "Evil twin") == 403
    assert desk.joining.wifi is None
