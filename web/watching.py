"""For whoever watches the machines: is it alive, can it work, and what has been measured."""

import hmac
import ipaddress
import logging
from collections.abc import Iterator
from dataclasses import dataclass

import flask
from flask import Flask, Response
from sqlalchemy.exc import SQLAlchemyError

from engine.game import Refused
from web.metrics import Metrics
from web.neighbours import Neighbours
from web.ready import Disk
from web.schema import SCHEMA
from web.site import Failed
from web.store import Store

_FORWARDED = ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via")
"""What proxies and tunnels add: whoever comes through one is not at this computer."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Readiness:
    """Whether all that a worker stands on is there."""

    store: Store
    disk: Disk
    neighbours: Neighbours | None

    def faults(self) -> Iterator[str]:
        """What is not, a line each."""
        try:
            found = self.store.note("schema")
            if found != SCHEMA:
                yield f"migrations: the database has schema {found}, and this version works with {SCHEMA}"
        except SQLAlchemyError:
            _log.exception("the database does not answer")
            yield "database: does not answer"
        self.disk.look()
        if not self.disk.ok:
            yield "disk: cannot be written, or is full"
        if self.neighbours and not self.neighbours.answers():
            yield "redis: does not answer; the event goes on, and workers look at the database instead"


def serve_watching(app: Flask, readiness: Readiness, metrics: Metrics, token: str) -> None:
    """Routes for programs; `token` opens the metrics to other computers, or "" for this one alone."""

    @app.get("/healthz")
    def alive() -> Response:
        return Response("ok", mimetype="text/plain")

    @app.get("/readyz")
    def ready() -> Response:
        faults = list(readiness.faults())
        return Response("\n".join(faults or ["ready"]) + "\n", 503 if faults else 200, mimetype="text/plain")

    @app.get("/metrics")
    def measured() -> Response:
        if not (_at_this_computer() or _bears(token)):
            raise Failed(404, Refused("not_found"))
        return Response(metrics.text(), content_type="text/plain; version=0.0.4; charset=utf-8")


def _at_this_computer() -> bool:
    """Asked without a proxy in between, which would make every player look so."""
    if any(name in flask.request.headers for name in _FORWARDED):
        return False
    try:
        return ipaddress.ip_address(flask.request.remote_addr or "").is_loopback
    except ValueError:
        return False


def _bears(token: str) -> bool:
    shown = flask.request.headers.get("Authorization", "")
    return bool(token) and hmac.compare_digest(shown.encode(), f"Bearer {token}".encode())
