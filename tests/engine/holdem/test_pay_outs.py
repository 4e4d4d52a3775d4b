"""Running the board out, the showdown, pots, shares and odd coins (H9, H10)."""

import pytest

from engine import holdem
from engine.cards import cards
from engine.game import Bell, Host, Player
from engine.holdem.commands import FoldAllIn, GoOn
from engine.holdem.events import HandEnded, HandsShown, PaidPot, Share
from engine.holdem.phase import Phase
from engine.holdem.play import CARDS_WAIT, SHOWDOWN_WAIT
from tests.engine.holdem.table import Table

BOARD = "2c 7d 9h Js 4s"
ACES, KINGS, QUEENS, TENS = "As Ad", "Ks Kd", "Qs Qd", "Ts Td"


def ended(table: Table) -> HandEnded:
    return next(event for event in reversed(table.events) if isinstance(event, HandEnded))


def test_H9_the_board_runs_out_by_the_clock_when_nobody_can_bet_any_more() -> None:
    table = Table((100, 60))
    table.start(2, {1: ACES, 2: KINGS}, BOARD)
    table.play("1 raise 60, 2 call")
    assert table.table.phase is Phase.RUNNING_OUT
    assert table.hand.board == ()
    seen = []
    while table.table.phase is Phase.RUNNING_OUT:
        table.ring()
        seen.append(len(table.hand.board))
    assert seen == [3, 4, 5, 5]
    assert table.now == 4 * CARDS_WAIT
    assert table.table.phase is Phase.SHOWDOWN
    table.ring()
    assert table.now == 4 * CARDS_WAIT + SHOWDOWN_WAIT
    assert table.coins == [160, 0]


def test_H9_a_seat_with_coins_that_owes_nothing_is_not_asked_when_all_others_are_all_in() -> None:
    table = Table((5, 100))
    table.start(big=2)
    assert table.hand.asked is None
    assert table.table.phase is Phase.RUNNING_OUT


def test_H9_a_seat_that_still_owes_is_asked_before_the_board_runs_out() -> None:
    table = Table((100, 15))
    table.start(big=2)
    assert table.hand.asked == 1
    assert table.legal == type(table.legal)(check=False, call=5, lift=table.legal.lift, raise_to=None)


def test_H9_two_presses_go_on_once() -> None:
    table = Table((100, 60))
    table.start(2, {1: ACES, 2: KINGS}, BOARD)
    table.play("1 raise 60, 2 call")
    for board in (0, 3, 4, 5):
        press = GoOn(1, Phase.RUNNING_OUT, board)
        table.say(Host(), press)
        assert table.refusal(Bell(), press) == "already_done"
    assert table.refusal(Host(), GoOn(1, Phase.RUNNING_OUT, 5)) == "already_done"
    table.say(Host(), GoOn(1, Phase.SHOWDOWN, 5))
    assert table.refusal(Host(), GoOn(1, Phase.SHOWDOWN, 5)) == "already_done"
    assert table.refusal(Host(), GoOn(1, Phase.WAITING, 5)) == "already_done"


def test_H10_every_live_hand_is_shown_and_folded_ones_never() -> None:
    table = Table((100, 100, 100))
    table.start(3, {1: ACES, 2: KINGS, 3: QUEENS}, BOARD)
    table.play("1 call, 2 call, 3 check, 1 fold, 2 check, 3 check, 2 check, 3 check, 2 check, 3 check")
    shown = next(event for event in table.events if isinstance(event, HandsShown))
    assert {one.seat: one.cards for one in shown.shown} == {2: cards(KINGS), 3: cards(QUEENS)}
    table.run_out()
    assert table.coins == [80, 140, 80]


def test_H10_one_live_seat_left_takes_all_without_showing() -> None:
    table = Table((100, 100, 100))
    table.start(big=3)
    table.play("1 raise 50, 2 fold, 3 fold")
    assert not table.hand.shown
    assert table.coins == [120, 100, 80]
    assert ended(table).returned == (Share(1, 30),)
    assert table.table.phase is Phase.WAITING


@pytest.mark.pitfall("rlcard 286")
def test_H10_in_for_10_40_40_with_the_shortest_best_and_the_second_next() -> None:
    table = Table((10, 100, 100), unit=5)
    table.start(3, {1: ACES, 2: KINGS, 3: QUEENS}, BOARD)
    table.play("1 call, 2 call, 3 raise 40, 2 call")
    while table.hand.asked:
        table.act(table.hand.asked, "check")
    table.run_out()
    assert table.coins == [30, 120, 60]
    assert [pot.coins for pot in ended(table).pots] == [30, 60]


