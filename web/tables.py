"""A room on its way into files and onto paper: standings, its game's tables and the ledger, in the reader's words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from engine.game import Cell as GameCell
from engine.game import Named, PublicViewer, Seat, Sentence, Sheet, Standing
from engine.hands import HandName
from engine.registry import GAMES
from engine.room.events import GatheringClosed, SeatRenamed, SeatTaken
from engine.room.final import report
from engine.room.state import RoomState
from engine.room.view import RoomView, view
from web.logged import Logged
from web.scenes import Line
from web.screens import card_text

Cell = str | int | datetime


@dataclass(frozen=True)
class Export:
    """A room with what it takes to put it into words; the ledger from the oldest line on."""

    state: RoomState
    logged: Sequence[Logged]
    ledger: Sequence[Line]
    gettext: Callable[[str], str]
    say: Callable[[Sentence], str]
    hand: Callable[[HandName], str]

    @cached_property
    def seen(self) -> RoomView:
        """What everyone may see."""
        return view(self.state, PublicViewer())

    def name(self, seat: Seat) -> str:
        """How the seat is called now, or ""."""
        holder = self.state.seats.get(seat)
        return holder.name if holder else ""


@dataclass(frozen=True)
class Table:
    """A heading and lines; `in_csv` and `printed` as its game's sheet has them."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    in_csv: bool = True
    printed: bool = True

    def filled(self) -> "Table":
        """The table without columns that nothing stands in: paper is narrow."""
        kept = [place for place, _ in enumerate(self.columns) if any(row[place] != "" for row in self.rows)]
        rows = tuple(tuple(row[place] for place in kept) for row in self.rows)
        return replace(self, columns=tuple(self.columns[place] for place in kept), rows=rows)


def tables(what: Export) -> tuple[Table, ...]:
    """The standings where there are points, then the game's own tables."""
    game, names = GAMES[what.state.game_name], _names_by_deal(what.logged)
    own = tuple(_of_game(what, sheet, names) for sheet in game.sheets(what.state.game))
    return (standings(what), *own) if game.POINTS_BY_HAND else own


def standings(what: Export) -> Table:
    """A line for each seat from first to last, with what each round brought (T13-T15)."""
    _ = what.gettext
    rounds = GAMES[what.state.game_name].scored(what.state.game)
    columns = (
        _("Rank"),
        _("Seat"),
        _("Name"),
        _("Points"),
        _("Penalties"),
        _("Points by hand"),
        _("Total"),
        _("Result"),
        *(_("Round %d") % number for number in range(1, len(rounds) + 1)),
    )
    lines = tuple(_standing(what, line, rounds) for line in report(what.state).standings)
    return Table(_("Standings"), columns, lines)


def points_by_hand(what: Export) -> Table:
    """Points that the host gave or took, each with its reason (T14)."""
    _ = what.gettext
    columns = (_("Seat"), _("Name"), _("Points"), _("Reason"))
    given = tuple((one.seat, what.name(one.seat), one.points, one.reason) for one in what.state.points)
    return Table(_("Points by hand"), columns, given)


def ledger(what: Export) -> Table:
    """What happened, in sentences; the times as the console's clock had them."""
    _ = what.gettext
    columns = (_("Row"), _("Time"), _("Who"), _("What"), _("Taken back"))
    lines = tuple(
        (
            line.number,
            datetime.fromtimestamp(line.at // 1000),
            line.who,
            " ".join(line.words),
            _("taken back") if line.undone else "",
        )
        for line in what.ledger
    )
    return Table(_("Ledger"), columns, lines)


def _standing(what: Export, line: Standing, rounds: Sequence[Mapping[Seat, int]]) -> tuple[Cell, ...]:
    return (
        line.rank,
        line.seat,
        what.name(line.seat),
        line.points,
        line.penalties,
        line.by_hand,
        line.total,
        _result(what.gettext, line),
        *(scored[line.seat] for scored in rounds),
    )


def _result(gettext: Callable[[str], str], line: Standing) -> str:
    _ = gettext
    if line.absent:
        return _("absent")
    return _("winner") if line.winner else _("loser") if line.loser else ""


def _of_game(what: Export, sheet: Sheet, names: Mapping[int, Mapping[Seat, str]]) -> Table:
    def shown(cell: GameCell) -> Cell:
        match cell:
            case Named(seat, 0):
                return what.name(seat)
            case Named(seat, deal):
                return names.get(deal, {}).get(seat, "")
            case Sentence():
                return what.say(cell)
            case HandName():
                return what.hand(cell)
            case tuple():
                return " ".join(card_text(card) for card in cell)
            case int():
                return cell

    columns = tuple(what.say(column) for column in sheet.columns)
    rows = tuple(tuple(shown(cell) for cell in row) for row in sheet.rows)
    return Table(what.say(sheet.title), columns, rows, sheet.in_csv, sheet.printed)


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
