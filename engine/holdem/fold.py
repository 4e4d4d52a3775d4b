"""Folding events into the state of a Hold'em table: no rules, no clock, no chance."""

from collections.abc import Mapping
from dataclasses import replace
from typing import assert_never

from engine.game import Instant, Seat
from engine.holdem.events import (
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
from engine.holdem.phase import Act, Phase, Street
from engine.holdem.rules import Account
from engine.holdem.state import Action, Departed, Hand, Place, Public, Secret, State


def apply(state: State, event: Event) -> State:
    """Fold one fact into the state."""
    public, secret = state.public, state.secret
    match event:
        case SettingsChanged(settings):
            return replace(state, public=replace(public, settings=settings))
        case TableClosed():
            return replace(state, public=replace(public, phase=Phase.CLOSED))
        case CardsDealt(number, holes, board):
            return replace(state, secret=Secret(board, {**secret.holes, number: holes}))
        case StreetDealt(cards=cards):
            left = secret.board[len(cards) :]
            return State(_hand_event(public, event), replace(secret, board=left))
        case HandStarted() | TurnStarted() | Acted() | HandsTurnedUp() | BettingClosed() | HandsShown() | HandEnded():
            return replace(state, public=_hand_event(public, event))
        case _:
            return replace(state, public=_seat_event(public, event))


def _seat_event(public: Public, event: SeatEvent) -> Public:
    """Seats come and go, with their coins."""
    match event:
        case AccountOpened(seat, coins):
            return _with_account(public, seat, Account(coins, 0, coins))
        case AccountClosed(seat):
            return _without(public, seat)
        case CoinsSoldIn(seat, coins):
            account = public.accounts[seat]
            more = replace(account, sold_in=account.sold_in + coins, stack=account.stack + coins)
            return _with_account(public, seat, more)
        case CoinsCashedOut(seat, coins):
            account = public.accounts[seat]
            fewer = replace(account, cashed_out=account.cashed_out + coins, stack=account.stack - coins)
            return _with_account(public, seat, fewer)
        case AbsenceMarked(seat, absent):
            marked = public.absent | {seat} if absent else public.absent - {seat}
            return replace(public, absent=marked)
        case LeaveAnnounced(seat):
            return replace(public, leaving=public.leaving | {seat})
        case _:
            assert_never(event)


def _hand_event(public: Public, event: HandEvent) -> Public:
    if isinstance(event, HandStarted):
        return _started(public, event)
    if public.hand is None:
        raise ValueError("nothing happens in a hand before the first has started")
    return _in_hand(public, public.hand, event)


def _started(public: Public, event: HandStarted) -> Public:
    places = {seat: Place(public.accounts[seat].stack) for seat in event.order}
    hand = Hand(event.hand, event.order, places, public.settings.unit)
    return replace(public, phase=Phase.BETTING, hand=hand, deadline=None)


def _in_hand(
    public: Public,
    hand: Hand,
    event: TurnStarted | Acted | HandsTurnedUp | BettingClosed | StreetDealt | HandsShown | HandEnded,
) -> Public:
    match event:
        case TurnStarted(_, turn, seat, deadline):
            return replace(public, hand=replace(hand, turn=turn, asked=seat), deadline=deadline)
        case Acted():
            return _acted(public, hand, event)
        case HandsTurnedUp(holes=holes):
            return replace(public, hand=replace(hand, turned_up=holes))
        case BettingClosed(deadline=deadline):
            return _at(public, Phase.RUNNING_OUT, hand, deadline)
        case StreetDealt(_, street, cards):
            return replace(public, hand=_on_street(replace(hand, board=(*hand.board, *cards)), street))
        case HandsShown(shown=shown, deadline=deadline):
            return _at(public, Phase.SHOWDOWN, replace(hand, shown=shown), deadline)
        case HandEnded():
            return _ended(public, hand, event)
        case _:
            assert_never(event)


def _at(public: Public, phase: Phase, hand: Hand, deadline: Instant | None) -> Public:
    return replace(public, phase=phase, hand=hand, deadline=deadline)


def _on_street(hand: Hand, street: Street) -> Hand:
    return replace(hand, street=street, last=None, acted=frozenset(), opened=False)


def _acted(public: Public, hand: Hand, event: Acted) -> Public:
    """Coins go from the stack into the hand; a turn is over if it was this seat's."""
    seat, act = event.seat, event.act
    place = replace(hand.places[seat], put=event.to, folded=act.is_fold)
    line = Action(hand.street, seat, act, event.coins, event.to)
    hand = replace(hand, places={**hand.places, seat: place}, actions=(*hand.actions, line))
    account = public.accounts[seat]
    public = _with_account(public, seat, replace(account, stack=account.stack - event.coins))
    if act.is_blind or hand.asked != seat:
        return replace(public, hand=hand)
    return replace(public, hand=_turn_over(hand, seat, act), deadline=None)


def _turn_over(hand: Hand, seat: Seat, act: Act) -> Hand:
    acted = frozenset({seat}) if act.is_raise else hand.acted | {seat}
    return replace(hand, asked=None, last=seat, acted=acted, opened=hand.opened or act.is_raise)


def _ended(public: Public, hand: Hand, event: HandEnded) -> Public:
    """Every coin in the pots goes to somebody."""
    over = replace(hand, asked=None, returned=event.returned, pots=event.pots, ended=True)
    for share in (*event.returned, *(share for pot in event.pots for share in pot.shares)):
        account = public.accounts[share.seat]
        public = _with_account(public, share.seat, replace(account, stack=account.stack + share.coins))
    return replace(_at(public, Phase.WAITING, over, None), past=(*public.past, over))


def _with_account(public: Public, seat: Seat, account: Account) -> Public:
    accounts: Mapping[Seat, Account] = {**public.accounts, seat: account}
    return replace(public, accounts=accounts)


def _without(public: Public, seat: Seat) -> Public:
    """The seat is given up: all that lies before it is cashed out."""
    account = public.accounts[seat]
    cashed = replace(account, cashed_out=account.cashed_out + account.stack, stack=0)
    return replace(
        public,
        accounts={other: one for other, one in public.accounts.items() if other != seat},
        departed=(*public.departed, Departed(seat, public.hands, cashed)),
        hand=replace(public.hand, given_up=public.hand.given_up | {seat}) if public.hand else None,
        absent=public.absent - {seat},
        leaving=public.leaving - {seat},
    )
