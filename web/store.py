"""The append-only log, and the few small things kept beside it. Knows no rules: content is text to it.

SQLAlchemy Core, on an SQLite file or a PostgreSQL server. What `append` returned from is on the disk.
"""

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Executable, Table, delete, func, insert, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from web import schema
from web.schema import FILE

_rooms, _log, _beats, _notes, _leases = schema.rooms, schema.log, schema.beats, schema.notes, schema.leases
_BLOCK = 1000
"""Rows that are copied at a time."""


class NumberTaken(Exception):
    """Another writer put this row there first."""


class CommandRepeated(Exception):
    """This actor's command id stands in the room's log already."""


class CodeTaken(Exception):
    """There is a room with this code."""


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
    """Rooms, their logs, heartbeats, notes and leases in one database: an SQLite file, or on a PostgreSQL server."""

    def __init__(self, url: str) -> None:
        """Open the database of this URL and make what is missing in it.

        Raises CannotUse, WrongSchema and NotWhole; then the data was not touched.
        """
        self._engine = schema.engine(url)
        # Under gevent a greenlet that yields inside a write transaction would freeze all others at the file's lock.
        self._turns = threading.Lock() if self._in_file else nullcontext()
        try:
            with self._begin() as database:
                schema.set_up(database)
        except BaseException:
            self.close()
            raise

    @classmethod
    def in_folder(cls, data: Path) -> "Store":
        """The store of this data folder, made if there is none."""
        return cls(f"sqlite:///{data / FILE}")

    @property
    def _in_file(self) -> bool:
        return self._engine.dialect.name == "sqlite"

    def close(self) -> None:
        self._engine.dispose()

    def copy_to(self, file: Path) -> None:
        """Everything as it is at this moment, as an SQLite file."""
        if self._in_file:
            with self._turns, closing(self._engine.raw_connection()) as here, closing(sqlite3.connect(file)) as there:
                source: Any = here.driver_connection
                source.backup(there)
            return
        with closing(Store(f"sqlite:///{file}")) as there, self._snapshot() as database:
            there._take_over(database)

    def take_over(self, file: Path) -> None:
        """Put everything of an SQLite file that is a store into this one, which is empty but for its notes."""
        with closing(Store(f"sqlite:///{file}")) as there, there._begin() as database:
            self._take_over(database)

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
        with self._at_once() as database:
            return tuple(StoredRoom(**row._mapping) for row in database.execute(newest_first))

    def room(self, code: str) -> StoredRoom | None:
        """The room of this code, or None."""
        with self._at_once() as database:
            row = database.execute(select(_rooms).where(_rooms.c.code == code)).one_or_none()
        return StoredRoom(**row._mapping) if row else None

    def append(self, room: str, entry: Entry) -> None:
        """Keep one more row. Raises CommandRepeated, or NumberTaken; then nothing was kept."""
        try:
            with self._at_once() as database:
                database.execute(insert(_log).values(room=room, **vars(entry)))
        except IntegrityError as error:
            repeated = self._stands(room, entry.actor, entry.command_id)
            raise (CommandRepeated if repeated else NumberTaken)(room, entry.number) from error

    def log(self, room: str, after: int = 0) -> tuple[Entry, ...]:
        """The room's rows behind number `after`, in order."""
        columns = [column for column in _log.c if column.name != "room"]
        rows = select(*columns).where(_log.c.room == room, _log.c.number > after).order_by(_log.c.number)
        with self._at_once() as database:
            return tuple(Entry(**row._mapping) for row in database.execute(rows))

    def heads(self) -> dict[str, int]:
        """The number of each room's last row, the newest room first."""
        last = select(func.max(_log.c.number)).where(_log.c.room == _rooms.c.code).scalar_subquery().label("last")
        heads = select(_rooms.c.code, last).order_by(_rooms.c.opened.desc(), _rooms.c.code)
        with self._at_once() as database:
            return {row.code: row.last for row in database.execute(heads)}

    def beat(self, rooms: Sequence[str], at: int) -> None:
        """Note that the clocks of these rooms were seen running at this moment of wall time."""
        if rooms:
            # In order, so that two workers that beat at once wait for each other and for nobody else.
            beats = self._putting(_beats, [{"room": room, "at": at} for room in sorted(rooms)])
            with self._at_once() as database:
                database.execute(beats)

    def last_beat(self, room: str) -> int | None:
        """When the clock of this room was last seen running, in wall milliseconds."""
        with self._at_once() as database:
            found: int | None = database.scalar(select(_beats.c.at).where(_beats.c.room == room))
        return found

    def note(self, name: str) -> str | None:
        """What is kept under this name, or None."""
        with self._at_once() as database:
            return _note(database, name)

    def notes(self, prefix: str) -> dict[str, str]:
        """Notes whose names begin so, by the rest of the name."""
        found = select(_notes).where(_notes.c.name.startswith(prefix, autoescape=True)).order_by(_notes.c.name)
        with self._at_once() as database:
            return {row.name.removeprefix(prefix): row.value for row in database.execute(found)}

    def set_note(self, name: str, value: str) -> None:
        """Keep this under a name, in place of what was there."""
        with self._at_once() as database:
            database.execute(self._putting(_notes, [{"name": name, "value": value}]))

    def first_note(self, name: str, value: str) -> str:
        """Set a note unless somebody has; returns what stands there now."""
        adding = self._insert(_notes).values(name=name, value=value).on_conflict_do_nothing()
        with self._begin() as database:
            database.execute(adding)
            return _note(database, name) or value

    def drop_note(self, name: str) -> bool:
        """Forget a note; whether it was there, which of several who drop it at once one alone is told."""
        with self._at_once() as database:
            return database.execute(delete(_notes).where(_notes.c.name == name)).rowcount > 0

    def lease(self, name: str, holder: str, now: int, until: int) -> bool:
        """Have this name to oneself until then, in wall time; False while another holder has it."""
        adding = self._insert(_leases).values(name=name, holder=holder, until=until)
        free = (_leases.c.holder == holder) | (_leases.c.until <= now)
        taking = adding.on_conflict_do_update(
            index_elements=["name"], set_={"holder": holder, "until": until}, where=free
        )
        with self._at_once() as database:
            return database.execute(taking.returning(_leases.c.holder)).first() is not None

    @contextmanager
    def _begin(self) -> Iterator[Connection]:
        """All or nothing."""
        with self._turns, self._engine.begin() as database:
            yield database

    @contextmanager
    def _at_once(self) -> Iterator[Connection]:
        """For a single statement, which a server needs no transaction around."""
        if self._in_file:
            with self._begin() as database:
                yield database
            return
        with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as database:
            yield database

    @contextmanager
    def _snapshot(self) -> Iterator[Connection]:
        """Several reads of one moment."""
        with self._engine.connect().execution_options(isolation_level="REPEATABLE READ") as database, database.begin():
            yield database

    def _insert(self, table: Table) -> postgresql.Insert | sqlite.Insert:
        """An insert that can say what to do when the key stands there already."""
        return sqlite.insert(table) if self._in_file else postgresql.insert(table)

    def _putting(self, table: Table, rows: list[dict[str, Any]]) -> Executable:
        """The statement that inserts these rows, or updates those whose key stands there."""
        adding = self._insert(table).values(rows)
        key = [column.name for column in table.primary_key]
        values = {column.name: adding.excluded[column.name] for column in table.c if column.name not in key}
        return adding.on_conflict_do_update(index_elements=key, set_=values)

    def _take_over(self, source: Connection) -> None:
        with self._begin() as here:
            for table in (_rooms, _log, _beats, _notes):
                for block in source.execution_options(yield_per=_BLOCK).execute(select(table)).partitions():
                    here.execute(self._putting(table, [dict(row._mapping) for row in block]))

    def _stands(self, room: str, actor: str, command_id: str) -> bool:
        same = select(_log.c.number).where(_log.c.room == room, _log.c.actor == actor, _log.c.command_id == command_id)
        with self._at_once() as database:
            return database.scalar(same) is not None


def _note(database: Connection, name: str) -> str | None:
    found: str | None = database.scalar(select(_notes.c.value).where(_notes.c.name == name))
    return found
