"""How fast it is, ratios first: `python3 scripts/bench.py [--quick] [--only PART ...] [--json]`.

Each part is a file of its own beside this one, `_bench_*.py`, that gives lines of the one table. Nothing here fails for
being slow; what fails is two programs that do not agree on a result.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

from _python import require_python

require_python()

from _setup import ROOT, Project  # noqa: E402 (an older Python could not read it)
from _terminal import Failed  # noqa: E402

sys.path.insert(0, str(ROOT))

PARTS = ("hands", "arranger", "engine", "room")


def main(arguments: list[str]) -> int:
    """Measure with the project's own Python and print the table; 0 if every part ran to its end."""
    parser = argparse.ArgumentParser(prog="bench.py", description=__doc__, allow_abbrev=False)
    parser.add_argument("--quick", action="store_true", help="only look whether everything runs")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    chosen = parser.parse_args(arguments)
    project = Project(ROOT)
    if Path(sys.prefix).resolve() != project.venv.resolve():
        return _run_in_venv(project, arguments)
    _measure(chosen.only, chosen.quick, chosen.json)
    return 0


def _run_in_venv(project: Project, arguments: list[str]) -> int:
    try:
        project.set_up(testing=True)
    except Failed as failed:
        print(f"\n{failed}", file=sys.stderr)
        return 1
    return subprocess.run([project.python, __file__, *arguments], check=False).returncode


def _measure(parts: Iterable[str], quick: bool, as_json: bool) -> None:
    from _bench import Effort, Line, table

    found: list[Line] = []
    for part in parts:
        print(f"{part} ...", file=sys.stderr, flush=True)
        lines: Callable[[Effort], Iterator[Line]] = import_module(f"_bench_{part}").lines
        found += lines(Effort(quick))
    if as_json:
        told = [{**asdict(one), "sense": one.sense.name.lower(), "ratio": one.ratio, "met": one.met} for one in found]
        print(json.dumps({"machine": machine(), "lines": told}, ensure_ascii=False, indent=1))
    else:
        print(f"{table(found)}\n\n{machine()}")


def machine() -> str:
    """What it ran on."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{_processor()}, {os.cpu_count()} cores, {platform.system()} {platform.release()}, {python}"


def _processor() -> str:
    """Its name, where the system tells it."""
    try:
        told = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in told if line.startswith("model name")]
    return next(iter(names), platform.machine())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
