"""Chinese Poker: 13 cards each, set in three rows, every seat against every other (C1-C8). The face of
`engine.protocol.Game`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.cards import DECK, Card
from engine.chinese_poker.bot import choose
from engine.chinese_poker.commands import (
    COMMANDS,
    ArrangeForMe,
    CloseSetting,
    Command,
    LiftCards,
    PlaceCards,
    SubmitSet,
    SwapCards,
    TakeBackSet,
)
from engine.chinese_poker.decide import decide
from engine.chinese_poker.events import EVENTS, CardsDealt, CardsPlaced, CardsSorted, Event, RowsShown, TableClosed
from engine.chinese_poker.fold import apply
from engine.chinese_poker.phase import Phase
from engine.chinese_poker.record import record, scored, sheets
from engine.chinese_poker.rules import FEWEST_SEATS, MOST_SEATS, Settings, check
from engine.chinese_poker.rules import report as _report
from engine.chinese_poker.state import Public, State
from engine.chinese_poker.tell import is_public, tell
from engine.chinese_poker.view import view
from engine.game import Due, Prospect, Report, Seat, Temper

NAME = "chinese_poker"
SEATS = (FEWEST_SEATS, MOST_SEATS)
SETTINGS = Settings
POINTS_BY_HAND = True
FINAL_BY_RANK = False
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
    """A table before its first deal. Raises Refused for settings that cannot be played."""
    check(settings)
    return State(Public(settings))


def open_showdown(view: Any) -> None:
    """All cards are dealt before anything is shown: nothing is left to chance."""


def prospects(question: Any) -> tuple[Prospect, ...]:
    """No question, no answer."""
    return ()


def bell(state: State) -> Due | None:
    """The end of the time to set (C7)."""
    table = state.public
    return None if table.deadline is None else Due(table.deadline, CloseSetting(table.deal))


def waits(command: Command) -> bool:
    """The clock measures the time to set, so while it stands nobody sets."""
    return isinstance(command, (PlaceCards, LiftCards, SwapCards, ArrangeForMe, SubmitSet, TakeBackSet))


def seats_wanted(state: State) -> int:
    """How many seats the room offers (C1)."""
    return state.public.settings.seats


def seating(state: State) -> bool:
    """Seats may come and go until the table is closed; newcomers wait for the next deal."""
    return state.public.phase is not Phase.ENDED


def leaving(state: State) -> tuple[Seat, ...]:
    """Seats whose players left during a deal, until it is settled."""
    return tuple(sorted(state.public.leaving))


def deal_number(state: State) -> int:
    """Which deal comes next."""
    return state.public.deal + 1


def dealt_in(state: State, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Everyone who has a seat and is here."""
    return tuple(seat for seat in sorted(seats) if seat not in state.public.absent)


def reveals(event: Event) -> tuple[Card, ...]:
    """Cards that everyone has seen since; the end shows the seed, and with it every card (F4)."""
    match event:
        case RowsShown(shown=shown):
            return tuple(card for one in shown for card in one.cards)
        case TableClosed():
            return DECK
        case _:
            return ()


def is_step(event: Event) -> bool:
    """What a seat does with its cards before it submits them is its own, and not the host's to take back."""
    return not isinstance(event, (CardsPlaced, CardsSorted))


def ended(state: State) -> bool:
    """Whether the table is closed."""
    return state.public.phase is Phase.ENDED


def evidence(events: Sequence[Event]) -> tuple[Event, ...]:
    """Deals, since nothing else is drawn."""
    return tuple(event for event in events if isinstance(event, CardsDealt))


def peek(state: State, seat: Seat) -> tuple[Card, ...]:
    """The cards that a seat was dealt."""
    return state.secret.held.get(seat, ())


def report(state: State, by_hand: Mapping[Seat, int]) -> Report:
    """Running totals of all seats that have played (C8)."""
    table = state.public
    return _report(table.totals, by_hand, table.absent, ended(state))


def documents(state: State) -> Mapping[str, str]:
    """None beside the exports of every game."""
    return {}
