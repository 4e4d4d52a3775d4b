"""The face that a game shows to the room around it. A game never sees wall time, devices, names, pauses or undo."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

from engine.cards import Card
from engine.chance import Chance
from engine.game import Actor, Due, Instant, Prospect, Report, Seat, Sentence, Sheet, Temper, Viewer

Settings = TypeVar("Settings")
State = TypeVar("State")
Command = TypeVar("Command")
Event = TypeVar("Event")
View = TypeVar("View", covariant=True)


class Game(Protocol[Settings, State, Command, Event, View]):
    """The face of a game package; a module satisfies it."""

    NAME: str
    SEATS: tuple[int, int]
    """Fewest and most seats."""
    SETTINGS: type[Settings]
    COMMANDS: tuple[type, ...]
    """What may arrive from outside, besides `Sit`, `Leave`, `Deal` and `MarkAbsent`, which only the room says."""
    EVENTS: tuple[type, ...]
    POINTS_BY_HAND: bool
    """Whether the host may add points or take them (T14)."""
    FINAL_BY_RANK: bool
    """Whether the board shows the final rank by rank, from the last to the first (T13)."""
    TEMPERS: tuple[Temper, ...]
    """Those that make a difference here."""

    def new(self, settings: Settings) -> State:
        """The state before anything happened. Raises Refused for settings that cannot be played."""

    def decide(self, state: State, actor: Actor, command: Command, now: Instant, chance: Chance) -> tuple[Event, ...]:
        """Say what a command makes happen. Raises Refused; a pair of actor and command with no arm is refused."""

    def apply(self, state: State, event: Event) -> State:
        """Fold one fact into the state: no rules, no clock, no chance."""

    def view(self, state: State, viewer: Viewer) -> View:
        """What this viewer may see, built up from nothing."""

    def open_showdown(self, view: Any) -> Any | None:
        """What the public view leaves open where hands lie face up, as a question for `prospects`; None otherwise."""

    def prospects(self, question: Any) -> tuple[Prospect, ...]:
        """The exact answer, over all cards that the public has not seen; it may take seconds."""

    def bell(self, state: State) -> Due | None:
        """What is due next by the clock, if anything."""

    def waits(self, command: Command) -> bool:
        """Whether this command is refused while the room is paused."""

    def seats_wanted(self, state: State) -> int:
        """How many seats the room offers."""

    def seating(self, state: State) -> bool:
        """Whether seats may come and go now."""

    def leaving(self, state: State) -> tuple[Seat, ...]:
        """Seats whose players have left but which the deal under way still needs: the room frees them after it."""

    def deal_number(self, state: State) -> int:
        """Which deal comes next, from 1; an event has only one."""

    def dealt_in(self, state: State, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Which of the seats that are taken the next deal includes, in order of seat number."""

    def peek(self, state: State, seat: Seat) -> tuple[Card, ...]:
        """The cards that this seat holds, for a host who looks at them."""

    def is_public(self, fact: Any) -> bool:
        """Whether this command or event holds nothing that was ever secret."""

    def reveals(self, event: Event) -> tuple[Card, ...]:
        """Cards that this event turned face up for everybody."""

    def is_step(self, event: Event) -> bool:
        """Whether the host can take this event back; not where a seat only tries something out for itself."""

    def ended(self, state: State) -> bool:
        """Whether all is played, so that the seed may be shown (F4)."""

    def tell(self, state: State, event: Event, viewer: Viewer) -> Sentence | None:
        """The event in words for this viewer, or None; `state` is the state that its row came to."""

    def evidence(self, events: Sequence[Event]) -> tuple[Event, ...]:
        """Of all events of a game that has ended those by which anyone can check its chance: what was dealt, drawn and
        turned up, and what it was drawn among (F4).
        """

    def report(self, state: State, by_hand: Mapping[Seat, int]) -> Report:
        """Standings with the points by hand counted in (T13, T14)."""

    def scored(self, state: State) -> tuple[Mapping[Seat, int], ...]:
        """What each round that is over brought each seat, for the standings; none where the sheets tell it."""

    def sheets(self, state: State) -> tuple[Sheet, ...]:
        """Tables that exports show beside the standings."""

    def record(self, state: State) -> Mapping[str, Any]:
        """What is over, under the names that the JSON export gives it: plain data without what is still secret."""

    def documents(self, state: State) -> Mapping[str, str]:
        """Further files for export, by the ending of their names."""

    def choose(self, view: Any, dice: Any, temper: Temper = Temper.GREEDY) -> Command | None:
        """What a bot of this temper that sees this seat's view does next; `dice` is a random.Random."""
