"""Coins come and go by the host's hand only; sitting out, leaving, and closing the table (H11, H12, F4)."""

from engine import holdem
from engine.cards import DECK
from engine.game import Deal, Host, HostViewer, Leave, MarkAbsent, Player, Room, Sit
from engine.holdem.commands import CashOut, CloseTable, SellIn
from engine.holdem.events import AccountClosed, LeaveAnnounced
from engine.holdem.phase import Act, Phase
from engine.holdem.rules import Account
from engine.holdem.view import HostView
from tests.engine.holdem.table import Table


def test_H11_the_host_sells_in_and_cashes_out_between_hands_and_it_is_recorded() -> None:
    table = Table((1000, 1000))
    table.say(Host(), SellIn(0, 1, 500))
    table.say(Host(), CashOut(0, 2, 300))
    assert table.table.accounts == {1: Account(1500, 0, 1500), 2: Account(1000, 300, 700)}
    assert [account.net for account in table.table.accounts.values()] == [0, 0]


def test_H11_nothing_is_sold_in_or_cashed_out_during_a_hand() -> None:
    table = Table((1000, 1000))
    table.start(big=1)
    for command in (SellIn(1, 1, 500), CashOut(1, 2, 300), CloseTable(1)):
        assert table.refusal(Host(), command) == "hand_under_way"


def test_H11_what_cannot_be_sold_in_or_cashed_out_is_refused() -> None:
    table = Table((1000, 0))
    assert table.refusal(Host(), SellIn(0, 3, 1)) == "no_such_seat"
    assert table.refusal(Host(), SellIn(0, 1, 0)) == "coins_out_of_range"
    assert table.refusal(Host(), SellIn(0, 1, 1_000_001)) == "coins_out_of_range"
    assert table.refusal(Host(), CashOut(0, 3, 1)) == "no_such_seat"
    assert table.refusal(Host(), CashOut(0, 1, 1001)) == "coins_out_of_range"
    assert table.refusal(Host(), CashOut(0, 2, 1)) == "no_coins"
    assert table.refusal(Player(1), SellIn(0, 1, 1)) == "not_allowed"


def test_H11_a_press_that_arrives_after_the_next_hand_sells_nothing() -> None:
    table = Table((1000, 1000))
    table.start(big=1)
    table.play("2 fold")
    assert table.refusal(Host(), SellIn(0, 1, 500)) == "already_done"


def test_H11_the_host_sees_all_coins_those_in_the_pots_included() -> None:
    table = Table((1000, 1000))
    table.start(big=1)
    table.play("2 raise 400")
    view = holdem.view(table.state, HostViewer())
    assert isinstance(view, HostView)
    assert view.coins == 2000


def test_H12_a_player_who_leaves_in_mid_hand_is_folded_when_the_turn_comes_and_cashed_out_after_the_hand() -> None:
    table = Table((1000, 1000, 1000))
    table.start(big=3)
    table.leave(3)
    assert holdem.leaving(table.state) == (3,)
    table.play("1 call, 2 call")
    assert table.hand.actions[-1].act is Act.LEFT_FOLD
    assert table.hand.asked == 1
    table.play("1 bet 40, 2 fold")
    assert table.events[-1] == AccountClosed(3, 980)
    assert holdem.leaving(table.state) == ()
    assert sorted(table.table.accounts) == [1, 2]


def test_H12_a_player_who_leaves_on_their_own_turn_is_folded_at_once() -> None:
    table = Table((1000, 1000, 1000))
    table.start(big=3)
    events = table.leave(1)
    assert events[0] == LeaveAnnounced(1)
    assert table.hand.places[1].folded
    assert table.hand.asked == 2


def test_H12_a_player_who_leaves_all_in_plays_on() -> None:
    table = Table((30, 100, 100))
    table.start(3, {1: "As Ad", 2: "Ks Kd", 3: "Qs Qd"}, "2c 7d 9h Js 4s")
    table.play("1 raise 30, 2 call, 3 call")
    table.leave(1)
    assert table.hand.places[1].live
    table.play("2 check, 3 check, 2 check, 3 check, 2 check, 3 check")
    table.run_out()
    assert AccountClosed(1, 90) in table.events


def test_H12_when_all_but_one_leave_the_last_takes_the_pot() -> None:
    table = Table((1000, 1000))
    table.start(big=1)
    table.leave(2)
    assert table.table.phase is Phase.WAITING
    assert table.coins == [1010]


