"""A whole event on a real store, with everything in it that a record can hold, for those who check records."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from engine.chance import commitment
from engine.game import Bell, Host, HostViewer, Player, SeatViewer, Temper
from engine.registry import GAMES
from engine.room.bots import temper_of
from engine.room.commands import (
    BlankBoard,
    CallDeal,
    CloseGathering,
    CommitAnew,
    CommitBytes,
    ContinueIn,
    FillWithBots,
    FreeSeat,
    GivePoints,
    Guest,
    LeaveSeat,
    MoveSeat,
    Pace,
    Pause,
    Peek,
    RenameSeat,
    Resume,
    RevealBytes,
    RoomActor,
    SetAbsent,
    SetBots,
    SetDoor,
    SetPlayedBy,
    SetTemper,
    SetTitle,
    ShiftClock,
    ShowRank,
    TakeSeat,
    UncoverBoard,
    Undo,
)
from engine.room.decide import bell
from engine.room.state import RoomState
from engine.room.view import view
from engine.team_poker.commands import CallBallot, CastBallot, ChangeSettings, ProposeHand, TakeBack
from engine.team_poker.rules import Settings
from tests.engine.drive import NAMES, phone_bytes
from tests.web.desk import Clock, device_of, export_of, open_rooms
from web.exports import export
from web.rooms import Rooms

PEOPLE, SILENT = 11, 11
"""So many phones came, and this one does not answer when it is asked for its bytes."""
CALLS_OUT = 6
"""This seat votes by the host's word."""

Content = dict[str, Any]


@dataclass
class Evening:
    """One room; bots decide for every seat, also those that phones hold."""

    rooms: Rooms
    clock: Clock
    dice: Random
    code: str = ""
    said: list[Any] = field(default_factory=list)

    @property
    def state(self) -> RoomState:
        return self.rooms.state(self.code)

    def say(self, actor: RoomActor, command: Any) -> None:
        self.said.append(command)
        self.rooms.submit(self.code, actor, f"id-{len(self.said)}", command)

    def export(self) -> Content:
        content: Content = json.loads(export(export_of(self.rooms, self.code), "json"))
        return content

    def sit_down(self, settings: Settings) -> None:
        """People, one of whom changes phones, and bots for the rest."""
        self.code = self.rooms.open("team_poker", "Đêm chung kết")
        self.say(Host(), ChangeSettings(settings))
        for seat in range(1, PEOPLE + 2):
            self.say(Guest(device_of(seat)), TakeSeat(NAMES[seat - 1]))
        self.say(Player(3), CommitBytes(commitment(b"another phone's")))
        self.say(Guest(device_of(99)), MoveSeat(3, device_of(99)))
        self.say(Player(PEOPLE + 1), LeaveSeat())
        self.say(Host(), SetDoor(False))
        self.say(Host(), RenameSeat(2, "Phượng"))
        self.say(Host(), FillWithBots())
        self.say(Host(), SetBots((Temper.LOYAL, Temper.GREEDY), Pace.TENFOLD))

    def deal(self) -> None:
        """Phones promise their bytes; one does not send them in time (F2)."""
        for seat in range(1, PEOPLE + 1):
            self.say(Player(seat), CommitBytes(commitment(phone_bytes(seat))))
        self.say(Host(), CallDeal())
        for seat in range(1, PEOPLE + 1):
            if seat != SILENT:
                self.say(Player(seat), RevealBytes(phone_bytes(seat).hex()))
        self.clock.go(3_001)
        self.say(Bell(), CloseGathering())

    def deal_to_others(self) -> None:
        """The deal is taken back, a seat goes, and the rest are dealt in under a new seed."""
        self.say(Host(), Undo(self.state.past[-1].number, "one of us has to go", False))
        self.say(Host(), FreeSeat(13))
        self.say(Host(), CommitAnew(self.rooms.new_seed()))
        self.deal()

    def play_on(self, rows: int = 100_000) -> None:
        """To the end of the event, or until so many more rows stand in the log."""
        game, until = GAMES[self.state.game_name], self.state.number + rows
        while not game.ended(self.state.game) and self.state.number < until:
            seat = self.dice.choice(list(self.state.seats))
            command = game.choose(view(self.state, SeatViewer(seat)).game, self.dice, temper_of(self.state, seat))
            if isinstance(command, CastBallot) and seat == CALLS_OUT:
                self.say(Host(), CallBallot(command.round, seat, command.hands))
            elif command is not None:
                self.say(Player(seat), command)
            self.clock.go(self.dice.randrange(800))
            self._go_on(game.view(self.state.game, HostViewer()).next)

    def think_again(self) -> None:
        """A seat announces a hand of its own and takes it back."""
        cards, table = self.state.game.secret.held[1], self.state.game.public
        self.say(Player(1), ProposeHand(table.round, cards, ()))
        (hand,) = self.state.game.secret.hands
        self.say(Player(1), TakeBack(table.round, hand, cards))

    def meddle(self) -> None:
        """What else a host does on the way, taking a step back included."""
        self.say(Host("Lan"), GivePoints(3, 2, "sang a song"))
        self.say(Host(), SetAbsent(5, True))
        self.say(Host(), SetTitle("Chung kết"))
        self.say(Host(), Peek(4))
        self.say(Host(), SetPlayedBy((2,), True))
        self.say(Host(), SetTemper(2, Temper.SILENT))
        self.say(Host(), BlankBoard())
        self.say(Host(), UncoverBoard())
        self.say(Host(), Pause())
        self.clock.go(5_000)
        self.say(Host(), Resume())
        self.say(Host(), ShiftClock(5_000))
        self.say(Host(), Undo(self.state.past[-3].number, "a slip of the thumb", True))
        self.say(Host(), Resume())

    def _go_on(self, following: Any) -> None:
        due = bell(self.state)
        if due and self.state.clock.wall(due.at) <= self.clock.at:
            self.say(Bell(), due.command)
        elif following is not None and due is None:
            self.say(Host(), following)


def begun(folder: Path, settings: Settings, dice: int) -> Evening:
    """An event whose cards are dealt."""
    clock = Clock()
    evening = Evening(open_rooms(folder, clock)[1], clock, Random(dice))
    evening.sit_down(settings)
    evening.deal()
    return evening


def played(folder: Path) -> Evening:
    """An event of five rounds that has ended, with every event in its record that there is."""
    evening = begun(folder, Settings(countdown=40, vote=20, prize="A bottle"), dice=6)
    evening.deal_to_others()
    evening.think_again()
    evening.play_on(rows=12)
    evening.meddle()
    evening.play_on()
    evening.say(Host(), ShowRank(0))
    evening.say(Host(), ContinueIn("NEXT"))
    return evening


def kinds(content: Content) -> set[str]:
    """The types of all events in an export."""
    return {event["type"] for row in content["log"] if "content" in row for event in row["content"]["events"]}
