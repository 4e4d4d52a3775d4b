"""Many events of bots at once at a running console, a host and a board for each; reports losses and latency.

    python tests/workers/load.py URL HOST_KEY ROOMS [SECONDS]

A process of its own, so that hundreds of sockets are served by gevent here as there.
"""

from gevent import monkey

monkey.patch_all()

import html  # noqa: E402
import json  # noqa: E402
import re  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402
from dataclasses import dataclass, field  # noqa: E402
from pathlib import Path  # noqa: E402
from statistics import median, quantiles  # noqa: E402
from typing import Any  # noqa: E402

import gevent  # noqa: E402

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "scripts"))

from tests.workers.crowd import Guest  # noqa: E402

_GOLD = re.compile(r'id="next" data-command="([^"]*)"')
PAUSE = 0.5
"""Seconds that a host looks at the page between two presses."""


class Arrivals(list[dict[str, Any]]):
    """Fragments, each with the moment at which it came."""

    def append(self, fragment: dict[str, Any]) -> None:
        super().append({**fragment, "came": time.perf_counter()})


@dataclass
class Event:
    """One room of 13 bots at tenfold speed, its host and its board."""

    url: str
    key: str
    number: int
    answered: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    sent: dict[int, float] = field(default_factory=dict)
    ended: bool = False

    def play(self, until: float) -> None:
        """From the lobby to the final."""
        host = Guest(self.url)
        host.log_in(self.key)
        code = host.open_room(f"Load {self.number}")
        board = Guest(self.url, fragments=Arrivals()).attend(code, "board")
        host.attend(code, "host")
        self._act(host, "FillWithBots")
        self._act(host, "SetBots", tempers=["loyal"], pace="tenfold")
        self._act(host, "ChangeSettings", settings=self._settings(host, rounds=2))
        self._act(host, "CallDeal")
        while time.monotonic() < until and not self.ended:
            gevent.sleep(PAUSE)
            board.come_back()
            gold = _GOLD.search(host.fragments[-1]["html"])
            self.ended = "phase-final" in board.fragments[-1]["html"]
            if gold and not self.ended:
                command = json.loads(html.unescape(gold[1]))
                self._act(host, command["type"], **command["body"])
        self._count(host, board, code)

    def _settings(self, host: Guest, **changed: int) -> dict[str, Any]:
        found: dict[str, Any] = host.get(f"/host/{host.code}/export.json").json()["settings"]
        return {**found, **changed}

    def _act(self, host: Guest, kind: str, **fields: Any) -> None:
        """Send it, and note when it was answered and when the board showed what came of it, if it shows that."""
        begun = time.perf_counter()
        answer = host.act(kind, **fields)
        self.answered.append(time.perf_counter() - begun)
        if answer["ok"]:
            self.sent[answer["number"]] = begun
        else:
            self.refused.append(f"{kind}: {answer['reason']}")

    def _count(self, host: Guest, board: Guest, code: str) -> None:
        """Every acknowledged row stands in a log of numbers without a gap, and all screens come to its end."""
        log = host.get(f"/host/{code}/export.json").json()["log"]
        numbers = [row["number"] for row in log]
        if numbers != list(range(1, len(numbers) + 1)):
            self.lost.append(f"{code}: rows {numbers}")
        self.lost += [f"{code}: {row}" for row in host.acknowledged.values() if row not in numbers]
        came = {one["number"]: one["came"] for one in reversed(board.fragments)}
        self.seen = [came[number] - begun for number, begun in self.sent.items() if number in came]
        again = Guest(self.url).attend(code, "board")
        again.sees(1)
        if again.fragments[-1]["html"] != board.fragments[-1]["html"]:
            self.lost.append(f"{code}: the board does not show what it should")
        for screen in (host, board, again):
            screen.leave()


def report(events: list[Event]) -> dict[str, Any]:
    answered = sorted(one for event in events for one in event.answered)
    seen = sorted(one for event in events for one in event.seen)
    return {
        "events": len(events),
        "ended": sum(event.ended for event in events),
        "lost": [one for event in events for one in event.lost],
        "refused": sorted({one for event in events for one in event.refused}),
        "commands": len(answered),
        "answer_ms": {
            "median": _ms(median(answered)),
            "p95": _ms(quantiles(answered, n=20)[-1]),
            "worst": _ms(answered[-1]),
        },
        "board_ms": {"median": _ms(median(seen)), "p95": _ms(quantiles(seen, n=20)[-1]), "worst": _ms(seen[-1])},
    }


def _ms(seconds: float) -> float:
    return round(1000 * seconds, 1)


def main(arguments: list[str]) -> None:
    url, key, rooms = arguments[0], arguments[1], int(arguments[2])
    until = time.monotonic() + (float(arguments[3]) if len(arguments) > 3 else 300)
    events = [Event(url, key, number) for number in range(1, rooms + 1)]
    playing = []
    for event in events:
        playing.append(gevent.spawn(event.play, until))
        gevent.sleep(0.05)
    gevent.joinall(playing, raise_error=True)
    print(json.dumps(report(events)))  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1:])
