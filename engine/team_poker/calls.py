"""Ballots that the host can cast for seats which call them out."""

from dataclasses import dataclass

from engine.game import Seat
from engine.team_poker.allowed import after_press, may_vote
from engine.team_poker.commands import CallBallot
from engine.team_poker.state import Public


@dataclass(frozen=True)
class Call:
    """The command for one seat and one candidate: takes the seat's hand down where it is `up`, or raises it there."""

    seat: Seat
    letter: str
    up: bool
    command: CallBallot


def calls(table: Public) -> tuple[Call, ...]:
    """Every seat that may vote with every candidate, by seat and letter (T7)."""
    candidates = sorted(table.candidates, key=lambda one: one.letter)
    most = table.settings.ballots
    return tuple(
        Call(
            seat,
            candidate.letter,
            candidate.hand in table.ballots.get(seat, ()),
            CallBallot(table.round, seat, after_press(table.ballots.get(seat, ()), candidate.hand, most)),
        )
        for seat in table.seats
        if may_vote(table, seat)
        for candidate in candidates
    )
