"""Records of events for the tests of scripts/verify.py, played once."""

import pickle

import pytest

from tests.scripts.evening import Content, Evening, played
from tests.scripts.tables import played_table

GAMES = ("team_poker", "holdem", "chinese_poker")


@pytest.fixture(scope="session")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """An event that has ended; look at it, but leave it as it is."""
    return played(tmp_path_factory.mktemp("evening"))


@pytest.fixture(scope="session")
def _pickled(evening: Evening, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    tables = {game: played_table(tmp_path_factory.mktemp(game), game) for game in GAMES[1:]}
    return {game: pickle.dumps(one.export()) for game, one in {GAMES[0]: evening, **tables}.items()}


@pytest.fixture
def record(_pickled: dict[str, bytes]) -> Content:
    """Its export, each time a new copy to be changed."""
    content: Content = pickle.loads(_pickled[GAMES[0]])
    return content


@pytest.fixture
def records(_pickled: dict[str, bytes]) -> dict[str, Content]:
    """The exports of an event and of a table of each other game, each time new copies."""
    return {game: pickle.loads(pickled) for game, pickled in _pickled.items()}
