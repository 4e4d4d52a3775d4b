"""Folding events into the state of a Chinese Poker table: no rules, no clock, no chance."""

from dataclasses import replace
from typing import assert_never

from engine.chinese_poker.events import (
    AbsenceMarked,
    CardsDealt,
    CardsPlaced,
    CardsSorted,
    DealScored,
    Event,
    RowsShown,
    SeatBegunAnew,
    SeatLeaving,
    SetArranged,
    SetStood,
    SetSubmitted,
    SetTakenBack,
    SettingClosed,
    SettingsChanged,
    TableClosed,
    TableEvent,
)
from engine.chinese_poker.phase import Phase
from engine.chinese_poker.rows import Row, Rows
from engine.chinese_poker.state import Departed, Public, Secret, State
from engine.game import Seat

SHOWS = {Row.FRONT: Phase.FRONT, Row.MIDDLE: Phase.MIDDLE, Row.BACK: Phase.BACK}


def apply(state: State, event: Event) -> State:
    """Fold one fact into the state."""
    public, secret = state.public, state.secret
    match event:
        case CardsDealt():
            return _dealt(state, event)
        case CardsPlaced(_, seat, rows):
            return replace(state, secret=_with_rows(secret, seat, rows))
        case CardsSorted(seat, by):
            return replace(state, secret=replace(secret, sorts={**secret.sorts, seat: by}))
        case SetArranged(_, seat, rows):
            return State(_ran_out(public, seat), _with_rows(secret, seat, rows))
        case _:
            return replace(state, public=_public(public, event))


def _public(public: Public, event: TableEvent) -> Public:
    match event:
        case SettingsChanged(settings):
            return replace(public, settings=settings)
        case SetSubmitted(_, seat):
            return replace(public, submitted=public.submitted | {seat})
        case SetTakenBack(_, seat):
            return replace(public, submitted=public.submitted - {seat}, ran_out=public.ran_out - {seat})
        case SetStood(_, seat):
            return _ran_out(public, seat)
        case SettingClosed():
            return replace(public, phase=Phase.ALL_IN, deadline=None)
        case RowsShown(_, row, shown, fouled):
            faces = {row: {one.seat: one.cards for one in shown}}
            return replace(public, phase=SHOWS[row], shown={**public.shown, **faces}, fouled=fouled)
        case DealScored():
            return _scored(public, event)
        case SeatBegunAnew(seat):
            return _begun_anew(public, seat)
        case SeatLeaving(seat):
            return replace(public, leaving=public.leaving | {seat})
        case AbsenceMarked(seat, absent):
            return replace(public, absent=public.absent | {seat} if absent else public.absent - {seat})
        case TableClosed():
            return replace(public, phase=Phase.ENDED)
        case _:
            assert_never(event)


def _dealt(state: State, event: CardsDealt) -> State:
    """A new deal: nothing of the last one lies on the table."""
    held = {dealt.seat: dealt.cards for dealt in event.hands}
    public = replace(
        state.public,
        phase=Phase.SETTING,
        deal=event.deal,
        seats=tuple(held),
        deadline=event.deadline,
        submitted=frozenset(),
        ran_out=frozenset(),
        shown={},
        fouled=(),
        totals={**dict.fromkeys(held, 0), **state.public.totals},
    )
    return State(public, Secret(held, dict.fromkeys(held, Rows()), state.secret.sorts))


def _with_rows(secret: Secret, seat: Seat, rows: Rows) -> Secret:
    return replace(secret, rows={**secret.rows, seat: rows})


def _ran_out(public: Public, seat: Seat) -> Public:
    return replace(public, submitted=public.submitted | {seat}, ran_out=public.ran_out | {seat})


def _begun_anew(public: Public, seat: Seat) -> Public:
    """The total goes with whoever had the seat before."""
    totals = {other: points for other, points in public.totals.items() if other != seat}
    played = [result.deal for result in public.results if any(score.seat == seat for score in result.scores)]
    gone = tuple(Departed(seat, deal, public.totals[seat]) for deal in played[-1:] if seat in public.totals)
    return replace(public, totals=totals, absent=public.absent - {seat}, departed=(*public.departed, *gone))


def _scored(public: Public, event: DealScored) -> Public:
    totals = {**public.totals}
    for score in event.scores:
        totals[score.seat] = totals.get(score.seat, 0) + score.points
    results = (*public.results, event)
    return replace(public, phase=Phase.POINTS, results=results, totals=totals, leaving=frozenset())
