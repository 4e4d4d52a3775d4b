"""Drives a room through the engine's own door, without server or store: for tests that play whole events."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engine.cards import DECK, Card, cards
from engine.chance import commitment
from engine.game import Bell, Host, HostViewer, Player, Refused, Seat, SeatViewer, Standing
from engine.registry import GAMES
from engine.room.bots import temper_of
from engine.room.commands import CallDeal, CommitBytes, Guest, Keeper, OpenRoom, RevealBytes, RoomActor, TakeSeat
from engine.room.decide import bell, decide, open_room
from engine.room.events import GatheringClosed, Row
from engine.room.fold import apply
from engine.room.state import RoomState
from engine.room.view import view
from engine.team_poker.events import CardsDealt, CountdownStarted, DealtSeat

NAMES = (
    "Nguyễn Hoàng Anh",
    "Trần Bích Phượng",
    "Lê Quốc Khánh",
    "Phạm Thị Mỹ Duyên",
    "Võ Minh Trí",
    "Đặng Ngọc Ánh",
    "Bùi Thế Vinh",
    "Hồ Khánh Linh",
    "Dương Gia Bảo",
    "Ngô Thuỳ Trâm",
    "Đỗ Hữu Nghĩa",
    "Lý Nhã Kỳ",
    "Mai Xuân Trường",
    "Tôn Nữ Thị Ninh",
)
START = 1_700_000_000_000
"""Wall time at which driven rooms open."""


def phone_bytes(seat: Seat) -> bytes:
    """What the phone in a seat adds to chance, the same in every test."""
    return bytes([seat]) * 16


@dataclass
class Drive:
    """A room, all its rows, and a wall clock that tests move by hand."""

    seed: str = "11" * 32
    game: str = "team_poker"
    wall: int = START
    rows: list[Row] = field(default_factory=list)
    states: list[RoomState] = field(default_factory=list)
    accepted: set[type] = field(default_factory=set)

    def __post_init__(self) -> None:
        command = OpenRoom("K7QM", self.game, "Đêm chung kết", self.seed)
        self.record(Keeper(), command, open_room(command))

    @property
    def state(self) -> RoomState:
        return self.states[-1]

    @property
    def table(self) -> Any:
        """The game's public state."""
        return self.state.game.public

    @property
    def secret(self) -> Any:
        return self.state.game.secret

    def standings(self) -> tuple[Standing, ...]:
        """The standings as every screen has them."""
        return view(self.state, HostViewer()).report.standings

    def say(self, actor: RoomActor, command: Any) -> tuple[Any, ...]:
        """Submit a command; returns its events. Raises Refused."""
        events = decide(self.state, actor, command, self.wall)
        self.record(actor, command, events)
        return events

    def host(self, command: Any) -> tuple[Any, ...]:
        return self.say(Host(), command)

    def seat(self, seat: Seat, command: Any) -> tuple[Any, ...]:
        return self.say(Player(seat), command)

    def refused(self, actor: RoomActor, command: Any) -> Refused:
        """How a command is refused."""
        try:
            decide(self.state, actor, command, self.wall)
        except Refused as refused:
            return refused
        raise AssertionError(f"{command} was accepted")

    def refusal(self, actor: RoomActor, command: Any) -> str:
        """The reason why a command is refused."""
        return self.refused(actor, command).reason

    def pass_time(self, milliseconds: int) -> None:
        """Wall time goes on, ringing every bell that falls due on the way."""
        until = self.wall + milliseconds
        while (due := bell(self.state)) and not self.state.clock.stopped and self.state.clock.wall(due.at) <= until:
            self.wall = max(self.wall, self.state.clock.wall(due.at))
            self.say(Bell(), due.command)
        self.wall = until

    def take_seats(self, count: int) -> None:
        """So many guests sit down."""
        for number in range(1, count + 1):
            self.say(Guest(f"{number:064x}"), TakeSeat(NAMES[number - 1]))

    def promise(self) -> None:
        """The phones of all seats promise their bytes."""
        for seat in self.state.seats:
            self.seat(seat, CommitBytes(commitment(phone_bytes(seat))))

    def deal(self, seats: int = 13) -> None:
        """Seat people, let their phones take part in chance, and deal."""
        self.take_seats(seats)
        self.promise()
        self.host(CallDeal())
        for seat in self.state.seats:
            self.seat(seat, RevealBytes(phone_bytes(seat).hex()))

    def deal_stacked(self, hands: Mapping[Seat, str], top: str = "", seats: int = 13) -> None:
        """Record a deal that gave these seats these cards and laid `top` on the main deck; the rest lies in order."""
        self.take_seats(seats)
        laid = cards(" ".join([*hands.values(), top]))
        rest = [one for one in DECK if one not in laid]
        given: dict[Seat, tuple[Card, ...]] = {seat: cards(held) for seat, held in hands.items()}
        for seat in range(1, seats + 1):
            missing = 3 - len(given.get(seat, ()))
            given[seat] = (*given.get(seat, ()), *rest[:missing])
            del rest[:missing]
        dealt = CardsDealt(tuple(DealtSeat(seat, given[seat]) for seat in sorted(given)), (*cards(top), *rest))
        deadline = self.state.clock.now(self.wall) + self.table.settings.countdown * 1000
        closed = GatheringClosed(1, tuple(sorted(given)), ())
        self.record(Host(), CallDeal(), (closed, dealt, CountdownStarted(1, deadline)))

    def record(self, actor: RoomActor, command: Any, events: tuple[Any, ...]) -> None:
        """Append a row with these events, whether or not the rules would make them happen."""
        number = len(self.rows) + 1
        row = Row(number, self.wall, actor, f"id-{number}", command, events)
        self.states.append(apply(self.states[-1] if self.states else None, row))
        self.rows.append(row)
        self.accepted.add(type(command))


def bots_play(drive: Drive, dice: Random, polls: int = 8000) -> None:
    """Bots in all seats, a host who presses the one next button, to the end of the event."""
    game = GAMES[drive.game]
    for _ in range(polls):
        if game.ended(drive.state.game):
            return
        seat = dice.choice(list(drive.state.seats))
        command = game.choose(view(drive.state, SeatViewer(seat)).game, dice, temper_of(drive.state, seat))
        if command is not None:
            drive.seat(seat, command)
        drive.pass_time(dice.randrange(4_000))
        following = game.view(drive.state.game, HostViewer()).next
        if following is not None and bell(drive.state) is None:
            drive.host(following)
    raise AssertionError("the event did not end")
