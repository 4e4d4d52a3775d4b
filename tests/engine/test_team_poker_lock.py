"""Nominations lock, and what stands and lapses then (T5)."""

import pytest

from engine.game import Bell, Host, Player, SeatViewer
from engine.room.view import view
from engine.team_poker.commands import Decline, Invite, LockNominations, PledgeCards, ProposeHand, TakeBack
from engine.team_poker.phase import Phase
from tests.engine.moves import dealt, free, lock, make, propose


@pytest.mark.pitfall("beatify 1111", "beatify 596")
def test_T5_the_countdown_locks_nominations() -> None:
    drive = dealt()
    make(drive, 1, 2, 3)
    make(drive, 4, 5, 6)
    drive.pass_time(600_000)
    assert (drive.table.phase, drive.rows[-1].actor) == (Phase.MATCHED, Bell())


def test_T5_unfinished_hands_lapse_at_the_lock() -> None:
    drive = dealt()
    hands = {make(drive, 1, 2, 3), make(drive, 4, 5, 6), make(drive, 1, 2, 3)}
    propose(drive, 7, 2, [8])
    lock(drive)
    assert set(drive.secret.hands) == hands
    assert free(drive, 7) == drive.secret.held[7]
    assert not view(drive.state, SeatViewer(8)).game.invitations
    assert not view(drive.state, SeatViewer(7)).game.hands


def test_T5_after_the_lock_nothing_is_pledged_or_taken_back() -> None:
    drive = dealt()
    hand = make(drive, 1, 2, 3)
    make(drive, 4, 5, 6)
    lock(drive)
    own = drive.secret.held[1]
    commands = (
        ProposeHand(1, own[1:2], ()),
        PledgeCards(1, hand, own[1:2]),
        TakeBack(1, hand, own[:1]),
        Invite(1, hand, (9,)),
        Decline(1, hand),
    )
    for command in commands:
        assert drive.refusal(Player(1), command) == "nominations_locked"


def test_T5_only_the_host_and_the_clock_lock_nominations() -> None:
    drive = dealt()
    assert drive.refusal(Player(1), LockNominations(1)) == "not_allowed"
    assert drive.refusal(Bell(), LockNominations(1)) == "not_due"


@pytest.mark.parametrize("round_meant", [0, 2])
def test_T5_a_lock_that_means_another_round_is_refused(round_meant: int) -> None:
    assert dealt().refusal(Host(), LockNominations(round_meant)) == "already_done"


def test_T5_a_second_lock_is_refused() -> None:
    drive = dealt()
    lock(drive)
    assert drive.refusal(Host(), LockNominations(1)) == "already_done"
