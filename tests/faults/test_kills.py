"""The plug is pulled at random moments of whole events and tables: nothing acknowledged is lost, nothing is doubled."""

import json
import logging
import time
from pathlib import Path
from random import Random

import pytest
from _checks import check_export
from _export import read_file

from tests.browser.recount import recount
from tests.faults.autopsy import Findings, examine, settle
from tests.faults.evening import Evening
from tests.faults.nursery import ForkedConsole

MOST_ACKNOWLEDGED = 6
"""As many commands go by, at most, between two kills."""
LONGEST_MOMENT = 0.06
"""Seconds after one of them in which the next kill falls."""

_log = logging.getLogger(__name__)


def evening_with_kills(console: ForkedConsole, dice: Random, moments: int, folder: Path) -> Findings:
    """An event and two tables to their ends, with so many kills on the way; checks all that must hold."""
    evening, findings = Evening(console, dice, console.url), Findings()
    try:
        evening.begin()
        for _ in range(moments):
            evening.wait_for(dice.randint(1, MOST_ACKNOWLEDGED))
            time.sleep(dice.random() * LONGEST_MOMENT)
            console.kill()
            examine(evening, findings)
            console.start()
        evening.end()
        console.kill()
        examine(evening, findings)
        settle(evening, findings)
        console.start()
        for room in evening.rooms:
            ends_rightly(room.host.visitor.get(f"/host/{room.code}/export.json").text, room.game, folder)
    finally:
        evening.leave()
    _log.info("%s", findings)
    return findings


def ends_rightly(text: str, game: str, folder: Path) -> None:
    """Every row can be decided once more to the same cards and results (F4), and the points are right."""
    file = folder / "export.json"
    file.write_text(text, encoding="utf-8")
    findings = check_export(read_file(file))
    assert not findings.faults and findings.state
    if game == "team_poker":
        export = json.loads(text)
        totals = {line["seat"]: line["total"] for line in export["standings"]}
        assert recount(export).totals(totals) == totals


def test_an_event_and_two_tables_killed_ten_times_lose_nothing_and_double_nothing(
    console: ForkedConsole, tmp_path: Path
) -> None:
    findings = evening_with_kills(console, Random(1), 10, tmp_path)
    assert findings.moments == 11 and findings.screens > 11


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 120))
def test_two_hundred_kills_lose_nothing_and_double_nothing(console: ForkedConsole, tmp_path: Path, seed: int) -> None:
    evening_with_kills(console, Random(seed), 10, tmp_path)
