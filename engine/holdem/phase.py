"""Where a table stands, the streets of a hand, and what a seat does on its turn."""

from enum import Enum


class Phase(Enum):
    """Where the table stands. A hand goes from BETTING to WAITING, by way of RUNNING_OUT and SHOWDOWN if it must."""

    WAITING = "waiting"
    """Between hands; the last one still lies on the table."""
    BETTING = "betting"
    RUNNING_OUT = "running_out"
    """Nobody can bet any more; the other common cards come one street at a time (H9)."""
    SHOWDOWN = "showdown"
    """Hands are shown, the pots not yet paid out."""
    CLOSED = "closed"


class Street(Enum):
    """The rounds of betting (H4)."""

    PRE_FLOP = "pre-flop"
    FLOP = "flop"
    TURN = "turn"
    RIVER = "river"


class Act(Enum):
    """What a seat does with its turn, or what is done for it (H2, H5, H12)."""

    SMALL_BLIND = "small_blind"
    BIG_BLIND = "big_blind"
    CHECK = "check"
    BET = "bet"
    RAISE = "raise"
    CALL = "call"
    FOLD = "fold"
    TIME_FOLD = "time_fold"
    """Folded because its time ran out (H5)."""
    LEFT_FOLD = "left_fold"
    """Folded because its player has left (H12)."""

    @property
    def is_blind(self) -> bool:
        return self in (Act.SMALL_BLIND, Act.BIG_BLIND)

    @property
    def is_fold(self) -> bool:
        return self in (Act.FOLD, Act.TIME_FOLD, Act.LEFT_FOLD)

    @property
    def is_raise(self) -> bool:
        """Whether it lifts the highest bet, so that everyone else acts again (H7)."""
        return self in (Act.BET, Act.RAISE)


HELD = (Phase.RUNNING_OUT, Phase.SHOWDOWN)
"""Phases that go on by the clock, so that the room can follow."""
STREETS = tuple(Street)
BOARD_CARDS = {Street.PRE_FLOP: 0, Street.FLOP: 3, Street.TURN: 4, Street.RIVER: 5}
"""How many common cards lie on the table in each street (H4)."""
