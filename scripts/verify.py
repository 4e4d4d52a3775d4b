"""Checks the JSON export of an event: `python3 scripts/verify.py EXPORT [--head DIGITS]`.

It needs Python and the folder engine/ beside it, nothing else. It ends with 0 if everything that could be checked
holds, 1 if something does not, 2 if the file cannot be read.
"""

import argparse
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "scripts")]  # also where Python is told to look nowhere by itself (-I)

from _python import require_python  # noqa: E402 (found by the line above)

require_python()

from _checks import Findings, check_export, results  # noqa: E402 (an older Python could not read it)
from _export import Export, Unreadable, read_file  # noqa: E402
from _findings import Check, Fault, printable, visible  # noqa: E402

from engine.room.state import RoomState  # noqa: E402

SHOWN_DIGITS = 32
"""So many digits of the head stand on the screens."""
MOST_FAULTS = 20
"""How many faults of one check are told."""
WIDTH = 110


def main(arguments: list[str]) -> int:
    """Check one file and say in words what holds; 0 if all of it does."""
    chosen = options(arguments)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # for consoles that know few signs
    try:
        export = read_file(chosen.export)
    except Unreadable as error:
        print(f"{printable(str(chosen.export))} cannot be checked: {printable(str(error))}.", file=sys.stderr)
        return 2
    findings = check_export(export, chosen.head or "")
    for line in told(export, findings, compared=bool(chosen.head)):
        print(line)
    return 1 if findings.faults else 0


def options(arguments: list[str]) -> argparse.Namespace:
    """The options; argparse ends the script with 2 and the usage where they make no sense."""
    parser = argparse.ArgumentParser(
        prog="verify.py",
        description="Check the JSON export of an event: its chain of digests, the seed, every deal, draw and result.",
        allow_abbrev=False,
    )
    parser.add_argument("export", metavar="EXPORT", type=Path, help="the file that the host exported as JSON")
    parser.add_argument(
        "--head",
        metavar="DIGITS",
        type=head_digits,
        help="the digits that the board and the phones showed at the end as the head of the record",
    )
    return parser.parse_args(arguments)


def head_digits(text: str) -> str:
    """Digits as people copy them, in groups and in any case; ValueError for too few of them, or none."""
    digits = re.sub(r"[\s-]", "", text).lower()
    if not re.fullmatch(f"[0-9a-f]{{{SHOWN_DIGITS},64}}", digits):
        raise argparse.ArgumentTypeError(f"give all {SHOWN_DIGITS} digits (0-9, a-f) that the screens showed")
    return digits


def told(export: Export, findings: Findings, compared: bool) -> Iterator[str]:
    """The lines to print."""
    for check in findings.checks:
        yield from _check_lines(check)
    yield ""
    if findings.faults:
        yield from _wrapped(f"IT DOES NOT HOLD. {len(findings.faults)} faults are told above, each with its place.")
    elif findings.state is None:
        yield from _wrapped(
            "What could be checked holds, but that is only the chain: this export was made while the event was "
            "running, and says nothing certain about cards or results. Export it again after the end."
        )
    elif compared:
        yield from _wrapped("IT HOLDS, and it is the record that the screens showed.")
        yield from _outcome(findings.state)
    else:
        yield from _wrapped("IT HOLDS, as far as a file can tell by itself.")
        yield from _outcome(findings.state)
    if not findings.faults:
        yield from _to_compare(export, findings.state, compared)


def _check_lines(check: Check) -> Iterator[str]:
    word = "FAULT" if check.faults else "skipped" if check.skipped else "holds"
    yield from _wrapped(f"{check.title:9}{word:9}{'' if check.faults else check.words}", 18)
    for fault in check.faults[:MOST_FAULTS]:
        yield from _wrapped(f"  {_fault_text(fault)}", 6)
    if len(check.faults) > MOST_FAULTS:
        yield f"  and {len(check.faults) - MOST_FAULTS} more"


def _fault_text(fault: Fault) -> str:
    return printable(f"{fault.place}: {fault.words}")


def _outcome(state: RoomState) -> Iterator[str]:
    """Who won and who lost by the replay."""
    for title, sign in (("Winners", "winner"), ("Losers", "loser")):
        lines = [line for line in results(state)["standings"] if line[sign]]
        names = ", ".join(f"{visible(line['name'])} ({line['total']})" for line in lines)
        yield from _wrapped(f"{title}: {names or 'nobody'}", 2)


def _to_compare(export: Export, state: RoomState | None, compared: bool) -> Iterator[str]:
    """What only people can compare: a record that was made anew as a whole fits together as well."""
    yield ""
    if state is not None:
        yield f"Commitment of the seed: {_grouped(state.commitment[:SHOWN_DIGITS])}"
    yield f"Head of the record:     {_grouped(export.entries[-1].digest[:SHOWN_DIGITS])}"
    yield from _wrapped("The first must be what every screen showed before the deal: then nobody chose the cards.")
    if not compared:
        yield from _wrapped(
            "The second must be what the board and the phones showed at the end (--head compares it). Nothing else "
            "tells a record apart that somebody wrote anew as a whole: with another name, vote or time that the rules "
            "allow as well, with another seed and all that follows from it, or without its last rows."
        )


def _grouped(digits: str) -> str:
    return " ".join(textwrap.wrap(digits, 4))


def _wrapped(text: str, indent: int = 0) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent=" " * indent, break_on_hyphens=False)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
