"""The host covers the board, with a line of text or with nothing, in every game, and takes that away again."""

import pytest

from engine.game import Host, HostViewer, Player, PublicViewer, SeatViewer
from engine.registry import GAMES
from engine.room.commands import BlankBoard, GivePoints, PutUpText, UncoverBoard, Undo
from engine.room.events import BoardCovered, BoardUncovered
from engine.room.fold import fold
from engine.room.kinds import Kind, kinds
from engine.room.tell import public_row
from engine.room.view import view
from tests.engine.drive import Drive
from tests.engine.moves import dealt


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_board_is_blank_then_shows_a_line_of_text_then_the_room_again(game: str) -> None:
    drive = Drive(game=game)
    assert view(drive.state, PublicViewer()).cover is None
    assert drive.host(BlankBoard()) == (BoardCovered(""),)
    assert view(drive.state, PublicViewer()).cover == ""
    assert drive.host(PutUpText("  Nghỉ\n mười  phút ")) == (BoardCovered("Nghỉ mười phút"),)
    assert view(drive.state, HostViewer()).cover == "Nghỉ mười phút"
    assert drive.host(UncoverBoard()) == (BoardUncovered(),)
    assert view(drive.state, PublicViewer()).cover is None


def test_what_stands_so_already_is_not_done_twice() -> None:
    drive = Drive()
    assert drive.refusal(Host(), UncoverBoard()) == "already_done"
    drive.host(BlankBoard())
    assert drive.refusal(Host(), BlankBoard()) == "already_done"
    drive.host(PutUpText("Nghỉ"))
    assert drive.refusal(Host(), PutUpText(" Nghỉ ")) == "already_done"


@pytest.mark.parametrize("nothing", ["", "  ", "\u200b\u200d", "\u3164"])
def test_a_line_of_nothing_is_refused_and_does_not_blank_the_board(nothing: str) -> None:
    assert Drive().refusal(Host(), PutUpText(nothing)) == "board_text_empty"


def test_a_line_is_cleaned_as_names_are_and_cut_where_the_board_ends() -> None:
    drive = Drive()
    drive.host(PutUpText("Pha\u0300o\u200b " + "W" * 150))
    assert drive.state.cover == "Phào " + "W" * 95


def test_a_player_cannot_cover_the_board() -> None:
    drive = dealt()
    for command in (BlankBoard(), PutUpText("x"), UncoverBoard()):
        assert drive.refusal(Player(1), command) == "not_allowed"


def test_an_undo_leaves_the_cover_alone_and_a_cover_is_no_step_to_take_back() -> None:
    drive = dealt()
    drive.host(GivePoints(1, 1, "hát hay"))
    step = drive.state.number
    drive.host(PutUpText("Nghỉ mười phút"))
    assert [one.number for one in drive.state.past][-1] == step
    drive.host(Undo(step, "bấm nhầm", past_reveal=False))
    assert drive.state.cover == "Nghỉ mười phút"
    drive.host(BlankBoard())
    assert drive.state.undone is not None, "what was taken back still stands on the screens"


def test_the_cover_survives_a_restart_and_its_rows_were_never_secret() -> None:
    drive = dealt()
    drive.host(PutUpText("Nghỉ mười phút"))
    assert fold(drive.rows).cover == "Nghỉ mười phút"
    assert public_row(drive.state, drive.rows[-1]) and kinds(drive.rows[-1]) == {Kind.ROOM}


def test_phones_go_on_as_they_are() -> None:
    drive = dealt()
    before = view(drive.state, SeatViewer(3))
    drive.host(BlankBoard())
    assert view(drive.state, SeatViewer(3)) == before
