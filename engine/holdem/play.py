"""How a hand goes on by itself: whatever follows until a seat is asked or the clock has to run (H2-H10)."""

from engine.cards import Card
from engine.game import Instant, Seat
from engine.hands import Straights, best
from engine.holdem.betting import betting_is_over, next_to_act
from engine.holdem.events import (
    AccountClosed,
    Acted,
    BettingClosed,
    CardsDealt,
    Event,
    HandEnded,
    HandsShown,
    HandStarted,
    HandsTurnedUp,
    HoleCards,
    PaidPot,
    ShownHand,
    StreetDealt,
    TurnStarted,
)
from engine.holdem.fold import apply
from engine.holdem.phase import BOARD_CARDS, STREETS, Act, Phase, Street
from engine.holdem.pots import final_pots, paid, taken, unmatched
from engine.holdem.rules import BIG_BLIND_UNITS, HOLE_CARDS, SMALL_BLIND_UNITS
from engine.holdem.state import Hand, State

CARDS_WAIT = 2_500
"""Milliseconds that the room has to look at each street while the board runs out."""
SHOWDOWN_WAIT = 4_000
"""Milliseconds between the showdown and the pay-out."""


def start(
    state: State, order: tuple[Seat, ...], drawn: bool, deck: tuple[Card, ...], now: Instant
) -> tuple[Event, ...]:
    """A hand between these seats, small blind first, with this deck: two cards to each in order of seat number, then
    the five common ones; blinds as far as the stacks reach (H2, H4).
    """
    number, unit = state.public.hands + 1, state.public.settings.unit
    seats = sorted(order)
    holes = tuple(
        HoleCards(seat, deck[HOLE_CARDS * place : HOLE_CARDS * (place + 1)]) for place, seat in enumerate(seats)
    )
    first = HOLE_CARDS * len(seats)
    board = deck[first : first + BOARD_CARDS[Street.RIVER]]
    blinds = ((order[-1], Act.BIG_BLIND, BIG_BLIND_UNITS), (order[0], Act.SMALL_BLIND, SMALL_BLIND_UNITS))
    put = tuple(_blind(state, number, seat, act, units * unit) for seat, act, units in blinds)
    return follow(state, (HandStarted(number, order, drawn), CardsDealt(number, holes, board), *put), now)


def _blind(state: State, number: int, seat: Seat, act: Act, coins: int) -> Acted:
    """A seat that has less puts in what it has (H2)."""
    put = min(coins, state.public.accounts[seat].stack)
    return Acted(number, seat, act, put, put)


def follow(state: State, events: tuple[Event, ...], now: Instant) -> tuple[Event, ...]:
    """These events and all that follow from them."""
    done: tuple[Event, ...] = ()
    while events:
        for event in events:
            state = apply(state, event)
        done += events
        events = _next(state, now)
    return done


def _next(state: State, now: Instant) -> tuple[Event, ...]:
    """What comes next of itself, or nothing while a seat or the clock is waited for."""
    table, hand = state.public, state.public.hand
    if hand is None or table.phase is not Phase.BETTING:
        return ()
    if len(hand.live) == 1:
        return _taken(state, hand)
    if hand.asked is not None:
        return (fold(hand, hand.asked, Act.LEFT_FOLD),) if hand.asked in table.leaving else ()
    if betting_is_over(hand):
        return _no_more_betting(state, hand, now)
    seat = next_to_act(hand)
    if seat is not None:
        return (TurnStarted(hand.number, hand.turn + 1, seat, now + table.settings.seconds * 1000),)
    if hand.street is Street.RIVER:
        return (_showdown(state, hand, now),)
    return (_street(state, hand),)


def _no_more_betting(state: State, hand: Hand, now: Instant) -> tuple[Event, ...]:
    if hand.street is Street.RIVER:
        return (_showdown(state, hand, now),)
    held = _held(state, hand)
    turned_up = tuple(HoleCards(seat, held[seat]) for seat in hand.live)
    return (HandsTurnedUp(hand.number, turned_up), BettingClosed(hand.number, now + CARDS_WAIT))


def go_on(state: State, hand: Hand, now: Instant) -> tuple[Event, ...]:
    """The next street of a board that runs out, the showdown after the last, or the pay-out after the showdown."""
    if state.public.phase is Phase.SHOWDOWN:
        return _paid_out(state, hand)
    if hand.street is Street.RIVER:
        return (_showdown(state, hand, now),)
    return (_street(state, hand), BettingClosed(hand.number, now + CARDS_WAIT))


def fold(hand: Hand, seat: Seat, act: Act) -> Acted:
    """The seat gives its hand up; its coins stay (H5)."""
    return Acted(hand.number, seat, act, 0, hand.places[seat].put)


def _street(state: State, hand: Hand) -> StreetDealt:
    street = STREETS[STREETS.index(hand.street) + 1]
    count = BOARD_CARDS[street] - BOARD_CARDS[hand.street]
    return StreetDealt(hand.number, street, state.secret.board[:count])


def _showdown(state: State, hand: Hand, now: Instant) -> HandsShown:
    """Every live hand is shown, folded ones never (H10)."""
    held = _held(state, hand)
    shown = tuple(
        ShownHand(seat, held[seat], best((*held[seat], *hand.board), Straights.STANDARD)[1]) for seat in hand.live
    )
    return HandsShown(hand.number, shown, now + SHOWDOWN_WAIT)


def _held(state: State, hand: Hand) -> dict[Seat, tuple[Card, ...]]:
    return {hole.seat: hole.cards for hole in state.secret.holes[hand.number]}


def _taken(state: State, hand: Hand) -> tuple[Event, ...]:
    """One live seat is left: it takes all, without showing (H10)."""
    return _ended(state, hand, tuple(taken(pot) for pot in final_pots(hand)))


def _paid_out(state: State, hand: Hand) -> tuple[Event, ...]:
    strengths = {one.seat: best(one.five, Straights.STANDARD)[0] for one in hand.shown}
    return _ended(state, hand, tuple(paid(pot, strengths) for pot in final_pots(hand)))


def _ended(state: State, hand: Hand, pots: tuple[PaidPot, ...]) -> tuple[Event, ...]:
    """The hand's coins are paid out, and whoever left in the middle of it is cashed out (H10, H12)."""
    back = unmatched(hand)
    ended = HandEnded(hand.number, (back,) if back else (), pots)
    accounts = apply(state, ended).public.accounts
    gone = sorted(state.public.leaving)
    return (ended, *(AccountClosed(seat, accounts[seat].stack) for seat in gone))
