"""Recounts a Team Poker event from the cards recorded in its JSON export. It shares nothing with the engine.

Rules T6-T14 and S1-S5 are written down here a second time, slowly, so that the product can be held against them.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise, permutations
from typing import Any

Export = dict[str, Any]


@dataclass
class Recount:
    """What each seat should have, by seat number."""

    points: Counter[int] = field(default_factory=Counter)
    penalties: Counter[int] = field(default_factory=Counter)
    by_hand: Counter[int] = field(default_factory=Counter)
    destroyed: set[str] = field(default_factory=set)
    outcomes: list[str] = field(default_factory=list)
    after_rounds: list[dict[int, int]] = field(default_factory=list)

    def totals(self, seats: Iterable[int]) -> dict[int, int]:
        return {seat: self.total(seat) for seat in sorted(seats)}

    def total(self, seat: int) -> int:
        return self.points[seat] + self.penalties[seat] + self.by_hand[seat]


def facts(export: Export) -> list[tuple[str, Any]]:
    """All events of the rows in order, as (type, body)."""
    contents = [row["content"] for row in export["log"] if "content" in row]
    undone = {number for kind, body in _events(contents) if kind == "Undone" for number in body["rows"]}
    return _events(content for content in contents if content["number"] not in undone)


def recount(export: Export) -> Recount:
    """Points and penalties from the deal, the pledges, the ballots and the cards alone."""
    recorded = facts(export)
    settings = {"on_tie": "none", "straight_order": "equal"}
    hands_of: dict[int, set[str]] = {}
    main_deck: list[str] = []
    pledged: dict[str, list[tuple[int, str]]] = {}
    result = Recount()
    for kind, body in recorded:
        if kind == "SettingsChanged":
            settings = body["settings"]
        elif kind == "CardsDealt":
            hands_of = {dealt["seat"]: set(dealt["cards"]) for dealt in body["hands"]}
            main_deck = list(body["main_deck"])
        elif kind == "CardsPledged":
            pledged.setdefault(body["hand"], []).extend((body["seat"], card) for card in body["cards"])
        elif kind == "CardsTakenBack":
            pledged[body["hand"]] = [one for one in pledged[body["hand"]] if one[1] not in body["cards"]]
        elif kind == "NominationsLocked" and len(body["candidates"]) < 2:
            _penalise(result, set(hands_of), [pledged[hand] for hand in body["candidates"]])
            pledged = {}
            result.after_rounds.append(result.totals(hands_of))
        elif kind == "HandsMatched":
            sides = [pledged[hand] for hand in body["hands"]]
            _own_cards_only(sides, hands_of, result.destroyed)
            neutral, main_deck = main_deck[:2], main_deck[2:]
            _showdown(result, sides, neutral, settings)
            pledged = {}
            result.after_rounds.append(result.totals(hands_of))
        elif kind == "PointsGiven":
            result.by_hand[body["seat"]] += body["points"]
    return result


def _events(contents: Any) -> list[tuple[str, Any]]:
    return [(event["type"], event["body"]) for content in contents for event in content["events"]]


def _penalise(result: Recount, seats: set[int], candidates: list[list[tuple[int, str]]]) -> None:
    spared = {seat for pledges in candidates for seat, _ in pledges}
    result.outcomes.append("lone" if candidates else "none")
    for seat in seats - spared:
        result.penalties[seat] -= 1


def _own_cards_only(sides: list[list[tuple[int, str]]], hands_of: dict[int, set[str]], destroyed: set[str]) -> None:
    for pledges in sides:
        assert len(pledges) == 3
        for seat, card in pledges:
            assert card in hands_of[seat], "a card is played by the seat that it was dealt to (T2)"
            assert card not in destroyed, "a destroyed card never comes back (T11)"


def _showdown(
    result: Recount, sides: list[list[tuple[int, str]]], neutral: list[str], settings: dict[str, Any]
) -> None:
    strengths = [
        ring_strength([card for _, card in pledges] + neutral, settings["straight_order"]) for pledges in sides
    ]
    if strengths[0] == strengths[1]:
        scoring = sides if settings["on_tie"] == "both" else []
        result.outcomes.append("tie")
    else:
        scoring = [sides[strengths.index(max(strengths))]]
        result.outcomes.append("showdown")
    for seat in {seat for pledges in scoring for seat, _ in pledges}:
        result.points[seat] += 1
    result.destroyed |= {card for pledges in sides for _, card in pledges} | set(neutral)


def ring_strength(cards: list[str], straight_order: str) -> tuple[int, list[int]]:
    """Category and what compares within it, for five cards on the ring (S2, S4, S5)."""
    ranks = ["23456789TJQKA".index(card[0]) for card in cards]
    counts = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    shape = [count for count, _ in counts]
    order = [rank for _, rank in counts]
    flush = len({card[1] for card in cards}) == 1
    last = _end_of_run(ranks)
    if last is not None:
        return (8 if flush else 4, [last] if straight_order == "high_card" else [])
    if shape == [4, 1]:
        return 7, order
    if shape == [3, 2]:
        return 6, order
    if flush:
        return 5, order
    return {(3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}[tuple(shape)], order


def _end_of_run(ranks: list[int]) -> int | None:
    """The last rank of a run around the circle of thirteen, found by trying every order."""
    for run in permutations(ranks):
        if all((higher - lower) % 13 == 1 for lower, higher in pairwise(run)):
            return run[-1]
    return None
