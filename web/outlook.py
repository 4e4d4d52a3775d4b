"""Each side's chance at an open showdown, worked out elsewhere and shown on the board as soon as it is known.

A question is made of what the public sees. Its answer is passed beside the view, as presence is, and never in the log.
"""

import logging
import threading
from collections.abc import Callable
from typing import Any

from engine.game import Prospect
from engine.registry import GAMES
from engine.room.view import RoomView

Answer = Callable[[str, Any], tuple[Prospect, ...] | None]
"""What a game's question comes to; None if it was dropped."""

_log = logging.getLogger(__name__)


class Outlook:
    """`start` does something in the background, `ready` hears of a room whose answer has come.

    A room has one question at a time: with the next one, or none, the answer to the last is dropped.
    """

    def __init__(
        self,
        start: Callable[[Callable[[], object]], object],
        answer: Answer,
        drop: Callable[[], None],
        ready: Callable[[str], None],
    ) -> None:
        self._start, self._answer, self._drop, self._ready = start, answer, drop, ready
        self._asked: dict[str, Any] = {}
        self._known: dict[str, tuple[Prospect, ...]] = {}
        self._under_way = ""
        self._turn = threading.Lock()

    def of(self, seen: RoomView) -> tuple[Prospect, ...]:
        """The chances in a room that the public sees so; nothing while they are being worked out."""
        question = GAMES[seen.game_name].open_showdown(seen.game)
        with self._turn:
            if self._asked.get(seen.code) == question:
                return self._known.get(seen.code, ())
            self._forget(seen.code)
            if question is None:
                return ()
            self._asked[seen.code] = question
        self._start(lambda: self._work(seen.code, seen.game_name, question))
        return ()

    def _forget(self, code: str) -> None:
        self._asked.pop(code, None)
        self._known.pop(code, None)
        if self._under_way == code:
            self._drop()

    def _work(self, code: str, game: str, question: Any) -> None:
        with self._turn:
            if self._asked.get(code) != question:
                return
            self._under_way = code
        try:
            answer = self._answer(game, question)
        except Exception:  # a board without chances is better than none
            _log.exception("room %s: the chances could not be worked out", code)
            answer = None
        with self._turn:
            self._under_way = ""
            if answer is None or self._asked.get(code) != question:
                return
            self._known[code] = answer
        self._ready(code)
