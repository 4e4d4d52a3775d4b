"""Sets the project up for testing and runs every check and test: `python3 scripts/test.py [--long] [pytest's options]`.

With CI=true or THIRTEEN_STRICT=1, what cannot be tested is an error, and a skipped test a failure.
"""

import argparse
import os
import subprocess
import sys

from _python import require_python

require_python()

import _chromium  # noqa: E402 (an older Python could not read it)
import _services  # noqa: E402
from _setup import ROOT, Project  # noqa: E402
from _terminal import Failed  # noqa: E402

AT_ONCE = ("--numprocesses=auto", "--maxprocesses=4", "--dist=worksteal")
"""A test on each core, but no more than the browsers of four at a time."""


def main(arguments: list[str]) -> int:
    """Set up, check, test; 0 only if all of it went well."""
    parser = argparse.ArgumentParser(prog="test.py", description=__doc__, allow_abbrev=False)
    parser.add_argument("--long", action="store_true", help="run the tests that take minutes, too")
    chosen, for_pytest = parser.parse_known_args(arguments)
    project = Project(ROOT)
    try:
        project.set_up(testing=True)
        browser = browser_for_tests(project)
        services_for_tests(project)
    except Failed as failed:
        print(f"\n{failed}", file=sys.stderr)
        return 1
    env = {**os.environ, **({_chromium.VARIABLE: browser} if browser else {})}
    checks = [str(project.python), str(ROOT / "scripts" / "check.py")]
    tests = [str(project.python), *pytest_command(chosen.long), *for_pytest]
    codes = [subprocess.run(command, cwd=ROOT, env=env, check=False).returncode for command in (checks, tests)]
    return next(filter(None, codes), 0)


def browser_for_tests(project: Project) -> str | None:
    """The browser, or None after saying that its tests are skipped; Failed when nothing may be skipped."""
    browser = _chromium.find_or_install(project.python, project.root)
    if browser is None and strict():
        raise Failed("There is no Chrome or Chromium that starts, and nothing may be skipped.")
    if browser is None:
        print(
            "Skipped: the tests in a browser (tests/browser), because there is no Chrome or Chromium that starts. "
            f"If one is installed, set {_chromium.VARIABLE} to its path."
        )
    return browser


def services_for_tests(project: Project) -> None:
    """See that the programs around several workers are there, or say which tests are skipped; Failed if none may be."""
    missing = _services.find_or_install(project.root)
    if missing and strict():
        raise Failed(f"There is no {' and no '.join(missing)}, and nothing may be skipped.")
    if missing:
        print(
            "Skipped: the tests of several workers (tests/workers, tests/web/test_store_postgres.py) that need "
            f"{' and '.join(missing)}. On Debian and Ubuntu, 'apt install "
            f"{' '.join(_services.PROGRAMS[program] for program in missing)}' brings what is missing."
        )


def pytest_command(long: bool) -> list[str]:
    """How pytest is called, as arguments of the interpreter."""
    command = ["-m", "pytest", *AT_ONCE]
    command += ["-p", "tests.plugins.nothing_skipped"] if strict() else []
    command += ["-m", ""] if long else []
    return command


def strict() -> bool:
    """Whether everything has to be tested."""
    return os.environ.get("THIRTEEN_STRICT") == "1" or os.environ.get("CI") == "true"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
