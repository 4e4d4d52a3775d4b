"""Three workers for the tests of this folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.services import Postgres, Redis
from tests.workers.fleet import Fleet


@pytest.fixture
def fleet(tmp_path: Path, postgres: Postgres, redis: Redis) -> Iterator[Fleet]:
    """Three workers behind a proxy, on a database and a Redis with nothing in them."""
    fleet = Fleet(tmp_path, postgres.empty(), redis.empty())
    try:
        fleet.start()
        yield fleet
    finally:
        fleet.stop()
