"""What each viewer sees: own cards, legal actions and their reasons; what one may not see changes nothing (H5-H10)."""

from dataclasses import fields, is_dataclass, replace
from enum import Enum
from random import Random
from typing import Any

import pytest

from engine import holdem
from engine.cards import DECK, Card, cards
from engine.game import HostViewer, Player, PublicViewer, SeatViewer, Viewer
from engine.holdem.commands import Command
from engine.holdem.events import EVENTS, CardsDealt, HandsShown
from engine.holdem.phase import Act, Phase
from engine.holdem.state import Secret, State
from engine.holdem.table_view import TableView
from engine.holdem.view import HostView
from tests.engine.holdem.table import CHANCE, Table

VIEWERS: tuple[Viewer, ...] = (PublicViewer(), HostViewer(), *(SeatViewer(seat) for seat in (1, 2, 3, 4)))


def cards_in(thing: Any) -> set[Card]:
    """Every card anywhere inside."""
    if isinstance(thing, Card):
        return {thing}
    if is_dataclass(thing):
        return set().union(*(cards_in(getattr(thing, one.name)) for one in fields(thing)), set())
    if isinstance(thing, tuple | list | frozenset):
        return set().union(*(cards_in(item) for item in thing), set())
    if isinstance(thing, dict):
        return cards_in((*thing.keys(), *thing.values()))
    assert thing is None or isinstance(thing, int | str | Enum), thing
    return set()


