"""The test script finds a browser on every system, and in strict runs lets nothing be skipped."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import _chromium
import _services
import check
import pytest
from _setup import ROOT, Project
from _terminal import Failed

SKIPS = "import pytest\n\ndef test_a():\n    pytest.skip('no browser')\n\ndef test_b():\n    pass\n"
SKIPS_AS_A_FILE = "import pytest\npytest.importorskip('no_such_module')\n"


@pytest.fixture
def script() -> ModuleType:
    """scripts/test.py, whose bare name belongs to the standard library."""
    spec = importlib.util.spec_from_file_location("test_script", ROOT / "scripts" / "test.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run_pytest(folder: Path, source: str, *options: str) -> "subprocess.CompletedProcess[str]":
    (folder / "test_some.py").write_text(source)
    config = ["-c", str(ROOT / "pyproject.toml"), "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", *config, *options, str(folder)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("source", [SKIPS, SKIPS_AS_A_FILE])
def test_a_skipped_test_fails_a_strict_run_with_the_reason(tmp_path: Path, source: str) -> None:
    run = run_pytest(tmp_path, source, "-p", "tests.plugins.nothing_skipped")
    assert run.returncode != 0
    assert "Nothing may be skipped here, and this was." in run.stdout
    assert "skipped" not in run.stdout.splitlines()[-1]


def test_a_skipped_test_fails_no_other_run(tmp_path: Path) -> None:
    assert run_pytest(tmp_path, SKIPS).returncode == 0


def test_an_expected_failure_is_not_taken_for_a_skipped_test(tmp_path: Path) -> None:
    source = "import pytest\n\n@pytest.mark.xfail\ndef test_a():\n    assert False\n"
    assert run_pytest(tmp_path, source, "-p", "tests.plugins.nothing_skipped").returncode == 0


@pytest.mark.parametrize(("variable", "value"), [("CI", "true"), ("THIRTEEN_STRICT", "1")])
def test_strict_runs_use_the_plugin(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    for name in ("CI", "THIRTEEN_STRICT"):
        monkeypatch.delenv(name, raising=False)
    assert script.pytest_command(long=False) == ["-m", "pytest", *script.AT_ONCE]
    monkeypatch.setenv(variable, value)
    assert script.pytest_command(long=False) == ["-m", "pytest", *script.AT_ONCE, "-p", "tests.plugins.nothing_skipped"]


def test_long_tests_are_left_out_unless_asked_for(tmp_path: Path, script: ModuleType) -> None:
    source = "import pytest\n\n@pytest.mark.long\ndef test_a():\n    pass\n"
    assert "1 deselected" in run_pytest(tmp_path, source).stdout
    asked_for = script.pytest_command(long=True)[2:]
    assert "1 passed" in run_pytest(tmp_path, source, *asked_for).stdout


def test_without_a_browser_a_strict_run_is_refused_and_another_names_what_is_skipped(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(_chromium, "find_or_install", lambda *_: None)
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.delenv("THIRTEEN_STRICT", raising=False)
    assert script.browser_for_tests(Project(ROOT)) is None
    assert "Skipped: the tests in a browser" in capsys.readouterr().out
    monkeypatch.setenv("CI", "true")
    with pytest.raises(Failed, match="nothing may be skipped"):
        script.browser_for_tests(Project(ROOT))


def test_without_a_service_a_strict_run_is_refused_and_another_names_what_is_skipped_and_how_to_get_it(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(_services, "find_or_install", lambda *_: ["postgres", "haproxy"])
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.delenv("THIRTEEN_STRICT", raising=False)
    script.services_for_tests(Project(ROOT))
    said = capsys.readouterr().out
    assert "Skipped: the tests of several workers" in said and "apt install postgresql haproxy" in said
    monkeypatch.setenv("CI", "true")
    with pytest.raises(Failed, match="no postgres and no haproxy, and nothing may be skipped"):
        script.services_for_tests(Project(ROOT))


def test_of_several_postgresqls_beside_the_path_the_newest_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for version in ("9", "15", "17"):
        (tmp_path / version / "bin").mkdir(parents=True)
        executable(tmp_path / version / "bin" / "postgres", 0)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(_services, "_BESIDE_THE_PATH", (f"{tmp_path}/*/bin",))
    assert _services.find("postgres") == tmp_path / "17" / "bin" / "postgres"
    assert _services.find("haproxy") is None


@pytest.mark.parametrize(
    ("platform", "environment", "expected"),
    [
        ("darwin", {"HOME": "/Users/a"}, "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
        ("darwin", {"HOME": "/Users/a"}, "/Users/a/Applications/Chromium.app/Contents/MacOS/Chromium"),
        ("win32", {"PROGRAMFILES": "C:/Programs"}, "C:/Programs/Google/Chrome/Application/chrome.exe"),
        ("win32", {"PROGRAMFILES(X86)": "C:/86"}, "C:/86/Microsoft/Edge/Application/msedge.exe"),
    ],
)
def test_browsers_are_looked_for_where_each_system_puts_them(
    platform: str, environment: dict[str, str], expected: str
) -> None:
    assert expected in list(_chromium.candidates(platform, environment))


def executable(path: Path, code: int) -> Path:
    path.write_text(f"#!/bin/sh\nexit {code}\n")
    path.chmod(0o755)
    return path


def test_a_browser_on_the_path_that_does_not_start_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    executable(tmp_path / "chromium", 1)
    works = executable(tmp_path / "google-chrome", 0)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("THIRTEEN_CHROMIUM", raising=False)
    assert _chromium.find(Path(sys.executable)) == str(works)


def test_when_the_browser_that_was_named_does_not_start_no_other_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    executable(tmp_path / "chromium", 0)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("THIRTEEN_CHROMIUM", str(executable(tmp_path / "mine", 1)))
    assert _chromium.find_or_install(Path(sys.executable), ROOT) is None


def test_a_check_that_finds_something_says_what_and_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert check.report("lint", lambda: "x.py: unused import\n") == 1
    assert capsys.readouterr().out.splitlines() == ["lint: FAILED (0.0 s)", "x.py: unused import"]
    assert check.report("lint", lambda: "") == 0


def test_the_output_of_a_tool_counts_only_when_it_fails() -> None:
    assert check.said_by("ruff", "--version") == ""
    assert "unrecognized subcommand" in check.said_by("ruff", "no-such-command")
