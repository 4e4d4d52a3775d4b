"""Real PostgreSQL and Redis for tests: each on a free port and in a folder of its own, gone with the test run."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import _services
import psycopg
import pytest
import redis as redis_client

PATIENCE = 60.0
"""Seconds for a service to answer, on a machine that is busy."""


def program(name: str) -> Path:
    """Where this program is; the test is skipped where it is not (scripts/test.py says how to get it)."""
    found = _services.find(name)
    if found is None:
        pytest.skip(f"there is no {name} on this computer")
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@dataclass
class Service:
    """A program that runs in a folder of its own, as a user without rights where the tests are root."""

    folder: Path = field(default_factory=lambda: _folder_of_nobody())
    port: int = field(default_factory=free_port)
    process: "subprocess.Popen[bytes] | None" = None

    def run(self, command: Sequence[object], environment: dict[str, str] | None = None) -> None:
        """Run it and leave it running."""
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [str(one) for one in command], cwd=self.folder, env=environment, stdout=log, stderr=log, **_as_nobody()
            )

    def wait_until(self, answers: Callable[[], object], errors: tuple[type[Exception], ...]) -> None:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                answers()
                return
            except errors:
                assert self.process and self.process.poll() is None, self.log()
                assert time.monotonic() < deadline, self.log()
                time.sleep(0.02)

    def end(self, how: signal.Signals = signal.SIGINT) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(PATIENCE)

    def log(self) -> str:
        return (self.folder / "log").read_text(encoding="utf-8", errors="replace")

    def remove(self) -> None:
        self.end()
        shutil.rmtree(self.folder)


@dataclass
class Postgres(Service):
    """A server with one database, which each test finds empty."""

    def start(self) -> None:
        """Start it (again)."""
        binaries = program("postgres").parent
        data = self.folder / "data"
        if not data.exists():
            options = ("-A", "trust", "-U", "thirteen", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
            making = [str(binaries / "initdb"), "-D", str(data), *options]
            made = subprocess.run(making, cwd=self.folder, capture_output=True, text=True, check=False, **_as_nobody())
            assert made.returncode == 0, made.stdout + made.stderr
        settings = {"listen_addresses": "127.0.0.1", "fsync": "off", "max_connections": 200, "shared_buffers": "32MB"}
        given = [text for name, value in settings.items() for text in ("-c", f"{name}={value}")]
        self.run([binaries / "postgres", "-D", data, "-p", self.port, "-k", self.folder, *given])
        self.wait_until(lambda: psycopg.connect(self.url).close(), (psycopg.OperationalError,))

    @property
    def url(self) -> str:
        return f"postgresql://thirteen@127.0.0.1:{self.port}/postgres"

    def another(self) -> str:
        """The URL of a database of its own, which nobody else empties."""
        with psycopg.connect(self.url, autocommit=True) as database:
            database.execute("CREATE DATABASE another")
        return self.url.replace("/postgres", "/another")

    def empty(self) -> str:
        """Throw away all that is in it, and whoever is connected; its URL."""
        with psycopg.connect(self.url, autocommit=True) as database:
            others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
            database.execute(others + " AND application_name = 'thirteen'")
            database.execute("DROP SCHEMA public CASCADE")
            database.execute("CREATE SCHEMA public")
        return self.url


@dataclass
class Redis(Service):
    """A Redis that keeps nothing."""

    given: int = 0

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def another(self) -> str:
        """The URL of another of its numbers, with nothing in it."""
        self.given += 1
        return self.empty().replace("/0", f"/{self.given}")

    def start(self) -> None:
        """Start it (again)."""
        local = ("--port", self.port, "--bind", "127.0.0.1", "--save", "", "--dir", self.folder)
        self.run([program("redis-server"), *local])
        with redis_client.Redis.from_url(self.url) as client:
            self.wait_until(client.ping, (redis_client.exceptions.ConnectionError,))

    def empty(self) -> str:
        """Throw away all that is in it; its URL."""
        with redis_client.Redis.from_url(self.url) as client:
            client.flushall()
        return self.url


Kept = TypeVar("Kept", Postgres, Redis)


@contextmanager
def kept(service: Kept) -> Iterator[Kept]:
    """One that is there for a while, and gone afterwards, however that went."""
    try:
        service.start()
        yield service
    finally:
        service.remove()


def _folder_of_nobody() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="thirteen-"))
    if _root():
        shutil.chown(folder, "nobody")
    return folder


def _as_nobody() -> dict[str, Any]:
    """PostgreSQL refuses to run as root."""
    return {"user": "nobody", "group": "nogroup", "extra_groups": ()} if _root() else {}


def _root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0
