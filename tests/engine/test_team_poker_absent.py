"""Seats whose players have left: in each phase, and back again (T15)."""

from collections.abc import Callable

import pytest

from engine.game import Host, Player, Seat, SeatViewer
from engine.room.commands import SetAbsent
from engine.room.view import view
from engine.team_poker.commands import CastBallot, PledgeCards, ProposeHand
from engine.team_poker.events import AbsenceMarked, CandidateWithdrawn, CardsTakenBack, HandDissolved
from engine.team_poker.phase import Phase
from tests.engine.drive import Drive
from tests.engine.moves import (
    back,
    close,
    dealt,
    empty_round,
    free,
    go_on,
    lock,
    make,
    pledge,
    propose,
    report,
    totals,
)


def away(drive: Drive, *seats: Seat) -> None:
    for seat in seats:
        drive.host(SetAbsent(seat, True))


def to_phase(phase: Phase) -> Drive:
    """An event of one round in this phase; where hands meet they are those of seats 1-3 and 4-6."""
    drive = dealt(rounds=1)
    hands = []
    if phase not in (Phase.NOMINATING, Phase.NO_SHOWDOWN):
        hands = [make(drive, 1, 2, 3), make(drive, 4, 5, 6)]
    if phase is Phase.VOTING:
        make(drive, 7, 8, 9)
    if phase is not Phase.NOMINATING:
        lock(drive)
    while drive.table.phase is not phase:
        go_on(drive)
    assert bool(hands) is (phase not in (Phase.NOMINATING, Phase.NO_SHOWDOWN))
    return drive


RUNNING = [phase for phase in Phase if phase not in (Phase.LOBBY, Phase.FINAL)]


@pytest.mark.parametrize("phase", RUNNING)
def test_T15_a_seat_can_be_marked_absent_and_back_in_every_phase(phase: Phase) -> None:
    drive = to_phase(phase)
    held = drive.secret.held
    assert drive.host(SetAbsent(13, True)) == (AbsenceMarked(13, True),)
    assert drive.table.absent == {13} and drive.table.phase is phase
    assert drive.host(SetAbsent(13, False)) == (AbsenceMarked(13, False),)
    assert drive.table.absent == frozenset() and drive.secret.held == held


@pytest.mark.parametrize(
    ("make_drive", "seat", "reason"),
    [
        (Drive, 1, "not_before_the_deal"),
        (lambda: to_phase(Phase.FINAL), 1, "event_is_over"),
        (dealt, 14, "no_such_seat"),
        (dealt, 0, "no_such_seat"),
    ],
)
def test_T15_who_cannot_be_marked(make_drive: Callable[[], Drive], seat: Seat, reason: str) -> None:
    assert make_drive().refusal(Host(), SetAbsent(seat, True)) == reason


def test_T15_marking_twice_is_refused() -> None:
    drive = dealt()
    assert drive.refusal(Host(), SetAbsent(3, False)) == "already_done"
    away(drive, 3)
    assert drive.refusal(Host(), SetAbsent(3, True)) == "already_done"


def test_T15_only_the_host_says_who_is_absent() -> None:
    assert dealt().refusal(Player(3), SetAbsent(3, True)) == "not_allowed"


def test_T15_before_the_lock_its_pledges_lapse_and_their_announcements_with_them() -> None:
    drive = dealt()
    announced, unfinished = make(drive, 1, 2, 3), propose(drive, 1, 1, [4])
    first, second = drive.secret.held[1][:2]
    events = drive.host(SetAbsent(1, True))
    assert events == (
        CardsTakenBack(announced, 1, (first,)),
        CandidateWithdrawn(announced, "A"),
        CardsTakenBack(unfinished, 1, (second,)),
        HandDissolved(unfinished),
        AbsenceMarked(1, True),
    )
    assert drive.secret.hands[announced].members == (2, 3)


