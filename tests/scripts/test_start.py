"""The start script checks its options first, passes them on, and hands signals and exit codes through."""

import ast
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import start
from _setup import ROOT, Project

START = ROOT / "scripts" / "start.py"
WAITS = "try:\n    print('up', flush=True)\n    time.sleep(30)\nexcept KeyboardInterrupt:\n    sys.exit(7)"


def test_the_options_of_the_console_are_passed_on_with_their_defaults() -> None:
    command = start.app_command(Project(ROOT), start.options([]))
    assert command[1:] == [str(ROOT / "app.py"), "--port", "8013", "--data", str(ROOT / "data")]


def test_all_options_reach_the_console() -> None:
    typed = ["--port", "9000", "--public-url", "https://cards.example.org", "--data", "/evening", "--no-browser"]
    typed += ["--restore", "/stick/evening.zip", "--behind-proxy"]
    passed_on = start.app_command(Project(ROOT), start.options(typed))[2:]
    assert sorted(passed_on) == sorted(
        [*typed[:5], str(Path("/evening").resolve()), *typed[6:8], str(Path("/stick/evening.zip").resolve()), typed[9]]
    )


def test_a_folder_is_meant_from_where_the_person_stands(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert str(tmp_path / "evening") in start.app_command(Project(ROOT), start.options(["--data", "evening"]))


@pytest.mark.parametrize("typed", [["--prot", "9000"], ["--p", "9000"], ["--port", "x"], ["--port", "70000"], ["now"]])
def test_options_that_make_no_sense_are_refused_with_the_usage(
    typed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        start.options(typed)
    assert ended.value.code == 2
    assert "usage: start.py" in capsys.readouterr().err


def test_an_old_python_is_told_what_it_needs_instead_of_a_syntax_error() -> None:
    code = (
        "import runpy, sys; sys.version_info = (3, 6, 9, 'final', 0); sys.argv = ['start.py']; "
        f"sys.path.insert(0, {str(START.parent)!r}); runpy.run_path({str(START)!r}, run_name='__main__')"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert run.stderr.startswith("Thirteen needs Python 3.11 or newer, and this is Python 3.6. ")


@pytest.mark.parametrize("name", ["_python.py", "start.py", "test.py", "check.py"])
def test_what_an_old_python_reads_before_it_is_told_has_no_newer_syntax(name: str) -> None:
    ast.parse((START.parent / name).read_text("utf-8"), feature_version=(3, 6))


def launched(child: str) -> "subprocess.Popen[str]":
    """The start script's last step, in a session of its own, with a child that runs this code."""
    code = (
        "import sys, start\n"
        "start._PATIENCE = 1.0\n"
        f"sys.exit(start.run([sys.executable, '-c', {('import signal, sys, time' + chr(10) + child)!r}]))"
    )
    env = {**os.environ, "PYTHONPATH": str(START.parent)}
    return subprocess.Popen(
        [sys.executable, "-c", code], env=env, stdout=subprocess.PIPE, text=True, start_new_session=True
    )


def ended(run: "subprocess.Popen[str]") -> int:
    with run:
        return run.wait(20)


@pytest.mark.parametrize("code", [0, 1, 5])
def test_the_exit_code_of_the_console_is_handed_on(code: int) -> None:
    assert ended(launched(f"sys.exit({code})")) == code


def test_ctrl_c_lets_the_console_end_by_itself() -> None:
    run = launched(WAITS)
    assert run.stdout and run.stdout.readline() == "up\n"
    os.killpg(run.pid, signal.SIGINT)
    assert ended(run) == 7


def test_a_request_to_end_is_handed_to_the_console() -> None:
    run = launched("signal.signal(signal.SIGTERM, lambda *_: sys.exit(9))\n" + WAITS)
    assert run.stdout and run.stdout.readline() == "up\n"
    run.terminate()
    assert ended(run) == 9


def test_a_console_that_does_not_end_is_killed_after_a_while() -> None:
    run = launched("signal.signal(signal.SIGTERM, signal.SIG_IGN)\n" + WAITS)
    assert run.stdout and run.stdout.readline() == "up\n"
    run.terminate()
    assert ended(run) == 128 + signal.SIGKILL
