"""What is measured while the console runs, in the form that Prometheus reads. Names no person, no card and no room."""

import time
from collections import Counter as Count
from collections.abc import Callable, Iterator
from typing import Any

from prometheus_client import (
    CollectorRegistry,
    Counter,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from engine.room.events import Row
from engine.room.state import RoomState
from web.neighbours import Neighbours
from web.pages import ended
from web.presence import Sockets
from web.rooms import Listener, Rooms

_QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
"""Bounds of what takes milliseconds, in seconds."""


class Metrics:
    """Counts and times of one worker."""

    def __init__(self, rooms: Rooms, sockets: Sockets, neighbours: Neighbours | None) -> None:
        self._registry = CollectorRegistry()
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=self._registry)
        self._registry.register(_Now(rooms, sockets, neighbours))

        def timed(name: str, what: str) -> Histogram:
            return Histogram(name, what, buckets=_QUICK, registry=self._registry)

        self._commands = Counter(
            "thirteen_commands", "Commands of screens", ["outcome", "reason"], registry=self._registry
        )
        self._answered = timed("thirteen_command_seconds", "From a command's arrival to its answer")
        self._pushed = timed("thirteen_push_seconds", "From a saved row until its fragments are on their way")
        self._late = timed("thirteen_bell_late_seconds", "By how much bells rang after their time")

    def commands(self, answer: Callable[[str, Any], dict[str, Any]]) -> Callable[[str, Any], dict[str, Any]]:
        """The same answers, counted and timed."""

        def measured(sid: str, payload: Any) -> dict[str, Any]:
            begun = time.perf_counter()
            answered = answer(sid, payload)
            self._answered.observe(time.perf_counter() - begun)
            self._commands.labels("accepted" if answered["ok"] else "refused", answered.get("reason", "")).inc()
            return answered

        return measured

    def pushes(self, changed: Listener) -> Listener:
        """The same listener, timed."""

        def measured(code: str, state: RoomState, row: Row) -> None:
            with self._pushed.time():
                changed(code, state, row)

        return measured

    def bell_late(self, milliseconds: int) -> None:
        self._late.observe(milliseconds / 1000)

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self._registry)


class _Now(Collector):
    """What is counted when somebody asks."""

    def __init__(self, rooms: Rooms, sockets: Sockets, neighbours: Neighbours | None) -> None:
        self._rooms, self._sockets, self._neighbours = rooms, sockets, neighbours

    def collect(self) -> Iterator[Metric]:
        states = [self._rooms.state(code) for code in self._rooms.codes()]
        rooms = GaugeMetricFamily("thirteen_rooms", "Rooms by game and by how they stand", labels=["game", "state"])
        for labels, number in Count((state.game_name, _standing(state)) for state in states).items():
            rooms.add_metric(labels, number)
        yield rooms
        screens = GaugeMetricFamily("thirteen_connections", "Connected screens of this worker", labels=["screen"])
        for screen, number in Count(one.screen for one in self._sockets.all()).items():
            screens.add_metric([screen], number)
        yield screens
        if self._neighbours:
            connected = int(self._neighbours.connected)
            yield GaugeMetricFamily("thirteen_neighbours_connected", "Whether workers hear each other", connected)
            waiting = self._neighbours.waiting.qsize()
            yield GaugeMetricFamily("thirteen_neighbours_waiting", "Messages not yet sent to other workers", waiting)


def _standing(state: RoomState) -> str:
    if ended(state):
        return "ended"
    if state.clock.held:
        return "held"
    return "paused" if state.clock.stopped else "open"
