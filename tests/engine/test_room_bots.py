"""How the host says by which tempers, and how fast, a room's bots play."""

import pytest

from engine.game import Host, HostViewer, PublicViewer, SeatViewer, Temper
from engine.room.bots import temper_of
from engine.room.commands import CallDeal, FillWithBots, Pace, SetBots, SetPlayedBy, SetTemper
from engine.room.events import BotsSet, TemperSet
from engine.room.fold import fold
from engine.room.view import view
from tests.engine.drive import Drive

LOYAL, GREEDY, SILENT = Temper.LOYAL, Temper.GREEDY, Temper.SILENT


def tempers(drive: Drive) -> dict[int, Temper]:
    """What the host's page says of each bot."""
    console = view(drive.state, HostViewer()).console
    assert console
    return dict(console.tempers)


def test_tempers_are_shared_out_by_the_number_of_the_seat() -> None:
    drive = Drive()
    drive.take_seats(3)
    assert drive.host(SetBots((SILENT, LOYAL), Pace.TENFOLD)) == (BotsSet((LOYAL, SILENT), Pace.TENFOLD),)
    drive.host(FillWithBots())
    assert tempers(drive) == {seat: LOYAL if seat % 2 else SILENT for seat in range(4, 14)}
    assert fold(drive.rows) == drive.state and drive.state.bots.pace is Pace.TENFOLD


def test_one_bot_can_be_different_until_all_are_told_anew() -> None:
    drive = Drive()
    drive.host(FillWithBots())
    assert drive.host(SetTemper(5, SILENT)) == (TemperSet(5, SILENT),)
    assert tempers(drive) == {seat: SILENT if seat == 5 else GREEDY for seat in range(1, 14)}
    assert drive.host(SetBots((GREEDY,), Pace.NORMAL))
    assert set(tempers(drive).values()) == {GREEDY}


def test_tempers_can_be_changed_in_the_middle_of_an_event_and_for_a_bot_in_a_persons_place() -> None:
    drive = Drive()
    drive.deal()
    drive.host(SetPlayedBy((2,), True))
    drive.host(SetBots((LOYAL,), Pace.NORMAL))
    assert tempers(drive) == {2: LOYAL}
    drive.host(SetTemper(2, SILENT))
    assert temper_of(drive.state, 2) is SILENT


def test_neither_the_board_nor_a_phone_is_told_how_a_bot_plays() -> None:
    drive = Drive()
    drive.take_seats(1)
    drive.host(FillWithBots())
    drive.host(CallDeal())
    before = [view(drive.state, viewer) for viewer in (PublicViewer(), SeatViewer(1))]
    drive.host(SetBots((SILENT,), Pace.TENFOLD))
    drive.host(SetTemper(3, LOYAL))
    assert [view(drive.state, viewer) for viewer in (PublicViewer(), SeatViewer(1))] == before


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (SetBots((), Pace.NORMAL), "no_temper"),
        (SetBots((GREEDY, GREEDY), Pace.NORMAL), "already_done"),
        (SetTemper(15, LOYAL), "no_such_seat"),
        (SetTemper(1, LOYAL), "no_bot_here"),
        (SetTemper(4, GREEDY), "already_done"),
    ],
)
def test_what_means_nothing_is_refused(command: SetBots | SetTemper, reason: str) -> None:
    drive = Drive()
    drive.take_seats(3)
    drive.host(FillWithBots())
    before = drive.state
    assert drive.refusal(Host(), command) == reason
    assert drive.state is before


def test_at_a_table_no_bot_is_loyal() -> None:
    drive = Drive(game="holdem")
    drive.host(FillWithBots())
    assert drive.refusal(Host(), SetBots((LOYAL,), Pace.NORMAL)) == "not_here"
    assert drive.refusal(Host(), SetTemper(1, LOYAL)) == "not_here"
    drive.host(SetBots((GREEDY, SILENT), Pace.TENFOLD))
    assert tempers(drive)[2] is SILENT
