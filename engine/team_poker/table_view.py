"""What the whole room knows of a Team Poker event: made of public state alone, so that no secret can get in."""

from dataclasses import dataclass

from engine.cards import Card, in_order
from engine.game import Instant, Seat
from engine.hands import HandName, name
from engine.remembered import remembered
from engine.team_poker.allowed import playing
from engine.team_poker.phase import Outcome, Phase
from engine.team_poker.rules import HAND_CARDS, NEUTRAL_CARDS, Settings, cut
from engine.team_poker.state import Public, Result


@dataclass(frozen=True)
class CandidateView:
    """An announced hand: members by name, cards face down, hands raised for it."""

    hand: str
    letter: str
    members: tuple[Seat, ...]
    backers: tuple[Seat, ...]
    tied: bool
    """While the vote runs: stands level across the cut. Afterwards: was among those drawn from."""
    chosen: bool
    drawn: bool
    """Came in by the draw."""


@dataclass(frozen=True)
class SideView:
    """One of the two hands that meet. `cards` are None while face down; `name` is what the five cards make."""

    hand: str
    letter: str
    members: tuple[Seat, ...]
    cards: tuple[Card | None, ...]
    name: HandName | None
    won: bool


@dataclass(frozen=True)
class ShowdownView:
    """Two hands that meet, step by step; `scoring` are seats that have won a point by it (T9-T12)."""

    sides: tuple[SideView, SideView]
    neutral: tuple[Card | None, Card | None]
    decided: bool
    tie: bool
    scoring: tuple[Seat, ...]


@dataclass(frozen=True)
class RoundView:
    """One line of what happened in a round that is over."""

    round: int
    outcome: Outcome
    letters: tuple[str, ...]
    winner: str
    scoring: tuple[Seat, ...]
    penalised: tuple[Seat, ...]


@dataclass(frozen=True)
class TableView:
    """What the whole room knows."""

    settings: Settings
    phase: Phase
    round: int
    seats: tuple[Seat, ...]
    absent: tuple[Seat, ...]
    deadline: Instant | None
    candidates: tuple[CandidateView, ...]
    silent: tuple[Seat, ...]
    """Seats that may vote and have no hand up."""
    drawn: bool
    """A draw settled who meets."""
    showdown: ShowdownView | None
    penalised: tuple[Seat, ...]
    destroyed: tuple[Card, ...]
    just_destroyed: tuple[Card, ...]
    """In the last round that is over (T11)."""
    main_deck_left: int
    results: tuple[RoundView, ...]


@remembered
def table_view(table: Public) -> TableView:
    """The room's view of an event in any phase."""
    present = playing(table)
    return TableView(
        settings=table.settings,
        phase=table.phase,
        round=table.round,
        seats=table.seats,
        absent=tuple(sorted(table.absent)),
        deadline=table.deadline,
        candidates=_candidates(table),
        silent=tuple(seat for seat in present if not table.ballots.get(seat)) if table.phase is Phase.VOTING else (),
        drawn=table.draw is not None,
        showdown=_showdown(table) if table.matched else None,
        penalised=table.penalised,
        destroyed=table.destroyed,
        just_destroyed=_destroyed(table.results[-1]) if table.results else (),
        main_deck_left=table.main_deck_left,
        results=rounds(table),
    )


def _candidates(table: Public) -> tuple[CandidateView, ...]:
    tied, drawn = _tied(table)
    return tuple(
        CandidateView(
            hand=candidate.hand,
            letter=candidate.letter,
            members=candidate.members,
            backers=tuple(sorted(seat for seat, hands in table.ballots.items() if candidate.hand in hands)),
            tied=candidate.hand in tied,
            chosen=candidate.hand in table.matched,
            drawn=candidate.hand in drawn,
        )
        for candidate in sorted(table.candidates, key=lambda one: one.letter)
    )


def _tied(table: Public) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who stands level across the cut, as it is now or as it was drawn, and who was drawn (T8)."""
    if table.draw:
        return table.draw.tied, table.draw.drawn
    if table.phase is Phase.VOTING and any(table.ballots.values()):
        return cut(table.votes()).tied, ()
    return (), ()


def _showdown(table: Public) -> ShowdownView:
    decided = table.phase is Phase.WINNER
    first, second = (_side(table, hand, decided) for hand in table.matched)
    shown = (*table.neutral, None, None)
    return ShowdownView(
        sides=(first, second),
        neutral=(shown[0], shown[1]),
        decided=decided,
        tie=decided and not table.winner,
        scoring=table.scoring,
    )


def _side(table: Public, hand: str, decided: bool) -> SideView:
    candidate = next(one for one in table.candidates if one.hand == hand)
    shown = next((one for one in table.shown if one.hand == hand), None)
    cards = in_order(pledge.card for pledge in shown.pledges)[::-1] if shown else ()
    five = (*cards, *table.neutral)
    return SideView(
        hand=hand,
        letter=candidate.letter,
        members=candidate.members,
        cards=cards or (None,) * HAND_CARDS,
        name=name(five, table.settings.straight_order) if len(five) == HAND_CARDS + NEUTRAL_CARDS else None,
        won=decided and table.winner == hand,
    )


def _destroyed(result: Result) -> tuple[Card, ...]:
    """Each hand in order, then the neutral cards; none where nothing met."""
    hands = [in_order(pledge.card for pledge in side.pledges)[::-1] for side in result.sides]
    return (*(card for hand in hands for card in hand), *result.neutral)


def rounds(table: Public) -> tuple[RoundView, ...]:
    """Every round that is over."""
    return tuple(_round(result) for result in table.results)


def _round(result: Result) -> RoundView:
    letters = {candidate.hand: candidate.letter for candidate in result.candidates}
    met = tuple(letters[side.hand] for side in result.sides) or tuple(letters.values())
    return RoundView(
        round=result.round,
        outcome=result.outcome,
        letters=met,
        winner=letters.get(result.winner, ""),
        scoring=result.scoring,
        penalised=result.penalised,
    )
