"""A Chinese Poker table through its deals: seats, setting, time, comparison and totals (C1, C2, C7, C8, F2, F5)."""

import hmac
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from engine.cards import DECK, cards
from engine.chance import Draws
from engine.chinese_poker.arrange import arrange
from engine.chinese_poker.commands import (
    ArrangeForMe,
    ChangeSettings,
    CloseSetting,
    CloseTable,
    LiftCards,
    Next,
    PlaceCards,
    SortCards,
    SubmitSet,
    SwapCards,
    TakeBackSet,
)
from engine.chinese_poker.events import SetArranged, SetStood, SettingClosed
from engine.chinese_poker.phase import Objective, Phase, SortOrder
from engine.chinese_poker.rows import Row, Rows
from engine.chinese_poker.royalties import PUBLISHED, Royalties, RoyaltyTable
from engine.chinese_poker.rules import Settings
from engine.game import Bell, Host, Player, Room
from engine.room.commands import (
    CallDeal,
    FreeSeat,
    Guest,
    LeaveSeat,
    Pause,
    Resume,
    SetAbsent,
    TakeSeat,
    Undo,
)
from tests.engine.chinese_moves import (
    CLEAN,
    FOULED,
    close,
    dealt,
    dealt_so,
    go_on,
    held,
    made,
    phase,
    place,
    place_some,
    play,
    submit,
    submit_all,
    table,
    to_points,
    totals,
)
from tests.engine.drive import Drive, phone_bytes
from tests.engine.sets import rows

CLASSIC = PUBLISHED[RoyaltyTable.CLASSIC]
COMPARISON = [Phase.ALL_IN, Phase.FRONT, Phase.MIDDLE, Phase.BACK, Phase.POINTS]


def newcomer(drive: Drive, name: str) -> None:
    drive.say(Guest(name), TakeSeat(name))


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


def test_C2_cards_are_placed_lifted_and_swapped_within_the_size_of_each_row() -> None:
    drive = dealt_so(CLEAN)
    drive.seat(1, PlaceCards(1, cards("Kd Qc 2s"), Row.FRONT))
    assert drive.refused(Player(1), PlaceCards(1, cards("7c"), Row.FRONT)).facts == {"row": "front"}
    drive.seat(1, PlaceCards(1, cards("7c 7d"), Row.MIDDLE))
    drive.seat(1, PlaceCards(1, cards("2s"), Row.MIDDLE))
    assert made(drive, 1) == Rows(cards("Kd Qc"), cards("7c 7d 2s"), ())
    drive.seat(1, SwapCards(1, cards("Kd 7d")))
    drive.seat(1, SwapCards(1, cards("Qc 4h")))
    assert made(drive, 1) == Rows(cards("7d 4h"), cards("7c Kd 2s"), ())
    drive.seat(1, LiftCards(1, cards("4h 2s")))
    assert made(drive, 1) == Rows(cards("7d"), cards("7c Kd"), ())


def test_C2_a_full_row_takes_its_own_cards_again_without_change() -> None:
    drive = dealt_so(CLEAN)
    drive.seat(1, PlaceCards(1, cards("Kd Qc 2s"), Row.FRONT))
    assert drive.refusal(Player(1), PlaceCards(1, cards("Kd Qc 2s"), Row.FRONT)) == "already_done"


@pytest.mark.parametrize(
    ("placed", "reason"),
    [
        ("", "no_cards_chosen"),
        ("Ad", "not_your_cards"),
        ("Kd Ad", "not_your_cards"),
        ("Kd Qc 2s 7c", "row_is_full"),
    ],
)
def test_C2_what_cannot_be_placed_is_refused_with_the_reason(placed: str, reason: str) -> None:
    drive = dealt_so(CLEAN)
    assert drive.refusal(Player(1), PlaceCards(1, cards(placed), Row.FRONT)) == reason


def test_C2_a_card_named_twice_is_refused() -> None:
    drive = dealt_so(CLEAN)
    assert drive.refusal(Player(1), PlaceCards(1, cards("Kd") * 2, Row.FRONT)) == "cards_repeated"
    assert drive.refusal(Player(1), SwapCards(1, cards("Kd") * 2)) == "cards_repeated"
    assert drive.refusal(Player(1), SwapCards(1, cards("Kd"))) == "two_cards_swap"


@pytest.mark.parametrize(
    "command",
    [
        PlaceCards(2, cards("Kd"), Row.FRONT),
        LiftCards(2, cards("Kd")),
        SwapCards(2, cards("Kd Qc")),
        SortCards(2, SortOrder.SUIT),
        ArrangeForMe(2, Objective.ROYALTIES_FIRST),
        SubmitSet(2, fouled=False),
        TakeBackSet(2),
    ],
)
def test_a_command_for_another_deal_is_refused(command: Any) -> None:
    assert dealt_so(CLEAN).refusal(Player(1), command) == "other_deal"


