"""Turns, time, sizes and the limit (H5-H8)."""

import pytest

from engine import holdem
from engine.game import Bell, Host, Player
from engine.holdem.betting import limit
from engine.holdem.commands import Bet, Call, Check, Fold, FoldAllIn, Raise, RunOutOfTime
from engine.holdem.phase import Act, Phase
from tests.engine.holdem.table import Table


def test_H5_check_when_nothing_is_owed_and_not_otherwise() -> None:
    table = Table((100, 100))
    table.start(big=2)
    assert table.refusal(Player(1), table.command("check")) == "coins_are_owed"
    table.play("1 call, 2 check")
    assert table.refusal(Player(1), table.command("call")) == "nothing_is_owed"
    table.play("1 check")


def test_H5_bet_when_nobody_has_bet_on_this_street_and_raise_when_somebody_has() -> None:
    table = Table((100, 100))
    table.start(big=2)
    assert table.refusal(Player(1), table.command("bet", 40)) == "somebody_has_bet"
    table.play("1 call, 2 check")
    assert table.refusal(Player(1), table.command("raise", 40)) == "nobody_has_bet"
    table.play("1 bet 40")
    assert table.refusal(Player(2), table.command("bet", 60)) == "somebody_has_bet"
    table.play("2 raise 60")


@pytest.mark.pitfall("beatify 1111", "beatify 596")
def test_H5_a_seat_that_runs_out_of_time_folds() -> None:
    table = Table((100, 100, 100))
    table.start(big=3)
    due = holdem.bell(table.state)
    assert due is not None
    assert due.at == 40_000
    table.ring()
    assert table.hand.places[1].folded
    assert table.hand.actions[-1].act is Act.TIME_FOLD
    assert table.hand.asked == 2


def test_H5_running_out_of_time_folds_also_when_a_check_was_free() -> None:
    table = Table((100, 100, 100))
    table.start(big=3)
    table.play("1 call, 2 call, 3 check")
    assert table.legal.check
    table.ring()
    assert table.hand.places[1].folded
    assert table.hand.asked == 2


def test_H5_each_turn_has_the_whole_time_and_its_bell_lands_in_no_other() -> None:
    table = Table((100, 100, 100))
    table.start(big=3)
    late = holdem.bell(table.state)
    assert late is not None
    table.now = 39_999
    table.play("1 call")
    due = holdem.bell(table.state)
    assert due is not None
    assert due.at == 79_999
    assert table.refusal(Bell(), late.command) == "turn_has_passed"


@pytest.mark.parametrize("late", [Check, Call, Fold])
def test_H5_a_turn_that_arrives_late_does_not_land_in_the_next(late: type) -> None:
    table = Table((100, 100, 100))
    table.start(big=3)
    table.play("1 call, 2 call, 3 check, 1 check")
    assert table.refusal(Player(2), late(1, 2)) == "turn_has_passed"
    table.play("2 fold, 3 fold")
    table.start(big=3)
    assert table.refusal(Player(1), late(1, 1)) == "turn_has_passed"


def test_H5_only_the_seat_that_is_asked_acts() -> None:
    table = Table((100, 100, 100))
    table.start(big=3)
    for seat in (2, 3, 4):
        for command in (Check(1, 1), Call(1, 1), Fold(1, 1), Bet(1, 1, 40), Raise(1, 1, 40)):
            assert table.refusal(Player(seat), command) == "not_your_turn"
    assert table.refusal(Player(1), RunOutOfTime(1, 1)) == "not_allowed"
    table.say(Host(), RunOutOfTime(1, 1))
    assert table.hand.places[1].folded


def test_H5_turns_wait_while_the_room_is_paused() -> None:
    turns = (Check(1, 1), Call(1, 1), Fold(1, 1), Bet(1, 1, 40), Raise(1, 1, 40), FoldAllIn(1))
    assert all(holdem.waits(turn) for turn in turns)


