"""The tables of the store, the same on every database, and how a database is opened and told apart from a wrong one."""

import sqlite3
import sys
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
    event,
    func,
    insert,
    inspect,
    select,
)
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, OperationalError
from sqlalchemy.pool import NullPool

SCHEMA = "1"
_SCHEMA_NOTE = "schema"
FILE = "thirteen.sqlite3"
"""How the database is called in a data folder."""

metadata = MetaData()
rooms = Table(
    "rooms",
    metadata,
    Column("code", String(8), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("opened", BigInteger, nullable=False),
)
log = Table(
    "log",
    metadata,
    Column("room", String(8), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("actor", String(100), nullable=False),
    Column("command_id", String(100), nullable=False),
    Column("content", Text, nullable=False),
    Column("salt", String(64), nullable=False),
    Column("digest", String(64), nullable=False),
    UniqueConstraint("room", "actor", "command_id"),
)
beats = Table("beats", metadata, Column("room", String(8), primary_key=True), Column("at", BigInteger, nullable=False))
notes = Table("notes", metadata, Column("name", String(80), primary_key=True), Column("value", Text, nullable=False))
leases = Table(
    "leases",
    metadata,
    Column("name", String(80), primary_key=True),
    Column("holder", String(80), nullable=False),
    Column("until", BigInteger, nullable=False),
)

_POSTGRES = ("postgresql", "postgres", "postgresql+psycopg")
_POSTGRES_SESSION = {
    "synchronous_commit": "on",
    "idle_in_transaction_session_timeout": "5000",  # of a worker that froze, so that its locks hold nobody up
    "statement_timeout": "15000",
}
_SETTING_UP = 1313
"""The advisory lock under which one worker makes the tables while others wait."""


class CannotUse(Exception):
    """Why a database cannot be used, as a sentence for whoever started the console; it names no password."""


class WrongSchema(Exception):
    """The data was written by another version of the program; `found` is the schema that it names, or ""."""

    def __init__(self, found: str) -> None:
        super().__init__(found)
        self.found = found


class NotWhole(Exception):
    """The database is damaged; in its own words."""


def engine(url: str) -> Engine:
    """What runs statements on the database of this URL.

    Raises CannotUse for a server's that does not work, WrongSchema and NotWhole for a file, which was not touched.
    """
    return _on_file(url) if url.startswith("sqlite:") else _on_server(url)


def _on_file(url: str) -> Engine:
    _look_at_file(Path(make_url(url).database or ""))
    made = create_engine(url, hide_parameters=True)
    event.listen(made, "connect", _prepare_sqlite)
    event.listen(made, "begin", _begin_immediate)
    return made


def _look_at_file(file: Path) -> None:
    """Look at the file that is there, if any, changing not a byte of it. Raises WrongSchema and NotWhole."""
    if not file.is_file():
        return
    address = f"{file.resolve().as_uri()}?mode=ro"
    reader = create_engine("sqlite://", creator=lambda: sqlite3.connect(address, uri=True), poolclass=NullPool)
    try:
        with reader.connect() as database:
            found = str(database.exec_driver_sql("PRAGMA integrity_check(1)").scalar())
            if found != "ok":
                raise NotWhole(found.strip())
            _require_own_schema(database)
    except DatabaseError as error:
        raise NotWhole(str(error.orig)) from error


def _on_server(url: str) -> Engine:
    address = _postgres_address(url)
    session = " ".join(f"-c {name}={value}" for name, value in _POSTGRES_SESSION.items())
    arguments = {"options": session, "connect_timeout": 3, "tcp_user_timeout": 5000, "application_name": "thirteen"}
    pool = {"pool_pre_ping": True, "pool_size": 10, "max_overflow": 20}
    try:
        made = create_engine(address, hide_parameters=True, connect_args=arguments, **pool)
    except ImportError as error:
        raise CannotUse(
            "DATABASE_URL asks for PostgreSQL, and the package for it is missing. "
            "Install it: .venv/bin/pip install -r requirements-workers.txt"
        ) from error
    try:
        made.connect().close()
    except OperationalError as error:
        made.dispose()
        said = " ".join(str(error.orig).split())
        raise CannotUse(f"The database of DATABASE_URL cannot be reached: {said}") from error
    return made


def set_up(database: Connection) -> None:
    """Make what is missing of the tables; on a server, one worker at a time. Raises WrongSchema."""
    if database.dialect.name == "postgresql":
        database.execute(select(func.pg_advisory_xact_lock(_SETTING_UP)))
    fresh = _require_own_schema(database)
    metadata.create_all(database)
    if fresh:
        database.execute(insert(notes).values(name=_SCHEMA_NOTE, value=SCHEMA))


def _require_own_schema(database: Connection) -> bool:
    """Whether the database is still empty. Raises WrongSchema for what another version wrote."""
    there = set(inspect(database).get_table_names()) & set(metadata.tables)
    named = select(notes.c.value).where(notes.c.name == _SCHEMA_NOTE)
    found = database.scalar(named) if notes.name in there else None
    if there and found != SCHEMA:
        raise WrongSchema(found or "")
    return not there


def _postgres_address(url: str) -> URL:
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):
        raise CannotUse(
            "DATABASE_URL is no address of a database. It looks like postgresql://user:password@host:5432/thirteen"
        ) from None  # the cause would show what stands in it
    if address.drivername not in _POSTGRES:
        raise CannotUse(
            f"DATABASE_URL begins with {address.drivername}:, and the console knows postgresql: only. "
            "Leave it out to keep everything in one file in the data folder."
        )
    return address.set(drivername="postgresql+psycopg")


def _prepare_sqlite(connection: sqlite3.Connection, _record: Any) -> None:
    """Every commit reaches the disk; the driver must not begin transactions of its own."""
    connection.isolation_level = None
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    if sys.platform == "darwin":
        connection.execute("PRAGMA fullfsync=ON")


def _begin_immediate(database: Connection) -> None:
    database.exec_driver_sql("BEGIN IMMEDIATE")
