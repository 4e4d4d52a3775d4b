"""The host's pages over HTTP: log-in by key, rooms, co-hosts, the address that phones are shown, exports."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import flask
from flask import Flask, Response
from werkzeug.wrappers import Response as AnyResponse

from engine.game import Host, HostViewer, Refused, require
from engine.registry import GAMES
from engine.room import names
from engine.room.commands import CommitAnew, Wall
from engine.room.state import RoomState
from web.exports import export, forms
from web.joining import Joining
from web.pages import ended, live_page
from web.presence import Socket, Sockets
from web.push import Push
from web.scenes import Audience, Scenes
from web.site import BADGE, Failed, Site, device, local_path, sent_json
from web.tables import Export
from web.wifi import LONGEST_TYPED, typed

LABEL_LENGTH = 24


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
    """What the host's pages need beside the site.

    `drop` ends a socket's page, `cut` its connection alone. `tell_out` lets other workers end the host's pages on a
    device, or for "" those that have lost their rights. `wall` tells wall time.
    """

    site: Site
    scenes: Scenes
    joining: Joining
    sockets: Sockets
    push: Push
    drop: Callable[[str], None]
    cut: Callable[[str], None]
    tell_out: Callable[[str], None]
    wall: Callable[[], Wall]

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

    def turn_out(self, sockets: tuple[Socket, ...]) -> None:
        """End the pages of those who have lost their rights."""
        for socket in sockets:
            self.drop(socket.sid)

    def without_rights(self) -> tuple[Socket, ...]:
        """Hosts' pages whose badge opens nothing any more."""
        return tuple(one for one in self.sockets.all() if one.screen == "host" and not self.site.access.host(one.badge))

    def host_link(self, key: str) -> str:
        """A link that opens the console, under the address that phones use, or else the one that was asked."""
        return f"{self.joining.origin() or flask.request.host_url.rstrip('/')}/host#key={key}"


def serve_host(app: Flask, hosting: Hosting) -> None:
    """Routes that show or change something for whoever holds a host key."""
    site = hosting.site

    @app.get("/host")
    def rooms() -> AnyResponse:
        return hosting.rooms_page() if site.host() else site.page("host/login.html", {"error": ""})

    @app.post("/host/key")
    def log_in() -> AnyResponse:
        site.demand_patience()
        sent = sent_json() or flask.request.form
        key = sent.get("key", "") if hasattr(sent, "get") else ""
        badge = site.access.badge(key) if isinstance(key, str) else None
        if not badge:
            return Response(site.say(Refused("wrong_key")), 403, mimetype="text/plain")
        flask.session.permanent = True
        flask.session[BADGE] = badge
        return Response(status=204)

    @app.post("/host/key/anew")
    def renew_key() -> AnyResponse:
        hosting.demand_main_host()
        with_cohosts = "cohosts" in flask.request.form
        flask.session[BADGE] = site.access.renew(with_cohosts)
        mine = device()
        for socket in hosting.without_rights():
            (hosting.cut if socket.device == mine else hosting.drop)(socket.sid)
        hosting.tell_out("")
        hosting.push.backstage_changed()
        return hosting.rooms_page(new_host_link=hosting.host_link(site.access.host_key))

    @app.post("/host/out")
    def log_out() -> AnyResponse:
        flask.session.clear()
        mine = device()
        hosting.turn_out(tuple(one for one in hosting.sockets.all() if one.screen == "host" and one.device == mine))
        hosting.tell_out(mine)
        return flask.redirect("/host", 303)

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

    @app.get("/host/<code>/export.<form>")
    def download(code: str, form: str) -> AnyResponse:
        site.demand_host()
        state = site.state(code.upper())
        if form not in forms(state):
            raise Failed(404, Refused("not_found"))
        return _download(export(export_of(hosting, state), form), state, form)

    _serve_settings(app, hosting)


def _serve_settings(app: Flask, hosting: Hosting) -> None:
    """Co-hosts, the address in the join link, and the room's Wi-Fi."""
    site = hosting.site

    @app.post("/host/cohosts")
    def add_cohost() -> AnyResponse:
        hosting.demand_main_host()
        typed = flask.request.form.get("label", "")[:200]
        try:
            label = names.required(typed, "name_empty", LABEL_LENGTH)
        except Refused as refused:
            return hosting.rooms_page(422, error=site.say(refused))
        _, key = site.access.add_cohost(label)
        hosting.push.backstage_changed()
        return hosting.rooms_page(new_link=hosting.host_link(key), new_label=label)

    @app.post("/host/cohosts/<cohost>/revoke")
    def revoke(cohost: str) -> AnyResponse:
        hosting.demand_main_host()
        site.access.revoke(cohost)
        hosting.turn_out(hosting.without_rights())
        hosting.tell_out("")
        hosting.push.backstage_changed()
        return flask.redirect("/host", 303)

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


def export_of(hosting: Hosting, state: RoomState) -> Export:
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


def _download(content: bytes, state: RoomState, form: str) -> Response:
    response = Response(content, mimetype=forms(state)[form])
    response.headers["Content-Disposition"] = f'attachment; filename="thirteen-{state.code}.{form}"'
    return response
