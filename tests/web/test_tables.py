"""Tables beside an event in one console: their frames never cross, and each has its own export (H11, F4)."""

import csv
import io
import json
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.conftest import ROOT, RunningConsole
from tests.web.visitors import Visitor


@dataclass
class Room:
    """One room with its host, its board and its players, all without a browser."""

    code: str
    title: str
    host: Visitor
    board: Visitor
    players: list[Visitor] = field(default_factory=list)

    @property
    def everyone(self) -> list[Visitor]:
        return [self.host, self.board, *self.players]

    def say(self, kind: str, **fields: Any) -> dict[str, Any]:
        answer = self.host.send(kind, **fields)
        assert answer["ok"], answer
        return answer

    def asked(self) -> tuple[Visitor, dict[str, Any]]:
        """Whose turn it is, and the commands that this phone offers, by kind."""
        for player in self.players:
            page = player.get(f"/p/{self.code}").text
            if 'id="turn"' in page:
                found = re.findall(r"data-command=\"({.+?})\"", page)
                offered = [json.loads(text.replace("&#34;", '"').replace("&quot;", '"')) for text in found]
                return player, {one["type"]: one["body"] for one in offered}
        raise AssertionError("nobody is asked")

    def act(self, *kinds: str) -> None:
        """The seat that is asked does the first of these that it may."""
        player, offered = self.asked()
        kind = next(kind for kind in kinds if kind in offered)
        answer = player.send(kind, **offered[kind])
        assert answer["ok"], answer


def open_room(console: RunningConsole, game: str, title: str, names: list[str]) -> Room:
    host = Visitor(console.url)
    host.log_in(console.host_key)
    code = host.open_room(title, game)
    host.connect(code, "host")
    room = Room(code, title, host, Visitor(console.url).connect(code, "board"))
    for name in names:
        player = Visitor(console.url)
        player.join(code, name)
        room.players.append(player.connect(code, "phone"))
    return room


@pytest.fixture
def three_rooms(console: RunningConsole) -> list[Room]:
    """A Team Poker event and two tables, all dealt."""
    rooms = [
        open_room(console, "team_poker", "Sự kiện Alpha", [f"Alpha {number}" for number in range(1, 14)]),
        open_room(console, "holdem", "Bàn Beta", ["Beta Anh", "Beta Bình", "Beta Chi", "Beta Dũng"]),
        open_room(console, "holdem", "Bàn Gamma", ["Gamma An", "Gamma Bảo"]),
    ]
    for room in rooms:
        room.say("CallDeal")
    return rooms


def test_an_event_and_two_tables_run_side_by_side_and_their_frames_never_cross(three_rooms: list[Room]) -> None:
    event, beta, gamma = three_rooms
    for _ in range(4):
        beta.act("Call", "Check")
        gamma.act("Call", "Check")
    event.say("LockNominations", round=1)
    beta.act("Fold")
    gamma.act("Check", "Call")
    event.say("SetTitle", title="Sự kiện Alpha 2")
    marks = {"Alpha": event, "Beta": beta, "Gamma": gamma}
    for mark, room in marks.items():
        others = [other for other in marks if other != mark]
        for visitor in room.everyone:
            frames = json.dumps(visitor.fragments, ensure_ascii=False)
            assert visitor.fragments
            assert mark in frames
            assert not [other for other in others if other in frames]
            assert not [other.code for other in marks.values() if other is not room and other.code in frames]


@pytest.mark.pitfall("texasholdem 39")
def test_H6_phone_and_board_say_that_a_raise_is_to_an_amount(console: RunningConsole) -> None:
    table = open_room(console, "holdem", "Bàn Beta", ["Anh", "Bình"])
    table.say("CallDeal")
    player, _ = table.asked()
    page = player.get(f"/p/{table.code}").text
    assert "Raise to, in coins over the whole hand" in page
    (kind, fields), lowest = lift(page)
    answer = player.send(kind, **fields, to=lowest + 10)
    assert answer["ok"] and f"raises to {lowest + 10}" in answer["say"], answer
    assert f"raises to {lowest + 10}" in table.board.get(f"/board/{table.code}").text
    for visitor in table.everyone:
        visitor.leave()


def lift(page: str) -> tuple[tuple[str, dict[str, Any]], int]:
    """The command of a phone's field for bets and raises, and the least that may stand in it."""
    form = re.search(r'<form class="raise"[^>]*data-command="({.+?})"', page)
    least = re.search(r'name="to"[^>]*min="(\d+)"', page)
    assert form and least
    command = json.loads(form[1].replace("&#34;", '"').replace("&quot;", '"'))
    return (command["type"], command["body"]), int(least[1])


def test_a_command_for_another_room_is_refused_there(three_rooms: list[Room]) -> None:
    _, beta, gamma = three_rooms
    stranger = beta.players[0]
    answer = stranger.send_raw({"room": gamma.code, "id": "x" * 16, "type": "Fold", "body": {"hand": 1, "turn": 1}})
    assert not answer["ok"]
    assert "folds" not in gamma.board.get(f"/board/{gamma.code}").text


