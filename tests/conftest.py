"""A real console for end-to-end tests: app.py as a process of its own, which can be killed and started again."""

import http.client
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, settings

from tests.services import Postgres, Redis, free_port, kept

settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60.0
"""Seconds for a console to answer, or to end."""


@dataclass
class RunningConsole:
    """A console on a free port and a data folder of its own."""

    data: Path
    port: int = field(default_factory=free_port)
    options: tuple[str, ...] = ()
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    @property
    def host_key(self) -> str:
        return (self.data / "host-key.txt").read_text(encoding="ascii")

    @property
    def host_link(self) -> str:
        return f"{self.url}/host#key={self.host_key}"

    def start(self) -> None:
        """Start it (again) and wait until it answers."""
        self.launch()
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            assert self.is_running(), self.log()
            assert time.monotonic() < deadline, f"no answer from the console\n{self.log()}"
            time.sleep(0.05)

    def launch(self) -> None:
        """Start it, whether or not it will answer."""
        command = [sys.executable, str(ROOT / "app.py"), "--port", str(self.port), "--data", str(self.data)]
        with (self.data / "console.log").open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--no-browser", *self.options], cwd=ROOT, stdout=log, stderr=subprocess.STDOUT
            )

    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def kill(self) -> None:
        """End it as a power cut would."""
        assert self.process
        self.process.kill()
        self.process.wait(PATIENCE)

    def stop(self) -> int:
        """Ask it to end, as Ctrl-C does; returns its exit code."""
        assert self.process
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM if os.name == "nt" else signal.SIGINT)
        return self.process.wait(PATIENCE)

    def log(self) -> str:
        """What it has printed so far."""
        return (self.data / "console.log").read_text(encoding="utf-8", errors="replace")

    def _answers(self) -> bool:
        asked = http.client.HTTPConnection("127.0.0.1", self.port, timeout=2)
        try:
            asked.request("GET", "/healthz", headers={"Host": f"localhost:{self.port}"})
            return asked.getresponse().status == 200
        except OSError:
            return False
        finally:
            asked.close()


Running = TypeVar("Running", bound=RunningConsole)


@contextmanager
def uncomplaining(console: Running) -> Iterator[Running]:
    """A console that runs for a while; whatever it complained of meanwhile is an error."""
    console.data.mkdir(exist_ok=True)
    console.start()
    yield console
    console.stop()
    assert "Traceback" not in console.log(), console.log()


@pytest.fixture
def console(tmp_path: Path) -> Iterator[RunningConsole]:
    """A running console, ended with the test; whatever it complained of fails the test."""
    with uncomplaining(RunningConsole(tmp_path / "data")) as running:
        yield running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server that is there for all tests."""
    with kept(Postgres()) as service:
        yield service


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    """A Redis that is there for all tests."""
    with kept(Redis()) as service:
        yield service
