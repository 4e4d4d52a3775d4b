"""A console for the benchmark, a process of its own: an event in its first vote, and an event `again` that sends the
last command's fragments once more, with nothing done before.

`python _bench_console.py FOLDER PORT` prints what its screens need as one line of JSON, then serves until it is told to
stop.
"""

from gevent import monkey

monkey.patch_all()

import gc  # noqa: E402 (sockets and threads must be gevent's before anything else takes them)
import json  # noqa: E402
import signal  # noqa: E402
import sys  # noqa: E402
from collections.abc import Sequence  # noqa: E402
from pathlib import Path  # noqa: E402

from gevent import signal_handler  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from app import Config, Console, create_app  # noqa: E402
from engine.game import Host  # noqa: E402
from engine.room.commands import Resume, ShiftClock  # noqa: E402
from tests.web.desk import voting  # noqa: E402
from web.access import DEVICE_COOKIE  # noqa: E402
from web.server import listen  # noqa: E402
from web.site import BADGE  # noqa: E402
from web.transport import Transport  # noqa: E402

AN_HOUR = 3_600_000
"""Milliseconds by which the vote stays open, so that it outlasts the benchmark."""

Sent = tuple[str, dict[str, object], Sequence[str]]


class Recording:
    """Remembers what was sent since the last command began."""

    def __init__(self) -> None:
        self.sent: list[Sent] = []
        emit = Transport.emit

        def remember(transport: Transport, event: str, content: dict[str, object], sids: Sequence[str]) -> None:
            if event == "fragment":
                self.sent.append((event, content, sids))
            emit(transport, event, content, sids)

        Transport.emit = remember  # type: ignore[assignment,method-assign]
        self._emit = emit

    def serve(self, console: Console) -> None:
        """Answer `fresh` (from now on it is another command) and `again`."""
        transport = console.transport

        def again(*_sent: object) -> None:
            for event, content, sids in self.sent:
                self._emit(transport, event, content, sids)

        transport.on("fresh", lambda *_sent: self.sent.clear())
        transport.on("again", again)


def main(folder: Path, port: int) -> None:
    recording = Recording()
    console = create_app(Config(folder, port, ""))
    recording.serve(console)
    code = voting(console.rooms)
    server = listen("127.0.0.1", port, console.app)
    signal_handler(signal.SIGTERM, server.stop)
    console.wake()  # which holds a room in whose vote it wakes
    console.rooms.submit(code, Host(), "resume", Resume())
    console.rooms.submit(code, Host(), "longer", ShiftClock(AN_HOUR))
    signer = console.app.session_interface.get_signing_serializer(console.app)  # type: ignore[attr-defined]
    session = signer.dumps({BADGE: console.access.badge(console.access.host_key)})
    host = f"{console.app.config['SESSION_COOKIE_NAME']}={session}"
    state = console.rooms.state(code)
    phones = [f'{DEVICE_COOKIE}="phone {seat}"' for seat in state.seats]
    hands = [one.hand for one in state.game.public.candidates]
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 1000)
    told = {"code": code, "host": host, "phones": phones, "hands": hands, "device": DEVICE_COOKIE}
    print(json.dumps(told), flush=True)
    server.serve_forever()
    console.store.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
