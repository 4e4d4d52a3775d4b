"""A player for empty seats: it knows no more than the phone in that seat would show."""

from typing import TYPE_CHECKING

from engine.game import Temper
from engine.team_poker import greedy, loyal
from engine.team_poker.commands import CastBallot, Command
from engine.team_poker.phase import Phase
from engine.team_poker.view import PhoneView

if TYPE_CHECKING:
    from random import Random

EAGERNESS = 0.25
"""How likely a bot acts when it is asked and has something to do."""


def choose(view: PhoneView, dice: "Random", temper: Temper = Temper.GREEDY) -> Command | None:
    """What to do next, or None to wait, as a silent one always does; `dice` are the bot's own and touch no card."""
    if temper is Temper.SILENT or dice.random() > EAGERNESS:
        return None
    mind = loyal if temper is Temper.LOYAL else greedy
    table = view.table
    if view.may_vote and not view.ballot and table.phase is Phase.VOTING:
        return CastBallot(table.round, mind.preferred(view, dice)[: table.settings.ballots])
    return mind.nominate(view, dice) if view.may_pledge else None
