"""Where an event stands, and how a round ended."""

from enum import Enum


class Phase(Enum):
    """Where the event stands. A round goes from NOMINATING to WINNER, or to NO_SHOWDOWN."""

    LOBBY = "lobby"
    NOMINATING = "nominating"
    VOTING = "voting"
    MATCHED = "matched"
    HANDS_UP = "hands_up"
    FIRST_NEUTRAL = "first_neutral"
    SECOND_NEUTRAL = "second_neutral"
    WINNER = "winner"
    NO_SHOWDOWN = "no_showdown"
    FINAL = "final"


class Outcome(Enum):
    """How a round ended."""

    SHOWDOWN = "showdown"
    TIE = "tie"
    LONE = "lone"
    NONE = "none"
