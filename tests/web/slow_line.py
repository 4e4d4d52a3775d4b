"""A line to the console on which everything takes a while, as on a venue's Wi-Fi: a proxy that forwards bytes later."""

import contextlib
import queue
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

_CHUNK = 65_536

Later = queue.SimpleQueue[tuple[float, bytes]]


@dataclass
class SlowLine:
    """Listens at `url` and forwards to `port`. `delay` in seconds each way, of whatever is sent from now on."""

    port: int
    delay: float = 0.0
    lines: list[socket.socket] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://localhost:{self._door.getsockname()[1]}"
        threading.Thread(target=self._take_in, daemon=True).start()

    def close(self) -> None:
        """Cut every line."""
        self._door.close()
        for line in self.lines:
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()

    def _take_in(self) -> None:
        with contextlib.suppress(OSError):  # the door is closed
            while True:
                near, _ = self._door.accept()
                far = socket.create_connection(("127.0.0.1", self.port))
                self.lines += (near, far)
                self._carry(near, far)
                self._carry(far, near)

    def _carry(self, here: socket.socket, there: socket.socket) -> None:
        waiting: Later = queue.SimpleQueue()
        threading.Thread(target=self._read, args=(here, waiting), daemon=True).start()
        threading.Thread(target=_write, args=(there, waiting), daemon=True).start()

    def _read(self, here: socket.socket, waiting: Later) -> None:
        content = b"x"
        while content:
            try:
                content = here.recv(_CHUNK)
            except OSError:
                content = b""
            waiting.put((time.monotonic() + self.delay, content))


def _write(there: socket.socket, waiting: Later) -> None:
    """Forward until the other end has nothing more to say."""
    with contextlib.suppress(OSError):
        while True:
            due, content = waiting.get()
            time.sleep(max(0.0, due - time.monotonic()))
            if not content:
                there.shutdown(socket.SHUT_WR)
                return
            there.sendall(content)


@contextmanager
def slow_line(port: int) -> Iterator[SlowLine]:
    """A line to the console at this port, cut in the end."""
    line = SlowLine(port)
    yield line
    line.close()
