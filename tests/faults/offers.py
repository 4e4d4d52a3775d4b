"""What a screen offers to send, read from its HTML as the page's own script reads it, and filled in by dice."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from random import Random
from typing import Any

Attributes = Mapping[str, str]


@dataclass(frozen=True)
class Offer:
    """A command with what its button says, and the fields that go with it, by name, each with its attributes."""

    id: str
    kind: str
    body: dict[str, Any]
    fields: dict[str, list[Attributes]]
    asks_reason: bool

    def filled_in(self, dice: Random) -> dict[str, Any]:
        """The body to send."""
        values = {name: _value(name, fields, dice) for name, fields in self.fields.items()}
        return {**self.body, **values, **({"reason": "bấm nhầm"} if self.asks_reason else {})}


@dataclass(frozen=True)
class Bytes:
    """What a phone is asked for its part in the shuffle: the digest that it has promised, and whether to reveal now."""

    digest: str
    reveal: bool


@dataclass(frozen=True)
class Read:
    """All that can be pressed on a screen, in its order, and what the phone does by itself."""

    offers: list[Offer]
    bytes: Bytes | None


def read(html: str) -> Read:
    """What this screen offers now."""
    reader = _Reader()
    reader.feed(html)
    return Read([_offer(attributes, reader.fields) for attributes in reader.sources], reader.bytes)


def _value(name: str, fields: list[Attributes], dice: Random) -> Any:
    """What somebody might choose or type here."""
    first, values = fields[0], [one.get("value", "") for one in fields]
    match first.get("data-as", "text"):
        case "int":
            return dice.randint(int(first["min"]), int(first["max"])) if name == "to" else dice.choice([-2, -1, 1, 3])
        case "ints":
            return sorted(map(int, dice.sample(values, dice.randint(0, min(4, len(values))))))
        case "list":
            return dice.sample(values, min(len(values), dice.choice([1, 2, 3, 3, 3])))
        case _:
            return "trọng tài"


def _offer(attributes: Attributes, fields: Mapping[str, list[Attributes]]) -> Offer:
    """A form sends all its fields, a button those that it names (values.js)."""
    own = fields.get(attributes.get("form", ""), [])
    named = attributes.get("data-with", "").replace(",", " ").split()
    by_name: dict[str, list[Attributes]] = {}
    for one in own:
        if attributes["tag"] == "form" or one["name"] in named:
            by_name.setdefault(one["name"], []).append(one)
    command = json.loads(attributes["data-command"])
    asks = "data-reason" in attributes
    return Offer(attributes.get("id", ""), command["type"], command.get("body", {}), by_name, asks)


@dataclass
class _Reader(HTMLParser):
    """Collects buttons and forms that send commands, and fields by the form that they belong to."""

    sources: list[Attributes] = field(default_factory=list)
    fields: dict[str, list[Attributes]] = field(default_factory=dict)
    bytes: Bytes | None = None
    form: str = ""

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.form = found.get("id", "")
        found = {"form": found.get("id", "") if tag == "form" else self.form, **found, "tag": tag}
        if "data-command" in found and "disabled" not in found:
            self.sources.append(found)
        elif tag in ("input", "select", "textarea") and found.get("name") and "disabled" not in found:
            self.fields.setdefault(found["form"], []).append(found)
        elif found.get("id") == "bytes":
            self.bytes = Bytes(found["data-digest"], found["data-reveal"] == "1")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = ""
