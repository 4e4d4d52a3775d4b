"""Rehearses an evening from outside: `rehearse.py HOST_LINK [--seed N] [--fast] [--rounds N]`.

Thirteen players with devices of their own come into a new event of a console that is running, over HTTP and sockets,
and meet with what happens to people: phones sleep, lose the network, are tapped twice or replaced, and two hosts press
Next at once. It ends with 0 if every screen shows what the console has and the record holds what everyone was told,
with 1 if anything disagrees, and with 2 if it cannot begin.
"""

import argparse
import logging
import sys
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "scripts")]

from _python import require_python  # noqa: E402 (found by the line above)

require_python()

NEEDED = {"requests": "requests", "socketio": "python-socketio", "websocket": "websocket-client"}
"""Modules, with the packages that bring them."""
MOST_ROUNDS = 6


def main(arguments: list[str]) -> int:
    """Rehearse, tell the story as it goes and the sums at the end; gives the exit code."""
    chosen = options(arguments)
    missing = [package for module, package in NEEDED.items() if not _is_here(module)]
    if missing:
        return _give_up(
            f"The rehearsal needs {', '.join(missing)}, which this Python does not have. Run python3 scripts/test.py "
            f"once, which fetches what testing needs, and then {sys.argv[0]} with the Python in .venv."
        )
    return rehearse(chosen)


def options(arguments: list[str]) -> argparse.Namespace:
    """The options; argparse ends the script with 2 and the usage where they make no sense."""
    parser = argparse.ArgumentParser(
        prog="rehearse.py",
        description="Rehearse a whole event at a running console, with thirteen players and their troubles.",
        epilog="It opens an event of its own, which stays in the list of events.",
        allow_abbrev=False,
    )
    parser.add_argument("link", metavar="HOST_LINK", type=host_link, help="the host's link, as the console printed it")
    parser.add_argument("--seed", type=int, default=1, help="which troubles meet whom and when (1)")
    parser.add_argument("--rounds", type=int, choices=range(1, MOST_ROUNDS + 1), help="rounds to play (5; 2 if fast)")
    parser.add_argument("--fast", action="store_true", help="shorter waits: no network for 4 s in place of 40 s")
    parser.add_argument("--quiet", action="store_true", help="tell the sums only")
    return parser.parse_args(arguments)


def host_link(text: str) -> tuple[str, int, str]:
    """Host, port and key of a host's link; ArgumentTypeError for anything else."""
    address = urlsplit(text)
    key = parse_qs(address.fragment).get("key", [""])[0]
    if address.scheme != "http" or not address.hostname or not key:
        raise argparse.ArgumentTypeError("give the whole link: http://…/host#key=…")
    return address.hostname, address.port or 80, key


def rehearse(chosen: argparse.Namespace) -> int:
    """Play the evening at the console behind the link; gives the exit code."""
    import requests
    from _rehearsal_evening import Script, new_evening
    from _rehearsal_hosts import CannotHost
    from _rehearsal_notes import Notes

    for library in ("engineio.client", "socketio.client"):  # a line that ends is part of the play
        logging.getLogger(library).setLevel(logging.CRITICAL)
    host, port, key = chosen.link
    try:
        requests.get(f"http://{host}:{port}/healthz", timeout=10).raise_for_status()
    except requests.RequestException:
        return _give_up(f"No console answers at http://{host}:{port}. Start it first: python3 scripts/start.py")
    fast = Script(chosen.seed, chosen.rounds or 2, (0.1, 0.6), network_away=4.0, enough_time=8.0)
    slow = Script(chosen.seed, chosen.rounds or 5, (0.5, 3.0), network_away=40.0, enough_time=60.0)
    notes = Notes(chosen.quiet)
    evening = new_evening(fast if chosen.fast else slow, (host, port), notes)
    try:
        evening.hosts.log_in(key)
        evening.play()
    except CannotHost as error:
        return _give_up(str(error))
    finally:
        evening.close()
    for line in notes.report():
        print(line)
    return 1 if notes.faults else 0


def _is_here(module: str) -> bool:
    try:
        __import__(module)
    except ImportError:
        return False
    return True


def _give_up(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
