"""Several workers on PostgreSQL and Redis behind the proxy, all started as the files in deploy/ say."""

import http.client
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from tests.conftest import ROOT
from tests.services import PATIENCE, Service, free_port, program

UNIT, PROXY = ROOT / "deploy" / "thirteen@.service", ROOT / "deploy" / "haproxy.cfg"


@dataclass
class Worker:
    """One worker, started as the unit says."""

    fleet: "Fleet"
    port: int = field(default_factory=free_port)
    public: str = ""
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log_file(self) -> Path:
        return self.fleet.folder / f"worker-{self.port}.log"

    def launch(self) -> None:
        public = {"PUBLIC_URL": self.public or self.fleet.url}
        environment = {**os.environ, **self.fleet.environment, **public, "PYTHONUNBUFFERED": "1"}
        with self.log_file.open("ab") as log:
            self.process = subprocess.Popen(
                self.command(environment), cwd=ROOT, env=environment, stdout=log, stderr=subprocess.STDOUT
            )

    def start(self) -> None:
        """Start it (again) and wait until it answers."""
        self.launch()
        self.wait()

    def wait(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while asked(self.port, "/healthz") != 200:
            assert self.process and self.process.poll() is None, self.log()
            assert time.monotonic() < deadline, self.log()
            time.sleep(0.05)

    def command(self, environment: dict[str, str]) -> list[str]:
        """What the unit starts, with its names for this port and for the folders of a test."""
        (line,) = re.findall(r"^ExecStart=(.*)$", UNIT.read_text("utf-8"), re.MULTILINE)
        here = {"/opt/thirteen/.venv/bin/python": sys.executable, "/var/lib/thirteen": str(self.fleet.folder)}
        for there, path in here.items():
            line = line.replace(there, path)
        line = line.replace("%i", str(self.port))
        return [re.sub(r"\$\{(\w+)\}", lambda name: environment[name[1]], word) for word in shlex.split(line)]

    def tell(self, what: signal.Signals) -> None:
        assert self.process
        self.process.send_signal(what)

    def kill(self) -> None:
        """End it as a power cut would."""
        self.end(signal.SIGKILL)

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        assert self.process
        if self.process.poll() is None:
            self.process.send_signal(how)
        return self.process.wait(PATIENCE)

    def log(self) -> str:
        return self.log_file.read_text(encoding="utf-8", errors="replace")


@dataclass
class Proxy(Service):
    """HAProxy as deploy/haproxy.cfg says."""

    def start(self, workers: list[Worker]) -> None:
        settings = {f"THIRTEEN_WORKER_{number}": f"127.0.0.1:{one.port}" for number, one in enumerate(workers, 1)}
        environment = {**os.environ, **settings, "THIRTEEN_LISTEN": f"127.0.0.1:{self.port}"}
        configuration = Path(shutil.copy(PROXY, self.folder))
        configuration.chmod(0o644)
        self.run([program("haproxy"), "-db", "-f", configuration], environment)
        self.wait_until(lambda: _answering(self.port), (AssertionError,))

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        """It does not hear a Ctrl-C where it was started in the background."""
        super().end(how)


@dataclass
class Fleet:
    """Three workers behind a proxy."""

    folder: Path
    database: str
    redis: str
    workers: list[Worker] = field(default_factory=list)
    proxy: Proxy = field(default_factory=Proxy)

    @property
    def url(self) -> str:
        """The address that everybody uses."""
        return f"http://127.0.0.1:{self.proxy.port}"

    @property
    def host_key(self) -> str:
        return (self.folder / "host-key.txt").read_text(encoding="ascii")

    @property
    def host_link(self) -> str:
        return f"{self.url}/host#key={self.host_key}"

    @property
    def environment(self) -> dict[str, str]:
        return {"DATABASE_URL": self.database, "REDIS_URL": self.redis}

    def kept_with(self, cookie: str) -> Worker:
        """The worker with which the proxy keeps a browser that has this cookie."""
        return self.workers[int(cookie.removeprefix("w")) - 1]

    def start(self, count: int = 3) -> None:
        self.workers = [Worker(self) for _ in range(count)]
        for worker in self.workers:
            worker.launch()
        for worker in self.workers:
            worker.wait()
        self.proxy.start(self.workers)

    def complete(self) -> None:
        """Wait until all workers answer; one that was killed and not started again is."""
        for worker in self.workers:
            if worker.process and worker.process.poll() is not None:
                worker.launch()
        for worker in self.workers:
            worker.wait()

    def stop(self) -> None:
        for worker in self.workers:
            worker.end()
        self.proxy.remove()

    def logs(self) -> str:
        return "\n".join(worker.log() for worker in self.workers)


def asked(port: int, path: str) -> int:
    """The status of this page, or 0 when nobody answers."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        line.request("GET", path, headers={"Host": f"localhost:{port}"})
        return line.getresponse().status
    except OSError:
        return 0
    finally:
        line.close()


def _answering(port: int) -> None:
    assert asked(port, "/healthz") == 200
