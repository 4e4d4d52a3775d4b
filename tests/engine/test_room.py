"""The room: seats, the door, bots, and who may ask for what."""

from typing import Any

import pytest

from engine.game import Bell, Deal, Host, HostViewer, MarkAbsent, Player, PublicViewer, Refused, Room, Sit, Temper
from engine.room.commands import (
    SCREEN_COMMANDS,
    SERVER_COMMANDS,
    BlankBoard,
    CallDeal,
    CloseGathering,
    Comer,
    CommitAnew,
    CommitBytes,
    ContinueIn,
    FillWithBots,
    FreeSeat,
    GivePoints,
    Guest,
    Hold,
    Keeper,
    LeaveSeat,
    MoveSeat,
    OpenRoom,
    Pace,
    Pause,
    Peek,
    PutUpText,
    RenameSeat,
    Resume,
    RevealBytes,
    SeatBots,
    SetAbsent,
    SetBots,
    SetDoor,
    SetPlayedBy,
    SetTemper,
    SetTitle,
    ShiftClock,
    ShowRank,
    SitAgain,
    TakeSeat,
    UncoverBoard,
    Undo,
)
from engine.room.decide import open_room, peek
from engine.room.events import CardsPeeked, Row, SeatFreed, SeatRenamed, SeatTaken
from engine.room.fold import apply, fold
from engine.room.names import NAME_LENGTH
from engine.room.view import SeatView, view
from engine.team_poker.commands import ChangeSettings
from engine.team_poker.rules import Settings
from tests.engine.drive import START, Drive
from tests.engine.moves import cards_in, dealt, lock


def guest(number: int) -> Guest:
    return Guest(f"{number:064x}")


def seated(count: int) -> Drive:
    drive = Drive()
    drive.take_seats(count)
    return drive


def test_guests_take_the_lowest_free_seat() -> None:
    drive = seated(4)
    drive.host(FreeSeat(2))
    assert drive.say(guest(9), TakeSeat("Chín")) == (SeatTaken(2, "Chín", guest(9).device, bot=False),)
    assert drive.say(guest(10), TakeSeat("Mười"))[0].seat == 5


def test_every_seat_of_the_room_is_shown_by_name_or_free() -> None:
    drive = seated(2)
    seen = view(drive.state, PublicViewer())
    assert len(seen.seats) == 13 and seen.taken == 2
    assert seen.seats[1:3] == (
        SeatView(2, "Trần Bích Phượng", bot=False, person=True),
        SeatView(3, "", bot=False, person=False),
    )


def test_a_device_has_one_seat() -> None:
    drive = seated(3)
    assert drive.refusal(guest(2), TakeSeat("Lần hai")) == "already_seated"


def test_a_full_room_has_no_seat_left() -> None:
    assert seated(13).refusal(guest(99), TakeSeat("Mười bốn")) == "no_free_seat"


def test_a_name_that_is_taken_is_refused_with_the_name() -> None:
    refused = seated(3).refused(guest(9), TakeSeat("  lê  QUỐC khánh "))
    assert (refused.reason, refused.facts) == ("name_taken", {"name": "lê QUỐC khánh"})


@pytest.mark.parametrize("name", ["", "   ", "\u200b\u200d", "\u3164", "\ufe0f"])
def test_a_name_of_nothing_is_refused(name: str) -> None:
    assert Drive().refusal(guest(1), TakeSeat(name)) == "name_empty"


def test_a_closed_door_lets_nobody_in_until_it_opens() -> None:
    drive = seated(3)
    drive.host(SetDoor(False))
    assert drive.refusal(guest(9), TakeSeat("Muộn")) == "door_closed"
    assert drive.refusal(Host(), SetDoor(False)) == "already_done"
    assert not view(drive.state, PublicViewer()).door_open
    drive.host(SetDoor(True))
    drive.say(guest(9), TakeSeat("Muộn"))


def test_players_leave_and_the_host_frees_seats_before_the_deal_only() -> None:
    drive = seated(13)
    assert drive.seat(3, LeaveSeat()) == (SeatFreed(3, "Lê Quốc Khánh"),)
    assert drive.host(FreeSeat(4)) == (SeatFreed(4, "Phạm Thị Mỹ Duyên"),)
    assert drive.refusal(Host(), FreeSeat(4)) == "no_such_seat"
    assert drive.refusal(Player(3), LeaveSeat()) == "no_such_seat"
    running = dealt()
    assert running.refusal(Player(3), LeaveSeat()) == "already_dealt"
    assert running.refusal(Host(), FreeSeat(3)) == "already_dealt"
    assert running.refusal(guest(99), TakeSeat("Muộn")) == "already_dealt"
    assert running.refusal(Host(), FillWithBots()) == "already_dealt"
    assert running.refusal(Player(3), CommitBytes("0" * 64)) == "already_dealt"


