"""Every package that a fresh set-up brings is pinned to one version, with the reason why it is there."""

import json
import re
import subprocess
import sys
import venv
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import requires, version
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
FILES = tuple(sorted(ROOT.glob("requirements*.txt")))
NEEDED_BY = "# Needed by those above."
LOCK: dict[str, Any] = json.loads((ROOT / "package-lock.json").read_text("utf-8"))
WANTED: dict[str, Any] = json.loads((ROOT / "package.json").read_text("utf-8"))


@dataclass(frozen=True)
class Pin:
    """A line of a requirements file; `lower` says that it stands among what others need."""

    requirement: Requirement
    reason: str
    lower: bool

    @property
    def name(self) -> str:
        return canonicalize_name(self.requirement.name)

    @property
    def here(self) -> bool:
        """Whether it is installed on this kind of machine."""
        return self.requirement.marker is None or self.requirement.marker.evaluate()


def pins(file: Path) -> Iterator[Pin]:
    text, lower = file.read_text("utf-8"), False
    for line in text.splitlines():
        lower = lower or line == NEEDED_BY
        spec, _, reason = line.partition("  # ")
        if spec and not spec.startswith(("#", "-r ")):
            yield Pin(Requirement(spec), reason.strip(), lower)


ALL = [pin for file in FILES for pin in pins(file)]


def needed_by(name: str, extras: set[str]) -> set[tuple[str, frozenset[str]]]:
    """What a package that is installed asks for on this kind of machine."""
    found: set[tuple[str, frozenset[str]]] = set()
    for text in requires(name) or ():
        wanted = Requirement(text)
        if any(wanted.marker is None or wanted.marker.evaluate({"extra": extra}) for extra in {"", *extras}):
            found.add((canonicalize_name(wanted.name), frozenset(wanted.extras)))
    return found


def brought() -> dict[str, set[str]]:
    """All that pip would install for the upper lines, each with the packages that ask for it."""
    asked_by: dict[str, set[str]] = {}
    todo = [(pin.name, frozenset(pin.requirement.extras), "") for pin in ALL if pin.here and not pin.lower]
    seen = set()
    while todo:
        name, extras, parent = todo.pop()
        asked_by.setdefault(name, set()).add(parent)
        if (name, extras) not in seen:
            seen.add((name, extras))
            todo += [(other, more, name) for other, more in needed_by(name, set(extras))]
    return asked_by


def test_every_line_pins_one_version_and_says_why_it_is_there() -> None:
    assert [file.name for file in FILES] and len(ALL) > 40
    for pin in ALL:
        assert re.fullmatch(r"==[0-9][\w.]*", str(pin.requirement.specifier)), pin
        assert pin.reason and pin.requirement.url is None, pin


def test_what_is_installed_is_what_is_pinned() -> None:
    for pin in ALL:
        if pin.here:
            assert pin.requirement.specifier.contains(version(pin.name)), pin


def test_nothing_comes_along_that_is_not_named_and_nothing_is_named_that_nobody_needs() -> None:
    assert set(brought()) == {pin.name for pin in ALL if pin.here}


def test_who_needs_what_is_told_truly() -> None:
    asked_by = brought()
    for pin in ALL:
        if pin.lower and pin.here:
            named = {canonicalize_name(name) for name in pin.reason.split(", ")}
            assert named & asked_by[pin.name], (pin.name, asked_by[pin.name])


@pytest.mark.long
def test_a_fresh_set_up_holds_no_other_package(tmp_path: Path) -> None:
    venv.create(tmp_path, with_pip=True)
    python = tmp_path / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    pip = [str(python), "-m", "pip", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--quiet", "-r", str(ROOT / "requirements-dev.txt")], check=True)
    listed = subprocess.run([*pip, "list", "--format=json"], check=True, capture_output=True).stdout
    installed = {canonicalize_name(one["name"]): one["version"] for one in json.loads(listed)}
    there = {name: text for name, text in installed.items() if name not in ("pip", "setuptools")}
    assert there == {pin.name: str(pin.requirement.specifier)[2:] for pin in ALL if pin.here}


def test_the_browsers_libraries_are_locked_with_their_digests_and_run_no_script_when_they_are_installed() -> None:
    packages = {name.removeprefix("node_modules/"): one for name, one in LOCK["packages"].items() if name}
    assert {name: packages[name]["version"] for name in WANTED["dependencies"]} == WANTED["dependencies"]
    for name, one in packages.items():
        assert re.fullmatch(r"\d+\.\d+\.\d+", one["version"]), name
        assert one["integrity"].startswith("sha512-") and "hasInstallScript" not in one, name
    needed, todo = set(), list(WANTED["dependencies"])
    while todo:
        name = todo.pop()
        if name not in needed:
            needed.add(name)
            todo += packages[name].get("dependencies", {})
    assert needed == set(packages)
    settings = (ROOT / ".npmrc").read_text("utf-8").split()
    assert {"ignore-scripts=true", "save-exact=true"} <= set(settings)
