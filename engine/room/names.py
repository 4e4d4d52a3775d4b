"""Names are labels: cleaned once, and the same name if only case or something invisible differs."""

import unicodedata

from engine.game import require

NAME_LENGTH = 24
_MOST_MARKS = 2
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


def same(one: str, other: str) -> bool:
    """Whether two clean names are one name."""
    return _folded(one) == _folded(other)


def required(text: str, reason: str, length: int = NAME_LENGTH) -> str:
    """The clean text. Raises Refused(reason) if nothing is left of it."""
    cleaned = clean(text, length)
    require(bool(cleaned), reason)
    return cleaned


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _is_invisible(character: str) -> bool:
    """Control, format, private and unassigned characters, variation selectors and blank letters."""
    if character in _INVISIBLE or "\ufe00" <= character <= "\ufe0f":
        return True
    return unicodedata.category(character).startswith("C")
