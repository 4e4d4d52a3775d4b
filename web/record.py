"""The record of a room for whoever hosts it: the ledger as a whole, files, a page to print; a backup of the console."""

import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

import flask
from babel.dates import format_date
from flask import Flask, Response

from engine.game import Refused
from engine.room.commands import Wall
from engine.room.kinds import Kind
from engine.room.state import RoomState
from web.backup import backup
from web.exports import export, forms
from web.hosting import Hosting
from web.pages import ended
from web.scenes import Line
from web.site import Failed
from web.store import Store
from web.tables import Export, points_by_hand, tables

LONGEST_SEARCH = 100


@dataclass(frozen=True)
class Search:
    """What a reader of the ledger looks for; "" and 0 stand for everything."""

    kind: str = ""
    seat: int = 0
    words: str = ""

    def finds(self, line: Line) -> bool:
        """Whether the line is of the kind, speaks of the seat and has the words in it, whatever their accents."""
        return (
            (not self.kind or any(kind.value == self.kind for kind in line.kinds))
            and (not self.seat or self.seat in line.seats)
            and _plain(self.words) in _plain(" ".join((str(line.number), *line.words, line.who)))
        )


def serve_record(app: Flask, hosting: Hosting, store: Store, wall: Callable[[], Wall]) -> None:
    """Routes that show or hand out what happened; `wall` tells when a backup is made."""
    site, scenes = hosting.site, hosting.scenes

    @app.get("/host/<code>/ledger")
    def ledger(code: str) -> Response:
        site.demand_host()
        state, language = site.state(code.upper()), site.language()
        lines = scenes.ledger(state, site.rooms.logged(state.code), language)
        search = _search()
        found = [line for line in lines if search.finds(line)]
        seats = [(seat, holder.name) for seat, holder in sorted(state.seats.items())]
        shown = {"found": found, "all": len(lines), "search": search, "seats": seats, "kinds": _kinds(lines)}
        return site.page("host/ledger.html", {"code": state.code, "title": state.title, **shown})

    @app.get("/host/<code>/print")
    def printed(code: str) -> Response:
        site.demand_host()
        what = _export_of(hosting, site.state(code.upper()))
        state, logged = what.state, what.logged
        shown = {
            "room": what.seen,
            "over": ended(state),
            "settings": what.seen.game.settings,
            "tables": [table.filled() for table in tables(what) if table.printed],
            "by_hand": points_by_hand(what),
            "day": _day(logged[0].row.at, site.language()),
            "rows": len(logged),
            "head": logged[-1].entry.digest if ended(state) else "",
        }
        return site.page("host/print.html", shown)

    _serve_files(app, hosting, store, wall)


def _serve_files(app: Flask, hosting: Hosting, store: Store, wall: Callable[[], Wall]) -> None:
    """What a host takes away: a room in one of its forms, and the main host everything."""
    site = hosting.site

    @app.get("/host/<code>/export.<form>")
    def download(code: str, form: str) -> Response:
        site.demand_host()
        state = site.state(code.upper())
        if form not in forms(state):
            raise Failed(404, Refused("not_found"))
        return _file(export(_export_of(hosting, state), form), forms(state)[form], f"thirteen-{state.code}.{form}")

    @app.get("/host/backup")
    def download_backup() -> Response:
        hosting.demand_main_host()
        made = wall()
        name = f"thirteen-backup-{datetime.fromtimestamp(made // 1000):%Y%m%d-%H%M}.zip"
        return _file(backup(store, made), "application/zip", name)


def _file(content: bytes, kind: str, name: str) -> Response:
    """Something to keep under this name, and not to look at in the browser."""
    return Response(content, mimetype=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def _export_of(hosting: Hosting, state: RoomState) -> Export:
    """The room as whoever asks may take it away, in their language."""
    language = hosting.site.language()
    logged = hosting.site.rooms.logged(state.code)
    words = hosting.scenes.words(state, language)
    return Export(
        state=state,
        logged=logged,
        ledger=tuple(reversed(hosting.scenes.ledger(state, logged, language))),
        gettext=hosting.site.screens.gettext(language),
        say=words.say,
        hand=words.hand,
    )


def _search() -> Search:
    asked = flask.request.args
    seat = asked.get("seat", "")
    return Search(
        kind=asked.get("kind", ""),
        seat=int(seat) if seat.isdecimal() and len(seat) < 4 else 0,
        words=asked.get("words", "").strip()[:LONGEST_SEARCH],
    )


def _kinds(lines: Iterable[Line]) -> list[str]:
    """The kinds that there are lines of, in the order in which they are offered."""
    there = {kind for line in lines for kind in line.kinds}
    return [kind.value for kind in Kind if kind in there]


def _plain(text: str) -> str:
    """Text to compare by: without case and accents, so that "dang" finds "Đặng"."""
    parted = unicodedata.normalize("NFD", text.casefold().replace("đ", "d"))
    return "".join(letter for letter in parted if not unicodedata.combining(letter))


def _day(wall: Wall, language: str) -> str:
    """The day of a moment of wall time, as it is written out in this language."""
    return format_date(datetime.fromtimestamp(wall / 1000), "long", locale=language)
