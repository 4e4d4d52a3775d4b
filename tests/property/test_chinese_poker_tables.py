"""Random tables of Chinese Poker, with everything that people press: what must hold does so after every row."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine.cards import DECK, in_order
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
from engine.chinese_poker.phase import Objective, Phase, SortOrder
from engine.chinese_poker.rows import SIZES, Row
from engine.chinese_poker.royalties import RoyaltyTable
from engine.chinese_poker.rules import Settings
from engine.game import Host, Player, Refused
from engine.registry import GAMES
from engine.room.commands import (
    CallDeal,
    CommitAnew,
    FillWithBots,
    FreeSeat,
    Guest,
    Pause,
    Resume,
    SetAbsent,
    TakeSeat,
    Undo,
)
from engine.room.fold import fold
from tests.engine.drive import Drive

STEPS = 220


def moves(drive: Drive, dice: Random) -> Iterator[tuple[Any, Any]]:
    """Endless things that somebody might press now, most of them for this deal."""
    while True:
        table = drive.table
        deal = table.deal + (dice.random() < 0.03)
        seat = dice.choice([1, 2, 3, 4])
        held = drive.secret.held.get(seat, DECK[:13])
        some = tuple(dice.sample(held if dice.random() < 0.95 else DECK, dice.randrange(1, 6)))
        for_seats: list[Any] = [
            PlaceCards(deal, some, dice.choice(list(Row))),
            PlaceCards(deal, some[:2], dice.choice(list(Row))),
            LiftCards(deal, some[:2]),
            SwapCards(deal, some[:2]),
            SortCards(deal, dice.choice(list(SortOrder))),
            ArrangeForMe(deal, dice.choice(list(Objective))),
            SubmitSet(deal, dice.random() < 0.5),
            SubmitSet(deal, dice.random() < 0.5),
            TakeBackSet(deal),
        ]
        for_host: list[Any] = [
            CallDeal(),
            Next(deal, table.phase),
            Next(deal, dice.choice(list(Phase))),
            CloseSetting(deal) if dice.random() < 0.3 else Resume(),
            CloseTable(deal) if table.phase is Phase.POINTS else FillWithBots(),
            SetAbsent(seat, dice.random() < 0.4),
            FreeSeat(seat) if dice.random() < 0.3 else Resume(),
            Pause() if dice.random() < 0.05 else Resume(),
            CommitAnew(dice.randbytes(32).hex()) if dice.random() < 0.1 else Next(deal, table.phase),
            ChangeSettings(Settings(royalties=dice.choice([RoyaltyTable.OPEN_FACE, RoyaltyTable.NONE]))),
            *(Undo(step.number, "why", past_reveal=True) for step in drive.state.past[-1:] if dice.random() < 0.2),
        ]
        yield (Player(seat), dice.choice(for_seats)) if dice.random() < 0.7 else (Host(), dice.choice(for_host))
        if dice.random() < 0.05:
            yield Guest(f"{dice.randrange(9)}"), TakeSeat(f"Guest {dice.randrange(99)}")


def check(drive: Drive) -> None:
    """What holds at any table at any time."""
    table, secret = drive.table, drive.secret
    for seat, rows in secret.rows.items():
        assert len(set(rows.cards)) == len(rows.cards)
        assert set(rows.cards) <= set(secret.held[seat])
        assert all(len(rows.of(row)) <= SIZES[row] for row in Row)
    dealt = [card for held in secret.held.values() for card in held]
    assert len(set(dealt)) == len(dealt) == 13 * len(secret.held)
    for result in table.results:
        assert sum(score.points for score in result.scores) == 0
        assert not any(one.set.fouled for one in result.possible)
        assert all(sum(one.royalties) == 0 for one in result.sets if one.fouled)
        assert in_order(result.sets[0].rows.cards) == in_order(result.possible[0].set.rows.cards)
    gone = sum(one.points for one in table.departed)
    assert sum(table.totals.values()) + gone == 0
    assert table.submitted <= set(table.seats)
    assert (table.deadline is not None) == (table.phase is Phase.SETTING)
    if table.phase not in (Phase.WAITING, Phase.SETTING):
        assert table.submitted == set(table.seats)


def played(seed: int) -> Drive:
    """A table after so many presses, checked after each that was accepted."""
    drive, dice = Drive(game="chinese_poker"), Random(seed)
    drive.take_seats(dice.choice([2, 3, 4]))
    for (actor, command), _ in zip(moves(drive, dice), range(STEPS), strict=False):
        drive.pass_time(dice.randrange(3_000))
        try:
            drive.say(actor, command)
        except Refused:
            continue
        check(drive)
    return drive


@pytest.mark.parametrize("seed", range(40))
def test_random_tables_keep_cards_rows_and_points_together(seed: int) -> None:
    drive = played(seed)
    assert fold(drive.rows) == drive.state


def test_random_tables_come_to_everything_that_can_happen() -> None:
    tables = [played(seed) for seed in range(40)]
    sets = [one for drive in tables for result in drive.table.results for one in result.sets]
    assert len(sets) > 40
    assert {one.fouled for one in sets} == {False, True}
    assert any(drive.table.departed for drive in tables)
    accepted = set().union(*(drive.accepted for drive in tables))
    assert set(GAMES["chinese_poker"].COMMANDS) <= accepted
