"""What happened at a Hold'em table, in sentences that a viewer may read, and which facts were never secret."""

from typing import Any, assert_never

from engine.game import Deal, Fact, Leave, MarkAbsent, Sentence, Sit, Viewer
from engine.holdem.commands import COMMANDS
from engine.holdem.events import (
    EVENTS,
    AbsenceMarked,
    AccountClosed,
    AccountOpened,
    Acted,
    BettingClosed,
    CardsDealt,
    CoinsCashedOut,
    CoinsSoldIn,
    Event,
    HandEnded,
    HandEvent,
    HandsShown,
    HandStarted,
    HandsTurnedUp,
    LeaveAnnounced,
    SeatEvent,
    SettingsChanged,
    StreetDealt,
    TableClosed,
    TurnStarted,
)
from engine.holdem.state import State

_PUBLIC = (*COMMANDS, Sit, Leave, Deal, MarkAbsent, *(event for event in EVENTS if event is not CardsDealt))
"""Everything but the deal: a hand is played in the open, only its cards are not."""


def is_public(fact: Any) -> bool:
    """Whether this command or event holds nothing that was ever secret."""
    return isinstance(fact, _PUBLIC)


def tell(state: State, event: Event, viewer: Viewer) -> Sentence | None:
    """The event in words, the same for all viewers, or None; `state` is the state that the event's row came to."""
    if isinstance(event, CardsDealt):
        return None
    return _hand(event) if isinstance(event, HandEvent) else _table(event)


def _hand(event: HandEvent) -> Sentence | None:
    match event:
        case HandStarted(hand, order, drawn):
            return _sentence("hand_started", hand=hand, seat=order[-1], drawn=drawn, count=len(order))
        case TurnStarted():
            return None
        case Acted(_, seat, act, coins, to):
            return _sentence(f"acted_{act.value}", seat=seat, coins=coins, to=to)
        case BettingClosed():
            return _sentence("betting_closed")
        case StreetDealt(_, street, cards):
            return _sentence("street_dealt", street=street.value, cards=cards)
        case HandsTurnedUp(_, holes):
            return _sentence("hands_turned_up", seats=tuple(one.seat for one in holes))
        case HandsShown(_, shown):
            return _sentence("hands_shown", seats=tuple(one.seat for one in shown))
        case HandEnded(hand, _, pots):
            winners = tuple(dict.fromkeys(share.seat for pot in pots for share in pot.shares if share.coins))
            return _sentence("hand_ended", hand=hand, seats=winners, coins=sum(pot.coins for pot in pots))
        case _:
            assert_never(event)


def _table(event: SettingsChanged | SeatEvent | TableClosed) -> Sentence:
    match event:
        case SettingsChanged(settings):
            return _sentence("settings_changed", unit=settings.unit, stack=settings.stack, seconds=settings.seconds)
        case AccountOpened(seat, coins):
            return _sentence("account_opened", number=seat, coins=coins)
        case AccountClosed(seat, coins):
            return _sentence("account_closed", number=seat, coins=coins)
        case CoinsSoldIn(seat, coins):
            return _sentence("coins_sold_in", seat=seat, coins=coins)
        case CoinsCashedOut(seat, coins):
            return _sentence("coins_cashed_out", seat=seat, coins=coins)
        case AbsenceMarked(seat, absent):
            return _sentence("sits_out", seat=seat, absent=absent)
        case LeaveAnnounced(seat):
            return _sentence("leave_announced", seat=seat)
        case TableClosed():
            return _sentence("table_closed")
        case _:
            assert_never(event)


def _sentence(key: str, **facts: Fact) -> Sentence:
    return Sentence(key, facts)
