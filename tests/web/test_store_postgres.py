"""The store on a PostgreSQL server."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from tests.services import Postgres, free_port
from tests.web.store_contract import OPENED, StoreContract, entry
from web.schema import CannotUse, WrongSchema
from web.store import Store


@pytest.fixture
def url(postgres: Postgres) -> str:
    return postgres.empty()


class TestOnPostgreSQL(StoreContract):
    @pytest.fixture
    def open_store(self, url: str) -> Iterator[Callable[[], Store]]:
        opened: list[Store] = []

        def connect() -> Store:
            opened.append(Store(url))
            return opened[-1]

        yield connect
        for store in opened:
            store.close()


def test_many_workers_that_start_at_once_on_an_empty_database_make_the_tables_once(url: str) -> None:
    opened: list[Store] = []
    starting = [threading.Thread(target=lambda: opened.append(Store(url))) for _ in range(6)]
    for thread in starting:
        thread.start()
    for thread in starting:
        thread.join()
    opened[0].open_room(OPENED, entry(1))
    assert [store.rooms() for store in opened] == [(OPENED,)] * 6
    for store in opened:
        store.close()


def test_what_was_appended_is_on_the_disk_before_append_returns_whatever_the_server_is_set_to(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as database:
        database.execute("ALTER ROLE thirteen SET synchronous_commit = off")
    store = Store(url)
    with store._at_once() as database:
        assert database.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
    store.close()


def test_a_connection_that_the_server_ended_is_not_used_again(url: str) -> None:
    store = Store(url)
    store.open_room(OPENED, entry(1))
    with psycopg.connect(url, autocommit=True) as database:
        database.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'thirteen'")
    store.append("K7QM", entry(2))
    assert store.heads() == {"K7QM": 2}
    store.close()


def test_a_worker_that_froze_in_the_middle_of_a_row_holds_nobody_up_for_good(url: str) -> None:
    store, other = Store(url), Store(url)
    store.open_room(OPENED, entry(1))
    with pytest.raises(Exception, match="idle"), store._begin() as frozen:
        frozen.exec_driver_sql("SET idle_in_transaction_session_timeout = 200")  # as at any worker, but sooner
        frozen.exec_driver_sql("INSERT INTO log VALUES ('K7QM', 2, 'host', 'frozen', '{}', '', '')")
        other.append("K7QM", entry(2))
        frozen.exec_driver_sql("SELECT 1")
    assert [row.command_id for row in store.log("K7QM")] == ["id-1", "id-2"]
    for one in (store, other):
        with one._at_once() as database:
            assert database.exec_driver_sql("SHOW idle_in_transaction_session_timeout").scalar() == "5s"
        one.close()


def test_data_of_another_version_is_not_touched(url: str) -> None:
    Store(url).close()
    with psycopg.connect(url) as database:
        database.execute("UPDATE notes SET value = '99' WHERE name = 'schema'")
    with pytest.raises(WrongSchema):
        Store(url)


def test_a_laptops_file_is_taken_over_whole_and_a_copy_is_a_file_again(url: str, tmp_path: Path) -> None:
    laptop, server = Store(f"sqlite:///{tmp_path / 'laptop.sqlite3'}"), Store(url)
    laptop.open_room(OPENED, entry(1))
    laptop.append("K7QM", entry(2))
    laptop.beat(["K7QM"], 5)
    laptop.set_note("wifi", "{}")
    laptop.close()
    server.take_over(tmp_path / "laptop.sqlite3")
    server.copy_to(tmp_path / "copy.sqlite3")
    copy = Store(f"sqlite:///{tmp_path / 'copy.sqlite3'}")
    for store in (server, copy):
        assert store.rooms() == (OPENED,)
        assert store.log("K7QM") == (entry(1), entry(2))
        assert (store.last_beat("K7QM"), store.notes("")) == (5, {"schema": "1", "wifi": "{}"})
        store.close()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("mysql://thirteen:PASSWORD@127.0.0.1/thirteen", "begins with mysql:"),
        ("thirteen:PASSWORD@127.0.0.1", "is no address of a database"),
        ("postgresql://thirteen:PASSWORD@127.0.0.1:PORT/thirteen", "cannot be reached"),
    ],
)
def test_a_database_that_cannot_be_used_is_refused_in_a_sentence_without_its_password(wrong: str, said: str) -> None:
    with pytest.raises(CannotUse, match=said) as refused:
        Store(wrong.replace("PORT", str(free_port())))
    assert "PASSWORD" not in str(refused.value)
