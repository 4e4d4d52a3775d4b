"""The final goes from the last rank to the first on the board, and no phone is quicker (T13-T15)."""

from engine.game import Host, HostViewer, Player, PublicViewer, SeatViewer, Standing, Viewer
from engine.room.commands import GivePoints, SetAbsent, ShowRank, Undo
from engine.room.events import RanksShown
from engine.room.final import report
from engine.room.fold import fold
from engine.room.kinds import Kind, kinds
from engine.room.tell import public_row
from engine.room.view import RoomView, view
from engine.team_poker.commands import ChangeSettings, LockNominations, Next
from engine.team_poker.phase import Phase
from engine.team_poker.rules import Settings
from tests.engine.drive import Drive
from tests.engine.moves import dealt, make

GIVEN = {1: 5, 2: 3, 3: 3, 4: 2, 12: -2, 13: -2}
"""Points by hand; the other seven seats stay level, so that the ranks are 1, 2, 2, 4, 5 (seven times), 12, 12."""
ROOM = (PublicViewer(), SeatViewer(1), SeatViewer(6), SeatViewer(13))


def ended(absent: int = 0) -> Drive:
    """The end of an event of one round in which nothing met and everybody lost a point."""
    drive = Drive()
    drive.host(ChangeSettings(Settings(rounds=1, prize="a trip", penalty="a song")))
    drive.deal()
    for seat, points in GIVEN.items():
        drive.host(GivePoints(seat, points, "trọng tài"))
    if absent:
        drive.host(SetAbsent(absent, True))
    drive.host(LockNominations(1))
    drive.host(Next(1, Phase.NO_SHOWDOWN))
    return drive


def seen(drive: Drive, viewer: Viewer = ROOM[0]) -> RoomView:
    return view(drive.state, viewer)


def ranks(lines: tuple[Standing, ...]) -> list[int]:
    return [line.rank for line in lines]


def shown_to_all(drive: Drive) -> list[int]:
    """The ranks that everyone sees, the same for the board and for every seat."""
    found = {tuple(ranks(seen(drive, viewer).report.standings)) for viewer in ROOM}
    assert len(found) == 1
    return list(found.pop())


def show(drive: Drive) -> None:
    """What the host's gold button does next."""
    following = seen(drive, HostViewer()).final
    assert following
    drive.host(ShowRank(following.rank))


def test_T13_ranks_come_up_from_last_to_first_and_equal_ones_together() -> None:
    drive = ended()
    assert shown_to_all(drive) == []
    steps = []
    for _ in range(5):
        show(drive)
        steps.append(shown_to_all(drive))
    assert steps == [
        [12, 12],
        [5] * 7 + [12, 12],
        [4] + [5] * 7 + [12, 12],
        [2, 2, 4] + [5] * 7 + [12, 12],
        [1, 2, 2, 4] + [5] * 7 + [12, 12],
    ]


def test_T13_nobody_is_told_who_wins_or_loses_before_all_ranks_are_out() -> None:
    drive = ended()
    for _ in range(5):
        show(drive)
        for viewer in ROOM:
            told = seen(drive, viewer)
            assert not told.report.over and not any(line.winner or line.loser for line in told.report.standings)
    show(drive)
    for viewer in ROOM:
        told = seen(drive, viewer)
        assert told.final is None and told.report == report(drive.state)
        assert [line.seat for line in told.report.standings if line.winner] == [1]
        assert [line.seat for line in told.report.standings if line.loser] == [12, 13]


def test_the_board_knows_who_came_last_and_how_many_are_hidden_and_not_whose_turn_it_is() -> None:
    drive = ended()
    before, host = seen(drive).final, seen(drive, HostViewer()).final
    assert before and host
    assert (before.hidden, before.latest, before.coming, before.rank) == (13, (), (), 0)
    assert (host.coming, host.rank) == ((12, 13), 12)
    show(drive)
    after = seen(drive, SeatViewer(12)).final
    assert after and (after.hidden, after.latest, after.coming) == (11, (12, 13), ())


def test_the_host_sees_all_of_it_and_files_hold_all_of_it_from_the_start() -> None:
    drive = ended()
    assert seen(drive, HostViewer()).report == report(drive.state)
    assert report(drive.state).over and len(report(drive.state).standings) == 13


def test_the_host_may_show_everything_at_once() -> None:
    drive = ended()
    assert drive.host(ShowRank(0)) == (RanksShown(0, ()),)
    assert seen(drive).report == report(drive.state)
    assert drive.refusal(Host(), ShowRank(0)) == "not_now"


def test_of_two_presses_for_the_same_rank_the_second_is_refused() -> None:
    drive = ended()
    assert drive.host(ShowRank(12)) == (RanksShown(12, (12, 13)),)
    for rank in (12, 13, 4, -1):
        assert drive.refusal(Host(), ShowRank(rank)) == "already_done"


def test_only_the_host_shows_ranks_and_only_when_all_is_played() -> None:
    assert dealt().refusal(Host(), ShowRank(0)) == "not_now"
    assert ended().refusal(Player(1), ShowRank(12)) == "not_allowed"


def test_a_step_of_the_final_can_be_taken_back_without_a_second_word_and_so_can_the_end() -> None:
    drive = ended()
    end = drive.state.number
    show(drive)
    show(drive)
    drive.host(Undo(drive.state.number, "bấm nhầm", past_reveal=False))
    assert shown_to_all(drive) == [12, 12]
    drive.host(Undo(end, "còn một lượt nữa", past_reveal=True))
    assert drive.table.phase is Phase.NO_SHOWDOWN and seen(drive).final is None
    drive.host(Next(1, Phase.NO_SHOWDOWN))
    assert shown_to_all(drive) == []


def test_T14_points_by_hand_in_the_middle_move_lines_to_where_they_belong() -> None:
    drive = ended()
    show(drive)
    drive.host(GivePoints(13, 9, "hát hay"))
    assert shown_to_all(drive) == [13], "seat 12 is last now, and seat 13 has become one of those to come"
    assert [line.seat for line in seen(drive).report.standings] == [12]
    while seen(drive).final:
        show(drive)
    assert [line.seat for line in seen(drive).report.standings if line.winner] == [13]


def test_T15_absent_seats_come_first_of_all() -> None:
    drive = ended(absent=1)
    show(drive)
    assert [(line.seat, line.absent) for line in seen(drive).report.standings] == [(1, True)]


def test_T13_with_all_scores_equal_they_come_up_at_once() -> None:
    drive = Drive()
    drive.host(ChangeSettings(Settings(rounds=1)))
    drive.deal()
    drive.host(LockNominations(1))
    drive.host(Next(1, Phase.NO_SHOWDOWN))
    show(drive)
    assert shown_to_all(drive) == [1] * 13
    show(drive)
    assert seen(drive).final is None and not any(line.loser for line in seen(drive).report.standings)


def test_a_restart_in_the_middle_shows_the_same_step() -> None:
    drive = ended()
    show(drive)
    assert fold(drive.rows) == drive.state and fold(drive.rows).ranks_shown == 12
    assert public_row(drive.state, drive.rows[-1]) and kinds(drive.rows[-1]) == {Kind.GAME}


def test_before_the_end_standings_are_everyones() -> None:
    drive = dealt()
    make(drive, 1, 2, 3)
    assert len(seen(drive).report.standings) == 13 and seen(drive).final is None
