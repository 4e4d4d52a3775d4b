"""Many events of 13 bots at once: no command is lost, whoever serves them; how long they take is reported."""

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.conftest import ROOT, RunningConsole
from tests.workers.fleet import Fleet

FEW, MANY = 2, 50


def played(url: str, key: str, events: int, seconds: int) -> dict[str, Any]:
    """The report of so many events, which have so long."""
    command = [sys.executable, "tests/workers/load.py", url, key, str(events), str(seconds)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    report: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    print(json.dumps(report, indent=1))  # noqa: T201 (the figures of a long run)
    return report


def test_a_few_events_of_bots_on_one_process_lose_nothing(console: RunningConsole) -> None:
    report = played(console.url, console.host_key, FEW, 120)
    assert (report["ended"], report["lost"]) == (FEW, [])


def test_a_few_events_of_bots_on_three_workers_lose_nothing(fleet: Fleet) -> None:
    report = played(fleet.url, fleet.host_key, FEW, 120)
    assert (report["ended"], report["lost"]) == (FEW, [])


@pytest.mark.long
def test_fifty_events_of_bots_on_one_process_lose_nothing(console: RunningConsole) -> None:
    report = played(console.url, console.host_key, MANY, 900)
    assert (report["ended"], report["lost"]) == (MANY, [])


@pytest.mark.long
def test_fifty_events_of_bots_on_three_workers_lose_nothing(fleet: Fleet) -> None:
    report = played(fleet.url, fleet.host_key, MANY, 900)
    assert (report["ended"], report["lost"]) == (MANY, [])
