"""A Chinese Poker table through its deals: seats, comparison, totals and chance (C1, C4, C6, C8, F2, F5)."""

import hmac
from itertools import pairwise

import pytest

from engine.cards import DECK
from engine.chance import Draws
from engine.chinese_poker.arrange import arrange
from engine.chinese_poker.commands import ChangeSettings, CloseTable, Next, TakeBackSet
from engine.chinese_poker.events import SetStood
from engine.chinese_poker.phase import Objective, Phase
from engine.chinese_poker.royalties import PUBLISHED, RoyaltyTable
from engine.chinese_poker.rules import Settings
from engine.game import Host, Player
from engine.room.commands import CallDeal, FreeSeat, Guest, LeaveSeat, SetAbsent, TakeSeat, Undo
from tests.engine.chinese_moves import (
    CLEAN,
    FOULED,
    dealt,
    dealt_so,
    go_on,
    held,
    made,
    newcomer,
    phase,
    place_some,
    play,
    submit,
    submit_all,
    table,
    to_points,
    totals,
)
from tests.engine.drive import phone_bytes

CLASSIC = PUBLISHED[RoyaltyTable.CLASSIC]
COMPARISON = [Phase.ALL_IN, Phase.FRONT, Phase.MIDDLE, Phase.BACK, Phase.POINTS]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_C1_thirteen_cards_each_from_one_deck(seats: int) -> None:
    drive = dealt(seats)
    lying = [card for seat in drive.table.seats for card in held(drive, seat)]
    assert drive.table.seats == tuple(range(1, seats + 1))
    assert len(lying) == len(set(lying)) == 13 * seats


def test_C1_one_seat_is_too_few() -> None:
    refused = table(1).refused(Host(), CallDeal())
    assert (refused.reason, refused.facts) == ("too_few_seats", {"fewest": 2, "count": 1})


def test_C1_there_is_no_fifth_seat() -> None:
    drive = table(4)
    assert drive.refusal(Guest("f"), TakeSeat("Five")) == "no_free_seat"
    assert drive.refusal(Host(), ChangeSettings(Settings(seats=5))) == "seats_out_of_range"


def test_C4_the_host_compares_front_middle_and_back_then_the_points_each_once() -> None:
    drive = dealt()
    submit_all(drive)
    for before, after in pairwise(COMPARISON):
        assert phase(drive) is before
        go_on(drive)
        assert phase(drive) is after
        assert drive.refusal(Host(), Next(1, before)) == "already_done"
    assert drive.refusal(Host(), Next(1, Phase.POINTS)) == "not_now"
    assert drive.refusal(Player(1), Next(1, Phase.POINTS)) == "not_allowed"


def test_C6_the_points_of_a_deal_are_those_of_its_pairs() -> None:
    drive = dealt_so({**CLEAN, 4: FOULED})
    for seat, text in {**CLEAN, 4: FOULED}.items():
        submit(drive, seat, text, fouled=seat == 4)
    to_points(drive)
    assert {(pair.first, pair.second): pair.points for pair in drive.table.results[0].pairs} == {
        (1, 2): 1,
        (1, 3): 6,
        (1, 4): 6,
        (2, 3): 4 - 3,
        (2, 4): 6,
        (3, 4): 6,
    }
    assert totals(drive) == {1: 13, 2: 6, 3: -1, 4: -18}


def test_C8_deals_add_up_and_stay_zero_in_all() -> None:
    drive = dealt(3)
    play(drive, 5)
    assert [result.deal for result in drive.table.results] == [1, 2, 3, 4, 5]
    added = dict.fromkeys((1, 2, 3), 0)
    for result in drive.table.results:
        for score in result.scores:
            added[score.seat] += score.points
    assert totals(drive) == added
    assert sum(added.values()) == 0


def test_C8_the_table_ends_when_the_host_says() -> None:
    drive = dealt(2)
    assert drive.refusal(Host(), CloseTable(1)) == "deal_under_way"
    play(drive, 2)
    assert drive.refusal(Host(), CloseTable(1)) == "already_done"
    drive.host(CloseTable(2))
    assert phase(drive) is Phase.ENDED
    assert drive.refusal(Host(), CallDeal()) == "table_is_closed"
    assert drive.refusal(Host(), ChangeSettings(Settings(seconds=60))) == "table_is_closed"


def test_C8_the_table_ends_after_the_set_number_of_deals() -> None:
    drive = dealt(2, deals=2)
    play(drive, 2)
    assert drive.refused(Host(), CallDeal()).facts == {"count": 2}
    go_on(drive)
    assert phase(drive) is Phase.ENDED


def test_C8_a_table_is_not_closed_before_anything_was_played() -> None:
    assert table().refusal(Host(), CloseTable(0)) == "nothing_played"


def test_C8_once_it_is_over_all_with_the_highest_total_have_won() -> None:
    drive = dealt(3)
    play(drive, 3)
    drive.host(CloseTable(3))
    drive_totals = totals(drive)
    best = max(drive_totals.values())
    standings = drive.standings()
    assert {line.seat for line in standings if line.winner} == {s for s, t in drive_totals.items() if t == best}
    assert not any(line.loser for line in standings)
    assert [line.rank for line in standings] == [
        1 + sum(o > line.total for o in drive_totals.values()) for line in standings
    ]


def test_after_the_deal_everyone_sees_what_would_have_been_possible() -> None:
    drive = dealt_so({**CLEAN, 4: FOULED})
    for seat, text in {**CLEAN, 4: FOULED}.items():
        submit(drive, seat, text, fouled=seat == 4)
    to_points(drive)
    result = drive.table.results[0]
    for one in result.possible:
        assert one.set.rows == arrange(held(drive, one.set.seat), CLASSIC, Objective.ROYALTIES_FIRST)
        assert not one.set.fouled
    better = {one.set.seat: one.points for one in result.possible}
    assert better[4] > -18


