"""The console as a process: it starts, says how to go on when it cannot, and comes back after the worst."""

import subprocess
import sys
from pathlib import Path

import pytest

from app import main
from tests.conftest import ROOT, RunningConsole
from tests.web.visitors import Visitor, cards_of


def start_another(*options: str) -> tuple[int, str]:
    """Try to start one more console; its exit code and what it said."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "app.py"), "--no-browser", *options],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stderr


def test_it_prints_the_hosts_link_and_where_phones_go(console: RunningConsole) -> None:
    assert console.host_link in console.log()
    assert "Phones" in console.log()


def test_it_ends_when_asked_and_says_nothing_more(console: RunningConsole) -> None:
    before = console.log()
    assert console.stop() == 0
    assert console.log() == before


def test_a_second_console_on_the_same_data_is_refused_with_a_way_on(console: RunningConsole) -> None:
    code, said = start_another("--data", str(console.data), "--port", "1")
    assert code == 1
    assert "Another Thirteen runs on" in said and "--data" in said
    assert "Traceback" not in said


def test_a_port_that_is_taken_is_named_with_a_way_on(console: RunningConsole, tmp_path: Path) -> None:
    code, said = start_another("--data", str(tmp_path / "other"), "--port", str(console.port))
    assert code == 1
    assert f"Port {console.port} is taken" in said and "--port" in said
    assert "Traceback" not in said


def test_a_folder_that_cannot_be_made_is_named_without_a_trace(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="ascii")
    code, said = start_another("--data", str(tmp_path / "file" / "data"), "--port", "1")
    assert code == 1
    assert "Thirteen cannot start" in said and "Traceback" not in said


@pytest.mark.parametrize("url", ["example.org", "ftp://example.org", "http://example.org/path"])
def test_a_public_address_that_is_none_is_refused_before_anything_starts(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--public-url", url])
    assert ended.value.code == 2
    assert "--public-url" in capsys.readouterr().err


def test_a_public_address_is_answered_and_shown_to_phones(tmp_path: Path) -> None:
    console = RunningConsole(tmp_path, options=("--public-url", "https://poker.example.org"))
    console.start()
    try:
        visitor = Visitor(console.url)
        visitor.log_in(console.host_key)
        code = visitor.open_room()
        behind_a_proxy = {"Host": "poker.example.org", "Origin": "https://poker.example.org"}
        page = visitor.http.get(f"{console.url}/board/{code}", headers=behind_a_proxy, timeout=10)
        assert page.status_code == 200
        assert "poker.example.org" in page.text
        visitor.leave()
    finally:
        console.stop()


def test_killed_in_mid_vote_it_comes_back_held_with_the_same_cards_and_goes_on(console: RunningConsole) -> None:
    host = Visitor(console.url)
    host.log_in(console.host_key)
    code = host.open_room()
    host.connect(code, "host")
    phones = [Visitor(console.url) for _ in range(10)]
    for number, phone in enumerate(phones, 1):
        phone.join(code, f"Player {number}")
        phone.connect(code, "phone")
    assert host.send("CallDeal")["ok"]
    held = [cards_of(phone.get(f"/p/{code}").text) for phone in phones]
    for phone, cards in zip(phones[:3], held, strict=False):
        assert phone.send("ProposeHand", round=1, cards=cards, invited=[])["ok"]
    before = host.get(f"/host/{code}/export.json").json()

    console.kill()
    for visitor in (host, *phones):
        visitor.leave()
    console.start()

    again = host.get(f"/host/{code}/export.json").json()
    assert again["log"][: len(before["log"])] == before["log"]
    (paused,) = again["log"][-1]["content"]["events"]
    assert (paused["type"], paused["body"]["held"]) == ("ClockPaused", True)
    assert "The console was away" in phones[5].get(f"/p/{code}").text
    for phone, cards in zip(phones, held, strict=True):
        assert set(cards_of(phone.get(f"/p/{code}").text)) <= set(cards)
    host.connect(code, "host")
    assert host.send("Resume")["ok"]
    assert host.send("LockNominations", round=1)["ok"]
    phones[4].connect(code, "phone")
    for visitor in (host, *phones):
        visitor.leave()


def test_a_page_sees_its_fragment_again_after_a_restart_and_each_change_once(console: RunningConsole) -> None:
    host = Visitor(console.url)
    host.log_in(console.host_key)
    code = host.open_room()
    console.kill()
    console.start()
    host.connect(code, "host")
    board = Visitor(console.url).connect(code, "board")
    host.socket.sleep(1.5)
    seen = len(board.fragments)
    assert host.send("SetTitle", title="Once")["ok"]
    host.socket.sleep(0.5)
    assert [fragment["html"].count("Once") > 0 for fragment in board.fragments[seen:]] == [True]
    host.leave()
    board.leave()
