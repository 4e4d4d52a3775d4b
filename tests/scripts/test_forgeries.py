"""A thousand changes of an export, by chance and by forgers: every one is reported, with its place."""

import json
from random import Random
from typing import Any

import _export
import _replay
import pytest
from _checks import Findings, check_export

from tests.scripts.evening import Content
from tests.scripts.forgers import FORGERS, Forger, chained_anew, copy, name_everywhere, other_time

BY_CHANCE = 500
BY_FORGERS = 500
LETTERS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-.,:[]{}"'


class Remembered:
    """`step`, which depends on its arguments alone, with its answers kept: most rows are those of the original."""

    def __init__(self) -> None:
        self._step = _replay.step
        self._kept: dict[tuple[int, object], tuple[object, object]] = {}

    def __call__(self, state: Any, row: Any) -> Any:
        key = id(state), row
        if key not in self._kept:
            self._kept[key] = state, self._step(state, row)
        return self._kept[key][1]


@pytest.fixture(autouse=True)
def _fast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_replay, "step", Remembered())


def checked(content: Content, head: str = "") -> Findings:
    return check_export(_export.of(content), head)


def places(findings: Findings) -> list[str]:
    return [fault.place for fault in findings.faults]


def points_at(findings: Findings, place: str) -> bool:
    """Whether some fault stands at this row, or in this field above the log."""
    return any(
        f"{found} ".startswith((f"{place} ", f"{place},", f"{place}.", f"{place}[")) for found in places(findings)
    )


def changed_places(before: Content, after: Content) -> list[str]:
    """Where two exports differ: fields beside the log, and rows by either of their numbers."""
    found = [name for name in {*before, *after} - {"log"} if before.get(name) != after.get(name)]
    for one, other in zip(before["log"], after["log"], strict=True):
        if one != other:
            found += [f"row {one['number']}", f"row {other['number']}"]
    return found


def with_a_byte_changed(text: bytes, dice: Random) -> bytes:
    place = dice.randrange(len(text))
    return text[:place] + dice.choice(LETTERS).encode() + text[place + 1 :]


def changes_of_one_byte(record: Content, dice: Random) -> list[str]:
    """Texts that are still JSON and say something else."""
    text = json.dumps(record, ensure_ascii=False, indent=1).encode()
    found: list[str] = []
    while len(found) < BY_CHANCE:
        changed = with_a_byte_changed(text, dice)
        try:
            if json.loads(changed) != record:
                found.append(changed.decode())
        except ValueError:
            continue
    return found


def test_F4_a_byte_that_was_changed_anywhere_is_reported_with_its_place(record: Content) -> None:
    unreadable = 0
    for text in changes_of_one_byte(record, Random(4)):
        try:
            findings = check_export(_export.read(text))
        except _export.Unreadable as error:
            assert str(error)
            unreadable += 1
            continue
        wanted = changed_places(record, json.loads(text))
        assert any(points_at(findings, place) for place in wanted), (wanted, places(findings))
    assert unreadable < BY_CHANCE / 10


@pytest.mark.parametrize("forger", FORGERS, ids=lambda forger: forger.__name__)
def test_F4_every_forgery_is_reported_also_when_the_chain_was_made_anew(record: Content, forger: Forger) -> None:
    """Half of the thousand: each as it is, and with the chain made anew; the head tells those apart at the last row."""
    dice, head = Random(forger.__name__), record["head"]
    for _ in range(BY_FORGERS // len(FORGERS) // 2):
        forgery = forger(copy(record), dice)
        demand_reported_at(forgery.place, checked(forgery.content))
        anew = checked(chained_anew(forgery.content), head)
        if forgery.provable:
            demand_reported_at(forgery.place, anew)
        if forgery.content["head"] != head:
            demand_reported_at(f"row {forgery.content['log'][-1]['number']}, digest", anew)
        assert forgery.provable or forgery.content["head"] != head


def demand_reported_at(place: str, findings: Findings) -> None:
    assert points_at(findings, place), (place, places(findings))


def test_what_only_the_head_tells_apart_needs_the_head(record: Content) -> None:
    """A record that was written anew as a whole, with nothing in it that the rules contradict."""
    head, dice = record["head"], Random(1)
    for forger in (name_everywhere, other_time):
        anew = chained_anew(forger(copy(record), dice).content)
        assert not checked(anew).faults
        assert places(checked(anew, head)) == [f"row {len(anew['log'])}, digest"]


def test_the_record_itself_holds(record: Content) -> None:
    assert not checked(record, record["head"]).faults
    assert not checked(chained_anew(copy(record)), record["head"]).faults
