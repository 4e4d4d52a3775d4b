"""Three workers for the tests of a file."""

from collections.abc import Iterator

import pytest

from tests.services import Postgres, Redis
from tests.workers.fleet import Fleet


@pytest.fixture(scope="module")
def fleet(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres, redis: Redis) -> Iterator[Fleet]:
    """Three workers behind a proxy, on a database and a Redis with nothing in them."""
    fleet = Fleet(tmp_path_factory.mktemp("fleet"), postgres.empty(), redis.empty())
    try:
        fleet.start()
        yield fleet
    finally:
        fleet.stop()