def test_bots_fill_the_free_seats_under_names_of_their_own() -> None:
    drive = seated(10)
    drive.say(guest(11), TakeSeat("bot 2"))
    events = drive.host(FillWithBots())
    assert events == (SeatTaken(12, "Bot 1", "", bot=True), SeatTaken(13, "Bot 3", "", bot=True))
    assert [seat.bot for seat in view(drive.state, PublicViewer()).seats] == [False] * 11 + [True] * 2


def test_bots_fill_a_whole_room_and_leave_it_again() -> None:
    drive = Drive()
    drive.host(FillWithBots())
    assert len({holder.name for holder in drive.state.seats.values()}) == 13
    drive.host(FreeSeat(5))
    drive.host(FillWithBots())
    assert drive.state.seats[5].name == "Bot 5"


def test_the_host_renames_a_seat_at_any_time() -> None:
    drive = dealt()
    assert drive.host(RenameSeat(2, " Bích  Phượng ")) == (SeatRenamed(2, "Bích Phượng", "Trần Bích Phượng"),)
    assert drive.host(RenameSeat(2, "BÍCH PHƯỢNG"))[0].name == "BÍCH PHƯỢNG"
    assert drive.refusal(Host(), RenameSeat(2, "BÍCH PHƯỢNG")) == "already_done"
    assert drive.refusal(Host(), RenameSeat(2, "lê quốc khánh")) == "name_taken"
    assert drive.refusal(Host(), RenameSeat(2, " ")) == "name_empty"
    assert drive.refusal(Host(), RenameSeat(14, "X")) == "no_such_seat"
    assert drive.refusal(Player(2), RenameSeat(2, "X")) == "not_allowed"


def test_fewer_seats_than_are_taken_cannot_be_set_and_a_high_seat_stays() -> None:
    drive = Drive()
    drive.host(ChangeSettings(Settings(seats=14)))
    drive.take_seats(14)
    assert drive.refusal(Host(), ChangeSettings(Settings(seats=13))) == "more_are_seated"
    drive.host(FreeSeat(3))
    drive.host(ChangeSettings(Settings(seats=13)))
    assert [seat.seat for seat in view(drive.state, PublicViewer()).seats] == list(range(1, 15))
    assert drive.refusal(guest(99), TakeSeat("Thừa")) == "no_free_seat"
    drive.host(CallDeal())
    assert drive.table.seats == (1, 2, *range(4, 15))
    lock(drive)


def test_bots_fill_no_more_seats_than_are_wanted_when_a_high_seat_is_taken() -> None:
    drive = seated(13)
    for seat in (2, 3, 4):
        drive.host(FreeSeat(seat))
    drive.host(ChangeSettings(Settings(seats=11)))
    drive.host(FillWithBots())
    assert sorted(drive.state.seats) == [1, 2, *range(5, 14)]
    drive.host(CallDeal())
    lock(drive)


def test_the_title_is_cleaned_and_cannot_be_empty() -> None:
    drive = Drive()
    drive.host(SetTitle("  Chung   kết\n2026 "))
    assert drive.state.title == "Chung kết 2026"
    drive.host(SetTitle("x" * 80))
    assert drive.state.title == "x" * 60
    assert drive.refusal(Host(), SetTitle("\t")) == "title_empty"
    with pytest.raises(Refused, match="title_empty"):
        open_room(OpenRoom("K7QM", "team_poker", " ", "11" * 32))


def test_looking_at_a_seats_cards_stands_in_the_log_and_shows_nobody_else_anything() -> None:
    drive = dealt()
    before = {viewer: view(drive.state, viewer) for viewer in (PublicViewer(), HostViewer())}
    assert drive.host(Peek(4)) == (CardsPeeked(4),)
    assert peek(drive.state, 4) == drive.secret.held[4]
    assert {viewer: view(drive.state, viewer) for viewer in before} == before
    assert not cards_in(view(drive.state, HostViewer()))
    assert drive.refusal(Host(), Peek(14)) == "nothing_to_see"
    assert Drive().refusal(Host(), Peek(1)) == "nothing_to_see"
    assert drive.refusal(Player(4), Peek(4)) == "not_allowed"


