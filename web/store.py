"""The append-only log, and the few small things kept beside it. Knows no rules: content is text to it.

SQLAlchemy Core, SQLite by default and another database by URL. What `append` returned from is on the disk.
"""

import sqlite3
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Engine,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    create_engine,
    delete,
    event,
    insert,
    inspect,
    make_url,
    select,
    update,
)
from sqlalchemy.exc import DatabaseError, IntegrityError
from sqlalchemy.pool import NullPool

SCHEMA = "1"
FILE = "thirteen.sqlite3"
"""How the database is called in a data folder."""

_metadata = MetaData()
_rooms = Table(
    "rooms",
    _metadata,
    Column("code", String(8), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("opened", BigInteger, nullable=False),
)
_log = Table(
    "log",
    _metadata,
    Column("room", String(8), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("actor", String(100), nullable=False),
    Column("command_id", String(100), nullable=False),
    Column("content", Text, nullable=False),
    Column("salt", String(64), nullable=False),
    Column("digest", String(64), nullable=False),
    UniqueConstraint("room", "actor", "command_id"),
)
_beats = Table(
    "beats", _metadata, Column("room", String(8), primary_key=True), Column("at", BigInteger, nullable=False)
)
_notes = Table("notes", _metadata, Column("name", String(80), primary_key=True), Column("value", Text, nullable=False))


class NumberTaken(Exception):
    """Another writer put this row there first."""


class CommandRepeated(Exception):
    """This actor's command id stands in the room's log already."""


class CodeTaken(Exception):
    """There is a room with this code."""


class WrongSchema(Exception):
    """The data was written by another version of the program; `found` is the schema that it names, or ""."""

    def __init__(self, found: str) -> None:
        super().__init__(found)
        self.found = found


class NotWhole(Exception):
    """The database is damaged; in its own words."""


@dataclass(frozen=True)
class StoredRoom:
    """A room; `opened` in wall milliseconds."""

    code: str
    game: str
    opened: int


@dataclass(frozen=True)
class Entry:
    """A row as it is stored: `content` canonical text, `salt` and chained `digest` in hex."""

    number: int
    actor: str
    command_id: str
    content: str
    salt: str
    digest: str


class Store:
    """Rooms, their logs, heartbeats and notes in one database; one writer at a time in this process."""

    def __init__(self, url: str) -> None:
        """Raises WrongSchema and NotWhole; then the data was not touched."""
        _look_at_file(url)
        self._engine = _engine(url)
        # Under gevent a greenlet that yields inside a write transaction would freeze all others at the database's lock.
        self._turn = threading.Lock()
        with self._begin() as database:
            fresh = _require_schema(database)
            _metadata.create_all(database)
            if fresh:
                _put(database, _notes, {"name": "schema"}, {"value": SCHEMA})

    @classmethod
    def in_folder(cls, data: Path) -> "Store":
        """The store of this data folder, made if there is none."""
        return cls(f"sqlite:///{data / FILE}")

    def close(self) -> None:
        self._engine.dispose()

    def copy_to(self, file: Path) -> None:
        """Everything as it is at this moment, as an SQLite file; for a store that is one itself."""
        with self._turn, closing(self._engine.raw_connection()) as here, closing(sqlite3.connect(file)) as there:
            source: Any = here.driver_connection
            source.backup(there)

    def open_room(self, room: StoredRoom, first: Entry) -> None:
        """Keep a new room with its first row. Raises CodeTaken."""
        try:
            with self._begin() as database:
                database.execute(insert(_rooms).values(**vars(room)))
                database.execute(insert(_log).values(room=room.code, **vars(first)))
        except IntegrityError as error:
            raise CodeTaken(room.code) from error

    def rooms(self) -> tuple[StoredRoom, ...]:
        """All rooms, the newest first."""
        newest_first = select(_rooms).order_by(_rooms.c.opened.desc(), _rooms.c.code)
        with self._begin() as database:
            return tuple(StoredRoom(**row._mapping) for row in database.execute(newest_first))

    def room(self, code: str) -> StoredRoom | None:
        with self._begin() as database:
            row = database.execute(select(_rooms).where(_rooms.c.code == code)).one_or_none()
        return StoredRoom(**row._mapping) if row else None

    def append(self, room: str, entry: Entry) -> None:
        """Keep one more row. Raises CommandRepeated, or NumberTaken; then nothing was kept."""
        try:
            with self._begin() as database:
                database.execute(insert(_log).values(room=room, **vars(entry)))
        except IntegrityError as error:
            repeated = self._stands(room, entry.actor, entry.command_id)
            raise (CommandRepeated if repeated else NumberTaken)(room, entry.number) from error

    def log(self, room: str, after: int = 0) -> tuple[Entry, ...]:
        """The room's rows behind number `after`, in order."""
        columns = [column for column in _log.c if column.name != "room"]
        rows = select(*columns).where(_log.c.room == room, _log.c.number > after).order_by(_log.c.number)
        with self._begin() as database:
            return tuple(Entry(**row._mapping) for row in database.execute(rows))

    def beat(self, room: str, at: int) -> None:
        """Note that the room's clock was seen running at this moment of wall time."""
        with self._begin() as database:
            _put(database, _beats, {"room": room}, {"at": at})

    def last_beat(self, room: str) -> int | None:
        with self._begin() as database:
            found: int | None = database.scalar(select(_beats.c.at).where(_beats.c.room == room))
        return found

    def note(self, name: str) -> str | None:
        with self._begin() as database:
            return _note(database, name)

    def notes(self, prefix: str) -> dict[str, str]:
        """Notes whose names begin so, by the rest of the name."""
        found = select(_notes).where(_notes.c.name.startswith(prefix, autoescape=True)).order_by(_notes.c.name)
        with self._begin() as database:
            return {row.name.removeprefix(prefix): row.value for row in database.execute(found)}

    def set_note(self, name: str, value: str) -> None:
        with self._begin() as database:
            _put(database, _notes, {"name": name}, {"value": value})

    def drop_note(self, name: str) -> None:
        with self._begin() as database:
            database.execute(delete(_notes).where(_notes.c.name == name))

    @contextmanager
    def _begin(self) -> Iterator[Connection]:
        with self._turn, self._engine.begin() as database:
            yield database

    def _stands(self, room: str, actor: str, command_id: str) -> bool:
        same = select(_log.c.number).where(_log.c.room == room, _log.c.actor == actor, _log.c.command_id == command_id)
        with self._begin() as database:
            return database.scalar(same) is not None


def _note(database: Connection, name: str) -> str | None:
    found: str | None = database.scalar(select(_notes.c.value).where(_notes.c.name == name))
    return found


def _put(database: Connection, table: Table, key: dict[str, Any], values: dict[str, Any]) -> None:
    """Update the row with this key, or insert it; portable, and safe since writers take turns."""
    same = [table.c[name] == value for name, value in key.items()]
    if database.execute(update(table).where(*same).values(**values)).rowcount == 0:
        database.execute(insert(table).values(**key, **values))


def _look_at_file(url: str) -> None:
    """Look at an SQLite file that is there, changing not a byte of it. Raises WrongSchema and NotWhole."""
    file = Path(make_url(url).database or "")
    if not url.startswith("sqlite") or not file.is_file():
        return
    address = f"{file.resolve().as_uri()}?mode=ro"
    reader = create_engine("sqlite://", creator=lambda: sqlite3.connect(address, uri=True), poolclass=NullPool)
    try:
        with reader.connect() as database:
            found = database.exec_driver_sql("PRAGMA integrity_check(1)").scalar()
            if found != "ok":
                raise NotWhole(str(found).strip())
            _require_schema(database)
    except DatabaseError as error:
        raise NotWhole(str(error.orig)) from error


def _require_schema(database: Connection) -> bool:
    """Whether the database is still empty. Raises WrongSchema for what another version wrote."""
    there = set(inspect(database).get_table_names())
    found = _note(database, "schema") if _notes.name in there else None
    if found is None and there & set(_metadata.tables):
        raise WrongSchema("")
    if found not in (None, SCHEMA):
        raise WrongSchema(str(found))
    return found is None


def _engine(url: str) -> Engine:
    engine = create_engine(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_immediate)
    return engine


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    """Every commit reaches the disk; the driver must not begin transactions of its own."""
    connection.isolation_level = None
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    if sys.platform == "darwin":
        connection.execute("PRAGMA fullfsync=ON")


def _begin_immediate(database: Connection) -> None:
    database.exec_driver_sql("BEGIN IMMEDIATE")
