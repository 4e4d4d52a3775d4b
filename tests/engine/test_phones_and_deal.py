"""The phones' part in the deal: promised, revealed or left out, and never dealt twice for other cards (F2, F5)."""

from typing import Any

import pytest

from engine.cards import DECK
from engine.chance import Chance, commitment
from engine.game import Bell, Host, HostViewer, Player, PublicViewer, SeatViewer
from engine.room.commands import (
    CallDeal,
    CloseGathering,
    CommitAnew,
    CommitBytes,
    FillWithBots,
    FreeSeat,
    Guest,
    LeaveSeat,
    Pause,
    RevealBytes,
    TakeSeat,
    Undo,
)
from engine.room.events import BytesRevealed, DealCalled, GatheringClosed
from engine.room.seating import REVEAL_TIME, chance
from engine.room.view import view
from engine.team_poker.commands import ChangeSettings
from engine.team_poker.events import CardsDealt, CountdownStarted
from engine.team_poker.phase import Phase
from engine.team_poker.rules import Settings
from tests.engine.drive import Drive, phone_bytes
from tests.engine.moves import dealt, empty_round, phase


def gathering(seats: int = 13) -> Drive:
    """The host has dealt and all phones are asked for their bytes."""
    drive = Drive()
    drive.take_seats(seats)
    drive.promise()
    drive.host(CallDeal())
    return drive


def reveal(drive: Drive, *seats: int) -> tuple[Any, ...]:
    events: tuple[Any, ...] = ()
    for seat in seats:
        events = drive.seat(seat, RevealBytes(phone_bytes(seat).hex()))
    return events


def key(drive: Drive) -> bytes:
    """What this event's draws are keyed by."""
    return chance(drive.state).event(drive.table.seats).key


def deal_row(drive: Drive) -> int:
    return next(row.number for row in drive.rows if any(isinstance(event, CardsDealt) for event in row.events))


def undo_deal(drive: Drive) -> None:
    drive.host(Undo(deal_row(drive), "chia lại", past_reveal=False))


def test_F2_the_commitment_stands_on_every_screen_before_the_deal_and_the_seed_on_none() -> None:
    drive = gathering()
    expected = commitment(bytes.fromhex(drive.seed))
    for viewer in (PublicViewer(), HostViewer(), SeatViewer(1)):
        seen = view(drive.state, viewer)
        assert (seen.commitment, seen.seed) == (expected, "")


def test_F2_phones_promise_reveal_and_the_last_of_them_deals() -> None:
    drive = gathering()
    assert drive.rows[-1].events == (DealCalled(tuple(range(1, 14)), tuple(range(1, 14)), drive.wall + REVEAL_TIME),)
    reveal(drive, *range(13, 1, -1))
    assert phase(drive) is Phase.LOBBY
    events = reveal(drive, 1)
    assert [type(event) for event in events] == [BytesRevealed, GatheringClosed, CardsDealt, CountdownStarted]
    assert phase(drive) is Phase.NOMINATING and drive.state.left_out == ()


def test_F2_the_deal_is_keyed_by_the_bytes_of_the_phones_in_the_order_of_the_seats() -> None:
    drive = gathering()
    reveal(drive, *range(13, 0, -1))
    draws = Chance(bytes.fromhex(drive.seed), {seat: phone_bytes(seat) for seat in range(1, 14)}).event(range(1, 14))
    lying = [card for seat in range(1, 14) for card in drive.secret.held[seat]]
    assert (*lying, *drive.secret.main_deck) == draws.shuffle("deal 1", DECK)


def test_F2_only_seats_that_are_asked_are_shown_so() -> None:
    drive = gathering()
    reveal(drive, 3)
    asked = [view(drive.state, SeatViewer(seat)).me for seat in (2, 3)]
    assert [me and me.reveal_now for me in asked] == [True, False]


