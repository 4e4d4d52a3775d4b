"""The host's pages over HTTP: the list of rooms, each room, and how phones find the console at this venue."""

import secrets
from dataclasses import dataclass
from typing import Any

import flask
from flask import Flask, Response
from werkzeug.wrappers import Response as AnyResponse

from engine.game import Host, HostViewer, Refused, require
from engine.registry import GAMES
from engine.room.commands import CommitAnew, Wall
from engine.room.state import RoomState
from web.joining import Joining
from web.pages import ended, live_page
from web.push import Push
from web.scenes import Audience, Scenes
from web.site import Failed, Site, local_path
from web.wifi import LONGEST_TYPED, typed


@dataclass(frozen=True)
class RoomLine:
    """One room in the host's list; `opened` in wall milliseconds."""

    code: str
    title: str
    game: str
    taken: int
    opened: Wall
    ended: bool


@dataclass(frozen=True)
class Hosting:
    """What the host's pages need beside the site."""

    site: Site
    scenes: Scenes
    joining: Joining
    push: Push

    def rooms_page(self, status: int = 200, **more: Any) -> Response:
        """All rooms, and a form for a new one; `more` may carry an error or a co-host's new link."""
        rooms = self.site.rooms
        rooms.compare()
        lines = [_line(rooms.state(code), rooms.logged(code)[0].row.at) for code in rooms.codes()]
        fixed = {"rooms": lines, "cohosts": self.site.access.cohosts(), "main_host": self.site.host() == Host()}
        return self.site.page(
            "host/rooms.html",
            {"error": "", "title": "", "new_link": "", "new_label": "", "new_host_link": "", **fixed, **more},
            status,
        )

    def demand_main_host(self) -> None:
        """Co-hosts run events; who else may is the host's to say."""
        if self.site.demand_host() != Host():
            raise Failed(403, Refused("not_allowed"))


def serve_host(app: Flask, hosting: Hosting) -> None:
    """Routes of the list of rooms, and of each room's page, for whoever holds a host key."""
    site = hosting.site

    @app.get("/host")
    def rooms() -> AnyResponse:
        return hosting.rooms_page() if site.host() else site.page("host/login.html", {"error": ""})

    @app.post("/host/open")
    def open_room() -> AnyResponse:
        site.demand_host()
        game, title = flask.request.form.get("game", ""), flask.request.form.get("title", "")[:200]
        try:
            require(game in GAMES, "unreadable")
            code = site.rooms.open(game, title)
        except Refused as refused:
            return hosting.rooms_page(422, error=site.say(refused), title=title)
        return flask.redirect(f"/host/{code}", 303)

    @app.get("/host/<code>")
    def host_page(code: str) -> AnyResponse:
        state = site.state(code.upper())
        if not site.host():
            return site.page("host/login.html", {"error": ""})
        audience = Audience("host", HostViewer(), site.language())
        return live_page(site, hosting.scenes, "host/page.html", state, audience)

    @app.post("/host/<code>/anew")
    def commit_anew(code: str) -> AnyResponse:
        host, state = site.demand_host(), site.state(code)
        site.rooms.submit(state.code, host, secrets.token_hex(8), CommitAnew(site.rooms.new_seed()))
        return flask.redirect(f"/host/{code}", 303)

    _serve_venue(app, hosting)


def _serve_venue(app: Flask, hosting: Hosting) -> None:
    """The address in the join link, and the room's Wi-Fi."""
    site = hosting.site

    @app.post("/host/address")
    def choose_address() -> AnyResponse:
        site.demand_host()
        if not hosting.joining.choose(flask.request.form.get("ip", "")):
            raise Refused("no_such_address")
        hosting.push.backstage_changed()
        return flask.redirect(local_path(flask.request.form.get("back", "/host")), 303)

    @app.post("/host/wifi")
    def set_wifi() -> AnyResponse:
        site.demand_host()
        form = flask.request.form
        name, password = form.get("name", "")[:LONGEST_TYPED], form.get("password", "")[:LONGEST_TYPED]
        hosting.joining.set_wifi(typed(name, password, form.get("security", "")))
        hosting.push.backstage_changed()
        return flask.redirect(local_path(form.get("back", "/host")), 303)


def _line(state: RoomState, opened: Wall) -> RoomLine:
    return RoomLine(state.code, state.title, state.game_name, len(state.seats), opened, ended(state))
