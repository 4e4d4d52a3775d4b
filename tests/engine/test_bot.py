"""Bots: what they do is allowed, comes from their own view, and brings an event to its end."""

from random import Random
from typing import Any

import pytest

from engine.game import SeatViewer, Temper
from engine.room.commands import CallDeal, FillWithBots, Pace, SetAbsent, SetBots
from engine.room.view import view
from engine.team_poker import choose
from engine.team_poker.commands import CastBallot, ProposeHand
from engine.team_poker.phase import Outcome, Phase
from tests.engine.drive import Drive, bots_play
from tests.engine.moves import dealt, lock, make, phase

active = pytest.mark.parametrize("temper", [Temper.LOYAL, Temper.GREEDY])


def chosen(drive: Drive, seat: int, temper: Temper, polls: int = 60) -> list[Any]:
    """What a bot in this seat might do now."""
    seen = view(drive.state, SeatViewer(seat)).game
    return [command for number in range(polls) if (command := choose(seen, Random(number), temper))]


@pytest.mark.parametrize("tempers", [(Temper.LOYAL,), (Temper.GREEDY,), tuple(Temper)])
def test_bots_play_an_event_to_its_end_with_showdowns_in_it(tempers: tuple[Temper, ...]) -> None:
    number = len(tempers)
    drive = Drive(seed=f"{number:064x}")
    drive.host(FillWithBots())
    if tempers != drive.state.bots.tempers:
        drive.host(SetBots(tempers, Pace.NORMAL))
    drive.host(CallDeal())
    bots_play(drive, Random(number))
    assert phase(drive) is Phase.FINAL
    outcomes = [result.outcome for result in drive.table.results]
    assert Outcome.SHOWDOWN in outcomes or Outcome.TIE in outcomes


@active
def test_a_bot_mostly_waits(temper: Temper) -> None:
    drive = dealt()
    assert 0 < len(chosen(drive, 1, temper, polls=200)) < 100


@active
def test_a_bot_votes_once_and_first_for_its_own(temper: Temper) -> None:
    drive = dealt()
    hands = [make(drive, seat, seat, seat) for seat in (1, 2, 3)]
    lock(drive)
    assert set(map(repr, chosen(drive, 2, temper))) == {repr(CastBallot(1, (hands[1],)))}
    drive.seat(2, CastBallot(1, (hands[0],)))
    assert not chosen(drive, 2, temper)


@active
def test_bots_that_are_absent_do_nothing(temper: Temper) -> None:
    drive = dealt()
    drive.host(SetAbsent(1, True))
    assert not chosen(drive, 1, temper)


@active
def test_a_bot_does_nothing_before_the_deal(temper: Temper) -> None:
    drive = Drive()
    drive.host(FillWithBots())
    assert not chosen(drive, 1, temper)


@active
@pytest.mark.parametrize("here", [1, 2, 3])
def test_the_last_bots_in_the_room_invite_only_who_is_there(here: int, temper: Temper) -> None:
    drive = dealt()
    for seat in range(here + 1, 14):
        drive.host(SetAbsent(seat, True))
    proposals = [command for command in chosen(drive, 1, temper) if isinstance(command, ProposeHand)]
    assert proposals
    assert all(set(command.invited) <= set(range(2, here + 1)) for command in proposals)
    drive.seat(1, proposals[0])
