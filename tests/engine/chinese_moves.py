"""The moves of a Chinese Poker table in short, for tests that need one in a certain state."""

from collections.abc import Mapping
from typing import Any

from engine.cards import Card
from engine.chinese_poker.commands import (
    ArrangeForMe,
    ChangeSettings,
    CloseSetting,
    Next,
    PlaceCards,
    SubmitSet,
)
from engine.chinese_poker.events import CardsDealt, DealtSeat
from engine.chinese_poker.phase import Objective, Phase
from engine.chinese_poker.rows import SIZES, Row, Rows
from engine.chinese_poker.rules import Settings
from engine.game import Host, PublicViewer, Seat
from engine.room.commands import CallDeal, Guest, TakeSeat
from engine.room.events import GatheringClosed
from engine.room.view import view
from tests.engine.drive import Drive
from tests.engine.sets import rows

CLEAN = {
    1: "Kd Qc 2s | 7c 7d 9h 3s 2c | Js Jd Jc 4h 6d",
    2: "Ad 3c 2d | 6c 6s 9d 4s 3d | 9s 9c Th Tc 5s",
    3: "Qh Th 4c | 5d 5c 8h 6h 4d | 8s 8d As Ah 7h",
}
"""Three seats' cards, in sets that keep the order."""
FOULED = "Kc Ks 5h | Ac Qd 9h 8c 2h | Ts Td 3h 7s 4s"
"""Cards for one seat more that break it when set like this."""


def table(seats: int = 4, **settings: Any) -> Drive:
    """A table with so many people at it, before the first deal."""
    drive = Drive(game="chinese_poker")
    if settings:
        drive.host(ChangeSettings(Settings(**settings)))
    drive.take_seats(seats)
    return drive


def dealt(seats: int = 4, **settings: Any) -> Drive:
    """A table right after its first deal, in which every phone took part."""
    drive = Drive(game="chinese_poker")
    if settings:
        drive.host(ChangeSettings(Settings(**settings)))
    drive.deal(seats)
    return drive


def dealt_so(sets: Mapping[Seat, str], **settings: Any) -> Drive:
    """A table whose first deal gave the seats the cards of these sets."""
    drive = table(len(sets), **settings)
    now = drive.state.clock.now(drive.wall)
    hands = tuple(DealtSeat(seat, rows(text).cards) for seat, text in sets.items())
    event = CardsDealt(1, hands, now + drive.table.settings.seconds * 1000)
    drive.record(Host(), CallDeal(), (GatheringClosed(1, tuple(sets), ()), event))
    return drive


def phase(drive: Drive) -> Phase:
    """Where the table stands now."""
    found: Phase = drive.table.phase
    return found


def held(drive: Drive, seat: Seat) -> tuple[Card, ...]:
    """The cards that a seat was dealt."""
    found: tuple[Card, ...] = drive.secret.held[seat]
    return found


def made(drive: Drive, seat: Seat) -> Rows:
    """A seat's set as it stands."""
    found: Rows = drive.secret.rows[seat]
    return found


def place(drive: Drive, seat: Seat, wanted: Rows) -> None:
    """A seat sets its cards like this, row by row."""
    for row in Row:
        drive.seat(seat, PlaceCards(drive.table.deal, wanted.of(row), row))


def place_some(drive: Drive, seat: Seat, count: int) -> None:
    """A seat places the first so many of its cards, from the back on."""
    cards = list(held(drive, seat)[:count])
    for row in (Row.BACK, Row.MIDDLE, Row.FRONT):
        now, cards = cards[: SIZES[row]], cards[SIZES[row] :]
        if now:
            drive.seat(seat, PlaceCards(drive.table.deal, tuple(now), row))


def submit(drive: Drive, seat: Seat, text: str | None = None, fouled: bool = False) -> tuple[Any, ...]:
    """A seat submits the set that this text writes, or what the arranger makes."""
    if text is None:
        drive.seat(seat, ArrangeForMe(drive.table.deal, Objective.ROYALTIES_FIRST))
    else:
        place(drive, seat, rows(text))
    return drive.seat(seat, SubmitSet(drive.table.deal, fouled))


def submit_all(drive: Drive) -> None:
    """Every seat that is still setting submits what the arranger makes."""
    for seat in drive.table.seats:
        if seat not in drive.table.submitted:
            submit(drive, seat)


def close(drive: Drive) -> tuple[Any, ...]:
    """The host ends the time to set."""
    return drive.host(CloseSetting(drive.table.deal))


def go_on(drive: Drive) -> tuple[Any, ...]:
    """The host goes on from where the table stands."""
    return drive.host(Next(drive.table.deal, drive.table.phase))


def to_points(drive: Drive) -> None:
    """From the last set that is in to the points."""
    while drive.table.phase is not Phase.POINTS:
        go_on(drive)


def play(drive: Drive, deals: int) -> None:
    """So many more deals, all sets made by the arranger."""
    for _ in range(deals):
        if drive.table.phase is not Phase.SETTING:
            drive.host(CallDeal())
        submit_all(drive)
        to_points(drive)


def newcomer(drive: Drive, name: str) -> None:
    """Somebody takes a free seat under this name."""
    drive.say(Guest(name), TakeSeat(name))


def totals(drive: Drive) -> dict[Seat, int]:
    """Running totals by seat, as the report has them."""
    return {line.seat: line.total for line in view(drive.state, PublicViewer()).report.standings}
