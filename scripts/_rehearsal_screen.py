"""Reads a screen of the console as a browser would: its buttons, its fields, and whether two are the same."""

import json
import re
from dataclasses import dataclass
from functools import cached_property
from html.parser import HTMLParser
from typing import Any

Command = dict[str, Any]
"""{"type", "body"} as a button holds it."""

_STAGE = re.compile(r'<main id="screen" data-number="(\d+)">(.*)</main>', re.DOTALL)

_PHASE = re.compile(r'class="(?:phone|host|board)[^"]*\bphase-(\w+)')


@dataclass(frozen=True)
class Tag:
    """An element's beginning, with its attributes."""

    name: str
    attributes: dict[str, str]


@dataclass(frozen=True)
class Screen:
    """A fragment of the console with the number of the row that it shows."""

    number: int
    html: str

    @cached_property
    def parts(self) -> tuple[Tag | str, ...]:
        """Tags and texts in order, without what a browser does not show: the form of the white space."""
        reader = _Reader()
        reader.feed(self.html)
        reader.close()
        return tuple(reader.parts)

    @property
    def tags(self) -> tuple[Tag, ...]:
        return tuple(part for part in self.parts if isinstance(part, Tag))

    def attributes(self, element: str) -> dict[str, str]:
        """The attributes of the element with this id, none if it is not there."""
        if f'id="{element}"' not in self.html:
            return {}
        return next((tag.attributes for tag in self.tags if tag.attributes.get("id") == element), {})

    def commands(self, kind: str) -> list[Command]:
        """What the buttons and forms of this type would send now."""
        found = [json.loads(tag.attributes["data-command"]) for tag in self._pressable()]
        return [command for command in found if command["type"] == kind]

    def command_of(self, element: str) -> Command | None:
        """What a press on the element with this id would send; None if it is not there or sends nothing."""
        found = self.attributes(element).get("data-command")
        command: Command | None = json.loads(found) if found else None
        return command

    def values(self, name: str) -> list[str]:
        """What the fields of this name offer."""
        return [tag.attributes.get("value", "") for tag in self.tags if tag.attributes.get("name") == name]

    def elements(self, start: str) -> list[str]:
        """Ids that begin so."""
        return [one for tag in self.tags if (one := tag.attributes.get("id", "")).startswith(start)]

    def phase(self) -> str:
        """Where the event stands, as the screen's frame says; "" for a page that has none."""
        found = _PHASE.search(self.html)
        return found[1] if found else ""

    def cards(self) -> list[str]:
        """The card texts that its fields and buttons know of one's own, in order."""
        return sorted(
            {*self.values("cards"), *(card for one in self.commands("TakeBack") for card in one["body"]["cards"])}
        )

    def _pressable(self) -> list[Tag]:
        return [tag for tag in self.tags if "data-command" in tag.attributes and "disabled" not in tag.attributes]


NOTHING = Screen(0, "")


def first_paint(page: str) -> Screen | None:
    """The fragment that came with a page, or None for a page that has none."""
    found = _STAGE.search(page)
    return Screen(int(found[1]), found[2]) if found else None


def screen_of(page: str) -> str:
    """Which kind of screen a page is, or "" for one that is none."""
    found = re.search(r'data-screen="(\w+)"', page)
    return found[1] if found else ""


def difference(held: Screen, fresh: Screen) -> str:
    """Where two screens first differ, in words; "" when they show the same."""
    for one, other in zip(held.parts, fresh.parts, strict=False):
        if one != other:
            return f"it shows {_short(one)} where the console has {_short(other)}"
    if len(held.parts) != len(fresh.parts):
        return f"it has {len(held.parts)} parts where the console has {len(fresh.parts)}"
    return ""


def _short(part: Tag | str) -> str:
    text = part if isinstance(part, str) else f"<{part.name} {part.attributes}>"
    return repr(text[:160])


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.parts: list[Tag | str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.parts.append(Tag(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        self.parts.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        text = " ".join(data.split())
        if text:
            self.parts.append(text)
