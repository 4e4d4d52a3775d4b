"""How another phone becomes a seat, over HTTP: by a one-time key, or by asking the host."""

import secrets
from dataclasses import dataclass

import flask
from flask import Flask, Response
from werkzeug.wrappers import Response as AnyResponse

from engine.game import PublicViewer, Refused
from engine.room.commands import Guest, MoveSeat
from engine.room.state import RoomState
from engine.room.view import view
from web.access import seated
from web.push import Push
from web.scenes import Scenes
from web.site import Site, device, sent_json
from web.tickets import Claims, Tickets


@dataclass(frozen=True)
class Moving:
    """What these pages need beside the site."""

    site: Site
    scenes: Scenes
    push: Push
    tickets: Tickets
    claims: Claims

    def redeem(self, state: RoomState, key: str) -> None:
        """The asking device becomes the seat that the key stands for. Raises Refused."""
        mine = device()
        if not mine:
            raise Refused("no_cookie")
        if seated(state, mine):
            raise Refused("already_seated")
        with self.tickets.spent(state.code, key) as seat:
            self.site.rooms.submit(state.code, Guest(mine), secrets.token_hex(8), MoveSeat(seat, mine))
        self.push.ticket_over(state.code, seat)


def serve_moves(app: Flask, moving: Moving) -> None:
    """Routes for a phone that comes for a seat which has somebody's name on it."""
    site, claims = moving.site, moving.claims

    @app.get("/seat/<code>")
    def seat_door(code: str) -> Response:
        return site.page("seat.html", {"room": view(site.state(code.upper()), PublicViewer())})

    @app.post("/seat/<code>")
    def come_by_key(code: str) -> AnyResponse:
        state = site.state(code.upper())
        sent = sent_json()
        key = sent.get("key") if isinstance(sent, dict) else None
        try:
            site.demand_patience()
            moving.redeem(state, key if isinstance(key, str) else "")
        except Refused as refused:
            words = moving.scenes.words(state, site.language())
            return Response(words.say(refused), 403, mimetype="text/plain")
        return Response(status=204)

    @app.post("/j/<code>/claim")
    def claim(code: str) -> AnyResponse:
        state = site.state(code.upper())
        site.demand_patience()
        seat = flask.request.form.get("seat", type=int)
        if not seated(state, device()):
            claims.ask(state, seat or 0, device())
            moving.push.backstage_changed()
        return flask.redirect(f"/p/{state.code}", 303)

    @app.post("/j/<code>/unclaim")
    def withdraw(code: str) -> AnyResponse:
        state = site.state(code.upper())
        claims.withdraw(state.code, device())
        moving.push.backstage_changed()
        return flask.redirect(f"/j/{state.code}", 303)
