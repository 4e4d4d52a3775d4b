"""Reads a JSON export as it stands: its fields and the rows of its log, of the right shape and not yet believed."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from _decode import LARGEST_NUMBER

from engine.chain import canonical

FORMAT_NAME, FORMAT_VERSION = "thirteen-export", 1


class Unreadable(Exception):
    """The file is no export that can be checked; the text says why, and where."""


@dataclass(frozen=True)
class Entry:
    """One row of the log. While the event ran, rows with secrets left out `salt` and `content`: they are sealed."""

    number: int
    leaf: str
    digest: str
    salt: str = ""
    content: Any = None

    @property
    def sealed(self) -> bool:
        return not self.salt


@dataclass(frozen=True)
class Export:
    """`fields` are all but the log."""

    fields: dict[str, Any]
    entries: tuple[Entry, ...]

    @property
    def sealed(self) -> tuple[int, ...]:
        """The numbers of the rows that are left out."""
        return tuple(entry.number for entry in self.entries if entry.sealed)


def read_file(path: Path) -> Export:
    """The export in a file. Raises Unreadable."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise Unreadable(error.strerror or str(error)) from error
    except UnicodeDecodeError as error:
        raise Unreadable(f"it is not text in UTF-8 (byte {error.start})") from error
    return read(text)


def read(text: str) -> Export:
    """The export in a text. Raises Unreadable."""
    try:
        content = json.loads(text, object_pairs_hook=_fields_once, parse_constant=_no_number)
        canonical(content).encode()
    except RecursionError as error:
        raise Unreadable("it is nested too deep") from error
    except UnicodeEncodeError as error:
        raise Unreadable("half a letter stands in it") from error
    except ValueError as error:
        raise Unreadable(f"it is not JSON as it should be: {error}") from error
    return of(content)


def of(content: Any) -> Export:
    """The export in a JSON value. Raises Unreadable."""
    _demand(isinstance(content, dict), "it is not an export of Thirteen")
    _demand(content.get("format") == FORMAT_NAME, 'it is not an export of Thirteen: its field "format" says otherwise')
    version = content.get("version")
    _demand(type(version) is int and version == FORMAT_VERSION, "it is of a version that this script does not know")
    log = content.get("log")
    _demand(isinstance(log, list) and len(log) > 0, 'it has no rows: its field "log" is missing or empty')
    entries = tuple(_entry(row, f"row {place} of the file") for place, row in enumerate(log, 1))
    return Export({name: value for name, value in content.items() if name != "log"}, entries)


def _entry(row: Any, place: str) -> Entry:
    _demand(isinstance(row, dict), f"{place} is not an object")
    whole = {"number": int, "leaf": str, "digest": str}
    if "salt" in row or "content" in row:
        whole |= {"salt": str, "content": dict}
    for name, kind in whole.items():
        _demand(type(row.get(name)) is kind, f"{place}, field {name}: missing, or of the wrong kind")
    _demand(abs(row["number"]) <= LARGEST_NUMBER, f"{place}, field number: too large")
    unknown = [name for name in row if name not in whole]
    _demand(not unknown, f"{place}, field {''.join(unknown[:1])}: does not belong there")
    _demand("salt" not in row or row["salt"] != "", f"{place}, field salt: empty")
    return Entry(**row)


def _fields_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Of two fields with one name, readers would take now the one, now the other."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a field stands twice in one object")
    return found


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no number")


def _demand(condition: bool, words: str) -> None:
    if not condition:
        raise Unreadable(words)
