"""Answers questions about open showdowns in a process of its own, so that the console's loop never waits for them.

Run as a module it is that process: questions come in on its standard input, answers go out on its standard output.
"""

import os
import pickle
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from engine.game import Prospect
from engine.registry import GAMES

ROOT = Path(__file__).resolve().parent.parent
NICENESS = 5
"""Whoever plays comes first."""


class Reckoner:
    """One question at a time; the process starts with the first one and ends with the console."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._end: Callable[[], object] = lambda: None

    def answer(self, game: str, question: Any) -> tuple[Prospect, ...] | None:
        """The game's answer, after as long as it takes; None if it was dropped or the process has ended."""
        with self._turn:
            process = self._running()
            assert process.stdin and process.stdout
            try:
                pickle.dump((game, question), process.stdin)
                process.stdin.flush()
                answer: tuple[Prospect, ...] = pickle.load(process.stdout)
            except (EOFError, OSError, pickle.UnpicklingError):
                self._end()
                return None
            return answer

    def drop(self) -> None:
        """Nobody waits for the answer any more."""
        process = self._process
        if process:
            process.kill()

    def _running(self) -> "subprocess.Popen[bytes]":
        if self._process is None or self._process.poll() is not None:
            self._end()
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for the console
            )
            self._end = weakref.finalize(self, _ended, self._process)
        return self._process


def _ended(process: "subprocess.Popen[bytes]") -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe:
            with suppress(OSError):  # what was written to it goes nowhere
                pipe.close()


def serve() -> None:
    """Answer until the console is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    while True:
        try:
            game, question = pickle.load(sys.stdin.buffer)
            pickle.dump(GAMES[game].prospects(question), sys.stdout.buffer)
            sys.stdout.buffer.flush()
        except (EOFError, OSError):
            return


if __name__ == "__main__":
    serve()
