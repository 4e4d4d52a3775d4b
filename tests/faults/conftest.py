"""Consoles that may be killed, stopped and starved."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import uncomplaining
from tests.faults.nursery import ForkedConsole, Nursery


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    nursery = Nursery()
    yield nursery
    nursery.close()


@pytest.fixture
def console(nursery: Nursery, tmp_path: Path) -> Iterator[ForkedConsole]:
    """A running console, ended with the test; whatever it complained of fails the test."""
    with uncomplaining(ForkedConsole(tmp_path / "data", nursery=nursery)) as running:
        yield running
