"""The comparison as far as it is face up: rows, pairs of seats and points, for every screen alike (C3-C6)."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from engine.cards import Card
from engine.chinese_poker.events import DealScored, Possible
from engine.chinese_poker.phase import Phase
from engine.chinese_poker.rows import SIZES, Row, row_name, row_strength
from engine.chinese_poker.royalties import royalty
from engine.chinese_poker.scoring import PairScore, SeatSet, row_result
from engine.chinese_poker.state import Public
from engine.game import Seat
from engine.hands import HandName


@dataclass(frozen=True)
class ComparedRow:
    """A seat's row; `cards` are None and it has no name while it is face down."""

    row: Row
    cards: tuple[Card | None, ...]
    name: HandName | None
    royalty: int


@dataclass(frozen=True)
class ComparedSet:
    """A seat's rows as far as they are shown. `points` are of the rows alone until the deal is scored."""

    seat: Seat
    rows: tuple[ComparedRow, ...]
    fouled: bool
    ran_out: bool
    royalties: int
    points: int


@dataclass(frozen=True)
class ComparedPair:
    """What `first` takes from `second`: 1, 0 or -1 of each row, None while it is face down; sweep and royalties once
    the deal is scored.
    """

    first: Seat
    second: Seat
    rows: tuple[int | None, ...]
    sweep: int | None
    royalties: int | None
    points: int


@dataclass(frozen=True)
class PossibleSet:
    """What a seat's cards could have made (the most royalties), and its points against the sets that were made."""

    seat: Seat
    rows: tuple[ComparedRow, ...]
    royalties: int
    points: int


@dataclass(frozen=True)
class Comparison:
    """`row` was turned up last, or None while all is face down; `possible` follows with the points."""

    row: Row | None
    scored: bool
    sets: tuple[ComparedSet, ...]
    pairs: tuple[ComparedPair, ...]
    possible: tuple[PossibleSet, ...]


def compare(table: Public) -> Comparison | None:
    """The comparison of this deal, from the moment when every set is in."""
    if table.phase in (Phase.WAITING, Phase.SETTING):
        return None
    scored = table.results[-1] if table.phase in (Phase.POINTS, Phase.ENDED) else None
    pairs = tuple(_scored_pair(pair) for pair in scored.pairs) if scored else _pairs(table)
    return Comparison(
        row=next((row for row in reversed(Row) if row in table.shown), None),
        scored=scored is not None,
        sets=tuple(_set(table, seat, pairs, scored) for seat in table.seats),
        pairs=pairs,
        possible=tuple(_possible(one) for one in scored.possible) if scored else (),
    )


def in_hand_order(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Cards as their name reads them: equal ranks together, the largest group first, straights in order of the run."""
    called = row_name(cards)
    return tuple(sorted(cards, key=lambda card: (called.ranks.index(card.rank), -card.index))) if called else ()


def _pairs(table: Public) -> tuple[ComparedPair, ...]:
    """Row against row, as far as rows are face up."""
    found = []
    for first, second in combinations(table.seats, 2):
        rows = tuple(_result(table, row, first, second) for row in Row)
        found.append(ComparedPair(first, second, rows, None, None, sum(result or 0 for result in rows)))
    return tuple(found)


def _result(table: Public, row: Row, first: Seat, second: Seat) -> int | None:
    if row not in table.shown:
        return None
    faces = table.shown[row]
    return row_result(faces[first], faces[second], first in table.fouled, second in table.fouled)


def _scored_pair(pair: PairScore) -> ComparedPair:
    return ComparedPair(pair.first, pair.second, pair.rows, pair.sweep, pair.royalties, pair.points)


def _set(table: Public, seat: Seat, pairs: tuple[ComparedPair, ...], scored: DealScored | None) -> ComparedSet:
    fouled = seat in table.fouled
    judged = next((one for one in scored.sets if one.seat == seat), None) if scored else None
    rows = judged_rows(judged) if judged else tuple(_row(table, row, seat) for row in Row)
    return ComparedSet(
        seat=seat,
        rows=rows,
        fouled=fouled,
        ran_out=seat in table.ran_out,
        royalties=sum(one.royalty for one in rows),
        points=sum(
            pair.points if pair.first == seat else -pair.points for pair in pairs if seat in (pair.first, pair.second)
        ),
    )


def _row(table: Public, row: Row, seat: Seat) -> ComparedRow:
    faces: Mapping[Seat, tuple[Card, ...]] = table.shown.get(row, {})
    if seat not in faces:
        return ComparedRow(row, (None,) * SIZES[row], None, 0)
    cards = faces[seat]
    earned = 0 if seat in table.fouled else royalty(table.settings.table, row, row_strength(cards))
    return ComparedRow(row, in_hand_order(cards), row_name(cards), earned)


def judged_rows(judged: SeatSet) -> tuple[ComparedRow, ...]:
    """A set that has been judged, with what each row earned then."""
    return tuple(
        ComparedRow(row, in_hand_order(judged.rows.of(row)), row_name(judged.rows.of(row)), earned)
        for row, earned in zip(Row, judged.royalties, strict=True)
    )


def _possible(one: Possible) -> PossibleSet:
    return PossibleSet(one.set.seat, judged_rows(one.set), sum(one.set.royalties), one.points)
