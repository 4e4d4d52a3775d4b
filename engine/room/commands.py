"""What can be asked of a room, by screens and by the server alone."""

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from engine.game import Actor, Seat, Temper

Wall: TypeAlias = int
"""A moment of wall time, in milliseconds since 1970."""


@dataclass(frozen=True)
class Guest:
    """A device without a seat, known by the SHA-256 of its token."""

    device: str


@dataclass(frozen=True)
class Keeper:
    """The server itself: it opens rooms and holds them after downtime."""


RoomActor: TypeAlias = Actor | Guest | Keeper


@dataclass(frozen=True)
class CommitBytes:
    """A phone's SHA-256 (hex) of 16 random bytes of its own (F2)."""

    digest: str


@dataclass(frozen=True)
class RevealBytes:
    """The bytes (hex) behind the digest, once the host deals (F2)."""

    data: str


@dataclass(frozen=True)
class LeaveSeat:
    """A player gives the seat back, before the deal."""


@dataclass(frozen=True)
class CallDeal:
    """The host deals: seats are frozen, phones reveal their bytes, then the cards are dealt (F2)."""


@dataclass(frozen=True)
class Pause:
    """The host stops the clock."""


@dataclass(frozen=True)
class Resume:
    """The host lets the clock go on."""


@dataclass(frozen=True)
class ShiftClock:
    """The host adds time to what is left, or takes it away; in milliseconds."""

    milliseconds: int


@dataclass(frozen=True)
class GivePoints:
    """The host adds points, or takes them when negative, with a reason (T14)."""

    seat: Seat
    points: int
    reason: str


@dataclass(frozen=True)
class Undo:
    """The host takes back every step from row `first` on, with a reason.

    `past_reveal` confirms that cards which have been seen are taken back too.
    """

    first: int
    reason: str
    past_reveal: bool


@dataclass(frozen=True)
class RenameSeat:
    """The host calls a seat something else."""

    seat: Seat
    name: str


@dataclass(frozen=True)
class FreeSeat:
    """The host removes whoever holds this seat, before the deal."""

    seat: Seat


@dataclass(frozen=True)
class SetDoor:
    """Whether newcomers may take seats."""

    open: bool


@dataclass(frozen=True)
class FillWithBots:
    """Every free seat is played by a bot that is called Bot, for whoever asks in no language."""


@dataclass(frozen=True)
class SeatBots:
    """Every free seat is played by a bot; `called` is what bots are called in the host's language."""

    called: str


@dataclass(frozen=True)
class SetTitle:
    """The host calls the room something else."""

    title: str


@dataclass(frozen=True)
class SetAbsent:
    """The host says that a seat's player has left, or is back (T15)."""

    seat: Seat
    absent: bool


@dataclass(frozen=True)
class Peek:
    """The host looks at a seat's cards; it stands in the ledger."""

    seat: Seat


@dataclass(frozen=True)
class SetPlayedBy:
    """The host lets bots play these seats from now on, or gives them back to their people."""

    seats: tuple[Seat, ...]
    bot: bool


class Pace(Enum):
    """How fast bots think."""

    NORMAL = "normal"
    TENFOLD = "tenfold"


@dataclass(frozen=True)
class SetBots:
    """The host says how the room's bots play from now on: these tempers, shared out among them, at this pace."""

    tempers: tuple[Temper, ...]
    pace: Pace


@dataclass(frozen=True)
class SetTemper:
    """The host gives the bot of one seat a temper of its own."""

    seat: Seat
    temper: Temper


@dataclass(frozen=True)
class BlankBoard:
    """The host leaves the board dark for a while."""


@dataclass(frozen=True)
class PutUpText:
    """The host puts a line of text on the board in place of what it shows."""

    text: str


@dataclass(frozen=True)
class UncoverBoard:
    """The board shows the room again."""


@dataclass(frozen=True)
class ShowRank:
    """The board shows this rank of the final, the next after those that it has shown; 0 shows everything."""

    rank: int


@dataclass(frozen=True)
class OpenRoom:
    """A room for a game, with its secret seed (hex)."""

    code: str
    game: str
    title: str
    seed: str


@dataclass(frozen=True)
class TakeSeat:
    """A guest wants a seat under this name."""

    name: str


@dataclass(frozen=True)
class MoveSeat:
    """A seat and all that belongs to it goes to this device (SHA-256 of its token in hex).

    By the guest whose device it is, after a one-time token that only the server knows of, or by the host's approval.
    """

    seat: Seat
    device: str


@dataclass(frozen=True)
class Comer:
    """Who sat in this seat of another room: `device` is "" for a bot of its own, `bot` says that one plays."""

    seat: Seat
    name: str
    device: str
    bot: bool


@dataclass(frozen=True)
class SitAgain:
    """The people of another room, whose game is over, have the same seats in this one."""

    people: tuple[Comer, ...]


@dataclass(frozen=True)
class ContinueIn:
    """After the end: the same people go on in the room with this code."""

    code: str


@dataclass(frozen=True)
class CommitAnew:
    """A new seed (hex), for a deal to other seats (F2)."""

    seed: str


@dataclass(frozen=True)
class CloseGathering:
    """The 3 s in which phones reveal their bytes are over (F2)."""


@dataclass(frozen=True)
class Hold:
    """The server was away, or its clock jumped: the room stands still since this moment of wall time."""

    since: Wall


SCREEN_COMMANDS: tuple[type, ...] = (
    CommitBytes,
    RevealBytes,
    LeaveSeat,
    CallDeal,
    Pause,
    Resume,
    ShiftClock,
    GivePoints,
    Undo,
    RenameSeat,
    FreeSeat,
    SetDoor,
    FillWithBots,
    SeatBots,
    SetTitle,
    SetAbsent,
    Peek,
    SetPlayedBy,
    BlankBoard,
    PutUpText,
    UncoverBoard,
    ShowRank,
    SetBots,
    SetTemper,
)
SERVER_COMMANDS: tuple[type, ...] = (
    OpenRoom,
    TakeSeat,
    MoveSeat,
    SitAgain,
    ContinueIn,
    CommitAnew,
    CloseGathering,
    Hold,
)