@pytest.mark.pitfall("beatify 1111", "beatify 596")
def test_F2_phones_that_do_not_answer_within_three_seconds_are_named_and_left_out() -> None:
    drive = gathering()
    reveal(drive, *(seat for seat in range(1, 14) if seat not in (4, 9)))
    drive.pass_time(REVEAL_TIME - 1)
    assert phase(drive) is Phase.LOBBY
    drive.pass_time(1)
    assert phase(drive) is Phase.NOMINATING
    assert drive.state.left_out == (4, 9) == view(drive.state, PublicViewer()).left_out
    given = {seat: phone_bytes(seat) for seat in range(1, 14) if seat not in (4, 9)}
    assert Chance(bytes.fromhex(drive.seed), given).event(range(1, 14)).key == key(drive)


def test_F2_bytes_that_come_too_late_are_refused() -> None:
    drive = gathering()
    drive.pass_time(REVEAL_TIME)
    assert drive.refusal(Player(4), RevealBytes(phone_bytes(4).hex())) == "not_asked"


def test_F2_the_gathering_is_not_closed_early() -> None:
    drive = gathering()
    assert drive.refusal(Bell(), CloseGathering()) == "not_due"
    assert drive.refusal(Host(), CloseGathering()) == "not_allowed"


def test_F2_phones_that_promised_nothing_are_left_out_at_once() -> None:
    drive = Drive()
    drive.take_seats(13)
    drive.host(CallDeal())
    assert phase(drive) is Phase.NOMINATING
    assert drive.state.left_out == tuple(range(1, 14))


def test_F2_bots_take_no_part_and_are_not_named() -> None:
    drive = Drive()
    drive.take_seats(2)
    drive.promise()
    drive.host(FillWithBots())
    assert drive.refusal(Player(5), CommitBytes(commitment(phone_bytes(5)))) == "not_allowed"
    drive.host(CallDeal())
    reveal(drive, 1, 2)
    assert phase(drive) is Phase.NOMINATING and drive.state.left_out == ()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (phone_bytes(2).hex(), "bytes_do_not_match"),
        (phone_bytes(1).hex()[::-1], "bytes_do_not_match"),
        (phone_bytes(1).hex()[:-2], "bytes_unreadable"),
        (phone_bytes(1).hex() + "00", "bytes_unreadable"),
        ("zz" * 16, "bytes_unreadable"),
        ("AA" * 16, "bytes_unreadable"),
        ("", "bytes_unreadable"),
    ],
)
def test_F2_bytes_that_were_not_promised_are_refused(data: str, reason: str) -> None:
    assert gathering().refusal(Player(1), RevealBytes(data)) == reason


@pytest.mark.parametrize("digest", ["", "00", "g" * 64, "A" * 64, "0" * 63, "0" * 65, "0x" + "0" * 62])
def test_F2_promises_that_are_no_digest_are_refused(digest: str) -> None:
    drive = Drive()
    drive.take_seats(1)
    assert drive.refusal(Player(1), CommitBytes(digest)) == "bytes_unreadable"


def test_F2_bytes_are_revealed_only_when_asked_and_once() -> None:
    drive = Drive()
    drive.take_seats(13)
    drive.promise()
    data = RevealBytes(phone_bytes(1).hex())
    assert drive.refusal(Player(1), data) == "not_asked"
    drive.host(CallDeal())
    drive.seat(1, data)
    assert drive.refusal(Player(1), data) == "not_asked"


def test_F2_seats_are_frozen_while_the_phones_are_asked() -> None:
    drive = gathering(12)
    for actor, command in (
        (Guest("a" * 64), TakeSeat("Muộn")),
        (Host(), FillWithBots()),
        (Host(), FreeSeat(1)),
        (Player(1), LeaveSeat()),
        (Player(1), CommitBytes("0" * 64)),
        (Host(), CommitAnew("22" * 32)),
        (Host(), ChangeSettings(Settings(rounds=1))),
        (Host(), Pause()),
        (Host(), Undo(1, "x", past_reveal=True)),
    ):
        assert drive.refusal(actor, command) == "deal_under_way", command
    assert drive.refusal(Host(), CallDeal()) == "already_done"


