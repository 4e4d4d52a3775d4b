"""Wall time that does not leap: after a jump of the clock it stands still until somebody has taken note of that."""

import threading
from collections.abc import Callable

from engine.room.commands import Wall

LONGEST_GAP = 3000
"""A clock that was away for longer than this many milliseconds has jumped."""


class Watch:
    """`wall` and `monotonic` tell the time in ms. Somebody has to look at it all the time: a gap is a jump, too.

    A laptop can fall asleep between any two lines; so nothing may be decided by a time that nobody has checked.
    """

    def __init__(self, wall: Callable[[], Wall], monotonic: Callable[[], int]) -> None:
        self._wall, self._monotonic = wall, monotonic
        self._seen = (wall(), monotonic())
        self._turn = threading.Lock()

    def now(self) -> Wall:
        """The time; after a jump that nobody has taken note of, the last moment before it."""
        with self._turn:
            found = (self._wall(), self._monotonic())
            if not _jumped(self._seen, found):
                self._seen = found
            return self._seen[0]

    def jumped_since(self) -> Wall | None:
        """Take note of a jump, if there was one: gives the last moment before it. Time goes on behind it."""
        with self._turn:
            before, self._seen = self._seen, (self._wall(), self._monotonic())
            return before[0] if _jumped(before, self._seen) else None


def _jumped(before: tuple[Wall, int], after: tuple[Wall, int]) -> bool:
    """Whether wall time, beside what has ticked, says that the clock was away or was set."""
    passed, ticked = after[0] - before[0], after[1] - before[1]
    return passed > LONGEST_GAP or abs(passed - ticked) > LONGEST_GAP
