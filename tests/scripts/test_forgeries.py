"""A thousand changes of an export of each game, by chance and by forgers: every one is reported, with its place."""

import json
from random import Random
from typing import Any

import _export
import _replay
import pytest
from _checks import Findings, check_export

from tests.scripts import table_forgers
from tests.scripts.conftest import GAMES
from tests.scripts.evening import Content
from tests.scripts.forgers import FORGERS, Forger, chained_anew, copy, name_everywhere, other_time

FEW, MANY = 170, 500
"""Changes of one byte, and as many by forgers: a thousand over all games in every run, for each game in a long one."""
FORGERS_OF: dict[str, tuple[Forger, ...]] = {"team_poker": FORGERS, **table_forgers.FORGERS}
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


def changes_of_one_byte(record: Content, dice: Random, count: int) -> list[str]:
    """Texts that are still JSON and say something else."""
    text = json.dumps(record, ensure_ascii=False, indent=1).encode()
    found: list[str] = []
    while len(found) < count:
        changed = with_a_byte_changed(text, dice)
        try:
            if json.loads(changed) != record:
                found.append(changed.decode())
        except ValueError:
            continue
    return found


by_forgers = pytest.mark.parametrize(
    ("game", "forger"),
    [(game, forger) for game, several in FORGERS_OF.items() for forger in several],
    ids=lambda one: one if isinstance(one, str) else one.__name__,
)


@pytest.mark.parametrize("game", GAMES)
def test_F4_a_byte_that_was_changed_anywhere_is_reported_with_its_place(records: dict[str, Content], game: str) -> None:
    demand_bytes_reported(records[game], FEW)


@by_forgers
def test_F4_every_forgery_is_reported_also_when_the_chain_was_made_anew(
    records: dict[str, Content], game: str, forger: Forger
) -> None:
    demand_forgeries_reported(records[game], forger, FEW // len(FORGERS_OF[game]))


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_F4_hundreds_of_changed_bytes_are_reported(records: dict[str, Content], game: str) -> None:
    demand_bytes_reported(records[game], MANY)


@pytest.mark.long
@by_forgers
def test_F4_hundreds_of_forgeries_are_reported(records: dict[str, Content], game: str, forger: Forger) -> None:
    demand_forgeries_reported(records[game], forger, MANY // len(FORGERS_OF[game]))


def demand_bytes_reported(record: Content, count: int) -> None:
    """So many changes of one byte each are all found where they are."""
    unreadable = 0
    for text in changes_of_one_byte(record, Random(4), count):
        try:
            findings = check_export(_export.read(text))
        except _export.Unreadable as error:
            assert str(error)
            unreadable += 1
            continue
        wanted = changed_places(record, json.loads(text))
        assert any(points_at(findings, place) for place in wanted), (wanted, places(findings))
    assert unreadable < count / 10


def demand_forgeries_reported(record: Content, forger: Forger, count: int) -> None:
    """So many forgeries, half of them with the chain made anew; the head tells those apart at the last row."""
    dice, head = Random(forger.__name__), record["head"]
    for _ in range(max(1, count // 2)):
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


@pytest.mark.parametrize("game", GAMES)
def test_the_record_itself_holds(records: dict[str, Content], game: str) -> None:
    record = records[game]
    assert not checked(record, record["head"]).faults
    assert not checked(chained_anew(copy(record)), record["head"]).faults
