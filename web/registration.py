"""Who may run on a common database: one console alone, or any number of workers that hear each other.

As lock.py for a data folder, but by a lease that ends by itself when nobody is left to renew it.
"""

import logging
import secrets
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

from web.store import Store

SEVERAL = "several"
"""How workers that hear each other call themselves, all of them."""
LEASE = 5000
"""Milliseconds until a console that ended without a word is known to be gone."""
_NAME, _PAUSE = "console", 1.0

_log = logging.getLogger(__name__)


class DatabaseBusy(Exception):
    """Another console runs on this database, and the two cannot hear each other."""


class Registration:
    """This console's, as one of several or `alone`. `sleep` takes seconds."""

    def __init__(self, store: Store, several: bool, wall: Callable[[], int], sleep: Callable[[float], object]) -> None:
        self._store, self._wall, self._sleep = store, wall, sleep
        self._name = SEVERAL if several else f"alone {secrets.token_hex(8)}"

    def take(self) -> None:
        """Wait as long as one that has just ended may still be registered. Raises DatabaseBusy."""
        begun = self._wall()
        while not self._renew():
            if self._wall() - begun > LEASE + 1000 * _PAUSE:
                raise DatabaseBusy
            self._sleep(_PAUSE)

    def keep(self) -> None:
        """Renew it for ever."""
        while True:
            self._sleep(_PAUSE)
            try:
                if not self._renew():
                    _log.error("another console, which this one cannot hear, has taken the database over")
            except Exception:  # the database is away: it will be back
                _log.exception("this console's registration could not be renewed")

    def leave(self) -> None:
        """Let the next one have it at once. What several have, the others keep."""
        if self._name != SEVERAL:
            self._store.lease(_NAME, self._name, self._wall(), until=0)

    def _renew(self) -> bool:
        now = self._wall()
        return self._store.lease(_NAME, self._name, now, now + LEASE)


@contextmanager
def registered(
    database: str, several: bool, wall: Callable[[], int], sleep: Callable[[float], object]
) -> Iterator[None]:
    """Do something with a database of this URL before a console is put together on it. Raises DatabaseBusy."""
    with closing(Store(database)) as store:
        registration = Registration(store, several, wall, sleep)
        registration.take()
        try:
            yield
        finally:
            registration.leave()
