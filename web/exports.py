"""A room as CSV, XLSX and JSON; the JSON holds all that is needed to replay and verify.

While the game runs, rows that hold a secret are left out but for their place in the chain of digests.
"""

import csv
import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import xlsxwriter

from engine.chain import GENESIS
from engine.registry import GAMES
from engine.room.final import report
from engine.room.state import RoomState
from engine.room.tell import public_row
from web.logged import Logged
from web.tables import Cell, Export, Table, ledger, tables
from web.wire import body

FORMATS = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
}
FORMAT_NAME, FORMAT_VERSION = "thirteen-export", 1
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
_NARROWEST, _WIDEST = 6, 72
"""Widths of columns, in characters."""
_TITLE_LENGTH = 31
"""As many letters as a workbook allows for the name of a sheet."""


@dataclass(frozen=True)
class _Formats:
    """How cells look."""

    head: Any
    text: Any
    number: Any
    time: Any


def forms(state: RoomState) -> dict[str, str]:
    """The endings of the files that this room can be exported to, with their kinds."""
    more = dict.fromkeys(GAMES[state.game_name].documents(state.game), "text/plain; charset=utf-8")
    return {**FORMATS, **more}


def export(what: Export, form: str) -> bytes:
    """The file's content in one of the room's forms."""
    writers: dict[str, Callable[[Export], bytes]] = {"csv": _csv, "xlsx": _xlsx, "json": _json}
    if form in writers:
        return writers[form](what)
    return GAMES[what.state.game_name].documents(what.state.game)[form].encode()


def _csv(what: Export) -> bytes:
    """With a byte order mark, so that spreadsheets read the accents right."""
    text = io.StringIO()
    writer = csv.writer(text)
    for place, table in enumerate(one for one in tables(what) if one.in_csv):
        if place:
            writer.writerow([])
        writer.writerows([_no_formula(cell) for cell in row] for row in (table.columns, *table.rows))
    return text.getvalue().encode("utf-8-sig")


def _xlsx(what: Export) -> bytes:
    content = io.BytesIO()
    as_text = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    with xlsxwriter.Workbook(content, {"in_memory": True, **as_text}) as book:
        formats = _Formats(
            head=book.add_format(
                {"bold": True, "bg_color": "#e4e8e6", "bottom": 1, "text_wrap": True, "valign": "top"}
            ),
            text=book.add_format({"text_wrap": True, "valign": "top", "num_format": "@"}),
            number=book.add_format({"num_format": "0", "valign": "top"}),
            time=book.add_format({"num_format": "yyyy-mm-dd hh:mm:ss", "valign": "top"}),
        )
        for table in (*tables(what), ledger(what)):
            _fill(book.add_worksheet(table.title[:_TITLE_LENGTH]), table, formats)
    return content.getvalue()


def _fill(sheet: Any, table: Table, formats: _Formats) -> None:
    """A table with its heading in sight however far one scrolls, on screen and on paper."""
    for column, head in enumerate(table.columns):
        sheet.write_string(0, column, head, formats.head)
        cells = [row[column] for row in table.rows]
        sheet.set_column(column, column, min(_WIDEST, max(_NARROWEST, *map(_width, (head, *cells)))))
    for place, row in enumerate(table.rows, 1):
        for column, cell in enumerate(row):
            _write(sheet, place, column, cell, formats)
    sheet.freeze_panes(1, 0)
    sheet.autofilter(0, 0, len(table.rows), len(table.columns) - 1)
    sheet.repeat_rows(0)
    sheet.set_landscape()
    sheet.fit_to_pages(1, 0)


def _write(sheet: Any, row: int, column: int, cell: Cell, formats: _Formats) -> None:
    match cell:
        case "":
            pass
        case str():
            sheet.write_string(row, column, cell, formats.text)
        case int():
            sheet.write_number(row, column, cell, formats.number)
        case datetime():
            sheet.write_datetime(row, column, cell, formats.time)


def _width(cell: Cell) -> int:
    """Characters that a cell takes, with the room that a filter's arrow needs."""
    return len(str(cell)) + 3


def _json(what: Export) -> bytes:
    state, seen = what.state, what.seen
    over = GAMES[state.game_name].ended(state.game)
    content = {
        "format": FORMAT_NAME,
        "version": FORMAT_VERSION,
        "secret_until_end": not over,
        "room": {"code": state.code, "game": state.game_name, "title": state.title},
        "commitment": state.commitment,
        **({"seed": state.seed} if over else {}),
        "settings": body(seen.game.settings),
        "seats": [body(seat) for seat in seen.seats],
        "standings": [{**body(line), "name": what.name(line.seat)} for line in report(state).standings],
        **{name: body(over_now) for name, over_now in GAMES[state.game_name].record(state.game).items()},
        "genesis": GENESIS,
        "log": [written_row(one, over or public_row(state, one.row)) for one in what.logged],
        "head": what.logged[-1].entry.digest,
    }
    return json.dumps(content, ensure_ascii=False, indent=1).encode()


def written_row(one: Logged, opened: bool) -> dict[str, Any]:
    """A row with its content and salt, or, unless it may be `opened`, with its place in the chain alone."""
    sealed = {"number": one.row.number, "leaf": one.leaf, "digest": one.entry.digest}
    return {**sealed, "salt": one.entry.salt, "content": json.loads(one.entry.content)} if opened else sealed


def _no_formula(cell: Cell) -> Cell:
    """A text that a spreadsheet would take for a formula is marked as text."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA_STARTS) else cell
