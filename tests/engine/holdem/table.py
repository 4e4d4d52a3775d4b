"""Drives a Hold'em table through the game's own door, without a room: for tests that play hands."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from engine import holdem
from engine.cards import DECK, Card, cards
from engine.chance import Chance
from engine.game import Actor, Bell, Deal, Host, Leave, Player, Refused, Room, Seat, SeatViewer, Sit
from engine.holdem import play
from engine.holdem.betting import Legal, legal
from engine.holdem.commands import Bet, Call, Check, Fold, Raise
from engine.holdem.events import CoinsCashedOut, CoinsSoldIn, Event
from engine.holdem.fold import apply
from engine.holdem.phase import Act, Phase
from engine.holdem.rules import Settings
from engine.holdem.state import Hand, Public, State
from engine.holdem.view import PhoneView

CHANCE = Chance(b"\x11" * 32, {})


def stacked(seats: int, holes: dict[Seat, str], board: str) -> tuple[Card, ...]:
    """A deck that deals these cards; whoever is not named gets what is left."""
    laid = cards(" ".join([*holes.values(), board]))
    rest = [one for one in DECK if one not in laid]
    held = [cards(holes[seat]) if seat in holes else (rest.pop(), rest.pop()) for seat in range(1, seats + 1)]
    return (*(card for two in held for card in two), *cards(board), *rest)


@dataclass
class Table:
    """A table whose seats 1, 2, ... start with `stacks`; `now` is game time, moved by hand."""

    stacks: tuple[int, ...]
    unit: int = 10
    now: int = 0
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.state: State = holdem.new(Settings(unit=self.unit, stack=max(2 * self.unit, 1000)))
        for seat, stack in enumerate(self.stacks, 1):
            self.say(Room(), Sit(seat))
            self._set_stack(seat, stack)
        self.events.clear()

    def _set_stack(self, seat: Seat, stack: int) -> None:
        have = self.table.accounts[seat].stack
        if stack > have:
            self.state = apply(self.state, CoinsSoldIn(seat, stack - have))
        elif stack < have:
            self.state = apply(self.state, CoinsCashedOut(seat, have - stack))

    @property
    def table(self) -> Public:
        return self.state.public

    @property
    def hand(self) -> Hand:
        assert self.table.hand is not None
        return self.table.hand

    @property
    def legal(self) -> Legal:
        assert self.hand.asked is not None
        return legal(self.hand, self.hand.asked)

    @property
    def coins(self) -> list[int]:
        """The stacks in order of seats."""
        return [self.table.accounts[seat].stack for seat in sorted(self.table.accounts)]

    @property
    def total(self) -> int:
        in_hand = 0 if self.table.hand is None or self.hand.ended else sum(self.hand.puts.values())
        return sum(self.coins) + in_hand

    def fold(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        for event in events:
            self.state = apply(self.state, event)
        self.events.extend(events)
        return events

    def say(self, actor: Actor, command: Any) -> tuple[Event, ...]:
        return self.fold(holdem.decide(self.state, actor, command, self.now, CHANCE))

    def refusal(self, actor: Actor, command: Any) -> str:
        """The reason why a command is refused."""
        try:
            holdem.decide(self.state, actor, command, self.now, CHANCE)
        except Refused as refused:
            return refused.reason
        raise AssertionError(f"{command} was accepted")

    def start(self, big: Seat, holes: dict[Seat, str] | None = None, board: str = "") -> None:
        """A hand between all seats with coins, with this big blind and these cards."""
        seats = tuple(seat for seat in sorted(self.table.accounts) if self.table.accounts[seat].stack)
        place = seats.index(big) + 1
        deck = stacked(len(self.table.accounts), holes or {}, board)
        self.fold(play.start(self.state, seats[place:] + seats[:place], True, deck, self.now))

    def deal(self) -> None:
        """The next hand by chance."""
        self.say(Room(), Deal(holdem.dealt_in(self.state, tuple(self.table.accounts))))

    def act(self, seat: Seat, what: str, to: int = 0) -> tuple[Event, ...]:
        """What a seat does: check, bet, raise, call or fold; `to` over the whole hand."""
        return self.say(Player(seat), self.command(what, to))

    def command(self, what: str, to: int = 0) -> Any:
        meant = (self.hand.number, self.hand.turn)
        if what in ("bet", "raise"):
            return (Bet if what == "bet" else Raise)(*meant, to)
        return {"check": Check, "call": Call, "fold": Fold}[what](*meant)

    def play(self, line: str) -> None:
        """Turns in text: "2 raise 40, 3 call, 1 fold"; each seat must be the one that is asked."""
        for turn in line.split(", "):
            seat, what, *to = turn.split()
            assert self.hand.asked == int(seat), f"{turn}: it is the turn of {self.hand.asked}"
            self.act(int(seat), what, int(to[0]) if to else 0)

    def ring(self) -> None:
        """The next bell rings when it is due."""
        due = holdem.bell(self.state)
        assert due is not None
        self.now = max(self.now, due.at)
        self.say(Bell(), due.command)

    def run_out(self) -> None:
        """To the pay-out, when nobody can act any more."""
        while self.table.phase in (Phase.RUNNING_OUT, Phase.SHOWDOWN):
            self.ring()

    def phone(self, seat: Seat) -> PhoneView:
        view = holdem.view(self.state, SeatViewer(seat))
        assert isinstance(view, PhoneView)
        return view

    def leave(self, seat: Seat) -> tuple[Event, ...]:
        return self.say(Room(), Leave(seat))

    def next_by_host(self) -> tuple[Event, ...]:
        """The host does not wait for the bell."""
        due = holdem.bell(self.state)
        assert due is not None
        return self.say(Host(), due.command)

    def random_turn(self, dice: Random) -> None:
        """Something legal by the seat that is asked."""
        may, seat = self.legal, self.hand.asked
        assert seat is not None
        choices = ["fold"] if dice.random() < 0.15 else []
        choices += ["check"] * 3 if may.check else ["call"] * 3
        choices += ["lift"] * 2 if may.raise_to else []
        what = dice.choice(choices or ["fold"])
        if what != "lift":
            self.act(seat, what)
            return
        assert may.raise_to is not None
        lowest, most = may.raise_to
        to = dice.choice([lowest, most, dice.randint(lowest, most)])
        self.act(seat, "bet" if may.lift is Act.BET else "raise", to)
