"""Board, phones, host's page and files say the same: ranks, draws, what was taken back, and people's names."""

import csv
import html
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from engine.game import HostViewer
from engine.room.commands import CallDeal, GivePoints, RenameSeat, ShowRank, Undo
from engine.room.view import view
from engine.team_poker.commands import CloseVote, ProposeHand
from engine.team_poker.phase import Phase
from tests.web.house import House
from tests.web.house import house as a_house
from tests.web.visitors import cards_of
from web.access import DEVICE_COOKIE

MARKUP = "<img src=x onerror=a>"
ODD_NAMES = (
    "👩\u200d🚀 Bình",
    "🇻🇳🇻🇳",
    "Lê  Quốc   Khánh",
    "An\u200bh\ufeff",
    "محمد",
    "李小龙",
    "W" * 40,
    "e\u0301 Zoë",
    "♥\ufe0f♥\ufe0f",
    "\u202eevil\u202c",
    "=1+1",
    "😀" * 30,
    "&amp; <b>Ngân</b>",
)
Numbers = dict[int, int]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with a_house(tmp_path) as house:
        house.open(rounds=2)
        yield house


def pages(house: House) -> dict[str, str]:
    """What every kind of screen shows on first paint."""
    code = house.code
    return {
        "board": house.browser().get(f"/board/{code}").text,
        "phone": house.phone(1).get(f"/p/{code}").text,
        "watch": house.browser().get(f"/p/{code}?watch=1").text,
        "host": house.host().get(f"/host/{code}").text,
    }


def files(house: House) -> dict[str, list[dict[str, Any]]]:
    """The standings of every file, a line for each seat."""
    host, path = house.host(), f"/host/{house.code}/export"
    head, *lines = openpyxl.load_workbook(io.BytesIO(host.get(f"{path}.xlsx").data)).worksheets[0].values
    printed = host.get(f"/host/{house.code}/print").text
    table = [re.findall(r"<t[hd][^>]*>(?:<bdi>)?(.*?)(?:</bdi>)?</t[hd]>", row) for row in printed.split("<tr>")[1:]]
    return {
        "csv": list(csv.DictReader(io.StringIO(host.get(f"{path}.csv").data.decode("utf-8-sig")))),
        "xlsx": [dict(zip(map(str, head), line, strict=True)) for line in lines],
        "json": [
            {key.capitalize(): value for key, value in line.items()}
            for line in host.get(f"{path}.json").get_json()["standings"]
        ],
        "print": [dict(zip(table[0], row, strict=False)) for row in table[1:14]],
    }


def column(lines: list[dict[str, Any]], name: str) -> Numbers:
    return {int(line["Seat"]): int(str(line[name]).replace("−", "-")) for line in lines}


def numbers(page: str, row: str, cell: str) -> Numbers:
    """By seat, the number in this cell of each row whose id begins so."""
    found = re.findall(rf'id="{row}-(\d+)".*?<\w+ class="{cell}"[^>]*>(.*?)</', page, re.S)
    return {int(seat): int(number.replace("−", "-")) for seat, number in found}


@pytest.mark.pitfall("DevBetterWeb 313")
def test_T13_equal_scores_share_a_rank_on_every_screen_and_in_every_file(house: House) -> None:
    *_, end = house.every_phase()
    assert end is Phase.FINAL
    has = {line.seat: line.total for line in view(house.state, HostViewer()).report.standings}
    for seat, wanted in {1: 9, 2: 7, 3: 7, 4: 5}.items():
        house.say(GivePoints(seat, wanted - has[seat], "a song"))
    house.say(ShowRank(0))
    lines_of = files(house)
    ranks = column(lines_of["json"], "Rank")
    assert [ranks[seat] for seat in (1, 2, 3, 4)] == [1, 2, 2, 4]
    assert len(set(ranks.values())) < 13
    for name, lines in lines_of.items():
        assert column(lines, "Rank") == ranks, name
    seen = pages(house)
    assert numbers(seen["board"], "standings", "rank") == ranks
    for name in ("phone", "watch"):
        assert numbers(seen[name], "result", "rank") == ranks, name
    assert "Rank 2" in house.phone(2).get(f"/p/{house.code}").text


