"""Where a table stands, and the words for how cards can be sorted and arranged."""

from enum import Enum


class Phase(Enum):
    """Where the table stands. A deal goes from SETTING to POINTS; after it the host deals again or closes."""

    WAITING = "waiting"
    SETTING = "setting"
    ALL_IN = "all_in"
    FRONT = "front"
    MIDDLE = "middle"
    BACK = "back"
    POINTS = "points"
    ENDED = "ended"


class Objective(Enum):
    """What the arranger makes the most of."""

    ROYALTIES_FIRST = "royalties_first"
    EXPECTED_POINTS = "expected_points"


class SortOrder(Enum):
    """How a seat sees the cards that it has not placed yet."""

    RANK = "rank"
    SUIT = "suit"
