"""Who is this: the host, a co-host, the device of a seat, or a stranger. Secrets are stored hashed.

A seat hangs on its device's token, never on its public number; nothing here is remembered from an earlier request.
"""

import hashlib
import hmac
import ipaddress
import json
import os
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from engine.game import Host, Player
from engine.room.commands import Guest
from engine.room.state import RoomState
from web.store import Store

DEVICE_COOKIE = "thirteen_device"
TOKEN_BYTES = 32
_KEY_FILE = "host-key.txt"
HOST_NOTE, SESSION_NOTE = "host_key", "secret_key"
"""Where the store keeps the digest of the host's key, and what sessions are signed with."""
_COHOST_NOTE = "cohost:"


@dataclass(frozen=True)
class CoHost:
    """Somebody with host rights by a link of their own."""

    id: str
    label: str


class Access:
    """Host keys and their holders. `data` is the folder that keeps the host key readable for its owner alone.

    `host_key` is "" at a worker whose folder does not have it, when the one of another worker does.
    """

    def __init__(self, store: Store, data: Path, several: bool = False) -> None:
        self._store, self._file = store, data / _KEY_FILE
        self.host_key = self._keep_host_key(several)
        self._cohosts: tuple[CoHost, ...] = ()
        self.reload()

    def reload(self) -> bool:
        """Read which co-hosts another worker may have made; whether anything changed. Rights never hang on this."""
        before = self._cohosts
        self._cohosts = tuple(CoHost(one, label) for one, label in self._labels().items())
        return before != self._cohosts

    def badge(self, key: str) -> str | None:
        """What a session carries once it has shown this key, or None for a key that opens nothing."""
        shown = digest(key)
        return next((badge for badge, known in self._known() if hmac.compare_digest(shown, known)), None)

    def host(self, badge: str | None) -> Host | None:
        """Whose badge this is today; None once its key was revoked or made anew."""
        if badge is None:
            return None
        cohost, _, _ = badge.partition(".")
        if all(badge != one for one, _ in self._known()):
            return None
        return Host(self._labels().get(cohost, ""))

    def renew(self, with_cohosts: bool) -> str:
        """A new host key: its badge. The old key, its links and every session that came by it open nothing any more.

        `with_cohosts` takes back the links of all co-hosts too: whoever had the old key may have made some.
        """
        self.host_key = self._make_host_key()
        for cohost in self.cohosts() if with_cohosts else ():
            self.revoke(cohost.id)
        return _host_badge(digest(self.host_key))

    def add_cohost(self, label: str) -> tuple[CoHost, str]:
        """A new co-host and the key of their link, which is shown this once."""
        cohost, key = CoHost(secrets.token_hex(4), label), secrets.token_urlsafe(TOKEN_BYTES)
        self._store.set_note(_COHOST_NOTE + cohost.id, json.dumps({"label": label, "digest": digest(key)}))
        self.reload()
        return cohost, key

    def revoke(self, cohost: str) -> None:
        """The link and every session that came by it open nothing any more."""
        self._store.drop_note(_COHOST_NOTE + cohost)
        self.reload()

    def cohosts(self) -> tuple[CoHost, ...]:
        """All of them, as the host's page shows them."""
        return self._cohosts

    def _labels(self) -> dict[str, str]:
        return {one: json.loads(value)["label"] for one, value in self._store.notes(_COHOST_NOTE).items()}

    def _known(self) -> Iterator[tuple[str, str]]:
        """Every badge with the digest of its key; a badge names its key, so it ends with it."""
        host = self._store.note(HOST_NOTE) or ""
        yield _host_badge(host), host
        for one, value in self._store.notes(_COHOST_NOTE).items():
            known = json.loads(value)["digest"]
            yield f"{one}.{known[:16]}", known

    def _keep_host_key(self, several: bool) -> str:
        """The key of the first start, or a new one when its file is gone or does not fit the store."""
        known = self._store.note(HOST_NOTE)
        if self._file.exists() and known:
            key = self._file.read_text(encoding="ascii").strip()
            if hmac.compare_digest(digest(key), known):
                return key
        return self._make_first_host_key() if several else self._make_host_key()

    def _make_first_host_key(self) -> str:
        """A key unless another worker has made one, in this moment or long ago."""
        key = secrets.token_urlsafe(TOKEN_BYTES)
        if self._store.first_note(HOST_NOTE, digest(key)) != digest(key):
            return ""
        _write_private(self._file, key)
        return key

    def _make_host_key(self) -> str:
        key = secrets.token_urlsafe(TOKEN_BYTES)
        _write_private(self._file, key)
        self._store.set_note(HOST_NOTE, digest(key))
        return key


class Doors:
    """Under which names and from which pages the console may be asked; `public` is an origin of its own, or ""."""

    def __init__(self, public: str) -> None:
        self._public = public
        self._public_host = urlsplit(public).hostname or ""

    def host_allowed(self, host: str) -> bool:
        """Whether a Host header names this console: an address, localhost or the public name.

        Any other name may have been pointed here by a stranger's name server (DNS rebinding).
        """
        name = _hostname(host)
        return name == "localhost" or (bool(name) and name == self._public_host) or _is_address(name)

    def encrypted(self, host: str) -> bool:
        """Whether browsers reach the console by https under this Host header: behind a public https address alone."""
        return self._public.startswith("https://") and _hostname(host) == self._public_host

    def origin_allowed(self, origin: str | None, host: str) -> bool:
        """Whether a page from this origin may act under this Host header; no origin means no browser's page."""
        if origin is None:
            return True
        same = bool(host) and _place(origin) == host
        return same or (bool(self._public) and origin == self._public)

    def socket_allowed(self, origin: str | None, environ: Mapping[str, str]) -> bool:
        """The same for a socket's request."""
        return self.origin_allowed(origin, environ.get("HTTP_HOST", ""))


def digest(token: str) -> str:
    """SHA-256 in hex: all that is stored of a token."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


def device_of(cookies: Mapping[str, str]) -> str:
    """The digest of the token of the device whose cookies these are, or "" when it has none."""
    token = cookies.get(DEVICE_COOKIE)
    return digest(token) if token else ""


def new_device() -> str:
    """A token for a device, kept in its cookie."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def seated(state: RoomState, device: str) -> Player | None:
    """The seat that this device (digest of its token) holds now."""
    return next((Player(seat) for seat, holder in state.seats.items() if device and holder.device == device), None)


def player_or_guest(state: RoomState, device: str) -> Player | Guest:
    """Who acts from this device (digest of its token): the seat that it holds, or nobody in particular."""
    return seated(state, device) or Guest(device)


def _host_badge(hashed: str) -> str:
    return f"host.{hashed[:16]}"


def _write_private(file: Path, text: str) -> None:
    file.unlink(missing_ok=True)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as private:
        private.write(text)


def _place(origin: str) -> str:
    """Host and port of an origin, or "" for what is none."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def _hostname(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
