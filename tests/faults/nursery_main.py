"""The process behind `Nursery`: it has loaded the console once, and forks a fresh one whenever it is told to.

Lines of JSON on its input: `{"arguments", "log", "clock", "pace"}` starts a console and answers its process id,
`{"lives"}` whether that process still runs, and `{"wait"}` with what it ended.
"""

if __name__ == "__main__":  # sockets and threads must be gevent's before anything else takes them
    from gevent import monkey

    monkey.patch_all()

import gc
import json
import mmap
import os
import signal
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import Any, NoReturn

import engineio.socket
import gevent
from greenlet import greenlet

import app
import web.presence
import web.server

FASTER = 200
"""How many times as fast time may go where a test sets the pace."""
STEP = 200_000_000
"""Nanoseconds by which it then goes on; a room is held only after a gap of 3 s."""


def main() -> None:
    """Do what is told until the input ends."""
    app._screens()
    gc.freeze()
    started: set[int] = set()
    for line in sys.stdin:
        told = json.loads(line)
        answered = answer(told)
        if "arguments" in told:
            started.add(answered)
        started.discard(told.get("wait", 0))
        sys.stdout.write(f"{answered}\n")
        sys.stdout.flush()
    for child in started:  # whoever was to stop them has gone
        os.kill(child, signal.SIGKILL)


def answer(told: dict[str, Any]) -> int:
    match told:
        case {"wait": pid}:
            return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        case {"lives": pid}:
            return int(os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None)
        case _:
            return start(told)


def start(told: dict[str, Any]) -> int:
    child: int = os.fork()
    if not child:
        be_a_console(told)
    return child


def be_a_console(told: dict[str, Any]) -> NoReturn:
    """Run app.py's main and end with its exit code."""
    code = 70
    try:
        os.setsid()
        log = os.open(told["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        for stream, file in enumerate((os.open(os.devnull, os.O_RDONLY), log, log)):
            os.dup2(file, stream)
        if told["clock"]:
            follow(Path(told["clock"]))
        if told["pace"]:
            keep_pace(Path(told["pace"]))
        gevent.signal_handler(signal.SIGUSR1, count, Path(told["log"]).with_name("census.json"))
        code = app.main(told["arguments"])
    except SystemExit as ended:
        code = int(ended.code or 0)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def follow(file: Path) -> None:
    """Let this process' wall clock be ahead of the system's by the nanoseconds that stand in the file."""
    with file.open("rb") as opened:
        ahead = memoryview(mmap.mmap(opened.fileno(), 8, access=mmap.ACCESS_READ)).cast("q")
    real = time.time_ns
    time.time_ns = lambda: real() + ahead[0]
    time.time = lambda: time.time_ns() / 1e9


def keep_pace(file: Path) -> None:
    """Let time go on in small steps, as fast as the console can look, and only as far as the file says.

    Three numbers of nanoseconds stand in it: how far to go, how far that is, and by how much to fall asleep first.
    Naps are short, so that they match.
    """
    with file.open("r+b") as opened:
        cells = memoryview(mmap.mmap(opened.fileno(), 24)).cast("q")
    began, ticked, real_sleep = time.time_ns(), time.monotonic_ns(), gevent.sleep
    slept = 0
    time.time_ns = lambda: began + cells[1] + slept
    time.monotonic_ns = lambda: ticked + cells[1] + slept
    gevent.sleep = lambda seconds=0, ref=True: real_sleep(seconds / FASTER, ref)

    def go_on() -> None:
        nonlocal slept
        while True:
            slept, cells[2] = slept + cells[2], 0
            if cells[1] < cells[0]:
                cells[1] += STEP
            real_sleep(STEP / 1e9 / FASTER)

    gevent.spawn(go_on)


def count(file: Path) -> None:
    """Write down how much there is of what a page that went must not leave behind."""
    gc.collect()
    kinds = Counter(type(one).__name__ for one in gc.get_objects())
    running = sum(issubclass(type(one), greenlet) and not one.dead for one in gc.get_objects())
    found = {
        "greenlets": running,
        "sessions": sum(type(one) is engineio.socket.Socket for one in gc.get_objects()),
        "screens": sum(type(one) is web.presence.Socket for one in gc.get_objects()),
        "objects": sum(kinds.values()),
        "kinds": dict(kinds.most_common(40)),
    }
    written = file.with_suffix(".part")
    written.write_text(json.dumps(found), encoding="utf-8")
    written.replace(file)


if __name__ == "__main__":
    main()
