"""Follows the README to the letter in a fresh clone: its two commands, and a second start with the network cut."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OFFLINE = "--offline"

_FIRST_START = 300.0
_SECOND_START = 20.0
_END = 20.0


class Broken(Exception):
    """A command of the README did not do what the README says."""


def main(arguments: list[str]) -> int:
    """Play the whole visit in a clone that is thrown away, or, as `--offline CLONE DATA`, its part without network."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # what is started here must not inherit that it is ignored
    if arguments[:1] == [OFFLINE]:
        try:
            start_without_network(Path(arguments[1]), Path(arguments[2]))
        except Broken as broken:
            sys.exit(str(broken))
        return 0
    with tempfile.TemporaryDirectory(prefix="thirteen-clone-") as folder:
        return count(visit(Path(folder) / "thirteen", Path(folder) / "data"))


def visit(clone: Path, data: Path) -> list[Callable[[], None]]:
    """What someone does who has only just found the project."""
    without_network = [sys.executable, str(Path(__file__).resolve()), OFFLINE, str(clone), str(data)]
    return [
        lambda: run("cloning", ["git", "clone", "--quiet", str(ROOT), str(clone)], ROOT),
        lambda: start_and_stop("first start", clone, data, _FIRST_START),
        lambda: run("cutting the network (it needs root)", ["unshare", "--net", "true"], clone),
        lambda: run("second start, without network", ["unshare", "--net", *without_network], clone),
        lambda: run("scripts/test.py", [sys.executable, "scripts/test.py", "tests/engine"], clone),
    ]


def count(steps: list[Callable[[], None]]) -> int:
    """Take the steps until one fails, and close with how many passed and failed; 0 if all passed."""
    passed = 0
    for step in steps:
        try:
            step()
        except Broken as broken:
            print(f"\n{broken}\nREADME: {passed} passed, 1 failed", flush=True)
            return 1
        passed += 1
    print(f"README: {passed} passed, 0 failed", flush=True)
    return 0


def start_without_network(clone: Path, data: Path) -> None:
    """Inside a network namespace of its own, where only this computer itself can be reached."""
    run("loopback", ["ip", "link", "set", "lo", "up"], clone)
    try:
        socket.create_connection(("198.51.100.1", 80), timeout=2).close()
    except OSError:
        start_and_stop("start without network", clone, data, _SECOND_START)
    else:
        raise Broken("the network is not cut")


def start_and_stop(what: str, clone: Path, data: Path, patience: float) -> None:
    """Run scripts/start.py until its page answers, then end it as Ctrl-C would; Broken unless all of it works."""
    port, begun = free_port(), time.monotonic()
    command = [sys.executable, "scripts/start.py", "--no-browser", "--port", str(port), "--data", str(data)]
    console = subprocess.Popen(command, cwd=clone, start_new_session=True)
    try:
        wait_for_answer(what, console, f"http://127.0.0.1:{port}/healthz", begun + patience)
        print(f"{what}: answers after {time.monotonic() - begun:.1f} s", flush=True)
        os.killpg(console.pid, signal.SIGINT)
        if console.wait(_END):
            raise Broken(f"{what}: Ctrl-C ended it with exit code {console.returncode}")
    except subprocess.TimeoutExpired:
        raise Broken(f"{what}: Ctrl-C did not end it within {_END:.0f} s") from None
    finally:
        if console.poll() is None:
            os.killpg(console.pid, signal.SIGKILL)


def wait_for_answer(what: str, console: "subprocess.Popen[bytes]", address: str, until: float) -> None:
    """Ask until the answer is 200; Broken when the console ends before, or the time is over."""
    while time.monotonic() < until:
        if console.poll() is not None:
            raise Broken(f"{what}: it ended with exit code {console.returncode} before its page answered")
        if answers(address):
            return
        time.sleep(0.1)
    raise Broken(f"{what}: no answer from {address} in time")


def answers(address: str) -> bool:
    """Whether a page is there now."""
    try:
        with urllib.request.urlopen(address, timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def free_port() -> int:
    """A port that nobody uses at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def run(what: str, command: list[str], folder: Path) -> None:
    """Run a command to its end and print how long it took; Broken if it fails."""
    begun = time.monotonic()
    code = subprocess.run(command, cwd=folder, check=False).returncode
    if code:
        raise Broken(f"{what} failed with exit code {code}")
    print(f"{what}: {time.monotonic() - begun:.1f} s", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
