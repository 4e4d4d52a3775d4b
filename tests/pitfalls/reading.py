"""Reads the pitfalls, the guards against them, and which tests cite them."""

import ast
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


@dataclass(frozen=True)
class Pitfall:
    """What went wrong elsewhere: who reported it, and what ours must do instead."""

    section: str
    reports: tuple[str, ...]
    ours: str

    @property
    def name(self) -> str:
        """How it is called in lists."""
        return self.reports[0]


@dataclass(frozen=True)
class Guard:
    """What keeps a pitfall away: the text `stands` once in `file`. Put `without` there, and `test` must fail."""

    pitfall: str
    file: str
    stands: str
    without: str
    test: str


@dataclass(frozen=True)
class Citation:
    """A test by its name for pytest, the report that it cites, and whether only long runs have it."""

    test: str
    report: str
    long: bool


def pitfalls() -> tuple[Pitfall, ...]:
    """All of them, in the order in which they are written down."""
    read = _read("pitfalls.toml")["pitfall"]
    return tuple(Pitfall(one["section"], tuple(one["reports"]), one["ours"]) for one in read)


def guards() -> tuple[Guard, ...]:
    """All of them, in the order in which they are written down."""
    return tuple(Guard(**one) for one in _read("guards.toml")["guard"])


@cache
def citations() -> tuple[Citation, ...]:
    """What the tests cite. They are read, not run, so that also a run of a few tests sees all."""
    return tuple(one for file in sorted((ROOT / "tests").rglob("test_*.py")) for one in _citations(file))


def _citations(file: Path) -> Iterator[Citation]:
    text = file.read_text("utf-8")
    for node in ast.parse(text).body if "mark.pitfall" in text else ():
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            marks = [one for one in node.decorator_list if ast.unparse(one).startswith("pytest.mark.")]
            long = any(ast.unparse(mark) == "pytest.mark.long" for mark in marks)
            test = f"{file.relative_to(ROOT).as_posix()}::{node.name}"
            yield from (Citation(test, report, long) for mark in marks for report in _cited(mark))


def _cited(mark: ast.expr) -> list[str]:
    if not isinstance(mark, ast.Call) or ast.unparse(mark.func) != "pytest.mark.pitfall":
        return []
    return [str(ast.literal_eval(argument)) for argument in mark.args]


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((HERE / name).read_text("utf-8"))
