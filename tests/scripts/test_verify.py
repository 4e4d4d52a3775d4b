"""scripts/verify.py says in words whether an export holds; it needs Python alone, and no file makes it stumble."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import pytest
import verify
from _checks import check_export
from _decode import decode
from _export import Unreadable, of, read
from _findings import Fault
from _setup import ROOT

from engine.cards import Card
from engine.chain import canonical
from engine.game import Host
from engine.registry import GAMES
from engine.room.commands import SCREEN_COMMANDS, SERVER_COMMANDS, GivePoints
from engine.room.events import EVENTS
from engine.team_poker.rules import Settings
from tests.scripts.conftest import GAMES as GAMES_PLAYED
from tests.scripts.evening import Content, Evening, begun, kinds
from tests.scripts.forgers import chained_anew

Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the script on this content; returns its exit code and all that it said, on one line."""

    def checked(content: Any, *options: str) -> tuple[int, str]:
        path = tmp_path / "export.json"
        text = content if isinstance(content, bytes) else json.dumps(content, ensure_ascii=False).encode()
        path.write_bytes(text)
        code = verify.main([str(path), *options])
        said = capsys.readouterr()
        assert "Traceback" not in said.out + said.err
        return code, " ".join((said.out + said.err).split())

    return checked


def test_F4_an_export_holds_and_every_check_is_told(run: Run, record: Content) -> None:
    code, said = run(record)
    assert code == 0
    for title in ("Chain", "Content", "Seed", "Phones", "Replay", "Results"):
        assert f"{title} holds" in said
    assert "IT HOLDS" in said
    assert "FAULT" not in said


def test_the_record_that_is_checked_has_every_event_that_there_is(record: Content) -> None:
    """So that what is said of it is said of all rules."""
    assert kinds(record) == {kind.__name__ for kind in (*EVENTS, *GAMES["team_poker"].EVENTS)}


def test_T13_winners_and_losers_are_named(run: Run, record: Content) -> None:
    said = run(record)[1]
    winners, losers = said.split("Winners: ")[1].split("Losers: ")
    for line in record["standings"]:
        assert (f'"{line["name"]}" ({line["total"]})' in winners) == line["winner"]
        assert (f'"{line["name"]}" ({line["total"]})' in losers) == line["loser"]


def test_F2_phones_that_were_left_out_are_named(run: Run, record: Content) -> None:
    assert f'left out: seat 11 "{record["seats"][10]["name"]}"' in run(record)[1]


def test_F2_the_commitment_and_the_head_are_printed_to_be_compared(run: Run, record: Content) -> None:
    said = run(record)[1].replace(" ", "")
    assert f"Commitmentoftheseed:{record['commitment'][:32]}" in said
    assert f"Headoftherecord:{record['head'][:32]}" in said


def test_the_head_may_be_typed_as_it_is_shown(run: Run, record: Content) -> None:
    head = record["head"][:32].upper()
    shown = " ".join(head[place : place + 4] for place in range(0, 32, 4))
    for typed in (shown, head, record["head"]):
        code, said = run(record, "--head", typed)
        assert code == 0
        assert "it is the record that the screens showed" in said


def test_another_head_than_the_screens_showed_is_a_fault(run: Run, record: Content) -> None:
    code, said = run(record, "--head", "0" * 32)
    assert code == 1
    assert f"row {len(record['log'])}, digest: the screens showed another head" in said


@pytest.mark.parametrize("typed", ["", "12ab", "g" * 32, "0" * 65])
def test_too_few_digits_of_a_head_or_none_are_refused(run: Run, record: Content, typed: str) -> None:
    with pytest.raises(SystemExit) as ended:
        run(record, "--head", typed)
    assert ended.value.code == 2


def test_a_fault_is_told_with_row_field_and_both_values(run: Run, record: Content) -> None:
    row = next(row for row in record["log"] if row["content"]["events"][0]["type"] == "PointsGiven")
    row["content"]["events"][0]["body"]["points"] = 50
    number = row["number"]
    code, said = run(record)
    assert code == 1
    assert f"row {number}, content: it does not make the row's leaf" in said
    assert f"row {number}, content.events[0].body.points: 50 is recorded, the rules make it 2" in said
    assert "IT DOES NOT HOLD" in said


