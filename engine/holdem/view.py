"""What each viewer of a Hold'em table may see, built up from nothing: the only reader of `secret` on the way out."""

from dataclasses import dataclass

from engine.cards import Card
from engine.game import HostViewer, PublicViewer, Seat, SeatViewer, Viewer
from engine.hands import HandName, Straights, best, name
from engine.holdem import betting
from engine.holdem.allowed import may_fold_all_in
from engine.holdem.commands import CheckFor, CloseTable, Command, FoldAllIn, GoOn, RunOutOfTime
from engine.holdem.phase import HELD, Phase
from engine.holdem.rules import Account
from engine.holdem.state import Public, State
from engine.holdem.table_view import PlaceView, TableView, is_royal, place_view, table_view
from engine.holdem.turn import TurnView, turn_view


@dataclass(frozen=True)
class PhoneView:
    """What a seat sees: its own two cards, what it may do in its turn, and the room's view."""

    table: TableView
    seat: Seat
    cards: tuple[Card, ...]
    made: HandName | None
    """What the two cards make with the board, once there are five to choose from."""
    royal: bool
    place: PlaceView | None
    turn: TurnView | None
    fold_all_in: FoldAllIn | None


@dataclass(frozen=True)
class AccountView:
    """A seat's coins: sold to it, cashed out, before it, and won or lost (H11)."""

    seat: Seat
    sold_in: int
    cashed_out: int
    stack: int
    net: int


@dataclass(frozen=True)
class HostView:
    """`next` is the one command that goes on, if it is the host's to give; `check` is for the seat that is to act, when
    it has called it out and it is free; `close` ends the table.
    """

    table: TableView
    accounts: tuple[AccountView, ...]
    coins: int
    """All coins at the table, those in the pots included (H11)."""
    next: Command | None
    check: CheckFor | None
    close: CloseTable | None


View = TableView | PhoneView | HostView


def view(state: State, viewer: Viewer) -> View:
    """What this viewer may see; what no arm here puts in stays hidden."""
    match viewer:
        case SeatViewer(seat):
            return _phone(state, seat)
        case HostViewer():
            return _host(state.public)
        case PublicViewer():
            return table_view(state.public)


def _phone(state: State, seat: Seat) -> PhoneView:
    table = state.public
    hand = table.hand
    cards = own_cards(state, seat)
    board = hand.board if hand else ()
    made = name(best((*cards, *board), Straights.STANDARD)[1], Straights.STANDARD) if cards and board else None
    return PhoneView(
        table=table_view(table),
        seat=seat,
        cards=cards,
        made=made,
        royal=made is not None and is_royal(made),
        place=place_view(table, seat) if seat in table.accounts else None,
        turn=turn_view(hand, seat) if hand and hand.asked == seat else None,
        fold_all_in=FoldAllIn(hand.number) if hand and may_fold_all_in(table, seat) else None,
    )


def own_cards(state: State, seat: Seat) -> tuple[Card, ...]:
    """A seat sees the two cards that it was dealt until the next deal."""
    hand = state.public.hand
    if hand is None or not hand.holds(seat):
        return ()
    return next(hole.cards for hole in state.secret.holes[hand.number] if hole.seat == seat)


def _host(table: Public) -> HostView:
    between = table.phase is Phase.WAITING
    accounts = tuple(_account(seat, table.accounts[seat]) for seat in sorted(table.accounts))
    in_pots = sum(table.hand.puts.values()) if table.hand and not table.hand.ended else 0
    return HostView(
        table=table_view(table),
        accounts=accounts,
        coins=sum(account.stack for account in accounts) + in_pots,
        next=_next_command(table),
        check=_check_for(table),
        close=CloseTable(table.hands) if between and table.hands else None,
    )


def _account(seat: Seat, account: Account) -> AccountView:
    return AccountView(seat, account.sold_in, account.cashed_out, account.stack, account.net)


def _check_for(table: Public) -> CheckFor | None:
    hand = table.hand
    if table.phase is not Phase.BETTING or hand is None or hand.asked is None:
        return None
    free = betting.legal(hand, hand.asked).check
    return CheckFor(hand.number, hand.turn, hand.asked) if free else None


def _next_command(table: Public) -> Command | None:
    """What the host can do about whatever the table waits for."""
    hand = table.hand
    if hand is None or hand.ended:
        return None
    if table.phase in HELD:
        return GoOn(hand.number, table.phase, len(hand.board))
    return RunOutOfTime(hand.number, hand.turn) if hand.asked is not None else None