COMMANDS: tuple[Any, ...] = (
    CommitBytes("0" * 64),
    RevealBytes("0" * 32),
    LeaveSeat(),
    CallDeal(),
    Pause(),
    Resume(),
    ShiftClock(60_000),
    GivePoints(1, 1, "x"),
    Undo(1, "x", past_reveal=True),
    RenameSeat(1, "x"),
    FreeSeat(1),
    SetDoor(False),
    FillWithBots(),
    SeatBots("Máy"),
    SetTitle("x"),
    SetAbsent(1, True),
    Peek(1),
    SetPlayedBy((1,), True),
    BlankBoard(),
    PutUpText("x"),
    UncoverBoard(),
    ShowRank(0),
    SitAgain((Comer(1, "x", "b" * 64, bot=False),)),
    ContinueIn("N3XT"),
    SetBots((Temper.SILENT,), Pace.TENFOLD),
    SetTemper(1, Temper.SILENT),
    MoveSeat(1, "b" * 64),
    CommitAnew("22" * 32),
    CloseGathering(),
    Hold(START),
)
OWN = (CommitBytes, RevealBytes, LeaveSeat)


def test_the_commands_tried_here_are_all_that_the_room_has() -> None:
    assert {type(command) for command in COMMANDS} == {*SCREEN_COMMANDS, *SERVER_COMMANDS} - {TakeSeat, OpenRoom}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_guest_can_ask_for_a_seat_and_for_nothing_else(command: Any) -> None:
    assert dealt().refusal(guest(99), command) == "not_allowed"


@pytest.mark.parametrize("command", [command for command in COMMANDS if not isinstance(command, OWN)])
def test_a_player_cannot_do_what_is_the_hosts_or_the_servers(command: Any) -> None:
    assert dealt().refusal(Player(1), command) == "not_allowed"


@pytest.mark.parametrize("command", [command for command in COMMANDS if not isinstance(command, Hold)])
def test_the_server_itself_only_holds_the_clock(command: Any) -> None:
    assert dealt().refusal(Keeper(), command) == "not_allowed"


@pytest.mark.parametrize("command", [Deal((1, 2, 3)), MarkAbsent(1, True), Sit(1), TakeSeat("X"), Hold(START)])
def test_what_only_the_room_or_the_server_says_is_refused_from_the_host(command: Any) -> None:
    assert dealt().refusal(Host(), command) == "not_allowed"
    assert dealt().refusal(Room(), command) == "not_allowed"
    assert dealt().refusal(Bell(), command) == "not_due"


def test_a_seat_that_nobody_holds_does_nothing() -> None:
    assert seated(3).refusal(Player(4), LeaveSeat()) == "no_such_seat"


def test_a_refusal_changes_nothing() -> None:
    drive = dealt()
    before, rows = drive.state, len(drive.rows)
    drive.refusal(Host(), FreeSeat(1))
    assert drive.state is before and len(drive.rows) == rows


def test_folding_all_rows_again_comes_to_the_same_state() -> None:
    drive = dealt()
    for command in (Pause(), ShiftClock(60_000), Resume()):
        drive.host(command)
    assert fold(drive.rows) == drive.state


def test_rows_follow_each_other_and_begin_with_the_opening() -> None:
    drive = seated(2)
    with pytest.raises(ValueError, match="row 3 after row 1"):
        fold([drive.rows[0], drive.rows[2]])
    with pytest.raises(ValueError, match="begins by being opened"):
        apply(None, drive.rows[1])
    with pytest.raises(ValueError, match="begins with its first row"):
        fold([])
    first = drive.rows[0]
    with pytest.raises(ValueError, match="opened once"):
        apply(drive.state, Row(4, first.at, first.actor, "again", first.command, first.events))


def test_bots_are_called_as_the_hosts_language_calls_them() -> None:
    drive = seated(11)
    assert [event.name for event in drive.host(SeatBots("  Máy "))] == ["Máy 1", "Máy 2"]
    assert seated(3).refusal(Host(), SeatBots("\u200b")) == "name_empty"
    assert max(len(event.name) for event in seated(3).host(SeatBots("W" * 40))) == NAME_LENGTH
