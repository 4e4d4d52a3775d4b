"""A player for empty seats: it lets the arranger set its cards, as anyone may, and submits what it made."""

from typing import TYPE_CHECKING

from engine.chinese_poker.commands import ArrangeForMe, Command, SubmitSet
from engine.chinese_poker.phase import Objective
from engine.chinese_poker.view import PhoneView
from engine.game import Temper

if TYPE_CHECKING:
    from random import Random

EAGERNESS = 0.4
"""How likely a bot acts when it is asked and has something to do."""


def choose(view: PhoneView, dice: "Random", temper: Temper = Temper.GREEDY) -> Command | None:
    """What to do next, or None to wait, as a silent one always does; `dice` are the bot's own and touch no card."""
    if temper is Temper.SILENT or not view.may_set or dice.random() > EAGERNESS:
        return None
    if view.complete and not view.fouled:
        return SubmitSet(view.table.deal, fouled=False)
    return ArrangeForMe(view.table.deal, Objective.EXPECTED_POINTS)
