"""A seat that calls its choice out is played by the host's word, and the ledger says so."""

import pytest

from engine.game import Bell, Host, HostViewer, Player, PublicViewer, Room, Seat, Sentence
from engine.room.commands import Guest, Keeper, Pause, SetAbsent, Undo
from engine.room.tell import actor_shown, sentences
from engine.room.view import view
from engine.team_poker.commands import CallBallot, CastBallot
from engine.team_poker.events import BallotCalled
from tests.engine.drive import Drive
from tests.engine.moves import back, close, dealt, lock, make


def voting(**settings: int) -> tuple[Drive, list[str]]:
    """A vote on three hands."""
    drive = dealt(**settings)
    hands = [make(drive, seat, seat, seat) for seat in (1, 2, 3)]
    lock(drive)
    return drive, hands


def calls(drive: Drive, seat: Seat) -> dict[str, tuple[bool, CallBallot]]:
    """What the host's page offers for a seat, by letter: whether its hand is up, and the command."""
    offered = view(drive.state, HostViewer()).game.calls
    return {call.letter: (call.up, call.command) for call in offered if call.seat == seat}


def test_T7_a_ballot_by_the_hosts_word_counts_and_can_be_changed_by_the_seat_itself() -> None:
    drive, hands = voting()
    assert drive.host(CallBallot(1, 7, (hands[1],))) == (BallotCalled(1, 7, (hands[1],)),)
    assert drive.table.ballots == {7: (hands[1],)}
    back(drive, 7, hands[2])
    assert drive.table.ballots == {7: (hands[2],)}
    drive.host(CallBallot(1, 7, ()))
    assert drive.table.ballots == {7: ()}


def test_the_ledger_names_the_host_and_the_seat() -> None:
    drive, hands = voting()
    drive.host(CallBallot(1, 7, (hands[1],)))
    row = drive.rows[-1]
    told = Sentence("ballot_called", {"seat": 7, "letters": ("B",)})
    for viewer in (HostViewer(), PublicViewer()):
        assert sentences(drive.state, row, viewer) == (told,)
        assert row.actor == Host() and actor_shown(drive.state, row, viewer)


@pytest.mark.parametrize("actor", [Player(7), Player(3), Bell(), Room(), Guest("f" * 64), Keeper()])
def test_nobody_but_the_host_casts_a_ballot_for_another(actor: Player | Bell | Room | Guest | Keeper) -> None:
    drive, hands = voting()
    assert drive.refusal(actor, CallBallot(1, 7, (hands[1],))) in ("not_allowed", "not_due")
    assert drive.refusal(Host(), CastBallot(1, (hands[1],))) == "not_allowed"


def test_T7_T15_what_holds_for_a_ballot_holds_for_one_by_the_hosts_word() -> None:
    drive, hands = voting()
    drive.host(SetAbsent(4, True))
    back(drive, 7, hands[0])
    for command, reason in (
        (CallBallot(1, 4, (hands[0],)), "is_absent"),
        (CallBallot(1, 14, (hands[0],)), "no_such_seat"),
        (CallBallot(2, 7, (hands[1],)), "other_round"),
        (CallBallot(1, 7, (hands[0],)), "already_counted"),
        (CallBallot(1, 7, ("x",)), "no_such_candidate"),
        (CallBallot(1, 7, (hands[1], hands[1])), "ballot_repeated"),
        (CallBallot(1, 7, (hands[1], hands[2])), "too_many_ballots"),
    ):
        assert drive.refusal(Host(), command) == reason
    drive.host(Pause())
    assert drive.refusal(Host(), CallBallot(1, 7, (hands[1],))) == "clock_stopped"


def test_T7_before_the_vote_and_after_it_there_is_nothing_to_call() -> None:
    drive = dealt()
    hands = [make(drive, seat, seat, seat) for seat in (1, 2, 3)]
    assert drive.refusal(Host(), CallBallot(1, 7, (hands[0],))) == "vote_not_open"
    assert not calls(drive, 7)
    lock(drive)
    close(drive)
    assert drive.refusal(Host(), CallBallot(1, 7, (hands[0],))) == "vote_closed"
    assert not calls(drive, 7)


@pytest.mark.parametrize("ballots", [1, 2])
def test_T7_what_the_hosts_page_offers_is_accepted_and_follows_the_seats_hands(ballots: int) -> None:
    drive, hands = voting(ballots=ballots)
    drive.host(SetAbsent(4, True))
    assert not calls(drive, 4) and set(calls(drive, 7)) == {"A", "B", "C"}
    for letter in "ABC":
        up, command = calls(drive, 7)[letter]
        assert not up
        drive.host(command)
        assert calls(drive, 7)[letter][0]
    assert set(drive.table.ballots[7]) == set(hands[-ballots:])
    drive.host(calls(drive, 7)["C"][1])
    assert set(drive.table.ballots[7]) == set(hands[3 - ballots : 2])


def test_a_ballot_by_the_hosts_word_is_a_step_that_can_be_taken_back() -> None:
    drive, hands = voting()
    back(drive, 7, hands[0])
    drive.host(CallBallot(1, 7, (hands[1],)))
    drive.host(Undo(drive.state.number, "misheard", past_reveal=False))
    assert drive.table.ballots == {7: (hands[0],)}
