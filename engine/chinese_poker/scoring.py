"""The points of a deal: row against row, sweeps, royalties, seat against seat. Pure functions (C3-C6)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from engine.cards import Card
from engine.chinese_poker.rows import Row, Rows, is_fouled, row_strength
from engine.chinese_poker.royalties import Royalties, row_royalty
from engine.game import Seat

SWEEP = 3


@dataclass(frozen=True)
class SeatSet:
    """A seat's set as it counts: `royalties` of front, middle and back, none for a fouled one (C3, C5)."""

    seat: Seat
    rows: Rows
    fouled: bool
    royalties: tuple[int, ...]


@dataclass(frozen=True)
class PairScore:
    """What `first` takes from `second`: of each row 1, 0 or -1; of a sweep 3, 0 or -3; own royalties less theirs."""

    first: Seat
    second: Seat
    rows: tuple[int, ...]
    sweep: int
    royalties: int

    @property
    def points(self) -> int:
        return sum(self.rows) + self.sweep + self.royalties


@dataclass(frozen=True)
class SeatScore:
    """What a seat takes from all the others in one deal."""

    seat: Seat
    points: int


def judge(seat: Seat, rows: Rows, table: Royalties) -> SeatSet:
    """How a complete set counts."""
    fouled = is_fouled(rows)
    return SeatSet(seat, rows, fouled, tuple(0 if fouled else row_royalty(table, rows, row) for row in Row))


def row_result(own: Sequence[Card], other: Sequence[Card], own_fouled: bool, other_fouled: bool) -> int:
    """1 for the row won, -1 for lost, 0 for equals; a fouled set loses every row, but not to another (C3, C4, C6)."""
    if own_fouled or other_fouled:
        return other_fouled - own_fouled
    mine, theirs = row_strength(tuple(own)), row_strength(tuple(other))
    return (mine > theirs) - (mine < theirs)


def pair_score(first: SeatSet, second: SeatSet) -> PairScore:
    """One set against another (C4-C6)."""
    rows = tuple(row_result(first.rows.of(row), second.rows.of(row), first.fouled, second.fouled) for row in Row)
    sweep = SWEEP * (sum(rows) // len(rows)) if abs(sum(rows)) == len(rows) else 0
    return PairScore(first.seat, second.seat, rows, sweep, sum(first.royalties) - sum(second.royalties))


def pair_scores(sets: Iterable[SeatSet]) -> tuple[PairScore, ...]:
    """Every set against every other, in order of seat number (C4)."""
    ordered = sorted(sets, key=lambda one: one.seat)
    return tuple(pair_score(first, second) for first, second in combinations(ordered, 2))


def seat_scores(seats: Sequence[Seat], pairs: Iterable[PairScore]) -> tuple[SeatScore, ...]:
    """The points of each seat; they add up to zero (C6)."""
    totals = dict.fromkeys(seats, 0)
    for pair in pairs:
        totals[pair.first] += pair.points
        totals[pair.second] -= pair.points
    return tuple(SeatScore(seat, points) for seat, points in totals.items())
