"""JSON values as the engine's frozen dataclasses and back, by type hints alone: strict, with no table per game."""

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

LARGEST_NUMBER = 2**53
"""What every reader of JSON still tells apart."""

_PLAIN: dict[type, str] = {int: "not a number", str: "not a text", bool: "not true or false"}


class Undecodable(ValueError):
    """A value that is not what its place asks for."""

    def __init__(self, place: str, words: str) -> None:
        super().__init__(f"{place}: {words}")
        self.place, self.words = place, words


class Decoder:
    """Reads `{"type", "body"}` as one of these classes, which must differ in name."""

    def __init__(self, classes: Iterable[type]) -> None:
        self._classes = {one.__name__: one for one in classes}

    def read(self, value: Any, place: str) -> Any:
        """The object; `place` is where it stands, for Undecodable."""
        demand_fields(value, {"type", "body"}, place)
        name = value["type"]
        if not isinstance(name, str) or name not in self._classes:
            raise Undecodable(f"{place}.type", "nothing that is known here")
        return decode(self._classes[name], value["body"], f"{place}.body")


def decode(kind: Any, value: Any, place: str) -> Any:
    """A JSON value as an int, str, bool, enum, tuple or dataclass. Raises Undecodable; TypeError for other kinds."""
    if kind in _PLAIN:
        return _plain_value(kind, value, place)
    if get_origin(kind) is tuple:
        return _tuple(get_args(kind), value, place)
    if isinstance(kind, type) and is_dataclass(kind):
        hints = _hints(kind)
        demand_fields(value, hints.keys(), place)
        return kind(**{name: decode(hint, value[name], f"{place}.{name}") for name, hint in hints.items()})
    if issubclass(kind, Enum):
        return _member(kind, value, place)
    raise TypeError(f"{place}: no reading of {kind}")


def plain(thing: Any) -> Any:
    """Dataclasses, enums and tuples as JSON values; what `decode` reads."""
    if isinstance(thing, Enum):
        return thing.value
    if is_dataclass(thing):
        return {field.name: plain(getattr(thing, field.name)) for field in fields(thing)}
    return [plain(value) for value in thing] if isinstance(thing, tuple) else thing


def written(thing: Any) -> dict[str, Any]:
    """An object as `{"type", "body"}`; what `Decoder.read` reads."""
    return {"type": type(thing).__name__, "body": plain(thing)}


def demand_fields(value: Any, names: Iterable[str], place: str) -> None:
    """An object with exactly these fields. Raises Undecodable."""
    if not isinstance(value, dict):
        raise Undecodable(place, "not an object")
    for name in names:
        if name not in value:
            raise Undecodable(f"{place}.{name}", "missing")
    for name in value:
        if name not in names:
            raise Undecodable(f"{place}.{name}", "not a field that belongs here")


def demand_list(value: Any, place: str) -> list[Any]:
    """A list. Raises Undecodable."""
    if not isinstance(value, list):
        raise Undecodable(place, "not a list")
    return value


MISSING = object()
"""Stands in `differences` where there is no value on one side."""


def differences(found: Any, expected: Any, place: str) -> Iterator[tuple[str, Any, Any]]:
    """Where two JSON values differ, each with both values; `1`, `1.0` and `true` are three things."""
    if isinstance(found, dict) and isinstance(expected, dict):
        for name in (*expected, *(name for name in found if name not in expected)):
            inside = f"{place}.{name}" if place else name
            yield from differences(found.get(name, MISSING), expected.get(name, MISSING), inside)
    elif isinstance(found, list) and isinstance(expected, list):
        for index in range(max(len(found), len(expected))):
            one, other = (side[index] if index < len(side) else MISSING for side in (found, expected))
            yield from differences(one, other, f"{place}[{index}]")
    elif type(found) is not type(expected) or found != expected:
        yield place, found, expected


def _tuple(kinds: tuple[Any, ...], value: Any, place: str) -> tuple[Any, ...]:
    demand_list(value, place)
    if kinds[1:] == (...,):
        kinds = kinds[:1] * len(value)
    if len(kinds) != len(value):
        raise Undecodable(place, f"{len(value)} items in place of {len(kinds)}")
    return tuple(
        decode(kind, one, f"{place}[{index}]") for index, (kind, one) in enumerate(zip(kinds, value, strict=True))
    )


def _member(kind: type[Enum], value: Any, place: str) -> Enum:
    try:
        found = kind(value)
    except ValueError:
        raise Undecodable(place, f"not a {kind.__name__}") from None
    if type(found.value) is not type(value):
        raise Undecodable(place, f"not a {kind.__name__}")
    return found


def _plain_value(kind: type, value: Any, place: str) -> Any:
    if type(value) is not kind:
        raise Undecodable(place, _PLAIN[kind])
    if isinstance(value, int) and abs(value) > LARGEST_NUMBER:
        raise Undecodable(place, "a number that is too large")
    return value


@cache
def _hints(kind: type) -> dict[str, Any]:
    """What each field of a dataclass holds."""
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}
