"""A player for empty seats: it knows no more than the phone in that seat would show."""

from typing import TYPE_CHECKING

from engine.cards import DECK, Card
from engine.game import Temper
from engine.hands import Straights, best
from engine.holdem.commands import Command
from engine.holdem.table_view import TableView
from engine.holdem.view import PhoneView

if TYPE_CHECKING:
    from random import Random

    from engine.holdem.turn import Lift, TurnView

SAMPLES = 24
"""How many hands of the others it imagines."""
CAUTION = 0.04
"""How much better than the price a hand must be for it to pay."""
VALUE = 1.25
"""How many times its fair share of the pot it must expect, to bet."""
BLUFF = 0.04
"""How often it bets without anything."""


def choose(view: PhoneView, dice: "Random", temper: Temper = Temper.GREEDY) -> Command | None:
    """What to do on its turn, or None to wait, as a silent one always does; `dice` are the bot's own."""
    turn = view.turn
    if turn is None or temper is Temper.SILENT:
        return None
    table = view.table
    rivals = sum(place.in_hand and not place.folded for place in table.places) - 1
    chances = win_rate(view.cards, table.board, rivals, dice)
    if turn.lift and _bets(chances, rivals, dice):
        return turn.lift.command(table.hand, table.turn, _size(table, turn.lift, chances))
    if turn.check:
        return turn.check
    return turn.call if turn.call and _pays(table, turn, chances) else turn.fold


def _bets(chances: float, rivals: int, dice: "Random") -> bool:
    """With more than its fair share, more often the better it stands; seldom as a bluff."""
    fair = 1 / (rivals + 1)
    if chances < VALUE * fair:
        return dice.random() < BLUFF
    return dice.random() < 0.5 + chances / 2


def _size(table: TableView, lift: "Lift", chances: float) -> int:
    """Up to a pot and a half, and for a hand that hardly loses all that the limit leaves."""
    if chances > 0.9:
        return lift.most
    pot = sum(pot.coins for pot in table.pots)
    return max(lift.lowest, min(lift.most, table.highest + round(pot * chances * 1.5)))


def _pays(table: TableView, turn: "TurnView", chances: float) -> bool:
    """Whether the pot pays for the call often enough."""
    pot = sum(pot.coins for pot in table.pots)
    return chances > turn.call_coins / (pot + turn.call_coins) + CAUTION


def win_rate(own: tuple[Card, ...], board: tuple[Card | None, ...], rivals: int, dice: "Random") -> float:
    """How often these two cards win against so many unknown hands, by imagining what is not known; ties count half."""
    lying = [card for card in board if card]
    known = {*own, *lying}
    unknown = [card for card in DECK if card not in known]
    missing = len(board) - len(lying)
    won = 0.0
    for _ in range(SAMPLES):
        drawn = dice.sample(unknown, missing + 2 * rivals)
        common = (*lying, *drawn[:missing])
        mine = best((*own, *common), Straights.STANDARD)[0]
        theirs = max(
            best((*drawn[place : place + 2], *common), Straights.STANDARD)[0] for place in range(missing, len(drawn), 2)
        )
        won += (mine > theirs) + (mine == theirs) / 2
    return won / SAMPLES
