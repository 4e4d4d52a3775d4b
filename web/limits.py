"""How often somebody may ask: one token bucket for each key. A full room behind one address must never meet it."""

import threading
from collections.abc import Callable
from dataclasses import dataclass

MOST_KEYS = 20_000
TOKEN = 1000
"""One token in the thousandths that it comes back by, so that no time is lost to rounding."""


class Limit:
    """`burst` requests at once, `per_second` in the long run, for each key apart. `monotonic` tells the time in ms."""

    def __init__(self, burst: int, per_second: int, monotonic: Callable[[], int]) -> None:
        self._burst = burst * TOKEN
        self._per_ms = per_second
        self._monotonic = monotonic
        self._left: dict[str, tuple[int, int]] = {}
        self._turn = threading.Lock()

    def allows(self, key: str) -> bool:
        """Take one token, if there is one."""
        now = self._monotonic()
        with self._turn:
            left = self._tokens(key, now)
            self._left[key] = (left - TOKEN if left >= TOKEN else left, now)
            if len(self._left) > MOST_KEYS:
                self._forget_idle(now)
        return left >= TOKEN

    def _tokens(self, key: str, now: int) -> int:
        left, since = self._left.get(key, (self._burst, now))
        return min(self._burst, left + (now - since) * self._per_ms)

    def _forget_idle(self, now: int) -> None:
        """Drop those whose bucket is full again: they are as if never seen."""
        self._left = {key: held for key, held in self._left.items() if self._tokens(key, now) < self._burst}


@dataclass(frozen=True)
class Allowance:
    """What one device may do, and one address, behind which a whole room may be."""

    by_device: Limit
    by_address: Limit

    def allows(self, device: str, address: str) -> bool:
        """Take a token of each; a screen without a cookie, whose `device` is "", is known by its address."""
        return self.by_device.allows(device or address) and self.by_address.allows(address)


@dataclass(frozen=True)
class Limits:
    """All that the console has: for joining and keys, connecting, presses, and what pages send by themselves.

    A page that connects takes two tokens, one for its line and one for what it is. The ceiling for an address lets
    a thousand pages come back at once, twice.
    """

    asking: Allowance
    connecting: Allowance
    pressing: Limit
    telling: Limit

    @classmethod
    def of_the_console(cls, monotonic: Callable[[], int]) -> "Limits":
        return cls(
            asking=Allowance(Limit(10, 1, monotonic), Limit(400, 40, monotonic)),
            connecting=Allowance(Limit(120, 10, monotonic), Limit(4000, 100, monotonic)),
            pressing=Limit(40, 10, monotonic),
            telling=Limit(100, 20, monotonic),
        )
