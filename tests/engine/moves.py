"""The moves of a Team Poker event in short, for tests that need a table in a certain state."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from engine.cards import Card
from engine.game import HostViewer, Report, Seat
from engine.room.view import view
from engine.team_poker.allowed import free_cards
from engine.team_poker.commands import (
    CastBallot,
    ChangeSettings,
    CloseVote,
    LockNominations,
    Next,
    PledgeCards,
    ProposeHand,
    TakeBack,
)
from engine.team_poker.phase import Phase
from engine.team_poker.rules import Settings
from tests.engine.drive import Drive

SHOWDOWN_STEPS = 4


def dealt(seats: int = 13, **settings: Any) -> Drive:
    """An event of so many seats, right after the deal."""
    drive = Drive()
    if settings or seats > 13:
        drive.host(ChangeSettings(Settings(**{"seats": max(13, seats), **settings})))
    drive.deal(seats)
    return drive


def phase(drive: Drive) -> Phase:
    """Where the event stands now."""
    found: Phase = drive.table.phase
    return found


def free(drive: Drive, seat: Seat) -> tuple[Card, ...]:
    """What this seat can pledge."""
    return free_cards(drive.state.game, seat)


def propose(drive: Drive, seat: Seat, cards: int = 1, invited: Sequence[Seat] = ()) -> str:
    """A seat starts a hand with so many of its free cards; returns what the hand is called."""
    command = ProposeHand(drive.table.round, free(drive, seat)[:cards], tuple(invited))
    name: str = drive.seat(seat, command)[0].hand
    return name


def pledge(drive: Drive, seat: Seat, hand: str, cards: int = 1) -> tuple[Any, ...]:
    """A seat gives so many of its free cards to a hand."""
    return drive.seat(seat, PledgeCards(drive.table.round, hand, free(drive, seat)[:cards]))


def make(drive: Drive, *cards_of: Seat) -> str:
    """A complete hand with one card of a seat for each time that it is named: make(drive, 1, 1, 2)."""
    (first, count), *others = Counter(cards_of).items()
    hand = propose(drive, first, count, [seat for seat, _ in others])
    for seat, cards in others:
        pledge(drive, seat, hand, cards)
    return hand


def take_back(drive: Drive, seat: Seat, hand: str) -> tuple[Any, ...]:
    """A seat takes all its cards back from a hand."""
    own = tuple(one.card for one in drive.secret.hands[hand].pledges if one.seat == seat)
    return drive.seat(seat, TakeBack(drive.table.round, hand, own))


def lock(drive: Drive) -> tuple[Any, ...]:
    """The host ends the countdown."""
    return drive.host(LockNominations(drive.table.round))


def back(drive: Drive, seat: Seat, *hands: str) -> tuple[Any, ...]:
    """A seat raises its hand for these candidates."""
    return drive.seat(seat, CastBallot(drive.table.round, hands))


def vote(drive: Drive, votes: Mapping[str, int]) -> None:
    """So many seats, from seat 1 on, back each hand."""
    seats = iter(drive.table.seats)
    for hand, count in votes.items():
        for _ in range(count):
            back(drive, next(seats), hand)


def close(drive: Drive) -> tuple[Any, ...]:
    """The host closes the vote."""
    return drive.host(CloseVote(drive.table.round))


def go_on(drive: Drive) -> tuple[Any, ...]:
    """The host goes on from where the event stands."""
    return drive.host(Next(drive.table.round, drive.table.phase))


def showdown(drive: Drive) -> None:
    """From two hands that meet to the winner."""
    assert drive.table.phase is Phase.MATCHED
    for _ in range(SHOWDOWN_STEPS):
        go_on(drive)


def empty_round(drive: Drive) -> None:
    """A round without a candidate, and on to the next or to the end."""
    lock(drive)
    go_on(drive)


def totals(drive: Drive) -> dict[Seat, int]:
    """Points of the game and penalties by seat, as the report has them."""
    return {line.seat: line.points + line.penalties for line in report(drive).standings}


def report(drive: Drive) -> Report:
    """The standings as every screen has them."""
    return view(drive.state, HostViewer()).report


def cards_in(thing: Any) -> set[Card]:
    """Every card that stands anywhere inside this value."""
    if isinstance(thing, Card):
        return {thing}
    if isinstance(thing, Mapping):
        return cards_in((*thing.keys(), *thing.values()))
    if isinstance(thing, tuple | list | set | frozenset):
        return {card for one in thing for card in cards_in(one)}
    if is_dataclass(thing):
        return {card for one in fields(thing) for card in cards_in(getattr(thing, one.name))}
    return set()
