"""What a table leaves behind: results, histories, and hands in PHH that pokerkit plays to the same stacks (H11, F4)."""

import warnings
from random import Random

import pokerkit

from engine import holdem
from engine.cards import DECK
from engine.game import Host, Named, Sentence
from engine.holdem import phh
from engine.holdem.commands import CloseTable
from engine.holdem.phase import Phase
from tests.engine.holdem.table import Table
from tests.engine.holdem.test_random_hands import start_by_lot


def session(hands: int, seed: int = 5) -> Table:
    dice, table = Random(seed), Table((1000, 1000, 1000, 1000))
    for _ in range(hands):
        table.deal()
        while table.table.phase is not Phase.WAITING:
            if table.hand.asked:
                table.random_turn(dice)
            else:
                table.ring()
        if len(holdem.dealt_in(table.state, (1, 2, 3, 4))) < 2:
            break
    return table


def test_every_hand_that_phh_can_express_is_played_by_pokerkit_to_the_same_stacks() -> None:
    dice, read = Random(9), 0
    for _ in range(500):
        unit = dice.choice([1, 2, 5, 10])
        table = Table(tuple(dice.randint(4 * unit, 100 * unit) for _ in range(dice.choice([2, 3, 4]))), unit=unit)
        start_by_lot(table, dice)
        while table.table.phase is not Phase.WAITING:
            if table.hand.asked:
                table.random_turn(dice)
            else:
                table.ring()
        hand = table.table.past[-1]
        if not phh.can_express(hand):
            continue
        read += 1
        held = {hole.seat: hole.cards for hole in table.state.secret.holes[1]}
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            *_, last = pokerkit.HandHistory.loads(phh.written(hand, held))
        stacks = dict(zip(hand.order, last.stacks, strict=True))
        assert [stacks[seat] for seat in sorted(stacks)] == table.coins
    assert read > 80


def test_the_phh_file_holds_every_hand_that_can_be_expressed_and_no_unseen_card_before_the_end() -> None:
    table = session(12)
    expressible = [hand for hand in table.table.past if phh.can_express(hand)]
    assert expressible
    text = holdem.documents(table.state)["phhs"]
    assert [history.hand for history in pokerkit.HandHistory.loads_all(text)] == [hand.number for hand in expressible]
    shown = {card.value for hand in table.table.past for one in hand.shown for card in one.cards}
    lines = [line for line in text.splitlines() if line.startswith("actions")]
    holes = {part.split()[3] for line in lines for part in line.split('"') if part.startswith("d dh")}
    assert all(two == "????" or {two[:2], two[2:]} <= shown for two in holes)
    table.say(Host(), CloseTable(table.table.hands))
    assert "????" not in holdem.documents(table.state)["phhs"]


def test_H10_two_odd_coins_and_other_hands_that_phh_cannot_express_are_left_out() -> None:
    table = Table((1000, 1000, 1000))
    table.start(big=3)
    table.play("1 call, 2 call, 3 check, 1 fold, 2 check, 3 check, 2 check, 3 check, 2 check, 3 check")
    table.run_out()
    assert not phh.can_express(table.table.past[-1])
    two = Table((1000, 1000))
    two.start(big=2)
    two.play("1 fold")
    assert not phh.can_express(two.table.past[-1])


def test_F4_the_record_holds_hole_cards_only_once_the_table_is_closed() -> None:
    table = session(3)
    assert all(hand.holes == () for hand in holdem.record(table.state)["hands"])
    table.say(Host(), CloseTable(table.table.hands))
    hands = holdem.record(table.state)["hands"]
    assert [hand.holes for hand in hands] == [table.state.secret.holes[hand.number] for hand in hands]
    assert all(card in DECK for hand in hands for hole in hand.holes for card in hole.cards)


def test_H11_the_sheets_hold_results_hands_and_every_action() -> None:
    table = Table((1000, 1000, 1000))
    table.start(3, {1: "As Ad", 2: "Ks Kd", 3: "Qs Qd"}, "2c 7d 9h Js 4s")
    table.leave(2)
    table.play("1 raise 60, 3 call, 1 check, 3 check, 1 check, 3 check, 1 check, 3 check")
    table.run_out()
    results, hands, actions = holdem.sheets(table.state)
    assert [row[:5] for row in results.rows[:2]] == [(1, 1, Named(1), 1060, 60), (2, 3, Named(3), 940, -60)]
    assert results.rows[2] == (Sentence("cell_left", {}), 2, Named(2, 1), 0, 0, 1000, 1000)
    assert hands.rows == (
        (1, Named(1, 1), Named(3, 1), table.hand.board, 120, Named(1, 1), 120, table.hand.shown[0].cards),
    )
    assert len(actions.rows) == len(table.hand.actions)
    assert all(len(row) == len(sheet.columns) for sheet in (results, hands, actions) for row in sheet.rows)
