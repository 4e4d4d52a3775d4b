"""What the host covers the board with stands there, after a restart too, and nothing of the room beside it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app import Config, Console, World, create_app
from engine.game import Host
from engine.room.commands import BlankBoard, GivePoints, PutUpText, Undo
from tests.web.desk import Clock, dealt

TEXT = "Nghỉ <b>mười</b> phút"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def start(folder: Path) -> Console:
    clock = Clock()
    return create_app(Config(folder, async_mode="threading"), World(wall=clock.wall, monotonic=clock.monotonic))


@pytest.fixture
def desk(folder: Path) -> Iterator[Console]:
    console = start(folder)
    yield console
    console.store.close()


def board(desk: Console, code: str) -> str:
    return desk.app.test_client().get(f"/board/{code}").text


def test_a_line_of_text_stands_in_place_of_the_game_on_the_board_only(desk: Console) -> None:
    code = dealt(desk.rooms)
    assert 'id="clock-big"' in board(desk, code)
    desk.rooms.submit(code, Host(), "text", PutUpText(TEXT))
    covered = board(desk, code)
    assert "Nghỉ &lt;b&gt;mười&lt;/b&gt; phút" in covered and TEXT not in covered
    assert "clock-big" not in covered and "strip-seat" not in covered
    assert 'id="clock-top"' in covered, "a break needs its clock"
    assert "mười" not in desk.app.test_client().get(f"/p/{code}?watch=1").text


def test_a_blank_board_has_no_word_of_the_room_until_something_was_taken_back(desk: Console) -> None:
    code = dealt(desk.rooms)
    given = desk.rooms.submit(code, Host(), "points", GivePoints(1, 1, "sang a song")).number
    desk.rooms.submit(code, Host(), "blank", BlankBoard())
    blank = re.search(r'<div class="board .*', board(desk, code), re.S)
    assert blank and "blank" in blank[0]
    assert not re.search("Player|Friday|clock|Commitment", blank[0].split("</main>")[0])
    desk.rooms.submit(code, Host(), "undo", Undo(given, "a wrong seat", past_reveal=False))
    assert "a wrong seat" in board(desk, code), "what happened stands on every screen"


def test_the_cover_is_still_there_after_a_restart(folder: Path) -> None:
    first = start(folder)
    code = dealt(first.rooms)
    first.rooms.submit(code, Host(), "text", PutUpText(TEXT))
    first.store.close()
    again = start(folder)
    assert "mười" in board(again, code)
    again.store.close()


def test_the_ledger_says_what_the_board_was_covered_with(desk: Console) -> None:
    code = dealt(desk.rooms)
    desk.rooms.submit(code, Host("Lan"), "text", PutUpText("Back at nine"))
    desk.rooms.submit(code, Host("Lan"), "blank", BlankBoard())
    host = desk.app.test_client()
    host.get("/host")
    host.post("/host/key", json={"key": desk.access.host_key})
    lines = re.findall(r'class="line-number">\d+</span>.*?<p>(.*?)</p>', host.get(f"/host/{code}").text, re.S)
    assert [re.sub("<.*?>", "", line).split(" – ")[0].strip() for line in lines[:2]] == [
        "The board was blanked.",
        "The board shows a line of text: “Back at nine”",
    ]
