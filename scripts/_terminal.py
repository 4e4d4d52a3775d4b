"""Running other programs quietly, one line a step, with a spinner and the seconds on a terminal."""

import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path

_TICK = 0.1
_LINES_KEPT = 25


class Failed(Exception):
    """A step did not work out; the text says why and what to do, in words for the person who started the script."""


class CommandFailed(Failed):
    """A program ended with an error; a code below 0 means that something stopped it."""

    def __init__(self, title: str, code: int, output: str, advice: str) -> None:
        said = "\n".join(output.strip().splitlines()[-_LINES_KEPT:])
        super().__init__(f"{title} failed (exit code {code}):\n{said}\n\n{advice}".rstrip())
        self.code = code


def run_step(
    title: str, command: Sequence[str], cwd: Path, env: Mapping[str, str] | None = None, advice: str = ""
) -> None:
    """Run a command behind one line of progress; CommandFailed holds the end of what it said, and the advice."""
    with _line(title) as tick:
        child = subprocess.Popen(
            command, cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        try:
            output = _wait(child, tick)
        except BaseException:
            child.terminate()
            child.wait()
            raise
    if child.returncode:
        raise CommandFailed(title, child.returncode, output, advice)


def _wait(child: subprocess.Popen[bytes], tick: Iterator[None]) -> str:
    while True:
        try:
            return child.communicate(timeout=_TICK)[0].decode(errors="replace")
        except subprocess.TimeoutExpired:
            next(tick)


@contextmanager
def _line(title: str) -> Iterator[Iterator[None]]:
    """Show the title at once and the seconds at the end; each tick in between turns the spinner."""
    start = time.monotonic()
    print(f"{title} ... ", end="", flush=True)
    try:
        yield _spin(title, start)
    finally:
        again = f"\r{title} ... " if sys.stdout.isatty() else ""
        print(f"{again}{time.monotonic() - start:.1f} s ", flush=True)


def _spin(title: str, start: float) -> Iterator[None]:
    for sign in cycle("|/-\\"):
        if sys.stdout.isatty():
            print(f"\r{title} ... {time.monotonic() - start:.0f} s {sign} ", end="", flush=True)
        yield
