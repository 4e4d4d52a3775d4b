"""What happened, in sentences that a viewer may read, and which facts were never secret."""

from typing import Any, assert_never

from engine.chinese_poker.commands import ChangeSettings, CloseSetting, CloseTable, Next, TakeBackSet
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
from engine.chinese_poker.rows import SET_CARDS, Rows, is_fouled
from engine.chinese_poker.state import State
from engine.game import Fact, MarkAbsent, SeatViewer, Sentence, Viewer

_PUBLIC = (
    ChangeSettings,
    MarkAbsent,
    TakeBackSet,
    CloseSetting,
    Next,
    CloseTable,
    SettingsChanged,
    SetSubmitted,
    SetTakenBack,
    SetStood,
    SettingClosed,
    RowsShown,
    DealScored,
    SeatBegunAnew,
    SeatLeaving,
    AbsenceMarked,
    TableClosed,
)
"""Commands and events without a card that was secret when they were made, or a word on whether a set is fouled."""


def is_public(fact: Any) -> bool:
    """Whether this command or event holds nothing that was ever secret."""
    return isinstance(fact, _PUBLIC)


def tell(state: State, event: Event, viewer: Viewer) -> Sentence | None:
    """The event for this viewer, or None; `state` is the state that the event's row came to."""
    match event:
        case CardsPlaced(_, seat, rows):
            return _placed(rows) if viewer == SeatViewer(seat) else None
        case CardsSorted(seat, by):
            return _sentence("cards_sorted", by=by.value) if viewer == SeatViewer(seat) else None
        case CardsDealt(deal, hands):
            return _sentence("cards_dealt", deal=deal, count=len(hands))
        case SetArranged(_, seat):
            return _sentence("set_arranged", seat=seat)
        case _:
            return _told(event)


def _placed(rows: Rows) -> Sentence:
    """What a seat needs to hear of its own set, above all when it cannot see it."""
    return _sentence("cards_placed", missing=SET_CARDS - len(rows.cards), fouled=is_fouled(rows))


def _told(event: TableEvent) -> Sentence:
    """What everyone may read; of a set that is not compared yet only that it is in."""
    match event:
        case SettingsChanged(new):
            facts = {"seconds": new.seconds, "royalties": new.royalties.value, "deals": new.deals}
            return Sentence("settings_changed", facts)
        case SetSubmitted(_, seat):
            return _sentence("set_submitted", seat=seat)
        case SetTakenBack(_, seat):
            return _sentence("set_taken_back", seat=seat)
        case SetStood(_, seat):
            return _sentence("set_stood", seat=seat)
        case SettingClosed(deal):
            return _sentence("setting_closed", deal=deal)
        case RowsShown(deal, row, _, fouled):
            return _sentence("rows_shown", deal=deal, row=row.value, seats=fouled)
        case DealScored(deal, _, _, scores):
            best = max(score.points for score in scores)
            seats = tuple(score.seat for score in scores if score.points == best)
            return _sentence("deal_scored", deal=deal, seats=seats, points=best)
        case SeatBegunAnew(seat):
            return _sentence("seat_begun_anew", seat=seat)
        case SeatLeaving(seat):
            return _sentence("seat_leaving", seat=seat)
        case AbsenceMarked(seat, absent):
            return _sentence("absence_marked", seat=seat, absent=absent)
        case TableClosed():
            return _sentence("table_closed")
        case _:
            assert_never(event)


def _sentence(key: str, **facts: Fact) -> Sentence:
    return Sentence(key, facts)
