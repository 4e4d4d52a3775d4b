"""Hold'em against the reference hands: at each step who is asked and what is legal, and the final stacks (H1-H10)."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.holdem.phase import Act, Phase
from tests.engine.holdem.table import Table

HANDS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "vectors" / "holdem.json").read_text(encoding="utf-8")
)


def test_all_reference_hands_are_read() -> None:
    assert len(HANDS) == 60
    assert {len(hand["stacks"]) for hand in HANDS} == {2, 3, 4}


@pytest.mark.parametrize("case", HANDS, ids=range(len(HANDS)))
def test_H1_to_H10_a_reference_hand_is_played_as_it_was_computed(case: dict[str, Any]) -> None:
    table = Table(tuple(case["stacks"]), unit=case["unit"])
    holes = dict(enumerate(case["holes"], 1))
    table.start(case["big_blind"] + 1, holes, case["board"])
    assert table.hand.small_blind == case["small_blind"] + 1
    for step in case["steps"]:
        assert table.hand.asked == step["seat"] + 1
        assert table.hand.street.value == step["street"]
        may = table.legal
        found = {"check": may.check, "call": may.call, "raise_to": may.raise_to and list(may.raise_to)}
        assert found == step["legal"]
        if step["act"] in ("bet", "raise"):
            assert may.lift is Act(step["act"])
        table.act(step["seat"] + 1, step["act"], step.get("to", 0))
    table.run_out()
    assert table.table.phase is Phase.WAITING
    assert table.coins == case["final_stacks"]
