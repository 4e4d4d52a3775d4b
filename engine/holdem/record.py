"""What a table leaves behind: stacks and net results, every hand's history, and the hands in PHH (H11, F4)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.cards import Card
from engine.game import Cell, Named, Seat, Sentence, Sheet, ranked
from engine.holdem import phh
from engine.holdem.events import HoleCards, PaidPot, Share, ShownHand
from engine.holdem.phase import Phase
from engine.holdem.rules import Account
from engine.holdem.state import Action, Hand, State


@dataclass(frozen=True)
class HandRecord:
    """One hand that is over; `starts` in order of play, `holes` only once the table is closed (F4)."""

    number: int
    unit: int
    order: tuple[Seat, ...]
    starts: tuple[int, ...]
    actions: tuple[Action, ...]
    board: tuple[Card, ...]
    shown: tuple[ShownHand, ...]
    returned: tuple[Share, ...]
    pots: tuple[PaidPot, ...]
    holes: tuple[HoleCards, ...]


@dataclass(frozen=True)
class SeatAccount:
    """The coins of a seat that somebody holds."""

    seat: Seat
    account: Account


def record(state: State) -> Mapping[str, Any]:
    """Accounts of those who sit here and of those who have left, and all hands that are over."""
    table = state.public
    return {
        "accounts": tuple(SeatAccount(seat, account) for seat, account in sorted(table.accounts.items())),
        "departed": table.departed,
        "hands": tuple(_hand(state, hand) for hand in table.past),
    }


def documents(state: State) -> Mapping[str, str]:
    """All hands that PHH can express; while the table is open with the cards that were shown alone."""
    known = {hand.number: _known(state, hand) for hand in state.public.past}
    return {"phhs": phh.document(state.public.past, known)}


def scored(state: State) -> tuple[Mapping[Seat, int], ...]:
    """A sheet of its own tells the result of each hand: seats come and go in between."""
    return ()


def sheets(state: State) -> tuple[Sheet, ...]:
    """Results, hands, and what everyone did."""
    return (_results(state), _hands(state), _actions(state))


def _hand(state: State, hand: Hand) -> HandRecord:
    return HandRecord(
        number=hand.number,
        unit=hand.unit,
        order=hand.order,
        starts=tuple(hand.places[seat].start for seat in hand.order),
        actions=hand.actions,
        board=hand.board,
        shown=hand.shown,
        returned=hand.returned,
        pots=hand.pots,
        holes=state.secret.holes[hand.number] if state.public.phase is Phase.CLOSED else (),
    )


def _known(state: State, hand: Hand) -> Mapping[Seat, tuple[Card, ...]]:
    if state.public.phase is Phase.CLOSED:
        return {hole.seat: hole.cards for hole in state.secret.holes[hand.number]}
    return {one.seat: one.cards for one in hand.shown}


def _results(state: State) -> Sheet:
    """Those who sit here by rank, then those who have left."""
    table = state.public
    places = ranked([(seat, account.net) for seat, account in table.accounts.items()])
    here = [(rank, seat, Named(seat), table.accounts[seat]) for seat, rank in places]
    gone = [(0, one.seat, Named(one.seat, one.hand), one.account) for one in table.departed if one.hand]
    rows = [(rank or _said("cell_left"), seat, who, *_coins(account)) for rank, seat, who, account in (*here, *gone)]
    columns = ("rank", "seat", "name", "stack", "net", "sold_in", "cashed_out")
    return _sheet("results", columns, rows)


def _coins(account: Account) -> tuple[int, int, int, int]:
    return account.stack, account.net, account.sold_in, account.cashed_out


def _hands(state: State) -> Sheet:
    rows = [
        (
            hand.number,
            Named(hand.small_blind, hand.number),
            Named(hand.big_blind, hand.number),
            hand.board,
            sum(pot.coins for pot in hand.pots),
            Named(share.seat, hand.number),
            share.coins,
            next((one.cards for one in hand.shown if one.seat == share.seat), ()),
        )
        for hand in state.public.past
        for share in _takings(hand)
    ]
    columns = ("hand", "small_blind", "big_blind", "board", "pots", "taken_by", "coins", "cards")
    return _sheet("hands", columns, rows)


def _takings(hand: Hand) -> Iterator[Share]:
    """What each seat took out of the pots, in order of play; what came back unmatched is not among it."""
    for seat in hand.order:
        coins = sum(share.coins for pot in hand.pots for share in pot.shares if share.seat == seat)
        if coins:
            yield Share(seat, coins)


def _actions(state: State) -> Sheet:
    rows = [
        (
            hand.number,
            number,
            _said(f"cell_{action.street.value}"),
            action.seat,
            Named(action.seat, hand.number),
            _said(f"cell_{action.act.value}"),
            action.coins,
            action.to,
        )
        for hand in state.public.past
        for number, action in enumerate(hand.actions, 1)
    ]
    columns = ("hand", "number", "street", "seat", "name", "action", "coins", "put_in")
    return _sheet("actions", columns, rows)


def _sheet(key: str, columns: tuple[str, ...], rows: Sequence[tuple[Cell, ...]]) -> Sheet:
    return Sheet(
        _said(f"sheet_{key}"), tuple(_said(f"column_{name}") for name in columns), tuple(rows), printed=key == "results"
    )


def _said(key: str) -> Sentence:
    return Sentence(key, {})