def test_F2_the_key_of_each_deal_is_of_its_number_and_the_seats_dealt_in() -> None:
    drive = dealt(3)
    for number in (1, 2, 3):
        seats = (1, 3) if number == 3 else (1, 2, 3)
        given = b"".join(phone_bytes(seat) for seat in seats)
        key = hmac.digest(bytes.fromhex(drive.seed), f"hand {number}".encode() + given, "sha256")
        deck = Draws(key).shuffle(f"deal {number}", DECK)
        assert [held(drive, seat) for seat in seats] == [deck[13 * at : 13 * at + 13] for at in range(len(seats))]
        submit_all(drive)
        to_points(drive)
        if number == 2:
            drive.host(FreeSeat(2))
        drive.host(CallDeal())


def test_F5_a_deal_that_is_undone_meets_the_same_cards_again() -> None:
    drive = dealt(3)
    play(drive, 1)
    drive.host(CallDeal())
    cards_before, number = held(drive, 2), len(drive.rows)
    submit(drive, 1)
    drive.host(Undo(number, "too early", past_reveal=False))
    assert phase(drive) is Phase.POINTS
    drive.host(CallDeal())
    assert held(drive, 2) == cards_before


def test_an_undo_past_shown_rows_needs_a_second_word() -> None:
    drive = dealt(2)
    submit_all(drive)
    go_on(drive)
    number = len(drive.rows)
    assert drive.refusal(Host(), Undo(number, "oops", past_reveal=False)) == "past_reveal"
    drive.host(Undo(number, "oops", past_reveal=True))
    assert phase(drive) is Phase.ALL_IN


def test_a_newcomer_waits_for_the_next_deal() -> None:
    drive = dealt(3)
    newcomer(drive, "New")
    assert drive.table.seats == (1, 2, 3)
    play(drive, 1)
    drive.host(CallDeal())
    assert drive.table.seats == (1, 2, 3, 4)


def test_a_player_who_leaves_during_a_deal_is_set_by_the_arranger_and_gone_after_it() -> None:
    drive = dealt(3)
    submit(drive, 1)
    submit(drive, 3)
    drive.seat(2, LeaveSeat())
    assert drive.refusal(Player(2), LeaveSeat()) == "already_leaving"
    assert phase(drive) is Phase.ALL_IN
    assert made(drive, 2) == arrange(held(drive, 2), CLASSIC, Objective.ROYALTIES_FIRST)
    assert 2 in drive.state.seats
    to_points(drive)
    assert 2 not in drive.state.seats
    assert drive.table.leaving == frozenset()
    drive.host(CallDeal())
    assert drive.table.seats == (1, 3)


def test_a_player_who_leaves_cannot_take_the_closed_set_back() -> None:
    drive = dealt(3)
    place_some(drive, 2, 13)
    drive.host(FreeSeat(2))
    assert SetStood(1, 2) in drive.rows[-1].events
    assert drive.refusal(Player(2), TakeBackSet(1)) == "nothing_to_take_back"


def test_people_come_and_go_between_deals_at_once_and_after_the_end_no_more() -> None:
    drive = dealt(3)
    play(drive, 1)
    drive.host(FreeSeat(2))
    assert 2 not in drive.state.seats
    drive.host(CloseTable(1))
    assert drive.refusal(Guest("new"), TakeSeat("New")) == "already_dealt"
    assert drive.refusal(Player(3), LeaveSeat()) == "already_dealt"


def test_a_newcomer_in_a_seat_that_has_played_starts_from_nothing() -> None:
    drive = dealt(3)
    play(drive, 1)
    drive.host(FreeSeat(2))
    assert 2 in totals(drive)
    newcomer(drive, "New")
    assert 2 not in totals(drive)
    play(drive, 1)
    assert totals(drive)[2] == next(score.points for score in drive.table.results[-1].scores if score.seat == 2)


def test_an_absent_seat_holds_nobody_up_and_is_not_dealt_in_again() -> None:
    drive = dealt(3)
    submit(drive, 1)
    submit(drive, 3)
    drive.host(SetAbsent(2, True))
    assert phase(drive) is Phase.ALL_IN
    assert made(drive, 2) == arrange(held(drive, 2), CLASSIC, Objective.ROYALTIES_FIRST)
    to_points(drive)
    drive.host(CallDeal())
    assert drive.table.seats == (1, 3)
    submit_all(drive)
    to_points(drive)
    drive.host(SetAbsent(2, False))
    drive.host(CallDeal())
    assert drive.table.seats == (1, 2, 3)


def test_a_seat_that_comes_back_in_time_may_take_its_set_back() -> None:
    drive = dealt(3)
    drive.host(SetAbsent(2, True))
    assert drive.refusal(Player(2), TakeBackSet(1)) == "nothing_to_take_back"
    drive.host(SetAbsent(2, False))
    drive.seat(2, TakeBackSet(1))
    assert (drive.table.submitted, drive.table.ran_out) == (frozenset(), frozenset())


@pytest.mark.parametrize(("seat", "absent", "reason"), [(9, True, "no_such_seat"), (1, False, "already_done")])
def test_only_a_change_of_a_seat_that_has_played_can_be_marked(seat: int, absent: bool, reason: str) -> None:
    drive = dealt()
    assert drive.refusal(Host(), SetAbsent(seat, absent)) == reason
    assert table().refusal(Host(), SetAbsent(1, True)) == "not_before_the_deal"
