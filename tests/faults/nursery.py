"""Real consoles that start at once: each is `app.main` in a process of its own, forked from one that has loaded it."""

import json
import mmap
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.conftest import PATIENCE, ROOT, RunningConsole


class Nursery:
    """The process that they are forked from."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.nursery_main"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, **what: Any) -> int:
        """Tell it something and wait for the number that it answers."""
        assert self._process.stdin and self._process.stdout
        print(json.dumps(what), file=self._process.stdin, flush=True)
        return int(self._process.stdout.readline())

    def close(self) -> None:
        with self._process:
            assert self._process.stdin
            self._process.stdin.close()


@dataclass
class Clock:
    """A wall clock that a console follows: the system's, and what a test has moved it by."""

    file: Path

    def __post_init__(self) -> None:
        self.set(0)

    def set(self, milliseconds: int) -> None:
        """Be ahead of the system's clock by so much from now on, or behind it when negative."""
        with self.file.open("r+b" if self.file.exists() else "wb") as file:
            file.write((milliseconds * 1_000_000).to_bytes(8, sys.byteorder, signed=True))


@dataclass
class Pace:
    """Time of a console that goes on only when a test lets it, and then as fast as the console can look."""

    file: Path

    def __post_init__(self) -> None:
        self.file.write_bytes(bytes(24))
        with self.file.open("r+b") as opened:
            self._cells = memoryview(mmap.mmap(opened.fileno(), 24)).cast("q")

    def go(self, milliseconds: int) -> None:
        """Let so much time pass."""
        self._cells[0] += milliseconds * 1_000_000
        self._wait(lambda: self._cells[1] >= self._cells[0])

    def sleep(self, milliseconds: int) -> None:
        """Let the laptop sleep for so long: time that is gone at once."""
        self._cells[2] = milliseconds * 1_000_000
        self._wait(lambda: self._cells[2] == 0)

    def _wait(self, done: Callable[[], bool]) -> None:
        until = time.monotonic() + 10 * PATIENCE
        while not done():
            assert time.monotonic() < until, "time stands still"
            time.sleep(0.002)


@dataclass(frozen=True)
class Census:
    """What a console has at one moment: `memory` in bytes, open `files`, and live things inside."""

    memory: int
    files: int
    greenlets: int
    sessions: int
    screens: int
    objects: int
    kinds: dict[str, int] = field(repr=False)


@dataclass
class ForkedConsole(RunningConsole):
    """A console from the nursery."""

    nursery: Nursery = field(kw_only=True)
    clock: Clock | None = None
    pace: Pace | None = None
    pid: int = 0

    def launch(self) -> None:
        """Start it, whether or not it will answer."""
        arguments = ["--port", str(self.port), "--data", str(self.data), "--no-browser", *self.options]
        clock = str(self.clock.file) if self.clock else ""
        pace = str(self.pace.file) if self.pace else ""
        log = str(self.data / "console.log")
        self.pid = self.nursery.ask(arguments=arguments, log=log, clock=clock, pace=pace)

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        self.ended()

    def stop(self) -> int:
        if self.pid:
            os.kill(self.pid, signal.SIGINT)
        return self.ended()

    def ended(self) -> int:
        """Wait until it has ended; returns its exit code."""
        deadline = time.monotonic() + PATIENCE
        while self.is_running():
            if time.monotonic() > deadline:
                os.kill(self.pid, signal.SIGKILL)
            time.sleep(0.01)
        code, self.pid = self.nursery.ask(wait=self.pid) if self.pid else 0, 0
        return code

    def is_running(self) -> bool:
        return bool(self.pid) and bool(self.nursery.ask(lives=self.pid))

    def census(self) -> Census:
        """Count what there is, on Linux."""
        file, process = self.data / "census.json", Path(f"/proc/{self.pid}")
        file.unlink(missing_ok=True)
        os.kill(self.pid, signal.SIGUSR1)
        until = time.monotonic() + PATIENCE
        while not file.exists():
            assert time.monotonic() < until, self.log()
            time.sleep(0.02)
        pages = int((process / "statm").read_text().split()[1])
        files = len(list((process / "fd").iterdir()))
        return Census(pages * os.sysconf("SC_PAGE_SIZE"), files, **json.loads(file.read_text()))
