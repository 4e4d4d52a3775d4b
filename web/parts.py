"""Parts of screens that are made once: who makes the same part from the same facts again gets what was made then."""

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Part = TypeVar("Part")
MOST = 8192
"""Parts that are remembered of one language; the oldest are forgotten first."""


class Parts(Generic[Part]):
    """What was made, drawings above all, by the part's name and by everything that it depends on."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._drawn: dict[tuple[Hashable, ...], Part] = {}

    def once(self, part: str, *depends_on: Hashable, caller: Callable[[], Part]) -> Part:
        """For `{% call once("name", facts …) %}`: the block as it was drawn from these facts, or drawn now.

        The block may read nothing that the facts do not decide. TypeError when a fact can change, as a list can.
        """
        key = (part, *depends_on)
        known = self._drawn.get(key)
        if known is not None:
            return known
        drawn = self._drawn[key] = caller()
        if len(self._drawn) > self._most:
            self._drawn.pop(next(iter(self._drawn)), None)
        return drawn
