"""Strength of five and of seven cards beside other evaluators, each called as its own documentation says.

Cards are made beforehand in the form that each takes: codes, numbers or card objects.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.metadata import version
from itertools import pairwise
from random import Random
from typing import Any

from _bench import Disagreement, Effort, Line, Sense, timed

from engine.cards import DECK, Card
from engine.hands import Straights, best, strength
from engine.places import codes_of_five, codes_of_seven, place_of_five, place_of_seven

FIVE, SEVEN = 5, 7
WORDS = {FIVE: "Five cards", SEVEN: "Seven cards"}
WANTED = {("treys", FIVE): 3.5, ("eval7", FIVE): 1.8, ("treys", SEVEN): 35.0, ("eval7", SEVEN): 1.5}

Hand = tuple[Card, ...]


@dataclass(frozen=True)
class Peer:
    """An evaluator: `prepared` makes its cards of a hand, `loop` evaluates many such and gives their values.

    `rising` says that a greater value is the stronger hand; one that is slow takes only every `every`-th hand.
    """

    name: str
    prepared: Callable[[Hand], Any]
    loop: Callable[[Sequence[Any]], list[Any]]
    rising: bool
    every: int = 1


def lines(effort: Effort) -> Iterator[Line]:
    """Ours against every peer, five cards and then seven."""
    for size in (FIVE, SEVEN):
        dice = Random(f"{size} cards")
        hands = [tuple(dice.sample(DECK, size)) for _ in range(effort.of(2_000, 400))]
        yield from _compared(size, hands, effort)
        yield _from_cards(size, hands, effort)


def _compared(size: int, hands: Sequence[Hand], effort: Effort) -> Iterator[Line]:
    ours, peers, missing = our_evaluator(size), dict[str, Peer](), dict[str, str]()
    for name, make in PEERS.items():
        try:
            peers[name] = make(size)
        except ImportError as error:
            missing[name] = f"not installed here: {error.name}"
    for peer in peers.values():
        demand_agreement(ours, peer, hands[:: effort.of(2, 2)])
    inputs = {one.name: [one.prepared(hand) for hand in hands[:: one.every]] for one in (ours, *peers.values())}
    loops = {one.name: partial(one.loop, inputs[one.name]) for one in (ours, *peers.values())}
    best_of = timed(loops, effort.rounds)
    nanoseconds = {name: seconds / len(inputs[name]) * 1e9 for name, seconds in best_of.items()}
    for name in PEERS:
        note = missing.get(name) or f"{name} {version(name)}"
        wanted = WANTED.get((name, size))
        yield Line(WORDS[size], name, Sense.FASTER, nanoseconds[ours.name], nanoseconds.get(name), "ns", wanted, note)


def _from_cards(size: int, hands: Sequence[Hand], effort: Effort) -> Line:
    """What the rules themselves call: cards looked at, checked, and a strength that can be put into words."""

    def judge() -> None:
        for hand in hands:
            if size == FIVE:
                strength(hand, Straights.STANDARD)
            else:
                best(hand, Straights.STANDARD)

    taken = timed({"": judge}, effort.rounds)[""] / len(hands)
    note = "checked cards in, strength out" if size == FIVE else "checked cards in, strength and the best five out"
    return Line(WORDS[size], "", Sense.ALONE, taken * 1e9, None, "ns", note=note)


def demand_agreement(ours: Peer, peer: Peer, hands: Sequence[Hand]) -> None:
    """Raise Disagreement unless both put these hands into the same order, equals included."""
    mine, theirs = (one.loop([one.prepared(hand) for hand in hands[:: peer.every]]) for one in (ours, peer))
    stronger: dict[Any, Any] = {}
    for our_value, their_value in zip(mine, theirs, strict=True):
        if stronger.setdefault(our_value, their_value) != their_value:
            raise Disagreement(f"{peer.name} tells hands apart that tie: {our_value}")
    ordered = [stronger[value] for value in sorted(stronger)]
    steps = pairwise(ordered)
    if not all((lower < higher) if peer.rising else (lower > higher) for lower, higher in steps):
        raise Disagreement(f"{peer.name} has another order")


def our_evaluator(size: int) -> Peer:
    place = (place_of_five if size == FIVE else place_of_seven)(Straights.STANDARD)
    return Peer("ours", codes_of_five if size == FIVE else codes_of_seven, _each(place), rising=True)


def _each(evaluate: Callable[[Any], Any]) -> Callable[[Sequence[Any]], list[Any]]:
    return lambda hands: [evaluate(hand) for hand in hands]


def _treys(size: int) -> Peer:
    treys = import_module("treys")
    evaluate = treys.Evaluator().evaluate

    def prepared(hand: Hand) -> Any:
        numbers = [treys.Card.new(card.value) for card in hand]
        return numbers[:-2], numbers[-2:]

    def loop(hands: Sequence[Any]) -> list[Any]:
        return [evaluate(board, own) for board, own in hands]

    return Peer("treys", prepared, loop, rising=False, every=1 if size == FIVE else 10)


def _eval7(size: int) -> Peer:
    eval7 = import_module("eval7")
    return Peer("eval7", lambda hand: [eval7.Card(card.value) for card in hand], _each(eval7.evaluate), rising=True)


def _phevaluator(size: int) -> Peer:
    phevaluator = import_module("phevaluator")
    evaluate = phevaluator.evaluate_cards

    def loop(hands: Sequence[Any]) -> list[Any]:
        return [evaluate(*hand) for hand in hands]

    return Peer("phevaluator", lambda hand: [phevaluator.Card(card.value) for card in hand], loop, rising=False)


def _pokerkit(size: int) -> Peer:
    pokerkit = import_module("pokerkit")
    kind = pokerkit.StandardHighHand

    def prepared(hand: Hand) -> Any:
        parsed = tuple(pokerkit.Card.parse("".join(card.value for card in hand)))
        return parsed if size == FIVE else (parsed[:2], parsed[2:])

    def loop(hands: Sequence[Any]) -> list[Any]:
        return [kind(hand) for hand in hands] if size == FIVE else [kind.from_game(own, board) for own, board in hands]

    return Peer("pokerkit", prepared, loop, rising=True, every=10 if size == FIVE else 100)


PEERS: dict[str, Callable[[int], Peer]] = {
    "treys": _treys,
    "phevaluator": _phevaluator,
    "eval7": _eval7,
    "pokerkit": _pokerkit,
}
