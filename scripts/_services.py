"""Finds the programs that several workers need around them, PostgreSQL, Redis and HAProxy, or installs Debian's."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from _terminal import Failed, run_step

PROGRAMS = {"postgres": "postgresql", "redis-server": "redis-server", "haproxy": "haproxy"}
"""Each program with Debian's package of it."""

_BESIDE_THE_PATH = ("/usr/lib/postgresql/*/bin", "/opt/homebrew/opt/postgresql*/bin", "/usr/local/sbin", "/usr/sbin")
"""Where systems keep them out of everybody's way."""


def find(program: str) -> Path | None:
    """Where this program is, the newest of several, or None."""
    found = shutil.which(program)
    if found:
        return Path(found)
    for pattern in _BESIDE_THE_PATH:
        there = [path for path in Path("/").glob(f"{pattern[1:]}/{program}") if os.access(path, os.X_OK)]
        if there:
            return max(there, key=_version)
    return None


def find_or_install(root: Path) -> list[str]:
    """The programs that are missing, after Debian's packages were installed if need be and allowed."""
    missing = [program for program in PROGRAMS if find(program) is None]
    if missing and _may_install():
        try:
            _install([PROGRAMS[program] for program in missing], root)
        except Failed as failed:
            print(failed, file=sys.stderr)
    return [program for program in missing if find(program) is None]


def _version(path: Path) -> list[int]:
    return [int(digits) for digits in "".join(c if c.isdigit() else " " for c in str(path)).split()]


def _may_install() -> bool:
    release = Path("/etc/os-release")
    debian = release.is_file() and "ID=debian" in release.read_text("utf-8").splitlines()
    return debian and os.geteuid() == 0


def _install(packages: list[str], root: Path) -> None:
    """None of them is to run as a service here: the tests start what they need themselves."""
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    run_step("Looking up Debian's packages", ["apt-get", "update"], root, env)
    with _no_services():
        run_step(f"Installing {', '.join(packages)}", ["apt-get", "install", "-y", *packages], root, env)


@contextmanager
def _no_services() -> Iterator[None]:
    """While packages are installed, nothing of them is started; Debian asks this file."""
    asked = Path("/usr/sbin/policy-rc.d")
    if asked.exists():  # somebody has decided
        yield
        return
    asked.write_text("#!/bin/sh\nexit 101\n")
    asked.chmod(0o755)
    try:
        yield
    finally:
        asked.unlink()
