"""A phone's way to the console: passes bytes on, and can fall silent as a network does, telling neither side."""

import contextlib
import socket
import threading

LARGEST_PIECE = 65536
PATIENCE = 10.0


class Way:
    """Listens on an address of its own; whoever connects there is passed on to the console."""

    def __init__(self, host: str, port: int) -> None:
        self._target = (host, port)
        self._open = threading.Event()
        self._open.set()
        self._lines: set[socket.socket] = set()
        self._turn = threading.Lock()
        self._door = socket.create_server(("127.0.0.1", 0))
        self.origin = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        threading.Thread(target=self._welcome, daemon=True).start()

    def fall_silent(self) -> None:
        """From now on nothing comes through, in either direction, and no line is closed."""
        self._open.clear()

    def come_back(self) -> None:
        """What waited comes through, late."""
        self._open.set()

    def cut(self) -> None:
        """All lines end at once."""
        with self._turn:
            lines, self._lines = self._lines, set()
        for line in lines:
            _end(line)

    def close(self) -> None:
        self._open.set()
        self._door.close()
        self.cut()

    def _welcome(self) -> None:
        while True:
            try:
                near, _ = self._door.accept()
            except OSError:  # closed
                return
            threading.Thread(target=self._connect, args=(near,), daemon=True).start()

    def _connect(self, near: socket.socket) -> None:
        self._open.wait()
        try:
            far = socket.create_connection(self._target, PATIENCE)
        except OSError:
            near.close()
            return
        far.settimeout(None)
        for line in (near, far):
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with self._turn:
            self._lines |= {near, far}
        threading.Thread(target=self._pass_on, args=(near, far), daemon=True).start()
        self._pass_on(far, near)

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        """Until one side ends; then the other does as well."""
        with contextlib.suppress(OSError):
            while piece := one.recv(LARGEST_PIECE):
                self._open.wait()
                other.sendall(piece)
        for line in (one, other):
            _end(line)
            with self._turn:
                self._lines.discard(line)


def _end(line: socket.socket) -> None:
    with contextlib.suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
    line.close()
