"""Plays the seats that bots hold, through the same door as everyone and with nothing but their own view.

However many there are, people come first: one bot acts at a time, and then all rest for as long as that took.
"""

import logging
import secrets
import threading
from collections.abc import Callable
from random import Random
from typing import Any

from engine.game import Player, Refused, Seat, SeatViewer
from engine.registry import GAMES
from engine.room.bots import temper_of
from engine.room.commands import Pace
from engine.room.decide import bell
from engine.room.events import Row
from engine.room.state import RoomState
from web.rooms import Rooms

THINKING = (0.6, 3.0)
"""Seconds that a bot takes to think at the normal pace: at least, and at most."""
SPEED = {Pace.NORMAL: 1, Pace.TENFOLD: 10}

_log = logging.getLogger(__name__)


class Bots:
    """`later` calls back after so many seconds, in the background; a seat has one act under way at most.

    `mine` says whether this worker plays them; of several, one does. `rest` takes seconds, `monotonic` tells ms.
    """

    def __init__(
        self,
        rooms: Rooms,
        dice: Random,
        later: Callable[[float, Callable[[], None]], object],
        rest: Callable[[float], object],
        monotonic: Callable[[], int],
        thinking: tuple[float, float] = THINKING,
    ) -> None:
        self.mine: Callable[[], bool] = lambda: True
        self._rooms, self._dice, self._later, self._thinks_for = rooms, dice, later, thinking
        self._rest, self._monotonic = rest, monotonic
        self._thinking: set[tuple[str, Seat]] = set()
        self._turn, self._acting = threading.Lock(), threading.Lock()

    def changed(self, code: str, state: RoomState, _row: Row) -> None:
        """A listener of `Rooms`: every bot looks at what is new to it."""
        for seat, holder in state.seats.items():
            if holder.bot:
                self._think(code, seat, state.bots.pace)

    def wake(self) -> None:
        """After a restart: every bot looks at where its room stands."""
        for code in self._rooms.codes():
            state = self._rooms.state(code)
            for seat, holder in state.seats.items():
                if holder.bot:
                    self._think(code, seat, state.bots.pace)

    def _think(self, code: str, seat: Seat, pace: Pace) -> None:
        with self._turn:
            if (code, seat) in self._thinking or not self.mine():
                return
            self._thinking.add((code, seat))
        seconds = self._dice.uniform(*self._thinks_for) / SPEED[pace]
        self._later(seconds, lambda: self._act_in_turn(code, seat))

    def _act_in_turn(self, code: str, seat: Seat) -> None:
        """Act when no other bot does, and leave the next as much time to people as this one took."""
        with self._acting:
            begun = self._monotonic()
            try:
                self._act(code, seat)
            finally:
                self._rest((self._monotonic() - begun) / 1000)

    def _act(self, code: str, seat: Seat) -> None:
        """Do what the bot would do now, seeing what its seat sees now; it thinks on while time is running."""
        with self._turn:
            self._thinking.discard((code, seat))
        state = self._rooms.state(code)
        if seat not in state.seats or not state.seats[seat].bot or not self.mine():
            return
        game = GAMES[state.game_name]
        command = game.choose(game.view(state.game, SeatViewer(seat)), self._dice, temper_of(state, seat))
        if command is not None:
            self._try(code, seat, command)
        if not state.clock.stopped and bell(state):
            self._think(code, seat, state.bots.pace)

    def _try(self, code: str, seat: Seat, command: Any) -> None:
        try:
            self._rooms.submit(code, Player(seat), f"bot-{secrets.token_hex(6)}", command)
        except Refused as refused:  # somebody was quicker
            _log.debug("room %s: the bot in seat %d was refused: %s", code, seat, refused.reason)
