"""What a table leaves behind: every deal with its sets, rows, royalties and pairs, and the totals of who has left."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.chinese_poker.rows import Row, row_strength
from engine.chinese_poker.state import State
from engine.game import Cell, Named, Seat, Sentence, Sheet


def record(state: State) -> Mapping[str, Any]:
    """All deals that are over, and the points of players whose seats others took."""
    return {"deals": state.public.results, "departed": state.public.departed}


def scored(state: State) -> tuple[Mapping[Seat, int], ...]:
    """A sheet of its own tells the points of each deal: seats come and go in between."""
    return ()


def sheets(state: State) -> tuple[Sheet, ...]:
    """Points of each deal, rows of each set, and one seat against another; who has left, if anybody."""
    return (_deals(state), _rows(state), _pairs(state), *((_departed(state),) if state.public.departed else ()))


def _deals(state: State) -> Sheet:
    rows = [
        (
            result.deal,
            one.seat,
            Named(one.seat, result.deal),
            _said("cell_fouled") if one.fouled else _said("cell_in_order"),
            sum(one.royalties),
            score.points,
            could.points,
        )
        for result in state.public.results
        for one, score, could in zip(result.sets, result.scores, result.possible, strict=True)
    ]
    return _sheet("deals", ("deal", "seat", "name", "order", "royalties", "points", "possible"), rows)


def _rows(state: State) -> Sheet:
    rows = [
        (
            result.deal,
            one.seat,
            Named(one.seat, result.deal),
            _said(f"cell_{row.value}"),
            one.rows.of(row),
            _said(f"cell_{row_strength(one.rows.of(row)).category.name.lower()}"),
            royalty,
        )
        for result in state.public.results
        for one in result.sets
        for row, royalty in zip(Row, one.royalties, strict=True)
    ]
    return _sheet("rows", ("deal", "seat", "name", "row", "cards", "hand", "royalty"), rows)


def _pairs(state: State) -> Sheet:
    rows: list[tuple[Cell, ...]] = [
        (
            result.deal,
            Named(pair.first, result.deal),
            Named(pair.second, result.deal),
            *pair.rows,
            pair.sweep,
            pair.royalties,
            pair.points,
        )
        for result in state.public.results
        for pair in result.pairs
    ]
    columns = ("deal", "name", "against", "front", "middle", "back", "sweep", "royalties", "points")
    return _sheet("pairs", columns, rows)


def _departed(state: State) -> Sheet:
    rows = [(one.seat, Named(one.seat, one.deal), one.points) for one in state.public.departed]
    return _sheet("departed", ("seat", "name", "points"), rows)


def _sheet(key: str, columns: tuple[str, ...], rows: Sequence[tuple[Cell, ...]]) -> Sheet:
    return Sheet(
        _said(f"sheet_{key}"), tuple(_said(f"column_{name}") for name in columns), tuple(rows), printed=key == "deals"
    )


def _said(key: str) -> Sentence:
    return Sentence(key, {})
