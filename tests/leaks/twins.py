"""The same evening over other cards: what one audience may not know is different, and all that they get is the same.

This finds what no reader can: an order, a number, a class or a word that follows from cards which are still hidden.
"""

import io
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from engine.cards import DECK, Card
from engine.chain import GENESIS, leaf, link
from engine.room.events import BytesRevealed, RoomOpened, Row, SeedCommitted, Undone
from tests.leaks.evening import Evening
from tests.leaks.house import House
from tests.leaks.oracle import Oracle
from tests.leaks.witness import Heard, Witness
from web.logged import actor_key
from web.store import Entry, Store, StoredRoom
from web.wire import wire_of

_CHAIN = re.compile(r'"(?:leaf|digest|head|salt)": "[0-9a-f]+"')
"""Salted digests differ where the rows behind them do, and tell nothing (F4)."""
_PORT = re.compile(r"127\.0\.0\.1:\d+")
_NEW_COOKIE = re.compile(r"(?m)^(?:Set-Cookie|Date|Content-Length): .*$")
_LEFT_OUT = ("/host/backup", "/healthz", "/metrics", "/nothing/here")
"""What tells nothing of a room, or is the whole console."""


class Twins:
    """Two consoles with the rows of an evening up to `moment`: as they were, and as this witness cannot tell apart."""

    def __init__(self, evening: Evening, moment: int, folder: Path) -> None:
        self._evening, self._moment, self._folder = evening, moment, folder
        self._rows = evening.rows[:moment]
        self._oracle = Oracle()
        self._oracle.take(self._rows)

    def differences(self, witness: Witness, dice: Random) -> list[str]:
        """Where what this witness gets depends on what they may not know."""
        name = f"{witness.kind}-{dice.randrange(10**9)}"
        plain = self._everything(self._rows, witness, self._folder / f"{name}-as-it-was")
        other = self._everything(self._disguised(witness, dice), witness, self._folder / f"{name}-otherwise")
        assert plain.keys() == other.keys()
        return [_difference(via, plain[via], other[via]) for via in plain if plain[via] != other[via]]

    def _disguised(self, witness: Witness, dice: Random) -> list[Row]:
        """The rows with every card exchanged that the witness has not seen, deal by deal, and with other secrets."""
        exchanged: dict[int, dict[Card, Card]] = {0: {}}
        texts = {text: dice.randbytes(len(text) // 2).hex() for row in self._rows for text in _secret_texts(row)}
        now, changed = self._oracle.moments[self._moment], []
        for row in self._rows:
            deal = self._oracle.moments[row.number].table.deal
            if deal not in exchanged:
                known = now.known_of(deal, witness.device)
                exchanged[deal] = _exchange([card for card in DECK if card not in known], dice)
            changed.append(
                replace(
                    row,
                    command=_changed(row.command, exchanged[deal], texts),
                    events=tuple(
                        event if isinstance(event, Undone) else _changed(event, exchanged[deal], texts)
                        for event in row.events
                    ),
                )
            )
        return changed

    def _everything(self, rows: Sequence[Row], witness: Witness, folder: Path) -> dict[str, str]:
        """Every page and file for this witness, and the fragment that its socket is sent."""
        self._write(rows, folder)
        with House(folder, 1) as house:
            heard: list[Heard] = []
            one = Witness(witness.kind, house.port, heard, lambda: len(rows), witness.language, dict(witness.cookies))
            one.keeps_cookies = witness.keeps_cookies
            if witness.kind == "host":
                one.cookies.pop("thirteen_host", None)
                one.post_json("/host/key", {"key": house.console.access.host_key})
                heard.clear()
            for path in self._evening.paths():
                if path not in _LEFT_OUT and "ZZZZ" not in path:
                    one.get(path)
            one.connect(self._evening.code, {"stranger": "watch"}.get(witness.kind, witness.kind))
            one.hear()
            one.hang_up()
        return {one.via: "\n".join(_plain(one)) for one in heard}

    def _write(self, rows: Sequence[Row], folder: Path) -> None:
        """A data folder in which these rows are a room's log."""
        folder.mkdir(parents=True)
        store, previous = Store.in_folder(folder), GENESIS
        game = self._evening.game
        for row, salt in zip(rows, self._salts(), strict=False):
            content = wire_of(game).content(row)
            previous = link(previous, row.number, leaf(salt, content))
            entry = Entry(row.number, actor_key(row.actor), row.command_id, content, salt, previous)
            if row.number == 1:
                store.open_room(StoredRoom(self._evening.code, game, row.at), entry)
            else:
                store.append(self._evening.code, entry)
        store.close()

    def _salts(self) -> Iterator[str]:
        return (one.entry.salt for one in self._evening.console.rooms.logged(self._evening.code))


def _secret_texts(row: Row) -> Iterator[str]:
    """Seeds, and what phones revealed."""
    for event in row.events:
        match event:
            case RoomOpened(seed=secret) | SeedCommitted(seed=secret) | BytesRevealed(data=secret):
                yield secret


def _exchange(cards: list[Card], dice: Random) -> dict[Card, Card]:
    """Each of these cards becomes another one of them."""
    order = dice.sample(cards, len(cards))
    return dict(zip(order, order[1:] + order[:1], strict=True))


def _changed(thing: Any, cards: Mapping[Card, Card], texts: Mapping[str, str]) -> Any:
    """The same with other cards and other secret texts in it, wherever they stand."""
    if isinstance(thing, Card):
        return cards.get(thing, thing)
    if isinstance(thing, str):
        return texts.get(thing, thing)
    if isinstance(thing, tuple):
        return tuple(_changed(one, cards, texts) for one in thing)
    if is_dataclass(thing) and not isinstance(thing, type):
        return replace(
            thing, **{one.name: _changed(getattr(thing, one.name), cards, texts) for one in fields(thing) if one.init}
        )
    return thing


def _plain(one: Heard) -> Iterator[str]:
    """What was sent without what is drawn anew each time; a workbook by its parts."""
    yield _PORT.sub("here", _NEW_COOKIE.sub("", one.head))
    if one.body.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(one.body)) as book:
            yield from (book.read(name).decode() for name in book.namelist() if not name.startswith("docProps"))
        return
    text = one.body.decode()
    yield re.sub(r'"sid":"[^"]*"', "", _PORT.sub("here", _CHAIN.sub("", text)))


def _difference(via: str, plain: str, other: str) -> str:
    """Where two texts part."""
    place = next((at for at, (one, two) in enumerate(zip(plain, other, strict=False)) if one != two), len(plain))
    return f"{via}: ...{plain[max(0, place - 120) : place + 60]!r} or ...{other[place : place + 60]!r}"
