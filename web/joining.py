"""Where phones find the console: its public address, or this computer's that the host chose, in which Wi-Fi."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from web.network import Address, join_url, local_origin
from web.store import Store
from web.wifi import Wifi, kept, to_keep

_CHOICE, _WIFI = "address", "wifi"
NO_LAN_ADDRESS = "no_lan_address"


@dataclass(frozen=True)
class Choice:
    """One address that the host may pick."""

    ip: str
    adapter: str
    chosen: bool


@dataclass(frozen=True)
class Way:
    """The link into a room, and its short form; `join_warning` is "" when phones can follow it."""

    join_url: str
    join_host: str
    join_warning: str
    addresses: tuple[Choice, ...] = ()


class Joining:
    """`look` finds this computer's addresses; `public` is an origin that was set, or ""."""

    def __init__(self, store: Store, look: Callable[[], tuple[Address, ...]], port: int, public: str) -> None:
        self._store, self._look = store, look
        self._port, self._public = port, public
        self._addresses = look()
        self._chosen: str | None = None
        self.wifi: Wifi | None = None
        self._reached: set[str] = set()
        self.reload()

    def reload(self) -> bool:
        """Read what another worker may have kept; whether anything changed."""
        before = (self._chosen, self.wifi)
        self._chosen, self.wifi = self._store.note(_CHOICE), kept(self._store.note(_WIFI))
        return before != (self._chosen, self.wifi)

    def look_again(self) -> bool:
        """Look at the network once more; whether anything changed."""
        before, self._addresses = self._addresses, self._look()
        return before != self._addresses

    def choose(self, ip: str) -> bool:
        """Remember the host's pick; False when this computer has no such address."""
        if all(address.ip != ip for address in self._addresses):
            return False
        self._store.set_note(_CHOICE, ip)
        self._chosen = ip
        return True

    def set_wifi(self, wifi: Wifi | None) -> None:
        """Remember the network that the board brings people into, or none. It is no part of any room's log."""
        if wifi:
            self._store.set_note(_WIFI, to_keep(wifi))
        else:
            self._store.drop_note(_WIFI)
        self.wifi = wifi

    @property
    def reached(self) -> bool:
        """Whether some other device has come in by the address that phones are shown now."""
        return self.origin() in self._reached

    @property
    def reached_here(self) -> list[str]:
        """The addresses by which other devices have come in, for the other workers."""
        return sorted(self._reached)

    def add_reached(self, origins: Iterable[str]) -> bool:
        """Devices have come to other workers by these addresses; whether that is news."""
        before = len(self._reached)
        self._reached.update(origins)
        return len(self._reached) > before

    def note_visit(self, host: str, address: str) -> bool:
        """Somebody asked under this Host header, from this address; whether that says something new.

        Behind a public origin all visits come from the address of whatever passes them on.
        """
        origin = self.origin()
        own = {"127.0.0.1", "::1", *(one.ip for one in self._addresses)}
        if origin in self._reached or host != urlsplit(origin).netloc or (address in own and not self._public):
            return False
        self._reached.add(origin)
        return True

    def origin(self) -> str:
        """Scheme, host and port for phones, or "" when there is no address that they could reach."""
        if self._public:
            return self._public
        address = self._best()
        return local_origin(address.ip, self._port) if address else ""

    def way(self, code: str, with_choice: bool) -> Way:
        """The way into this room; the addresses to pick from only `with_choice`."""
        origin, addresses = self.origin(), self._choices() if with_choice else ()
        if not origin:
            return Way("", "", NO_LAN_ADDRESS, addresses)
        return Way(join_url(origin, code), urlsplit(origin).netloc, "", addresses)

    def _best(self) -> Address | None:
        picked = [address for address in self._addresses if address.ip == self._chosen]
        return next(iter((*picked, *self._addresses)), None)

    def _choices(self) -> tuple[Choice, ...]:
        best = None if self._public else self._best()
        return tuple(Choice(one.ip, one.adapter, one == best) for one in self._addresses)
