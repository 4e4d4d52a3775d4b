"""A Chinese Poker table through the web: its exports, its words, and HTML that gives no cards away."""

import csv
import io
import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import openpyxl
import pytest
import verify

from engine.cards import DECK, Card, text
from engine.chinese_poker.commands import CloseSetting, CloseTable, LiftCards, Next, PlaceCards
from engine.chinese_poker.phase import Phase
from engine.chinese_poker.rows import Row
from engine.game import Host, HostViewer, Player, PublicViewer, SeatViewer, Viewer
from engine.room.commands import CallDeal, FreeSeat, GivePoints, Guest, TakeSeat
from engine.room.tell import sentences
from tests.engine.chinese_moves import (
    CLEAN,
    FOULED,
    dealt,
    dealt_so,
    go_on,
    place_some,
    play,
    submit,
    submit_all,
    to_points,
)
from tests.engine.drive import START, Drive
from tests.engine.sets import rows
from tests.web.desk import Clock, device_of, export_of, open_rooms, scenes_on, screens
from web.exports import export
from web.rooms import Rooms
from web.scenes import Audience
from web.screens import card_text, rank_text
from web.store import Store
from web.tables import Export

LANGUAGES = ("en", "vi", "pt_BR")
SCREENS: dict[type, tuple[str, ...]] = {HostViewer: ("host",), SeatViewer: ("phone",), PublicViewer: ("board", "watch")}

Draw = Callable[[Drive, Viewer, str], str]


@pytest.fixture
def draw(tmp_path: Path) -> Draw:
    """Draws all that a viewer can have on their screens, as the server does."""
    store = Store(f"sqlite:///{tmp_path / 'thirteen.sqlite3'}")
    rooms = Rooms(store, lambda: START, bytes)
    scenes = scenes_on(store, rooms, tmp_path, "http://192.168.1.20:8013")
    code = rooms.open("chinese_poker", "Friday")

    def drawn(drive: Drive, viewer: Viewer, language: str) -> str:
        audiences = [Audience(screen, viewer, language) for screen in SCREENS[type(viewer)]]
        state = replace(drive.state, code=code, number=1)
        return "\n".join(scenes.draw(scenes.scene(state, audience), audience) for audience in audiences)

    return drawn


def with_other_cards(seed: int) -> Drive:
    """Seat 1 always holds the same; the others hold whatever the seed gives them, and have come equally far."""
    own = rows(CLEAN[1]).cards
    rest = Random(seed).sample([card for card in DECK if card not in own], 39)
    sets = {1: CLEAN[1]}
    for place, seat in enumerate((2, 3, 4)):
        hand = rest[13 * place : 13 * place + 13]
        sets[seat] = f"{text(hand[:3])} | {text(hand[3:8])} | {text(hand[8:])}"
    drive = dealt_so(sets)
    place_some(drive, 1, 7)
    place_some(drive, 2, 9)
    submit(drive, 3, sets[3], fouled=True)
    return drive


def shown_cards(draw: Draw, drive: Drive, viewer: Viewer) -> set[Card]:
    """Every card whose value, text or description stands anywhere in the viewer's pages."""
    suits = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
    english, portuguese = draw(drive, viewer, "en"), draw(drive, viewer, "pt_BR")  # in English "7s" are sevens too
    found = {card for card in DECK if re.search(rf"\b{rank_text(card.rank)} of {suits[card.suit]}", english)}
    found |= {card for card in DECK if re.search(rf"\b{card.value}\b", portuguese)}
    return found | {card for card in DECK if card_text(card) in english}


@pytest.mark.parametrize("viewer", [SeatViewer(1), HostViewer(), PublicViewer()], ids=lambda one: type(one).__name__)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_html_depends_on_another_seats_cards_before_the_comparison(
    draw: Draw, viewer: Viewer, language: str
) -> None:
    usual = draw(with_other_cards(1), viewer, language)
    for seed in range(2, 6):
        assert draw(with_other_cards(seed), viewer, language) == usual


