"""The order of rows, row against row, sweeps and royalties, by the reference cases and by the rules (C2-C6)."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.cards import cards
from engine.chinese_poker.rows import Row, Rows, is_fouled, row_strength
from engine.chinese_poker.royalties import PUBLISHED, Royalties, RoyaltyTable, royalty
from engine.chinese_poker.scoring import PairScore, judge, pair_score, pair_scores, seat_scores
from tests.engine.sets import random_sets, rows

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent.parent / "vectors" / "chinese.json").read_text("utf-8"))
CLASSIC, OPEN_FACE = PUBLISHED[RoyaltyTable.CLASSIC], PUBLISHED[RoyaltyTable.OPEN_FACE]
PLAIN = "Kd Qc 2s | 7c 7d 9h 3s 2c | Js Jd Jc 4h 6d"
FOULED = "Kc Ks 3d | Ah Qd 9s 8c 5h | Ts Td Tc 3h 2d"
SWEPT_BY_PLAIN = "Qh Th 4c | 5d 5c 8h 6s 4d | 8s 8d 6h 6c As"


def settled(table: Royalties, *sets: Rows) -> tuple[list[bool], list[int], list[int], list[int]]:
    """Who is fouled, each one's royalties, what each pair comes to, and the scores, seat by seat."""
    judged = [judge(seat, one, table) for seat, one in enumerate(sets, 1)]
    pairs = pair_scores(judged)
    scores = seat_scores([one.seat for one in judged], pairs)
    return (
        [one.fouled for one in judged],
        [sum(one.royalties) for one in judged],
        [pair.points for pair in pairs],
        [score.points for score in scores],
    )


def against(first: str, second: str, table: Royalties = PUBLISHED[RoyaltyTable.NONE]) -> PairScore:
    return pair_score(judge(1, rows(first), table), judge(2, rows(second), table))


def earned(row: Row, text: str, table: Royalties = CLASSIC) -> int:
    return royalty(table, row, row_strength(cards(text)))


def test_C5_both_royalty_tables_are_in_the_reference_cases() -> None:
    assert {case["royalties"] for case in CASES} == {"classic", "open_face"}
    assert any(case["fouled"] for case in CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['royalties']}: {case['scores']}")
def test_C2_to_C6_a_deal_is_settled_as_in_the_reference_cases(case: dict[str, Any]) -> None:
    names = list(case["players"])
    sets = [Rows(*(cards(made[row.value]) for row in Row)) for made in case["players"].values()]
    fouled, royalties, pairs, scores = settled(PUBLISHED[RoyaltyTable(case["royalties"])], *sets)
    assert [name for name, is_one in zip(names, fouled, strict=True) if is_one] == case["fouled"]
    assert dict(zip(names, royalties, strict=True)) == case["royalty"]
    assert dict(zip(case["pairs"], pairs, strict=True)) == case["pairs"]
    assert list(case["pairs"]) == [f"{a}-{b}" for place, a in enumerate(names) for b in names[place + 1 :]]
    assert dict(zip(names, scores, strict=True)) == case["scores"]


@pytest.mark.pitfall("PineappleSolver", "ofcp_scoring")
def test_C2_two_kings_in_front_of_an_ace_high_middle_are_fouled() -> None:
    assert is_fouled(rows("Ks Kd 2c | As Qd Jc 9h 7s | Ts Td Th 5c 5d"))


def test_C2_a_middle_stronger_than_the_back_is_fouled() -> None:
    assert is_fouled(rows("Qs Jd 2c | Ts Td Th 5c 5d | As Ad Kc Kh 3s"))


def test_C2_equal_rows_keep_the_order() -> None:
    assert not is_fouled(rows("Qs Jd 2c | Ts 9d 8h 7c 6d | Td 9c 8s 7h 6s"))


def test_C2_a_middle_with_the_same_pair_and_kicker_as_the_front_is_stronger() -> None:
    assert not is_fouled(rows("Ks Kd Qc | Kh Kc Qd 3h 2s | Ts Td Th 5c 5d"))


def test_C3_two_pair_counts_in_the_middle_and_the_back() -> None:
    assert not is_fouled(rows("As Ad Kc | 9s 9d 4c 4h 2s | Ts Td 5c 5d 3h"))
    assert is_fouled(rows("As Ad Kc | Ts Td 5c 5d 3h | 9s 9d 4c 4h 2s"))


