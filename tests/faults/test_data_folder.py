"""What may lie in the data folder when a console starts: each goes on, or is told with a way on and left untouched."""

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from engine.chain import GENESIS, canonical, leaf, link
from tests.faults.nursery import ForkedConsole, Nursery
from tests.web.visitors import Visitor
from web.schema import FILE

Content = dict[str, Any]
Change = Callable[[Content], Any]


@pytest.fixture(scope="module")
def evening(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of an event whose first countdown ran when somebody pulled the plug."""
    console = ForkedConsole(tmp_path_factory.mktemp("evening"), nursery=nursery)
    console.start()
    host = Visitor(console.url)
    host.log_in(console.host_key)
    host.connect(host.open_room("Đêm chung kết"), "host")
    for command in ("FillWithBots", "CallDeal"):
        assert host.send(command)["ok"]
    host.leave()
    console.kill()
    with closing(sqlite3.connect(console.data / FILE)) as opened:
        opened.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # into the file what SQLite still had beside it
    return console.data


@pytest.fixture
def stopped(evening: Path, nursery: Nursery, tmp_path: Path) -> Iterator[ForkedConsole]:
    """A console on a copy of that data, not started yet."""
    console = ForkedConsole(Path(shutil.copytree(evening, tmp_path / "data")), nursery=nursery)
    (console.data / "console.log").unlink()
    yield console
    console.stop()


def database(console: ForkedConsole) -> Path:
    return console.data / FILE


def refused(console: ForkedConsole) -> str:
    """What a console says that does not start; it must have left the data as it was."""
    before = bytes_of(database(console))
    console.launch()
    assert console.ended() == 1
    assert bytes_of(database(console)) == before
    assert "Traceback" not in console.log()
    return console.log().strip()


def bytes_of(file: Path) -> bytes:
    """The database, with what SQLite keeps beside it until it is taken in."""
    beside = file.with_name(f"{file.name}-wal")
    return file.read_bytes() + (beside.read_bytes() if beside.exists() else b"")


def rewrite(console: ForkedConsole, change: Change, with_chain: bool = True) -> None:
    """Change rows of the log, and unless told otherwise their digests with them, as another version might write it."""
    with closing(sqlite3.connect(database(console))) as opened, opened:
        head = GENESIS
        for room, number, salt, text in opened.execute("SELECT room, number, salt, content FROM log").fetchall():
            content = json.loads(text)
            change(content)
            head = link(head, number, leaf(salt, canonical(content)))
            opened.execute(
                "UPDATE log SET content = ? WHERE room = ? AND number = ?", (canonical(content), room, number)
            )
            if with_chain:
                opened.execute("UPDATE log SET digest = ? WHERE room = ? AND number = ?", (head, room, number))


def in_event(kind: str, change: Change) -> Change:
    """Change the events of one kind."""

    def in_row(content: Content) -> None:
        for event in content["events"]:
            if event["type"] == kind:
                change(event)

    return in_row


def test_a_lock_left_by_a_console_that_was_killed_is_in_nobodys_way(stopped: ForkedConsole) -> None:
    assert (stopped.data / "lock").exists()
    stopped.start()
    (stopped.data / "lock").write_text("4711 on another computer", encoding="ascii")
    stopped.kill()
    stopped.start()


@pytest.mark.parametrize("options", [(), ("--restore", "backup.zip")])
def test_a_second_console_on_one_folder_is_refused_and_the_first_is_unharmed(
    console: ForkedConsole, nursery: Nursery, options: tuple[str, ...]
) -> None:
    host = Visitor(console.url)
    host.log_in(console.host_key)
    code = host.open_room()
    host.connect(code, "host")
    second = ForkedConsole(console.data, nursery=nursery, options=options)
    second.launch()
    assert second.ended() == 1
    assert "Another Thirteen runs on" in console.log() and "choose another --data" in console.log()
    assert host.send("SetTitle", title="Saturday") == {
        "ok": True,
        "number": 2,
        "say": "The title is now “Saturday”.",
    }
    assert "Saturday" in host.get(f"/host/{code}").text
    host.leave()


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(in_event("CountdownStarted", lambda event: event.update(type="ClockSet")), id="unknown event"),
        pytest.param(in_event("CountdownStarted", lambda event: event["body"].pop("round")), id="field not there yet"),
        pytest.param(in_event("CountdownStarted", lambda event: event["body"].update(bells=2)), id="a field more"),
    ],
)
def test_a_log_in_which_another_version_wrote_is_told_with_its_row(stopped: ForkedConsole, change: Change) -> None:
    rewrite(stopped, change)
    said = refused(stopped)
    assert "was written by another version of Thirteen: this version does not understand row 3 of room" in said
    assert "--data" in said


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("UPDATE notes SET value = '0' WHERE name = 'schema'", "it has schema 0, and this version reads schema 1"),
        ("UPDATE notes SET value = '99' WHERE name = 'schema'", "it has schema 99, and this version reads schema 1"),
        ("DELETE FROM notes WHERE name = 'schema'", "it names no schema, and this version reads schema 1"),
        ("DROP TABLE notes", "it names no schema, and this version reads schema 1"),
    ],
)
def test_data_of_another_schema_is_told_with_both_schemas(stopped: ForkedConsole, statement: str, found: str) -> None:
    with closing(sqlite3.connect(database(stopped))) as opened, opened:
        opened.execute("PRAGMA journal_mode=DELETE")  # as another version might keep it
        opened.execute(statement)
    said = refused(stopped)
    assert f"was written by another version of Thirteen: {found}" in said and "--data" in said


def half(content: bytes) -> bytes:
    return content[: len(content) // 2]


def without_a_page(content: bytes) -> bytes:
    return content[:-4096] + bytes(4096)


@pytest.mark.parametrize(
    "spoil",
    [half, without_a_page, lambda content: b"not a database at all" * 100, lambda content: content[:50]],
    ids=["half of it", "a page of zeros", "something else", "a few bytes"],
)
def test_a_damaged_file_is_told_with_the_way_back(stopped: ForkedConsole, spoil: Callable[[bytes], bytes]) -> None:
    database(stopped).write_bytes(spoil(database(stopped).read_bytes()))
    said = refused(stopped)
    assert f"The data in {stopped.data} is damaged" in said and "--restore FILE" in said


def test_F4_a_row_that_is_not_what_was_written_is_told_even_where_it_could_be_read(stopped: ForkedConsole) -> None:
    rewrite(stopped, in_event("CountdownStarted", lambda event: event["body"].update(round=2)), with_chain=False)
    assert "is damaged (row 3 of room" in refused(stopped)


def test_F4_a_row_that_is_not_there_any_more_is_told(stopped: ForkedConsole) -> None:
    with closing(sqlite3.connect(database(stopped))) as opened, opened:
        opened.execute("DELETE FROM log WHERE number = 2")
    assert "is damaged (row 3 of room" in refused(stopped)


def test_one_room_that_cannot_be_read_lets_no_other_be_changed(stopped: ForkedConsole) -> None:
    with closing(sqlite3.connect(database(stopped))) as opened, opened:
        opened.execute("INSERT INTO rooms SELECT 'AAAA', 'tarock', opened - 1 FROM rooms")
        opened.execute("INSERT INTO log SELECT 'AAAA', number, actor, command_id, content, salt, digest FROM log")
    assert "does not understand row 1 of room AAAA" in refused(stopped)
