"""What every page needs: who asks and in which language, the guards at the door, headers, and errors with a way on."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import flask
from flask import Flask, Response
from flask.sessions import SecureCookieSessionInterface
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from engine.game import Host, Refused
from engine.room.state import RoomState
from web.access import DEVICE_COOKIE, Access, Doors, device_of, new_device
from web.limits import Allowance
from web.rooms import Rooms, UnknownRoom
from web.screens import Screens

BADGE = "badge"
"""Where a session keeps it."""
LANGUAGE_COOKIE = "thirteen_lang"
BOARD_LANGUAGE_COOKIE = "thirteen_board_lang"
YEAR = 365 * 24 * 3600
DAY = 24 * 3600
LARGEST_REQUEST = 64 * 1024

_log = logging.getLogger(__name__)


class Failed(Exception):
    """A page that cannot be shown: `refused` is the sentence in its place."""

    def __init__(self, status: int, refused: Refused) -> None:
        super().__init__(status, refused.reason)
        self.status, self.refused = status, refused


@dataclass(frozen=True)
class Site:
    """The parts that pages are made of."""

    rooms: Rooms
    screens: Screens
    access: Access
    doors: Doors
    asking: Allowance

    def language(self) -> str:
        """The language that was chosen on this device, or else the browser's."""
        for name in (_language_cookie(), LANGUAGE_COOKIE):
            chosen = flask.request.cookies.get(name)
            if chosen and self.screens.speaks(chosen):
                return chosen
        return self.screens.negotiate(tag for tag, _ in flask.request.accept_languages)

    def host(self) -> Host | None:
        return self.access.host(flask.session.get(BADGE))

    def demand_host(self) -> Host:
        """The host who asks. Raises Failed for anyone else."""
        host = self.host()
        if not host:
            raise Failed(403, Refused("not_host"))
        return host

    def state(self, code: str) -> RoomState:
        """The room of this code. Raises Failed if there is none."""
        try:
            return self.rooms.fresh(code)
        except UnknownRoom as unknown:
            raise Failed(404, Refused("no_such_room")) from unknown

    def demand_patience(self) -> None:
        """Refuse a device that asks too often; the ceiling by address is far above a full room."""
        if not self.asking.allows(device(), address()):
            raise Refused("too_fast")

    def say(self, refused: Refused) -> str:
        return self.screens.words(self.language()).say(refused)

    def page(self, template: str, context: Mapping[str, Any], status: int = 200) -> Response:
        """A page in the language of whoever asks."""
        html = self.screens.render(self.language(), template, {"host": self.host(), **context})
        return Response(html, status, mimetype="text/html")

    def error(self, status: int, refused: Refused) -> Response:
        return self.page("error.html", {"message": self.say(refused), "status": status}, status)


def sent_json() -> Any:
    """What was sent as JSON, or None for anything else, however deep it is."""
    try:
        return flask.request.get_json(silent=True)
    except RecursionError:
        return None


def device() -> str:
    """The digest of the asking device's token, or "" when it has none."""
    return device_of(flask.request.cookies)


def address() -> str:
    """Where the request comes from; behind a proxy that is believed, what it says."""
    return flask.request.remote_addr or ""


class Sessions(SecureCookieSessionInterface):
    """Signed cookies that never leave https where the console is reached by it."""

    def __init__(self, doors: Doors) -> None:
        self._doors = doors

    def get_cookie_secure(self, app: Flask) -> bool:
        return self._doors.encrypted(flask.request.host)


def guard(app: Flask, site: Site) -> None:
    """Check every request before it is answered, and dress every answer."""
    app.session_interface = Sessions(site.doors)

    @app.before_request
    def check() -> AnyResponse | None:
        if not site.doors.host_allowed(flask.request.host):
            return Response(site.say(Refused("unknown_host")), 400, mimetype="text/plain")
        if flask.request.method not in ("GET", "HEAD"):
            origin = flask.request.headers.get("Origin")
            if not site.doors.origin_allowed(origin, flask.request.host):
                return site.error(403, Refused("foreign_page"))
        return _language_switched(site)

    @app.after_request
    def dress(response: Response) -> Response:
        if flask.request.path.startswith("/static/"):
            long = flask.request.path.startswith("/static/vendor/")
            response.headers["Cache-Control"] = f"public, max-age={DAY}" if long else "no-cache"
        else:
            response.headers["Cache-Control"] = "no-store"
            if flask.request.method == "GET" and DEVICE_COOKIE not in flask.request.cookies:
                _keep_cookie(site, response, DEVICE_COOKIE, new_device())
        response.headers.update(_security_headers(flask.request.host))
        return response


def answer_errors(app: Flask, site: Site) -> None:
    """Every failure is a page that says what to do, and never how the program looks inside."""

    @app.errorhandler(Failed)
    def failed(error: Failed) -> Response:
        return site.error(error.status, error.refused)

    @app.errorhandler(Refused)
    def refused(error: Refused) -> Response:
        return site.error(429 if error.reason == "too_fast" else 409, error)

    @app.errorhandler(HTTPException)
    def http_error(error: HTTPException) -> Response:
        known = {404: "not_found", 405: "not_found", 413: "too_large"}
        return site.error(error.code or 500, Refused(known.get(error.code or 500, "unreadable")))

    @app.errorhandler(SQLAlchemyError)
    def not_saved(error: SQLAlchemyError) -> Response:
        _log.error("nothing was saved", exc_info=error)
        return site.error(503, Refused("not_saved"))

    @app.errorhandler(Exception)
    def broken(error: Exception) -> Response:
        _log.error("%s failed", flask.request.path, exc_info=error)
        return site.error(500, Refused("failed"))


def local_path(text: str) -> str:
    """A path on this console, or its front page for anything that leads elsewhere."""
    if text.startswith("/") and not text.startswith(("//", "/\\")) and text.isprintable():
        return text
    return "/"


def switch_language(site: Site, language: str, back: str) -> AnyResponse:
    """Keep the language on this device and go back; a board's address keeps it for the boards alone."""
    response = flask.redirect(local_path(back), 303)
    if site.screens.speaks(language):
        _keep_cookie(site, response, _language_cookie(), language)
    return response


def _language_cookie() -> str:
    """The board may speak another language than the host's page beside it in the same browser."""
    return BOARD_LANGUAGE_COOKIE if flask.request.path.startswith("/board/") else LANGUAGE_COOKIE


def _language_switched(site: Site) -> AnyResponse | None:
    if flask.request.method != "GET" or "lang" not in flask.request.args:
        return None
    return switch_language(site, flask.request.args["lang"], flask.request.path)


def _keep_cookie(site: Site, response: AnyResponse, name: str, value: str) -> None:
    secure = site.doors.encrypted(flask.request.host)
    response.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="Lax", secure=secure)


def _security_headers(host: str) -> dict[str, str]:
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        f"connect-src 'self' ws://{host} wss://{host}; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    )
    return {
        "Content-Security-Policy": policy,
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    }