def other_secret(state: State, viewer: Viewer, dice: Random) -> State:
    """The same table with everything that this viewer has not seen dealt anew."""
    hand, secret = state.public.hand, state.secret
    assert hand is not None
    holes = secret.holes[hand.number]
    seen = cards_in((hand.shown, hand.turned_up, hand.board))
    if isinstance(viewer, SeatViewer):
        seen |= {card for hole in holes if hole.seat == viewer.seat for card in hole.cards}
    unseen = [card for card in DECK if card not in seen]
    dice.shuffle(unseen)

    def anew(some: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(card if card in seen else unseen.pop() for card in some)

    changed = tuple(replace(hole, cards=anew(hole.cards)) for hole in holes)
    return replace(state, secret=Secret(anew(secret.board), {**secret.holes, hand.number: changed}))


def may_know(table: Table, viewer: Viewer) -> set[Card]:
    known = cards_in((table.hand.shown, table.hand.turned_up, table.hand.board))
    if isinstance(viewer, SeatViewer):
        known |= {
            card
            for hole in table.state.secret.holes[table.hand.number]
            if hole.seat == viewer.seat
            for card in hole.cards
        }
    return known


def test_H10_what_a_viewer_may_not_see_changes_nothing_in_any_step_of_random_hands() -> None:
    dice = Random(31)
    for _ in range(25):
        table = Table((1000, 300, 700, 1000))
        table.deal()
        while True:
            for viewer in VIEWERS:
                view = holdem.view(table.state, viewer)
                assert cards_in(view) <= may_know(table, viewer)
                assert holdem.view(other_secret(table.state, viewer, dice), viewer) == view
            if table.table.phase is Phase.WAITING:
                break
            if table.hand.asked:
                table.random_turn(dice)
            else:
                table.ring()


def test_H10_a_leak_planted_on_purpose_is_found() -> None:
    table = Table((1000, 1000))
    table.deal()
    before = holdem.view(table.state, PublicViewer())
    assert isinstance(before, TableView)
    leaking = replace(before, lifted=table.state.secret.holes[1][0].cards)
    assert not cards_in(leaking) <= may_know(table, PublicViewer())


def test_H10_nothing_of_the_last_hand_is_in_the_next() -> None:
    table = Table((1000, 1000, 1000))
    table.start(3, {1: "As Ad", 2: "Ks Kd", 3: "Qs Qd"}, "2c 7d 9h Js 4s")
    table.play("1 raise 100, 2 call, 3 call")
    while table.table.phase is not Phase.WAITING:
        if table.hand.asked:
            table.act(table.hand.asked, "check")
        else:
            table.ring()
    last = cards("As Ad Ks Kd Qs Qd 2c 7d 9h Js 4s")
    assert cards_in(holdem.view(table.state, PublicViewer())) == set(last)
    table.start(3, {1: "5s 5d", 2: "6s 6d", 3: "8s 8d"}, "3c Td Jh Qc 4h")
    for viewer in VIEWERS[:5]:
        assert not cards_in(holdem.view(table.state, viewer)) & set(last)
    view = holdem.view(table.state, PublicViewer())
    assert isinstance(view, TableView)
    assert (view.winners, view.paid, view.lifted, view.returned) == ((), (), (), 0)
    assert [action.act for action in view.actions] == [Act.BIG_BLIND, Act.SMALL_BLIND]


def test_H10_a_folded_hand_is_never_seen_by_others_not_even_by_the_host() -> None:
    table = Table((1000, 1000, 1000))
    table.start(3, {1: "As Ad", 2: "Ks Kd", 3: "Qs Qd"}, "2c 7d 9h Js 4s")
    table.play("1 fold, 2 call, 3 check")
    while table.table.phase is not Phase.WAITING:
        if table.hand.asked:
            table.act(table.hand.asked, "check")
        else:
            table.ring()
    for viewer in (PublicViewer(), HostViewer(), SeatViewer(2), SeatViewer(3)):
        assert not cards_in(holdem.view(table.state, viewer)) & set(cards("As Ad"))
    assert table.phone(1).cards == cards("As Ad")


def test_H5_the_phone_shows_the_legal_actions_with_their_amounts_and_why_the_others_are_closed() -> None:
    table = Table((300, 1000, 1000))
    table.start(3, {1: "As Ad"}, "2c 7d 9h Js 4s")
    turn = table.phone(1).turn
    assert turn is not None
    assert (turn.check, turn.call, turn.call_coins) == (None, table.command("call"), 10)
    assert turn.lift is not None
    assert (turn.lift.act, turn.lift.lowest, turn.lift.most, turn.lift.put) == (Act.RAISE, 30, 300, 10)
    assert [(size.key, size.to, size.more) for size in turn.lift.sizes] == [
        ("lowest", 30, 20),
        ("half_pot", 40, 30),
        ("pot", 60, 50),
        ("limit", 300, 290),
    ]
    assert {act: why.key for act, why in turn.refused} == {
        Act.CHECK: "coins_are_owed",
        Act.BET: "somebody_has_bet",
    }
    assert table.phone(2).turn is None


@pytest.mark.parametrize("seed", range(6))
def test_H5_what_the_phone_offers_is_accepted_and_what_it_says_is_closed_is_refused_for_that_reason(seed: int) -> None:
    dice = Random(seed)
    table = Table((200, 1000, 35, 1000))
    table.deal()
    while table.table.phase is Phase.BETTING:
        seat = table.hand.asked
        assert seat is not None
        turn = table.phone(seat).turn
        assert turn is not None
        offered: list[Command] = [turn.fold, *(one for one in (turn.check, turn.call) if one)]
        if turn.lift:
            offered += [turn.lift.command(table.hand.number, table.hand.turn, size.to) for size in turn.lift.sizes]
        for command in offered:
            holdem.decide(table.state, Player(seat), command, table.now, CHANCE)
        for act, why in turn.refused:
            assert table.refusal(Player(seat), table.command(act.value, 10**6)) == why.key
        table.random_turn(dice)


def test_H7_the_board_shows_the_limit_and_the_pots_with_who_can_win_them() -> None:
    table = Table((300, 80, 500, 400))
    table.start(big=4)
    table.play("1 raise 80, 2 call, 3 raise 300, 4 call")
    view = holdem.view(table.state, PublicViewer())
    assert isinstance(view, TableView)
    assert (view.limit, view.highest) == (300, 300)
    assert [(pot.number, pot.coins, pot.seats) for pot in view.pots] == [(0, 320, (1, 2, 3, 4)), (1, 440, (1, 3, 4))]


def test_H10_the_winning_five_are_lifted_out() -> None:
    table = Table((100, 100))
    table.start(2, {1: "As Ad", 2: "Ks Kd"}, "2c 7d 9h Js 4s")
    table.play("1 raise 100, 2 call")
    table.run_out()
    view = holdem.view(table.state, PublicViewer())
    assert isinstance(view, TableView)
    assert view.winners == (1,)
    assert set(view.lifted) == set(cards("As Ad Js 9h 7d"))


def test_S3_the_ace_high_straight_flush_has_a_name_of_its_own() -> None:
    table = Table((100, 100))
    table.start(2, {1: "As Ks", 2: "9s 2d"}, "Qs Js Ts 3d 4d")
    table.play("1 call, 2 check")
    assert table.phone(1).royal
    assert not table.phone(2).royal


def test_the_hosts_next_command_is_the_one_that_the_clock_would_give() -> None:
    table = Table((100, 100))
    table.start(2, {1: "As Ad", 2: "Ks Kd"}, "2c 7d 9h Js 4s")
    while table.table.phase is not Phase.WAITING:
        view, due = holdem.view(table.state, HostViewer()), holdem.bell(table.state)
        assert isinstance(view, HostView)
        assert due is not None
        assert view.next == due.command
        if table.hand.asked:
            table.act(table.hand.asked, "check" if table.legal.check else "call")
        else:
            table.next_by_host()
    done = holdem.view(table.state, HostViewer())
    assert isinstance(done, HostView)
    assert done.next is None
    assert done.close is not None


def test_F4_every_fact_but_the_deal_is_public_and_no_sentence_holds_an_unseen_card() -> None:
    table = Table((1000, 1000, 1000))
    table.deal()
    dice = Random(2)
    while table.table.phase is not Phase.WAITING:
        if table.hand.asked:
            table.random_turn(dice)
        else:
            table.ring()
    told = set()
    seen: set[Card] = set(table.hand.board)
    for event in table.events:
        assert holdem.is_public(event) != isinstance(event, CardsDealt)
        sentence = holdem.tell(table.state, event, PublicViewer())
        if sentence:
            told.add(type(event))
            assert cards_in(dict(sentence.facts)) <= seen
        if isinstance(event, HandsShown):
            assert set(holdem.reveals(event)) == {card for one in event.shown for card in one.cards}
    assert told <= set(EVENTS)
    assert CardsDealt not in told
