"""Tables of Hold'em and Chinese Poker on a real store, with people who come and go, for those who check records."""

from pathlib import Path
from random import Random
from typing import Any

from engine.chance import commitment
from engine.chinese_poker.commands import CloseTable as CloseChinesePoker
from engine.game import Bell, Host, HostViewer, Player, Seat, SeatViewer
from engine.holdem.commands import CashOut, SellIn
from engine.holdem.commands import CloseTable as CloseHoldem
from engine.registry import GAMES
from engine.room.commands import (
    CallDeal,
    CloseGathering,
    CommitAnew,
    CommitBytes,
    FillWithBots,
    FreeSeat,
    GivePoints,
    Guest,
    Resume,
    RevealBytes,
    TakeSeat,
    Undo,
)
from engine.room.decide import bell
from engine.room.view import view
from tests.engine.drive import NAMES, phone_bytes
from tests.scripts.evening import Evening
from tests.web.desk import Clock, device_of, open_rooms

SILENT = 3
"""This phone does not answer when it is first asked for its bytes."""


class TableEvening(Evening):
    """A table of four; bots decide for every seat, also those that phones hold."""

    def open_table(self, game: str) -> None:
        """Three people and a bot."""
        self.code = self.rooms.open(game, "Bàn số 1")
        for seat in (1, 2, 3):
            self.say(Guest(device_of(seat)), TakeSeat(NAMES[seat - 1]))
        self.say(Host(), FillWithBots())

    def deal(self, *silent: Seat) -> None:
        """The next deal; phones that have not yet done so add their bytes (F2)."""
        for seat, holder in self.state.seats.items():
            if not holder.bot and not holder.data:
                self.say(Player(seat), CommitBytes(commitment(phone_bytes(seat))))
        self.say(Host(), CallDeal())
        gathering = self.state.gathering
        for seat in gathering.waiting if gathering else ():
            if seat not in silent:
                self.say(Player(seat), RevealBytes(phone_bytes(seat).hex()))
        if self.state.gathering:
            self.clock.go(3_001)
            self.say(Bell(), CloseGathering())

    def play_deal(self, rows: int = 10_000) -> None:
        """Until the deal is over, or until so many more rows stand in the log."""
        game, until = GAMES[self.state.game_name], self.state.number + rows
        while self.state.number < until:
            if self.state.clock.stopped:
                self.say(Host(), Resume())
            seat = self.dice.choice(list(self.state.seats))
            command = game.choose(view(self.state, SeatViewer(seat)).game, self.dice)
            following = game.view(self.state.game, HostViewer()).next
            if command is not None:
                self.say(Player(seat), command)
                continue
            self.clock.go(500)
            due: Any = bell(self.state)
            if due and self.state.clock.wall(due.at) <= self.clock.at:
                self.say(Bell(), due.command)
            elif following is not None and not due:
                self.say(Host(), following)
            elif not due:
                return

    def back_to_the_first_deal(self) -> None:
        """Two deals are taken back and come again as they were, although all phones have answered by now (F5)."""
        self.say(Host(), Undo(self.state.past[0].number, "somebody played two seats", True))
        for _ in range(2):
            self.deal()
            self.play_deal()

    def deal_to_others(self) -> None:
        """A deal is taken back, somebody goes, somebody else comes, and the next deal has a new seed."""
        first = self.state.past[-1].number
        self.say(Host(), Undo(first, "she has to catch her train", True))
        self.say(Host(), FreeSeat(2))
        self.say(Guest(device_of(7)), TakeSeat(NAMES[6]))
        self.say(Host(), CommitAnew(self.rooms.new_seed()))


def played_table(folder: Path, game: str, dice: int = 3) -> TableEvening:
    """A table that is closed, after five deals (two of them twice), undos, and people who came and went."""
    clock = Clock()
    table = TableEvening(open_rooms(folder, clock)[1], clock, Random(dice))
    table.open_table(game)
    table.deal(SILENT)
    table.play_deal()
    table.deal()
    table.play_deal(3)
    table.say(Host(), Undo(table.state.past[-1].number, "a slip of the thumb", True))
    table.play_deal()
    table.back_to_the_first_deal()
    table.deal()
    table.deal_to_others()
    for _ in range(2):
        table.deal()
        table.play_deal()
    {"holdem": _meddle_with_coins, "chinese_poker": _meddle_with_points}[game](table)
    table.deal()
    table.play_deal()
    close = {"holdem": CloseHoldem, "chinese_poker": CloseChinesePoker}[game]
    table.say(Host(), close(GAMES[game].deal_number(table.state.game) - 1))
    return table


def _meddle_with_coins(table: TableEvening) -> None:
    hand = GAMES["holdem"].deal_number(table.state.game) - 1
    for seat in sorted(table.state.seats):
        table.say(Host(), SellIn(hand, seat, 40))
    table.say(Host(), CashOut(hand, 1, 5))


def _meddle_with_points(table: TableEvening) -> None:
    table.say(Host("Lan"), GivePoints(1, -2, "looked at another's cards"))
