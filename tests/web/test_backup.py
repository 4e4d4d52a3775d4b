"""The whole console in one file: what is in it, what is not, and how an evening goes on from it on another computer."""

import hashlib
import io
import json
import sqlite3
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from app import World
from engine.game import Host
from engine.room.commands import SetTitle
from tests.conftest import ROOT, RunningConsole
from tests.services import Postgres
from tests.web.desk import START, Clock, dealt, open_rooms
from tests.web.visitors import Visitor, cards_of
from web.access import DEVICE_COOKIE, HOST_NOTE, SESSION_NOTE, Access, digest
from web.backup import CannotRestore, backup, restore
from web.rooms import Rooms
from web.schema import FILE, SCHEMA
from web.store import Store

Files = dict[str, bytes]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A store with two rooms, one of them dealt."""
    store, rooms = open_rooms(tmp_path, Clock())
    dealt(rooms)
    rooms.open("team_poker", "Saturday")
    return store


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The data folder of another computer."""
    folder = tmp_path / "another"
    folder.mkdir()
    return folder


def unzipped(content: bytes) -> Files:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def written(tmp_path: Path, content: bytes | Files) -> Path:
    """A backup file with this content."""
    file = tmp_path / "evening.zip"
    if isinstance(content, bytes):
        file.write_bytes(content)
    else:
        with zipfile.ZipFile(file, "w") as archive:
            for name, inside in content.items():
                archive.writestr(name, inside)
    return file


def test_the_manifest_tells_version_time_and_the_head_of_every_room(store: Store) -> None:
    manifest = json.loads(unzipped(backup(store, START + 7))["manifest.json"])
    assert (manifest["format"], manifest["version"], manifest["schema"]) == ("thirteen-backup", 1, SCHEMA)
    assert manifest["made"] == START + 7
    heads = {room.code: (store.log(room.code)[-1].number, store.log(room.code)[-1].digest) for room in store.rooms()}
    assert {room["code"]: (room["rows"], room["head"]) for room in manifest["rooms"]} == heads
    assert len(heads) == 2


def test_what_is_put_back_is_what_there_was(store: Store, tmp_path: Path, data: Path) -> None:
    store.beat([store.rooms()[0].code], START + 3)
    store.set_note("wifi", '{"name":"Quán"}')
    assert restore(written(tmp_path, backup(store, START)), data) == 2
    again = Store.in_folder(data)
    assert again.rooms() == store.rooms()
    for room in store.rooms():
        assert again.log(room.code) == store.log(room.code)
        assert again.last_beat(room.code) == store.last_beat(room.code)
    assert again.note("wifi") == '{"name":"Quán"}'
    again.close()
    assert [file.name for file in data.iterdir()] == [FILE]


def test_no_key_is_in_a_backup_neither_plain_nor_as_a_digest(store: Store, tmp_path: Path) -> None:
    access = Access(store, tmp_path)
    _, cohost_key = access.add_cohost("Lan")
    store.set_note(SESSION_NOTE, "a signing secret that nobody may have")
    inside = b"".join(unzipped(backup(store, START)).values())
    for secret in (access.host_key, digest(access.host_key), cohost_key, "a signing secret that nobody may have"):
        assert secret.encode() not in inside
    assert store.note(HOST_NOTE) and store.note(SESSION_NOTE)


def test_where_it_is_put_back_the_host_has_a_new_key_and_co_hosts_keep_theirs(
    store: Store, tmp_path: Path, data: Path
) -> None:
    access = Access(store, tmp_path)
    _, cohost_key = access.add_cohost("Lan")
    restore(written(tmp_path, backup(store, START)), data)
    again = Store.in_folder(data)
    there = Access(again, data)
    assert there.host_key != access.host_key
    assert there.badge(access.host_key) is None
    assert there.host(there.badge(cohost_key)) == Host("Lan")
    again.close()


def test_a_backup_is_one_moment_while_rows_go_on(store: Store, tmp_path: Path, data: Path) -> None:
    content = backup(store, START)
    _, rooms = open_rooms(tmp_path, Clock())
    code = rooms.codes()[-1]
    rooms.submit(code, Host(), "later", SetTitle("Later"))
    restore(written(tmp_path, content), data)
    again = Store.in_folder(data)
    assert len(again.log(code)) == len(rooms.logged(code)) - 1
    again.close()


