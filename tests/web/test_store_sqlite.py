"""The store on an SQLite file."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from tests.web.store_contract import StoreContract
from web.schema import WrongSchema
from web.store import Store


class TestOnSQLite(StoreContract):
    @pytest.fixture
    def open_store(self, tmp_path: Path) -> Iterator[Callable[[], Store]]:
        opened: list[Store] = []

        def open_file() -> Store:
            opened.append(Store(f"sqlite:///{tmp_path / 'log.sqlite3'}"))
            return opened[-1]

        yield open_file
        for store in opened:
            store.close()


def test_what_was_appended_is_on_the_disk_before_append_returns(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'log.sqlite3'}")
    with store._begin() as database:
        assert database.scalar(text("PRAGMA journal_mode")) == "wal"
        assert database.scalar(text("PRAGMA synchronous")) == 2
    store.close()


def test_data_of_another_version_is_not_touched(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'log.sqlite3'}"
    Store(url).close()
    engine = create_engine(url)
    with engine.begin() as database:
        database.execute(text("UPDATE notes SET value = '99' WHERE name = 'schema'"))
    engine.dispose()
    with pytest.raises(WrongSchema):
        Store(url)