def test_C3_a_fouled_set_loses_all_three_rows_and_the_sweep_and_earns_no_bonus() -> None:
    pair = against(FOULED, PLAIN)
    assert (pair.rows, pair.sweep, pair.points) == ((-1, -1, -1), -3, -6)
    assert settled(CLASSIC, rows("2s 2d 2c | Ah Kd Qs 9c 5h | 3s 3d 3c 3h Td"), rows(PLAIN))[1] == [0, 0]


def test_C3_a_fouled_set_pays_the_royalties_of_the_others_too() -> None:
    royal = "Kd Qh 2s | 7c 7d 7h 3s 2c | Js Jd Jc 4h 4d"
    assert against(FOULED, royal, CLASSIC).points == -6 - 2


def test_C4_one_point_a_row_from_its_loser_to_its_winner() -> None:
    pair = against(PLAIN, "Ad 3c 2d | 6c 6s 9d 4s 3d | 9s 9c Th Tc 5s")
    assert (pair.rows, pair.sweep, pair.points) == ((-1, 1, 1), 0, 1)


@pytest.mark.pitfall("PineappleSolver", "ofcp_scoring")
def test_C4_all_three_rows_of_one_opponent_are_six_points() -> None:
    pair = against(PLAIN, SWEPT_BY_PLAIN)
    assert (pair.rows, pair.sweep, pair.points) == ((1, 1, 1), 3, 6)
    assert against(SWEPT_BY_PLAIN, PLAIN).points == -6


@pytest.mark.pitfall("PineappleSolver", "ofcp_scoring")
@pytest.mark.parametrize(
    ("tied", "rows_won"),
    [
        ("Kh Qd 2h | 5d 5c 8h 6s 4d | 8s 8d 6h 6c As", (0, 1, 1)),
        ("Qh Th 4c | 7h 7s 9d 3c 2d | 8s 8d 6h 6c As", (1, 0, 1)),
        ("Kh Qd 2h | 7h 7s 9d 3c 2d | 8s 8d 6h 6c As", (0, 0, 1)),
    ],
)
def test_C4_a_tied_row_earns_nothing_and_breaks_a_sweep(tied: str, rows_won: tuple[int, ...]) -> None:
    pair = against(PLAIN, tied)
    assert (pair.rows, pair.sweep, pair.points) == (rows_won, 0, sum(rows_won))


def test_C4_a_tied_back_breaks_a_sweep() -> None:
    straight = "Kd Qc 2s | 7c 7d 9h 3s 2c | Js Td 9c 8h 7s"
    pair = against(straight, "Qh Th 4c | 5d 5c 8h 6s 4d | Jd Tc 9s 8d 7h")
    assert (pair.rows, pair.sweep, pair.points) == ((1, 1, 0), 0, 2)


def test_C4_a_sweep_is_paid_by_the_opponent_who_suffers_it_alone() -> None:
    third = "Ad 3c 2d | 6c 6s 9d 4s 3d | 9s 9c Th Tc 5s"
    _, _, pairs, scores = settled(PUBLISHED[RoyaltyTable.NONE], rows(PLAIN), rows(SWEPT_BY_PLAIN), rows(third))
    assert pairs == [6, 1, -6]
    assert scores == [7, -12, 5]


@pytest.mark.parametrize(("rank", "points"), [("2", 10), ("3", 11), ("8", 16), ("T", 18), ("K", 21), ("A", 22)])
def test_C5_three_of_a_kind_in_front_earns_from_10_for_222_to_22_for_AAA(rank: str, points: int) -> None:
    assert earned(Row.FRONT, f"{rank}s {rank}d {rank}c") == points
    assert earned(Row.FRONT, f"{rank}s {rank}d {rank}c", OPEN_FACE) == points