def test_H6_a_bet_and_the_lift_of_a_raise_are_at_least_one_unit() -> None:
    table = Table((100, 100), unit=10)
    table.start(big=2)
    assert table.legal.raise_to == (30, 100)
    assert table.refusal(Player(1), table.command("raise", 29)) == "to_out_of_range"
    table.play("1 raise 35")
    assert table.legal.raise_to == (45, 100)
    table.play("2 call")
    assert table.legal.raise_to == (45, 100)
    assert table.refusal(Player(1), table.command("bet", 44)) == "to_out_of_range"
    assert table.refusal(Player(1), table.command("bet", 101)) == "to_out_of_range"
    table.play("1 bet 45")


@pytest.mark.pitfall("texasholdem 39")
def test_H6_a_raise_of_50_is_to_50_over_the_whole_hand_and_not_by_50() -> None:
    table = Table((100, 100), unit=10)
    table.start(big=2)
    table.say(Player(1), Raise(table.hand.number, table.hand.turn, to=50))
    assert table.hand.puts == {1: 50, 2: 20}
    assert table.legal.call == 30


def test_H6_a_raise_need_not_be_as_high_as_the_one_before() -> None:
    table = Table((500, 500), unit=10)
    table.start(big=2)
    table.play("1 raise 200, 2 raise 210")


def test_H7_no_bet_asks_for_more_than_the_shortest_stack_while_that_seat_still_plays_behind_it() -> None:
    table = Table((300, 80, 500))
    table.start(big=3)
    assert limit(table.hand) == 80
    assert table.legal.raise_to == (30, 80)
    assert table.refusal(Player(1), table.command("raise", 81)) == "to_out_of_range"


def test_H7_the_limit_rises_to_the_second_when_the_shortest_is_all_in() -> None:
    table = Table((300, 80, 500, 400))
    table.start(big=4)
    table.play("1 raise 80, 2 call")
    assert table.hand.places[2].all_in
    assert limit(table.hand) == 300
    assert table.legal.raise_to == (90, 300)


def test_H7_the_last_limit_is_the_second_highest_stack() -> None:
    table = Table((300, 80, 500, 400))
    table.start(big=4)
    table.play("1 raise 80, 2 call, 3 raise 300, 4 call, 1 call")
    assert table.hand.places[1].all_in
    assert limit(table.hand) == 400
    table.play("3 bet 400")
    assert table.legal == type(table.legal)(check=False, call=100, lift=Act.RAISE, raise_to=None)


def test_H7_with_two_seats_the_limit_is_the_shorter_stack() -> None:
    table = Table((100, 60))
    table.start(big=1)
    assert limit(table.hand) == 60
    table.play("2 raise 60")
    assert table.legal.raise_to is None
    assert table.refusal(Player(1), table.command("raise", 70)) == "limit_is_reached"


def test_H7_the_limit_rises_when_the_shortest_folds() -> None:
    table = Table((300, 80, 500))
    table.start(big=3)
    table.play("1 call, 2 fold")
    assert limit(table.hand) == 300


@pytest.mark.pitfall("slumbot2017 6")
def test_H7_the_limit_holds_for_the_whole_hand_on_every_street() -> None:
    table = Table((100, 100))
    table.start(big=2)
    table.play("1 raise 60, 2 call")
    for _ in range(2):
        assert table.legal.raise_to == (70, 100)
        table.play("1 check, 2 check")
    assert table.legal.raise_to == (70, 100)


def test_H7_where_less_than_a_unit_is_left_the_one_raise_goes_exactly_to_the_limit() -> None:
    table = Table((45, 100), unit=10)
    table.start(big=2)
    table.play("1 raise 40")
    assert table.legal.raise_to == (45, 45)
    assert table.refusal(Player(2), table.command("raise", 44)) == "to_out_of_range"
    table.play("2 raise 45")
    assert table.legal.call == 5


