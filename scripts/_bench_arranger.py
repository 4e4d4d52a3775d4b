"""The arranger of Chinese Poker beside a plain scan of all 72,072 sets, under both objectives."""

from collections.abc import Iterator
from functools import partial
from random import Random
from statistics import median

from _bench import Disagreement, Effort, Line, Sense, timed

from engine.chinese_poker.arrange import arrange
from engine.chinese_poker.phase import Objective
from engine.chinese_poker.royalties import PUBLISHED, RoyaltyTable
from tests.engine.sets import full_scan, random_hand

TABLE = PUBLISHED[RoyaltyTable.CLASSIC]


def lines(effort: Effort) -> Iterator[Line]:
    """The median hand under each objective."""
    dice = Random("bench")
    hands = [random_hand(dice) for _ in range(effort.of(40, 3))]
    for objective in Objective:
        taken, scanned = [], []
        for hand in hands:
            if arrange(hand, TABLE, objective) != full_scan(hand, TABLE, objective):
                raise Disagreement(f"{objective}: {' '.join(card.value for card in hand)}")
            ways = {
                "ours": partial(arrange, hand, TABLE, objective),
                "scan": partial(full_scan, hand, TABLE, objective),
            }
            best = timed(ways, effort.of(3, 1))
            taken.append(best["ours"] * 1e3)
            scanned.append(best["scan"] * 1e3)
        topic = f"Best set of 13 cards, {objective.value.replace('_', ' ')}"
        yield Line(topic, "plain full scan", Sense.FASTER, median(taken), median(scanned), "ms", 2.0, "median hand")
