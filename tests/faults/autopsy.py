"""What lies on the disk when the plug has been pulled: read from a copy, so that nothing is mended by looking at it."""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from app import Config, Console, World, create_app
from tests.faults.evening import Evening, Room
from tests.faults.people import Person, Sent
from web.logged import Logged
from web.wire import written

_FRAGMENT = re.compile(r'<main id="screen" data-number="\d+">(.*?)</main>', re.DOTALL)


@dataclass
class Findings:
    """Figures of all that was found. `stored` and `not_stored` had not been acknowledged when the plug was pulled."""

    moments: int = 0
    acknowledged: int = 0
    stored: int = 0
    not_stored: int = 0
    screens: int = 0
    receipts: dict[tuple[str, str], int] = field(default_factory=dict)
    """The rows of the commands that were stored and not acknowledged, by room and id."""
    logs: dict[str, tuple[Logged, ...]] = field(default_factory=dict)

    def __str__(self) -> str:
        return (
            f"{self.moments} moments, {self.acknowledged} acknowledged: 0 lost, 0 doubled; unacknowledged: "
            f"{self.stored} stored and answered with their own row later, {self.not_stored} not stored and decided "
            f"anew; {self.screens} phones equal to the disk"
        )


@contextmanager
def replica(data: Path) -> Iterator[Console]:
    """A console on a copy of the database, which answers pages and runs nothing."""
    with TemporaryDirectory() as folder:
        for file in data.glob("thirteen.sqlite3*"):
            if not file.name.endswith("-shm"):
                shutil.copy(file, folder)
        console = create_app(Config(Path(folder), async_mode="threading"), World(look=tuple))
        try:
            yield console
        finally:
            console.store.close()


def examine(evening: Evening, findings: Findings) -> None:
    """After a kill: what was acknowledged is there, once; what was there before still is; no screen lied."""
    findings.moments += 1
    with replica(evening.console.data) as console:
        for room in evening.rooms:
            log = console.rooms.logged(room.code)
            before = findings.logs.get(room.code, ())
            assert [one.entry for one in log[: len(before)]] == [one.entry for one in before]
            findings.logs[room.code] = log
            _all_acknowledged_are_there_once(room, log)
            _note_unacknowledged(room, log, findings)
            findings.screens += _screens_showed_what_is_stored(console, room, log[-1].row.number)
    findings.acknowledged = evening.accepted()


def settle(evening: Evening, findings: Findings) -> None:
    """At the end: all were answered, and who had not heard of a stored command got the receipt of that same row."""
    assert not [room.unanswered() for room in evening.rooms if room.unanswered()]
    answers = {(room.code, sent.id): sent for room in evening.rooms for sent in _all_sent(room)}
    for (code, command_id), number in findings.receipts.items():
        assert answers[code, command_id].number == number, answers[code, command_id]


def _all_acknowledged_are_there_once(room: Room, log: tuple[Logged, ...]) -> None:
    rows = {one.row.number: one for one in log}
    ids = [one.entry.command_id for one in log]
    for key, sent in room.accepted():
        assert sent.number in rows, f"{sent} was acknowledged and is lost"
        stored = rows[sent.number]
        assert (stored.entry.actor, stored.entry.command_id) == (key, sent.id)
        assert written(stored.row.command) == {"type": sent.kind, "body": sent.body}
        assert ids.count(sent.id) == 1, f"{sent} is there twice"


def _note_unacknowledged(room: Room, log: tuple[Logged, ...], findings: Findings) -> None:
    stored = {one.entry.command_id: one.row.number for one in log}
    for _, sent in room.unanswered():
        if sent.id in stored:
            findings.stored += (room.code, sent.id) not in findings.receipts
            findings.receipts[room.code, sent.id] = stored[sent.id]
        else:
            findings.not_stored += sent.tries > 0


def _screens_showed_what_is_stored(console: Console, room: Room, last: int) -> int:
    """Phones that had heard of the last row showed what the copy shows: cards, pledges, coins, sets."""
    equal = 0
    for player in room.players.values():
        number, html = player.number, player.html
        if number == last:
            assert html == first_paint(console, player)
            equal += 1
        assert number <= last, "a phone was shown what was not stored"
    return equal


def first_paint(console: Console, person: Person) -> str:
    """What the copy's page shows on this phone."""
    client = console.app.test_client()
    for cookie in person.visitor.http.cookies:
        client.set_cookie(cookie.name, cookie.value or "", domain="localhost")
    return fragment_in(client.get(f"/p/{person.code}").get_data(as_text=True))


def fragment_in(page: str) -> str:
    """What the first paint of a live page shows."""
    found = _FRAGMENT.search(page)
    assert found, f"this is no live page: {page[:2000]}"
    return found[1]


def _all_sent(room: Room) -> list[Sent]:
    return [sent for person in room.everyone for sent in person.sent]
