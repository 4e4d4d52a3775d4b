"""First paint over HTTP for players and the board: entry, joining, the phone and the projector."""

import secrets
from typing import Any

import flask
from flask import Flask, Response
from werkzeug.wrappers import Response as AnyResponse

from engine.game import PublicViewer, Refused, SeatViewer
from engine.registry import GAMES
from engine.room import names
from engine.room.commands import Guest, TakeSeat
from engine.room.state import RoomState
from engine.room.view import view
from web.access import seated
from web.rooms import Rooms
from web.scenes import Audience, Scenes, template_of
from web.site import Failed, Site, device, local_path, switch_language
from web.tickets import Claims

LONGEST_NAME = 200
LOOKS = ("light", "four_colours")
"""Ways to look at a live page, chosen in its address: /board/K7QM?light=1."""


def ended(state: RoomState) -> bool:
    return GAMES[state.game_name].ended(state.game)


def running_rooms(rooms: Rooms) -> list[RoomState]:
    """Rooms whose game is not over, the newest first."""
    rooms.compare()
    return [state for state in map(rooms.state, rooms.codes()) if not ended(state)]


def live_page(site: Site, scenes: Scenes, template: str, state: RoomState, audience: Audience, **more: Any) -> Response:
    """A page with its first fragment in it, and `more` around that."""
    scene = scenes.scene(state, audience)
    shell = {"screen": audience.screen, "number": state.number, "fragment": template_of(scene, audience)}
    looks = {look: flask.request.args.get(look) == "1" for look in LOOKS}
    return site.page(template, {**scenes.context(scene, audience), **shell, **looks, **more})


def serve_players(app: Flask, site: Site, scenes: Scenes, claims: Claims) -> None:
    """Routes for anyone who comes in from the street."""
    _serve_doors(app, site, scenes, claims)
    _serve_screens(app, site, scenes, claims)

    @app.post("/lang")
    def choose_language() -> AnyResponse:
        form = flask.request.form
        return switch_language(site, form.get("lang", ""), local_path(form.get("back", "/")))


def _serve_doors(app: Flask, site: Site, scenes: Scenes, claims: Claims) -> None:
    """Into a room by its code, and to a seat in it by a name."""

    @app.get("/")
    def entry() -> AnyResponse:
        typed = flask.request.args.get("code")
        if typed is not None:
            return _entered(site, typed)
        running = running_rooms(site.rooms)
        if len(running) == 1:
            code = running[0].code
            return flask.redirect(f"/host/{code}" if site.host() else f"/j/{code}", 303)
        if site.host():
            return flask.redirect("/host", 303)
        return site.page("entry.html", {"error": "", "typed": ""})

    @app.get("/j/<code>")
    def join(code: str) -> AnyResponse:
        state = site.state(code.upper())
        if seated(state, device()) or claims.of(state, device()):
            return flask.redirect(f"/p/{state.code}", 303)
        turned_away = claims.take_refusal(state.code, device())
        error = site.say(Refused("claim_refused")) if turned_away else ""
        return site.page("join.html", _join_context(state, error=error))

    @app.post("/j/<code>")
    def take_seat(code: str) -> AnyResponse:
        state = site.state(code.upper())
        typed = flask.request.form.get("name", "")[:LONGEST_NAME]
        try:
            site.demand_patience()
            _take_seat(site.rooms, state, typed)
        except Refused as refused:
            return _refused_at_the_door(site, scenes, site.state(state.code), typed, refused)
        return flask.redirect(f"/p/{state.code}", 303)


def _serve_screens(app: Flask, site: Site, scenes: Scenes, claims: Claims) -> None:
    """The phone, of whoever holds a seat, claims one or watches; and the board."""

    @app.get("/p/<code>")
    def phone(code: str) -> AnyResponse:
        state = site.state(code.upper())
        player = seated(state, device())
        if player:
            mine = Audience("phone", SeatViewer(player.seat), site.language())
            return live_page(site, scenes, "phone/page.html", state, mine, claimed="")
        claim, wants_to_watch = claims.of(state, device()), "watch" in flask.request.args
        if not claim and not wants_to_watch:
            if device() in state.retired:
                return site.page("moved.html", {"room": view(state, PublicViewer()), "seat": state.retired[device()]})
            if claims.refused(state.code, device()) or _may_join(state):
                return flask.redirect(f"/j/{state.code}", 303)
        watching = Audience("watch", PublicViewer(), site.language())
        claimed = state.seats[claim.seat].name if claim else ""
        return live_page(site, scenes, "phone/page.html", state, watching, claimed=claimed)

    @app.get("/board/<code>")
    def board(code: str) -> Response:
        state = site.state(code.upper())
        everyone = Audience("board", PublicViewer(), site.language())
        return live_page(site, scenes, "board/page.html", state, everyone)


def _entered(site: Site, typed: str) -> AnyResponse:
    """The code that somebody typed: to its room, or the same page with the reason."""
    code = "".join(typed.split()).upper()
    try:
        site.state(code)
    except Failed as failed:
        return site.page("entry.html", {"error": site.say(failed.refused), "typed": typed[:20]}, 404)
    return flask.redirect(f"/j/{code}", 303)


def _may_join(state: RoomState) -> bool:
    """Whether to ask a guest for a name: before the deal always, at a table that plays while a seat is free."""
    seen = view(state, PublicViewer())
    plays = bool(seen.report.standings)
    return seen.seating and (not plays or (seen.door_open and seen.taken < len(seen.seats)))


def _take_seat(rooms: Rooms, state: RoomState, name: str) -> None:
    mine = device()
    if not mine:
        raise Refused("no_cookie")
    rooms.submit(state.code, Guest(mine), secrets.token_hex(8), TakeSeat(name))


def _refused_at_the_door(site: Site, scenes: Scenes, state: RoomState, typed: str, refused: Refused) -> AnyResponse:
    """The same page with the reason; a device that has a seat belongs there."""
    if seated(state, device()):
        return flask.redirect(f"/p/{state.code}", 303)
    error = scenes.words(state, site.language()).say(refused)
    return site.page("join.html", _join_context(state, typed, error), 422)


def _join_context(state: RoomState, typed: str = "", error: str = "") -> dict[str, Any]:
    """What the door needs; `same` are the seats whose people may be the ones who typed this."""
    room = view(state, PublicViewer())
    people = [seat for seat in room.seats if seat.person]
    same = [seat for seat in people if names.same(seat.name, names.clean_name(typed))]
    return {"room": room, "typed": typed, "error": error, "people": people, "same": same, "may_join": _may_join(state)}
