"""scripts/rehearse.py plays a whole evening with its troubles at a real console, and notices what disagrees."""

import subprocess
import sys
from collections.abc import Iterator
from random import Random

import _rehearsal_end
import pytest
import socketio
from _rehearsal_device import Sent
from _rehearsal_end import Record, check_receipts, compare_all
from _rehearsal_hosts import Hosts, new_hosts
from _rehearsal_notes import Notes
from _rehearsal_screen import Screen, difference
from _rehearsal_troubles import LOBBY, TROUBLES, plan

from tests.conftest import ROOT, RunningConsole, uncomplaining

SCRIPT = ROOT / "scripts" / "rehearse.py"
LONGEST = 300


def rehearse(*arguments: str, flags: tuple[str, ...] = ()) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, *flags, str(SCRIPT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=LONGEST, check=False, encoding="utf-8")


def test_a_fast_evening_with_troubles_ends_with_every_screen_as_the_console_has_it(running: RunningConsole) -> None:
    done = rehearse(running.host_link, "--fast", "--rounds", "1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Everything agreed." in done.stdout
    for trouble in TROUBLES:
        assert f"somebody {trouble.__name__.replace('_', ' ')}" in done.stdout
    assert "the slowest" in done.stdout and "receipts were found in the record" in done.stdout


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 8))
def test_evenings_of_other_seeds_agree_too(running: RunningConsole, seed: int) -> None:
    done = rehearse(running.host_link, "--fast", "--seed", str(seed))
    assert done.returncode == 0, done.stdout + done.stderr


def test_without_a_console_it_says_how_to_start_one() -> None:
    done = rehearse("http://127.0.0.1:9/host#key=x")
    assert done.returncode == 2
    assert "No console answers at http://127.0.0.1:9" in done.stderr and "start.py" in done.stderr


def test_a_link_that_is_none_is_refused_with_the_form_of_one() -> None:
    done = rehearse("http://127.0.0.1:8013/host")
    assert done.returncode == 2 and "#key=" in done.stderr


def test_without_its_packages_it_says_which_and_how_to_get_them() -> None:
    done = rehearse("http://127.0.0.1:9/host#key=x", flags=("-S", "-E"))
    assert done.returncode == 2
    assert "requests, python-socketio, websocket-client" in done.stderr and "scripts/test.py" in done.stderr


@pytest.mark.parametrize("seed", range(20))
def test_every_trouble_comes_up_whatever_the_seed_and_nobody_meets_two_at_once(seed: int) -> None:
    names = [f"player {number}" for number in range(13)]
    planned = plan(Random(seed), 2, names)
    sure = {trouble for stage, met in planned.items() if stage[1] == "nominating" for trouble in met.values()}
    assert sure == set(TROUBLES)
    assert len(planned[LOBBY]) == 2
    assert planned == plan(Random(seed), 2, names)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningConsole]:
    """One console for all that does not kill it."""
    with uncomplaining(RunningConsole(tmp_path_factory.mktemp("data"))) as running:
        yield running


@pytest.fixture
def hosts(running: RunningConsole, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hosts]:
    """Two hosts of a new event, whose notes are quiet."""
    monkeypatch.setattr(_rehearsal_end, "TRIES", 1)
    hosts = new_hosts(("127.0.0.1", running.port), Notes(quiet=True))
    hosts.log_in(running.host_key)
    hosts.open_event("Friday", 2)
    yield hosts
    for device in (hosts.first, hosts.second):
        device.hang_up()
        device.way.close()


def test_a_screen_or_a_receipt_that_disagrees_with_the_console_is_found(hosts: Hosts) -> None:
    notes, first = hosts.notes, hosts.first
    answer = hosts.do("SetTitle", title="Saturday")
    compare_all([first, hosts.second], notes, "now")
    assert notes.faults == []

    right = first.held
    first.held = Screen(right.number, right.html.replace("Saturday", "Sunday"))
    compare_all([first], notes, "with another title")
    first.held = Screen(right.number + 1, right.html)
    compare_all([first], notes, "ahead of the console")
    assert "Sunday" in notes.faults[0] and "has not reached" in notes.faults[1]

    command = first.sent[-1].command
    row = {"id": first.sent[-1].id, "command": command}
    number = answer["number"]
    refused = Sent("another", command, {"ok": False})
    good = Notes(quiet=True)
    check_receipts(Record("", {number: row}), (*first.sent[-1:], refused), good)
    assert good.faults == []
    for rows in ({}, {number: {**row, "id": "x"}}, {number: row, 9: row}, {number: row, 9: {**row, "id": "another"}}):
        bad = Notes(quiet=True)
        check_receipts(Record("", rows), (*first.sent[-1:], refused), bad)
        assert bad.faults


def test_two_presses_that_both_count_or_none_are_found(hosts: Hosts, monkeypatch: pytest.MonkeyPatch) -> None:
    hosts.do("FillWithBots")
    monkeypatch.setattr(hosts.second, "send", lambda _command: {"ok": True, "number": 99})
    hosts.press_next()
    assert len(hosts.notes.faults) == 1 and "2 counted" in hosts.notes.faults[0]


def test_a_way_that_falls_silent_keeps_the_line_and_lets_nothing_through(hosts: Hosts) -> None:
    first = hosts.first
    first.way.fall_silent()
    with pytest.raises(socketio.exceptions.TimeoutError):
        first.probe(0.3)
    assert first.connected
    first.way.come_back()
    first.wake()
    assert first.probe() == first.held.number


def test_screens_are_the_same_whatever_their_white_space() -> None:
    one = Screen(3, '<p class="a">Two  words\n</p><b></b>')
    assert difference(one, Screen(3, '<p class="a">\n  Two words</p>\n<b></b>')) == ""
    assert "Two words" in difference(one, Screen(3, '<p class="a">Two</p><b></b>'))
    assert "parts" in difference(one, Screen(3, '<p class="a">Two words</p><b></b><i></i>'))
