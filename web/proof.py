"""A page on which anyone checks the chance of an ended room in their own browser, and the facts that it needs."""

from typing import Any

import flask
from flask import Flask, Response

from engine.chain import GENESIS
from engine.game import PublicViewer, Refused
from engine.room.evidence import evidence
from engine.room.state import RoomState
from engine.room.view import view
from web.exports import written_row
from web.pages import ended
from web.rooms import Rooms
from web.site import Failed, Site

FORMAT_NAME, FORMAT_VERSION = "thirteen-proof", 1


def serve_proof(app: Flask, site: Site) -> None:
    """Routes for anyone who doubts the cards."""

    @app.get("/proof")
    def proof_of_a_file() -> Response:
        return site.page("proof.html", {"room": None, "over": False})

    @app.get("/proof/<code>")
    def proof(code: str) -> Response:
        state = site.state(code.upper())
        return site.page("proof.html", {"room": view(state, PublicViewer()), "over": ended(state)})

    @app.get("/proof/<code>/record")
    def facts(code: str) -> Response:
        return flask.jsonify(published(site.rooms, site.state(code.upper())))


def published(rooms: Rooms, state: RoomState) -> dict[str, Any]:
    """What is told of an ended room: the whole chain, of which the rows that bear on chance are open.

    Raises Failed while the game runs, whoever asks.
    """
    if not ended(state):
        raise Failed(409, Refused("not_over_yet"))
    logged = rooms.logged(state.code)[: state.number]
    opened = evidence(state.game_name, (one.row for one in logged))
    return {
        "format": FORMAT_NAME,
        "version": FORMAT_VERSION,
        "room": {"code": state.code, "game": state.game_name, "title": state.title},
        "commitment": state.commitment,
        "seed": state.seed,
        "genesis": GENESIS,
        "log": [written_row(one, one.row.number in opened) for one in logged],
        "head": logged[-1].entry.digest,
    }
