"""How the bots of a room play: by which temper, and how fast."""

from engine.game import Seat, Temper, require
from engine.registry import GAMES
from engine.room.commands import Pace
from engine.room.events import BotsSet, TemperSet
from engine.room.state import BotPlay, RoomState


def temper_of(state: RoomState, seat: Seat) -> Temper:
    """What the bot of this seat was given, or else its share of the room's tempers."""
    shared = state.bots.tempers
    return state.seats[seat].temper or shared[(seat - 1) % len(shared)]


def set_all(state: RoomState, tempers: tuple[Temper, ...], pace: Pace) -> tuple[BotsSet, ...]:
    """All bots play so, those that come later too."""
    require(bool(tempers), "no_temper")
    _require_known(state, tempers)
    ordered = tuple(temper for temper in Temper if temper in tempers)
    own = any(holder.temper for holder in state.seats.values())
    require(own or BotPlay(ordered, pace) != state.bots, "already_done")
    return (BotsSet(ordered, pace),)


def set_one(state: RoomState, seat: Seat, temper: Temper) -> tuple[TemperSet, ...]:
    """The bot of one seat is different."""
    require(seat in state.seats, "no_such_seat")
    require(state.seats[seat].bot, "no_bot_here")
    _require_known(state, (temper,))
    require(temper_of(state, seat) is not temper, "already_done")
    return (TemperSet(seat, temper),)


def _require_known(state: RoomState, tempers: tuple[Temper, ...]) -> None:
    require(set(tempers) <= set(GAMES[state.game_name].TEMPERS), "not_here")
