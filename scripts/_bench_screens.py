"""The screens of one event for the benchmark, a process of its own: it opens them and times until the last has news.

`python _bench_screens.py` reads what to do as JSON from its input and prints milliseconds as JSON.
"""

from gevent import monkey

monkey.patch_all()

import json  # noqa: E402 (sockets must be gevent's before anything else takes them)
import sys  # noqa: E402
import time  # noqa: E402
from collections.abc import Callable  # noqa: E402
from dataclasses import dataclass, field  # noqa: E402
from functools import partial  # noqa: E402
from typing import Any  # noqa: E402

import gevent  # noqa: E402
import websocket  # noqa: E402
from gevent.event import Event  # noqa: E402

PATIENCE = 30.0
PAUSE = 0.25
"""Seconds between two commands: no device may press more often, and what is gathered for spectators has been sent."""


@dataclass
class Crowd:
    """Counts the screens that have got a fragment since the last look."""

    size: int = 0
    waiting: set[int] = field(default_factory=set)
    all_there: Event = field(default_factory=Event)

    def expect(self) -> None:
        self.waiting = set(range(self.size))
        self.all_there.clear()

    def note(self, number: int) -> None:
        self.waiting.discard(number)
        if not self.waiting:
            self.all_there.set()

    def wait(self) -> None:
        if not self.all_there.wait(PATIENCE):
            raise TimeoutError(f"{len(self.waiting)} of {self.size} screens got no fragment")


def opened(crowd: Crowd, url: str, code: str, screen: str, cookie: str) -> Any:
    """One more screen of this event, that reports each fragment to the crowd."""
    number, crowd.size = crowd.size, crowd.size + 1
    address = f"{url.replace('http', 'ws', 1)}/socket.io/?EIO=4&transport=websocket"
    # A browser checks in no time what this library would check letter by letter, in Python, for longer than all else.
    quick: dict[str, Any] = {"skip_utf8_validation": True}
    line: Any = websocket.create_connection(address, cookie=cookie or None, timeout=PATIENCE, **quick)
    line.recv()
    line.send("40" + json.dumps({"room": code, "screen": screen, "lang": "en"}))
    line.settimeout(None)

    def listen() -> None:
        while True:
            frame = line.recv()
            if frame == "2":
                line.send("3")
            elif frame.startswith('42["fragment"'):
                crowd.note(number)

    gevent.spawn(listen)
    return line


def milliseconds(crowd: Crowd, act: Callable[[], object]) -> float:
    """From sending until the last screen has its fragment."""
    gevent.sleep(PAUSE)
    crowd.expect()
    begun = time.perf_counter()
    act()
    crowd.wait()
    return (time.perf_counter() - begun) * 1e3


def main() -> None:
    """Open, settle, then take turns: a command that changes every screen, and the same fragments with nothing done."""
    told = json.load(sys.stdin)
    crowd = Crowd()
    url, code = told["url"], told["code"]
    opened(crowd, url, code, "host", told["host"])
    opened(crowd, url, code, "board", "")
    phones = [opened(crowd, url, code, "phone", cookie) for cookie in told["phones"]]
    for number in range(told["spectators"]):
        opened(crowd, url, code, "watch", f"{told['device']}=spectator-{number}")
    gevent.sleep(2)  # all that presence has to tell has been told
    print(json.dumps({"open": crowd.size}), flush=True)
    taken: dict[str, list[float]] = {"command": [], "again": []}
    for turn in range(told["commands"]):
        phone, hand = phones[turn % len(phones)], told["hands"][turn // len(phones) % len(told["hands"])]
        phone.send('42["fresh"]')
        ballot = {"type": "CastBallot", "body": {"round": 1, "hands": [hand]}}
        sent = "42" + json.dumps(["command", {"room": code, "id": f"ballot-{turn:04}", **ballot}])
        taken["command"].append(milliseconds(crowd, partial(phone.send, sent)))
        taken["again"].append(milliseconds(crowd, partial(phone.send, '42["again"]')))
    print(json.dumps(taken), flush=True)


if __name__ == "__main__":
    main()
