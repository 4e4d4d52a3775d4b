"""Chance that anyone can check (F1-F3, F5): a committed seed, the phones' bytes, and labelled draws.

A draw depends on nothing but the key and its label, so the same moves always meet the same cards.
"""

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

SEED_BYTES = 32
CONTRIBUTION_BYTES = 16

T = TypeVar("T")


def commitment(secret: bytes) -> str:
    """SHA-256 in hex: what is shown before a seed, or a phone's bytes, are revealed (F2)."""
    return hashlib.sha256(secret).hexdigest()


@dataclass(frozen=True)
class Draws:
    """Labelled shuffles and draws under one key (F3)."""

    key: bytes

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """All items in random order: Fisher-Yates from the last place down."""
        shuffled = list(items)
        numbers = self._numbers(label)
        for last in range(len(shuffled) - 1, 0, -1):
            other = _below(last + 1, numbers)
            shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
        return tuple(shuffled)

    def draw(self, label: str, items: Sequence[T], count: int) -> tuple[T, ...]:
        """`count` of the items, each set of that size being equally likely."""
        return self.shuffle(label, items)[:count]

    def name(self, label: str) -> str:
        """A short text that tells nothing: what hands are called in messages."""
        return hmac.digest(self.key, f"name {label}".encode(), "sha256")[:6].hex()

    def _numbers(self, label: str) -> Iterator[int]:
        """Unsigned 32-bit numbers: HMAC-SHA256(key, label, 0, counter), each block read as eight of them."""
        counter = 0
        while True:
            block = hmac.digest(self.key, label.encode() + b"\0" + counter.to_bytes(8, "big"), "sha256")
            for start in range(0, len(block), 4):
                yield int.from_bytes(block[start : start + 4], "big")
            counter += 1


@dataclass(frozen=True)
class Chance:
    """A room's secret seed with the bytes that each seat's phone revealed (F1, F2)."""

    seed: bytes
    contributions: Mapping[int, bytes]

    def event(self, seats: Sequence[int]) -> Draws:
        """The draws of a whole event, keyed by the bytes of these seats in order of seat number."""
        return Draws(self._key(b"", seats))

    def hand(self, number: int, seats: Sequence[int]) -> Draws:
        """The draws of one hand at a table, keyed by the seats that are dealt in."""
        return Draws(self._key(f"hand {number}".encode(), seats))

    def _key(self, context: bytes, seats: Sequence[int]) -> bytes:
        given = b"".join(self.contributions.get(seat, b"") for seat in sorted(seats))
        return hmac.digest(self.seed, context + given, "sha256")


def _below(bound: int, numbers: Iterator[int]) -> int:
    """A number from 0 to bound - 1, rejecting what would make some likelier than others."""
    limit = (1 << 32) - (1 << 32) % bound
    return next(number for number in numbers if number < limit) % bound
