"""Final scores and penalties in three formats that agree; nothing secret leaves before the end."""

import csv
import io
import json
from dataclasses import replace
from typing import Any

import openpyxl
import pytest

from engine.cards import DECK
from engine.chain import GENESIS, canonical, leaf, link
from engine.game import Host, Player
from engine.room.commands import GivePoints, Guest, RenameSeat, SetAbsent, TakeSeat
from engine.team_poker.commands import CastBallot, ChangeSettings, CloseVote, Next
from engine.team_poker.phase import Phase
from engine.team_poker.rules import Settings
from tests.web.desk import START, device_of, voting
from tests.web.desk import export_of as of
from web.exports import export
from web.rooms import Rooms
from web.scenes import Line
from web.tables import Export

AS_FORMULA = ("=1+1", "+1", "-1", "@A")


def finished(rooms: Rooms) -> str:
    """An event of one round with a showdown, points by hand, an absent seat and names like formulas."""
    code = voting(rooms, candidates=2)
    host = Host()
    for seat, name in enumerate((*AS_FORMULA, "Đặng Ngọc Ánh 🎲"), 1):
        rooms.submit(code, host, f"name-{seat}", RenameSeat(seat, name))
    rooms.submit(code, host, "points", GivePoints(3, 5, "sang a song"))
    rooms.submit(code, host, "absent", SetAbsent(13, True))
    for step in range(60):
        following = rooms.state(code).game.public
        if following.phase is Phase.FINAL:
            return code
        rooms.submit(code, host, f"next-{step}", _next(following))
    raise AssertionError("the event did not end")


def _next(table: Any) -> Any:
    from engine.team_poker.commands import LockNominations

    if table.phase is Phase.NOMINATING:
        return LockNominations(table.round)
    return CloseVote(table.round) if table.phase is Phase.VOTING else Next(table.round, table.phase)


def read_csv(what: Export) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(export(what, "csv").decode("utf-8-sig"))))


def read_xlsx(what: Export, sheet: str = "Standings") -> list[list[Any]]:
    book = openpyxl.load_workbook(io.BytesIO(export(what, "xlsx")))
    return [[cell.value for cell in row] for row in book[sheet].iter_rows()]


def read_json(what: Export) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(export(what, "json"))
    return found


def test_the_three_formats_agree(rooms: Rooms) -> None:
    what = of(rooms, finished(rooms))
    head, *lines = read_xlsx(what)
    assert head[:8] == ["Rank", "Seat", "Name", "Points", "Penalties", "Points by hand", "Total", "Result"]
    assert head[8:] == [f"Round {number}" for number in range(1, 6)]
    by_seat = {line["seat"]: line for line in read_json(what)["standings"]}
    for row, line in zip(read_csv(what), lines, strict=True):
        assert [row["Rank"], row["Seat"], row["Total"]] == [str(line[0]), str(line[1]), str(line[6])]
        found = by_seat[line[1]]
        assert [found[key] for key in ("rank", "seat", "name", "points", "penalties", "by_hand", "total")] == line[:7]


def test_T14_points_by_hand_stand_apart_and_count(rooms: Rooms) -> None:
    rows = {row["Seat"]: row for row in read_csv(of(rooms, finished(rooms)))}
    assert rows["3"]["Points by hand"] == "5"
    for row in rows.values():
        assert int(row["Total"]) == int(row["Points"]) + int(row["Penalties"]) + int(row["Points by hand"])
        assert sum(int(row[f"Round {number}"]) for number in range(1, 6)) == int(row["Points"]) + int(row["Penalties"])


def test_T13_T15_winners_losers_and_the_absent_are_named(rooms: Rooms) -> None:
    results = {row["Seat"]: row["Result"] for row in read_csv(of(rooms, finished(rooms)))}
    assert results["3"] == "winner"
    assert results["13"] == "absent"
    assert "loser" in results.values()


@pytest.mark.pitfall("Eventra 2287", "glpi 24086")
def test_a_name_like_a_formula_stays_text(rooms: Rooms) -> None:
    what = of(rooms, finished(rooms))
    names = {row["Seat"]: row["Name"] for row in read_csv(what)}
    assert [names[str(seat)] for seat in (1, 2, 3, 4)] == [f"'{name}" for name in AS_FORMULA]
    assert names["5"] == "Đặng Ngọc Ánh 🎲"
    book = openpyxl.load_workbook(io.BytesIO(export(what, "xlsx")))
    cells = {row[1].value: row[2] for row in book.worksheets[0].iter_rows(min_row=2)}
    assert [(cells[seat].value, cells[seat].data_type) for seat in (1, 2, 3, 4)] == [(name, "s") for name in AS_FORMULA]


