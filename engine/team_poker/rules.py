"""The numbers of Team Poker: settings, who meets, who scores. Pure functions on public facts (T1-T14)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from engine.game import Bounds, Report, Seat, Standing, ranked, require, require_within
from engine.hands import Straights

FEWEST_SEATS, MOST_SEATS = 10, 14
CARDS_EACH = 3
HAND_CARDS = 3
NEUTRAL_CARDS = 2
DECK_CARDS = 52
WORDING_LENGTH = 120


class OnTie(Enum):
    """Who scores when neither hand is better (T12)."""

    NONE = "none"
    BOTH = "both"


def most_rounds(seats: int) -> int:
    """How many rounds the cards reach: six of the seats' and two of the main deck's for each (T1)."""
    dealt = seats * CARDS_EACH
    return min(dealt // (2 * HAND_CARDS), (DECK_CARDS - dealt) // NEUTRAL_CARDS)


@dataclass(frozen=True)
class Settings:
    """What the host may set before the deal; the defaults are the source's rules.

    `countdown` and `vote` are in seconds; `prize` and `penalty` are the wording of what winners and losers get (T13).
    """

    BOUNDS: ClassVar[Mapping[str, Bounds]] = {
        "rounds": (1, max(map(most_rounds, range(FEWEST_SEATS, MOST_SEATS + 1)))),
        "countdown": (10, 7200),
        "vote": (10, 600),
        "ballots": (1, 2),
        "seats": (FEWEST_SEATS, MOST_SEATS),
    }

    rounds: int = 5
    countdown: int = 600
    vote: int = 60
    ballots: int = 1
    straight_order: Straights = Straights.RING_EQUAL
    on_tie: OnTie = OnTie.NONE
    prize: str = ""
    penalty: str = ""
    seats: int = 13


def check(settings: Settings) -> None:
    """Refuse settings that cannot be played, each with its own reason (T1, T3, T5, T7)."""
    bounds = settings.BOUNDS
    require_within(settings.seats, bounds["seats"], "seats_out_of_range")
    require(settings.rounds >= 1, "no_rounds")
    most = most_rounds(settings.seats)
    require(settings.rounds <= most, "rounds_beyond_cards", most=most, count=settings.seats)
    require_within(settings.countdown, bounds["countdown"], "countdown_out_of_range")
    require_within(settings.vote, bounds["vote"], "vote_out_of_range")
    require_within(settings.ballots, bounds["ballots"], "ballots_out_of_range")
    require(settings.straight_order is not Straights.STANDARD, "straights_out_of_range")
    for wording in (settings.prize, settings.penalty):
        require(len(wording) <= WORDING_LENGTH, "wording_too_long", most=WORDING_LENGTH)


@dataclass(frozen=True)
class Cut:
    """How a vote ended: who is in, and how many more are drawn from those tied across the cut (T8)."""

    certain: tuple[str, ...]
    tied: tuple[str, ...]
    to_draw: int


def cut(votes: Mapping[str, int]) -> Cut:
    """The two best supported of more than two, or the tie that a draw must settle (T8)."""
    ordered = sorted(votes.values(), reverse=True)
    second = ordered[1]
    certain = tuple(hand for hand, count in votes.items() if count > second)
    level = tuple(hand for hand, count in votes.items() if count == second)
    if len(certain) + len(level) == 2:
        return Cut(tuple(hand for hand in votes if hand in certain + level), (), 0)
    return Cut(certain, level, 2 - len(certain))


def report(
    points: Mapping[Seat, int],
    penalties: Mapping[Seat, int],
    by_hand: Mapping[Seat, int],
    absent: frozenset[Seat],
    over: bool,
) -> Report:
    """Standings; once over, all with the highest total win and all with the lowest lose (T13-T15).

    Seats marked absent are listed last and are neither; if every score is equal there are no losers.
    """
    totals = {seat: points[seat] + penalties[seat] + by_hand.get(seat, 0) for seat in points}
    present = [(seat, total) for seat, total in totals.items() if seat not in absent]
    away = [(seat, total) for seat, total in totals.items() if seat in absent]
    best = max((total for _, total in present), default=0)
    worst = min((total for _, total in present), default=0)

    def line(seat: Seat, rank: int) -> Standing:
        here = seat not in absent
        total = totals[seat]
        return Standing(
            seat,
            rank,
            points[seat],
            penalties[seat],
            by_hand.get(seat, 0),
            total,
            absent=not here,
            winner=over and here and total == best,
            loser=over and here and total == worst and worst < best,
        )

    placed = [line(seat, rank) for seat, rank in ranked(present)]
    placed += [line(seat, len(present) + rank) for seat, rank in ranked(away)]
    return Report(tuple(placed), over)


def scoring_seats(winners: Sequence[Sequence[Seat]]) -> tuple[Seat, ...]:
    """Each seat with a card in a hand that scores, once (T10, T11)."""
    return tuple(sorted({seat for members in winners for seat in members}))
