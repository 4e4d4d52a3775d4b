"""The whole console in one file, and back out of it on another computer: all that is secret is in it, but no key."""

import hashlib
import json
import shutil
import sqlite3
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from engine.chain import GENESIS, leaf, link
from web.access import HOST_NOTE, SESSION_NOTE
from web.schema import FILE, SCHEMA, NotWhole, WrongSchema
from web.store import Entry, Store
from web.tickets import PASSING_NOTES

FORMAT_NAME, FORMAT_VERSION = "thirteen-backup", 1
_MANIFEST = "manifest.json"
_ARRIVING = "restoring.sqlite3"
_BLOCK = 1 << 20
_OTHER_VERSION = "This backup was made by another version of Thirteen. Restore it with that one."


class CannotRestore(Exception):
    """Why a backup was not put back, as a sentence for whoever tried."""


def backup(store: Store, made: int) -> bytes:
    """A zip with a copy of the store, as it is at this moment, and a manifest; `made` in wall milliseconds.

    Keys of the host and of sessions are left out: where it is put back, new ones are made.
    """
    with TemporaryDirectory() as folder:
        copy, packed = Path(folder, FILE), Path(folder, "backup.zip")
        store.copy_to(copy)
        _leave_keys_out(copy)
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(_MANIFEST, json.dumps(_manifest(copy, made), ensure_ascii=False, indent=1))
            archive.write(copy, FILE)
        return packed.read_bytes()


def restore(file: Path, data: Path, database: str = "") -> int:
    """Put a backup into a data folder, or a database by its URL, that has no rooms; returns how many it has now.

    Raises CannotRestore; then all is as it was.
    """
    _require_no_rooms(data, database)
    arriving = data / _ARRIVING
    try:
        with _unpacked(file, arriving) as manifest:
            rooms = _checked(arriving, manifest)
        if database:
            with closing(Store(database)) as store:
                store.take_over(arriving)
        else:
            _without_leftovers(data / FILE)
            arriving.replace(data / FILE)
    finally:
        _without_leftovers(arriving)
    return rooms


def _leave_keys_out(copy: Path) -> None:
    """Drop the keys from the copy, what opens a seat for a few minutes, and what they left in its free pages."""
    with closing(sqlite3.connect(copy, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode=DELETE")
        database.execute("DELETE FROM notes WHERE name IN (?, ?)", (HOST_NOTE, SESSION_NOTE))
        for beginning in PASSING_NOTES:
            database.execute("DELETE FROM notes WHERE name GLOB ?", (f"{beginning}*",))
        database.execute("VACUUM")


def _manifest(copy: Path, made: int) -> dict[str, Any]:
    with closing(sqlite3.connect(copy)) as database:
        heads = "SELECT room, max(number), digest FROM log GROUP BY room ORDER BY room"  # the digest of the last row
        rooms = [{"code": code, "rows": rows, "head": head} for code, rows, head in database.execute(heads)]
    return {
        "format": FORMAT_NAME,
        "version": FORMAT_VERSION,
        "schema": SCHEMA,
        "made": made,
        "sha256": _digest(copy),
        "rooms": rooms,
    }


def _require_no_rooms(data: Path, database: str) -> None:
    if not database and not (data / FILE).exists():
        return
    with closing(Store(database) if database else Store.in_folder(data)) as store:
        if store.rooms():
            raise CannotRestore(
                f"{'The database' if database else data} has rooms already, and a backup never replaces any. Choose an "
                "empty folder with --data, or leave --restore out to go on with the rooms that are there."
            )


@contextmanager
def _unpacked(file: Path, arriving: Path) -> Iterator[Mapping[str, Any]]:
    """The manifest, with the store beside it as `arriving`."""
    try:
        with zipfile.ZipFile(file) as archive:
            manifest = json.loads(archive.read(_MANIFEST))
            with archive.open(FILE) as packed, arriving.open("wb") as unpacked:
                shutil.copyfileobj(packed, unpacked)
    except (zipfile.BadZipFile, KeyError, ValueError) as error:
        raise CannotRestore(f"{file} is no backup of Thirteen, or it is damaged.") from error
    except FileNotFoundError as error:
        raise CannotRestore(f"There is no file {file}.") from error
    yield manifest


def _checked(arriving: Path, manifest: Any) -> int:
    """How many rooms have arrived whole."""
    known = isinstance(manifest, dict) and manifest.get("format") == FORMAT_NAME
    _require(known, "This is no backup of Thirteen.")
    same = (manifest.get("version"), manifest.get("schema")) == (FORMAT_VERSION, SCHEMA)
    _require(same, _OTHER_VERSION)
    _require(manifest.get("sha256") == _digest(arriving), "This backup is damaged: its content is not what it was.")
    try:
        found = _heads(arriving)
    except WrongSchema as error:
        raise CannotRestore(_OTHER_VERSION) from error
    except (NotWhole, SQLAlchemyError, ValueError) as error:
        raise CannotRestore("This backup is damaged: its database is not whole.") from error
    same = found == manifest.get("rooms")
    _require(same, "This backup is damaged: a room's log does not lead to the digest that stands for it.")
    return len(found)


def _heads(file: Path) -> list[dict[str, Any]]:
    """What a manifest says of each room, found by following its chain from the first row on (F4)."""
    with closing(Store(f"sqlite:///{file}")) as store:
        codes = sorted(room.code for room in store.rooms())
        return [{"code": code, **_head(store.log(code))} for code in codes]


def _head(log: Sequence[Entry]) -> dict[str, Any]:
    """Number and digest of the last row; "" where the chain breaks before it."""
    head = GENESIS
    for number, entry in enumerate(log, 1):
        head = link(head, number, leaf(entry.salt, entry.content))
        if (number, head) != (entry.number, entry.digest):
            return {"rows": number, "head": ""}
    return {"rows": len(log), "head": head}


def _digest(file: Path) -> str:
    digest = hashlib.sha256()
    with file.open("rb") as content:
        while block := content.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def _require(condition: bool, sentence: str) -> None:
    if not condition:
        raise CannotRestore(sentence)


def _without_leftovers(database: Path) -> None:
    """No file of this database, and none that SQLite keeps beside it."""
    for ending in ("", "-wal", "-shm", "-journal"):
        database.with_name(database.name + ending).unlink(missing_ok=True)
