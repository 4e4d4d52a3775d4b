"""Whether counts look as if each had been as likely as the others: the chi-square test, by Wilson and Hilferty."""

from collections.abc import Sequence
from math import cbrt, sqrt

CRITICAL = 3.72
"""Standard normal quantile that a fair source passes in all but one of ten thousand tests."""


def is_uniform(counts: Sequence[int]) -> bool:
    """Whether these counts, of equally likely outcomes, are within what chance explains. Draws come from fixed seeds,
    so the answer never changes from run to run.
    """
    expected = sum(counts) / len(counts)
    freedom = len(counts) - 1
    deviation = sum((count - expected) ** 2 / expected for count in counts)
    spread = 2 / (9 * freedom)
    return (cbrt(deviation / freedom) - (1 - spread)) / sqrt(spread) < CRITICAL
