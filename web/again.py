"""Again with the same people: another room of the same game, with its settings, seats and bots."""

import secrets
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from engine.game import Host, PublicViewer, require
from engine.registry import GAMES
from engine.room.commands import Comer, ContinueIn, SetBots, SetTemper, SitAgain
from engine.room.state import BotPlay, RoomState
from engine.room.view import view
from web.rooms import Rooms
from web.wire import body, wire_of


@dataclass(frozen=True)
class Again:
    """Opens the room in which the people of another one go on."""

    rooms: Rooms
    _opening: threading.Lock = field(default_factory=threading.Lock)

    def open(self, code: str, host: Host) -> str:
        """The code of the room that follows on this one, which is opened once. Raises Refused while it is played in."""
        with self._opening:
            state = self.rooms.state(code)
            require(GAMES[state.game_name].ended(state.game), "not_now")
            if state.next_room:
                return state.next_room
            following = self.rooms.open(state.game_name, state.title)
            for command in _as_it_was(state):
                self.rooms.submit(following, host, secrets.token_hex(8), command)
            self.rooms.submit(code, host, secrets.token_hex(8), ContinueIn(following))
            return following


def _as_it_was(state: RoomState) -> Iterator[Any]:
    """What makes a new room like this one before its first deal."""
    settings = view(state, PublicViewer()).game.settings
    change = {"type": "ChangeSettings", "body": {"settings": body(settings)}}
    yield wire_of(state.game_name).command(change)
    seats = sorted(state.seats.items())
    if seats:
        yield SitAgain(tuple(Comer(seat, one.name, one.device, one.bot) for seat, one in seats))
    if state.bots != BotPlay():
        yield SetBots(state.bots.tempers, state.bots.pace)
    for seat, one in seats:
        if one.temper and one.bot:
            yield SetTemper(seat, one.temper)
