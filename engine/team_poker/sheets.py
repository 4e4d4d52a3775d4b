"""What an event leaves behind as tables: its rounds, who voted for what, and, once it is over, where each card went."""

from collections.abc import Iterator, Sequence

from engine.cards import DECK, Card, in_order
from engine.game import Cell, Fact, Named, Seat, Sentence, Sheet
from engine.hands import name
from engine.team_poker.phase import Phase
from engine.team_poker.rules import Settings
from engine.team_poker.state import Candidate, Result, State

_NOTHING: Cell = ()


def sheets(state: State) -> tuple[Sheet, ...]:
    """Rounds and ballots; the cards only after the last round, when the seed has told them all (F4)."""
    over = state.public.phase is Phase.FINAL
    return (_rounds(state), _ballots(state), *((_cards(state),) if over else ()))


def scored(state: State) -> tuple[dict[Seat, int], ...]:
    """What each round that is over brought each seat that was dealt in (T11, T6)."""
    table = state.public
    return tuple(
        {seat: int(seat in result.scoring) - int(seat in result.penalised) for seat in table.seats}
        for result in table.results
    )


def _rounds(state: State) -> Sheet:
    """A row for each hand that stood in a round, by letter; a round without one has a row of its own."""
    columns = (
        "round",
        "outcome",
        "hand",
        "members",
        "votes",
        "draw",
        "cards",
        "makes",
        "neutral",
        "scoring",
        "penalised",
    )
    rows = [
        (*_outcome(result), *hand, *_penalised(result, first=place == 0))
        for result in state.public.results
        for place, hand in enumerate(_hands(result, state.public.settings))
    ]
    return _sheet("rounds", columns, rows, printed=True)


def _outcome(result: Result) -> tuple[Cell, Cell]:
    return result.round, _said(f"cell_{result.outcome.value}")


def _hands(result: Result, settings: Settings) -> list[tuple[Cell, ...]]:
    candidates = sorted(result.candidates, key=lambda one: one.letter)
    return [_hand(result, one, settings) for one in candidates] or [(_NOTHING,) * 8]


def _hand(result: Result, candidate: Candidate, settings: Settings) -> tuple[Cell, ...]:
    side = next((one for one in result.sides if one.hand == candidate.hand), None)
    cards = in_order(pledge.card for pledge in side.pledges)[::-1] if side else ()
    scores = side and result.winner in (candidate.hand, "")  # who holds cards in both hands scores by the winner alone
    return (
        _letters(candidate.letter),
        _seats(candidate.members),
        sum(candidate.hand in hands for _, hands in result.ballots),
        _draw(result, candidate.hand),
        cards,
        name((*cards, *result.neutral), settings.straight_order) if side else _NOTHING,
        result.neutral if side else _NOTHING,
        _seats(tuple(seat for seat in candidate.members if scores and seat in result.scoring)),
    )


def _draw(result: Result, hand: str) -> Cell:
    """Whether the hand stood level across the cut, and whether chance took it (T8)."""
    if not result.draw or hand not in result.draw.tied:
        return _NOTHING
    return _said("cell_drawn" if hand in result.draw.drawn else "cell_level")


def _penalised(result: Result, first: bool) -> tuple[Cell]:
    return (_seats(result.penalised) if first else _NOTHING,)


def _ballots(state: State) -> Sheet:
    """A row for each seat that had a hand up when a vote closed (T7)."""
    rows = [
        (result.round, seat, Named(seat), _letters(*_raised_for(result, hands)))
        for result in state.public.results
        for seat, hands in result.ballots
        if hands
    ]
    return _sheet("ballots", ("round", "seat", "name", "hands"), rows)


def _raised_for(result: Result, hands: Sequence[str]) -> list[str]:
    return sorted(candidate.letter for candidate in result.candidates if candidate.hand in hands)


def _cards(state: State) -> Sheet:
    """A row for each card of the deck: to whom it was dealt, in which round it lay on the table, where it is now."""
    found = {card: row for card, *row in (*_played(state), *_unplayed(state))}
    columns = ("card", "dealt_to", "round", "played_in", "now")
    return _sheet("cards", columns, [((card,), *found[card]) for card in DECK])


def _played(state: State) -> Iterator[tuple[Card, Cell, Cell, Cell, Cell]]:
    """The cards that have met, destroyed since (T11)."""
    gone = _said("cell_destroyed")
    for result in state.public.results:
        letters = {candidate.hand: candidate.letter for candidate in result.candidates}
        for side in result.sides:
            for pledge in side.pledges:
                yield pledge.card, Named(pledge.seat), result.round, _letters(letters[side.hand]), gone
        for card in result.neutral:
            yield card, _said("cell_main_deck"), result.round, _said("cell_neutral"), gone


def _unplayed(state: State) -> Iterator[tuple[Card, Cell, Cell, Cell, Cell]]:
    for seat, cards in state.secret.held.items():
        for card in cards:
            yield card, Named(seat), _NOTHING, _NOTHING, _said("cell_held")
    for card in state.secret.main_deck:
        yield card, _said("cell_main_deck"), _NOTHING, _NOTHING, _said("cell_main_deck")


def _letters(*letters: str) -> Cell:
    return _said("cell_letters", letters=letters) if letters else _NOTHING


def _seats(seats: tuple[Seat, ...]) -> Cell:
    return _said("cell_seats", seats=seats) if seats else _NOTHING


def _sheet(key: str, columns: Sequence[str], rows: Sequence[tuple[Cell, ...]], printed: bool = False) -> Sheet:
    heads = tuple(_said(f"column_{column}") for column in columns)
    return Sheet(_said(f"sheet_{key}"), heads, tuple(rows), in_csv=False, printed=printed)


def _said(key: str, **facts: Fact) -> Sentence:
    return Sentence(key, facts)
