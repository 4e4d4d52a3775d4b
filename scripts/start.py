"""Sets the project up and runs the console: `python3 scripts/start.py`.

Needs nothing but Python, and the internet the first time only.
"""

import argparse
import signal
import subprocess
import sys
from pathlib import Path

from _python import require_python

require_python()

from _setup import ROOT, Project  # noqa: E402 (an older Python could not read it)
from _terminal import Failed  # noqa: E402

_PATIENCE = 8.0
"""Seconds that the console gets to end by itself."""
_A_LOOK = 0.5
"""Seconds from one look at whether anybody asked to end to the next."""


def main(arguments: list[str]) -> int:
    """Set up, run the console until it ends, and give its exit code."""
    command = app_command(Project(ROOT), options(arguments))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        Project(ROOT).set_up()
    except Failed as failed:
        print(f"\n{failed}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped. The next start finishes what is missing.", file=sys.stderr)
        return 128 + signal.SIGINT
    return run(command)


def options(arguments: list[str]) -> argparse.Namespace:
    """The options, checked before anything is fetched."""
    parser = argparse.ArgumentParser(
        prog="start.py", description="Set Thirteen up, run the console and open it in a browser.", allow_abbrev=False
    )
    parser.add_argument("--port", type=port, default=8013, help="where the console listens (8013)")
    parser.add_argument("--public-url", metavar="URL", help="the address that phones use, if not this computer's own")
    parser.add_argument(
        "--behind-proxy", action="store_true", help="a proxy of yours stands in front, and says who asks and how"
    )
    parser.add_argument("--data", type=Path, default=ROOT / "data", help="folder that keeps the evening (data)")
    parser.add_argument("--no-browser", action="store_true", help="print the host's link without opening it")
    parser.add_argument(
        "--restore", type=Path, metavar="FILE", help="go on from this backup, in a folder without rooms"
    )
    parser.add_argument(
        "--new-host-key", action="store_true", help="make a new host key: every host link and co-host's link ends"
    )
    return parser.parse_args(arguments)


def port(text: str) -> int:
    """A port number; ValueError for what is none, which argparse turns into a sentence."""
    if not 1 <= int(text) <= 65535:
        raise ValueError(text)
    return int(text)


def app_command(project: Project, chosen: argparse.Namespace) -> list[str]:
    """How the console itself is started with these options."""
    command = [str(project.python), str(project.root / "app.py")]
    command += ["--port", str(chosen.port), "--data", str(chosen.data.resolve())]
    command += ["--public-url", chosen.public_url] if chosen.public_url else []
    command += ["--behind-proxy"] if chosen.behind_proxy else []
    command += ["--no-browser"] if chosen.no_browser else []
    command += ["--new-host-key"] if chosen.new_host_key else []
    command += ["--restore", str(chosen.restore.resolve())] if chosen.restore else []
    return command


def run(command: list[str]) -> int:
    """Run the console; Ctrl-C and a request to end reach it too. Gives its exit code, as shells count.

    The handlers only take note: one that raises can do so while the child's exit code is being picked up, and lose it.
    """
    asked: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _: asked.append(number))
    child = subprocess.Popen(command, cwd=ROOT)
    while not asked:
        try:
            return as_shells_count(child.wait(_A_LOOK))
        except subprocess.TimeoutExpired:
            continue
    if signal.SIGTERM in asked:  # of Ctrl-C the terminal has told the child as well
        child.terminate()
    return as_shells_count(ended(child))


def ended(child: "subprocess.Popen[bytes]") -> int:
    """Wait for a child that was asked to end, and insist when it does not."""
    for insist in (child.terminate, child.kill):
        try:
            return child.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            insist()
    return child.wait()


def as_shells_count(code: int) -> int:
    """The exit code 128 + n for a child that the signal n ended, which Python gives as -n."""
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
