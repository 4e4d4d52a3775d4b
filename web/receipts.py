"""What was counted for a seat, with number and time: its own rows, and what others' rows say of it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import flask
from flask import Flask
from werkzeug.wrappers import Response as AnyResponse

from engine.game import Player, Seat, Sentence
from engine.room.fold import is_room_event
from engine.room.kinds import seats_in
from web.access import seated
from web.logged import Logged
from web.scenes import Scenes
from web.site import Site, device


def serve_receipts(app: Flask, site: Site, scenes: Scenes) -> None:
    """The page of receipts, for whoever holds a seat."""

    @app.get("/p/<code>/receipts")
    def receipts(code: str) -> AnyResponse:
        state = site.state(code.upper())
        player = seated(state, device())
        if not player:
            return flask.redirect(f"/p/{state.code}", 303)
        logged = site.rooms.logged(state.code)[state.seats[player.seat].taken - 1 :]
        mine = tuple(of_seat(logged, player.seat))
        lines = scenes.ledger(state, mine, site.language(), player.seat)
        shown = {"code": state.code, "title": state.title, "name": state.seats[player.seat].name, "lines": lines}
        return site.page("phone/receipts.html", shown)


def of_seat(logged: Sequence[Logged], seat: Seat) -> Iterator[Logged]:
    """Rows since somebody sat down here, told as they may read them; of what does not concern them, nothing is told."""
    for one in logged:
        yield replace(one, told=_told(one, seat), named=False)


def _told(one: Logged, seat: Seat) -> tuple[Sentence, ...]:
    if one.row.actor == Player(seat):
        return one.own
    if {event.seat for event in one.row.events if is_room_event(event) and hasattr(event, "seat")} == {seat}:
        return one.heard
    return tuple(said for said in one.heard if seat in seats_in(said))
