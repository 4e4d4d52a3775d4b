"""Finds the Chrome or Chromium that browser tests drive, or installs Chromium where that needs no decision."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from _terminal import Failed, run_step

VARIABLE = "THIRTEEN_CHROMIUM"
"""The environment variable that tells the tests, or this search, where the browser is."""

_NAMES = (
    "chromium-headless-shell",
    "chromium",
    "google-chrome",
    "google-chrome-stable",
    "chromium-browser",
    "chrome",
    "microsoft-edge",
)
"""The shell first: it draws the same pages for two thirds of the work."""
_MAC = ("Google Chrome", "Chromium", "Microsoft Edge")
_WINDOWS = ("Google/Chrome/Application/chrome.exe", "Microsoft/Edge/Application/msedge.exe")
_WHERE_PLAYWRIGHT_PUTS_IT = (
    "from playwright.sync_api import sync_playwright\n"
    "with sync_playwright() as playwright: print(playwright.chromium.executable_path)"
)


def find_or_install(python: Path, root: Path) -> str | None:
    """Path of a browser that starts, installed first if need be and none was named, or None with the reason printed."""
    found = find(python)
    if found is None and not os.environ.get(VARIABLE):
        try:
            _install(python, root)
        except Failed as failed:
            print(failed, file=sys.stderr)
        found = find(python)
    return found


def find(python: Path) -> str | None:
    """Path of the browser that was named, else of the first that starts, Playwright's own last; or None."""
    named = os.environ.get(VARIABLE)
    if named:
        return named if _starts(named) else None
    for path in candidates(sys.platform, os.environ):
        if _starts(path):
            return path
    asked = subprocess.run([python, "-c", _WHERE_PLAYWRIGHT_PUTS_IT], capture_output=True, text=True, check=False)
    path = asked.stdout.strip()
    return path if path and _starts(path) else None


def candidates(platform: str, environment: Mapping[str, str]) -> Iterator[str]:
    """Where a browser may be on this kind of system."""
    yield from filter(None, (shutil.which(name, path=environment.get("PATH", "")) for name in _NAMES))
    if platform == "darwin":
        for folder in ("/Applications", f"{environment.get('HOME', '')}/Applications"):
            yield from (f"{folder}/{name}.app/Contents/MacOS/{name}" for name in _MAC)
    if platform == "win32":
        folders = filter(None, map(environment.get, ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")))
        yield from (f"{folder}/{path}" for folder in folders for path in _WINDOWS)


def _starts(path: str) -> bool:
    """Whether this browser runs; on Windows it cannot be asked without opening a window, so being there is enough."""
    if sys.platform == "win32" or not Path(path).is_file():
        return Path(path).is_file()
    try:
        asked = subprocess.run([path, "--version"], capture_output=True, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return asked.returncode == 0


def _install(python: Path, root: Path) -> None:
    if _is_debian() and os.geteuid() == 0:
        env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        run_step("Looking up Debian's packages", ["apt-get", "update"], root, env)
        run_step("Installing Debian's Chromium", ["apt-get", "install", "-y", "chromium-headless-shell"], root, env)
    else:
        run_step("Installing Chromium for the tests", [str(python), "-m", "playwright", "install", "chromium"], root)


def _is_debian() -> bool:
    release = Path("/etc/os-release")
    return release.is_file() and "ID=debian" in release.read_text("utf-8").splitlines()
