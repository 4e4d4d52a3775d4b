"""Scores counted anew from what the log says happened, and where every card lies: shares no sum with the engine."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine.cards import DECK, Card
from engine.game import Report, Seat
from engine.hands import strength
from engine.room.events import PointsGiven, Row, Undone
from engine.team_poker.events import (
    AbsenceMarked,
    CandidateAnnounced,
    CandidateWithdrawn,
    CardsDealt,
    CountdownStarted,
    EventEnded,
    HandsShown,
    NeutralShown,
    RoundWon,
    SettingsChanged,
    ShowdownMissed,
    ShownHand,
)
from engine.team_poker.phase import Phase
from engine.team_poker.rules import OnTie, Settings
from engine.team_poker.state import State


@dataclass(frozen=True)
class Tally:
    """What has been won, lost and given so far, and what the next result will be made of."""

    settings: Settings = Settings()
    seats: tuple[Seat, ...] = ()
    absent: frozenset[Seat] = frozenset()
    over: bool = False
    won: tuple[Seat, ...] = ()
    lost: tuple[Seat, ...] = ()
    given: tuple[tuple[Seat, int], ...] = ()
    members: tuple[tuple[str, tuple[Seat, ...]], ...] = ()
    shown: tuple[ShownHand, ...] = ()
    neutral: tuple[Card, ...] = ()

    def after(self, event: Any) -> "Tally":
        """With one more event counted in. Results are worked out from the cards and checked against the event's."""
        match event:
            case SettingsChanged(settings):
                return replace(self, settings=settings)
            case CardsDealt(hands):
                return replace(self, seats=tuple(dealt.seat for dealt in hands))
            case CountdownStarted():
                return replace(self, members=(), shown=(), neutral=())
            case CandidateAnnounced(hand, _, members):
                return replace(self, members=(*self.members, (hand, members)))
            case CandidateWithdrawn(hand):
                return replace(self, members=tuple(pair for pair in self.members if pair[0] != hand))
            case AbsenceMarked(seat, absent):
                return replace(self, absent=self.absent | {seat} if absent else self.absent - {seat})
            case HandsShown(_, shown):
                return replace(self, shown=shown)
            case NeutralShown(_, card):
                return replace(self, neutral=(*self.neutral, card))
            case RoundWon(_, _, scoring):
                assert sorted(scoring) == sorted(self._winners())
                return replace(self, won=(*self.won, *self._winners()))
            case ShowdownMissed(_, _, penalised):
                assert sorted(penalised) == sorted(self._outside())
                return replace(self, lost=(*self.lost, *self._outside()))
            case PointsGiven(seat, points):
                return replace(self, given=(*self.given, (seat, points)))
            case EventEnded():
                return replace(self, over=True)
            case _:
                return self

    def _winners(self) -> set[Seat]:
        """T10-T12."""
        first, second = (
            strength((*(pledge.card for pledge in side.pledges), *self.neutral), self.settings.straight_order)
            for side in self.shown
        )
        winning = [side for side, better in zip(self.shown, (first > second, second > first), strict=True) if better]
        if not winning and self.settings.on_tie is OnTie.BOTH:
            winning = list(self.shown)
        return {pledge.seat for side in winning for pledge in side.pledges}

    def _outside(self) -> set[Seat]:
        """T6, T15."""
        assert len(self.members) < 2
        return set(self.seats) - self.absent - {seat for _, members in self.members for seat in members}

    def check(self, report: Report) -> None:
        """The standings of the engine say the same, in the right order (T13-T15)."""
        assert {line.seat for line in report.standings} == set(self.seats)
        assert report.over is self.over
        here = [line for line in report.standings if not line.absent]
        for line in report.standings:
            by_hand = sum(points for seat, points in self.given if seat == line.seat)
            counted = (self.won.count(line.seat), -self.lost.count(line.seat), by_hand)
            assert (line.points, line.penalties, line.by_hand) == counted
            assert line.total == sum(counted)
            assert line.absent == (line.seat in self.absent)
        for line in here:
            assert line.rank == 1 + sum(other.total > line.total for other in here)
            assert line.winner == (self.over and all(other.total <= line.total for other in here))
            beaten = any(other.total > line.total for other in here)
            assert line.loser == (self.over and beaten and all(other.total >= line.total for other in here))
        assert [line.rank for line in report.standings] == sorted(line.rank for line in report.standings)
        assert not any(line.winner or line.loser for line in report.standings if line.absent)


@dataclass
class Counting:
    """A tally that follows the rows of a log, and what is undone in them."""

    tallies: list[tuple[int, Tally]] = field(default_factory=lambda: [(0, Tally())])

    @property
    def now(self) -> Tally:
        return self.tallies[-1][1]

    def row(self, row: Row) -> None:
        tally = self.now
        for event in row.events:
            if isinstance(event, Undone):
                self.tallies = [(number, kept) for number, kept in self.tallies if number < event.first]
                tally = self.now
            tally = tally.after(event)
        self.tallies.append((row.number, tally))


def check_places(state: State) -> None:
    """Every card is in exactly one place: with a seat that is here or absent, in the main deck, on the table as a
    neutral card, or destroyed.
    """
    table, secret = state.public, state.secret
    on_table = table.neutral if table.phase in (Phase.FIRST_NEUTRAL, Phase.SECOND_NEUTRAL) else ()
    lying = [*secret.main_deck, *table.destroyed, *on_table, *(card for held in secret.held.values() for card in held)]
    assert len(lying) == len(set(lying)) == (len(DECK) if table.seats else 0)
    assert table.main_deck_left == len(secret.main_deck)
    assert set(secret.held) == set(table.seats)
    assert all(len(held) <= 3 for held in secret.held.values())
    _check_hands(state)


def _check_hands(state: State) -> None:
    """Pledged cards are undestroyed ones of their seats, each in one hand; complete hands are the candidates (T4)."""
    table, secret = state.public, state.secret
    pledges = [pledge for hand in secret.hands.values() for pledge in hand.pledges]
    assert len({pledge.card for pledge in pledges}) == len(pledges)
    assert all(pledge.card in secret.held[pledge.seat] for pledge in pledges)
    assert all(1 <= len(hand.pledges) <= 3 for hand in secret.hands.values())
    if secret.hands:
        complete = {hand.hand: hand.members for hand in secret.hands.values() if len(hand.pledges) == 3}
        assert {candidate.hand: candidate.members for candidate in table.candidates} == complete
    _check_letters([candidate.letter for candidate in table.candidates])
    if table.phase is Phase.NOMINATING:
        assert not {pledge.seat for pledge in pledges} & table.absent
    else:
        assert len(secret.hands) in (0, len(table.candidates))


def _check_letters(letters: Sequence[str]) -> None:
    assert len(set(letters)) == len(letters)
