"""Pay-outs of random all-in hands equal those of pokerkit, an independent library, where the rules coincide (H10).

They differ in one thing: two odd coins of one pot go to two winners here, and both to the first of them there.
"""

from random import Random

import pokerkit

from engine.cards import DECK, Card, text
from engine.holdem import play
from engine.holdem.phase import Act, Phase
from tests.engine.holdem.table import Table

HANDS = 400
AUTOMATIONS = (
    pokerkit.Automation.ANTE_POSTING,
    pokerkit.Automation.BET_COLLECTION,
    pokerkit.Automation.BLIND_OR_STRADDLE_POSTING,
    pokerkit.Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    pokerkit.Automation.HAND_KILLING,
    pokerkit.Automation.CHIPS_PUSHING,
    pokerkit.Automation.CHIPS_PULLING,
)


def ours(table: Table) -> list[int]:
    """Everyone bets all that the limit leaves, or calls, to the end; the stacks afterwards in order of seats."""
    while table.table.phase is Phase.BETTING:
        may, seat = table.legal, table.hand.asked
        assert seat is not None
        if may.raise_to:
            table.act(seat, "bet" if may.lift is Act.BET else "raise", may.raise_to[1])
        else:
            table.act(seat, "check" if may.check else "call")
    table.run_out()
    return table.coins


def theirs(table: Table, deck: tuple[Card, ...]) -> list[int]:
    """The same hand in pokerkit: the first player all in, the others call; stacks in order of our seats."""
    order = table.hand.order
    unit = table.hand.unit
    blinds = [unit, *[0] * (len(order) - 2), 2 * unit]
    state = pokerkit.NoLimitTexasHoldem.create_state(
        AUTOMATIONS, True, 0, blinds, 2 * unit, [table.hand.places[seat].start for seat in order], len(order)
    )
    held = {hole.seat: hole.cards for hole in table.state.secret.holes[1]}
    for seat in order:
        state.deal_hole(text(held[seat]).replace(" ", ""))
    while state.actor_index is not None:
        if state.can_complete_bet_or_raise_to():
            state.complete_bet_or_raise_to(state.max_completion_betting_or_raising_to_amount)
        else:
            state.check_or_call()
    board = text(deck[2 * len(order) : 2 * len(order) + 5]).split()
    for street in (board[:3], board[3:4], board[4:]):
        state.burn_card("??")
        state.deal_board("".join(street))
    after = dict(zip(order, state.stacks, strict=True))
    return [after[seat] for seat in sorted(order)]


def test_H10_pay_outs_of_random_all_in_hands_equal_pokerkits() -> None:
    dice = Random(11)
    shared = differ = 0
    for _ in range(HANDS):
        unit = dice.choice([1, 2, 5])
        stacks = tuple(dice.randint(2 * unit, 60 * unit) for _ in range(dice.randint(2, 4)))
        table = Table(stacks, unit=unit)
        deck = tuple(dice.sample(DECK[: dice.choice([24, 52])], 13))
        seats = tuple(range(1, len(stacks) + 1))
        place = dice.randrange(len(stacks))
        table.fold(play.start(table.state, seats[place:] + seats[:place], True, deck, 0))
        expected = theirs(table, deck)
        found = ours(table)
        if any(pot.coins % len(pot.shares) > 1 for pot in table.hand.pots):
            differ += 1
            continue
        assert found == expected
        shared += any(len(pot.shares) > 1 for pot in table.hand.pots)
    assert shared > 20
    assert differ < 5
