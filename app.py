"""The composition root: `create_app` puts the parts together, `main` runs them. Nothing happens on import."""

if __name__ == "__main__":  # sockets and threads must be gevent's before anything else takes them
    from gevent import monkey

    monkey.patch_all()

import gc
import logging
import os
import secrets
import signal
import sys
import time
import webbrowser
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from pathlib import Path
from random import Random, SystemRandom

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from web import logs
from web.access import SESSION_NOTE, Access, Doors
from web.again import Again
from web.backup import restore
from web.bells import Bells
from web.bots import THINKING, Bots
from web.desk import Desk
from web.everywhere import PushEverywhere
from web.hosting import Hosting, serve_host
from web.joining import Joining
from web.limits import Limits
from web.live import Live, handle
from web.lock import lock_folder
from web.metrics import Metrics
from web.moving import Moving, serve_moves
from web.neighbours import Neighbours
from web.network import Address, lan_addresses
from web.options import LOG, ROOT, Config, options
from web.outlook import Outlook
from web.pages import serve_players
from web.presence import Sockets
from web.proof import serve_proof
from web.push import Push
from web.ready import Disk
from web.receipts import serve_receipts
from web.reckoner import Reckoner
from web.record import serve_record
from web.registration import Registration
from web.rights import Rights, serve_rights
from web.rooms import Rooms
from web.scenes import Scenes
from web.schema import CannotUse
from web.screens import Screens
from web.site import LARGEST_REQUEST, Site, answer_errors, guard
from web.startup import CANNOT_START, why_not
from web.store import Store
from web.tickets import Claims, Tickets
from web.together import Together
from web.transport import Transport
from web.watch import LONGEST_GAP, Watch
from web.watching import Readiness, serve_watching

__all__ = ["Config", "Console", "World", "create_app", "main"]

