"""Rows are found again by what sort they are and by the seats that they openly speak of."""

from engine.cards import cards
from engine.game import Host, HostViewer, Player, Seat
from engine.room.commands import (
    FillWithBots,
    GivePoints,
    Pause,
    Peek,
    RenameSeat,
    SetAbsent,
    SetTitle,
    ShiftClock,
    Undo,
)
from engine.room.events import Row
from engine.room.kinds import Kind, kinds, seats_told
from engine.room.tell import actor_shown, sentences
from engine.team_poker.commands import CastBallot, LockNominations, ProposeHand
from tests.engine.drive import Drive


def found_under(drive: Drive, row: Row) -> frozenset[Seat]:
    """The seats under which the host finds this row."""
    host = HostViewer()
    return seats_told(row, sentences(drive.state, row, host), actor_shown(drive.state, row, host))


def test_every_deed_of_the_host_is_of_its_own_sort() -> None:
    drive = Drive()
    drive.host(FillWithBots())
    assert kinds(drive.rows[-1]) == {Kind.SEATS}
    drive = Drive()
    drive.deal()
    said = {
        RenameSeat(1, "Anh"): Kind.SEATS,
        SetTitle("Chung kết"): Kind.ROOM,
        Peek(2): Kind.PEEK,
        GivePoints(3, 1, "a song"): Kind.POINTS,
        ShiftClock(5_000): Kind.CLOCK,
        Pause(): Kind.CLOCK,
    }
    for command, kind in said.items():
        drive.host(command)
        assert kinds(drive.rows[-1]) == {kind}
    drive.host(Undo(drive.state.past[-1].number, "a slip", False))
    assert kinds(drive.rows[-1]) == {Kind.UNDO}


def test_T15_an_absence_is_the_games_and_found_among_the_seats_too() -> None:
    drive = Drive()
    drive.deal()
    drive.host(SetAbsent(4, True))
    assert kinds(drive.rows[-1]) == {Kind.SEATS, Kind.GAME}
    assert found_under(drive, drive.rows[-1]) == {4}


def test_a_seat_is_found_by_what_it_did_and_by_what_was_done_to_it() -> None:
    drive = Drive()
    drive.deal_stacked({1: "As Ks Qs", 2: "2c 3c 4c", 3: "5d 6d 7d"})
    for seat, hand in {1: "As Ks Qs", 2: "2c 3c 4c", 3: "5d 6d 7d"}.items():
        drive.seat(seat, ProposeHand(1, cards(hand), ()))
    drive.host(LockNominations(1))
    drive.seat(9, CastBallot(1, (drive.table.candidates[0].hand,)))
    assert found_under(drive, drive.rows[-1]) == {9}
    drive.host(GivePoints(3, 1, "a song"))
    assert found_under(drive, drive.rows[-1]) == {3}
    drive.host(RenameSeat(7, "Bảy"))
    assert found_under(drive, drive.rows[-1]) == {7}


def test_T4_a_row_with_a_pledge_in_it_is_not_found_under_the_seat_that_pledged() -> None:
    drive = Drive()
    drive.deal()
    drive.seat(5, ProposeHand(1, drive.secret.held[5][:1], (6, 7)))
    row = drive.rows[-1]
    assert row.actor == Player(5)
    assert found_under(drive, row) == frozenset()
    assert kinds(row) == {Kind.GAME}


def test_a_row_of_the_host_is_under_no_seat_unless_it_speaks_of_one() -> None:
    drive = Drive()
    drive.deal()
    drive.host(Pause())
    assert drive.rows[-1].actor == Host()
    assert found_under(drive, drive.rows[-1]) == frozenset()
