"""Who may host, over HTTP: log-in by key, a new key, log-out, co-hosts. Who loses the right loses the pages at once."""

from collections.abc import Callable
from dataclasses import dataclass

import flask
from flask import Flask, Response
from werkzeug.wrappers import Response as AnyResponse

from engine.game import Refused
from engine.room import names
from web.hosting import Hosting
from web.network import host_link
from web.presence import Socket, Sockets
from web.site import BADGE, device, sent_json

LABEL_LENGTH = 24


@dataclass(frozen=True)
class Rights:
    """What it takes to give host rights, and to end at once what was seen by them.

    `drop` ends a socket's page, `cut` its connection alone. `tell_out` lets other workers end the host's pages on a
    device, or for "" those that have lost their rights.
    """

    hosting: Hosting
    sockets: Sockets
    drop: Callable[[str], None]
    cut: Callable[[str], None]
    tell_out: Callable[[str], None]

    def turn_out(self, sockets: tuple[Socket, ...]) -> None:
        """End the pages of those who have lost their rights."""
        for socket in sockets:
            self.drop(socket.sid)

    def without_rights(self) -> tuple[Socket, ...]:
        """Hosts' pages whose badge opens nothing any more."""
        host = self.hosting.site.access.host
        return tuple(one for one in self.sockets.all() if one.screen == "host" and not host(one.badge))

    def host_link(self, key: str) -> str:
        """A link that opens the console, under the address that phones use, or else the one that was asked."""
        return host_link(self.hosting.joining.origin() or flask.request.host_url.rstrip("/"), key)


def serve_rights(app: Flask, rights: Rights) -> None:
    """Routes into the console and out of it."""
    _serve_keys(app, rights)
    _serve_cohosts(app, rights)


def _serve_keys(app: Flask, rights: Rights) -> None:
    """Log-in by a key, a new one for the main host, and log-out."""
    hosting, site = rights.hosting, rights.hosting.site

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
        for socket in rights.without_rights():
            (rights.cut if socket.device == mine else rights.drop)(socket.sid)
        rights.tell_out("")
        hosting.push.backstage_changed()
        return hosting.rooms_page(new_host_link=rights.host_link(site.access.host_key))

    @app.post("/host/out")
    def log_out() -> AnyResponse:
        flask.session.clear()
        mine = device()
        rights.turn_out(tuple(one for one in rights.sockets.all() if one.screen == "host" and one.device == mine))
        rights.tell_out(mine)
        return flask.redirect("/host", 303)


def _serve_cohosts(app: Flask, rights: Rights) -> None:
    """Links of their own for others, and their end."""
    hosting, site = rights.hosting, rights.hosting.site

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
        return hosting.rooms_page(new_link=rights.host_link(key), new_label=label)

    @app.post("/host/cohosts/<cohost>/revoke")
    def revoke(cohost: str) -> AnyResponse:
        hosting.demand_main_host()
        site.access.revoke(cohost)
        rights.turn_out(rights.without_rights())
        rights.tell_out("")
        hosting.push.backstage_changed()
        return flask.redirect("/host", 303)
