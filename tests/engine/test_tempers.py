"""Each temper of a bot as sentences: whom it joins, whom it leaves, whom it backs."""

from random import Random
from typing import Any

import pytest

from engine.cards import cards
from engine.game import Seat, SeatViewer, Temper
from engine.registry import GAMES
from engine.room.commands import CallDeal, FillWithBots
from engine.room.decide import bell
from engine.room.view import view
from engine.team_poker.commands import Decline, PledgeCards, ProposeHand, TakeBack
from engine.team_poker.phase import Outcome, Phase
from tests.engine.drive import Drive
from tests.engine.moves import back, close, free, go_on, lock, make, phase, pledge, propose, showdown, totals

LOYAL, GREEDY, SILENT = Temper.LOYAL, Temper.GREEDY, Temper.SILENT


def stacked(**hands: str) -> Drive:
    """Right after a deal in which these seats hold these cards: stacked(s1="As Ks Qs")."""
    drive = Drive()
    drive.deal_stacked({int(seat[1:]): held for seat, held in hands.items()})
    return drive


def might(drive: Drive, seat: Seat, temper: Temper, polls: int = 200) -> set[Any]:
    """All that a bot in this seat might do now."""
    game = GAMES[drive.game]
    seen = view(drive.state, SeatViewer(seat)).game
    return {game.choose(seen, Random(number), temper) for number in range(polls)} - {None}


def kinds_of(commands: set[Any]) -> set[type]:
    return {type(command) for command in commands}


def test_a_loyal_bot_joins_whoever_asks_as_long_as_it_has_a_card() -> None:
    drive = stacked()
    for asking in (1, 2, 3):
        hand = propose(drive, asking, 1, [5])
        commands = might(drive, 5, LOYAL)
        assert commands and commands <= {PledgeCards(1, hand, (card,)) for card in free(drive, 5)}
        drive.seat(5, commands.pop())
    hand = propose(drive, 4, 1, [5])
    assert might(drive, 5, LOYAL) == {Decline(1, hand)}


def test_a_loyal_bot_answers_an_ally_before_a_stranger_and_asks_allies_first() -> None:
    drive = stacked(s1="As Ks Qs", s5="Ah Ad Kh", s9="2c 3d 7h")
    won = make(drive, 1, 5, 5)
    make(drive, 9, 9, 9)
    lock(drive)
    showdown(drive)
    assert drive.table.winner == won and totals(drive)[5] == 1
    go_on(drive)
    assert {1 in command.invited for command in might(drive, 5, LOYAL) if isinstance(command, ProposeHand)} == {True}
    propose(drive, 8, 1, [5])
    asked_by_ally = propose(drive, 1, 1, [5])
    assert {command.hand for command in might(drive, 5, LOYAL)} == {asked_by_ally}


def test_a_loyal_bot_never_leaves_a_hand_that_others_are_in() -> None:
    drive = stacked()
    hand = propose(drive, 1, 1, [5])
    pledge(drive, 5, hand)
    make(drive, 5, 5, 6)
    assert not free(drive, 5)
    assert not might(drive, 5, LOYAL, polls=2000)
    assert TakeBack in kinds_of(might(drive, 5, GREEDY, polls=2000))


def test_a_loyal_bot_backs_its_own_hand_then_its_allies_and_strangers_last() -> None:
    drive = stacked()
    strangers = make(drive, 1, 1, 1)
    allies = make(drive, 6, 6, 7)
    own = make(drive, 5, 5, 7)
    third = make(drive, 2, 2, 2)
    lock(drive)
    assert {command.hands for command in might(drive, 5, LOYAL)} == {(own,)}
    assert {command.hands for command in might(drive, 6, LOYAL)} == {(allies,)}
    assert {command.hands for command in might(drive, 9, LOYAL)} == {(own,), (allies,), (strangers,), (third,)}


def test_a_loyal_bot_without_a_hand_backs_those_it_has_won_with() -> None:
    drive = stacked(s1="As Ks Qs", s5="Ah Ad Kh", s9="2c 3d 7h")
    make(drive, 1, 5, 5)
    make(drive, 9, 9, 9)
    lock(drive)
    showdown(drive)
    go_on(drive)
    make(drive, 2, 2, 2)
    make(drive, 3, 3, 3)
    allies = make(drive, 1, 1, 4)
    lock(drive)
    assert {command.hands for command in might(drive, 5, LOYAL)} == {(allies,)}


