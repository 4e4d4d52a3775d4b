"""Decides every row of an export once more, with the rules of the engine and nothing else."""

import unicodedata
from collections.abc import Sequence
from typing import Any

from _decode import Decoder, Undecodable, decode, demand_fields, demand_list, differences, written
from _export import Entry, Export
from _findings import Check, Fault, visible

from engine.game import Bell, Host, Player, Refused
from engine.registry import GAMES
from engine.room.commands import SCREEN_COMMANDS, SERVER_COMMANDS, Guest, Keeper, OpenRoom
from engine.room.decide import decide, open_room
from engine.room.events import EVENTS, Row
from engine.room.fold import apply
from engine.room.state import RoomState

ACTORS: tuple[type, ...] = (Player, Host, Bell, Guest, Keeper)
MOST_DIFFERENCES = 5
"""How many places of one row are told."""


def read_rows(export: Export) -> tuple[tuple[Row | None, ...], Check]:
    """The rows as the engine knows them; None for those that are sealed or cannot be read."""
    title, words = "Content", "every row is an actor, a command and events that the console knows"
    name = game_name(export)
    if name not in GAMES:
        fault = Fault("room.game", f"{visible(name)} is no game that is known here")
        return (None,) * len(export.entries), Check(title, words, (fault,))
    decoder = decoder_of(name)
    rows: list[Row | None] = []
    faults = []
    for entry in export.entries:
        try:
            rows.append(None if entry.sealed else _row(entry, decoder))
        except Undecodable as error:
            rows.append(None)
            faults.append(Fault(f"row {entry.number}, {error.place}", error.words))
    return tuple(rows), Check(title, words, tuple(faults))


def game_name(export: Export) -> str:
    """What the export says that was played, or ""."""
    room = export.fields.get("room")
    name = room.get("game") if isinstance(room, dict) else None
    return name if isinstance(name, str) else ""


def decoder_of(name: str) -> Decoder:
    """Reads the commands and events of this game of the registry, and of the room around it."""
    game = GAMES[name]
    return Decoder((*SCREEN_COMMANDS, *SERVER_COMMANDS, *EVENTS, *game.COMMANDS, *game.EVENTS))


def replay(export: Export, rows: Sequence[Row | None]) -> tuple[Check, RoomState | None]:
    """Decide every row once more, and fold it; returns the state, or None where not all of it could be done.

    It ends at the first row that comes out otherwise, since every later one builds on it.
    """
    title = "Replay"
    if export.sealed:
        return Check(title, "rows that it takes are sealed: the event was still running", skipped=True), None
    state: RoomState | None = None
    for entry, row in zip(export.entries, rows, strict=True):
        faults: tuple[Fault, ...] = (Fault(f"row {entry.number}", "cannot be read"),)
        if row is not None:
            state, faults = step(state, row)
        if faults:
            words = f"no row after row {entry.number} was decided, since each builds on those before"
            return Check(title, words, faults), None
    words = f"{len(rows)} rows decided once more: deal, draws, showdowns and points come out the same"
    return Check(title, words), state


def step(state: RoomState | None, row: Row) -> tuple[RoomState | None, tuple[Fault, ...]]:
    """The state after a row, and what is wrong with the row: then the state is as it was."""
    place = f"row {row.number}"
    try:
        events = _decided(state, row)
        if events == row.events:
            return apply(state, row), ()
    except Refused as refused:
        return state, (Fault(f"{place}, content.command", f"the rules refuse it ({refused.reason})"),)
    except Exception as error:  # a command may hold whatever somebody wrote into the file
        return state, (Fault(f"{place}, content.command", f"it cannot be carried out ({type(error).__name__})"),)
    return state, _unlike(place, row.events, events)


def _decided(state: RoomState | None, row: Row) -> tuple[Any, ...]:
    """What the engine makes of a row's command. Raises Refused."""
    if state is not None:
        return decide(state, row.actor, row.command, row.at)
    if not isinstance(row.command, OpenRoom) or row.actor != Keeper():
        raise Refused("not_allowed")
    return open_room(row.command)


def _unlike(place: str, recorded: Sequence[Any], decided: Sequence[Any]) -> tuple[Fault, ...]:
    pairs = differences([written(one) for one in recorded], [written(one) for one in decided], "content.events")
    faults = (
        Fault(f"{place}, {where}", f"{visible(one)} is recorded, the rules make it {visible(other)}{_newer(one)}")
        for where, one, other in pairs
    )
    return tuple(fault for fault, _ in zip(faults, range(MOST_DIFFERENCES), strict=False))


def _newer(recorded: Any) -> str:
    """Names are cleaned by Python's table of signs: an older Python drops those that it does not know yet."""
    unknown = [sign for sign in str(recorded) if unicodedata.category(sign) == "Cn"]
    return f" (this Python does not know U+{ord(unknown[0]):04X}: try again with a newer one)" if unknown else ""


def _row(entry: Entry, decoder: Decoder) -> Row:
    """A row as the engine knows it. Raises Undecodable."""
    content = entry.content
    demand_fields(content, ("number", "at", "actor", "id", "command", "events"), "content")
    events = demand_list(content["events"], "content.events")
    return Row(
        decode(int, content["number"], "content.number"),
        decode(int, content["at"], "content.at"),
        Decoder(ACTORS).read(content["actor"], "content.actor"),
        decode(str, content["id"], "content.id"),
        decoder.read(content["command"], "content.command"),
        tuple(decoder.read(event, f"content.events[{index}]") for index, event in enumerate(events)),
    )
