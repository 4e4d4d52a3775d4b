"""Chromium for the page tests, and a stage whose page must run without a single error."""

import os
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from _chromium import VARIABLE, candidates
from playwright.sync_api import ConsoleMessage, Page

from tests.browser.stage import HOST, Stage

CHROMIUM = os.environ.get(VARIABLE) or next(candidates(sys.platform, os.environ), "")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    arguments = [f"--host-resolver-rules=MAP {HOST} 127.0.0.1"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--no-sandbox")
    found = {"executable_path": CHROMIUM} if os.path.exists(CHROMIUM) else {}
    return {**browser_type_launch_args, **found, "args": arguments}


@pytest.fixture(scope="session")
def base_url() -> str:
    """None: each test starts a server of its own."""
    return ""


@pytest.fixture(autouse=True)
def nothing_stays_open(request: pytest.FixtureRequest) -> Iterator[None]:
    """Close every page with its test: pages that stay open call for a console that is gone, and slow the others."""
    browser = request.getfixturevalue("browser") if "browser" in request.fixturenames else None
    yield
    for context in browser.contexts if browser else ():
        context.close()


@pytest.fixture
def stage() -> Iterator[Stage]:
    stage = Stage()
    yield stage
    stage.close()


@pytest.fixture
def errors(page: Page) -> Iterator[list[str]]:
    """What the page complained of; a test that expects complaints clears the list."""
    found: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error":
            found.append(message.text)

    page.on("console", note)
    page.on("pageerror", lambda error: found.append(str(error)))
    yield found
    assert found == []


@pytest.fixture
def live(page: Page, stage: Stage, errors: list[str]) -> Page:
    """The live page, connected to the stage."""
    page.goto(f"{stage.url}/pages/live.html")
    page.locator("#link[data-state=live]").wait_for(state="attached")
    return page