def test_H12_leaving_twice_is_refused_and_between_hands_a_seat_goes_at_once() -> None:
    table = Table((1000, 1000, 1000))
    table.start(big=3)
    table.leave(2)
    assert table.refusal(Room(), Leave(2)) == "already_leaving"
    table.play("1 fold")
    assert table.table.phase is Phase.WAITING
    assert table.leave(1) == (AccountClosed(1, 990),)


def test_H12_newcomers_wait_for_the_next_hand() -> None:
    table = Table((1000, 1000))
    table.start(big=1)
    table.say(Room(), Sit(3))
    assert holdem.seating(table.state)
    assert 3 not in table.hand.places
    assert not table.phone(3).cards
    table.play("2 fold")
    table.deal()
    assert set(table.hand.order) == {1, 2, 3}


def test_H12_a_newcomer_in_the_seat_of_one_who_left_sees_nothing_of_the_last_hand() -> None:
    table = Table((1000, 1000, 1000))
    table.start(big=3)
    table.play("1 call")
    table.leave(2)
    table.play("3 check")
    while table.hand.asked:
        table.act(table.hand.asked, "check")
    table.run_out()
    assert 2 not in table.table.accounts
    table.say(Room(), Sit(2))
    phone = table.phone(2)
    assert phone.cards == ()
    assert phone.place is not None
    assert (phone.place.in_hand, phone.place.put, phone.place.folded) == (False, 0, False)
    assert holdem.peek(table.state, 2) == ()


def test_H12_a_seat_without_coins_sits_out() -> None:
    table = Table((1000, 0, 1000))
    assert holdem.dealt_in(table.state, (1, 2, 3)) == (1, 3)
    assert table.refusal(Room(), Deal((1, 2, 3))) == "seat_sits_out"
    table.deal()
    assert set(table.hand.order) == {1, 3}


def test_H12_a_table_with_fewer_than_two_seats_with_coins_waits_for_the_host() -> None:
    table = Table((1000, 0))
    assert table.refusal(Room(), Deal(holdem.dealt_in(table.state, (1, 2)))) == "too_few_with_coins"
    table.say(Host(), SellIn(0, 2, 1000))
    table.deal()


def test_H12_a_seat_marked_absent_sits_out_from_the_next_hand_and_comes_back() -> None:
    table = Table((1000, 1000, 1000))
    table.start(big=3)
    table.say(Room(), MarkAbsent(1, True))
    assert table.refusal(Room(), MarkAbsent(1, True)) == "already_done"
    assert table.hand.asked == 1
    table.ring()
    assert table.hand.actions[-1].act is Act.TIME_FOLD
    table.play("2 fold")
    assert holdem.dealt_in(table.state, (1, 2, 3)) == (2, 3)
    table.say(Room(), MarkAbsent(1, False))
    assert holdem.dealt_in(table.state, (1, 2, 3)) == (1, 2, 3)


def test_H11_the_results_are_ranked_by_what_was_won_and_name_the_stacks() -> None:
    table = Table((1000, 1000, 1000))
    table.say(Host(), SellIn(0, 1, 1000))
    table.start(big=3)
    table.play("1 fold, 2 raise 40, 3 fold")
    table.say(Host(), CloseTable(1))
    report = holdem.report(table.state, {})
    lines = [(line.seat, line.rank, line.stack, line.total, line.winner) for line in report.standings]
    assert lines == [(2, 1, 1030, 30, True), (1, 2, 1990, -10, False), (3, 3, 980, -20, False)]
    assert report.over


def test_F4_closing_the_table_ends_it_and_shows_the_seed_so_every_card_is_seen() -> None:
    table = Table((1000, 1000))
    table.start(big=1)
    table.play("2 fold")
    assert not holdem.ended(table.state)
    closed = table.say(Host(), CloseTable(1))
    assert holdem.ended(table.state)
    assert holdem.reveals(closed[0]) == DECK
    for actor, command in (
        (Room(), Sit(3)),
        (Room(), Deal((1, 2))),
        (Room(), MarkAbsent(1, True)),
        (Host(), SellIn(1, 1, 5)),
        (Host(), CloseTable(1)),
    ):
        assert table.refusal(actor, command) == "table_is_closed"
    assert not holdem.seating(table.state)
