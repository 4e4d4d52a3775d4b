"""Penalties, points by hand, winners and losers (T6, T10, T13, T14)."""

from dataclasses import replace

import pytest

from engine.game import Host, Player, Seat, ranked
from engine.room.commands import GivePoints
from engine.team_poker.events import ShowdownMissed
from engine.team_poker.phase import Outcome, Phase
from engine.team_poker.rules import report as standings_of
from tests.engine.drive import Drive
from tests.engine.moves import dealt, empty_round, free, go_on, lock, make, propose, report, showdown, totals


def ended(**points: int) -> Drive:
    """An event of one round that two hands met in, over, with points by hand for seats called s1, s2 ..."""
    drive = dealt(rounds=1)
    make(drive, 1, 2, 3)
    make(drive, 4, 5, 6)
    lock(drive)
    showdown(drive)
    for seat, count in points.items():
        drive.host(GivePoints(int(seat[1:]), count, "thưởng"))
    go_on(drive)
    return drive


def test_T6_without_a_candidate_every_seat_loses_a_point() -> None:
    drive = dealt()
    propose(drive, 1, 2)
    assert lock(drive)[1:] == (ShowdownMissed(1, "", tuple(range(1, 14))),)
    assert drive.table.phase is Phase.NO_SHOWDOWN
    assert all(total == -1 for total in totals(drive).values())
    assert drive.table.results[0].outcome is Outcome.NONE


def test_T6_the_members_of_a_lone_candidate_are_spared_and_score_nothing() -> None:
    drive = dealt()
    hand = make(drive, 1, 4, 7)
    lock(drive)
    assert {seat for seat, total in totals(drive).items() if total == 0} == {1, 4, 7}
    assert {total for seat, total in totals(drive).items() if seat not in (1, 4, 7)} == {-1}
    assert drive.table.results[0].outcome is Outcome.LONE
    assert [one.hand for one in drive.table.results[0].candidates] == [hand]


def test_T6_the_cards_of_a_lone_candidate_go_back_unseen() -> None:
    drive = dealt()
    make(drive, 1, 1, 1)
    lock(drive)
    assert drive.table.shown == () and drive.table.destroyed == ()
    go_on(drive)
    assert len(free(drive, 1)) == 3


def test_T6_seats_without_cards_lose_a_point_too() -> None:
    drive = dealt()
    make(drive, 1, 1, 1)
    make(drive, 2, 2, 2)
    lock(drive)
    showdown(drive)
    go_on(drive)
    before = totals(drive)
    lock(drive)
    assert all(totals(drive)[seat] == before[seat] - 1 for seat in drive.table.seats)


def test_T6_such_a_round_counts_and_draws_no_neutral_cards() -> None:
    drive = dealt(rounds=2)
    empty_round(drive)
    assert (drive.table.round, drive.table.main_deck_left) == (2, 13)
    empty_round(drive)
    assert drive.table.phase is Phase.FINAL


def test_T13_winners_are_all_with_the_highest_score_and_losers_all_with_the_lowest() -> None:
    drive = ended(s9=-2, s10=-2)
    winners = {line.seat for line in report(drive).standings if line.winner}
    assert winners == set(drive.table.results[0].scoring)
    assert {line.seat for line in report(drive).standings if line.loser} == {9, 10}


def test_T13_nobody_wins_or_loses_before_the_last_round_is_over() -> None:
    drive = dealt(rounds=2)
    empty_round(drive)
    drive.host(GivePoints(3, 5, "thưởng"))
    assert not report(drive).over
    assert not any(line.winner or line.loser for line in report(drive).standings)


def test_T13_if_every_score_is_equal_there_are_winners_and_no_losers() -> None:
    drive = dealt(rounds=1)
    empty_round(drive)
    assert report(drive).over
    assert all(line.winner and not line.loser and line.rank == 1 for line in report(drive).standings)


@pytest.mark.parametrize(
    ("scores", "ranks"),
    [([5, 4, 4, 2], [1, 2, 2, 4]), ([1, 1, 1], [1, 1, 1]), ([0, -1, -1, -1, -5], [1, 2, 2, 2, 5])],
)
def test_T13_equal_scores_share_a_rank(scores: list[int], ranks: list[int]) -> None:
    totals = list(enumerate(scores, 1))
    assert [rank for _, rank in ranked(totals[::-1])] == ranks
    assert [seat for seat, _ in ranked(totals[::-1])] == [seat for seat, _ in totals]


def test_T14_points_by_hand_count_for_the_result_and_are_listed_apart() -> None:
    drive = ended(s13=3)
    first = report(drive).standings[0]
    assert (first.seat, first.points, first.penalties, first.by_hand, first.total) == (13, 0, 0, 3, 3)
    assert [line.seat for line in report(drive).standings if line.winner] == [13]
    assert all(line.total == line.points + line.penalties + line.by_hand for line in report(drive).standings)


def test_T14_scores_may_be_negative() -> None:
    drive = dealt(rounds=1)
    drive.host(GivePoints(5, -7, "phạt"))
    empty_round(drive)
    last = report(drive).standings[-1]
    assert (last.seat, last.total, last.penalties, last.by_hand, last.loser) == (5, -8, -1, -7, True)


def test_T14_points_after_the_end_move_the_winners() -> None:
    drive = ended()
    drive.host(GivePoints(13, 2, "quên"))
    assert [line.seat for line in report(drive).standings if line.winner] == [13]


def test_T14_points_by_hand_add_up() -> None:
    drive = ended(s1=2)
    drive.host(GivePoints(1, -5, "phạt"))
    assert next(line for line in report(drive).standings if line.seat == 1).by_hand == -3


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (GivePoints(1, 0, "x"), "points_out_of_range"),
        (GivePoints(1, 101, "x"), "points_out_of_range"),
        (GivePoints(1, -101, "x"), "points_out_of_range"),
        (GivePoints(14, 1, "x"), "no_such_seat"),
        (GivePoints(0, 1, "x"), "no_such_seat"),
        (GivePoints(1, 1, ""), "reason_empty"),
        (GivePoints(1, 1, " \u200b\t"), "reason_empty"),
    ],
)
def test_T14_points_that_cannot_be_given(command: GivePoints, reason: str) -> None:
    assert dealt().refusal(Host(), command) == reason


def test_T14_points_are_given_after_the_deal_and_by_the_host_alone() -> None:
    drive = Drive()
    drive.take_seats(13)
    assert drive.refusal(Host(), GivePoints(1, 1, "x")) == "not_before_the_deal"
    assert dealt().refusal(Player(1), GivePoints(1, 1, "x")) == "not_allowed"


def test_T14_the_most_points_at_once_are_a_hundred() -> None:
    drive = dealt()
    drive.host(GivePoints(1, 100, "x"))
    drive.host(GivePoints(2, -100, "x"))
    assert [line.total for line in (report(drive).standings[0], report(drive).standings[-1])] == [100, -100]


def test_T13_the_report_is_the_sum_of_what_it_is_given() -> None:
    seats: list[Seat] = [1, 2, 3]
    found = standings_of(dict(zip(seats, (2, 1, 0), strict=True)), dict.fromkeys(seats, -1), {2: 4}, frozenset(), True)
    assert [(line.seat, line.total) for line in found.standings] == [(2, 4), (1, 1), (3, -1)]
    assert found == replace(found, standings=tuple(sorted(found.standings, key=lambda line: line.rank)))
