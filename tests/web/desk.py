"""What tests of the web's parts stand on: time moved by hand, and rooms with people in them."""

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from engine.game import Host, Player, Seat
from engine.room.commands import CallDeal, Guest, TakeSeat
from engine.team_poker.commands import LockNominations, ProposeHand
from web.access import Access, digest
from web.joining import Joining
from web.presence import Sockets
from web.ready import Disk
from web.rooms import Rooms
from web.scenes import Line, Scenes
from web.screens import Screens
from web.store import Store
from web.tables import Export
from web.tickets import Claims

ROOT = Path(__file__).resolve().parent.parent.parent
START = 1_700_000_000_000
"""Wall time at which tests begin."""


@dataclass
class Clock:
    """Wall time and monotonic time, which only move when a test moves them."""

    at: int = START
    ticks: int = 5_000

    def wall(self) -> int:
        return self.at

    def monotonic(self) -> int:
        return self.ticks

    def go(self, milliseconds: int) -> None:
        """Time passes as it should."""
        self.at += milliseconds
        self.ticks += milliseconds

    def jump(self, milliseconds: int) -> None:
        """Somebody sets the wall clock, or the laptop slept while the ticks stood still."""
        self.at += milliseconds


@dataclass
class Secrets:
    """Bytes that differ from call to call and are the same in every run."""

    count: int = 0

    def __call__(self, size: int) -> bytes:
        self.count += 1
        return self.count.to_bytes(size, "big")


@dataclass
class Later:
    """What was put off until later, done when the test says so."""

    waiting: list[tuple[float, object]] = field(default_factory=list)

    def __call__(self, seconds: float, act: object) -> None:
        self.waiting.append((seconds, act))

    def happen(self) -> int:
        """Do all of it, but not what it puts off in turn; returns how much there was."""
        due, self.waiting = self.waiting, []
        for _, act in due:
            assert callable(act)
            act()
        return len(due)


def device_of(seat: Seat) -> str:
    """The digest of the token of the phone that takes this seat in tests."""
    return digest(f"phone {seat}")


def open_rooms(folder: Path, clock: Clock) -> tuple[Store, Rooms]:
    """Rooms on a new store in this folder, or on the store that is there."""
    store = Store(f"sqlite:///{folder / 'thirteen.sqlite3'}")
    return store, Rooms(store, clock.wall, Secrets())


def seat_people(rooms: Rooms, code: str, count: int = 13) -> None:
    for seat in range(1, count + 1):
        rooms.submit(code, Guest(device_of(seat)), f"join-{seat}", TakeSeat(f"Player {seat}"))


def dealt(rooms: Rooms, count: int = 13) -> str:
    """A room in its first countdown; returns its code."""
    code = rooms.open("team_poker", "Friday")
    seat_people(rooms, code, count)
    rooms.submit(code, Host(), "deal", CallDeal())
    return code


def export_of(rooms: Rooms, code: str, ledger: tuple[Line, ...] = (), language: str = "en") -> Export:
    """The room as it is exported, in words."""
    state = rooms.state(code)
    names = {seat: holder.name for seat, holder in state.seats.items()}
    words = screens().words(language, state.game_name, lambda seat: names.get(seat, str(seat)))
    return Export(state, rooms.logged(code), ledger, screens().gettext(language), words.say, words.hand)


@cache
def screens() -> Screens:
    """Templates and languages, read once."""
    return Screens(ROOT / "templates", ROOT / "translations")


def scenes_on(store: Store, rooms: Rooms, folder: Path, public: str = "") -> Scenes:
    """What draws screens of these rooms as the server does, while nobody is connected; `public` is the address."""

    def wall() -> int:
        return START

    joining, disk = Joining(store, tuple, 8013, public), Disk(store, folder, wall)
    sockets, access = Sockets(wall, rooms.state), Access(store, folder)
    return Scenes(rooms, screens(), sockets, access, joining, Claims(store, wall), disk)


def voting(rooms: Rooms, candidates: int = 3) -> str:
    """A room in its first vote, over hands that the first seats made of their own three cards."""
    code = dealt(rooms)
    for seat in range(1, candidates + 1):
        cards = rooms.state(code).game.secret.held[seat]
        rooms.submit(code, Player(seat), f"propose-{seat}", ProposeHand(1, cards, ()))
    rooms.submit(code, Host(), "lock", LockNominations(1))
    return code