@pytest.mark.pitfall("Eventra 2287", "glpi 24086")
@pytest.mark.parametrize("lead", ["=", "+", "-", "@", "\t", "\r"])
def test_whatever_a_text_begins_with_no_cell_is_a_formula(rooms: Rooms, lead: str) -> None:
    what = replace(of(rooms, finished(rooms)), gettext=lambda text: lead + text)
    head = next(csv.reader(io.StringIO(export(what, "csv").decode("utf-8-sig"), newline="")))
    assert head[:2] == [f"'{lead}Rank", f"'{lead}Seat"]
    sheet = openpyxl.load_workbook(io.BytesIO(export(what, "xlsx"))).worksheets[0]
    assert {cell.data_type for cell in sheet[1]} == {"s"}
    assert str(sheet.cell(1, 1).value).replace("_x000D_", "\r") == f"{lead}Rank"


@pytest.mark.pitfall("Eventra 2287", "glpi 24086")
def test_accents_and_emoji_open_right_in_a_spreadsheet(rooms: Rooms) -> None:
    what = of(rooms, finished(rooms))
    assert export(what, "csv").startswith("\ufeffRank,Seat".encode())
    assert {row["Seat"]: row["Name"] for row in read_csv(what)}["5"] == "Đặng Ngọc Ánh 🎲"
    assert {row[1]: row[2] for row in read_xlsx(what)}[5] == "Đặng Ngọc Ánh 🎲"


def test_the_record_holds_the_ledger_in_sentences(rooms: Rooms) -> None:
    code = finished(rooms)
    ledger = (Line(4, START, "=Host", ("=SUM(A1)", "And more."), False), Line(5, START, "", ("Gone.",), True))
    head, *lines = read_xlsx(of(rooms, code, ledger), sheet="Ledger")
    assert head == ["Row", "Time", "Who", "What", "Taken back"]
    assert [[line[0], line[2], line[3], line[4]] for line in lines] == [
        [4, "=Host", "=SUM(A1) And more.", None],
        [5, None, "Gone.", "taken back"],
    ]


def test_F4_at_the_end_the_json_holds_the_seed_and_every_row(rooms: Rooms) -> None:
    code = finished(rooms)
    content = read_json(of(rooms, code))
    assert content["secret_until_end"] is False
    assert content["seed"] == rooms.state(code).seed
    assert len(content["log"]) == rooms.state(code).number
    dealt = [event for row in content["log"] for event in row["content"]["events"] if event["type"] == "CardsDealt"]
    cards = [card for hand in dealt[0]["body"]["hands"] for card in hand["cards"]] + dealt[0]["body"]["main_deck"]
    assert sorted(cards) == sorted(card.value for card in DECK)


def check_chain(log: list[dict[str, Any]]) -> int:
    """Follow the chain of digests; returns how many rows were opened on the way."""
    previous, opened = GENESIS, 0
    for row in log:
        if "content" in row:
            assert leaf(row["salt"], canonical(row["content"])) == row["leaf"]
            opened += 1
        assert link(previous, row["number"], row["leaf"]) == row["digest"]
        previous = row["digest"]
    return opened


def test_the_chain_of_digests_holds_at_the_end_and_on_the_way(rooms: Rooms) -> None:
    code = voting(rooms)
    running = read_json(of(rooms, code))["log"]
    assert 0 < check_chain(running) < len(running)
    over = finished(rooms)
    log = read_json(of(rooms, over))["log"]
    assert check_chain(log) == len(log)


def test_what_was_sealed_on_the_way_fits_what_is_opened_at_the_end(rooms: Rooms) -> None:
    code = voting(rooms, candidates=2)
    running = read_json(of(rooms, code))["log"]
    for step in range(60):
        table = rooms.state(code).game.public
        if table.phase is Phase.FINAL:
            break
        rooms.submit(code, Host(), f"next-{step}", _next(table))
    over = read_json(of(rooms, code))["log"]
    assert [row["digest"] for row in over[: len(running)]] == [row["digest"] for row in running]


@pytest.mark.parametrize("form", ["csv", "xlsx", "json"])
def test_while_the_event_runs_no_export_holds_a_secret(rooms: Rooms, form: str) -> None:
    code = voting(rooms)
    rooms.submit(code, Player(9), "ballot", CastBallot(1, (rooms.state(code).game.public.candidates[0].hand,)))
    state = rooms.state(code)
    content = export(of(rooms, code), form)
    assert state.seed.encode() not in content
    salts = [one.entry.salt for one in rooms.logged(code) if "CardsDealt" in one.entry.content]
    assert salts and not any(salt.encode() in content for salt in salts)
    if form == "json":
        found = read_json(of(rooms, code))
        assert found["secret_until_end"] is True
        texts = [canonical(row["content"]) for row in found["log"] if "content" in row]
        assert any("CastBallot" in text for text in texts)
        assert not any(f'"{card.value}"' in text for card in DECK for text in texts)


def test_before_the_deal_there_are_no_lines_and_no_seed(rooms: Rooms) -> None:
    code = rooms.open("team_poker", "Friday")
    rooms.submit(code, Guest(device_of(1)), "join", TakeSeat("Anh"))
    rooms.submit(code, Host(), "set", ChangeSettings(Settings(rounds=4)))
    content = read_json(of(rooms, code))
    assert content["standings"] == []
    assert content["settings"]["rounds"] == 4
    assert "seed" not in content
    assert content["commitment"] == rooms.state(code).commitment
    assert read_csv(of(rooms, code)) == []