def test_F2_settings_cannot_be_undone_under_a_deal() -> None:
    drive = Drive()
    drive.host(ChangeSettings(Settings(rounds=6)))
    first = drive.state.number
    drive.host(ChangeSettings(Settings(rounds=5)))
    drive.take_seats(10)
    drive.promise()
    drive.host(CallDeal())
    assert drive.refusal(Host(), Undo(first + 1, "x", past_reveal=False)) == "deal_under_way"
    drive.pass_time(REVEAL_TIME)
    assert phase(drive) is Phase.NOMINATING


def test_F5_undoing_the_deal_deals_the_same_cards_again_without_asking_anybody() -> None:
    drive = dealt()
    before = drive.state.game.secret
    undo_deal(drive)
    assert phase(drive) is Phase.LOBBY
    events = drive.host(CallDeal())
    assert [type(event) for event in events] == [DealCalled, GatheringClosed, CardsDealt, CountdownStarted]
    assert (drive.secret.held, drive.secret.main_deck) == (before.held, before.main_deck)


def test_F5_phones_left_out_of_the_deal_stay_left_out_after_an_undo() -> None:
    drive = gathering()
    reveal(drive, *range(2, 14))
    drive.pass_time(REVEAL_TIME)
    before = drive.secret.held
    undo_deal(drive)
    drive.seat(1, CommitBytes(commitment(b"other bytes now!")))
    drive.host(CallDeal())
    assert drive.secret.held == before and drive.state.left_out == (1,)


def test_F5_a_new_seed_is_refused_where_the_same_seats_would_be_dealt_other_cards() -> None:
    drive = dealt()
    undo_deal(drive)
    console = view(drive.state, HostViewer()).console
    assert console and not console.needs_new_seed
    assert drive.refusal(Host(), CommitAnew("22" * 32)) == "already_done"


def test_F2_a_deal_to_other_seats_after_an_undo_needs_a_new_commitment() -> None:
    drive = dealt()
    undo_deal(drive)
    drive.host(FreeSeat(13))
    assert drive.refusal(Host(), CallDeal()) == "needs_new_seed"
    drive.host(CommitAnew("22" * 32))
    assert view(drive.state, PublicViewer()).commitment == commitment(b"\x22" * 32)
    assert not any(holder.digest or holder.data for holder in drive.state.seats.values())
    drive.promise()
    assert drive.state.undone
    drive.host(CallDeal())
    reveal(drive, *range(1, 13))
    assert drive.state.undone is None
    assert phase(drive) is Phase.NOMINATING and drive.table.seats == tuple(range(1, 13))


def test_F2_a_deal_to_another_phone_in_the_same_seat_needs_a_new_commitment() -> None:
    drive = dealt()
    undo_deal(drive)
    drive.host(FreeSeat(13))
    drive.say(Guest("f" * 64), TakeSeat("Người Khác"))
    assert 13 in drive.state.seats
    assert drive.refusal(Host(), CallDeal()) == "needs_new_seed"


def test_F2_only_the_host_deals_and_commits_anew() -> None:
    drive = Drive()
    drive.take_seats(13)
    assert drive.refusal(Player(1), CallDeal()) == "not_allowed"
    assert drive.refusal(Player(1), CommitAnew("22" * 32)) == "not_allowed"


def test_F4_the_seed_is_shown_when_the_event_is_over_and_hidden_when_that_is_undone() -> None:
    drive = dealt(rounds=1)
    empty_round(drive)
    assert view(drive.state, PublicViewer()).seed == drive.seed
    drive.host(Undo(drive.state.number, "x", past_reveal=True))
    assert view(drive.state, PublicViewer()).seed == ""
