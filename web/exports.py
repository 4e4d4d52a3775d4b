"""Final scores and penalties as CSV, XLSX and JSON; the JSON holds all that is needed to replay and verify.

While the game runs, rows that hold a secret are left out but for their place in the chain of digests.
"""

import csv
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import xlsxwriter

from engine.chain import GENESIS
from engine.game import PublicViewer, Seat, Standing
from engine.registry import GAMES
from engine.room.state import RoomState
from engine.room.tell import public_row
from engine.room.view import RoomView, view
from web.rooms import Logged
from web.scenes import Line
from web.screens import time_text
from web.wire import body

FORMATS = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
}
FORMAT_NAME, FORMAT_VERSION = "thirteen-export", 1
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")

Cell = str | int


@dataclass(frozen=True)
class Export:
    """A room on its way into a file; the ledger from the oldest line on, `gettext` in the reader's language."""

    state: RoomState
    logged: Sequence[Logged]
    ledger: Sequence[Line]
    gettext: Callable[[str], str]

    @property
    def seen(self) -> RoomView:
        """What everyone may see."""
        return view(self.state, PublicViewer())


def export(what: Export, form: str) -> bytes:
    """The file's content in one of FORMATS."""
    writers: dict[str, Callable[[Export], bytes]] = {"csv": _csv, "xlsx": _xlsx, "json": _json}
    return writers[form](what)


def _csv(what: Export) -> bytes:
    """With a byte order mark, so that spreadsheets read the accents right."""
    text = io.StringIO()
    writer = csv.writer(text)
    for row in _scores(what):
        writer.writerow([_no_formula(cell) for cell in row])
    return text.getvalue().encode("utf-8-sig")


def _xlsx(what: Export) -> bytes:
    _ = what.gettext
    content = io.BytesIO()
    as_text = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    with xlsxwriter.Workbook(content, {"in_memory": True, **as_text}) as book:
        bold = book.add_format({"bold": True})
        scores, record = book.add_worksheet(_("Scores")), book.add_worksheet(_("Record"))
        _fill(scores, _scores(what), bold)
        _fill(record, [[_("Row"), _("Time"), _("Who"), _("What"), _("Taken back")], *_record(what)], bold)
        scores.set_column(2, 2, 28)
        record.set_column(3, 3, 100)
    return content.getvalue()


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
        "standings": [{**body(line), "name": _name(state, line.seat)} for line in seen.report.standings],
        "rounds": body(seen.game.results),
        "genesis": GENESIS,
        "log": [_row(state, one, over) for one in what.logged],
        "head": what.logged[-1].entry.digest,
    }
    return json.dumps(content, ensure_ascii=False, indent=1).encode()


def _row(state: RoomState, one: Logged, over: bool) -> dict[str, Any]:
    """A row with its content and salt, or, while it holds a secret, with its place in the chain alone."""
    sealed = {"number": one.row.number, "leaf": one.leaf, "digest": one.entry.digest}
    if not over and not public_row(state, one.row):
        return sealed
    return {**sealed, "salt": one.entry.salt, "content": json.loads(one.entry.content)}


def _scores(what: Export) -> list[list[Cell]]:
    """The table of scores: a heading, then a line for each seat from first to last."""
    _ = what.gettext
    rounds = what.seen.game.results
    head: list[Cell] = [
        _("Rank"),
        _("Seat"),
        _("Name"),
        _("Points"),
        _("Penalties"),
        _("Points by hand"),
        _("Total"),
        _("Result"),
    ]
    head += [_("Round %d") % one.round for one in rounds]
    return [head, *(_score_line(what, line, rounds) for line in what.seen.report.standings)]


def _score_line(what: Export, line: Standing, rounds: Sequence[Any]) -> list[Cell]:
    return [
        line.rank,
        line.seat,
        _name(what.state, line.seat),
        line.points,
        line.penalties,
        line.by_hand,
        line.total,
        _result(what.gettext, line),
        *(int(line.seat in one.scoring) - int(line.seat in one.penalised) for one in rounds),
    ]


def _result(gettext: Callable[[str], str], line: Standing) -> str:
    _ = gettext
    if line.absent:
        return _("absent")
    return _("winner") if line.winner else _("loser") if line.loser else ""


def _record(what: Export) -> list[list[Cell]]:
    """The ledger in sentences."""
    taken_back = what.gettext("taken back")
    return [
        [line.number, time_text(line.at), line.who, " ".join(line.words), taken_back if line.undone else ""]
        for line in what.ledger
    ]


def _fill(sheet: Any, rows: Sequence[Sequence[Cell]], heading: Any) -> None:
    for place, row in enumerate(rows):
        for column, cell in enumerate(row):
            if cell == "":
                continue
            write = sheet.write_string if isinstance(cell, str) else sheet.write_number
            write(place, column, cell, heading if place == 0 else None)
    sheet.freeze_panes(1, 0)


def _no_formula(cell: Cell) -> Cell:
    """A text that a spreadsheet would take for a formula is marked as text."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA_STARTS) else cell


def _name(state: RoomState, seat: Seat) -> str:
    holder = state.seats.get(seat)
    return holder.name if holder else ""