def test_a_standing_that_does_not_follow_is_told_with_its_place(run: Run, record: Content) -> None:
    record["standings"][0]["total"] += 1
    total = record["standings"][0]["total"]
    assert f"standings[0].total: {total}, but the rows came to {total - 1}" in run(record)[1]


def test_while_the_event_runs_sealed_rows_are_counted_and_named(run: Run, tmp_path: Path) -> None:
    evening = begun(tmp_path, Settings(), dice=1)
    evening.play_on(rows=5)
    content = evening.export()
    sealed = [row["number"] for row in content["log"] if "content" not in row]
    code, said = run(content)
    assert code == 0
    assert sealed[0] == 1
    assert "being sealed: 1," in said
    assert "Replay skipped" in said
    assert "says nothing certain about cards or results" in said
    assert "IT HOLDS" not in said


def test_a_finished_event_may_not_leave_rows_out(run: Run, record: Content) -> None:
    for row in record["log"][10:12]:
        del row["content"], row["salt"]
    code, said = run(record)
    assert code == 1
    assert "rows 11-12: without content, although the event had ended" in said


def test_points_by_hand_after_the_end_belong_to_the_record(run: Run, tmp_path: Path) -> None:
    evening = begun(tmp_path, Settings(rounds=1, countdown=10, vote=10), dice=1)
    evening.play_on()
    before = evening.export()["head"]
    evening.say(Host(), GivePoints(1, 1, "late"))
    assert run(evening.export())[0] == 0
    assert run(evening.export(), "--head", before)[0] == 1


@pytest.mark.parametrize("game", GAMES_PLAYED)
def test_it_runs_on_a_bare_python_without_any_package(tmp_path: Path, records: dict[str, Content], game: str) -> None:
    """-I and -S: no packages, no folder of the script, no settings of the environment."""
    path, record = tmp_path / "Đêm.json", records[game]
    path.write_text(json.dumps(record), encoding="utf-8")
    command = [sys.executable, "-I", "-S", str(ROOT / "scripts" / "verify.py"), str(path)]
    run = subprocess.run([*command, "--head", record["head"]], cwd=tmp_path, capture_output=True, timeout=120)
    assert run.returncode == 0, run.stderr.decode()
    assert b"IT HOLDS, and it is the record that the screens showed." in run.stdout
    path.write_text("[]", encoding="utf-8")
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=120)
    assert run.returncode == 2
    assert b"cannot be checked: it is not an export of Thirteen." in run.stderr


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\xff\xfe{}",
        b"{",
        b"[]",
        b"null",
        b"{}",
        b'{"format": "thirteen-export"}',
        b'{"format": "thirteen-export", "version": 2, "log": []}',
        b'{"format": "thirteen-export", "version": true, "log": [{}]}',
        b'{"format": "thirteen-export", "version": 1}',
        b'{"format": "thirteen-export", "version": 1, "log": []}',
        b'{"format": "thirteen-export", "version": 1, "log": [1]}',
        b'{"format": "thirteen-export", "version": 1, "log": [{"number": "1", "leaf": "", "digest": ""}]}',
        b'{"format": "thirteen-export", "version": 1, "log": [{"number": NaN, "leaf": "", "digest": ""}]}',
        b'{"format": "thirteen-export", "format": "thirteen-export", "version": 1}',
        b'{"format": "thirteen-export", "title": "\\ud800"}',
        b"[" * 100_000,
        b"9" * 5_000,
    ],
)
def test_a_file_that_is_no_export_gets_a_sentence(run: Run, text: bytes) -> None:
    code, said = run(text)
    assert code == 2
    assert "cannot be checked: " in said
    assert said.endswith(".")


def test_a_file_that_is_not_there_and_a_folder_get_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in (tmp_path / "no.json", tmp_path):
        assert verify.main([str(path)]) == 2
        assert "cannot be checked: " in capsys.readouterr().err


