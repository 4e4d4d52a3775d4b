"""Remembers what was lately made of states that never change: everyone who looks at a room asks for much the same."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

State = TypeVar("State")
Made = TypeVar("Made")

MOST = 64
"""States of which each function remembers what it made; the oldest are forgotten first."""


def remembered(make: Callable[[State], Made]) -> Callable[[State], Made]:
    """Let a pure function of a state be called as often as one likes; states are told apart by identity.

    By value they would have to be compared deeply, and some hold what cannot be hashed.
    """
    kept: dict[int, tuple[State, Made]] = {}

    @wraps(make)
    def of(state: State) -> Made:
        known = kept.get(id(state))
        if known:
            return known[1]
        made = make(state)
        kept[id(state)] = state, made  # whose identity is nobody else's as long as it is kept
        if len(kept) > MOST:
            kept.pop(next(iter(kept)), None)
        return made

    return of