@pytest.mark.pitfall("jeopardy 15")
def test_after_a_mis_click_was_taken_back_board_phones_host_and_files_agree(house: House) -> None:
    house.open(rounds=3)
    for phase in house.every_phase():
        if phase is Phase.WINNER:
            break
    before, said = totals(house), {name: lines for name, lines in files(house).items() if name != "json"}
    wrong = house.say(GivePoints(5, 50, "meant for somebody else"))
    house.go_on()
    house.propose(2)
    house.go_on()
    assert totals(house)[5] == before[5] + 50
    house.say(Undo(wrong, "mis-click", past_reveal=False))
    assert totals(house) == before
    assert {name: lines for name, lines in files(house).items() if name != "json"} == said
    for name, page in pages(house).items():
        assert 'id="undone"' in page and "mis-click" in page, name


def totals(house: House) -> Numbers:
    """The totals, on which every screen and file has to agree."""
    seen = pages(house)
    found = numbers(seen["board"], "strip", "strip-total")
    assert len(found) == 13
    for name, lines in files(house).items():
        assert column(lines, "Total") == found, name
    for seat in found:
        phone = house.phone(seat).get(f"/p/{house.code}").text
        (shown,) = re.findall(r'class="phone-points[^"]*"[^>]*>(.*?)</p>', phone, re.S)
        assert int(re.sub(r"<.*?>|[^0-9−]", "", shown).replace("−", "-")) == found[seat]
    assert numbers(seen["host"], "seat", "seat-total") == found
    return found


@pytest.mark.pitfall("slackwolf 33", "setwithfriends 153")
def test_T8_a_tie_across_the_cut_is_said_before_and_after_it_is_drawn(house: House) -> None:
    house.say(CallDeal())
    house.propose(4)
    house.go_on()
    house.vote(6, 3, 3, 1)
    for name, page in pages(house).items():
        assert "B, C stand level: if it stays so, chance decides between them." in page, name
    house.say(CloseVote(1))
    drawn = {one.hand: one.letter for one in house.table.candidates}[house.table.draw.drawn[0]]
    assert drawn in ("B", "C") and {"A", drawn} == {
        one.letter for one in house.table.candidates if one.hand in house.table.matched
    }
    for name, page in pages(house).items():
        assert f"B, C stood level. Chance took {drawn}." in page, name


@pytest.mark.pitfall("posio 4", "beatify 307")
def test_a_name_of_markup_is_text_in_every_phase_on_every_screen_and_in_every_file(house: House) -> None:
    house.say(RenameSeat(1, MARKUP))
    for phase in house.every_phase():
        if phase is Phase.FINAL:
            house.say(ShowRank(0))
        shown = {**pages(house), "door": house.browser().get(f"/j/{house.code}").text}
        host = house.host()
        for path in ("print", "ledger"):
            shown[path] = host.get(f"/host/{house.code}/{path}").text
        for name, page in shown.items():
            assert "<img" not in page, (phase, name)
        assert html.escape(MARKUP) in shown["board"] and html.escape(MARKUP) in shown["ledger"]
        assert html.escape(MARKUP) in shown["print"] or phase is Phase.LOBBY
    for name, lines in files(house).items():
        assert html.unescape(next(line["Name"] for line in lines if int(line["Seat"]) == 1)) == MARKUP, name


@pytest.mark.pitfall("quizify 603")
def test_whatever_is_in_a_name_its_phone_keeps_seat_cards_and_part_over_a_reload(tmp_path: Path) -> None:
    with a_house(tmp_path) as house:
        house.open(people=0)
        phones = {seat: house.join(name) for seat, name in enumerate(ODD_NAMES, 1)}
        house.say(CallDeal())
        held = house.state.game.secret.held
        for seat, phone in phones.items():
            before = phone.get_cookie(DEVICE_COOKIE)
            shown = [phone.get(f"/p/{house.code}").text for _ in range(2)]
            assert phone.get_cookie(DEVICE_COOKIE) == before
            for page in shown:
                assert cards_of(page) == [card.value for card in held[seat]]
                assert html.escape(house.state.seats[seat].name) in page
            socket = house.connect(phone, "phone")
            assert house.send(socket, ProposeHand(1, held[seat], ()))["ok"]
            socket.disconnect()
            assert 'data-screen="phone"' in phone.get(f"/p/{house.code}").text
        assert sorted(one.members for one in house.table.candidates) == [(seat,) for seat in phones]