def test_H7_a_blind_is_put_in_whole_where_the_limit_is_lower_and_nobody_can_raise_until_it_is_higher() -> None:
    table = Table((100, 15, 100), unit=10)
    table.start(big=3)
    assert limit(table.hand) == 15
    assert table.hand.puts[3] == 20
    assert table.legal.raise_to is None
    table.play("1 call, 2 call")
    assert table.hand.places[2].all_in
    assert table.legal.raise_to == (30, 100)


@pytest.mark.pitfall("pokerwars 5", "texas-holdem-poker-ai 14")
def test_H7_any_raise_however_small_gives_every_other_live_seat_another_turn() -> None:
    table = Table((45, 100, 100), unit=10)
    table.start(big=3)
    table.play("1 raise 40, 2 call, 3 raise 45, 1 call, 2 call")
    assert table.hand.board
    table.play("2 check, 3 check")


def test_H7_a_limit_that_rises_by_a_call_gives_nobody_a_further_turn_on_that_street() -> None:
    table = Table((200, 100, 50), unit=10)
    table.start(big=3)
    table.play("1 raise 50, 2 call")
    table.play("3 call")
    assert limit(table.hand) == 100
    assert len(table.hand.board) == 3
    assert table.hand.asked == 1


def test_H8_a_short_blind_does_not_lower_what_has_really_been_put_in() -> None:
    table = Table((50, 50, 1), unit=5)
    table.start(big=3)
    assert table.hand.puts == {1: 5, 2: 0, 3: 1}
    table.play("1 check")
    assert table.hand.asked == 2
    assert table.legal.call == 5


def test_H8_unit_5_the_big_blind_has_1_the_small_blind_put_in_5_so_the_third_seat_calls_5() -> None:
    table = Table((50, 50, 50, 1), unit=5)
    table.start(big=4)
    table.play("1 check, 2 call, 3 call")
    assert table.hand.puts == {1: 5, 2: 5, 3: 5, 4: 1}


def test_H8_a_seat_that_cannot_cover_the_bet_calls_with_all_it_has() -> None:
    table = Table((300, 80, 500, 400))
    table.start(big=4)
    table.play("1 raise 80, 2 call, 3 raise 300, 4 call")
    assert table.legal.call == 220
    table.play("1 call")
    assert table.hand.places[1].all_in


@pytest.mark.pitfall("pokerwars 5", "texas-holdem-poker-ai 14")
def test_H8_a_seat_that_is_all_in_is_passed_over() -> None:
    table = Table((30, 100, 100))
    table.start(big=3)
    table.play("1 raise 30, 2 call, 3 call, 2 check, 3 check, 2 bet 50, 3 call, 2 check, 3 check")
    assert table.table.phase is Phase.SHOWDOWN


def test_H8_a_seat_that_is_all_in_can_still_fold_while_betting_is_open() -> None:
    table = Table((30, 100, 100))
    table.start(big=3)
    assert table.refusal(Player(1), FoldAllIn(1)) == "not_all_in"
    table.play("1 raise 30, 2 call, 3 call")
    turn = table.hand.turn
    table.say(Player(1), FoldAllIn(1))
    assert table.hand.places[1].folded
    assert (table.hand.turn, table.hand.asked) == (turn, 2)
    table.play("2 check, 3 check, 2 bet 50, 3 fold")
    assert table.coins == [0, 160, 70]


def test_H8_no_seat_folds_all_in_once_betting_is_over() -> None:
    table = Table((30, 100))
    table.start(big=2)
    table.play("1 raise 30, 2 call")
    assert table.table.phase is Phase.RUNNING_OUT
    assert table.refusal(Player(1), FoldAllIn(1)) == "not_all_in"


def test_H8_when_the_all_in_seat_folds_the_last_live_seat_takes_all_at_once() -> None:
    table = Table((30, 100, 100))
    table.start(big=3)
    table.play("1 raise 30, 2 fold")
    table.say(Player(1), FoldAllIn(1))
    assert table.table.phase is Phase.WAITING
    assert table.coins == [0, 100, 130]
