"""Three workers for all tests that ask for them, and Chromium as the browser's own tests have it."""

from collections.abc import Iterator

import pytest

from tests.browser.conftest import browser_type_launch_args, nothing_stays_open
from tests.services import Postgres, Redis
from tests.workers.fleet import Fleet

__all__ = ["browser_type_launch_args", "fleet", "nothing_stays_open"]


@pytest.fixture(scope="session")
def fleet(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres, redis: Redis) -> Iterator[Fleet]:
    """Three workers behind a proxy, on a database and a Redis with nothing in them."""
    fleet = Fleet(tmp_path_factory.mktemp("fleet"), postgres.another(), redis.empty())
    try:
        fleet.start()
        yield fleet
    finally:
        fleet.stop()