LOOK_PAUSE = 10
"""Seconds between looks at this computer's addresses and its disk."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class World:
    """Everything outside that the console depends on: time in ms, chance, the network, and how long bots think."""

    wall: Callable[[], int] = lambda: time.time_ns() // 1_000_000
    monotonic: Callable[[], int] = lambda: time.monotonic_ns() // 1_000_000
    secret: Callable[[int], bytes] = secrets.token_bytes
    dice: Random = SystemRandom()
    look: Callable[[], tuple[Address, ...]] = lan_addresses
    bots_think: tuple[float, float] = THINKING


@dataclass(frozen=True)
class Console:
    """The console put together, not yet running."""

    app: Flask
    transport: Transport
    store: Store
    rooms: Rooms
    access: Access
    joining: Joining
    disk: Disk
    push: Push
    bells: Bells
    bots: Bots
    registration: Registration | None
    together: Together | None

    def wake(self) -> None:
        """Go on where the last run stopped: rooms held, bots thinking, bells and network watched."""
        self.bells.hold_after_restart()
        self.bots.wake()
        if self.registration:
            self.transport.start(self.registration.keep)
        if self.together:
            self.together.start()
        self.transport.start(self.bells.run)
        self.transport.start(self._watch_surroundings)

    def _watch_surroundings(self) -> None:
        while True:
            self.transport.sleep(LOOK_PAUSE)
            try:
                if any([self.joining.look_again(), self.disk.look()]):
                    self.push.backstage_changed()
            except Exception:  # an adapter that vanishes in the middle of it is looked for again
                _log.exception("network and disk could not be looked at")


def create_app(config: Config, world: World | None = None) -> Console:
    """Put a console together on this data folder, which must exist. Raises what CANNOT_START names."""
    world = world or World()
    store = Store(config.database) if config.database else Store.in_folder(config.data)
    watch = Watch(world.wall, world.monotonic)
    rooms = Rooms(store, watch.now, world.secret)
    rooms.read_all()
    app = _flask(store)
    doors = Doors(config.public)
    limits = Limits.of_the_console(world.monotonic)
    transport = Transport(app, config.async_mode, doors.socket_allowed, limits.connecting)
    registration = None
    if config.database:  # before anything of the database is made anew
        registration = Registration(store, bool(config.redis), world.wall, transport.sleep)
        registration.take()
    if config.behind_proxy:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1)  # type: ignore[method-assign]
    neighbours = Neighbours(config.redis, transport.sleep, world.wall) if config.redis else None
    screens = _screens()
    sockets = Sockets(world.wall, rooms.state, transport.polls)
    access = Access(store, config.data, several=neighbours is not None)
    joining = Joining(store, world.look, config.port, config.public)
    claims, tickets, disk = Claims(store, world.wall), Tickets(store, world.wall), Disk(store, config.data, world.wall)
    reckoner = Reckoner()
    outlook = Outlook(transport.start, reckoner.answer, reckoner.drop, lambda code: push.foreseen(code))
    scenes = Scenes(rooms, screens, sockets, access, joining, claims, disk, outlook.of, neighbours)
    push_parts = (rooms, scenes, sockets, world.wall, transport.emit, transport.later)
    push: Push = PushEverywhere(*push_parts, neighbours) if neighbours else Push(*push_parts)
    metrics, others = Metrics(rooms, sockets, neighbours), LONGEST_GAP if neighbours else 0
    bells = Bells(rooms, store, watch, transport.sleep, others, metrics.bell_late)
    bots = Bots(rooms, world.dice, transport.later, transport.sleep, world.monotonic, world.bots_think)
    rooms.listen(metrics.pushes(push.changed))
    rooms.listen(bots.changed)
    together = None
    if neighbours and isinstance(push, PushEverywhere):
        parts = (neighbours, store, access, rooms, sockets, joining, claims, push, bots, transport, world.wall)
        together = Together(*parts)

    site = Site(rooms, screens, access, doors, limits.asking)
    guard(app, site)
    answer_errors(app, site)
    serve_players(app, site, scenes, claims)
    serve_proof(app, site)
    serve_watching(app, Readiness(store, disk, neighbours), metrics, config.metrics_token)
    serve_receipts(app, site, scenes)
    serve_moves(app, Moving(site, scenes, push, tickets, claims))
    tell_out = together.tell_out if together else lambda _device: None
    hosting = Hosting(site, scenes, joining, push)
    serve_host(app, hosting)
    serve_rights(app, Rights(hosting, sockets, transport.drop, transport.cut, tell_out))
    serve_record(app, hosting, store, world.wall)
    desk = Desk(rooms, joining, push, tickets, claims, Again(rooms))
    live_parts = (rooms, scenes, screens, sockets, push, access, doors, joining, desk, limits)
    live = Live(*live_parts, bells.notice, world.wall)
    handle(transport.on, live, metrics.commands)
    return Console(app, transport, store, rooms, access, joining, disk, push, bells, bots, registration, together)


def main(arguments: Sequence[str]) -> int:
    """Run the console until it is told to stop; returns the exit code."""
    logs.set_up(os.environ.get(LOG, logs.TEXT))
    try:
        config, start = options(arguments, os.environ)
    except CannotUse as error:
        return _give_up(str(error))
    os.umask(0o077)  # what the console writes is its owner's alone
    try:
        config.data.mkdir(parents=True, exist_ok=True)
        if not config.database:
            lock_folder(config.data)
        if start.restore:
            _tell_restored(restore(start.restore, config.data, config.database), start.restore)
        console = create_app(config)
        if start.new_host_key:
            console.access.renew(with_cohosts=True)
        _serve(console, config, start.open_browser)
    except CANNOT_START as error:
        return _give_up(why_not(error, config.where, config.port))
    return 0


def _give_up(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


def _serve(console: Console, config: Config, open_browser: bool) -> None:
    from gevent import signal_handler

    from web.server import listen

    server = listen(config.bind, config.port, console.app)
    signal_handler(signal.SIGTERM, server.stop)
    signal_handler(signal.SIGINT, server.stop)
    console.wake()
    link = _host_link(console, config)
    _greet(console, config, link)
    if open_browser and link and _has_screen():
        console.transport.start(lambda: webbrowser.open(link))
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 1000)
    server.serve_forever()
    console.store.close()


def _host_link(console: Console, config: Config) -> str:
    """The link that opens the console, or "" where another worker's folder has its key."""
    origin = config.public if config.redis else f"http://localhost:{config.port}"
    return f"{origin}/host#key={console.access.host_key}" if console.access.host_key else ""


def _greet(console: Console, config: Config, link: str) -> None:
    print("Thirteen is running.")
    print(f"  Host page   {link or 'its key is in host-key.txt, in the data folder of the worker that was first'}")
    print("              (this link is the key to the console: keep it to yourself)")
    print(f"  Phones      {console.joining.origin() or 'no network address found: connect this computer to the Wi-Fi'}")
    print("  Board       open it from the host page in a window on the projector")
    print(f"  Data        {config.where}")
    print("Stop it with Ctrl-C; the next start goes on where it stood.", flush=True)


def _tell_restored(rooms: int, file: Path) -> None:
    counted = "1 event or table was" if rooms == 1 else f"{rooms} events and tables were"
    print(f"{counted} taken over from {file}. The clocks are held until the host lets them go on.")


def _has_screen() -> bool:
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _flask(store: Store) -> Flask:
    app = Flask("thirteen", root_path=str(ROOT), static_folder="static", template_folder=None)
    app.config.update(
        SECRET_KEY=_secret_key(store),
        MAX_CONTENT_LENGTH=LARGEST_REQUEST,
        SESSION_COOKIE_NAME="thirteen_host",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=timedelta(days=30),
    )
    return app


@cache
def _screens() -> Screens:
    """Templates and languages, read once in a process, however many consoles a test puts together."""
    return Screens(ROOT / "templates", ROOT / "translations")


def _secret_key(store: Store) -> str:
    """What sessions are signed with; made at the first start."""
    return store.first_note(SESSION_NOTE, secrets.token_hex(32))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