def test_a_greedy_bot_gives_its_lowest_card_to_whoever_lacks_fewest() -> None:
    drive = stacked(s5="Ah 2d Kh")
    propose(drive, 1, 1, [5])
    nearly = propose(drive, 2, 2, [5])
    commands = might(drive, 5, GREEDY)
    assert commands == {PledgeCards(1, nearly, cards("2d"))}


def test_a_greedy_bot_without_a_free_card_leaves_no_hand_for_one_that_is_not_nearer_to_its_end() -> None:
    drive = stacked()
    slow = propose(drive, 1, 1, [5])
    pledge(drive, 5, slow, 1)
    make(drive, 5, 5, 6)
    assert not free(drive, 5)
    worse = propose(drive, 2, 1, [5])
    assert might(drive, 5, GREEDY) == {Decline(1, worse)}
    drive.seat(5, Decline(1, worse))
    take = propose(drive, 3, 2, [5])
    assert might(drive, 5, GREEDY) == {Decline(1, take)}, "it lacks as many as the hand that the bot is in"


def test_a_greedy_bot_takes_its_card_back_when_a_better_offer_comes() -> None:
    drive = stacked()
    slow = propose(drive, 5, 1)
    make(drive, 5, 5, 6)
    mine = tuple(one.card for one in drive.secret.hands[slow].pledges)
    propose(drive, 3, 2, [5])
    assert might(drive, 5, GREEDY) == {TakeBack(1, slow, mine)}


def test_a_greedy_bot_shares_a_pair_with_nobody() -> None:
    drive = stacked(s5="Kh Kd 2c", s6="Kc 9d 2d")
    assert {(len(one.cards), one.invited) for one in might(drive, 5, GREEDY)} == {(3, ())}
    assert {len(one.cards) for one in might(drive, 6, GREEDY)} == {1, 3}


def test_a_greedy_bot_backs_the_strongest_of_its_own_hands() -> None:
    drive = stacked(s5="Kh 2d 7c", s6="Kd Kc 3h", s7="4c 9d Js")
    weak, strong = make(drive, 5, 7, 7), make(drive, 5, 6, 6)
    make(drive, 1, 1, 1)
    lock(drive)
    assert {command.hands for command in might(drive, 5, GREEDY)} == {(strong,)}
    assert {command.hands for command in might(drive, 7, GREEDY)} == {(weak,)}


def test_a_greedy_bot_without_a_hand_backs_those_with_fewest_points() -> None:
    drive = stacked(s1="As Ks Qs", s5="Ah Ad Kh", s9="2c 3d 7h")
    make(drive, 1, 5, 5)
    make(drive, 9, 9, 9)
    lock(drive)
    showdown(drive)
    go_on(drive)
    leader = make(drive, 1, 1, 2)
    others = {make(drive, 3, 3, 3), make(drive, 4, 4, 4)}
    lock(drive)
    assert {command.hands for command in might(drive, 8, GREEDY)} == {(hand,) for hand in others}
    for seat, hand in ((10, leader), *((11, hand) for hand in sorted(others)[:1])):
        back(drive, seat, hand)
    close(drive)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_silent_bot_acts_never_so_that_time_alone_moves_the_game(name: str) -> None:
    assert SILENT in GAMES[name].TEMPERS
    drive = Drive(game=name)
    drive.host(FillWithBots())
    drive.host(CallDeal())
    for _ in range(6):
        assert all(not might(drive, seat, SILENT, polls=20) for seat in drive.state.seats)
        due = bell(drive.state)
        if due:
            drive.pass_time(max(0, due.at - drive.state.clock.now(drive.wall)))


def test_T6_thirteen_silent_bots_come_to_the_end_without_a_showdown() -> None:
    drive = stacked()
    while phase(drive) is not Phase.FINAL:
        assert not any(might(drive, seat, SILENT, polls=5) for seat in drive.state.seats)
        drive.pass_time(600_000)
        go_on(drive)
    assert {result.outcome for result in drive.table.results} == {Outcome.NONE}
    assert set(totals(drive).values()) == {-5}
