"""Names are labels: cleaned once, and the same name if only case or something invisible differs."""

import unicodedata

from engine.game import require

NAME_LENGTH = 24
_MOST_MARKS = 2
_NARROW, _WIDE = frozenset(" .,:;'!|-Iijltfr"), frozenset("MWmw@%")
"""Characters that take much less room than others, and much more."""
_ORDINARY_WIDTH, _NARROW_WIDTH, _WIDE_WIDTH = 20, 12, 35
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


def clean(text: str, length: int = NAME_LENGTH) -> str:
    """NFC, without control, zero-width and stacked combining characters, spaces single, cut to `length` characters."""
    spaced = (" " if character.isspace() else character for character in text)
    visible = "".join(character for character in spaced if not _is_invisible(character))
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", visible):
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks <= _MOST_MARKS:
            kept.append(character)
    return " ".join("".join(kept).split())[:length].strip()


def clean_name(text: str) -> str:
    """The same of a person's name, cut where it takes more room than NAME_LENGTH ordinary characters: it stands on
    every screen, in places that are made for so many.
    """
    cleaned = clean(text)
    left = NAME_LENGTH * _ORDINARY_WIDTH
    for place, character in enumerate(cleaned):
        left -= _width(character)
        if left < 0:
            return cleaned[:place].strip()
    return cleaned


def same(one: str, other: str) -> bool:
    """Whether two clean names are one name."""
    return _folded(one) == _folded(other)


def required(text: str, reason: str, length: int = NAME_LENGTH) -> str:
    """The clean text. Raises Refused(reason) if nothing is left of it."""
    cleaned = clean(text, length)
    require(bool(cleaned), reason)
    return cleaned


def required_name(text: str) -> str:
    """The clean name. Raises Refused if nothing is left of it."""
    cleaned = clean_name(text)
    require(bool(cleaned), "name_empty")
    return cleaned


def _width(character: str) -> int:
    """About how much room a character takes on a screen, whatever the type."""
    if unicodedata.combining(character):
        return 0
    if character in _WIDE or unicodedata.east_asian_width(character) in ("W", "F"):
        return _WIDE_WIDTH
    return _NARROW_WIDTH if character in _NARROW else _ORDINARY_WIDTH


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _is_invisible(character: str) -> bool:
    """Control, format, private and unassigned characters, variation selectors and blank letters."""
    if character in _INVISIBLE or "\ufe00" <= character <= "\ufe0f":
        return True
    return unicodedata.category(character).startswith("C")