@pytest.mark.parametrize("value", [None, True, 2**70, 1.5, "x", [], {"type": "Undo", "body": {}}])
def test_any_value_in_any_place_is_told_and_never_a_stumble(record: Content, value: Any) -> None:
    """In turn in every field, and in every place of the first row and of the one in which the deal was called."""
    deal = next(row for row in record["log"] if row["content"]["events"][0]["type"] == "DealCalled")
    del record["log"][deal["number"] :]
    as_it_is = check_export(of(record)).faults
    for thing, name in places_in(record, (record["log"][0], deal)):
        before = thing[name]
        thing[name] = value
        assert canonical(before) == canonical(value) or faults_of(record) != as_it_is, name
        thing[name] = before
    assert faults_of(record) == as_it_is


def places_in(record: Content, rows: tuple[Content, ...]) -> list[tuple[Content, str]]:
    places = [(record, name) for name in record]
    for row in rows:
        content = row["content"]
        command, event = content["command"], content["events"][0]
        for thing in (row, content, content["actor"], command, event, command["body"], event["body"]):
            places += [(thing, name) for name in thing]
    return places


def faults_of(record: Content) -> tuple[Fault, ...]:
    """What a check finds, or why there is none."""
    try:
        return check_export(of(record)).faults
    except Unreadable as error:
        return (Fault("file", str(error)),)


def test_signs_that_a_terminal_would_obey_are_spelt_out(run: Run, record: Content) -> None:
    record["standings"][0]["name"] = "\x1b[2J\u202e"
    said = run(record)[1]
    assert "\x1b" not in said
    assert "\u202e" not in said
    assert "u202e" in said


def test_a_command_that_the_engine_cannot_carry_out_is_a_fault(run: Run, record: Content) -> None:
    row = next(row for row in record["log"] if row["content"]["command"]["type"] == "CommitAnew")
    row["content"]["command"]["body"]["seed"] = row["content"]["events"][0]["body"]["seed"] = "no hex"
    code, said = run(chained_anew(record))
    assert code == 1
    assert f"row {row['number']}, content.command: it cannot be carried out (ValueError)" in said
    assert f"row {row['number']}, SeedCommitted: the SHA-256 of the seed is not the commitment" in said


def test_what_a_seat_may_not_do_is_refused_again(run: Run, record: Content) -> None:
    row = next(row for row in record["log"] if row["content"]["command"]["type"] == "CallDeal")
    row["content"]["actor"] = {"type": "Player", "body": {"seat": 1}}
    assert f"row {row['number']}, content.command: the rules refuse it (not_allowed)" in run(chained_anew(record))[1]


@pytest.mark.parametrize("name", GAMES)
def test_every_class_of_every_game_can_be_read_by_its_hints(name: str) -> None:
    game = GAMES[name]
    kinds_of_rows = (*SCREEN_COMMANDS, *SERVER_COMMANDS, *EVENTS, *game.COMMANDS, *game.EVENTS)
    assert [kind for kind in kinds_of_rows if not can_be_read(kind)] == []


def can_be_read(kind: Any) -> bool:
    if get_origin(kind) is tuple:
        return all(can_be_read(one) for one in get_args(kind) if one is not ...)
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        return all(can_be_read(hints[field.name]) for field in fields(kind))
    return kind in (int, str, bool) or issubclass(kind, Enum)


def test_a_card_is_read_by_its_text_alone() -> None:
    assert decode(tuple[Card, ...], ["As", "2c"], "cards") == (Card.ACE_SPADES, Card.TWO_CLUBS)
    unlike: tuple[Any, ...] = (["1s"], [None], [[]], [True], "As", None)
    for wrong in unlike:
        with pytest.raises(ValueError, match="cards"):
            decode(tuple[Card, ...], wrong, "cards")


def test_numbers_texts_and_truths_are_told_apart() -> None:
    confused: tuple[tuple[type, Any], ...] = ((int, True), (int, 1.0), (int, "1"), (bool, 1), (str, 1), (int, 2**60))
    for kind, wrong in confused:
        with pytest.raises(ValueError, match="here"):
            decode(kind, wrong, "here")


def test_an_export_is_read_once_whichever_way(evening: Evening) -> None:
    content = evening.export()
    assert read(json.dumps(content)) == of(content)
    with pytest.raises(Unreadable):
        of({**content, "format": "other"})
