"""What holds for every page: no script of its own, no stranger's form, a language, and a sentence with a way on."""

import re

import pytest
from flask.testing import FlaskClient

from app import Console
from tests.web.desk import dealt
from tests.web.house import goes_to, phone_of


@pytest.fixture
def code(desk: Console) -> str:
    return desk.rooms.open("team_poker", "Friday")


@pytest.mark.parametrize("path", ["/", "/j/AAAA", "/host", "/nowhere"])
def test_no_page_lets_a_script_of_its_own_run(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    policy = answer.headers["Content-Security-Policy"]
    assert "script-src 'self';" in policy and "unsafe" not in policy
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
    assert "connect-src 'self' ws://localhost wss://localhost" in policy
    assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=|<style", answer.text)
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"] == "no-store"


def test_every_screen_keeps_the_same_rule(desk: Console, host: FlaskClient) -> None:
    code = dealt(desk.rooms)
    pages = [phone_of(desk, 1).get(f"/p/{code}"), phone_of(desk, 99).get(f"/p/{code}"), host.get(f"/board/{code}")]
    for page in (*pages, host.get(f"/host/{code}"), host.get("/host")):
        assert page.status_code == 200
        assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=|<style", page.text)


def test_libraries_and_fonts_are_kept_by_browsers_and_our_own_files_asked_for_anew(client: FlaskClient) -> None:
    with client.get("/static/css/base.css") as own:
        assert own.headers["Cache-Control"] == "no-cache"
        assert "Set-Cookie" not in own.headers
        known = {"If-None-Match": own.headers["ETag"]}
    with client.get("/static/css/base.css", headers=known) as again:
        assert again.status_code == 304
    with client.get("/static/vendor/idiomorph.min.js") as library:
        assert library.headers["Cache-Control"] == "public, max-age=86400"


@pytest.mark.parametrize(
    ("path", "status", "sentence"),
    [
        ("/nowhere", 404, "There is no such page"),
        ("/j/AAAA", 404, "There is no event with this code"),
        ("/p/AAAA", 404, "There is no event with this code"),
        ("/board/AAAA", 404, "There is no event with this code"),
        ("/host/open", 404, "There is no"),
        ("/board/%00", 404, "There is no event with this code"),
    ],
)
def test_what_is_not_there_is_a_page_with_a_way_on(client: FlaskClient, path: str, status: int, sentence: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, sentence in answer.text) == (status, True), answer.text
    assert 'href="/"' in answer.text


def test_a_failure_of_ours_shows_a_sentence_and_no_trace(
    desk: Console, client: FlaskClient, code: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_code: str) -> None:
        raise ZeroDivisionError("a secret of the house")

    monkeypatch.setattr(desk.rooms, "state", broken)
    answer = client.get(f"/board/{code}")
    assert answer.status_code == 500
    assert "Something went wrong here" in answer.text
    assert "secret of the house" not in answer.text and "Traceback" not in answer.text
    assert "secret of the house" in caplog.text


def test_a_name_that_is_not_the_consoles_is_not_answered(client: FlaskClient, code: str) -> None:
    answer = client.get(f"/board/{code}", headers={"Host": "evil.example.org"})
    assert answer.status_code == 400
    assert "does not answer to that address" in answer.text
    assert code not in answer.text


@pytest.mark.parametrize("origin", ["http://evil.example.org", "null", "https://localhost.evil.org"])
def test_another_sites_form_does_nothing(desk: Console, host: FlaskClient, origin: str) -> None:
    answer = host.post("/host/open", data={"game": "team_poker", "title": "x"}, headers={"Origin": origin})
    assert answer.status_code == 403
    assert desk.rooms.codes() == ()
    own = host.post("/host/open", data={"game": "team_poker", "title": "x"}, headers={"Origin": "http://localhost"})
    assert own.status_code == 303


def test_a_request_without_end_is_refused(client: FlaskClient, code: str) -> None:
    client.get(f"/j/{code}")
    answer = client.post(f"/j/{code}", data={"name": "x" * 100_000})
    assert answer.status_code == 413
    assert "too much at once" in answer.text


def test_the_language_is_the_browsers_until_one_is_chosen(desk: Console, client: FlaskClient) -> None:
    assert '<html lang="en"' in client.get("/", headers={"Accept-Language": "xx, en;q=0.5"}).text
    assert '<html lang="en"' in client.get("/", headers={"Accept-Language": "de"}).text
    answer = client.post("/lang", data={"lang": "en", "back": "/host"})
    assert goes_to(answer) == "/host"
    assert client.get_cookie("thirteen_lang")
    assert goes_to(client.get("/host?lang=en")) == "/host"


def test_the_board_speaks_its_own_language_beside_the_hosts_page_in_the_same_browser(
    client: FlaskClient, code: str
) -> None:
    client.post("/lang", data={"lang": "en", "back": "/host"})
    assert '<html lang="en"' in client.get(f"/board/{code}").text
    assert goes_to(client.get(f"/board/{code}?lang=vi")) == f"/board/{code}"
    board = client.get(f"/board/{code}").text
    assert '<html lang="vi"' in board and 'data-lang="vi"' in board
    assert '<html lang="en"' in client.get(f"/j/{code}").text


@pytest.mark.parametrize("back", ["https://evil.org/", "//evil.org", "/\\evil.org", "javascript:x", "/a\nb", ""])
def test_choosing_a_language_leads_nowhere_else(client: FlaskClient, back: str) -> None:
    assert goes_to(client.post("/lang", data={"lang": "en", "back": back})) == "/"


def test_a_language_that_we_do_not_speak_is_not_kept(client: FlaskClient) -> None:
    client.post("/lang", data={"lang": "tlh", "back": "/"})
    assert client.get_cookie("thirteen_lang") is None


def test_the_console_says_that_it_is_well(client: FlaskClient) -> None:
    assert client.get("/healthz").text == "ok"
