"""Team Poker: thirteen seats, three cards each, hands made together (T1-T15). The face of `engine.protocol.Game`."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.cards import DECK, Card
from engine.game import Due, Report, Seat, Temper
from engine.team_poker.bot import choose
from engine.team_poker.commands import COMMANDS, CallBallot, CastBallot, CloseVote, Command, LockNominations
from engine.team_poker.decide import decide
from engine.team_poker.events import (
    EVENTS,
    CardsDealt,
    CardsPledged,
    CardsTakenBack,
    Event,
    EventEnded,
    HandsShown,
    NeutralShown,
    TieDrawn,
)
from engine.team_poker.fold import apply
from engine.team_poker.phase import Phase
from engine.team_poker.prospects import open_showdown, prospects
from engine.team_poker.rules import FEWEST_SEATS, MOST_SEATS, Settings, check
from engine.team_poker.rules import report as _report
from engine.team_poker.sheets import scored, sheets
from engine.team_poker.state import Public, State
from engine.team_poker.table_view import rounds
from engine.team_poker.tell import is_public, tell
from engine.team_poker.view import view

NAME = "team_poker"
SEATS = (FEWEST_SEATS, MOST_SEATS)
SETTINGS = Settings
POINTS_BY_HAND = True
FINAL_BY_RANK = True
TEMPERS = (Temper.LOYAL, Temper.GREEDY, Temper.SILENT)

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
    """An event before the deal. Raises Refused for settings that cannot be played (T1)."""
    check(settings)
    return State(Public(settings))


def bell(state: State) -> Due | None:
    """The end of the countdown (T5) or of the vote (T7)."""
    table = state.public
    if table.deadline is None:
        return None
    command: Command = CloseVote(table.round) if table.phase is Phase.VOTING else LockNominations(table.round)
    return Due(table.deadline, command)


def waits(command: Command) -> bool:
    """While the room is paused pledges go on and votes wait."""
    return isinstance(command, CastBallot | CallBallot)


def seats_wanted(state: State) -> int:
    """How many seats the room offers (T1)."""
    return state.public.settings.seats


def seating(state: State) -> bool:
    """Seats may come and go before the deal."""
    return state.public.phase is Phase.LOBBY


def leaving(state: State) -> tuple[Seat, ...]:
    """After the deal nobody gives a seat up; whoever is away is marked absent (T15)."""
    return ()


def deal_number(state: State) -> int:
    """An event has one deal (T1)."""
    return 1


def dealt_in(state: State, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Everyone who has a seat (T1)."""
    return tuple(sorted(seats))


def reveals(event: Event) -> tuple[Card, ...]:
    """Cards that everyone has seen since; the end shows the seed, and with it every card (F4)."""
    match event:
        case HandsShown(shown=shown):
            return tuple(pledge.card for side in shown for pledge in side.pledges)
        case NeutralShown(card=card):
            return (card,)
        case EventEnded():
            return DECK
        case _:
            return ()


def is_step(event: Event) -> bool:
    """Everything that happens can be taken back."""
    return True


def ended(state: State) -> bool:
    """Whether the last round is over."""
    return state.public.phase is Phase.FINAL


def evidence(events: Sequence[Event]) -> tuple[Event, ...]:
    """Deals, drawn ties, neutral cards, and the pledges of hands that were drawn among: their lowest cards decide (T8).

    The cards of all other hands that were not chosen stay unseen (T11).
    """
    tied = {hand for event in events if isinstance(event, TieDrawn) for hand in event.tied}

    def tells(event: Event) -> bool:
        if isinstance(event, CardsPledged | CardsTakenBack):
            return event.hand in tied
        return isinstance(event, CardsDealt | TieDrawn | NeutralShown)

    return tuple(filter(tells, events))


def peek(state: State, seat: Seat) -> tuple[Card, ...]:
    """The undestroyed cards of a seat."""
    return state.secret.held.get(seat, ())


def report(state: State, by_hand: Mapping[Seat, int]) -> Report:
    """Standings of all seats that were dealt in (T13, T14)."""
    table = state.public
    points = {seat: sum(seat in result.scoring for result in table.results) for seat in table.seats}
    penalties = {seat: -sum(seat in result.penalised for result in table.results) for seat in table.seats}
    return _report(points, penalties, by_hand, table.absent, ended(state))


def record(state: State) -> Mapping[str, Any]:
    """Every round that is over."""
    return {"rounds": rounds(state.public)}


def documents(state: State) -> Mapping[str, str]:
    """None beside the exports of every game."""
    return {}
