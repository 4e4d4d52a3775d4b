"""The beginning of an event played by dice: settings, people who come and go, and the deal with their phones."""

from collections.abc import Iterator
from random import Random
from typing import Any, TypeAlias

from engine.chance import commitment
from engine.game import Host, Player, Temper
from engine.hands import Straights
from engine.room.commands import (
    CallDeal,
    Comer,
    CommitAnew,
    CommitBytes,
    FillWithBots,
    FreeSeat,
    Guest,
    Hold,
    Keeper,
    LeaveSeat,
    Pace,
    Resume,
    RevealBytes,
    RoomActor,
    SeatBots,
    SetBots,
    SetDoor,
    SetTitle,
    SitAgain,
    TakeSeat,
)
from engine.room.decide import bell
from engine.room.seating import free_seats, needs_new_seed
from engine.team_poker.commands import ChangeSettings
from engine.team_poker.rules import OnTie, Settings, most_rounds
from tests.engine.drive import NAMES, Drive, phone_bytes

Move: TypeAlias = tuple[RoomActor, Any]
Moves: TypeAlias = Iterator[Move]

SILENT = 0.1
"""How many phones do not take part in chance."""


class RandomLobby:
    """A room before its deal; `number` decides all that happens in it. `room` has Drive's face."""

    def __init__(self, number: int, room: Any = None) -> None:
        self.dice = Random(number)
        self.drive: Drive = room or Drive(seed=self.dice.randbytes(32).hex())
        self._guests = 0

    def _lobby(self) -> Moves:
        """Settings, seats, and the deal; also again after an undo."""
        if self._chance(0.7):
            yield Host(), ChangeSettings(self._settings())
        yield Host(), SetTitle(self.dice.choice(["Đêm chung kết", "Vòng 2", "=1+1"]))
        yield from self._seating()
        for seat, holder in self.drive.state.seats.items():
            if not holder.bot and not holder.data and not self._chance(SILENT):
                yield Player(seat), CommitBytes(commitment(phone_bytes(seat)))
        if needs_new_seed(self.drive.state):
            yield Host(), CommitAnew(self.dice.randbytes(32).hex())
        yield Host(), CallDeal()
        yield from self._gathering()

    def _settings(self) -> Settings:
        seats = self.dice.randint(max(10, len(self.drive.state.seats)), 14)
        return Settings(
            rounds=self.dice.randint(2, min(most_rounds(seats), most_rounds(10))),
            countdown=self.dice.choice([10, 90, 600]),
            vote=self.dice.choice([10, 60]),
            ballots=self.dice.choice([1, 2]),
            straight_order=self.dice.choice([Straights.RING_EQUAL, Straights.RING_HIGH_CARD]),
            on_tie=self.dice.choice(list(OnTie)),
            seats=seats,
        )

    def _seating(self) -> Moves:
        """People sit down, some change their minds, and bots take what is left."""
        if not self.drive.state.door_open:
            yield Host(), SetDoor(True)
        if not self.drive.state.seats and self._chance(0.1):
            yield Host(), SitAgain((Comer(1, "Người cũ", "9" * 64, bot=True), Comer(3, "Bot 7", "", bot=True)))
        wanted = self.drive.table.settings.seats
        coming = self.dice.randint(10, wanted) - len(self.drive.state.seats)
        for _ in range(coming):
            yield self._newcomer()
        if self._chance(0.3) and len(self.drive.state.seats) == wanted:
            yield Host(), FreeSeat(self.dice.choice(list(self.drive.state.seats)))
            yield self._newcomer()
        if self._chance(0.3):
            yield Player(self.dice.choice(list(self.drive.state.seats))), LeaveSeat()
        if free_seats(self.drive.state) and (self._chance(0.4) or len(self.drive.state.seats) < 10):
            yield Host(), FillWithBots() if self._chance(0.5) else SeatBots("Máy")
            if self._chance(0.3) and self.drive.state.bots.pace is Pace.NORMAL:
                yield Host(), SetBots((self.dice.choice((Temper.LOYAL, Temper.SILENT)),), Pace.TENFOLD)
        if self._chance(0.3):
            yield Host(), SetDoor(False)

    def _newcomer(self) -> Move:
        self._guests += 1
        name = f"{NAMES[self._guests % len(NAMES)]} {self._guests}"
        return Guest(f"{self._guests:064x}"), TakeSeat(name)

    def _gathering(self) -> Moves:
        """Phones answer, or their time runs out; now and then the server falls over meanwhile."""
        gathering = self.drive.state.gathering
        for seat in gathering.waiting if gathering else ():
            if not self._chance(SILENT / 2):
                yield Player(seat), RevealBytes(phone_bytes(seat).hex())
        if self.drive.state.gathering:
            if self._chance(0.3):
                yield from self._hold_and_resume()
            self.drive.pass_time(3_000)

    def _hold_and_resume(self) -> Moves:
        if bell(self.drive.state) and not self.drive.state.clock.stopped:
            alive = self.drive.wall
            self.drive.wall += self.dice.choice([10_000, 10**7])
            yield Keeper(), Hold(alive)
            yield Host(), Resume()

    def _chance(self, likely: float) -> bool:
        return self.dice.random() < likely
