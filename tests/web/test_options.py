"""A set-up for several workers that is only half of one is refused in a sentence, before anything is touched."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app import main
from tests.services import free_port
from web.neighbours import Neighbours
from web.schema import CannotUse


@pytest.fixture(autouse=True)
def umask() -> Iterator[None]:
    """As it was: the console changes its own."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.parametrize(
    ("database", "redis", "said"),
    [
        ("", "redis://127.0.0.1:1/0", "REDIS_URL is set, and DATABASE_URL is not"),
        ("postgresql://127.0.0.1/thirteen", "redis://127.0.0.1:1/0", "Add --public-url"),
        ("mysql://me:PASSWORD@127.0.0.1/thirteen", "", "begins with mysql:"),
        ("sqlite:///elsewhere.sqlite3", "", "begins with sqlite:"),
        ("me:PASSWORD@127.0.0.1", "", "is no address of a database"),
        ("postgresql://me:PASSWORD@127.0.0.1:PORT/thirteen", "", "cannot be reached"),
    ],
)
def test_half_a_set_up_is_refused_in_a_sentence_that_holds_no_password(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    database: str,
    redis: str,
    said: str,
) -> None:
    monkeypatch.setenv("DATABASE_URL", database.replace("PORT", str(free_port())))
    monkeypatch.setenv("REDIS_URL", redis)
    assert main(["--no-browser", "--data", str(tmp_path / "data")]) == 1
    told = capsys.readouterr().err
    assert said in told and "PASSWORD" not in told
    assert len(told.splitlines()) == 1
    assert not list(tmp_path.glob("data/*"))


def test_an_address_that_is_no_redis_is_refused_without_its_password() -> None:
    with pytest.raises(CannotUse, match="REDIS_URL is no address of a Redis") as refused:
        Neighbours("http://me:PASSWORD@127.0.0.1", lambda _seconds: None, lambda: 0)
    assert "PASSWORD" not in str(refused.value)


@pytest.mark.parametrize(("module", "asked"), [("psycopg", "DATABASE_URL"), ("redis", "REDIS_URL")])
def test_a_package_that_is_missing_is_named_with_the_way_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], module: str, asked: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    if module == "psycopg":
        monkeypatch.setenv("DATABASE_URL", "postgresql://127.0.0.1/thirteen")
        assert main(["--no-browser", "--data", str(tmp_path)]) == 1
        said = capsys.readouterr().err
    else:
        with pytest.raises(CannotUse) as refused:
            Neighbours("redis://127.0.0.1", lambda _seconds: None, lambda: 0)
        said = str(refused.value)
    assert asked in said and "requirements-workers.txt" in said
