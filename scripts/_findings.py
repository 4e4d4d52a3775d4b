"""What a check found, and how values from a file that nobody vouches for are shown."""

from dataclasses import dataclass
from typing import Any

from _decode import MISSING

from engine.chain import canonical

LONGEST_SHOWN = 80


@dataclass(frozen=True)
class Fault:
    """Something that does not hold, and where: "row 12, content.events[0].body.cards[1]"."""

    place: str
    words: str


@dataclass(frozen=True)
class Check:
    """What was looked at, in a sentence, and what does not hold of it; `skipped` when it could not be looked at."""

    title: str
    words: str
    faults: tuple[Fault, ...] = ()
    skipped: bool = False


def visible(value: Any) -> str:
    """A value on one line, cut short, with nothing in it that could move the cursor or hide letters."""
    text = "nothing" if value is MISSING else canonical(value)
    safe = printable(text)
    return safe if len(safe) <= LONGEST_SHOWN else f"{safe[:LONGEST_SHOWN]} ..."


def printable(text: str) -> str:
    """A text with every sign spelt out that a terminal would obey instead of showing."""
    return "".join(letter if letter.isprintable() else f"\\u{ord(letter):04x}" for letter in text)


def is_hex(text: str, size: int) -> bool:
    """Whether a text is so many bytes in hex, as the console writes them."""
    return len(text) == 2 * size and all(digit in "0123456789abcdef" for digit in text)
