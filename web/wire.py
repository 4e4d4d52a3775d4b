"""Commands, events and actors as JSON and back: strict, and only classes that are registered by name.

Each stands as `{"type": name, "body": fields}`. What is read must be written again exactly as it came, so unknown
fields, wrong types and left-out fields are all unreadable.
"""

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any

import msgspec

from engine.chain import canonical
from engine.game import Bell, Deal, Host, MarkAbsent, Player, Room
from engine.registry import GAMES
from engine.room.commands import SCREEN_COMMANDS, SERVER_COMMANDS, Guest, Keeper
from engine.room.events import EVENTS, Row

LONGEST_TEXT = 200
MOST_ITEMS = 60
LARGEST_NUMBER = 2**53
DEEPEST = 6

ACTORS: tuple[type, ...] = (Player, Host, Bell, Room, Guest, Keeper)


class Unreadable(ValueError):
    """A payload that is not one of ours; `where` says what could not be read, for the log of the server."""

    def __init__(self, where: str) -> None:
        super().__init__(where)
        self.where = where


class Registry:
    """Classes by name."""

    def __init__(self, classes: Iterable[type]) -> None:
        self._classes: dict[str, type] = {}
        for one in classes:
            if self._classes.setdefault(one.__name__, one) is not one:
                raise ValueError(f"two classes are called {one.__name__}")

    def knows(self, payload: Any) -> bool:
        """Whether a payload says that it is one of these."""
        name = payload.get("type") if isinstance(payload, dict) else None
        return isinstance(name, str) and name in self._classes

    def from_screen(self, payload: Any) -> Any:
        """The object that a screen sent. Raises Unreadable, also for what is too long or too deep."""
        _bounded(payload, DEEPEST)
        return self.read(payload)

    def read(self, payload: Any) -> Any:
        """The object behind `{"type", "body"}`. Raises Unreadable."""
        if not isinstance(payload, dict) or payload.keys() != {"type", "body"}:
            raise Unreadable("not a pair of type and body")
        kind = self._class(payload["type"])
        try:
            found: Any = msgspec.convert(payload["body"], kind)
        except msgspec.ValidationError as error:
            raise Unreadable(f"{kind.__name__}: {error}") from error
        if canonical(body(found)) != canonical(payload["body"]):
            raise Unreadable(f"{kind.__name__}: fields that it does not have, or lacks")
        return found

    def _class(self, name: Any) -> type:
        found = self._classes.get(name) if isinstance(name, str) else None
        if found is None:
            raise Unreadable("unknown type")
        return found


def body(thing: Any) -> Any:
    """Dataclasses, enums (a card is its text), sequences and mappings as plain JSON values."""
    if isinstance(thing, Enum):
        return thing.value
    # Not by msgspec, which leaves out the fields of a dataclass that it has read and found left out.
    if is_dataclass(thing):
        return {field.name: body(getattr(thing, field.name)) for field in fields(thing)}
    if isinstance(thing, dict):
        return {name: body(value) for name, value in thing.items()}
    if isinstance(thing, list | tuple):
        return [body(value) for value in thing]
    return thing


def written(thing: Any) -> dict[str, Any]:
    """An object as `{"type", "body"}`."""
    return {"type": type(thing).__name__, "body": body(thing)}


class Wire:
    """What one game's rooms read: commands from screens, and rows of the log."""

    def __init__(self, screen: Iterable[type], log: Iterable[type]) -> None:
        screen = tuple(screen)
        self._screen = Registry(screen)
        self._log = Registry((*screen, *log))
        self._actors = Registry(ACTORS)

    def command(self, payload: Any) -> Any:
        """A command that a screen sent. Raises Unreadable."""
        return self._screen.from_screen(payload)

    def content(self, row: Row) -> str:
        """A row of the log in the one text that its digest is made of."""
        return canonical(
            {
                "number": row.number,
                "at": row.at,
                "actor": written(row.actor),
                "id": row.command_id,
                "command": written(row.command),
                "events": [written(event) for event in row.events],
            }
        )

    def row(self, content: str) -> Row:
        """A row as it was written by `content`. Raises Unreadable."""
        found = msgspec.json.decode(content)
        return Row(
            number=found["number"],
            at=found["at"],
            actor=self._actors.read(found["actor"]),
            command_id=found["id"],
            command=self._log.read(found["command"]),
            events=tuple(self._log.read(event) for event in found["events"]),
        )


@cache
def wire_of(game: str) -> Wire:
    """The wire of rooms for this game of the registry."""
    played = GAMES[game]
    from_screens = (*SCREEN_COMMANDS, *played.COMMANDS)
    return Wire(from_screens, (*SERVER_COMMANDS, Deal, MarkAbsent, *EVENTS, *played.EVENTS))


def _bounded(value: Any, depth: int) -> None:
    """Refuse what no screen of ours would send, before anything else looks at it."""
    match value:
        case str():
            _bounded_text(value)
        case bool() | None:
            return
        case int():
            _demand(abs(value) < LARGEST_NUMBER, "a number is too large")
        case list() | dict():
            _demand(depth > 0, "too deep")
            _demand(len(value) <= MOST_ITEMS, "too many items")
            for item in _inside(value):
                _bounded(item, depth - 1)
        case _:
            raise Unreadable("a value of a kind that is not used")


def _inside(value: list[Any] | dict[Any, Any]) -> Iterable[Any]:
    return (*value.keys(), *value.values()) if isinstance(value, dict) else value


def _bounded_text(text: str) -> None:
    _demand(len(text) <= LONGEST_TEXT, "a text is too long")
    _demand(not any("\ud800" <= letter <= "\udfff" for letter in text), "half a letter")


def _demand(condition: bool, where: str) -> None:
    if not condition:
        raise Unreadable(where)
