"""A Hold'em table in its room: seats that come and go, phones' bytes, the clock and undo (H11, H12, F2, F5)."""

import pytest

from engine import holdem
from engine.chance import commitment
from engine.game import Host, HostViewer, Player, PublicViewer, SeatViewer
from engine.holdem.commands import Call, Check, CloseTable, Fold, SellIn
from engine.holdem.events import AccountClosed, CardsDealt
from engine.holdem.phase import Phase
from engine.room.commands import (
    CallDeal,
    CommitAnew,
    CommitBytes,
    FillWithBots,
    FreeSeat,
    GivePoints,
    Guest,
    LeaveSeat,
    Pause,
    Resume,
    RevealBytes,
    SetAbsent,
    TakeSeat,
    Undo,
)
from engine.room.events import SeatFreed
from engine.room.fold import fold
from engine.room.tell import public_row, sentences
from engine.room.view import view
from tests.engine.drive import Drive, phone_bytes


def at_table(seats: int = 4, promise: bool = False) -> Drive:
    drive = Drive(game="holdem")
    drive.take_seats(seats)
    if promise:
        drive.promise()
    return drive


def playing(seats: int = 4) -> Drive:
    drive = at_table(seats)
    drive.host(CallDeal())
    return drive


def asked(drive: Drive) -> int:
    seat = drive.table.hand.asked
    assert isinstance(seat, int)
    return seat


def act(drive: Drive, what: type = Fold) -> None:
    hand = drive.table.hand
    drive.seat(hand.asked, what(hand.number, hand.turn))


def fold_all(drive: Drive) -> None:
    while drive.table.phase is Phase.BETTING:
        act(drive)


def test_H12_a_seat_left_in_mid_hand_stays_taken_until_the_hand_is_over() -> None:
    drive = playing()
    leaver = drive.table.hand.order[-1]
    drive.seat(leaver, LeaveSeat())
    assert leaver in drive.state.seats
    assert drive.refusal(Player(leaver), LeaveSeat()) == "already_leaving"
    fold_all(drive)
    assert leaver not in drive.state.seats
    events = drive.rows[-1].events
    assert any(isinstance(event, AccountClosed) for event in events)
    assert isinstance(events[-1], SeatFreed)
    assert view(drive.state, PublicViewer()).taken == 3


def test_H12_who_leaves_when_the_hand_ends_with_it_is_free_in_the_same_row() -> None:
    drive = playing(2)
    leaver = asked(drive)
    drive.seat(leaver, LeaveSeat())
    assert leaver not in drive.state.seats
    assert drive.table.phase is Phase.WAITING


def test_H12_the_host_can_remove_a_player_in_mid_hand() -> None:
    drive = playing()
    removed = drive.table.hand.order[1]
    drive.host(FreeSeat(removed))
    fold_all(drive)
    assert removed not in drive.state.seats


def test_H12_a_newcomer_sits_down_in_mid_hand_and_is_dealt_in_next() -> None:
    drive = playing(3)
    drive.say(Guest("9" * 64), TakeSeat("Muộn"))
    assert view(drive.state, SeatViewer(4)).game.cards == ()
    assert drive.table.accounts[4].stack == 1000
    fold_all(drive)
    drive.host(CallDeal())
    assert set(drive.table.hand.order) == {1, 2, 3, 4}
    assert len(view(drive.state, SeatViewer(4)).game.cards) == 2


def test_H12_a_seat_marked_absent_is_not_dealt_in() -> None:
    drive = at_table()
    drive.host(SetAbsent(2, True))
    drive.host(CallDeal())
    assert set(drive.table.hand.order) == {1, 3, 4}


