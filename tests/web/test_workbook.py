"""The workbook as a spreadsheet program opens it: standings, rounds, ballots, cards and ledger of a whole event.

What the sheets say is held against the log, read by its own: dealt, raised, shown, destroyed, and not taken back.
"""

import io
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.workbook import Workbook

from engine.game import Host, Player
from engine.room.commands import GivePoints, RenameSeat
from engine.room.events import Undone
from engine.team_poker.commands import CastBallot
from engine.team_poker.events import (
    BallotCalled,
    BallotCast,
    CardsDealt,
    CardsDestroyed,
    HandsShown,
    NeutralShown,
    NominationsLocked,
    RoundWon,
    ShowdownMissed,
    TieDrawn,
)
from tests.scripts.evening import Evening, played
from tests.web.desk import Clock, export_of, open_rooms, voting
from web.exports import export
from web.scenes import Line
from web.screens import card_text

SHEETS = ["Standings", "Rounds", "Ballots", "Cards", "Ledger"]
Rows = list[dict[str, Any]]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """An event that has ended, with points by hand, steps taken back and a draw in it."""
    evening = played(tmp_path_factory.mktemp("evening"))
    first, second, *_ = sorted({event.seat for event in last(evening, BallotCast) if event.hands})
    evening.say(Host(), RenameSeat(first, "=1+1"))
    evening.say(Host(), RenameSeat(second, "@A 🎲"))
    evening.say(Host(), GivePoints(3, -2, "+1 of a kind"))
    return evening


@pytest.fixture(scope="module")
def book(evening: Evening) -> Workbook:
    lines = (
        Line(7, 1_700_000_000_500, "=Host", ("=SUM(A1)", "Đặng Ánh 🎲"), False),
        Line(8, 1_700_000_001_000, "", ("Gone.",), True),
    )
    return opened(export(export_of(evening.rooms, evening.code, lines), "xlsx"))


def opened(content: bytes) -> Workbook:
    return openpyxl.load_workbook(io.BytesIO(content))


def rows(book: Workbook, sheet: str) -> Rows:
    """A sheet's lines by the heads of its columns."""
    head, *lines = book[sheet].iter_rows(values_only=True)
    return [dict(zip(map(str, head), line, strict=True)) for line in lines]


def stood(evening: Evening) -> Iterator[Any]:
    """All events of the log that were not taken back."""
    logged = [one.row for one in evening.rooms.logged(evening.code)]
    gone = {number for row in logged for event in row.events if isinstance(event, Undone) for number in event.rows}
    for row in logged:
        if row.number not in gone:
            yield from row.events


def last(evening: Evening, kind: type) -> list[Any]:
    return [event for event in stood(evening) if isinstance(event, kind)]


def ballots_counted(evening: Evening) -> dict[tuple[int, int], tuple[str, ...]]:
    """By round and seat, the hands that it backed last, itself or by the host's word (T7)."""
    return {
        (event.round, event.seat): event.hands
        for event in stood(evening)
        if isinstance(event, BallotCast | BallotCalled)
    }


def name(evening: Evening, seat: int) -> str:
    return evening.state.seats[seat].name


def test_the_sheets_stand_in_their_order_with_heads_that_stay_in_sight(book: Workbook) -> None:
    assert book.sheetnames == SHEETS
    for sheet in book:
        assert sheet.freeze_panes == "A2"
        assert all(cell.font.b for cell in sheet[1])
        assert sheet.auto_filter.ref == sheet.dimensions


def test_columns_are_as_wide_as_what_stands_in_them_and_numbers_are_numbers(book: Workbook) -> None:
    standings = book["Standings"]
    longest = max(len(str(cell.value)) for cell in standings["C"])
    assert standings.column_dimensions["C"].width > longest
    for row in standings.iter_rows(min_row=2):
        for cell in row:
            if isinstance(cell.value, int):
                assert (cell.data_type, cell.number_format) == ("n", "0")
            elif cell.value is not None:
                assert (cell.data_type, cell.number_format) == ("s", "@")
    assert {type(row["Total"]) for row in rows(book, "Standings")} == {int}


@pytest.mark.pitfall("Eventra 2287", "glpi 24086")
@pytest.mark.parametrize("text", ["=1+1", "@A 🎲"])
def test_text_like_a_formula_is_text_in_every_sheet(book: Workbook, text: str) -> None:
    for sheet in ("Standings", "Ballots", "Cards"):
        cells = [cell for row in book[sheet].iter_rows() for cell in row if cell.value == text]
        assert cells
        assert {cell.data_type for cell in cells} == {"s"}
    assert not [cell for sheet in book for row in sheet.iter_rows() for cell in row if cell.data_type == "f"]


def test_T13_equal_totals_share_a_rank_and_the_next_one_is_left_out(evening: Evening, book: Workbook) -> None:
    lines = rows(book, "Standings")
    totals = [line["Total"] for line in lines]
    assert [line["Rank"] for line in lines] == [1 + sum(other > total for other in totals) for total in totals]
    assert len(set(totals)) < len(totals)
    best, worst = max(totals), min(totals)
    for line in lines:
        expected = "winner" if line["Total"] == best else "loser" if line["Total"] == worst else None
        assert line["Result"] == expected


