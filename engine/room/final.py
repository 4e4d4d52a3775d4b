"""The final of an event, which the board shows rank by rank from the last to the first, and then as a whole (T13)."""

from collections.abc import Mapping

from engine.game import Report, Seat, Standing, require
from engine.registry import GAMES
from engine.remembered import remembered
from engine.room.events import RanksShown
from engine.room.state import RoomState

ALL = 0
"""In place of a rank: everything, winners and losers too."""


@remembered
def report(state: RoomState) -> Report:
    """The standings as the record has them, points by hand counted in (T14), whatever the board shows of them."""
    return GAMES[state.game_name].report(state.game, by_hand(state))


def by_hand(state: RoomState) -> Mapping[Seat, int]:
    """Points by hand, added up by seat (T14)."""
    totals: dict[Seat, int] = {}
    for given in state.points:
        totals[given.seat] = totals.get(given.seat, 0) + given.points
    return totals


def under_way(state: RoomState) -> bool:
    """Whether all is played and the board has not shown all of it yet."""
    game = GAMES[state.game_name]
    return game.FINAL_BY_RANK and game.ended(state.game) and state.ranks_shown != ALL


def shown(state: RoomState) -> tuple[Standing, ...]:
    """The lines that the board has shown, those that share a rank together (1, 2, 2, 4)."""
    return tuple(line for line in report(state).standings if _is_shown(state, line))


def coming(state: RoomState) -> tuple[Standing, ...]:
    """The lines that come next: all of the last rank that has not been shown; none when only the whole is left."""
    hidden = [line for line in report(state).standings if not _is_shown(state, line)]
    last = max((line.rank for line in hidden), default=ALL)
    return tuple(line for line in hidden if line.rank == last)


def show(state: RoomState, rank: int) -> tuple[RanksShown]:
    """One rank more, or everything at once; a rank that is not the next was shown by another press."""
    require(under_way(state), "not_now")
    following = coming(state)
    require(rank in (ALL, following[0].rank if following else ALL), "already_done")
    return (RanksShown(rank, tuple(line.seat for line in following) if rank else ()),)


def _is_shown(state: RoomState, line: Standing) -> bool:
    return state.ranks_shown is not None and line.rank >= state.ranks_shown
