"""A seat goes to another phone with all that belongs to it, in every phase; or a bot plays it for a while."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.chance import commitment
from engine.game import Host, HostViewer, Player, PublicViewer, SeatViewer, Sentence
from engine.room.commands import (
    CallDeal,
    CommitBytes,
    FillWithBots,
    FreeSeat,
    Guest,
    MoveSeat,
    RevealBytes,
    SetPlayedBy,
    Undo,
)
from engine.room.events import DealCalled, SeatMoved, SeatPlayedBy
from engine.room.seating import chance
from engine.room.state import Holder
from engine.room.tell import actor_shown, public_row, sentences
from engine.room.view import view
from tests.engine.drive import Drive, phone_bytes
from tests.engine.moves import dealt, empty_round, lock, make, phase

NEW, NEWER = "a" * 64, "b" * 64


def seated(count: int = 10) -> Drive:
    drive = Drive()
    drive.take_seats(count)
    return drive


def moved(drive: Drive, seat: int, device: str = NEW) -> SeatMoved:
    """The seat goes to a phone that followed a one-time link."""
    (event,) = drive.say(Guest(device), MoveSeat(seat, device))
    assert isinstance(event, SeatMoved)
    return event


def voting() -> Drive:
    drive = dealt()
    for seat in (1, 2, 3):
        make(drive, seat, seat, seat)
    lock(drive)
    return drive


def matched() -> Drive:
    drive = dealt()
    make(drive, 1, 1, 1)
    make(drive, 2, 3, 4)
    lock(drive)
    return drive


def ended() -> Drive:
    drive = dealt(rounds=2)
    empty_round(drive)
    empty_round(drive)
    return drive


def a_hand_of_holdem() -> Drive:
    drive = Drive(game="holdem")
    drive.deal(4)
    return drive


def a_deal_of_chinese_poker() -> Drive:
    drive = Drive(game="chinese_poker")
    drive.deal(4)
    return drive


MOMENTS = (seated, dealt, voting, matched, ended, a_hand_of_holdem, a_deal_of_chinese_poker)


def holder(drive: Drive, seat: int) -> Holder:
    return drive.state.seats[seat]


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_seat_moves_to_another_phone_in_every_phase_and_all_that_is_seen_stays(moment: Callable[[], Drive]) -> None:
    drive = moment()
    before, seen, old = drive.state, view(drive.state, SeatViewer(4)).game, holder(drive, 4).device
    assert moved(drive, 4) == SeatMoved(4, NEW, old)
    assert holder(drive, 4).device == NEW
    assert view(drive.state, SeatViewer(4)).game == seen
    assert drive.state.game == before.game and drive.state.past == before.past
    assert drive.state.retired == {old: 4}


def test_the_host_may_let_a_phone_have_a_seat_and_a_guest_only_its_own() -> None:
    drive = dealt()
    assert drive.refusal(Guest(NEW), MoveSeat(4, NEWER)) == "not_allowed"
    assert drive.refusal(Player(4), MoveSeat(4, NEW)) == "not_allowed"
    drive.host(MoveSeat(4, NEW))
    assert holder(drive, 4).device == NEW


def test_a_phone_has_one_seat_also_when_it_comes_for_another() -> None:
    drive = dealt()
    sitting = holder(drive, 2).device
    assert drive.refusal(Guest(sitting), MoveSeat(4, sitting)) == "already_seated"
    assert drive.refusal(Guest(sitting), MoveSeat(2, sitting)) == "already_seated"
    assert drive.refusal(Guest(NEW), MoveSeat(14, NEW)) == "no_such_seat"


def test_a_phone_that_comes_back_is_not_retired_any_more() -> None:
    drive = dealt()
    old = holder(drive, 4).device
    moved(drive, 4)
    moved(drive, 4, old)
    assert drive.state.retired == {NEW: 4}
    assert holder(drive, 4).device == old


def test_F2_a_phone_that_comes_before_the_deal_promises_bytes_of_its_own() -> None:
    drive = seated()
    drive.promise()
    moved(drive, 4)
    me = view(drive.state, SeatViewer(4)).me
    assert me and me.digest == "" and me.promise_now
    drive.seat(4, CommitBytes(commitment(b"n" * 16)))
    (called,) = drive.host(CallDeal())
    assert isinstance(called, DealCalled) and called.waiting == called.seats
    assert drive.refusal(Player(4), RevealBytes(phone_bytes(4).hex())) == "bytes_do_not_match"
    drive.seat(4, RevealBytes((b"n" * 16).hex()))
    assert holder(drive, 4).data == (b"n" * 16).hex()


def test_F2_a_phone_that_came_and_promised_nothing_is_not_waited_for() -> None:
    drive = seated()
    drive.promise()
    moved(drive, 4)
    (called,) = drive.host(CallDeal())
    assert isinstance(called, DealCalled) and 4 not in called.waiting


def test_F2_while_phones_reveal_their_bytes_seats_stay() -> None:
    drive = seated()
    drive.promise()
    drive.host(CallDeal())
    assert drive.refusal(Guest(NEW), MoveSeat(4, NEW)) == "deal_under_way"
    assert drive.refusal(Host(), SetPlayedBy((4,), True)) == "deal_under_way"


def test_F5_a_deal_that_is_undone_and_called_again_gives_the_same_cards_to_the_new_phone() -> None:
    drive = dealt()
    held, key = drive.secret.held, chance(drive.state).event(drive.table.seats).key
    moved(drive, 4)
    me = view(drive.state, SeatViewer(4)).me
    assert me and not me.promise_now
    drive.host(Undo(drive.state.past[0].number, "lại", past_reveal=True))
    assert drive.refusal(Player(4), CommitBytes("0" * 64)) == "already_dealt"
    drive.host(CallDeal())
    assert (drive.secret.held, chance(drive.state).event(drive.table.seats).key) == (held, key)


def test_a_phone_may_take_over_from_a_bot() -> None:
    drive = seated()
    drive.host(FillWithBots())
    before = holder(drive, 12)
    assert moved(drive, 12) == SeatMoved(12, NEW, "")
    assert holder(drive, 12) == replace(before, device=NEW, bot=False)
    assert drive.state.retired == {}


def test_a_bot_plays_for_somebody_who_may_come_back() -> None:
    drive = voting()
    device = holder(drive, 4).device
    assert drive.host(SetPlayedBy((4, 2, 4), True)) == (SeatPlayedBy(2, True), SeatPlayedBy(4, True))
    assert (holder(drive, 4).bot, holder(drive, 4).device) == (True, device)
    seat = view(drive.state, PublicViewer()).seats[3]
    assert seat.bot and seat.person
    assert drive.host(SetPlayedBy((4,), False)) == (SeatPlayedBy(4, False),)
    assert not holder(drive, 4).bot


def test_what_is_so_already_and_seats_that_are_nobodys_are_refused() -> None:
    drive = seated()
    drive.host(FillWithBots())
    assert drive.refusal(Host(), SetPlayedBy((), True)) == "already_done"
    assert drive.refusal(Host(), SetPlayedBy((11,), True)) == "already_done"
    assert drive.refusal(Host(), SetPlayedBy((1, 15), True)) == "no_such_seat"
    assert drive.refusal(Host(), SetPlayedBy((11,), False)) == "no_person"
    assert drive.refusal(Player(1), SetPlayedBy((1,), True)) == "not_allowed"


def test_F2_a_seat_that_a_bot_plays_is_not_waited_for_and_not_left_out() -> None:
    drive = seated()
    drive.promise()
    drive.host(SetPlayedBy((4,), True))
    assert drive.refusal(Player(4), CommitBytes("0" * 64)) == "not_allowed"
    (called,) = drive.host(CallDeal())
    assert isinstance(called, DealCalled) and 4 not in called.waiting
    for seat in called.waiting:
        drive.seat(seat, RevealBytes(phone_bytes(seat).hex()))
    assert phase(drive).value == "nominating" and drive.state.left_out == ()


def test_a_seat_that_is_free_again_can_be_left_by_a_person_whose_bot_played() -> None:
    drive = seated()
    drive.host(SetPlayedBy((4,), True))
    drive.host(FreeSeat(4))
    assert 4 not in drive.state.seats


def test_both_stand_in_the_ledger_and_hold_no_secret() -> None:
    drive = dealt()
    moved(drive, 4)
    move, at_move = drive.rows[-1], drive.state
    drive.host(SetPlayedBy((4,), True))
    drive.host(SetPlayedBy((4,), False))
    told = [sentences(drive.state, row, HostViewer()) for row in drive.rows[-3:]]
    assert told == [(Sentence(key, {"seat": 4}),) for key in ("seat_moved", "bot_plays", "person_plays")]
    assert all(public_row(drive.state, row) for row in drive.rows[-3:])
    assert actor_shown(at_move, move, HostViewer()) and not actor_shown(at_move, move, PublicViewer())
