"""A whole console in this process, behind a real HTTP server, with time and chance that a test holds in its hands."""

import logging
import threading
from pathlib import Path
from random import Random
from types import TracebackType

from werkzeug.serving import WSGIRequestHandler, make_server

from app import Config, Console, World, create_app
from tests.web.desk import Clock

PUBLIC = "http://192.168.7.20:8013"
"""Where tickets and join links of this console lead."""
NEVER = (1e9, 1e9)
"""Bots that think for ever: what they do is done for them, so that nothing happens of itself."""


class _Quiet(WSGIRequestHandler):
    def log(self, type: str, message: str, *args: object) -> None:
        """Nobody reads who asked for what."""


class House:
    """The console on this folder; `number` decides its seeds, salts, codes and dice.

    The very parts that app.py serves answer over real sockets; only threads stand where gevent's greenlets do.
    """

    def __init__(self, folder: Path, number: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.clock, dice = Clock(), Random(number)
        world = World(
            wall=self.clock.wall,
            monotonic=self.clock.monotonic,
            secret=dice.randbytes,
            dice=dice,
            look=tuple,
            bots_think=NEVER,
        )
        self.console: Console = create_app(Config(folder, public=PUBLIC, async_mode="threading"), world)
        logging.getLogger("werkzeug").setLevel(logging.ERROR)
        self._server = make_server("127.0.0.1", 0, self.console.app, threaded=True, request_handler=_Quiet)
        self.port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def __enter__(self) -> "House":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self.console.store.close()
