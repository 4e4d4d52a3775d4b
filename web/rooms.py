"""`submit`: the one door to every room. Decide, fold, append, then tell the listeners; one writer a room."""

import logging
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from engine.chain import SALT_BYTES
from engine.chance import SEED_BYTES
from engine.game import Refused, require
from engine.room.commands import Keeper, OpenRoom, RoomActor, Wall
from engine.room.decide import decide, open_room
from engine.room.events import Row
from engine.room.fold import apply
from engine.room.state import RoomState
from web.logged import Logged, actor_key, as_logged, entry_of, taken_in
from web.store import CodeTaken, CommandRepeated, Entry, NumberTaken, Store, StoredRoom

CODE_LETTERS = "ACDEFGHJKMNPQRTUVWXY34679"
"""None that is easily taken for another, read from the back of a room."""
CODE_LENGTH = 4
_CODE = re.compile("[A-Z0-9]{1,8}")
"""What a database can be asked for; anybody can type anything."""

Listener = Callable[[str, RoomState, Row], None]
"""Told of a room's code, its state and the row behind it, in order, after the row was saved."""

_log = logging.getLogger(__name__)


class UnknownRoom(LookupError):
    """There is no room with this code."""


@dataclass(frozen=True)
class Receipt:
    """The number of the row that a command became; `repeated` when it had been accepted before."""

    number: int
    repeated: bool


@dataclass
class _Kept:
    """A room in memory: all that its log has come to."""

    game: str
    state: RoomState
    logged: list[Logged]
    lock: threading.Lock = field(default_factory=threading.Lock)
    by_id: dict[tuple[str, str], Row] = field(init=False)

    def __post_init__(self) -> None:
        self.by_id = {(one.entry.actor, one.entry.command_id): one.row for one in self.logged}

    def add(self, one: Logged, state: RoomState) -> None:
        self.logged.append(one)
        self.by_id[one.entry.actor, one.entry.command_id] = one.row
        self.state = state


