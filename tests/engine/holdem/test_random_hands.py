"""Laws of whole random hands: coins are constant, only who may act is asked, every hand ends (H5-H12)."""

from random import Random

import pytest

from engine.cards import DECK
from engine.game import Host, Player
from engine.holdem import play
from engine.holdem.allowed import may_fold_all_in
from engine.holdem.commands import FoldAllIn, SellIn
from engine.holdem.events import AccountClosed
from engine.holdem.phase import Phase
from tests.engine.holdem.table import Table

MOST_TURNS = 400


def random_table(dice: Random) -> Table:
    """Two to four seats with stacks from one coin to a hundred units, often near the blinds or equal."""
    unit = dice.choice([1, 2, 5, 10])
    stacks = [
        dice.choice([dice.randint(1, 4 * unit), dice.randint(1, 100 * unit), 20 * unit])
        for _ in range(dice.randint(2, 4))
    ]
    return Table(tuple(stacks), unit=unit)


def start_by_lot(table: Table, dice: Random) -> None:
    seats = tuple(seat for seat in sorted(table.table.accounts) if table.table.accounts[seat].stack)
    place = dice.randrange(len(seats))
    deck = tuple(dice.sample(DECK, len(DECK)))
    table.fold(play.start(table.state, seats[place:] + seats[:place], True, deck, table.now))


def one_move(table: Table, dice: Random) -> None:
    """Whatever may happen next: a turn, its time running out, someone leaving, an all-in seat folding, a bell."""
    asked = table.hand.asked
    chance = dice.random()
    if asked is None or chance < 0.03:
        table.ring()
        return
    seat = dice.choice(table.hand.order)
    if chance < 0.05 and may_fold_all_in(table.table, seat):
        table.say(Player(seat), FoldAllIn(table.hand.number))
    elif chance < 0.07 and seat not in table.table.leaving and seat in table.table.accounts:
        table.leave(seat)
    else:
        table.random_turn(dice)


def check_laws(table: Table, total: int) -> None:
    hand = table.hand
    cashed = sum(event.coins for event in table.events if isinstance(event, AccountClosed))
    assert table.total + cashed == total
    assert all(account.stack >= 0 for account in table.table.accounts.values())
    assert all(0 <= place.put <= place.start for place in hand.places.values())
    if table.table.phase is Phase.BETTING:
        assert hand.asked is not None
        assert hand.places[hand.asked].has_coins
        assert len(hand.live) > 1
        may = table.legal
        assert may.check != (may.call is not None)
        if may.raise_to:
            assert max(hand.puts.values()) < may.raise_to[0] <= may.raise_to[1] <= hand.places[hand.asked].start


def play_hands(count: int, dice: Random) -> None:
    ends = set()
    for _ in range(count):
        table = random_table(dice)
        total = sum(table.stacks)
        start_by_lot(table, dice)
        for _ in range(MOST_TURNS):
            if table.table.phase is Phase.WAITING:
                break
            check_laws(table, total)
            one_move(table, dice)
        assert table.table.phase is Phase.WAITING
        check_laws(table, total)
        ends.add((table.hand.street, bool(table.hand.shown)))
    assert len(ends) == 5


@pytest.mark.pitfall("PyPokerEngine blinds", "rlcard 1.2.0", "poker-ts 18")
def test_H5_to_H12_two_thousand_random_hands_keep_the_laws() -> None:
    play_hands(2_000, Random(7))


@pytest.mark.pitfall("PyPokerEngine blinds", "rlcard 1.2.0", "poker-ts 18")
@pytest.mark.long
def test_H5_to_H12_a_hundred_thousand_random_hands_keep_the_laws() -> None:
    play_hands(100_000, Random(13))


def session(hands: int, dice: Random) -> Table:
    """So many hands at one table of four; the host sells in whoever has lost all."""
    table = Table((1000, 1000, 1000, 1000))
    for number in range(hands):
        for seat, account in sorted(table.table.accounts.items()):
            if not account.stack:
                table.say(Host(), SellIn(number, seat, 1000))
        total = table.total
        table.deal()
        while table.table.phase is not Phase.WAITING:
            if table.hand.asked:
                table.random_turn(dice)
            else:
                table.ring()
        assert sum(table.coins) == total
    return table


def test_H11_coins_are_constant_over_a_long_session_at_one_table() -> None:
    table = session(100, Random(3))
    sold = sum(account.sold_in for account in table.table.accounts.values())
    assert sold == sum(table.coins) > 4000
    assert len(table.table.past) == 100


def test_F5_the_same_moves_meet_the_same_cards() -> None:
    assert session(10, Random(5)).events == session(10, Random(5)).events
