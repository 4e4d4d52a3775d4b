"""What workers tell each other through Redis: messages, and for a while what each of them states. Knows no rooms.

Redis forgets what was said while it was away, so the truth is never here: it is in the store.
"""

import json
import logging
import queue
import secrets
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from web.schema import CannotUse

if TYPE_CHECKING:
    from redis import Redis

PATIENCE = 2.0
"""Seconds in which Redis has to answer."""
PAUSE = 0.5
"""Seconds until it is tried again."""
STATED_FOR = 6000
"""Milliseconds that a statement stands; a worker that has ended says nothing more."""
MOST_WAITING = 10_000
_WORKERS, _STATED = "thirteen:workers", "thirteen:stated:"

_log = logging.getLogger(__name__)

Handler = Callable[[Mapping[str, Any]], None]


class Neighbours:
    """This worker's line to the others. `changed` is called when it breaks and when it is there again."""

    def __init__(self, url: str, sleep: Callable[[float], object], wall: Callable[[], int]) -> None:
        """Raises CannotUse for a URL that is none; a Redis that does not answer yet is waited for."""
        self.me = secrets.token_hex(8)
        self.changed: Callable[[], None] = lambda: None
        self.waiting: queue.Queue[str] = queue.Queue(MOST_WAITING)
        self._redis: Any = _client(url)  # its published types do not know what it answers to which question
        # Redis carries messages past its numbers, and consoles under two of them are strangers.
        self.channel = f"thirteen:{self._redis.get_connection_kwargs().get('db') or 0}"
        self._errors = _errors()
        self._sleep, self._wall = sleep, wall
        self._handlers: dict[str, Handler] = {}
        self._hears = self._speaks = False

    @property
    def connected(self) -> bool:
        """Whether messages pass both ways, as far as is known."""
        return self._hears and self._speaks

    def on(self, kind: str, handler: Handler) -> None:
        """Let this handler answer messages of this kind, which other workers send."""
        self._handlers[kind] = handler

    def tell(self, kind: str, **content: Any) -> None:
        """Tell all other workers, soon; lost while Redis is away. Never waits."""
        message = json.dumps({"from": self.me, "kind": kind, **content})
        try:
            self.waiting.put_nowait(message)
        except queue.Full:  # whoever misses it finds what it was about in the store
            _log.warning("messages to the other workers pile up")

    def state(self, statement: str) -> None:
        """Let the others read this of this worker, until it is stated anew or has stood for too long."""
        now = self._wall()
        try:
            with self._redis.pipeline() as together:
                together.set(_STATED + self.me, statement, px=STATED_FOR)
                together.zadd(_WORKERS, {self.me: now})
                together.zremrangebyscore(_WORKERS, "-inf", now - STATED_FOR)
                together.execute()
            self._note(speaks=True)
        except self._errors:
            self._note(speaks=False)

    def statements(self) -> dict[str, str] | None:
        """What stands of the other workers, or None when Redis is away."""
        try:
            workers = self._redis.zrange(_WORKERS, 0, -1)
            others = [str(one) for one in workers if one != self.me]
            found = self._redis.mget([_STATED + one for one in others]) if others else []
        except self._errors:
            self._note(speaks=False)
            return None
        return {other: said for other, said in zip(others, found, strict=True) if said is not None}

    def listen(self) -> None:
        """Go on for ever handing out what comes."""
        while True:
            try:
                with self._redis.pubsub(ignore_subscribe_messages=True) as line:
                    line.subscribe(self.channel)
                    line.ping()
                    self._note(hears=True)
                    while True:
                        heard = line.get_message(timeout=PATIENCE / 2)
                        if heard and heard["type"] == "message":
                            self._hand_out(heard["data"])
            except self._errors:
                self._note(hears=False)
                self._sleep(PAUSE)

    def speak(self) -> None:
        """Go on for ever sending what waits."""
        while True:
            message = self.waiting.get()
            try:
                self._redis.publish(self.channel, message)
                self._note(speaks=True)
            except self._errors:
                self._note(speaks=False)

    def answers(self) -> bool:
        """Whether Redis does, asked now."""
        try:
            return bool(self._redis.ping())
        except self._errors:
            return False

    def _hand_out(self, text: str) -> None:
        try:
            message = json.loads(text)
            if message["from"] != self.me:
                self._handlers[message["kind"]](message)
        except Exception:  # of another version, perhaps; the next one is to be heard as well
            _log.exception("a message of another worker was not understood")

    def _note(self, hears: bool | None = None, speaks: bool | None = None) -> None:
        before = self.connected
        self._hears = self._hears if hears is None else hears
        self._speaks = self._speaks if speaks is None else speaks
        if self.connected != before:
            if not self.connected:
                _log.warning("Redis is away: the workers cannot hear each other")
            else:
                _log.info("Redis is there: the workers hear each other")
            self.changed()


def _client(url: str) -> "Redis":
    try:
        from redis import Redis
        from redis.backoff import NoBackoff
        from redis.retry import Retry
    except ImportError as error:
        raise CannotUse(
            "REDIS_URL asks for Redis, and the package for it is missing. "
            "Install it: .venv/bin/pip install -r requirements-workers.txt"
        ) from error
    try:
        return Redis.from_url(
            url,
            decode_responses=True,
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
            health_check_interval=5,
            retry=Retry(NoBackoff(), 0),
        )
    except ValueError:
        raise CannotUse(
            "REDIS_URL is no address of a Redis. It looks like redis://:password@host:6379/0"
        ) from None  # the cause would show what stands in it


def _errors() -> tuple[type[Exception], ...]:
    from redis.exceptions import RedisError

    return (RedisError, OSError)
