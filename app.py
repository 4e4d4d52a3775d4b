"""The composition root: `create_app` puts the parts together, `main` runs them. Nothing happens on import."""

if __name__ == "__main__":  # sockets and threads must be gevent's before anything else takes them
    from gevent import monkey

    monkey.patch_all()

import argparse
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

from web.access import SESSION_NOTE, Access, Doors
from web.backup import restore
from web.bells import Bells
from web.bots import THINKING, Bots
from web.desk import Desk
from web.hosting import Hosting, serve_host
from web.joining import Joining
from web.limits import Limit
from web.live import Live, handle
from web.lock import lock_folder
from web.moving import Moving, serve_moves
from web.network import Address, lan_addresses, public_origin
from web.outlook import Outlook
from web.pages import serve_players
from web.presence import Sockets
from web.proof import serve_proof
from web.push import Push
from web.ready import Disk
from web.reckoner import Reckoner
from web.record import serve_record
from web.rooms import Rooms
from web.scenes import Scenes
from web.screens import Screens
from web.site import LARGEST_REQUEST, Site, answer_errors, guard
from web.startup import CANNOT_START, why_not
from web.store import Store
from web.tickets import Claims, Tickets
from web.transport import Transport

ROOT = Path(__file__).resolve().parent
LOOK_PAUSE = 10
"""Seconds between looks at this computer's addresses and its disk."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Config:
    """Where the console keeps its data, where it listens, and the public origin that was set, or ""."""

    data: Path
    port: int = 8013
    public: str = ""
    async_mode: str = "gevent"


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
class Start:
    """What happens once, at the start: a browser is opened, a backup put back, a new host key made."""

    open_browser: bool
    restore: Path | None
    new_host_key: bool


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

    def wake(self) -> None:
        """Go on where the last run stopped: rooms held, bots thinking, bells and network watched."""
        self.bells.hold_after_restart()
        self.bots.wake()
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
    store = Store.in_folder(config.data)
    rooms = Rooms(store, world.wall, world.secret)
    rooms.read_all()
    app = _flask(store)
    doors = Doors(config.public)
    transport = Transport(app, config.async_mode, doors.socket_allowed)
    screens = _screens()
    sockets, access = Sockets(world.wall, transport.polls), Access(store, config.data)
    joining = Joining(store, world.look, config.port, config.public)
    claims, tickets, disk = Claims(), Tickets(world.wall), Disk(store, config.data, world.wall)
    reckoner = Reckoner()
    outlook = Outlook(transport.start, reckoner.answer, reckoner.drop, lambda code: push.foreseen(code))
    scenes = Scenes(rooms, screens, sockets, access, joining, claims, disk, outlook.of)
    push = Push(rooms, scenes, sockets, world.wall, transport.emit, transport.later)
    bells = Bells(rooms, store, world.wall, world.monotonic, transport.sleep)
    bots = Bots(rooms, world.dice, transport.later, world.bots_think)
    rooms.listen(push.changed)
    rooms.listen(bots.changed)

    by_device, by_address = Limit(10, 1, world.monotonic), Limit(400, 40, world.monotonic)
    site = Site(rooms, screens, access, doors, by_device, by_address)
    guard(app, site)
    answer_errors(app, site)
    serve_players(app, site, scenes, claims)
    serve_proof(app, site)
    serve_moves(app, Moving(site, scenes, push, tickets, claims))
    hosting = Hosting(site, scenes, joining, sockets, push, transport.drop, transport.cut, world.wall)
    serve_host(app, hosting)
    serve_record(app, hosting, store)
    commands, signals = Limit(40, 10, world.monotonic), Limit(100, 20, world.monotonic)
    desk = Desk(rooms, joining, push, tickets, claims)
    live = Live(
        rooms,
        scenes,
        screens,
        sockets,
        push,
        access,
        doors,
        joining,
        desk,
        commands,
        signals,
        bells.notice,
        world.wall,
    )
    handle(transport.on, live)
    return Console(app, transport, store, rooms, access, joining, disk, push, bells, bots)


def main(arguments: Sequence[str]) -> int:
    """Run the console until it is told to stop; returns the exit code."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(name)s %(levelname)s %(message)s")
    config, start = _options(arguments)
    os.umask(0o077)  # what the console writes is its owner's alone
    try:
        config.data.mkdir(parents=True, exist_ok=True)
        lock_folder(config.data)
        if start.restore:
            _tell_restored(restore(start.restore, config.data), start.restore)
        console = create_app(config)
        if start.new_host_key:
            console.access.renew(with_cohosts=True)
        _serve(console, config, start.open_browser)
    except CANNOT_START as error:
        print(why_not(error, config.data, config.port), file=sys.stderr)
        return 1
    return 0


def _options(arguments: Sequence[str]) -> tuple[Config, Start]:
    parser = argparse.ArgumentParser(prog="app.py", description="Run the Thirteen console.", allow_abbrev=False)
    parser.add_argument("--port", type=int, default=8013, help="where the console listens (8013)")
    parser.add_argument("--public-url", type=_public, help="the address that phones use")
    parser.add_argument("--data", type=Path, default=ROOT / "data", help="folder that keeps the evening (data)")
    parser.add_argument("--no-browser", action="store_true", help="print the host's link without opening it")
    parser.add_argument("--restore", type=Path, metavar="FILE", help="put this backup into the data folder first")
    parser.add_argument("--new-host-key", action="store_true", help="make a new host key; all host links end")
    chosen = parser.parse_args(arguments)
    config = Config(chosen.data.resolve(), chosen.port, chosen.public_url or "")
    return config, Start(not chosen.no_browser, chosen.restore, chosen.new_host_key)


def _public(text: str) -> str:
    try:
        return public_origin(text)
    except ValueError as error:  # of this kind alone argparse shows the words
        raise argparse.ArgumentTypeError(str(error)) from None


def _serve(console: Console, config: Config, open_browser: bool) -> None:
    from gevent import signal_handler

    from web.server import listen

    server = listen(config.port, console.app)
    signal_handler(signal.SIGTERM, server.stop)
    signal_handler(signal.SIGINT, server.stop)
    console.wake()
    link = f"http://localhost:{config.port}/host#key={console.access.host_key}"
    _greet(console, config, link)
    if open_browser and _has_screen():
        console.transport.start(lambda: webbrowser.open(link))
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 1000)
    server.serve_forever()
    console.store.close()


def _greet(console: Console, config: Config, link: str) -> None:
    print("Thirteen is running.")
    print(f"  Host page   {link}")
    print("              (this link is the key to the console: keep it to yourself)")
    print(f"  Phones      {console.joining.origin() or 'no network address found: connect this computer to the Wi-Fi'}")
    print("  Board       open it from the host page in a window on the projector")
    print(f"  Data        {config.data}")
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
    known = store.note(SESSION_NOTE)
    if known is None:
        known = secrets.token_hex(32)
        store.set_note(SESSION_NOTE, known)
    return known


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
