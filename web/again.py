"""Again with the same people: another room of the same game, with its settings, seats and bots."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from engine.game import Host, PublicViewer, require
from engine.registry import GAMES
from engine.room.commands import Comer, ContinueIn, SetBots, SetTemper, SitAgain, Wall
from engine.room.state import BotPlay, RoomState
from engine.room.view import view
from web.rooms import Rooms
from web.store import Store
from web.wire import body, wire_of

LEASE = 10_000
"""Milliseconds in which one who opens a room has done so, or has died at it."""
PAUSE = 0.05
"""Seconds from one look at whether it is done to the next."""


@dataclass(frozen=True)
class Again:
    """Opens the room in which the people of another one go on. `wall` tells wall time in ms, `sleep` takes seconds."""

    rooms: Rooms
    store: Store
    wall: Callable[[], Wall]
    sleep: Callable[[float], object]

    def open(self, code: str, host: Host) -> str:
        """The code of the room that follows on this one, which is opened once, whoever asks for it at which worker.

        Raises Refused while it is played in.
        """
        with self._one_at_a_time(code):
            state = self.rooms.fresh(code)
            require(GAMES[state.game_name].ended(state.game), "not_now")
            if state.next_room:
                return state.next_room
            following = self.rooms.open(state.game_name, state.title)
            for command in _as_it_was(state):
                self.rooms.submit(following, host, secrets.token_hex(8), command)
            self.rooms.submit(code, host, secrets.token_hex(8), ContinueIn(following))
            return following

    @contextmanager
    def _one_at_a_time(self, code: str) -> Iterator[None]:
        """Wait for whoever is at it, here or at another worker, and let the next one wait."""
        name, me = f"again:{code}", secrets.token_hex(8)
        while not self.store.lease(name, me, self.wall(), self.wall() + LEASE):
            self.sleep(PAUSE)
        try:
            yield
        finally:
            self.store.lease(name, me, self.wall(), until=0)


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
