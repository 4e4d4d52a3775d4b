"""The settings of a Chinese Poker table and its standings (C1, C5, C7, C8)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.chinese_poker.royalties import PUBLISHED, Royalties, RoyaltyTable
from engine.chinese_poker.royalties import check as check_royalties
from engine.game import Bounds, Report, Seat, Standing, ranked, require_within

FEWEST_SEATS, MOST_SEATS = 2, 4


@dataclass(frozen=True)
class Settings:
    """What the host may set between deals. `seconds` is the time to set; `deals` is how many are played, or 0 until the
    host says; `own` is the facilitator's own table, played when `royalties` is OWN.
    """

    BOUNDS: ClassVar[Mapping[str, Bounds]] = {
        "seconds": (10, 3600),
        "deals": (0, 100),
        "seats": (FEWEST_SEATS, MOST_SEATS),
    }

    seconds: int = 180
    royalties: RoyaltyTable = RoyaltyTable.CLASSIC
    own: Royalties = Royalties()
    deals: int = 0
    seats: int = MOST_SEATS

    @property
    def table(self) -> Royalties:
        """The table of royalties that is played (C5)."""
        return self.own if self.royalties is RoyaltyTable.OWN else PUBLISHED[self.royalties]


def check(settings: Settings) -> None:
    """Refuse settings that cannot be played, each with its own reason."""
    bounds = settings.BOUNDS
    require_within(settings.seats, bounds["seats"], "seats_out_of_range")
    require_within(settings.seconds, bounds["seconds"], "seconds_out_of_range")
    require_within(settings.deals, bounds["deals"], "deals_out_of_range")
    check_royalties(settings.own)


def report(points: Mapping[Seat, int], by_hand: Mapping[Seat, int], absent: frozenset[Seat], over: bool) -> Report:
    """Standings of all seats that have played; once over, all with the highest total win."""
    totals = {seat: points[seat] + by_hand.get(seat, 0) for seat in points}
    best = max(totals.values(), default=0)
    standings = tuple(
        Standing(
            seat,
            rank,
            points[seat],
            0,
            by_hand.get(seat, 0),
            totals[seat],
            absent=seat in absent,
            winner=over and totals[seat] == best,
        )
        for seat, rank in ranked(list(totals.items()))
    )
    return Report(standings, over)
