"""The settings of a Hold'em table and its results; pure functions on public facts (H1, H2, H5, H11)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from engine.game import Bounds, Report, Seat, Standing, ranked, require_within

FEWEST_SEATS, MOST_SEATS = 2, 4
HOLE_CARDS = 2
SMALL_BLIND_UNITS, BIG_BLIND_UNITS = 1, 2
MOST_COINS = 1_000_000
"""The most that one seat may be sold at a time."""


class Blinds(Enum):
    """Who is the big blind (H2)."""

    RANDOM = "random"
    MOVING = "moving"


@dataclass(frozen=True)
class Settings:
    """What the host may set between hands. `unit` and `stack` are coins, `seconds` the time for a turn (H1, H2, H5)."""

    BOUNDS: ClassVar[Mapping[str, Bounds]] = {
        "unit": (1, 10_000),
        "stack": (BIG_BLIND_UNITS, MOST_COINS),
        "seconds": (5, 600),
        "seats": (FEWEST_SEATS, MOST_SEATS),
    }

    unit: int = 10
    stack: int = 1000
    seconds: int = 40
    blinds: Blinds = Blinds.RANDOM
    seats: int = 4


@dataclass(frozen=True)
class Account:
    """A seat's coins: what it was sold and cashed out so far, and the stack before it (H11)."""

    sold_in: int
    cashed_out: int
    stack: int

    @property
    def net(self) -> int:
        """What the seat has won or, negative, lost; coins that lie in a pot count as lost."""
        return self.stack + self.cashed_out - self.sold_in


def check(settings: Settings) -> None:
    """Refuse settings that cannot be played, each with its own reason (H1, H5)."""
    bounds = settings.BOUNDS
    require_within(settings.seats, bounds["seats"], "seats_out_of_range")
    require_within(settings.unit, bounds["unit"], "unit_out_of_range")
    require_within(settings.stack, (BIG_BLIND_UNITS * settings.unit, MOST_COINS), "stack_out_of_range")
    require_within(settings.seconds, bounds["seconds"], "seconds_out_of_range")


def report(accounts: Mapping[Seat, Account], absent: frozenset[Seat], over: bool) -> Report:
    """Seats by net result, with their stacks; once the table is closed, all with the highest result win."""
    best = max((account.net for account in accounts.values()), default=0)
    placed = ranked([(seat, account.net) for seat, account in accounts.items()])
    return Report(
        tuple(
            Standing(
                seat,
                rank,
                points=accounts[seat].net,
                penalties=0,
                by_hand=0,
                total=accounts[seat].net,
                absent=seat in absent,
                winner=over and accounts[seat].net == best,
                stack=accounts[seat].stack,
            )
            for seat, rank in placed
        ),
        over,
    )
