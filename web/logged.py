"""Rows on their way into a room's log and out of it: salted, chained, and with what may be told of each."""

from dataclasses import dataclass

from engine.chain import GENESIS, leaf, link
from engine.game import Bell, Host, HostViewer, Player, PublicViewer, Room, SeatViewer, Sentence
from engine.room.commands import Guest, Keeper, Peek, RoomActor
from engine.room.decide import peek
from engine.room.events import Row
from engine.room.fold import apply
from engine.room.state import RoomState
from engine.room.tell import actor_shown, sentences
from web.store import Entry
from web.wire import wire_of


class CannotRead(Exception):
    """A stored row cannot be taken in; `changed` says that it is not what was written, so that the data is damaged.

    Otherwise it was written by a version that knew what this one does not, or the other way round.
    """

    def __init__(self, code: str, number: int, changed: bool) -> None:
        super().__init__(code, number)
        self.code, self.number, self.changed = code, number, changed


@dataclass(frozen=True)
class Logged:
    """A row with its text, salt and digest as they stand in the log, and what the host's page may tell of it.

    `told` is in no language yet; `named` says whether its actor may be told as well. `heard` is what everyone may
    read of it; `own` what whoever did it is answered, however late: by then the room may have gone on.
    """

    row: Row
    entry: Entry
    told: tuple[Sentence, ...]
    named: bool
    heard: tuple[Sentence, ...]
    own: tuple[Sentence, ...]

    @property
    def leaf(self) -> str:
        return leaf(self.entry.salt, self.entry.content)


def entry_of(game: str, row: Row, before: Entry | None, salt: str) -> Entry:
    """A row as the store keeps it, chained to the entry before it; `salt` is in hex."""
    content = wire_of(game).content(row)
    digest = link(before.digest if before else GENESIS, row.number, leaf(salt, content))
    return Entry(row.number, actor_key(row.actor), row.command_id, content, salt, digest)


def taken_in(
    code: str, game: str, state: RoomState | None, before: Entry | None, entry: Entry
) -> tuple[RoomState, Logged]:
    """The state that a stored row leads to, and the row; `before` is the entry before it. Raises CannotRead."""
    number, digest = (before.number, before.digest) if before else (0, GENESIS)
    try:
        whole = entry.digest == link(digest, entry.number, leaf(entry.salt, entry.content))
    except ValueError:  # a salt that is none
        whole = False
    if not whole or entry.number != number + 1:
        raise CannotRead(code, entry.number, changed=True)
    try:
        row = wire_of(game).row(entry.content)
        after = apply(state, row)
        return after, as_logged(after, row, entry)
    except Exception as error:  # what an older or a newer version meant by it can fail in any way
        raise CannotRead(code, entry.number, changed=False) from error


def as_logged(state: RoomState, row: Row, entry: Entry) -> Logged:
    """A row as its room remembers it; `state` is what the row came to."""
    host = HostViewer()
    told, heard = sentences(state, row, host), sentences(state, row, PublicViewer())
    match row.actor:
        case Player(seat):
            own = sentences(state, row, SeatViewer(seat))
        case Host():
            own = (*told, *_looked_at(state, row))
        case _:
            own = heard
    return Logged(row, entry, told, actor_shown(state, row, host), heard, own)


def _looked_at(state: RoomState, row: Row) -> tuple[Sentence, ...]:
    """What a look brought up, for the one who looked and for nobody else; it stands in no fragment."""
    if not isinstance(row.command, Peek):
        return ()
    return (Sentence("peeked", {"seat": row.command.seat, "cards": peek(state, row.command.seat)}),)


def actor_key(actor: RoomActor) -> str:
    """Whose command ids must differ from each other."""
    match actor:
        case Player(seat):
            return f"seat {seat}"
        case Guest(device):
            return f"guest {device[:16]}"
        case Host() | Bell() | Room() | Keeper():
            return type(actor).__name__.lower()
