"""What a rehearsal saw: counts, times and whatever disagreed, told in plain sentences."""

import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator

MOST_FAULTS = 20
"""How many of them are told."""


class Notes:
    """Taken by many at once. `quiet` keeps the story to itself; faults and sums are told at the end in any case."""

    def __init__(self, quiet: bool = False) -> None:
        self._quiet = quiet
        self._turn = threading.Lock()
        self._began = time.monotonic()
        self.counts: Counter[str] = Counter()
        self.times: dict[str, list[float]] = defaultdict(list)
        self.faults: list[str] = []

    def tell(self, sentence: str) -> None:
        """A line of the story, with the seconds since the beginning."""
        if not self._quiet:
            print(f"{time.monotonic() - self._began:7.1f} s  {sentence}", flush=True)

    def count(self, what: str, how_many: int = 1) -> None:
        with self._turn:
            self.counts[what] += how_many

    def took(self, what: str, seconds: float) -> None:
        with self._turn:
            self.times[what].append(seconds)

    def fault(self, sentence: str) -> None:
        """Something that must not be."""
        with self._turn:
            self.faults.append(sentence)
        self.tell(f"DISAGREES: {sentence}")

    def report(self) -> Iterator[str]:
        """The sums."""
        for what, how_many in sorted(self.counts.items()):
            yield f"{how_many:6}  {what}"
        for what, seconds in sorted(self.times.items()):
            ordered = sorted(seconds)
            middle, worst = ordered[len(ordered) // 2], ordered[-1]
            yield f"{len(ordered):6}  times: {what}: half within {_ms(middle)}, the slowest {_ms(worst)}"
        yield ""
        if not self.faults:
            yield "Everything agreed."
        for sentence in self.faults[:MOST_FAULTS]:
            yield f"DISAGREES: {sentence}"
        if len(self.faults) > MOST_FAULTS:
            yield f"and {len(self.faults) - MOST_FAULTS} more"


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms"
