"""The bot plays only what its phone allows, the same for the same dice, and beats a player who always calls."""

from random import Random

import pytest

from engine import holdem
from engine.cards import DECK, cards, text
from engine.game import Player
from engine.holdem.bot import win_rate
from engine.holdem.phase import Phase
from tests.engine.holdem.table import Table

BOT, CALLER = 1, 2
STACK = 1000


def one_hand(dice: Random) -> int:
    """What the bot wins in one hand against the caller, both with a hundred units."""
    table = Table((STACK, STACK))
    table.start(dice.choice((BOT, CALLER)), *_random_cards(dice))
    while table.table.phase is not Phase.WAITING:
        if table.hand.asked == BOT:
            command = holdem.choose(table.phone(BOT), dice)
            assert command is not None
            table.say(Player(BOT), command)
        elif table.hand.asked == CALLER:
            table.act(CALLER, "check" if table.legal.check else "call")
        else:
            table.ring()
    return table.coins[0] - STACK


def _random_cards(dice: Random) -> tuple[dict[int, str], str]:
    drawn = dice.sample(DECK, 9)
    return {BOT: text(drawn[:2]), CALLER: text(drawn[2:4])}, text(drawn[4:])


def won_by_the_bot(hands: int) -> int:
    dice = Random(17)
    return sum(one_hand(dice) for _ in range(hands))


def test_the_bot_beats_always_call() -> None:
    assert won_by_the_bot(400) > 0


@pytest.mark.long
def test_the_bot_beats_always_call_over_ten_thousand_hands() -> None:
    assert won_by_the_bot(10_000) > 10_000 * 10


def test_the_bot_does_the_same_for_the_same_dice_and_leaves_the_table_as_it_is() -> None:
    table = Table((1000, 1000))
    table.deal()
    asked = table.hand.asked
    assert asked is not None
    view = table.phone(asked)
    assert holdem.choose(view, Random(1)) == holdem.choose(view, Random(1))
    assert table.phone(asked) == view


def test_the_bot_waits_when_it_is_not_asked() -> None:
    table = Table((1000, 1000))
    table.deal()
    other = 3 - (table.hand.asked or 0)
    assert holdem.choose(table.phone(other), Random(1)) is None


def test_the_bot_knows_good_cards_from_bad_ones() -> None:
    nothing = (None,) * 5
    aces = win_rate(cards("As Ad"), nothing, 1, Random(1))
    worst = win_rate(cards("7s 2d"), nothing, 1, Random(1))
    assert aces > 0.7 > 0.55 > worst
    board = (*cards("Ah Ac 7d"), None, None)
    assert win_rate(cards("As Ad"), board, 3, Random(1)) == 1.0


def test_H5_bots_in_all_seats_play_legally_to_the_end_of_every_hand() -> None:
    dice = Random(23)
    table = Table((500, 800, 300, 1000))
    for _ in range(12):
        if len(holdem.dealt_in(table.state, (1, 2, 3, 4))) < 2:
            break
        table.deal()
        while table.table.phase is not Phase.WAITING:
            if table.hand.asked:
                table.say(Player(table.hand.asked), holdem.choose(table.phone(table.hand.asked), dice))
            else:
                table.ring()
    assert table.table.hands > 2
    assert sum(table.coins) == 2600
