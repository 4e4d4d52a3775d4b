"""Imports run one way: cards <- hands <- games <- registry <- room inside the engine, then web, then app.

The engine reads no clock, rolls no dice and touches nothing outside; the web knows no game. Imports are read, not run.
"""

import ast
from collections.abc import Iterator
from pathlib import Path, PurePath

import pytest

ROOT = Path(__file__).parent.parent

GAMES = frozenset({"team_poker", "holdem", "chinese_poker"})
BELOW_GAMES = frozenset({"cards", "chance", "chain", "naming", "places", "hands", "game", "remembered"})
ENGINE_MAY_USE = {
    "cards": frozenset(),
    "chance": frozenset(),
    "chain": frozenset(),
    "naming": frozenset(),
    "places": frozenset({"cards", "naming"}),
    "hands": frozenset({"cards", "naming", "places"}),
    "remembered": frozenset(),
    "game": frozenset({"cards", "hands"}),
    "protocol": frozenset({"cards", "chance", "game"}),
    **dict.fromkeys(GAMES, BELOW_GAMES),
    "registry": GAMES | {"protocol"},
    "room": BELOW_GAMES | {"registry"},
}
WEB_MAY_USE = BELOW_GAMES | {"registry", "room"}
OUTSIDE_THE_ENGINE = frozenset({"app", "scripts", "tests", "web"})

# What of the standard library can neither look outside, nor tell the time, nor surprise.
PURE = """__future__ abc array base64 binascii bisect collections contextlib copy dataclasses decimal enum fractions
    functools hashlib heapq hmac itertools json math numbers operator re string struct types typing unicodedata"""
IMPURE_CALLS = frozenset({"__import__", "breakpoint", "eval", "exec", "input", "open", "print"})


def imports(path: PurePath, tree: ast.AST) -> Iterator[tuple[str, bool]]:
    """Dotted names that a file imports, relative ones spelt out, and whether for type checking only."""
    only_types = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for statement in node.body
        for inner in ast.walk(statement)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node in only_types) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = path.parent.parts[: len(path.parent.parts) - node.level + 1] if node.level else ()
            source = ".".join([*package, *([node.module] if node.module else [])])
            yield from ((f"{source}.{alias.name}", node in only_types) for alias in node.names)


def part(dotted: str) -> str:
    """The part of the engine that a dotted name belongs to: "engine.room.clock.x" is of "room"."""
    return f"{dotted}.".split(".")[1]


def engine_faults(path: PurePath, tree: ast.AST) -> Iterator[str]:
    own = path.parts[1].removesuffix(".py")
    allowed = ENGINE_MAY_USE.get(own, frozenset()) | {own}
    if own not in ENGINE_MAY_USE and own != "__init__":
        yield f"engine.{own} has no place in the order of the engine"
    for name, only_types in imports(path, tree):
        top = name.split(".")[0]
        if top == "engine":
            if part(name) not in allowed:
                yield f"imports {name}"
        elif top not in PURE.split() and not (only_types and name.startswith("random")):
            yield f"imports {name}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS:
            yield f"calls {node.func.id}"


def outer_faults(path: PurePath, tree: ast.AST) -> Iterator[str]:
    """Faults of app.py, which may use the web, and of the web, which may use all of the engine but its games."""
    forbidden = OUTSIDE_THE_ENGINE - ({"web"} if path.parts[0] == "web" else {"app", "web"})
    for name, _ in imports(path, tree):
        top = name.split(".")[0]
        if top in forbidden or (top == "engine" and part(name) not in WEB_MAY_USE):
            yield f"imports {name}"


def faults(path: PurePath, source: str) -> list[str]:
    """What a file of the engine, of the web, or app.py does that its layer may not."""
    check = engine_faults if path.parts[0] == "engine" else outer_faults
    return [f"{path} {fault}" for fault in check(path, ast.parse(source))]


def layered_files() -> list[Path]:
    return sorted([*ROOT.glob("engine/**/*.py"), *ROOT.glob("web/**/*.py"), *ROOT.glob("app.py")])


def test_every_file_imports_only_what_its_layer_may() -> None:
    found = [fault for path in layered_files() for fault in faults(path.relative_to(ROOT), path.read_text("utf-8"))]
    assert not found, "\n".join(found)


def test_the_files_of_every_layer_are_read() -> None:
    read = {path.relative_to(ROOT).parts[0] for path in layered_files()}
    assert {"engine", "web"} <= read


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("engine/cards.py", "from engine.hands import strength"),
        ("engine/hands.py", "import engine.game"),
        ("engine/places.py", "from engine.hands import strength"),
        ("engine/chance.py", "from engine import chain"),
        ("engine/game.py", "from .room import clock"),
        ("engine/holdem/decide.py", "from engine.team_poker.state import State"),
        ("engine/holdem/decide.py", "from ..chinese_poker import rules"),
        ("engine/holdem/__init__.py", "from engine import registry"),
        ("engine/team_poker/view.py", "from engine.room.state import Room"),
        ("engine/registry.py", "from engine.room import Room"),
        ("engine/room/view.py", "from engine.team_poker import view"),
        ("engine/room/view.py", "from engine.hidden import x"),
        ("engine/hidden.py", "x = 1"),
        ("engine/room/clock.py", "from web import rooms"),
        ("engine/room/clock.py", "import app"),
        ("engine/room/clock.py", "import time"),
        ("engine/room/clock.py", "from datetime import datetime"),
        ("engine/room/clock.py", "def f():\n    import os.path"),
        ("engine/chance.py", "import secrets, hashlib"),
        ("engine/chance.py", "import random"),
        ("engine/holdem/bot.py", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import time"),
        ("engine/holdem/bot.py", "if TYPE_CHECKING:\n    pass\nelse:\n    import random"),
        ("engine/wire.py", "import msgspec"),
        ("engine/cards.py", "text = open('cards.txt').read()"),
        ("web/push.py", "from engine.team_poker.view import PhoneView"),
        ("web/push.py", "from engine import holdem"),
        ("web/push.py", "import engine.chinese_poker.rules as rules"),
        ("web/push.py", "from engine import hidden"),
        ("web/push.py", "from app import create_app"),
        ("web/push.py", "from ..engine.holdem import view"),
        ("web/push.py", "from scripts import start"),
        ("app.py", "from engine.team_poker import decide"),
        ("app.py", "from tests import conftest"),
    ],
)
def test_a_planted_fault_is_found(path: str, source: str) -> None:
    assert faults(PurePath(path), source)


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("engine/hands.py", "import itertools\nfrom collections.abc import Iterable\nfrom engine.cards import Card"),
        ("engine/holdem/bot.py", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from random import Random"),
        ("engine/holdem/bot.py", "from . import rules\nfrom .state import State\nfrom engine.hands import strength"),
        ("engine/registry.py", "from engine import holdem, team_poker\nfrom engine.protocol import Game"),
        ("engine/room/view.py", "from engine.registry import GAMES\nfrom engine.room.state import Room"),
        ("web/rooms.py", "import time, flask\nfrom engine.room import decide\nfrom web.store import Store"),
        ("web/rooms.py", "from . import wire\nfrom .store import Store"),
        ("app.py", "from web.pages import pages\nfrom engine.registry import GAMES"),
    ],
)
def test_what_a_layer_may_import_is_no_fault(path: str, source: str) -> None:
    assert not faults(PurePath(path), source)
