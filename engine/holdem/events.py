"""What has happened at a Hold'em table. Events carry what chance decided; folding them never draws."""

from dataclasses import dataclass
from typing import TypeAlias

from engine.cards import Card
from engine.game import Instant, Seat
from engine.holdem.phase import Act, Street
from engine.holdem.rules import Settings


@dataclass(frozen=True)
class SettingsChanged:
    settings: Settings


@dataclass(frozen=True)
class AccountOpened:
    """A seat was taken and starts with these coins; before the first hand the host may start it anew."""

    seat: Seat
    coins: int


@dataclass(frozen=True)
class AccountClosed:
    """A seat was given up and all its coins cashed out (H12)."""

    seat: Seat
    coins: int


@dataclass(frozen=True)
class CoinsSoldIn:
    """The host sells coins to a seat between hands (H11)."""

    seat: Seat
    coins: int


@dataclass(frozen=True)
class CoinsCashedOut:
    """The host takes coins back from a seat between hands (H11)."""

    seat: Seat
    coins: int


@dataclass(frozen=True)
class AbsenceMarked:
    """The seat sits out from the next hand on, or comes back."""

    seat: Seat
    absent: bool


@dataclass(frozen=True)
class LeaveAnnounced:
    """The seat's player has left in mid-hand (H12)."""

    seat: Seat


@dataclass(frozen=True)
class HandStarted:
    """`order` is the order of play: the small blind first, the big blind last (H2, H3)."""

    hand: int
    order: tuple[Seat, ...]
    drawn: bool
    """Chance named the big blind; otherwise it moved on."""


@dataclass(frozen=True)
class HoleCards:
    """The two cards of one seat."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class CardsDealt:
    """The deal; `board` holds the five common cards in the order in which they will come."""

    hand: int
    holes: tuple[HoleCards, ...]
    board: tuple[Card, ...]


@dataclass(frozen=True)
class TurnStarted:
    """A seat is asked, until `deadline` in game time; turns count from 1 in each hand (H5)."""

    hand: int
    turn: int
    seat: Seat
    deadline: Instant


@dataclass(frozen=True)
class Acted:
    """A seat put `coins` in, or none; with them it has put in `to` over the whole hand."""

    hand: int
    seat: Seat
    act: Act
    coins: int
    to: int


@dataclass(frozen=True)
class HandsTurnedUp:
    """Nobody can bet any more, so all live hands lie face up while the board runs out (H9, H10)."""

    hand: int
    holes: tuple[HoleCards, ...]


@dataclass(frozen=True)
class BettingClosed:
    """Nobody can bet any more in this hand; the next cards come at `deadline` (H9)."""

    hand: int
    deadline: Instant


@dataclass(frozen=True)
class StreetDealt:
    """Common cards were turned up (H4)."""

    hand: int
    street: Street
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class ShownHand:
    """A live hand at the showdown, with its best five of seven."""

    seat: Seat
    cards: tuple[Card, ...]
    five: tuple[Card, ...]


@dataclass(frozen=True)
class HandsShown:
    """Every live hand is shown; the pots are paid out at `deadline` (H10)."""

    hand: int
    shown: tuple[ShownHand, ...]
    deadline: Instant


@dataclass(frozen=True)
class Share:
    """Coins that a seat takes."""

    seat: Seat
    coins: int


@dataclass(frozen=True)
class PaidPot:
    """A pot, the seats that it was between, and who took what (H10)."""

    coins: int
    seats: tuple[Seat, ...]
    shares: tuple[Share, ...]


@dataclass(frozen=True)
class HandEnded:
    """The pots from the main one up; `returned` is what nobody else matched (H10)."""

    hand: int
    returned: tuple[Share, ...]
    pots: tuple[PaidPot, ...]


@dataclass(frozen=True)
class TableClosed:
    """No more hands."""


SeatEvent: TypeAlias = AccountOpened | AccountClosed | CoinsSoldIn | CoinsCashedOut | AbsenceMarked | LeaveAnnounced
"""Seats come and go, with their coins (H11, H12)."""

HandEvent: TypeAlias = (
    HandStarted | TurnStarted | Acted | HandsTurnedUp | BettingClosed | StreetDealt | HandsShown | HandEnded
)
"""What everyone sees of a hand (H2-H10)."""

Event: TypeAlias = SettingsChanged | SeatEvent | CardsDealt | HandEvent | TableClosed
EVENTS: tuple[type, ...] = Event.__args__