def test_C2_an_incomplete_set_cannot_be_submitted() -> None:
    drive = dealt()
    place_some(drive, 1, 12)
    assert drive.refusal(Player(1), SubmitSet(1, fouled=False)) == "set_incomplete"
    assert drive.refusal(Player(1), SubmitSet(1, fouled=True)) == "set_incomplete"


def test_C3_a_fouled_set_is_submitted_only_knowingly() -> None:
    drive = dealt_so({**CLEAN, 4: FOULED})
    place(drive, 4, rows(FOULED))
    assert drive.refusal(Player(4), SubmitSet(1, fouled=False)) == "set_is_fouled"
    drive.seat(4, SubmitSet(1, fouled=True))
    assert drive.table.submitted == {4}


@pytest.mark.parametrize("objective", Objective)
def test_a_seat_may_let_the_arranger_set_its_cards_and_still_change_them(objective: Objective) -> None:
    drive = dealt()
    drive.seat(1, ArrangeForMe(1, objective))
    assert made(drive, 1) == arrange(held(drive, 1), CLASSIC, objective)
    assert drive.table.submitted == frozenset()
    drive.seat(1, LiftCards(1, made(drive, 1).front))
    assert made(drive, 1).front == ()


def test_C7_180_seconds_to_set() -> None:
    drive = dealt()
    drive.pass_time(180_000 - 1)
    assert phase(drive) is Phase.SETTING
    drive.pass_time(1)
    assert phase(drive) is Phase.ALL_IN
    assert drive.rows[-1].actor == Bell()


def test_C7_the_time_to_set_can_be_set() -> None:
    drive = dealt(seconds=30)
    drive.pass_time(29_999)
    assert phase(drive) is Phase.SETTING
    drive.pass_time(1)
    assert phase(drive) is Phase.ALL_IN


def test_C7_at_the_end_a_complete_set_stands_as_it_is_also_when_it_is_fouled() -> None:
    drive = dealt_so({**CLEAN, 4: FOULED})
    place(drive, 4, rows(FOULED))
    drive.pass_time(180_000)
    assert SetStood(1, 4) in drive.rows[-1].events
    assert made(drive, 4) == rows(FOULED)
    go_on(drive)
    assert drive.table.fouled == (4,)


def test_C7_at_the_end_an_incomplete_set_is_made_anew_from_all_13_by_royalties_first() -> None:
    drive = dealt()
    place_some(drive, 1, 12)
    place_some(drive, 2, 3)
    drive.pass_time(180_000)
    for seat in (1, 2, 3, 4):
        anew = arrange(held(drive, seat), CLASSIC, Objective.ROYALTIES_FIRST)
        assert SetArranged(1, seat, anew) in drive.rows[-1].events
        assert made(drive, seat) == anew
    go_on(drive)
    assert drive.table.fouled == ()


def test_C7_running_out_follows_the_royalties_that_are_played() -> None:
    drive = dealt(royalties=RoyaltyTable.OPEN_FACE)
    drive.pass_time(180_000)
    for seat in (1, 2, 3, 4):
        assert made(drive, seat) == arrange(
            held(drive, seat), PUBLISHED[RoyaltyTable.OPEN_FACE], Objective.ROYALTIES_FIRST
        )


def test_C7_a_submitted_set_is_left_alone_when_time_runs_out() -> None:
    drive = dealt_so({**CLEAN, 4: FOULED})
    submit(drive, 1, CLEAN[1])
    drive.pass_time(180_000)
    assert made(drive, 1) == rows(CLEAN[1])
    assert drive.table.ran_out == {2, 3, 4}


def test_C7_a_set_can_be_taken_back_until_all_are_in() -> None:
    drive = dealt()
    submit(drive, 1)
    assert drive.refusal(Player(1), PlaceCards(1, held(drive, 1)[:1], Row.FRONT)) == "set_is_in"
    drive.seat(1, TakeBackSet(1))
    assert drive.table.submitted == frozenset()
    assert made(drive, 1).is_complete
    drive.seat(1, LiftCards(1, held(drive, 1)))
    submit_all(drive)
    assert drive.refusal(Player(1), TakeBackSet(1)) == "setting_closed"


def test_C7_a_seat_without_a_submitted_set_has_nothing_to_take_back() -> None:
    assert dealt().refusal(Player(1), TakeBackSet(1)) == "nothing_to_take_back"


def test_C7_with_the_last_set_the_clock_stops_and_the_comparison_can_begin() -> None:
    drive = dealt()
    for seat in (1, 2, 3):
        submit(drive, seat)
        assert phase(drive) is Phase.SETTING
    assert submit(drive, 4)[-1] == SettingClosed(1)
    assert (phase(drive), drive.table.deadline) == (Phase.ALL_IN, None)
    drive.pass_time(600_000)
    assert phase(drive) is Phase.ALL_IN


def test_C7_the_host_may_end_the_time_and_a_second_press_changes_nothing() -> None:
    drive = dealt()
    close(drive)
    assert phase(drive) is Phase.ALL_IN
    assert drive.refusal(Host(), CloseSetting(1)) == "already_done"
    assert drive.refusal(Player(1), CloseSetting(1)) == "not_allowed"


