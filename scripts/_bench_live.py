"""From a command to the last screen that shows it, beside the same fragments sent with nothing done."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from _bench import Effort, Line, Sense

from tests.services import free_port

HERE = Path(__file__).resolve().parent
SCREENS = 15
"""Thirteen phones, the board and the host's page."""


@dataclass(frozen=True)
class Measured:
    """Milliseconds of each command and each bare sending, and what the console's memory grew by, in bytes."""

    command: list[float]
    again: list[float]
    grown: int


def lines(effort: Effort) -> Iterator[Line]:
    """The room by itself, then with people who only watch."""
    crowd = effort.of(1000, 20)
    few, many = _measured(0, effort.of(60, 3)), _measured(crowd, effort.of(20, 2))
    yield _line(f"A command to the last of {SCREENS} screens", few, 1.5)
    yield _line(f"A command to the last of {crowd:,} spectators", many, 1.15)
    each = many.grown / crowd / 1024
    yield Line("Memory for each connection", "", Sense.ALONE, each, None, "KiB", note=f"over {crowd:,} connections")


def _line(topic: str, measured: Measured, wanted: float) -> Line:
    ours, bare = median(measured.command), median(measured.again)
    note = "median; every screen changes" if wanted > 1.2 else "median; one view for all of them"
    return Line(topic, "sending the same bytes", Sense.LONGER, ours, bare, "ms", wanted, note)


def _measured(spectators: int, commands: int) -> Measured:
    with TemporaryDirectory() as folder, _console(Path(folder)) as (console, told), _screens() as screens:
        before = _resident(console.pid)
        asked = {**told, "spectators": spectators, "commands": commands}
        assert screens.stdin and screens.stdout
        screens.stdin.write(json.dumps(asked))
        screens.stdin.close()
        screens.stdout.readline()
        grown = _resident(console.pid) - before
        return Measured(**json.loads(screens.stdout.readline()), grown=grown)


@contextmanager
def _console(folder: Path) -> Iterator[tuple["subprocess.Popen[str]", dict[str, Any]]]:
    port = free_port()
    command = [sys.executable, str(HERE / "_bench_console.py"), str(folder), str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        try:
            assert running.stdout
            yield running, {"url": f"http://localhost:{port}", **json.loads(running.stdout.readline())}
        finally:
            running.terminate()


@contextmanager
def _screens() -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, str(HERE / "_bench_screens.py")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        try:
            yield running
        finally:
            running.terminate()


def _resident(pid: int) -> int:
    """Bytes of memory that a process really holds; psutil tells it on every system."""
    import psutil

    held: int = psutil.Process(pid).memory_info().rss
    return held