FIVES = {
    "8s 8d 8c Kh 2s": (2, 0, 2, 0),
    "5s 6d 7c 8h 9s": (4, 0, 4, 2),
    "As 2d 3c 4h 5s": (4, 0, 4, 2),
    "Ts Jd Qc Kh As": (4, 0, 4, 2),
    "2h 5h 9h Jh Kh": (8, 0, 8, 4),
    "Qs Qd Qc 4h 4s": (12, 0, 12, 6),
    "7s 7d 7c 7h 2s": (20, 10, 20, 10),
    "5h 6h 7h 8h 9h": (30, 15, 30, 15),
    "Ah 2h 3h 4h 5h": (30, 15, 30, 15),
    "Th Jh Qh Kh Ah": (30, 15, 50, 25),
    "Ks Kd 4c 4h 2s": (0, 0, 0, 0),
    "Ks Kd Qc 4h 2s": (0, 0, 0, 0),
    "As Kd Qc 4h 2s": (0, 0, 0, 0),
}
"""What the middle and the back earn in the classic table, then in that of open-face Chinese poker."""


@pytest.mark.parametrize(("five", "points"), FIVES.items())
def test_C5_the_middle_and_the_back_earn_what_the_tables_say(five: str, points: tuple[int, ...]) -> None:
    found = tuple(earned(row, five, table) for table in (CLASSIC, OPEN_FACE) for row in (Row.MIDDLE, Row.BACK))
    assert found == points


@pytest.mark.parametrize(("pair", "points"), [("55K", 0), ("66K", 1), ("77K", 2), ("TTK", 5), ("KKA", 8), ("AA2", 9)])
def test_C5_pairs_in_front_earn_in_open_face_alone(pair: str, points: int) -> None:
    front = f"{pair[0]}s {pair[1]}d {pair[2]}c"
    assert earned(Row.FRONT, front, OPEN_FACE) == points
    assert earned(Row.FRONT, front) == 0


@pytest.mark.parametrize("five", FIVES)
def test_C5_no_table_earns_nothing(five: str) -> None:
    none = PUBLISHED[RoyaltyTable.NONE]
    assert earned(Row.MIDDLE, five, none) == earned(Row.BACK, five, none) == earned(Row.FRONT, "As Ad Ac", none) == 0


def test_C5_a_royalty_is_earned_also_by_a_row_that_loses() -> None:
    lower, higher = "Kd Qc 2s | 7c 7d 7h 3s 2c | Js Jd Jc 4h 4d", "Ad Qh 3d | 9c 9d 9h 5s 6c | As Ac Ah 8h 8d"
    judged = [judge(1, rows(lower), CLASSIC), judge(2, rows(higher), CLASSIC)]
    assert [one.royalties for one in judged] == [(0, 2, 0), (0, 2, 0)]
    assert pair_score(*judged).points == -6


def test_C5_royalties_are_paid_by_every_opponent() -> None:
    royal = "2d 2c 2s | 7c 7d 7h 3s 9c | Js Jd Jc 4h 4d"
    _, royalties, _, scores = settled(CLASSIC, rows(royal), rows(SWEPT_BY_PLAIN), rows(FOULED))
    assert royalties == [12, 0, 0]
    assert scores == [(6 + 12) + (6 + 12), -(6 + 12) + 6, -(6 + 12) - 6]


@pytest.mark.pitfall("PineappleSolver", "ofcp_scoring")
def test_C6_two_fouled_sets_settle_at_nothing() -> None:
    other = "As Ad 3c | Kh Qs 9d 8d 4h | Js Jd Jc 6h 2s"
    pair = against(FOULED, other, CLASSIC)
    assert (pair.rows, pair.sweep, pair.royalties, pair.points) == ((0, 0, 0), 0, 0, 0)


@pytest.mark.parametrize("table", PUBLISHED, ids=lambda table: table.value)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_C6_the_scores_of_random_deals_add_up_to_zero(table: RoyaltyTable, seats: int) -> None:
    dice = Random(f"{table.value} {seats}")
    for _ in range(300):
        sets = random_sets(dice, seats)
        fouled, royalties, pairs, scores = settled(PUBLISHED[table], *sets)
        assert sum(scores) == 0
        assert all(not points for points, bad in zip(royalties, fouled, strict=True) if bad)
        judged = [judge(seat, one, PUBLISHED[table]) for seat, one in enumerate(sets)]
        for pair in pair_scores(judged):
            first, second = judged[pair.first], judged[pair.second]
            if first.fouled or second.fouled:
                clean = sum(first.royalties) - sum(second.royalties)
                assert pair.points == 6 * (second.fouled - first.fouled) + clean
        assert len(pairs) == seats * (seats - 1) // 2