def test_C7_the_time_stands_while_the_room_is_paused_and_so_does_setting() -> None:
    drive = dealt()
    drive.pass_time(100_000)
    drive.host(Pause())
    drive.pass_time(500_000)
    assert drive.refusal(Player(1), ArrangeForMe(1, Objective.ROYALTIES_FIRST)) == "clock_stopped"
    assert drive.refusal(Player(1), PlaceCards(1, held(drive, 1)[:1], Row.FRONT)) == "clock_stopped"
    drive.seat(1, SortCards(1, SortOrder.SUIT))
    drive.host(Resume())
    drive.pass_time(79_999)
    assert phase(drive) is Phase.SETTING
    drive.pass_time(1)
    assert phase(drive) is Phase.ALL_IN


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


def test_work_in_progress_is_no_step_of_the_hosts_and_outlives_an_undo_of_a_later_one() -> None:
    drive = dealt(2)
    place_some(drive, 1, 6)
    submit(drive, 2)
    steps = [step.number for step in drive.state.past]
    assert len(drive.rows) - steps[-1] == 0 and len(steps) == 2
    drive.host(Undo(steps[-1], "not yet", past_reveal=False))
    assert drive.table.submitted == frozenset()
    assert len(made(drive, 1).cards) == 6


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


def test_C7_the_defaults_are_the_rules() -> None:
    assert Settings() == Settings(180, RoyaltyTable.CLASSIC, Royalties(), 0, 4)


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"seats": 1}, "seats_out_of_range"),
        ({"seats": 5}, "seats_out_of_range"),
        ({"seconds": 9}, "seconds_out_of_range"),
        ({"seconds": 3601}, "seconds_out_of_range"),
        ({"deals": -1}, "deals_out_of_range"),
        ({"deals": 101}, "deals_out_of_range"),
        ({"own": Royalties(front_pairs=(0,) * 12)}, "royalties_incomplete"),
        ({"own": Royalties(middle=(0,) * 8)}, "royalties_incomplete"),
        ({"own": Royalties(back=(0,) * 6 + (101,))}, "royalties_out_of_range"),
        ({"own": Royalties(front_threes=(-1,) + (0,) * 12)}, "royalties_out_of_range"),
    ],
)
def test_C5_settings_that_cannot_be_played_are_refused_with_the_reason(changed: dict[str, Any], reason: str) -> None:
    drive = Drive(game="chinese_poker")
    assert drive.refusal(Host(), ChangeSettings(replace(Settings(), **changed))) == reason


def test_C5_a_table_of_ones_own_is_played_as_it_is_written() -> None:
    own = Royalties(middle=(0, 0, 0, 0, 0, 0, 0), back=(7, 0, 0, 0, 0, 0, 0))
    drive = dealt_so(CLEAN, royalties=RoyaltyTable.OWN, own=own)
    for seat, text in CLEAN.items():
        submit(drive, seat, text)
    to_points(drive)
    assert [one.royalties for one in drive.table.results[0].sets] == [(0, 0, 7), (0, 0, 0), (0, 0, 0)]
    assert totals(drive) == {1: 1 + 6 + 14, 2: -1 + 1 - 7, 3: -6 - 1 - 7}


def test_settings_change_between_deals_and_not_below_what_was_played() -> None:
    drive = dealt(2)
    assert drive.refusal(Host(), ChangeSettings(Settings(deals=3))) == "deal_under_way"
    play(drive, 2)
    assert drive.refusal(Host(), ChangeSettings(Settings(deals=1))) == "deals_already_played"
    drive.host(ChangeSettings(Settings(deals=3, royalties=RoyaltyTable.NONE)))
    play(drive, 1)
    assert all(sum(one.royalties) == 0 for one in drive.table.results[2].sets)
    assert drive.refusal(Player(1), ChangeSettings(Settings())) == "not_allowed"
    assert drive.refusal(Room(), ChangeSettings(Settings())) == "not_allowed"


def test_a_seat_that_is_not_dealt_in_sets_nothing() -> None:
    drive = dealt(2)
    play(drive, 1)
    newcomer(drive, "New")
    assert drive.refusal(Player(3), PlaceCards(1, DECK[:1], Row.FRONT)) == "not_dealt_in"
    assert drive.refusal(Player(1), PlaceCards(1, held(drive, 1)[:1], Row.FRONT)) == "setting_closed"
    assert drive.refusal(Player(1), SortCards(1, SortOrder.RANK)) == "setting_closed"


def test_how_a_seat_sorts_its_cards_outlives_the_deal() -> None:
    drive = dealt(2)
    drive.seat(1, SortCards(1, SortOrder.SUIT))
    assert drive.refusal(Player(1), SortCards(1, SortOrder.SUIT)) == "already_done"
    play(drive, 1)
    drive.host(CallDeal())
    assert drive.secret.sorts == {1: SortOrder.SUIT}