@pytest.mark.parametrize("viewer", [SeatViewer(1), HostViewer(), PublicViewer()], ids=lambda one: type(one).__name__)
def test_before_the_comparison_a_page_holds_no_card_but_ones_own(draw: Draw, viewer: Viewer) -> None:
    drive = with_other_cards(7)
    own = set(rows(CLEAN[1]).cards) if viewer == SeatViewer(1) else set()
    assert shown_cards(draw, drive, viewer) == own
    drive.pass_time(180_000)
    assert shown_cards(draw, drive, viewer) == own
    for _ in range(3):
        go_on(drive)
    assert shown_cards(draw, drive, viewer) == set(DECK)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phase_can_be_drawn_for_everyone(draw: Draw, language: str) -> None:
    drive = dealt(3, deals=2)
    while drive.table.phase is not Phase.ENDED:
        for viewer in (SeatViewer(1), SeatViewer(3), HostViewer(), PublicViewer()):
            assert "None" not in draw(drive, viewer, language)
        match drive.table.phase:
            case Phase.SETTING:
                place_some(drive, 1, 13)
                drive.host(CloseSetting(drive.table.deal))
            case Phase.POINTS if drive.table.deal == 1:
                drive.host(CallDeal())
            case _:
                go_on(drive)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_happens_is_told_in_words(language: str) -> None:
    drive = dealt_so({**CLEAN, 4: FOULED}, deals=2)
    submit(drive, 4, FOULED, fouled=True)
    submit_all(drive)
    to_points(drive)
    drive.host(FreeSeat(2))
    drive.say(Guest("x"), TakeSeat("New"))
    play(drive, 1)
    go_on(drive)
    words = screens().words(language, "chinese_poker", lambda seat: f"Player {seat}")
    told = [
        words.say(sentence)
        for state, row in zip(drive.states, drive.rows, strict=True)
        for viewer in (HostViewer(), SeatViewer(4))
        for sentence in sentences(state, row, viewer)
    ]
    assert all(told)


def test_the_ledger_is_not_crowded_out_by_cards_that_are_being_placed(tmp_path: Path) -> None:
    store, rooms = open_rooms(tmp_path, Clock())
    scenes = scenes_on(store, rooms, tmp_path)
    code = rooms.open("chinese_poker", "Friday")
    for seat in (1, 2):
        rooms.submit(code, Guest(device_of(seat)), f"join-{seat}", TakeSeat(f"Player {seat}"))
    rooms.submit(code, Host(), "deal", CallDeal())
    card = rooms.state(code).game.secret.held[1][:1]
    for step in range(70):
        command = LiftCards(1, card) if step % 2 else PlaceCards(1, card, Row.BACK)
        rooms.submit(code, Player(1), f"step-{step}", command)
    scene = scenes.scene(rooms.state(code), Audience("host", HostViewer(), "en"))
    assert [line.number for line in scene.backstage.ledger] == [4, 3, 2, 1]


def played(rooms: Rooms) -> str:
    """A table of three seats after two deals, one of whom left a seat to somebody else in between; closed."""
    code = rooms.open("chinese_poker", "Friday")
    for seat, name in enumerate(("Ana", "=1+1", "Bình"), 1):
        rooms.submit(code, Guest(device_of(seat)), f"join-{seat}", TakeSeat(name))
    for deal in (1, 2):
        rooms.submit(code, Host(), f"deal-{deal}", CallDeal())
        rooms.submit(code, Host(), f"close-{deal}", CloseSetting(deal))
        for phase in (Phase.ALL_IN, Phase.FRONT, Phase.MIDDLE, Phase.BACK):
            rooms.submit(code, Host(), f"next-{deal}-{phase.value}", Next(deal, phase))
        if deal == 1:
            rooms.submit(code, Host(), "free", FreeSeat(3))
            rooms.submit(code, Guest(device_of(9)), "join-9", TakeSeat("Chi"))
            rooms.submit(code, Host(), "points", GivePoints(1, -2, "phone rang"))
    rooms.submit(code, Host(), "end", CloseTable(2))
    return code


