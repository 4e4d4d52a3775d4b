"""Checks format, lint, types, layers and translations; with `--translations update`, renews the catalogs instead."""

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from _python import require_python

require_python()

from _setup import ROOT, Project  # noqa: E402 (an older Python could not read it)
from _terminal import Failed  # noqa: E402


def main(arguments: list[str]) -> int:
    """Run the checks, or the one thing asked for, with the project's own Python; 0 if nothing was found."""
    parser = argparse.ArgumentParser(prog="check.py", description=__doc__, allow_abbrev=False)
    parser.add_argument("--translations", choices=["update"], help="only bring the catalogs up to the sources")
    chosen = parser.parse_args(arguments)
    project = Project(ROOT)
    if Path(sys.prefix).resolve() != project.venv.resolve():
        return run_in_venv(project, arguments)
    return update_translations() if chosen.translations else check_all()


def run_in_venv(project: Project, arguments: list[str]) -> int:
    """Set up for testing and run this script there, where the tools are."""
    try:
        project.set_up(testing=True)
    except Failed as failed:
        print(f"\n{failed}", file=sys.stderr)
        return 1
    return subprocess.run([project.python, __file__, *arguments], check=False).returncode


def check_all() -> int:
    """Run every check, also after one has found something; 0 if none has."""
    checks: dict[str, Callable[[], str]] = {
        "format": partial(said_by, "ruff", "format", "--check", "."),
        "lint": partial(said_by, "ruff", "check", "."),
        "types": partial(said_by, "mypy"),
        "layers": partial(said_by, "pytest", "-q", "tests/test_layers.py"),
        "translations": translation_faults,
    }
    return max(report(name, check) for name, check in checks.items())


def report(name: str, check: Callable[[], str]) -> int:
    """Run one check and print a line, and below it what was found; 0 if that was nothing."""
    start = time.monotonic()
    found = check()
    print(f"{name}: {'FAILED' if found else 'ok'} ({time.monotonic() - start:.1f} s)")
    if found:
        print(found.rstrip())
    sys.stdout.flush()
    return 1 if found else 0


def said_by(module: str, *arguments: str) -> str:
    """What a tool printed when it found something, else nothing."""
    command = [sys.executable, "-m", module, *arguments]
    run = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return (run.stdout.decode(errors="replace") or f"exit code {run.returncode}") if run.returncode else ""


def translation_faults() -> str:
    """The faults of the catalogs, a line each, and how to mend what a script can mend."""
    import _translations

    found = list(_translations.faults(ROOT))
    return "\n".join([*found, "(scripts/check.py --translations update adds and removes messages)"]) if found else ""


def update_translations() -> int:
    """Write the template and the catalogs anew; translating what is new is left to people."""
    import _translations

    _translations.update(ROOT)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
