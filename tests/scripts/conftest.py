"""Records of events for the tests of scripts/verify.py, played once."""

import pickle

import pytest

from tests.scripts.evening import Content, Evening, played


@pytest.fixture(scope="session")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """An event that has ended; look at it, but leave it as it is."""
    return played(tmp_path_factory.mktemp("evening"))


@pytest.fixture(scope="session")
def _pickled(evening: Evening) -> bytes:
    return pickle.dumps(evening.export())


@pytest.fixture
def record(_pickled: bytes) -> Content:
    """Its export, each time a new copy to be changed."""
    content: Content = pickle.loads(_pickled)
    return content
