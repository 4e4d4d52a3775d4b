"""Final scores and penalties as CSV, XLSX and JSON; the JSON holds all that is needed to replay and verify.

While the game runs, rows that hold a secret are left out but for their place in the chain of digests.
"""

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import xlsxwriter

from engine.chain import GENESIS
from engine.game import Cell as GameCell
from engine.game import Named, PublicViewer, Seat, Sentence, Sheet, Standing
from engine.registry import GAMES
from engine.room.events import GatheringClosed, SeatRenamed, SeatTaken
from engine.room.state import RoomState
from engine.room.tell import public_row
from engine.room.view import RoomView, view
from web.rooms import Logged
from web.scenes import Line
from web.screens import card_text, time_text
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
    say: Callable[[Sentence], str] = lambda sentence: sentence.key

    @cached_property
    def seen(self) -> RoomView:
        """What everyone may see."""
        return view(self.state, PublicViewer())


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
    for place, (_, rows) in enumerate(_tables(what)):
        if place:
            writer.writerow([])
        writer.writerows([_no_formula(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def _xlsx(what: Export) -> bytes:
    _ = what.gettext
    content = io.BytesIO()
    as_text = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    with xlsxwriter.Workbook(content, {"in_memory": True, **as_text}) as book:
        bold = book.add_format({"bold": True})
        for title, rows in _tables(what):
            scores = book.add_worksheet(title)
            _fill(scores, rows, bold)
            scores.set_column(2, 2, 28)
        record = book.add_worksheet(_("Record"))
        _fill(record, [[_("Row"), _("Time"), _("Who"), _("What"), _("Taken back")], *_record(what)], bold)
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
        **{name: body(over_now) for name, over_now in GAMES[state.game_name].record(state.game).items()},
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


def _tables(what: Export) -> list[tuple[str, list[list[Cell]]]]:
    """The tables of this game's exports, each with its title and a heading: scores where there are points, its own."""
    game, names = GAMES[what.state.game_name], _names_by_deal(what.logged)
    own = [(what.say(sheet.title), _table(what, sheet, names)) for sheet in game.sheets(what.state.game)]
    if not game.POINTS_BY_HAND:
        return own
    return [(what.gettext("Scores"), _scores(what, () if own else what.seen.game.results)), *own]


def _table(what: Export, sheet: Sheet, names: Mapping[int, Mapping[Seat, str]]) -> list[list[Cell]]:
    def shown(cell: GameCell) -> Cell:
        match cell:
            case Named(seat, 0):
                return _name(what.state, seat)
            case Named(seat, deal):
                return names.get(deal, {}).get(seat, "")
            case Sentence():
                return what.say(cell)
            case tuple():
                return " ".join(card_text(card) for card in cell)
            case int():
                return cell

    return [[what.say(column) for column in sheet.columns], *([shown(cell) for cell in row] for row in sheet.rows)]


def _names_by_deal(logged: Sequence[Logged]) -> dict[int, dict[Seat, str]]:
    """How the seats were called when each deal was made: somebody else may sit there since."""
    called: dict[Seat, str] = {}
    deals: dict[int, dict[Seat, str]] = {}
    for event in (event for one in logged for event in one.row.events):
        if isinstance(event, SeatTaken | SeatRenamed):
            called[event.seat] = event.name
        elif isinstance(event, GatheringClosed):
            deals[event.deal] = dict(called)
    return deals


def _scores(what: Export, rounds: Sequence[Any]) -> list[list[Cell]]:
    """The table of scores: a heading, then a line for each seat from first to last, with these rounds."""
    _ = what.gettext
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
