"""Setting 13 cards: placing, arranging, submitting, and what happens when time runs out (C2, C3, C7)."""

from typing import assert_never

from engine.cards import Card
from engine.chinese_poker.allowed import may_set, may_take_back
from engine.chinese_poker.arrange import arrange
from engine.chinese_poker.commands import (
    ArrangeForMe,
    LiftCards,
    PlaceCards,
    SortCards,
    SubmitSet,
    SwapCards,
    TakeBackSet,
)
from engine.chinese_poker.events import (
    CardsPlaced,
    CardsSorted,
    Event,
    SetArranged,
    SetStood,
    SetSubmitted,
    SetTakenBack,
    SettingClosed,
)
from engine.chinese_poker.phase import Objective, Phase
from engine.chinese_poker.rows import SIZES, Row, Rows, is_fouled
from engine.chinese_poker.state import Public, State
from engine.game import Seat, require


def lay(
    state: State, seat: Seat, command: PlaceCards | LiftCards | SwapCards | SortCards | ArrangeForMe
) -> tuple[Event, ...]:
    """What a seat does with its cards before it submits them."""
    _require_setting(state.public, seat, command.deal)
    match command:
        case PlaceCards():
            return _place(state, seat, command)
        case LiftCards(cards=cards):
            _require_own(state, seat, cards)
            return _placed(state, seat, _without(state.secret.rows[seat], cards))
        case SwapCards(cards=cards):
            return _swap(state, seat, cards)
        case SortCards(by=by):
            require(state.secret.sorts.get(seat) != by, "already_done")
            return (CardsSorted(seat, by),)
        case ArrangeForMe(objective=objective):
            return _placed(state, seat, arrange(state.secret.held[seat], state.public.settings.table, objective))
        case _:
            assert_never(command)


def _place(state: State, seat: Seat, command: PlaceCards) -> tuple[Event, ...]:
    """Cards move to a row that has room for them."""
    _require_own(state, seat, command.cards)
    row, rows = command.row, _without(state.secret.rows[seat], command.cards)
    require(len(rows.of(row)) + len(command.cards) <= SIZES[row], "row_is_full", row=row.value)
    return _placed(state, seat, rows.having(row, (*rows.of(row), *command.cards)))


def _swap(state: State, seat: Seat, cards: tuple[Card, ...]) -> tuple[Event, ...]:
    """Two cards change places, in rows or waiting."""
    _require_own(state, seat, cards)
    require(len(cards) == 2, "two_cards_swap")
    first, second = cards
    turned = {first: second, second: first}
    before = state.secret.rows[seat]
    front, middle, back = (tuple(turned.get(card, card) for card in before.of(row)) for row in Row)
    return _placed(state, seat, Rows(front, middle, back))


def submit(state: State, seat: Seat, command: SubmitSet) -> tuple[Event, ...]:
    """A set is in; with the last one the comparison can begin."""
    table, rows = state.public, state.secret.rows.get(seat, Rows())
    _require_setting(table, seat, command.deal)
    require(rows.is_complete, "set_incomplete")
    require(command.fouled or not is_fouled(rows), "set_is_fouled")
    last = set(table.seats) <= table.submitted | {seat}
    return (SetSubmitted(table.deal, seat), *((SettingClosed(table.deal),) if last else ()))


def take_back(state: State, seat: Seat, command: TakeBackSet) -> tuple[Event, ...]:
    """The seat goes on setting (C7)."""
    table = state.public
    require(command.deal == table.deal, "other_deal", deal=command.deal)
    require(table.phase is Phase.SETTING, "setting_closed")
    require(may_take_back(table, seat), "nothing_to_take_back")
    return (SetTakenBack(table.deal, seat),)


def close(state: State) -> tuple[Event, ...]:
    """Time is up: every set that is not in is closed (C7)."""
    missing = [seat for seat in state.public.seats if seat not in state.public.submitted]
    return (*(run_out(state, seat) for seat in missing), SettingClosed(state.public.deal))


def run_out(state: State, seat: Seat) -> SetStood | SetArranged:
    """A complete set stands as it is, fouled or not; an incomplete one is made anew from all 13 cards (C7)."""
    table, secret = state.public, state.secret
    if secret.rows[seat].is_complete:
        return SetStood(table.deal, seat)
    return SetArranged(table.deal, seat, arrange(secret.held[seat], table.settings.table, Objective.ROYALTIES_FIRST))


def _placed(state: State, seat: Seat, rows: Rows) -> tuple[Event, ...]:
    require(rows != state.secret.rows[seat], "already_done")
    return (CardsPlaced(state.public.deal, seat, rows),)


def _without(rows: Rows, cards: tuple[Card, ...]) -> Rows:
    front, middle, back = (tuple(card for card in rows.of(row) if card not in cards) for row in Row)
    return Rows(front, middle, back)


def _require_setting(table: Public, seat: Seat, deal_meant: int) -> None:
    require(deal_meant == table.deal, "other_deal", deal=deal_meant)
    require(seat in table.seats, "not_dealt_in")
    require(table.phase is Phase.SETTING, "setting_closed")
    require(may_set(table, seat), "set_is_in")


def _require_own(state: State, seat: Seat, cards: tuple[Card, ...]) -> None:
    require(bool(cards), "no_cards_chosen")
    require(len(set(cards)) == len(cards), "cards_repeated")
    require(set(cards) <= set(state.secret.held[seat]), "not_your_cards")