@pytest.fixture
def closed(console: RunningConsole) -> Room:
    """A table of three after one hand, with coins sold in, one player gone and the table closed."""
    room = open_room(console, "holdem", "Bàn Beta", ["=1+1", "Bình", "Chi"])
    room.say("SellIn", hand=0, seat=1, coins=500)
    room.say("CallDeal")
    room.act("Call")
    player, _ = room.asked()
    assert player.send("LeaveSeat")["ok"]
    while 'id="turn"' in "".join(one.get(f"/p/{room.code}").text for one in room.players):
        room.act("Fold")
    return room


def test_the_exports_of_a_table_agree_on_stacks_and_net_results(closed: Room) -> None:
    closed.say("CloseTable", hand=1)
    content = closed.host.get(f"/host/{closed.code}/export.json").json()
    lines = {line["seat"]: (line["stack"], line["total"]) for line in content["standings"]}
    assert (
        sum(net for _, net in lines.values())
        + sum(one["account"]["cashed_out"] - one["account"]["sold_in"] for one in content["departed"])
        == 0
    )
    assert len(content["departed"]) == 1
    assert [hand["number"] for hand in content["hands"]] == [1]
    assert len(content["hands"][0]["holes"]) == 3
    rows = list(csv.reader(io.StringIO(closed.host.get(f"/host/{closed.code}/export.csv").content.decode("utf-8-sig"))))
    parts = [place for place, row in enumerate(rows) if not row]
    results, actions = rows[1 : parts[0]], rows[parts[1] + 2 :]
    assert {int(row[1]): (int(row[3]), int(row[4])) for row in results if row[0] != "has left"} == lines
    assert [row[0] for row in results if row[0] == "has left"] == ["has left"]
    assert len(actions) == len(content["hands"][0]["actions"])
    assert not [cell for row in rows for cell in row if cell.startswith("=")]
    book = openpyxl.load_workbook(io.BytesIO(closed.host.get(f"/host/{closed.code}/export.xlsx").content))
    assert book.sheetnames == ["Results", "Hands played", "Actions", "Ledger"]
    sheet = list(book["Results"].iter_rows(min_row=2, values_only=True))
    assert {row[1]: (row[3], row[4]) for row in sheet if row[0] != "has left"} == lines


def test_F4_while_the_table_is_open_no_export_holds_a_card_that_was_not_shown(closed: Room) -> None:
    content = closed.host.get(f"/host/{closed.code}/export.json").json()
    assert "seed" not in content
    assert [hand["holes"] for hand in content["hands"]] == [[]]
    sealed = [row for row in content["log"] if "content" not in row]
    assert sealed
    phh = closed.host.get(f"/host/{closed.code}/export.phhs")
    assert phh.status_code == 200
    assert phh.headers["Content-Type"].startswith("text/plain")


def test_a_team_poker_event_has_no_phh_file(console: RunningConsole) -> None:
    host = Visitor(console.url)
    host.log_in(console.host_key)
    code = host.open_room("Friday")
    assert host.get(f"/host/{code}/export.phhs").status_code == 404


def test_H12_who_comes_to_a_full_table_watches_and_takes_a_seat_when_one_is_free(console: RunningConsole) -> None:
    room = open_room(console, "holdem", "Bàn Beta", ["An", "Bình", "Chi", "Dũng"])
    room.say("CallDeal")
    guest = Visitor(console.url)
    assert 'id="watch"' in guest.get(f"/j/{room.code}").text
    assert 'data-screen="watch"' in guest.get(f"/p/{room.code}").text
    player, _ = room.asked()
    assert player.send("LeaveSeat")["ok"]
    while 'id="turn"' in "".join(one.get(f"/p/{room.code}").text for one in room.players if one is not player):
        room.act("Fold")
    assert 'data-screen="watch"' in guest.get(f"/p/{room.code}?watch=1").text
    guest.join(room.code, "Muộn")
    ledger = [line for line in ledger_lines(room) if "leaves" in line or "took seat" in line]
    assert "Muộn took seat" in ledger[0]
    assert re.search("(An|Bình|Chi|Dũng) leaves", ledger[1])
    assert 'data-screen="phone"' in guest.get(f"/p/{room.code}").text


def test_F4_the_verifier_repeats_every_draw_and_result_of_a_table_from_its_export(closed: Room, tmp_path: Path) -> None:
    closed.say("CloseTable", hand=1)
    text = closed.host.get(f"/host/{closed.code}/export.json").text
    assert verify(text, tmp_path) == 0
    hole = json.loads(text)["hands"][0]["holes"][0]["cards"]
    assert verify(text.replace(f'"{hole[0]}"', '"other"').replace(f'"{hole[1]}"', f'"{hole[0]}"'), tmp_path) != 0
    assert (
        verify(re.sub(r'"stack": (\d+)', lambda found: f'"stack": {int(found[1]) + 1}', text, count=1), tmp_path) != 0
    )


def ledger_lines(room: Room) -> list[str]:
    """The host's ledger, the newest line first."""
    page = room.host.get(f"/host/{room.code}").text
    return re.findall(r'<li id="line-\d+".*?<p>(.*?)</p>', page, flags=re.S)


def verify(text: str, folder: Path) -> int:
    """The exit code of the verifier over this export."""
    file = folder / "export.json"
    file.write_text(text, encoding="utf-8")
    command = [sys.executable, str(ROOT / "scripts" / "verify.py"), str(file)]
    return subprocess.run(command, capture_output=True, check=False, timeout=60).returncode
