"""What each viewer of a Chinese Poker table may see, built up from nothing: the only way out for `secret`."""

from dataclasses import dataclass

from engine.cards import SUITS, Card
from engine.chinese_poker.allowed import is_last_deal, may_set, may_take_back, unplaced, waiting_for
from engine.chinese_poker.commands import CloseSetting, CloseTable, Command, Next
from engine.chinese_poker.compare import Comparison, compare, in_hand_order
from engine.chinese_poker.events import DealScored
from engine.chinese_poker.phase import Phase, SortOrder
from engine.chinese_poker.rows import SIZES, Row, Rows, is_broken, is_fouled, row_name
from engine.chinese_poker.royalties import Royalties, row_royalty
from engine.chinese_poker.rules import Settings
from engine.chinese_poker.state import Public, State
from engine.game import HostViewer, Instant, PublicViewer, Seat, SeatViewer, Viewer
from engine.hands import HandName
from engine.remembered import remembered


@dataclass(frozen=True)
class TableView:
    """What the whole room knows. `table` are the royalties that are played; `last` says that no deal follows."""

    settings: Settings
    table: Royalties
    phase: Phase
    deal: int
    last: bool
    seats: tuple[Seat, ...]
    absent: tuple[Seat, ...]
    deadline: Instant | None
    submitted: tuple[Seat, ...]
    waiting_for: tuple[Seat, ...]
    comparison: Comparison | None
    results: tuple[DealScored, ...]


@dataclass(frozen=True)
class OwnRow:
    """A row of one's own as it stands; `broken` says that it is weaker than the row in front of it (C2)."""

    row: Row
    cards: tuple[Card, ...]
    missing: int
    name: HandName | None
    royalty: int
    broken: bool


@dataclass(frozen=True)
class PhoneView:
    """A seat's own cards beside the table. `fouled` and each row's royalty are as the cards stand now."""

    table: TableView
    seat: Seat
    unplaced: tuple[Card, ...]
    rows: tuple[OwnRow, ...]
    sort: SortOrder
    complete: bool
    fouled: bool
    royalties: int
    dealt_in: bool
    submitted: bool
    ran_out: bool
    may_set: bool
    may_take_back: bool
    absent: bool


@dataclass(frozen=True)
class HostView:
    """`next` is the one command that goes on, if it is the host's to give; `close` ends the table, when it may."""

    table: TableView
    next: Command | None
    close: Command | None


View = TableView | PhoneView | HostView


def view(state: State, viewer: Viewer) -> View:
    """What this viewer may see; what no arm here puts in stays hidden."""
    match viewer:
        case SeatViewer(seat):
            return _phone(state, seat)
        case HostViewer():
            table = state.public
            closing = table.phase is Phase.POINTS and not is_last_deal(table)
            return HostView(_table(table), _next_command(table), CloseTable(table.deal) if closing else None)
        case PublicViewer():
            return _table(state.public)


@remembered
def _table(table: Public) -> TableView:
    return TableView(
        settings=table.settings,
        table=table.settings.table,
        phase=table.phase,
        deal=table.deal,
        last=is_last_deal(table),
        seats=table.seats,
        absent=tuple(sorted(table.absent)),
        deadline=table.deadline,
        submitted=tuple(sorted(table.submitted)),
        waiting_for=waiting_for(table),
        comparison=compare(table),
        results=table.results,
    )


def _phone(state: State, seat: Seat) -> PhoneView:
    table = state.public
    rows = state.secret.rows.get(seat, Rows())
    sort = state.secret.sorts.get(seat, SortOrder.RANK)
    own = tuple(_own_row(table.settings.table, rows, row) for row in Row)
    fouled = is_fouled(rows)
    return PhoneView(
        table=_table(table),
        seat=seat,
        unplaced=_sorted(unplaced(state, seat), sort),
        rows=own,
        sort=sort,
        complete=rows.is_complete,
        fouled=fouled,
        royalties=0 if fouled else sum(one.royalty for one in own),
        dealt_in=seat in table.seats,
        submitted=seat in table.submitted,
        ran_out=seat in table.ran_out,
        may_set=may_set(table, seat),
        may_take_back=may_take_back(table, seat),
        absent=seat in table.absent,
    )


def _own_row(royalties: Royalties, rows: Rows, row: Row) -> OwnRow:
    ahead = {Row.MIDDLE: Row.FRONT, Row.BACK: Row.MIDDLE}.get(row)
    cards = rows.of(row)
    return OwnRow(
        row=row,
        cards=in_hand_order(cards),
        missing=SIZES[row] - len(cards),
        name=row_name(cards),
        royalty=row_royalty(royalties, rows, row),
        broken=ahead is not None and is_broken(rows, row, ahead),
    )


def _sorted(cards: tuple[Card, ...], by: SortOrder) -> tuple[Card, ...]:
    """The highest rank first, over all or within each suit."""
    if by is SortOrder.RANK:
        return tuple(sorted(cards, key=lambda card: -card.index))
    return tuple(sorted(cards, key=lambda card: (-SUITS.index(card.suit), -card.rank)))


def _next_command(table: Public) -> Command | None:
    match table.phase:
        case Phase.WAITING | Phase.ENDED:
            return None
        case Phase.SETTING:
            return CloseSetting(table.deal)
        case Phase.POINTS if not is_last_deal(table):
            return None
        case _:
            return Next(table.deal, table.phase)
