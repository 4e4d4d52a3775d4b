"""A bad network between devices and console: it delays, overtakes, cuts in mid-frame, refuses, or knows no websockets.

It stands on the TCP level, so that requests, long polls and frames suffer alike. What one line carries stays in order,
as TCP has it; lines overtake each other, and with them polls and posts.
"""

import re
import socket
import struct
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

_BLOCK = 65536
_RESET = struct.pack("ii", 1, 0)
"""Lingering for no time at all: the other side sees a reset."""
_UPGRADE = re.compile(rb"\r\n(?:Upgrade|Connection):[^\r\n]*", re.IGNORECASE)


@dataclass(frozen=True)
class Weather:
    """How bad it is: the longest delay of a piece in seconds, and how likely a line is cut in the middle of one.

    `websockets` False: the headers that ask for one do not get through.
    """

    delay: float = 0.0
    cut: float = 0.0
    websockets: bool = True


@dataclass
class Proxy:
    """Listens on a port of its own for the console on `port`. `cuts` and `refusals` count what it did."""

    port: int
    weather: Weather
    dice: Random
    cuts: int = 0
    refusals: int = 0
    polls: int = 0
    _lines: set[socket.socket] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._over, self._closed = threading.Event(), threading.Event()
        self._door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://localhost:{self._door.getsockname()[1]}"
        threading.Thread(target=self._let_in, daemon=True).start()

    def refuse(self, seconds: float) -> None:
        """Cut every line and let nobody in for a while."""
        self._closed.set()
        for line in tuple(self._lines):
            self._cut(line)
        time.sleep(seconds)
        self._closed.clear()

    def clear_up(self) -> None:
        """From now on everything gets through at once."""
        self.weather = Weather(websockets=self.weather.websockets)

    def close(self) -> None:
        self._over.set()
        with suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        for line in tuple(self._lines):
            self._cut(line)

    def _let_in(self) -> None:
        while not self._over.is_set():
            try:
                device, _ = self._door.accept()
            except OSError:
                return
            if self._closed.is_set():
                self.refusals += 1
                self._cut(device)
                continue
            try:
                console = socket.create_connection(("127.0.0.1", self.port))
            except OSError:
                self._cut(device)
                continue
            self._lines |= {device, console}
            for source, target, asks in ((device, console, True), (console, device, False)):
                threading.Thread(target=self._carry, args=(source, target, asks), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket, asks: bool) -> None:
        """Everything from one side to the other, until either ends or the weather does."""
        with suppress(OSError):
            while piece := source.recv(_BLOCK):
                weather = self.weather
                if asks and b"/socket.io/" in piece[:200]:
                    self.polls += b"transport=polling" in piece[:400]
                if asks and not weather.websockets:
                    piece = self._without_upgrade(piece)
                if weather.delay:
                    time.sleep(self.dice.random() ** 3 * weather.delay)
                if self.dice.random() < weather.cut:
                    target.sendall(piece[: len(piece) // 2])
                    self.cuts += 1
                    break
                target.sendall(piece)
        for line in (source, target):
            self._cut(line)

    def _without_upgrade(self, piece: bytes) -> bytes:
        """The head of a request without the headers that are for one hop only."""
        if not piece.startswith(b"GET ") or b"transport=websocket" not in piece[:400]:
            return piece
        return _UPGRADE.sub(b"", piece)

    def _cut(self, line: socket.socket) -> None:
        self._lines.discard(line)
        with suppress(OSError):
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
            line.shutdown(socket.SHUT_RDWR)
        with suppress(OSError):
            line.close()