def test_H10_the_shortest_takes_its_limit_from_everyone_and_the_rest_goes_to_the_best_of_the_others() -> None:
    table = Table((50, 200, 200, 200))
    table.start(4, {1: ACES, 2: TENS, 3: KINGS, 4: QUEENS}, BOARD)
    table.play("1 raise 50, 2 call, 3 raise 200, 4 call, 2 call")
    table.run_out()
    assert table.coins == [200, 0, 450, 0]


def test_H10_equal_hands_share() -> None:
    table = Table((100, 100))
    table.start(2, {1: "As Kd", 2: "Ad Kh"}, BOARD)
    table.play("1 raise 100, 2 call")
    table.run_out()
    assert table.coins == [100, 100]
    assert ended(table).pots == (PaidPot(200, (1, 2), (Share(1, 100), Share(2, 100))),)


@pytest.mark.parametrize("big", [1, 2, 3])
def test_H10_odd_coins_go_one_each_to_the_winners_first_in_order_of_play_from_the_small_blind(big: int) -> None:
    table = Table((41, 41, 41), unit=1)
    small, middle = big % 3 + 1, (big + 1) % 3 + 1
    table.start(big, {small: "As Kd", middle: "Qs Qd", big: "Ad Kh"}, "Ac 7d 9h Js 4s")
    table.play(f"{small} raise 39, {middle} call, {big} call, {small} bet 41, {middle} fold, {big} call")
    table.run_out()
    assert {seat: table.coins[seat - 1] for seat in (small, middle, big)} == {small: 61, middle: 2, big: 60}


def test_H10_the_odd_coin_skips_a_first_seat_that_did_not_win() -> None:
    table = Table((101, 101, 101), unit=1)
    table.start(3, {1: "2s 3d", 2: "As Kd", 3: "Ad Kh"}, "Ac 7d 9h Js 4s")
    table.play("1 raise 33, 2 call, 3 call, 1 fold, 2 bet 34, 3 call")
    while table.hand.asked:
        table.act(table.hand.asked, "check")
    table.run_out()
    assert table.coins == [68, 67 + 51, 67 + 50]


def test_H10_a_folded_amount_never_splits_a_pot() -> None:
    table = Table((200, 200, 200))
    table.start(3, {1: ACES, 2: KINGS}, BOARD)
    table.play("1 raise 50, 2 call, 3 fold, 1 check, 2 check, 1 check, 2 check, 1 check, 2 check")
    table.run_out()
    assert [pot.coins for pot in ended(table).pots] == [120]
    assert table.coins == [270, 150, 180]


def test_H10_folded_coins_above_all_live_seats_go_to_the_highest_pot_that_has_an_owner() -> None:
    table = Table((20, 35, 100, 200))
    table.start(4, {1: ACES, 2: KINGS, 3: QUEENS, 4: TENS}, BOARD)
    table.play("1 call, 2 raise 35, 3 call, 4 call, 3 bet 100")
    table.say(Player(3), FoldAllIn(1))
    table.play("4 fold")
    table.run_out()
    assert [(pot.coins, pot.seats) for pot in ended(table).pots] == [(80, (1, 2)), (110, (2,))]
    assert table.coins == [80, 110, 0, 165]


def test_H10_what_nobody_else_matched_comes_back() -> None:
    table = Table((100, 60))
    table.start(2, {1: ACES, 2: KINGS}, BOARD)
    table.play("1 raise 60, 2 fold")
    assert ended(table).returned == (Share(1, 40),)
    assert table.coins == [120, 40]


def test_H10_a_short_big_blind_gets_only_as_much_from_everyone() -> None:
    table = Table((50, 50, 1), unit=5)
    table.start(3, {1: KINGS, 2: QUEENS, 3: ACES}, BOARD)
    table.play("1 check, 2 call, 1 check, 2 check, 1 check, 2 check, 1 check, 2 check")
    table.run_out()
    assert table.coins == [53, 45, 3]


@pytest.mark.pitfall("PyPokerEngine 69", "PyPokerEngine 34", "code-golf 701")
def test_H10_a_board_that_plays_is_shared_by_all() -> None:
    table = Table((100, 100, 100))
    table.start(3, {1: "2c 3d", 2: "2d 3h", 3: "2h 3s"}, "Ts Js Qs Ks As")
    table.play("1 raise 100, 2 call, 3 call")
    table.run_out()
    assert table.coins == [100, 100, 100]
    assert holdem.bell(table.state) is None
