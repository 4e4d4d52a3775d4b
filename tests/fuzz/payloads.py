"""Random and nearly right content for every command of a game's wire, by the types of its fields; and pure junk."""

import types
import typing
from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from random import Random
from typing import Any, get_args, get_origin

from engine.cards import DECK, Card
from engine.registry import GAMES
from engine.room.commands import SCREEN_COMMANDS, SERVER_COMMANDS
from engine.room.state import RoomState
from web.desk import AnswerClaim, IssueTicket
from web.wire import body

TEXTS = (
    "",
    "x",
    "An",
    "=1+1",
    "<b>An</b>",
    "Đặng Ngọc Ánh",
    "\u202eAn\u200b",
    "\x00",
    "👩‍👩‍👧‍👦" * 20,
    "W" * 40,
    "x" * 201,
    "../../etc/passwd",
    "%00",
    "{{7*7}}",
    "' OR 1=1 --",
    "ab" * 32,
    "00" * 16,
    "\ud800",
)
NUMBERS = (0, 1, 2, 3, 4, 5, 13, 14, 15, -1, 60_000, 2**31, 2**53 - 1, 2**53, -(2**63), 10**30)
STRANGE: tuple[Any, ...] = (None, True, 0.5, float("nan"), float("inf"), [], {}, [[]], {"type": "x"}, "x" * 5000)


def command_types(game: str) -> tuple[type, ...]:
    """Every command that a screen may send in this game, every request to the desk, and what only the server says."""
    return (*SCREEN_COMMANDS, *GAMES[game].COMMANDS, IssueTicket, AnswerClaim, *SERVER_COMMANDS)


def command(state: RoomState, dice: Random) -> dict[str, Any]:
    """One of them with fields that fit its types and mostly the moment, now and then spoilt."""
    kind = dice.choice(command_types(state.game_name))
    sent = {"type": kind.__name__, "body": body(_instance(kind, state, dice))}
    return spoilt(sent, dice) if dice.random() < 0.35 else sent


def _instance(kind: Any, state: RoomState, dice: Random) -> Any:
    hints = typing.get_type_hints(kind)
    return {one.name: _value(one.name, hints[one.name], state, dice) for one in fields(kind)}


def _value(name: str, kind: Any, state: RoomState, dice: Random) -> Any:
    """A value of this type, preferring what is right now."""
    public = state.game.public
    if get_origin(kind) is tuple:
        inner = get_args(kind)[0]
        return [_value(name, inner, state, dice) for _ in range(dice.choice([0, 1, 1, 2, 3, 3, 61]))]
    if get_origin(kind) in (typing.Union, types.UnionType):
        return _value(name, dice.choice(get_args(kind)), state, dice)
    if kind is Card:
        return dice.choice(_held(state) or DECK)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return getattr(public, name) if name == "phase" and dice.random() < 0.7 else dice.choice(list(kind))
    if is_dataclass(kind):
        return _instance(kind, state, dice)
    if kind is bool:
        return dice.random() < 0.5
    if kind is int:
        return _number(name, state, dice)
    if kind is str:
        return dice.choice([*_names(state), *TEXTS])
    return None


def _number(name: str, state: RoomState, dice: Random) -> int:
    public = state.game.public
    right = {
        "round": getattr(public, "round", 0),
        "deal": getattr(public, "deal", 0),
        "hand": getattr(public, "hands", 0),
        "first": state.past[-1].number if state.past else state.number,
        "seat": dice.randint(1, 4),
    }
    now: int = right.get(name, dice.choice([1, 10, 20]))
    return now if dice.random() < 0.75 else dice.choice(NUMBERS)


def _held(state: RoomState) -> Sequence[Card]:
    held = getattr(state.game.secret, "held", {})
    return [card for cards in held.values() for card in cards]


def _names(state: RoomState) -> list[str]:
    """What hands and devices of this room are called."""
    return [
        *getattr(state.game.secret, "hands", {}),
        *(holder.device for holder in state.seats.values() if holder.device),
    ]


def spoilt(sent: Any, dice: Random) -> Any:
    """The same with one thing wrong in it."""
    wrong: list[Callable[[dict[str, Any]], Any]] = [
        lambda whole: {**whole, "more": 1},
        lambda whole: {name: value for name, value in whole.items() if name != "body"},
        lambda whole: {**whole, "type": dice.choice([*TEXTS, *STRANGE])},
        lambda whole: {**whole, "body": dice.choice([*TEXTS, *STRANGE])},
        lambda whole: {**whole, "body": deep(dice.choice([5, 7, 40]))},
        lambda whole: {**whole, "body": _one_wrong(whole["body"], dice)},
        lambda whole: {**whole, "body": {**whole["body"], dice.choice(TEXTS): 1}},
    ]
    return dice.choice(wrong)(sent)


def _one_wrong(right: dict[str, Any], dice: Random) -> dict[str, Any]:
    name = dice.choice(list(right) or ["x"])
    return {**right, name: dice.choice([*STRANGE, *TEXTS, *NUMBERS])}


def deep(depth: int) -> Any:
    """Lists in lists."""
    nested: Any = []
    for _ in range(depth):
        nested = [nested]
    return nested


def junk(dice: Random) -> Any:
    """Anything but a command."""
    return dice.choice(
        [*STRANGE, *TEXTS, *NUMBERS, deep(60), {"room": "ZZZZ", "id": "abcd", "type": "CallDeal", "body": {}}]
    )


FRAMES: tuple[str | bytes, ...] = (
    "",
    "4",
    "42",
    "42[",
    "42[]",
    '42["command"]',
    '42["nothing",{}]',
    "4299999999999999999999[]",
    '42/admin,["command",{}]',
    "40/admin,",
    "41/admin,",
    '43/,1["x"]',
    '430["x"]',
    '451-["command",{"_placeholder":true,"num":0}]',
    "4" + "[" * 5000,
    '42["command",' + "[" * 2000 + "]" * 2000 + "]",
    '42["command",NaN]',
    '42["clock",{"ahead":Infinity}]',
    '42["clock",{"ahead":' + "9" * 5000 + "}]",
    '42["probe",{"number":-1e999}]',
    '42["command","\\ud800"]',
    "6",
    "9",
    "x" * 70_000,
    b"\x00\x01\x02",
    b"4",
    b"\xff" * 300,
    b"bAAAA",
)
"""What no page of ours sends over a websocket."""
