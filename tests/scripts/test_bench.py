"""The benchmark runs, compares with everyone it names, and believes no times of programs that disagree."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from _bench import Disagreement, Line, Sense, table
from _bench_hands import PEERS, demand_agreement, our_evaluator

from engine.cards import DECK

ROOT = Path(__file__).resolve().parent.parent.parent


def test_a_quick_run_compares_with_everyone_on_the_same_results() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "bench.py"), "--quick", "--json"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    compared = {(line["topic"], line["against"]) for line in told["lines"] if line["ratio"]}
    assert compared >= {(size, peer) for size in ("Five cards", "Seven cards") for peer in PEERS}
    assert compared >= {(f"Best set of 13 cards, {objective}", "plain full scan") for objective in OBJECTIVES}
    assert all(line["ours"] > 0 for line in told["lines"])
    assert told["machine"]


OBJECTIVES = ("royalties first", "expected points")


@pytest.mark.parametrize("size", [5, 7])
def test_an_evaluator_with_another_order_is_no_peer(size: int) -> None:
    dice, ours = Random("order"), our_evaluator(size)
    hands = [tuple(dice.sample(DECK, size)) for _ in range(200)]
    demand_agreement(ours, replace(ours, name="twin"), hands)
    with pytest.raises(Disagreement, match="another order"):
        demand_agreement(ours, replace(ours, name="upside down", rising=False), hands)
    with pytest.raises(Disagreement, match="another order"):
        demand_agreement(ours, replace(ours, name="blind", loop=lambda hands: [0] * len(hands)), hands)
    with pytest.raises(Disagreement, match="that tie"):
        demand_agreement(ours, replace(ours, name="fussy", loop=lambda hands: list(range(len(hands)))), hands)


def test_ratios_say_how_many_times_as_fast_or_as_long_and_whether_that_was_wanted() -> None:
    faster = Line("a", "b", Sense.FASTER, 2.0, 8.0, "ns", wanted=3.5)
    longer = Line("a", "b", Sense.LONGER, 4.0, 2.0, "ns", wanted=1.5)
    assert (faster.ratio, faster.met) == (4.0, True)
    assert (longer.ratio, longer.met) == (2.0, False)
    assert Line("a", "b", Sense.FASTER, 2.0, None, "ns", wanted=3.5).met is None
    assert "4.00 x as fast" in table([faster]) and ": NO" in table([longer])
