"""The console as a process: it starts, says how to go on when it cannot, and comes back after the worst."""

import json
import re
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from app import main
from tests.conftest import ROOT, RunningConsole
from tests.web.visitors import PATIENCE, Visitor, cards_of
from web.schema import FILE


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


@dataclass
class Room:
    """An event with its host and 13 phones, whose pages come back by themselves."""

    code: str
    host: Visitor
    phones: list[Visitor]

    @classmethod
    def open(cls, console: RunningConsole) -> "Room":
        host = Visitor(console.url)
        host.log_in(console.host_key)
        room = cls(host.open_room(), host, [Visitor(console.url) for _ in range(13)])
        host.connect(room.code, "host", comes_back=True)
        for number, phone in enumerate(room.phones, 1):
            phone.join(room.code, f"Player {number}")
            phone.connect(room.code, "phone", comes_back=True)
        return room

    def page(self, seat: int) -> str:
        return self.phones[seat - 1].get(f"/p/{self.code}").text

    def say(self, kind: str, **fields: Any) -> int:
        """The host does this; the number of the row."""
        answer = self.host.send(kind, **fields)
        assert answer["ok"], answer
        number: int = answer["number"]
        return number

    def seat(self, seat: int, kind: str, **fields: Any) -> None:
        answer = self.phones[seat - 1].send(kind, round=1, **fields)
        assert answer["ok"], answer

    def six_act(self) -> None:
        """Two hands alone, one of two seats, and one that two seats have begun."""
        cards = {seat: cards_of(self.page(seat)) for seat in range(1, 7)}
        for seat in (1, 2):
            self.seat(seat, "ProposeHand", cards=cards[seat], invited=[])
        for first, second, given in ((3, 4, 2), (5, 6, 1)):
            self.seat(first, "ProposeHand", cards=cards[first][:1], invited=[second])
            (hand,) = re.findall(r'id="asked-([0-9a-f]+)"', self.page(second))
            self.seat(second, "PledgeCards", hand=hand, cards=cards[second][:given])

    def log(self) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = self.host.get(f"/host/{self.code}/export.json").json()["log"]
        return rows

    def leave(self) -> None:
        for visitor in (self.host, *self.phones):
            visitor.leave()


def what_it_holds(page: str) -> list[str]:
    """A phone's cards, where they lie in hands, and those hands, in the page's own words and order."""
    return re.findall(
        r'name="cards" value="\w+"|aria-label="[^"]*of [a-z]+"|id="hand-[0-9a-f]+"|id="said-[0-9a-f]+"', page
    )


def dealt(data: Path) -> dict[str, Any]:
    """The deal as it stands on the disk."""
    with closing(sqlite3.connect(f"file:{data / FILE}?mode=ro", uri=True)) as database:
        rows = [json.loads(content) for (content,) in database.execute("SELECT content FROM log")]
    events = (event for row in rows for event in row["events"])
    return next(event["body"] for event in events if event["type"] == "CardsDealt")


@pytest.mark.pitfall("terraforming-mars 4044")
def test_killed_after_6_of_13_have_acted_it_comes_back_with_the_same_cards_pledges_and_deck(
    console: RunningConsole,
) -> None:
    room = Room.open(console)
    room.say("CallDeal")
    room.six_act()
    before, log = [what_it_holds(room.page(seat)) for seat in range(1, 14)], room.log()
    assert all(len(set(held)) >= 3 for held in before)
    deal = dealt(console.data)
    console.kill()
    console.start()
    again = room.log()
    assert again[: len(log)] == log
    (paused,) = again[-1]["content"]["events"]
    assert (paused["type"], paused["body"]["held"]) == ("ClockPaused", True)
    assert "The console was away" in room.page(7)
    assert [what_it_holds(room.page(seat)) for seat in range(1, 14)] == before
    wait_for_all(room.host, *room.phones)
    room.say("Resume")
    room.say("LockNominations", round=1)
    room.say("CloseVote", round=1)
    for phase in ("matched", "hands_up", "first_neutral"):
        room.say("Next", round=1, phase=phase)
    neutral = [event["body"]["card"] for row in room.log()[-2:] for event in row["content"]["events"]]
    assert neutral == deal["main_deck"][:2]
    room.leave()


def wait_for_all(*visitors: Visitor) -> None:
    """Until every page has its connection and its fragment again."""
    until = time.monotonic() + PATIENCE
    while not all(one.socket.connected and one.socket.get_sid() for one in visitors):
        assert time.monotonic() < until
        time.sleep(0.05)
    for one in visitors:
        assert one.socket.call("probe", {"number": 0}, timeout=PATIENCE)["number"]


@pytest.mark.pitfall("socket.io 3382", "Flask-SocketIO 470")
def test_after_a_restart_with_all_pages_open_the_next_change_reaches_each_of_them_once(
    console: RunningConsole,
) -> None:
    room = Room.open(console)
    board, watcher = (Visitor(console.url).connect(room.code, screen, comes_back=True) for screen in ("board", "watch"))
    everyone = (room.host, board, watcher, *room.phones)
    room.say("CallDeal")
    console.kill()
    console.start()
    wait_for_all(*everyone)
    room.host.socket.sleep(2)  # what presence and the roll call have to say
    seen = [len(one.fragments) for one in everyone]
    changes = [room.say("Resume"), room.say("LockNominations", round=1)]
    room.host.socket.sleep(1)
    for one, count in zip(everyone, seen, strict=True):
        news = [fragment["number"] for fragment in one.fragments[count:]]
        assert news == changes or (one is watcher and news == changes[1:]), one.screen
    room.leave()
    board.leave()
    watcher.leave()
