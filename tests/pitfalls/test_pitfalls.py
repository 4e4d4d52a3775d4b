"""Every pitfall has a test that cites it, and every citation a pitfall; every guard stands where it is said to stand.

In a long run each guard is taken out of a copy of the project, and the test that is named beside it has to fail.
"""

import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.pitfalls.reading import ROOT, Guard, citations, guards, pitfalls

COPIED = ("app.py", "engine", "pyproject.toml", "scripts", "static", "templates", "tests", "translations", "web")

GUARDS = guards()


def called(guard: Guard) -> str:
    """How a guard is called in lists: by its pitfall and where it stands among those of the same."""
    place = [one for one in GUARDS if one.pitfall == guard.pitfall].index(guard) + 1
    return f"{guard.pitfall} ({place})"


@pytest.fixture(scope="session")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project once more, where guards can be taken out."""
    folder = tmp_path_factory.mktemp("copy")
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(ROOT / name, folder / name)
    return folder


def run(folder: Path, test: str) -> tuple[int, str]:
    """How a test ends in a folder: pytest's exit code (0: passed, 1: failed, 2: not even begun), and what it says."""
    command = [sys.executable, "-m", "pytest", "--quiet", "--numprocesses=0", "--no-header", "--tb=line", test]
    quiet = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=folder, env=quiet, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_every_pitfall_is_cited_by_a_test_of_every_run() -> None:
    cited = {citation.report for citation in citations() if not citation.long}
    missing = {one.name: one.ours for one in pitfalls() if not cited & set(one.reports)}
    assert not missing


def test_every_citation_is_of_a_pitfall() -> None:
    known = Counter(report for one in pitfalls() for report in one.reports)
    assert set(known.values()) == {1}
    assert [citation for citation in citations() if citation.report not in known] == []


def test_every_pitfall_has_a_guard_and_every_guard_a_pitfall() -> None:
    known = {one.name for one in pitfalls()}
    assert {guard.pitfall for guard in GUARDS} == known


@pytest.mark.parametrize("guard", GUARDS, ids=called)
def test_a_guard_stands_once_in_its_file(guard: Guard) -> None:
    text = (ROOT / guard.file).read_text("utf-8")
    assert text.count(guard.stands) == 1
    assert guard.without != guard.stands
    if guard.file.endswith(".py"):
        compile(text.replace(guard.stands, guard.without), guard.file, "exec")


@pytest.mark.parametrize("guard", GUARDS, ids=called)
def test_the_test_of_a_guard_cites_its_pitfall(guard: Guard) -> None:
    reports = next(one.reports for one in pitfalls() if one.name == guard.pitfall)
    assert {citation.report for citation in citations() if citation.test == guard.test} & set(reports)


@pytest.mark.long
@pytest.mark.parametrize("guard", GUARDS, ids=called)
def test_without_its_guard_a_test_fails(guard: Guard, copy: Path) -> None:
    code, said = run(copy, guard.test)
    assert code == 0, said
    file = copy / guard.file
    whole = file.read_text("utf-8")
    file.write_text(whole.replace(guard.stands, guard.without), "utf-8")
    try:
        code, said = run(copy, guard.test)
    finally:
        file.write_text(whole, "utf-8")
    assert code == 1, said
