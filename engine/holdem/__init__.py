"""Hold'em: tables of two to four seats with coins, hand after hand (H1-H12). The face of `engine.protocol.Game`."""

from collections.abc import Mapping, Sequence

from engine.cards import DECK, Card
from engine.game import Due, Report, Seat, Temper
from engine.holdem.allowed import may_be_dealt_in
from engine.holdem.bot import choose
from engine.holdem.commands import (
    COMMANDS,
    Bet,
    Call,
    Check,
    CheckFor,
    Command,
    Fold,
    FoldAllIn,
    GoOn,
    Raise,
    RunOutOfTime,
)
from engine.holdem.decide import decide
from engine.holdem.events import (
    EVENTS,
    CardsDealt,
    Event,
    HandsShown,
    HandStarted,
    HandsTurnedUp,
    StreetDealt,
    TableClosed,
)
from engine.holdem.fold import apply
from engine.holdem.phase import Phase
from engine.holdem.prospects import open_showdown, prospects
from engine.holdem.record import documents, record, scored, sheets
from engine.holdem.rules import FEWEST_SEATS, MOST_SEATS, Settings, check
from engine.holdem.rules import report as _report
from engine.holdem.state import Public, State
from engine.holdem.tell import is_public, tell
from engine.holdem.view import own_cards, view

NAME = "holdem"
SEATS = (FEWEST_SEATS, MOST_SEATS)
SETTINGS = Settings
POINTS_BY_HAND = False
FINAL_BY_RANK = False
"""Coins come and go only by selling in and cashing out (H11)."""
TEMPERS = (Temper.GREEDY, Temper.SILENT)

__all__ = [
    "COMMANDS",
    "EVENTS",
    "FINAL_BY_RANK",
    "NAME",
    "POINTS_BY_HAND",
    "SEATS",
    "SETTINGS",
    "TEMPERS",
    "apply",
    "bell",
    "choose",
    "deal_number",
    "dealt_in",
    "decide",
    "documents",
    "ended",
    "evidence",
    "is_public",
    "is_step",
    "leaving",
    "new",
    "open_showdown",
    "peek",
    "prospects",
    "record",
    "report",
    "reveals",
    "scored",
    "seating",
    "seats_wanted",
    "sheets",
    "tell",
    "view",
    "waits",
]


def new(settings: Settings) -> State:
    """A table before its first hand. Raises Refused for settings that cannot be played (H1)."""
    check(settings)
    return State(Public(settings))


def bell(state: State) -> Due | None:
    """The end of a turn's time (H5), or the next step of a board that runs out and of the showdown (H9, H10)."""
    table = state.public
    if table.deadline is None or table.hand is None:
        return None
    hand = table.hand
    if table.phase is Phase.BETTING:
        return Due(table.deadline, RunOutOfTime(hand.number, hand.turn))
    return Due(table.deadline, GoOn(hand.number, table.phase, len(hand.board)))


def waits(command: Command) -> bool:
    """While the room is paused turns wait."""
    return isinstance(command, (Check, Bet, Raise, Call, Fold, FoldAllIn, CheckFor))


def seats_wanted(state: State) -> int:
    """How many seats the table has (H1)."""
    return state.public.settings.seats


def seating(state: State) -> bool:
    """Seats may come and go at any time until the table is closed; newcomers wait for the next hand (H12)."""
    return state.public.phase is not Phase.CLOSED


def leaving(state: State) -> tuple[Seat, ...]:
    """Seats whose players left in mid-hand, until it is over (H12)."""
    return tuple(sorted(state.public.leaving))


def deal_number(state: State) -> int:
    """The number of the next hand."""
    return state.public.hands + 1


def dealt_in(state: State, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Seats with coins whose players are here (H12)."""
    return tuple(seat for seat in sorted(seats) if may_be_dealt_in(state.public, seat))


def peek(state: State, seat: Seat) -> tuple[Card, ...]:
    """The two cards that a seat was dealt in the present hand, or the last."""
    return own_cards(state, seat)


def reveals(event: Event) -> tuple[Card, ...]:
    """Cards that everyone has seen since; the end shows the seed, and with it every card (F4)."""
    match event:
        case StreetDealt(cards=cards):
            return cards
        case HandsTurnedUp(holes=holes):
            return tuple(card for one in holes for card in one.cards)
        case HandsShown(shown=shown):
            return tuple(card for one in shown for card in one.cards)
        case TableClosed():
            return DECK
        case _:
            return ()


def is_step(event: Event) -> bool:
    """Everything that happens can be taken back."""
    return True


def ended(state: State) -> bool:
    """Whether the host has closed the table."""
    return state.public.phase is Phase.CLOSED


def evidence(events: Sequence[Event]) -> tuple[Event, ...]:
    """Blinds, deals and common cards."""
    return tuple(event for event in events if isinstance(event, HandStarted | CardsDealt | StreetDealt))


def report(state: State, by_hand: Mapping[Seat, int]) -> Report:
    """Seats by net result, with their stacks (H11); nothing can be added by hand."""
    table = state.public
    return _report(table.accounts, table.absent, ended(state))