def sheets(what: Export) -> dict[str, list[dict[str, Any]]]:
    """Every sheet of the workbook by title, a line each by heading."""
    book = openpyxl.load_workbook(io.BytesIO(export(what, "xlsx")))
    found: dict[str, list[dict[str, Any]]] = {}
    for sheet in book.worksheets:
        head, *lines = [[cell.value for cell in row] for row in sheet.iter_rows()]
        found[sheet.title] = [dict(zip(map(str, head), line, strict=True)) for line in lines]
    return found


def test_exports_hold_every_set_row_royalty_and_pair(rooms: Rooms) -> None:
    code = played(rooms)
    what, results = export_of(rooms, code), rooms.state(code).game.public.results
    book = sheets(what)
    assert list(book) == ["Standings", "Deals", "Rows", "Pairs", "Have left", "Ledger"]
    assert [line["Points"] for line in book["Deals"]] == [one.points for deal in results for one in deal.scores]
    assert [line["Name"] for line in book["Deals"]] == ["Ana", "=1+1", "Bình", "Ana", "=1+1", "Chi"]
    assert len(book["Rows"]) == 2 * 3 * 3
    for line, made in zip(book["Rows"][::3], [one for deal in results for one in deal.sets], strict=True):
        assert line["Cards"] == " ".join(card_text(card) for card in made.rows.front)
        assert line["Royalty"] == made.royalties[0]
    assert [line["Points"] for line in book["Pairs"]] == [pair.points for deal in results for pair in deal.pairs]
    assert [(line["Name"], line["Points"]) for line in book["Have left"]] == [("Bình", results[0].scores[2].points)]
    totals = {line["Seat"]: line["Total"] for line in book["Standings"]}
    assert totals[1] == results[0].scores[0].points + results[1].scores[0].points - 2
    assert totals[3] == results[1].scores[2].points


def test_the_csv_has_the_same_tables_one_below_the_other(rooms: Rooms) -> None:
    what = export_of(rooms, played(rooms))
    lines = list(csv.reader(io.StringIO(export(what, "csv").decode("utf-8-sig"))))
    tables = "\n".join(",".join(line) for line in lines).split("\n\n")
    assert [len(table.splitlines()) - 1 for table in tables] == [3, 6, 18, 6, 1]
    assert "'=1+1" in tables[0]


def test_F4_the_json_of_a_closed_table_is_verified_by_the_script(
    rooms: Rooms, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.json"
    file.write_bytes(export(export_of(rooms, played(rooms)), "json"))
    assert verify.main([str(file)]) == 0, capsys.readouterr().out
    assert len(json.loads(file.read_bytes())["deals"]) == 2


def test_F4_a_changed_card_is_found(rooms: Rooms, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content = json.loads(export(export_of(rooms, played(rooms)), "json"))
    front = content["deals"][0]["sets"][0]["rows"]["front"]
    front[0] = next(card.value for card in DECK if card.value not in front)
    file = tmp_path / "forged.json"
    file.write_text(json.dumps(content), "utf-8")
    assert verify.main([str(file)]) == 1, capsys.readouterr().out


def test_while_the_table_runs_the_json_holds_no_card_that_is_not_compared(rooms: Rooms) -> None:
    code = rooms.open("chinese_poker", "Friday")
    for seat in (1, 2):
        rooms.submit(code, Guest(device_of(seat)), f"join-{seat}", TakeSeat(f"Player {seat}"))
    rooms.submit(code, Host(), "deal", CallDeal())
    held = rooms.state(code).game.secret.held
    content = export(export_of(rooms, code), "json").decode()
    assert not [card for seat in held for card in held[seat] if f'"{card.value}"' in content]