def test_F2_a_newcomers_phone_takes_part_from_its_first_hand_on_and_the_others_need_not_again() -> None:
    drive = at_table(2, promise=True)
    drive.host(CallDeal())
    for seat in (1, 2):
        drive.seat(seat, RevealBytes(phone_bytes(seat).hex()))
    fold_all(drive)
    drive.say(Guest("9" * 64), TakeSeat("Muộn"))
    drive.seat(3, CommitBytes(commitment(phone_bytes(3))))
    drive.host(CallDeal())
    assert drive.state.gathering is not None
    assert drive.state.gathering.waiting == (3,)
    drive.seat(3, RevealBytes(phone_bytes(3).hex()))
    assert set(drive.table.hand.order) == {1, 2, 3}


def test_F5_after_an_undo_the_same_hand_brings_the_same_cards_and_the_same_blind() -> None:
    drive = playing()
    before = drive.state.game
    drive.host(Undo(drive.state.number, "nhầm", False))
    assert drive.table.hands == 0
    drive.host(CallDeal())
    assert drive.table.hand.order == before.public.hand.order
    assert drive.secret == before.secret


def test_F2_a_hand_dealt_again_to_other_seats_needs_a_new_seed() -> None:
    drive = playing(3)
    drive.host(Undo(drive.state.number, "nhầm", False))
    drive.say(Guest("9" * 64), TakeSeat("Muộn"))
    assert drive.refusal(Host(), CallDeal()) == "needs_new_seed"
    drive.host(CommitAnew("33" * 32))
    drive.host(CallDeal())
    assert set(drive.table.hand.order) == {1, 2, 3, 4}


def test_H12_an_undo_reaches_behind_a_newcomer_who_stays_with_the_coins_that_were_bought() -> None:
    drive = playing(3)
    before = drive.state
    act(drive, Call)
    drive.say(Guest("9" * 64), TakeSeat("Muộn"))
    act(drive, Call)
    drive.host(Undo(before.number + 1, "nhầm", False))
    assert 4 in drive.state.seats
    assert drive.table.accounts[4].stack == 1000
    others = {seat: account for seat, account in drive.table.accounts.items() if seat != 4}
    assert (others, drive.table.hand) == (before.game.public.accounts, before.game.public.hand)
    assert drive.state.past == before.past
    assert fold(drive.rows) == drive.state


def test_H12_an_undo_does_not_reach_behind_a_seat_that_left_with_its_coins() -> None:
    drive = playing(3)
    fold_all(drive)
    drive.host(FreeSeat(3))
    assert not drive.state.past
    drive.host(CallDeal())
    drive.host(Undo(drive.state.number, "nhầm", False))
    assert set(drive.table.accounts) == {1, 2}
    assert not drive.state.past


def test_F5_bytes_that_came_after_a_hand_do_not_change_it_when_it_is_dealt_again() -> None:
    """Nobody rolls again by letting a phone be silent once, and by going back behind the hand in which it spoke."""
    drive = at_table(2, promise=True)
    drive.host(CallDeal())
    drive.seat(1, RevealBytes(phone_bytes(1).hex()))
    drive.pass_time(3_001)
    assert view(drive.state, PublicViewer()).left_out == (2,)
    first = drive.secret.holes[1]
    fold_all(drive)
    drive.host(CallDeal())
    drive.seat(2, RevealBytes(phone_bytes(2).hex()))
    second = drive.secret.holes[2]
    drive.host(Undo(drive.state.past[0].number, "nhầm", True))
    assert drive.refusal(Host(), CommitAnew("33" * 32)) == "already_done"
    drive.host(CallDeal())
    assert drive.secret.holes[1] == first
    assert view(drive.state, PublicViewer()).left_out == (2,)
    fold_all(drive)
    drive.host(CallDeal())
    assert drive.secret.holes[2] == second
    assert not view(drive.state, PublicViewer()).left_out


def test_F5_with_a_new_seed_no_hand_that_was_dealt_under_the_old_one_can_be_dealt_again() -> None:
    drive = playing(2)
    fold_all(drive)
    drive.host(CallDeal())
    drive.host(Undo(drive.state.number, "nhầm", False))
    drive.say(Guest("9" * 64), TakeSeat("Muộn"))
    drive.host(CommitAnew("33" * 32))
    drive.host(CallDeal())
    drive.host(Undo(drive.state.past[0].number, "nhầm", True))
    assert (drive.table.hands, drive.table.phase) == (1, Phase.BETTING)
    assert drive.state.past == ()


