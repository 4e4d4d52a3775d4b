"""The people of another room have the same seats in a new one, and the old room says where they went."""

from engine.game import Host
from engine.room.commands import Comer, ContinueIn, FillWithBots, SitAgain
from engine.room.events import RoomContinued
from engine.room.kinds import Kind, kinds
from engine.team_poker.commands import LockNominations, Next
from engine.team_poker.phase import Phase
from tests.engine.drive import Drive
from tests.engine.moves import dealt

AN = Comer(2, "An", "a" * 64, bot=False)
BINH = Comer(5, "Bình", "b" * 64, bot=True)
BOT = Comer(9, "Bot 3", "", bot=True)


def test_people_and_bots_have_their_seats_and_a_bot_still_plays_for_whom_it_played() -> None:
    drive = Drive()
    drive.host(SitAgain((AN, BINH, BOT)))
    seats = {seat: (one.name, one.device, one.bot) for seat, one in drive.state.seats.items()}
    assert seats == {2: ("An", "a" * 64, False), 5: ("Bình", "b" * 64, True), 9: ("Bot 3", "", True)}
    drive.host(FillWithBots())
    assert len(drive.state.seats) == 13


def test_they_sit_down_in_an_empty_room_only_and_no_more_than_there_are_seats() -> None:
    drive = Drive()
    crowd = tuple(Comer(seat, f"An {seat}", f"{seat:064x}", bot=False) for seat in range(1, 15))
    assert drive.refusal(Host(), SitAgain(crowd)) == "more_are_seated"
    drive.host(SitAgain((AN,)))
    assert drive.refusal(Host(), SitAgain((BOT,))) == "already_done"
    assert dealt().refusal(Host(), SitAgain((AN,))) == "already_dealt"


def test_a_room_goes_on_elsewhere_once_and_only_when_all_is_played() -> None:
    drive = dealt()
    assert drive.refusal(Host(), ContinueIn("N3XT")) == "not_now"
    while drive.table.phase is not Phase.FINAL:
        nominating = drive.table.phase is Phase.NOMINATING
        drive.host(LockNominations(drive.table.round) if nominating else Next(drive.table.round, drive.table.phase))
    assert drive.host(ContinueIn("N3XT")) == (RoomContinued("N3XT"),)
    assert drive.state.next_room == "N3XT" and kinds(drive.rows[-1]) == {Kind.ROOM}
    assert drive.refusal(Host(), ContinueIn("0TH3")) == "already_done"