def test_T14_each_rounds_points_and_points_by_hand_add_up_to_the_total(evening: Evening, book: Workbook) -> None:
    scoring, penalised = last(evening, RoundWon), last(evening, ShowdownMissed)
    for line in rows(book, "Standings"):
        seat = line["Seat"]
        won = sum(seat in event.scoring for event in scoring)
        lost = sum(seat in event.penalised for event in penalised)
        by_round = [line[f"Round {number}"] for number in range(1, 6)]
        assert (line["Points"], line["Penalties"], sum(by_round)) == (won, -lost, won - lost)
        assert line["Points by hand"] == (-2 if seat == 3 else 0)
        assert line["Total"] == won - lost + line["Points by hand"]


def test_T5_T8_rounds_tell_who_stood_with_how_many_votes_and_who_was_drawn(evening: Evening, book: Workbook) -> None:
    lines = rows(book, "Rounds")
    for event in last(evening, NominationsLocked):
        assert sum(line["Round"] == event.round and line["Hand"] is not None for line in lines) == len(event.candidates)
    ballots = ballots_counted(evening)
    for number in {number for number, _ in ballots}:
        cast = sum(len(hands) for (round_number, _), hands in ballots.items() if round_number == number)
        assert sum(line["Votes"] for line in lines if line["Round"] == number) == cast
    drawn = last(evening, TieDrawn)
    assert drawn
    for event in drawn:
        words = Counter(line["Draw"] for line in lines if line["Round"] == event.round and line["Draw"])
        left = len(event.tied) - len(event.drawn)
        assert words == Counter({"stood level, drawn": len(event.drawn), "stood level, not drawn": left})


def test_T9_T11_rounds_tell_cards_what_they_made_and_who_scored(evening: Evening, book: Workbook) -> None:
    lines = rows(book, "Rounds")
    neutral: dict[int, list[str]] = {}
    for event in last(evening, NeutralShown):
        neutral.setdefault(event.round, []).append(card_text(event.card))
    for event in last(evening, HandsShown):
        sides = [line for line in lines if line["Round"] == event.round and line["Cards"]]
        shown = [{card_text(pledge.card) for pledge in side.pledges} for side in event.shown]
        assert len(sides) == 2
        for line in sides:
            assert set(line["Cards"].split()) in shown
            assert line["Neutral cards"].split() == neutral[event.round]
            assert line["What it makes"]
    for event in last(evening, RoundWon):
        told = [line["A point for"] for line in lines if line["Round"] == event.round and line["A point for"]]
        assert told == [", ".join(name(evening, seat) for seat in event.scoring)]


def test_T6_a_round_without_a_showdown_names_who_lost_a_point_once(evening: Evening, book: Workbook) -> None:
    lines = rows(book, "Rounds")
    missed = last(evening, ShowdownMissed)
    assert missed
    for event in missed:
        told = [line["A point less for"] for line in lines if line["Round"] == event.round]
        assert told[0] == ", ".join(name(evening, seat) for seat in event.penalised)
        assert not any(told[1:])


def test_T7_ballots_stand_by_round_and_seat(evening: Evening, book: Workbook) -> None:
    final = {key: len(hands) for key, hands in ballots_counted(evening).items()}
    told = {(line["Round"], line["Seat"]): line for line in rows(book, "Ballots")}
    assert told.keys() == {key for key, count in final.items() if count}
    for (_, seat), line in told.items():
        assert line["Name"] == name(evening, seat)
        assert len(line["Hand up for"].split(", ")) == final[line["Round"], seat]


def test_T1_T11_every_card_is_followed_from_the_deal_to_where_it_lies(evening: Evening, book: Workbook) -> None:
    dealt = last(evening, CardsDealt)[-1]
    owner = {card_text(card): name(evening, hand.seat) for hand in dealt.hands for card in hand.cards}
    gone = {card_text(card): event.round for event in last(evening, CardsDestroyed) for card in event.cards}
    lines = rows(book, "Cards")
    assert len({line["Card"] for line in lines}) == len(lines) == 52
    for line in lines:
        card = line["Card"]
        assert line["Dealt to"] == owner.get(card, "main deck")
        assert line["Round"] == gone.get(card)
        now = "destroyed" if card in gone else "still held" if card in owner else "main deck"
        assert line["At the end"] == now
        assert bool(line["Played in hand"]) == (card in gone)


def test_the_ledger_keeps_its_times_and_its_accents(book: Workbook) -> None:
    first, second = rows(book, "Ledger")
    assert first["Time"] == datetime.fromtimestamp(1_700_000_000)
    assert book["Ledger"]["B2"].number_format == "yyyy-mm-dd hh:mm:ss"
    assert (first["Row"], first["Who"], first["What"]) == (7, "=Host", "=SUM(A1) Đặng Ánh 🎲")
    assert (first["Taken back"], second["Taken back"]) == (None, "taken back")


def test_F4_no_card_is_followed_and_none_is_named_before_it_was_shown(tmp_path: Path) -> None:
    rooms = open_rooms(tmp_path, Clock())[1]
    code = voting(rooms)
    hand = rooms.state(code).game.public.candidates[0].hand
    rooms.submit(code, Player(9), "ballot", CastBallot(1, (hand,)))
    book = opened(export(export_of(rooms, code), "xlsx"))
    assert book.sheetnames == ["Standings", "Rounds", "Ballots", "Ledger"]
    text = "".join(str(cell.value) for sheet in book for row in sheet.iter_rows() for cell in row)
    assert not any(suit in text for suit in "♣♦♥♠")


def test_a_vietnamese_workbook_has_sheets_of_other_names_and_as_many(evening: Evening) -> None:
    book = opened(export(export_of(evening.rooms, evening.code, language="vi"), "xlsx"))
    assert len(set(book.sheetnames)) == len(SHEETS)
    assert not set(book.sheetnames) & set(SHEETS)
