"""Who has no card left, or too few for a hand of their own, for the rounds that come (T4, T6, T7)."""

from engine.cards import Card
from engine.game import HostViewer, SeatViewer
from engine.room.commands import SetAbsent
from engine.room.view import view
from engine.team_poker.allowed import Short
from engine.team_poker.commands import ChangeSettings, LockNominations, Next
from engine.team_poker.phase import Phase
from engine.team_poker.rules import Settings
from tests.engine.drive import Drive
from tests.engine.moves import make

SHOWDOWN = (Phase.MATCHED, Phase.HANDS_UP, Phase.FIRST_NEUTRAL, Phase.SECOND_NEUTRAL)


def after_first_round(rounds: int = 3) -> Drive:
    """Seat 1 has given all its cards, seats 2, 3 and 4 one each; round 1 is won."""
    drive = Drive()
    drive.host(ChangeSettings(Settings(rounds=rounds)))
    drive.deal()
    make(drive, 1, 1, 1)
    make(drive, 2, 3, 4)
    drive.host(LockNominations(1))
    for phase in SHOWDOWN:
        drive.host(Next(1, phase))
    return drive


def told(drive: Drive, seat: int) -> Short | None:
    lacks: Short | None = view(drive.state, SeatViewer(seat)).game.short
    return lacks


def test_a_seat_without_cards_and_seats_with_fewer_than_three_are_told_so_when_the_round_is_over() -> None:
    drive = after_first_round()
    assert [told(drive, seat) for seat in (1, 2, 3, 4, 5)] == [Short.OF_ALL, *[Short.OF_A_HAND] * 3, None]


def test_the_host_sees_who_they_are() -> None:
    drive = after_first_round()
    few = ((seat, Short.OF_A_HAND) for seat in (2, 3, 4))
    assert view(drive.state, HostViewer()).game.short == ((1, Short.OF_ALL), *few)


def test_it_stands_all_through_the_next_countdown_and_not_while_hands_meet() -> None:
    drive = after_first_round()
    drive.host(Next(1, Phase.WINNER))
    assert told(drive, 1) is Short.OF_ALL
    make(drive, 5, 5, 5)
    make(drive, 6, 6, 6)
    drive.host(LockNominations(2))
    assert view(drive.state, HostViewer()).game.short == () and told(drive, 1) is None


def test_cards_that_only_stand_in_a_hand_are_not_gone() -> None:
    drive = Drive()
    drive.deal()
    make(drive, 1, 1, 1)
    assert told(drive, 1) is None


def test_after_the_last_round_nobody_is_warned() -> None:
    drive = after_first_round(rounds=1)
    assert view(drive.state, HostViewer()).game.short == ()


def test_T15_an_absent_seat_is_not_warned() -> None:
    drive = after_first_round()
    drive.host(SetAbsent(1, True))
    assert told(drive, 1) is None


def test_T11_the_board_shows_what_the_last_round_destroyed_and_nothing_of_the_rounds_before() -> None:
    drive = after_first_round()
    gone = view(drive.state, HostViewer()).game.table.just_destroyed
    assert set(gone) == set(drive.table.destroyed) and len(gone) == 8
    assert gone[-2:] == drive.table.neutral
    drive.host(Next(1, Phase.WINNER))
    drive.host(LockNominations(2))
    seen: tuple[Card, ...] = view(drive.state, HostViewer()).game.table.just_destroyed
    assert seen == (), "nothing met in round 2"
    assert len(view(drive.state, HostViewer()).game.table.destroyed) == 8


def test_nobody_is_warned_before_the_deal() -> None:
    drive = Drive()
    drive.take_seats(13)
    assert told(drive, 1) is None