class Rooms:
    """All rooms of this store. `wall` tells wall time in ms, `secret` makes so many secret bytes."""

    def __init__(self, store: Store, wall: Callable[[], Wall], secret: Callable[[int], bytes]) -> None:
        self._store = store
        self._wall = wall
        self._secret = secret
        self._codes = [room.code for room in store.rooms()]
        self._kept: dict[str, _Kept] = {}
        self._loading = threading.Lock()
        self._listeners: list[Listener] = []
        self._announce: Callable[[str, int], None] = lambda _code, _number: None

    def listen(self, listener: Listener) -> None:
        self._listeners.append(listener)

    def announce_to(self, announce: Callable[[str, int], None]) -> None:
        """Call this with a room's code and a row's number for each row that was written here, and by nobody else."""
        self._announce = announce

    def open(self, game: str, title: str) -> str:
        """Open a room for a game of the registry and return its code. Raises Refused for a title that cannot stand."""
        while True:
            code = self._new_code()
            command = OpenRoom(code, game, title, self.new_seed())
            row = Row(1, self._wall(), Keeper(), "open", command, open_room(command))
            state = apply(None, row)
            first = as_logged(state, row, self._entry(game, row, None))
            try:
                self._store.open_room(StoredRoom(code, game, row.at), first.entry)
            except CodeTaken:
                continue
            self._kept[code] = _Kept(game, state, [first])
            self._codes.insert(0, code)
            self._announce(code, row.number)
            self._tell(code, state, row)
            return code

    def read_all(self) -> None:
        """Read every room now, before anything is written. Raises CannotRead."""
        for code in self._codes:
            self._room(code)

    def new_seed(self) -> str:
        """A secret seed in hex (F1)."""
        return self._secret(SEED_BYTES).hex()

    def codes(self) -> tuple[str, ...]:
        """All rooms, the newest first."""
        return tuple(self._codes)

    def state(self, code: str) -> RoomState:
        """The room as it is now. Raises UnknownRoom."""
        return self._room(code).state

    def fresh(self, code: str) -> RoomState:
        """The room with what other workers may have written to it in this moment. Raises UnknownRoom."""
        self.catch_up(code)
        return self.state(code)

    def knows(self, code: str) -> bool:
        """Whether this process has read the room."""
        return code in self._kept

    def catch_up(self, code: str, number: int | None = None) -> None:
        """Take in what other workers wrote to this room, if it has not come to this number. Raises UnknownRoom."""
        kept = self._room(code)
        with kept.lock:
            if number is None or kept.state.number < number:
                self._take_in(code, kept)

    def compare(self) -> None:
        """Look at the store for rooms and rows of other workers, and take them in."""
        heads = self._store.heads()
        self._codes[:0] = [code for code in heads if code not in self._codes]
        for code, number in heads.items():
            if code in self._kept:
                self.catch_up(code, number)

    def logged(self, code: str) -> tuple[Logged, ...]:
        """All rows of the room. Raises UnknownRoom."""
        return tuple(self._room(code).logged)

    def head(self, code: str, number: int) -> str:
        """The digest in hex that stands for the rows up to this one. Raises UnknownRoom."""
        return self._room(code).logged[number - 1].entry.digest

    def submit(self, code: str, actor: RoomActor, command_id: str, command: Any) -> Receipt:
        """Carry out a command, once: the same id with the same content gets the same receipt again.

        Raises UnknownRoom, and Refused; then nothing has changed.
        """
        kept = self._room(code)
        with kept.lock:
            while True:
                try:
                    return self._accept(code, kept, actor, command_id, command)
                except (NumberTaken, CommandRepeated):
                    if not self._take_in(code, kept):
                        raise RuntimeError(f"room {code}: a row clashes with none that is stored") from None
                except Refused:  # of a room that another worker has taken further
                    if not self._take_in(code, kept):
                        raise

    def _accept(self, code: str, kept: _Kept, actor: RoomActor, command_id: str, command: Any) -> Receipt:
        before = kept.by_id.get((actor_key(actor), command_id))
        if before:
            require(before.command == command, "id_reused")
            return Receipt(before.number, repeated=True)
        wall = self._wall()
        events = decide(kept.state, actor, command, wall)
        row = Row(kept.state.number + 1, wall, actor, command_id, command, events)
        state = apply(kept.state, row)
        entry = self._entry(kept.game, row, kept.logged[-1].entry)
        self._store.append(code, entry)
        kept.add(as_logged(state, row, entry), state)
        self._announce(code, row.number)
        self._tell(code, state, row)
        _log.info("accepted", extra={"room": code, "row": row.number, "command": type(command).__name__})
        return Receipt(row.number, repeated=False)

    def _take_in(self, code: str, kept: _Kept) -> bool:
        """Fold what another process wrote to this room; whether there was anything."""
        behind = self._store.log(code, after=kept.state.number)
        for entry in behind:
            state, one = taken_in(code, kept.game, kept.state, kept.logged[-1].entry, entry)
            kept.add(one, state)
            self._tell(code, state, one.row)
        return bool(behind)

    def _entry(self, game: str, row: Row, before: Entry | None) -> Entry:
        return entry_of(game, row, before, self._secret(SALT_BYTES).hex())

    def _tell(self, code: str, state: RoomState, row: Row) -> None:
        for listener in self._listeners:
            try:
                listener(code, state, row)
            except Exception:  # the row is saved: whoever sent it must hear so
                about = {"room": code, "row": row.number}
                _log.exception("room %s, row %d: a listener failed", code, row.number, extra=about)

    def _room(self, code: str) -> _Kept:
        found = self._kept.get(code)
        if found:
            return found
        with self._loading:
            return self._kept.get(code) or self._load(code)

    def _load(self, code: str) -> _Kept:
        stored = self._store.room(code) if _CODE.fullmatch(code) else None
        if not stored:
            raise UnknownRoom(code)
        state, logged = None, list[Logged]()
        for entry in self._store.log(code):
            before = logged[-1].entry if logged else None
            state, one = taken_in(code, stored.game, state, before, entry)
            logged.append(one)
        if state is None:
            raise UnknownRoom(code)
        kept = _Kept(stored.game, state, logged)
        self._kept[code] = kept
        if code not in self._codes:  # another worker has opened it
            self._codes.insert(0, code)
        return kept

    def _new_code(self) -> str:
        number = int.from_bytes(self._secret(8))
        return "".join(
            CODE_LETTERS[number // len(CODE_LETTERS) ** place % len(CODE_LETTERS)] for place in range(CODE_LENGTH)
        )