def test_T15_its_cards_are_out_of_play_and_it_cannot_be_invited() -> None:
    drive = dealt()
    away(drive, 1)
    assert drive.refusal(Player(1), ProposeHand(1, drive.secret.held[1][:1], ())) == "you_are_absent"
    refused = drive.refused(Player(2), ProposeHand(1, drive.secret.held[2][:1], (1,)))
    assert (refused.reason, refused.facts) == ("cannot_be_invited", {"seat": 1})


def test_T15_an_invitation_from_before_waits_for_its_return() -> None:
    drive = dealt()
    hand = propose(drive, 2, 2, [1])
    away(drive, 1)
    assert drive.refusal(Player(1), PledgeCards(1, hand, free(drive, 1)[:1])) == "you_are_absent"
    assert not view(drive.state, SeatViewer(1)).game.invitations
    drive.host(SetAbsent(1, False))
    pledge(drive, 1, hand)
    assert drive.table.candidates[0].members == (1, 2)


@pytest.mark.parametrize("phase", [Phase.VOTING, Phase.MATCHED, Phase.HANDS_UP, Phase.SECOND_NEUTRAL])
def test_T15_its_locked_pledges_stand_and_score(phase: Phase) -> None:
    drive = to_phase(phase)
    away(drive, 1, 4)
    if phase is Phase.VOTING:
        for seat, candidate in ((10, 0), (11, 1)):
            back(drive, seat, drive.table.candidates[candidate].hand)
        close(drive)
    while drive.table.phase is not Phase.WINNER:
        go_on(drive)
    assert len(drive.table.destroyed) == 8
    assert drive.table.scoring in ((1, 2, 3), (4, 5, 6))
    assert totals(drive)[drive.table.scoring[0]] == 1


def test_T15_its_vote_vanishes_and_it_has_none_until_it_is_back() -> None:
    drive = to_phase(Phase.VOTING)
    hand = drive.table.candidates[2].hand
    back(drive, 13, hand)
    away(drive, 13)
    assert not any(drive.table.votes().values())
    assert drive.refusal(Player(13), CastBallot(1, (hand,))) == "you_are_absent"
    assert 13 not in view(drive.state, SeatViewer(1)).game.table.silent
    drive.host(SetAbsent(13, False))
    assert not any(drive.table.votes().values())
    back(drive, 13, hand)
    assert drive.table.votes()[hand] == 1


def test_T15_it_gets_no_further_penalty_and_keeps_those_it_had() -> None:
    drive = dealt(rounds=3)
    empty_round(drive)
    away(drive, 5)
    empty_round(drive)
    assert totals(drive)[5] == -1
    assert {total for seat, total in totals(drive).items() if seat != 5} == {-2}
    drive.host(SetAbsent(5, False))
    empty_round(drive)
    assert totals(drive)[5] == -2


def test_T15_it_is_neither_winner_nor_loser_and_stands_last() -> None:
    drive = to_phase(Phase.WINNER)
    scorer, *others = drive.table.scoring
    away(drive, scorer, 7)
    go_on(drive)
    lines = {line.seat: line for line in report(drive).standings}
    assert not any(lines[seat].winner or lines[seat].loser for seat in (scorer, 7))
    assert [line.seat for line in report(drive).standings[-2:]] == [scorer, 7]
    assert [line.rank for line in report(drive).standings[-3:]] == [3, 12, 13]
    assert {seat for seat, line in lines.items() if line.winner} == set(others)


def test_T15_absent_seats_decide_neither_the_highest_nor_the_lowest_score() -> None:
    drive = to_phase(Phase.WINNER)
    away(drive, *drive.table.scoring)
    go_on(drive)
    assert all(line.winner and not line.loser for line in report(drive).standings if not line.absent)


def test_T15_an_event_ends_also_when_everybody_has_left() -> None:
    drive = dealt(rounds=1)
    away(drive, *drive.table.seats)
    empty_round(drive)
    assert drive.table.phase is Phase.FINAL
    assert not any(line.winner or line.loser for line in report(drive).standings)


def test_T15_without_the_mark_a_silent_seat_is_penalised_like_any_other() -> None:
    drive = to_phase(Phase.NO_SHOWDOWN)
    assert set(totals(drive).values()) == {-1}
