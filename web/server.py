"""gevent's own HTTP server, as the console runs on it. Imported only where the process is gevent's."""

import logging
from collections.abc import Callable
from typing import Any

from gevent.pywsgi import WSGIHandler, WSGIServer

_log = logging.getLogger(__name__)


class Handler(WSGIHandler):
    """Reads no further requests from a connection that has been a websocket's."""

    def handle_one_response(self) -> None:
        super().handle_one_response()
        if "HTTP_UPGRADE" in (self.environ or ()):
            self.close_connection = True


def listen(address: str, port: int, app: Callable[..., Any]) -> WSGIServer:
    """A server that listens on this address of the computer. Raises OSError when it cannot."""
    server = WSGIServer((address, port), app, log=None, error_log=_log, handler_class=Handler)
    server.start()
    return server
