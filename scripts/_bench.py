"""What every part of the benchmark gives and how it measures: lines of one table, and contenders timed side by side."""

import gc
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum


class Sense(Enum):
    """How a line is to be read."""

    FASTER = "as fast"
    """Ours is so many times as fast as the other."""
    LONGER = "as long"
    """Ours takes so many times as long as the other."""
    ALONE = ""
    """There is nothing to compare it with."""


@dataclass(frozen=True)
class Line:
    """One line: what ours takes, beside what the other takes on the same inputs, both in `unit`.

    `wanted` is the least ratio where more is better, and the largest where less is. A `note` says what a reader must
    know, and why there is no other figure if it is missing.
    """

    topic: str
    against: str
    sense: Sense
    ours: float
    other: float | None
    unit: str
    wanted: float | None = None
    note: str = ""

    @property
    def ratio(self) -> float | None:
        if self.other is None or self.sense is Sense.ALONE:
            return None
        return self.other / self.ours if self.sense is Sense.FASTER else self.ours / self.other

    @property
    def met(self) -> bool | None:
        """Whether the ratio is what was wanted; None where nothing was."""
        if self.ratio is None or self.wanted is None:
            return None
        return self.ratio >= self.wanted if self.sense is Sense.FASTER else self.ratio <= self.wanted


@dataclass(frozen=True)
class Effort:
    """How much is measured; a quick run only looks whether everything works."""

    quick: bool = False

    def of(self, full: int, quick: int) -> int:
        return quick if self.quick else full

    @property
    def rounds(self) -> int:
        return self.of(15, 2)


class Disagreement(Exception):
    """Two programs do not come to the same result on the same inputs, so that their times say nothing."""


def timed(contenders: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Seconds of processor time that each takes, the best of so many rounds in which all take turns.

    Processor time, and turns, because other programs may be running; the best, because nothing makes code faster. In
    every turn each runs twice and the second time counts, when its own data lie in the processor's cache.
    """
    best = dict.fromkeys(contenders, math.inf)
    collecting = gc.isenabled()
    gc.disable()
    try:
        for _ in range(rounds):
            for name, act in contenders.items():
                act()
                begun = time.process_time()
                act()
                best[name] = min(best[name], time.process_time() - begun)
    finally:
        if collecting:
            gc.enable()
    return best


COLUMNS = ("", "against", "ratio", "wanted", "ours", "other", "")


def table(lines: Sequence[Line]) -> str:
    """The lines in columns, as Markdown."""
    rows = [COLUMNS, tuple("---" for _ in COLUMNS), *map(_cells, lines)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        f"| {' | '.join(cell.ljust(width, ' -'[row is rows[1]]) for cell, width in zip(row, widths, strict=True))} |"
        for row in rows
    )


def _cells(line: Line) -> tuple[str, ...]:
    ratio = f"{line.ratio:.2f} x {line.sense.value}" if line.ratio is not None else ""
    wanted = "" if line.wanted is None else f"{'≥' if line.sense is Sense.FASTER else '≤'} {line.wanted:g}"
    verdict = {True: ": yes", False: ": NO", None: ""}[line.met]
    ours, other = (f"{_digits(value)} {line.unit}" if value is not None else "" for value in (line.ours, line.other))
    return line.topic, line.against, ratio, wanted + verdict, ours, other, line.note


def _digits(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