def test_a_folder_with_rooms_is_left_alone(store: Store, tmp_path: Path, data: Path) -> None:
    _, rooms = open_rooms(data, Clock())
    rooms.open("team_poker", "Friday")
    before = (data / FILE).read_bytes()
    with pytest.raises(CannotRestore, match=r"has rooms already.*--data"):
        restore(written(tmp_path, backup(store, START)), data)
    assert (data / FILE).read_bytes() == before


def test_a_folder_of_a_console_that_never_had_a_room_takes_a_backup(store: Store, tmp_path: Path, data: Path) -> None:
    empty = Store.in_folder(data)
    Access(empty, data)
    empty.close()
    assert restore(written(tmp_path, backup(store, START)), data) == 2


def changed(files: Files, change: Callable[[sqlite3.Connection], Any], tmp_path: Path) -> Files:
    """The backup with its database changed, and a manifest that knows the new content's digest."""
    file = tmp_path / "changed.sqlite3"
    file.write_bytes(files[FILE])
    database = sqlite3.connect(file)
    change(database)
    database.commit()
    database.close()
    manifest = json.loads(files["manifest.json"])
    manifest["sha256"] = hashlib.sha256(file.read_bytes()).hexdigest()
    return {"manifest.json": json.dumps(manifest).encode(), FILE: file.read_bytes()}


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE log SET content = replace(content, 'Friday', 'Sunday') WHERE number = 1",
        "UPDATE log SET salt = 'ffffffffffffffffffffffffffffffff' WHERE number = 2",
        "DELETE FROM log WHERE number = (SELECT max(number) FROM log)",
        "DELETE FROM log WHERE number = 3",
        "UPDATE log SET number = 99 WHERE number = 3",
        "UPDATE log SET digest = '' WHERE number = (SELECT max(number) FROM log)",
        "DELETE FROM rooms WHERE opened = (SELECT min(opened) FROM rooms)",
    ],
)
def test_F4_a_log_that_does_not_lead_to_its_head_is_refused(
    store: Store, tmp_path: Path, data: Path, statement: str
) -> None:
    files = unzipped(backup(store, START))
    forged = changed(files, lambda database: database.execute(statement), tmp_path)
    with pytest.raises(CannotRestore, match="does not lead to the digest"):
        restore(written(tmp_path, forged), data)
    assert list(data.iterdir()) == []


def damaged(files: Files) -> Files:
    content = bytearray(files[FILE])
    content[len(content) // 2] ^= 1
    return {**files, FILE: bytes(content)}


def of_version(files: Files, **other: Any) -> Files:
    return {**files, "manifest.json": json.dumps({**json.loads(files["manifest.json"]), **other}).encode()}


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (damaged, "content is not what it was"),
        (lambda files: of_version(files, version=2), "another version"),
        (lambda files: of_version(files, schema="2"), "another version"),
        (lambda files: of_version(files, format="zip"), "no backup of Thirteen"),
        (lambda files: {**files, "manifest.json": b"[]"}, "no backup of Thirteen"),
        (lambda files: {**files, "manifest.json": b"{"}, "no backup of Thirteen"),
        (lambda files: of_version(files, rooms=None), "does not lead to the digest"),
        (lambda files: {FILE: files[FILE]}, "no backup of Thirteen"),
        (lambda files: {"manifest.json": files["manifest.json"]}, "no backup of Thirteen"),
        (lambda files: b"", "no backup of Thirteen"),
        (lambda files: b"a picture of a cat", "no backup of Thirteen"),
    ],
)
def test_what_is_no_whole_backup_is_refused_and_nothing_is_left_behind(
    store: Store, tmp_path: Path, data: Path, spoil: Callable[[Files], bytes | Files], said: str
) -> None:
    file = written(tmp_path, spoil(unzipped(backup(store, START))))
    with pytest.raises(CannotRestore, match=said):
        restore(file, data)
    assert list(data.iterdir()) == []


def break_the_schema(database: sqlite3.Connection) -> None:
    database.execute("PRAGMA writable_schema=ON")
    database.execute("UPDATE sqlite_master SET sql = replace(sql, 'VARCHAR(100) NOT NULL', 'VARCHAR(100) UNIQUE')")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (break_the_schema, "its database is not whole"),
        (lambda database: database.execute("UPDATE log SET salt = 'no hex' WHERE number = 2"), "not whole"),
        (lambda database: database.execute("UPDATE notes SET value = '99' WHERE name = 'schema'"), "another version"),
        (lambda database: database.execute("DROP TABLE log"), "does not lead to the digest"),
    ],
)
def test_a_database_that_cannot_be_read_is_refused(
    store: Store, tmp_path: Path, data: Path, spoil: Callable[[sqlite3.Connection], Any], said: str
) -> None:
    files = changed(unzipped(backup(store, START)), spoil, tmp_path)
    with pytest.raises(CannotRestore, match=said):
        restore(written(tmp_path, files), data)
    assert list(data.iterdir()) == []


