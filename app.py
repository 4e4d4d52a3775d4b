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
from contextlib import nullcontext
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
from web.network import Address, host_link, lan_addresses
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
from web.registration import Registration, registered
from web.rights import Rights, serve_rights
from web.rooms import Rooms
from web.scenes import Scenes
from web.schema import CannotUse
from web.screens import Screens
from web.site import LARGEST_REQUEST, Site, answer_errors, guard
from web.startup import CANNOT_START, greeting, taken_over, why_not
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
class Foundation:
    """What all else stands on: the store and its rooms, the web application with its sockets, and other workers."""

    app: Flask
    transport: Transport
    doors: Doors
    limits: Limits
    store: Store
    watch: Watch
    rooms: Rooms
    registration: Registration | None
    neighbours: Neighbours | None


@dataclass(frozen=True)
class Console(Foundation):
    """The console put together, not yet running."""

    screens: Screens
    sockets: Sockets
    access: Access
    joining: Joining
    claims: Claims
    tickets: Tickets
    disk: Disk
    scenes: Scenes
    push: Push
    metrics: Metrics
    bells: Bells
    bots: Bots
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
    console = _parts(_foundation(config, world), config, world)
    _serve_pages(console, config, world)
    _serve_sockets(console, world)
    return console


def _foundation(config: Config, world: World) -> Foundation:
    """Every room is read before anything is written, and a database taken before anything in it is made anew."""
    store = Store(config.database) if config.database else Store.in_folder(config.data)
    watch = Watch(world.wall, world.monotonic)
    rooms = Rooms(store, watch.now, world.secret)
    rooms.read_all()
    app, doors, limits = _flask(store), Doors(config.public), Limits.of_the_console(world.monotonic)
    transport = Transport(app, config.async_mode, doors.socket_allowed, limits.connecting)
    registration = None
    if config.database:
        registration = Registration(store, bool(config.redis), world.wall, transport.sleep)
        registration.take()
    if config.behind_proxy:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1)  # type: ignore[method-assign]
    neighbours = Neighbours(config.redis, transport.sleep, world.wall) if config.redis else None
    return Foundation(app, transport, doors, limits, store, watch, rooms, registration, neighbours)


def _parts(base: Foundation, config: Config, world: World) -> Console:
    """All that works in the rooms or shows them, each part told of what it follows."""
    store, rooms, transport, neighbours = base.store, base.rooms, base.transport, base.neighbours
    screens, sockets = _screens(), Sockets(world.wall, rooms.state, transport.polls)
    access = Access(store, config.data, several=neighbours is not None)
    joining = Joining(store, world.look, config.port, config.public)
    claims, tickets, disk = Claims(store, world.wall), Tickets(store, world.wall), Disk(store, config.data, world.wall)
    reckoner = Reckoner()
    outlook = Outlook(transport.start, reckoner.answer, reckoner.drop, lambda code: push.foreseen(code))
    scenes = Scenes(rooms, screens, sockets, access, joining, claims, disk, outlook.of, neighbours)
    push_parts = (rooms, scenes, sockets, world.wall, transport.emit, transport.later)
    push: Push = PushEverywhere(*push_parts, neighbours) if neighbours else Push(*push_parts)
    metrics, others = Metrics(rooms, sockets, neighbours), LONGEST_GAP if neighbours else 0
    bells = Bells(rooms, store, base.watch, transport.sleep, others, metrics.bell_late)
    bots = Bots(rooms, world.dice, transport.later, transport.sleep, world.monotonic, world.bots_think)
    rooms.listen(metrics.pushes(push.changed))
    rooms.listen(bots.changed)
    together = None
    if neighbours and isinstance(push, PushEverywhere):
        parts = (neighbours, store, access, rooms, sockets, joining, claims, push, bots, transport, world.wall)
        together = Together(*parts)
    return Console(
        **vars(base),
        screens=screens,
        sockets=sockets,
        access=access,
        joining=joining,
        claims=claims,
        tickets=tickets,
        disk=disk,
        scenes=scenes,
        push=push,
        metrics=metrics,
        bells=bells,
        bots=bots,
        together=together,
    )


def _serve_pages(console: Console, config: Config, world: World) -> None:
    """Everything over HTTP; whatever comes in is checked first."""
    app, scenes, push, claims = console.app, console.scenes, console.push, console.claims
    site = Site(console.rooms, console.screens, console.access, console.doors, console.limits.asking)
    guard(app, site)
    answer_errors(app, site)
    serve_players(app, site, scenes, claims)
    serve_proof(app, site)
    readiness = Readiness(console.store, console.disk, console.neighbours)
    serve_watching(app, readiness, console.metrics, config.metrics_token)
    serve_receipts(app, site, scenes)
    serve_moves(app, Moving(site, scenes, push, console.tickets, claims))
    hosting = Hosting(site, scenes, console.joining, push)
    serve_host(app, hosting)
    transport = console.transport
    tell_out = console.together.tell_out if console.together else lambda _device: None
    serve_rights(app, Rights(hosting, console.sockets, transport.drop, transport.cut, tell_out))
    serve_record(app, hosting, console.store, world.wall)


def _serve_sockets(console: Console, world: World) -> None:
    """Everything over sockets."""
    rooms, push, joining = console.rooms, console.push, console.joining
    again = Again(rooms, console.store, world.wall, console.transport.sleep)
    desk = Desk(rooms, joining, push, console.tickets, console.claims, again)
    who = (console.access, console.doors, joining)
    shown = (console.scenes, console.screens, console.sockets, push)
    live = Live(rooms, *shown, *who, desk, console.limits, console.bells.notice, world.wall)
    handle(console.transport.on, live, console.metrics.commands)


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
            _put_back(start.restore, config)
        console = create_app(config)
        if start.new_host_key:
            console.access.renew(with_cohosts=True)
        _serve(console, config, start.open_browser)
    except CANNOT_START as error:
        return _give_up(why_not(error, config.where, config.port))
    return 0


def _put_back(backup: Path, config: Config) -> None:
    """Where another console runs on the database, nothing is put into it."""
    several, wall = bool(config.redis), World().wall
    with registered(config.database, several, wall, time.sleep) if config.database else nullcontext():
        rooms = restore(backup, config.data, config.database)
    print(taken_over(rooms, backup))


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
    print(greeting(link, console.joining.origin(), config.where), flush=True)
    if open_browser and link and _has_screen():
        console.transport.start(lambda: webbrowser.open(link))
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 1000)
    server.serve_forever()
    if console.registration:
        console.registration.leave()
    console.store.close()


def _host_link(console: Console, config: Config) -> str:
    """The link that opens the console, or "" where another worker's folder has its key."""
    key = console.access.host_key
    return host_link(config.public if config.redis else f"http://localhost:{config.port}", key) if key else ""


def _has_screen() -> bool:
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _flask(store: Store) -> Flask:
    app = Flask("thirteen", root_path=str(ROOT), static_folder="static", template_folder=None)
    app.config.update(
        SECRET_KEY=store.first_note(SESSION_NOTE, secrets.token_hex(32)),  # made at the first start
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


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