def test_F2_a_hand_is_not_dealt_again_to_somebody_else_in_a_seat_that_had_no_bytes() -> None:
    """The one who left has seen the cards."""
    drive = at_table(2)
    drive.say(Guest("8" * 64), TakeSeat("Sớm"))
    drive.host(CallDeal())
    drive.host(Undo(drive.state.number, "nhầm", False))
    drive.host(FreeSeat(3))
    drive.say(Guest("9" * 64), TakeSeat("Muộn"))
    assert drive.refusal(Host(), CallDeal()) == "needs_new_seed"


def test_an_undone_leave_keeps_the_player_at_the_table() -> None:
    drive = playing()
    leaver = drive.table.hand.order[-1]
    drive.seat(leaver, LeaveSeat())
    drive.host(Undo(drive.state.number, "ở lại", False))
    drive.host(Resume())
    fold_all(drive)
    assert leaver in drive.state.seats


def test_H5_a_paused_table_keeps_the_rest_of_the_turn_and_takes_no_action() -> None:
    drive = playing()
    seat = asked(drive)
    drive.pass_time(10_000)
    drive.host(Pause())
    drive.pass_time(600_000)
    hand = drive.table.hand
    assert drive.refusal(Player(seat), Call(hand.number, hand.turn)) == "clock_stopped"
    drive.host(Resume())
    drive.pass_time(29_999)
    assert asked(drive) == seat
    drive.pass_time(1)
    assert drive.table.hand.places[seat].folded


def test_H5_a_silent_table_folds_by_itself_to_the_end_of_the_hand() -> None:
    drive = playing()
    drive.pass_time(4 * 40_000)
    assert drive.table.phase is Phase.WAITING


def test_H11_points_by_hand_are_refused_at_a_table_with_coins() -> None:
    drive = playing()
    assert drive.refusal(Host(), GivePoints(1, 5, "hát hay")) == "not_allowed"


def test_H11_selling_in_can_be_taken_back() -> None:
    drive = at_table(2)
    drive.host(SellIn(0, 1, 500))
    drive.host(Undo(drive.state.number, "nhầm ghế", False))
    assert drive.table.accounts[1].stack == 1000


def test_F4_the_seed_is_shown_when_the_table_is_closed_and_not_before() -> None:
    drive = playing(2)
    fold_all(drive)
    assert view(drive.state, PublicViewer()).seed == ""
    drive.host(CloseTable(1))
    assert view(drive.state, PublicViewer()).seed == drive.seed
    assert view(drive.state, PublicViewer()).report.over


def test_F4_only_the_row_of_the_deal_is_sealed_while_the_table_is_open() -> None:
    drive = playing(2)
    act(drive, Call)
    act(drive, Check)
    sealed = [row for row in drive.rows if not public_row(drive.state, row)]
    assert [type(row.command).__name__ for row in sealed] == ["OpenRoom", "CallDeal"]
    assert any(isinstance(event, CardsDealt) for event in sealed[1].events)
    for row, state in zip(drive.rows, drive.states, strict=True):
        assert sentences(state, row, HostViewer())


def test_bots_fill_a_table_and_the_log_folds_to_the_same_state() -> None:
    drive = at_table(1)
    drive.host(FillWithBots())
    drive.host(CallDeal())
    fold_all(drive)
    assert fold(drive.rows) == drive.state


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_H11_the_coins_of_a_room_are_what_was_sold_less_what_was_cashed_out(seats: int) -> None:
    drive = playing(seats)
    drive.host(FreeSeat(drive.table.hand.order[0]))
    fold_all(drive)
    table = drive.table
    here = sum(account.stack for account in table.accounts.values())
    gone = sum(one.account.cashed_out for one in table.departed)
    assert here + gone == 1000 * seats
    assert holdem.report(drive.state.game, {}).standings