def test_a_file_that_is_not_there_is_named(tmp_path: Path, data: Path) -> None:
    with pytest.raises(CannotRestore, match=r"There is no file .*nowhere\.zip"):
        restore(tmp_path / "nowhere.zip", data)


def test_an_evening_goes_on_from_its_backup_after_the_laptop_has_died(console: RunningConsole, tmp_path: Path) -> None:
    host = Visitor(console.url)
    host.log_in(console.host_key)
    code = host.open_room("Đêm chung kết")
    phone = Visitor(console.url)
    phone.join(code, "Ánh")
    host.connect(code, "host")
    for command in ("FillWithBots", "CallDeal"):
        assert host.send(command)["ok"]
    held = wait_for_cards(phone, code)
    answer = host.get("/host/backup")
    assert answer.headers["Content-Type"] == "application/zip"
    assert "thirteen-backup-" in answer.headers["Content-Disposition"]
    file = written(tmp_path, answer.content)
    host.leave()
    console.kill()

    other = RunningConsole(tmp_path / "other", options=("--restore", str(file)))
    other.data.mkdir()
    other.start()
    try:
        assert f"1 event or table was taken over from {file}" in other.log()
        assert other.host_key != console.host_key
        again = Visitor(other.url)
        again.log_in(other.host_key)
        page = again.get(f"/host/{code}").text
        assert "The console was away" in page
        phone.url = other.url
        assert cards_of(phone.get(f"/p/{code}").text) == held
        again.connect(code, "host")
        assert again.send("Resume")["ok"]
        again.leave()
    finally:
        other.stop()
    assert "Traceback" not in other.log()
    refused = subprocess.run(
        [sys.executable, str(ROOT / "app.py"), "--data", str(other.data), "--restore", str(file), "--no-browser"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert refused.returncode == 1
    assert "has rooms already" in refused.stderr and "Traceback" not in refused.stderr


def test_a_laptops_evening_goes_on_from_its_backup_in_a_database(
    store: Store, tmp_path: Path, data: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which nobody else uses, and into which nothing is put while somebody does."""
    monkeypatch.setenv("DATABASE_URL", postgres.empty())
    file = written(tmp_path, backup(store, START))
    server = RunningConsole(data, options=("--restore", str(file)))
    with closing(Store(postgres.url)) as there:
        now = World().wall()
        assert there.lease("console", "another that runs", now, now + 60_000)
        assert "Another Thirteen runs on the database of DATABASE_URL" in refusal_of(server)
        assert there.rooms() == ()
        assert there.lease("console", "another that runs", now, until=0)

        server.start()
        try:
            assert "2 events and tables were taken over" in server.log()
            code = max(heads := store.heads(), key=lambda room: heads[room])
            phone = Visitor(server.url)
            phone.http.cookies.set(DEVICE_COOKIE, '"phone 3"')
            dealt_to = Rooms(store, lambda: START, bytes).state(code).game.secret.held[3]
            assert cards_of(phone.get(f"/p/{code}").text) == [card.value for card in dealt_to]
            host = Visitor(server.url)
            host.log_in(server.host_key)
            assert "The console was away" in host.get(f"/host/{code}").text
        finally:
            server.stop()
        assert there.lease("console", "the next one", World().wall(), until=0), "it waits for nobody"
        log = there.log(code)
        assert log[: len(store.log(code))] == store.log(code)
        with pytest.raises(CannotRestore, match="The database has rooms already"):
            restore(file, data, postgres.url)
        assert there.log(code) == log
    assert not [one for one in data.iterdir() if one.name.startswith("restoring")]


def refusal_of(console: RunningConsole) -> str:
    """Why it does not start."""
    console.launch()
    assert console.process
    assert console.process.wait(60) == 1
    assert "Traceback" not in console.log()
    return console.log().splitlines()[-1]


def wait_for_cards(phone: Visitor, code: str) -> list[str]:
    """The cards of this phone, once they are dealt."""
    for _ in range(100):
        held = cards_of(phone.get(f"/p/{code}").text)
        if held:
            return held
        time.sleep(0.1)
    raise AssertionError("no cards were dealt")
