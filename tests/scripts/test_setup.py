"""Set-up does each step once, again when something changed, and repairs what was interrupted."""

import json
import re
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import _setup
import pytest
from _setup import ROOT, SERVED, Project, Step
from _terminal import CommandFailed, run_step
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

REQUIREMENTS = ("requirements.txt", "requirements-workers.txt", "requirements-dev.txt")
"""Each needs those before it."""


class Bench:
    """One step in a folder of its own, and how often its work was done."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.done, self.broken = folder, 0, False
        self.input, self.output, self.stamps = folder / "in.txt", folder / "out.txt", folder / "stamps"
        self.input.write_text("1")

    def ensure(self, recipe: str = "") -> int:
        Step("step", self.work, (self.input,), (self.output,), recipe).ensure(self.stamps)
        return self.done

    def work(self) -> None:
        if self.broken:
            raise KeyboardInterrupt
        self.done += 1
        self.output.write_text("made")


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def test_a_step_is_done_once(bench: Bench) -> None:
    assert [bench.ensure(), bench.ensure(), bench.ensure()] == [1, 1, 1]


def test_a_step_is_done_again_when_an_input_changes(bench: Bench) -> None:
    bench.ensure()
    bench.input.write_text("2")
    assert [bench.ensure(), bench.ensure()] == [2, 2]


def test_a_step_is_done_again_when_its_recipe_changes(bench: Bench) -> None:
    assert [bench.ensure("copy 2 files"), bench.ensure("copy 3 files")] == [1, 2]


def test_a_step_is_done_again_when_what_it_made_is_gone(bench: Bench) -> None:
    bench.ensure()
    bench.output.unlink()
    assert bench.ensure() == 2


def test_a_step_that_was_interrupted_is_done_again(bench: Bench) -> None:
    bench.ensure()
    bench.input.write_text("2")
    bench.broken = True
    with pytest.raises(KeyboardInterrupt):
        bench.ensure()
    bench.broken = False
    assert bench.ensure() == 2


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    """A checkout that needs no Python packages, whose browser libraries come from no network, set up for testing."""
    root = tmp_path_factory.mktemp("checkout")
    for name in (*REQUIREMENTS, "package.json", "package-lock.json", ".npmrc"):
        (root / name).write_text("")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Project, "_npm_ci", lay_node_modules)
        Project(root).set_up(testing=True)
        yield Project(root)


def lay_node_modules(project: Project) -> None:
    for source in SERVED.values():
        path = project.root / "node_modules" / source
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source)


def test_set_up_makes_all_that_is_needed_and_a_second_time_runs_nothing(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert project.python.exists() and not project.unfinished.exists()
    assert (project.root / "static/vendor/noble/sha2.js").read_text() == "@noble/hashes/sha2.js"
    monkeypatch.setattr(_setup, "run_step", lambda *_, **__: pytest.fail("ran again"))
    project.set_up(testing=True)


def test_what_a_killed_pip_left_is_made_anew(project: Project) -> None:
    half_installed = project.venv / "half-installed"
    half_installed.touch()
    project.unfinished.touch()
    project.set_up()
    assert project.python.exists() and not half_installed.exists() and not project.unfinished.exists()


@pytest.mark.parametrize(("code", "marked"), [(-9, True), (1, False)])
def test_a_pip_that_is_killed_leaves_a_mark_and_one_that_only_fails_leaves_none(
    project: Project, monkeypatch: pytest.MonkeyPatch, code: int, marked: bool
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise CommandFailed("pip", code, "", "")

    monkeypatch.setattr(_setup, "run_step", fail)
    (project.root / "requirements.txt").write_text(f"# changed {code}")
    project.unfinished.unlink(missing_ok=True)
    packages = next(step for step in project.steps(testing=False) if step.name == "packages")
    with pytest.raises(CommandFailed):
        packages.ensure(project.venv / "stamps")
    assert project.unfinished.exists() is marked


def test_a_failure_says_what_was_tried_what_was_said_and_what_to_do(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "import sys; print('no such host'); sys.exit(3)"]
    with pytest.raises(CommandFailed) as failed:
        run_step("Fetching", command, tmp_path, advice="Check that this computer is online.")
    assert str(failed.value) == "Fetching failed (exit code 3):\nno such host\n\nCheck that this computer is online."
    assert failed.value.code == 3


def test_a_step_prints_its_name_and_its_seconds_and_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run_step("Working", [sys.executable, "-c", "print('chatter')"], tmp_path)
    assert re.fullmatch(r"Working \.\.\. \d+\.\d s \n", capsys.readouterr().out)


def pinned(name: str) -> dict[str, Requirement]:
    lines = (line.split("#")[0].strip() for line in (ROOT / name).read_text("utf-8").splitlines())
    found = [Requirement(line) for line in lines if line and not line.startswith("-r ")]
    return {canonicalize_name(one.name): one for one in found}


def test_every_package_is_pinned_to_one_version() -> None:
    for one in (one for name in REQUIREMENTS for one in pinned(name).values()):
        assert re.fullmatch(r"==[\w.]+", str(one.specifier)), one


@pytest.mark.parametrize("names", [REQUIREMENTS[:1], REQUIREMENTS[:2], REQUIREMENTS])
def test_what_the_pinned_packages_need_is_pinned_as_well(names: tuple[str, ...]) -> None:
    pins = {name: one for file in names for name, one in pinned(file).items()}
    for name in pins:
        try:
            needs = [Requirement(text) for text in requires(name) or []]
        except PackageNotFoundError:  # a package for another system
            continue
        for need in needs:
            for system in ("win32", "darwin", "linux"):
                if need.marker is None or need.marker.evaluate({"sys_platform": system, "extra": ""}):
                    assert canonicalize_name(need.name) in pins, f"{name} needs {need} on {system}"


def test_browser_libraries_are_pinned_and_the_lock_file_names_no_download_address() -> None:
    package = json.loads((ROOT / "package.json").read_text("utf-8"))
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))
    assert lock["packages"][""]["dependencies"] == package["dependencies"]
    for name, version in package["dependencies"].items():
        assert lock["packages"][f"node_modules/{name}"]["version"] == version
    assert not [name for name, one in lock["packages"].items() if "resolved" in one]
    assert all("integrity" in one for name, one in lock["packages"].items() if name)


def test_what_is_served_is_complete_every_module_finds_those_it_imports() -> None:
    vendor = ROOT / "static" / "vendor"
    for path in sorted(vendor.rglob("*.js")):
        for imported in re.findall(r'^import .*?from "([^"]+)"', path.read_text("utf-8"), re.MULTILINE):
            assert (path.parent / imported).is_file(), f"{path.name} imports {imported}"
    assert {str(path.relative_to(vendor)) for path in vendor.rglob("*") if path.is_file()} == set(SERVED)
