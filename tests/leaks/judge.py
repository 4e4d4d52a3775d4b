"""Holds what witnesses heard against what they may know: every leak, with the row, the way and the words around it."""

import io
import json
import re
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.cards import DECK, Card
from tests.leaks.oracle import Moment
from tests.leaks.reading import backs_in, cards_in_measurements, cards_in_page, cards_in_plain
from tests.leaks.witness import Heard

_LEDGER = re.compile(r'<section class="ledger".*?</section>', re.DOTALL)
_UNDONE = re.compile(r'<p class="notice undone".*?</p>', re.DOTALL)
_KEY = re.compile(r"#key=[\w-]{20,}")
"""Letters drawn by lot, in a link that the host alone is shown."""
_HEX = re.compile(r'<span class="hex">.*?</span>', re.DOTALL)
_RECORDS = re.compile(r"GET /host/\w+/(?:export\.\w+|ledger|print)")
"""What the host takes away of the evening so far."""
_RECEIPTS = re.compile(r"GET /p/\w+/receipts")
"""What was counted for a seat since somebody sat down there."""
_METRICS = "GET /metrics"
_BACKUP = "GET /host/backup"
_COOKIES = {"thirteen_device", "thirteen_host", "thirteen_lang", "thirteen_board_lang"}
_CONTENT = {"fragment": {"number", "html", "at"}, "gone": set(), "aside": set(), "ticket_over": {"seat"}}
_ANSWERS: tuple[set[str], ...] = ({"ok", "number", "say"}, {"ok", "reason", "say"}, {"number"}, {"at"})
_RANDOM_HEADERS = re.compile(r"(?m)^(?:Set-Cookie|Content-Length|Date): .*$|127\.0\.0\.1:\d+")
"""Tokens of one's own, and numbers that say nothing of a card but might be read as one, such as the port."""
_PACKET = re.compile(r"0\{|2$|3$|40\{|41$|44\{")


@dataclass(frozen=True)
class Leak:
    """What somebody was told that they may not know."""

    kind: str
    moment: int
    via: str
    what: str


@dataclass
class Judge:
    """`moments` as the oracle has them; `secrets` are texts that nobody but these devices may ever be sent."""

    moments: list[Moment]
    secrets: Mapping[str, Collection[str]] = field(default_factory=dict)
    digests: Collection[str] = ()
    """Commitments and heads of the record, which everybody is shown; groups of their digits might be read as cards."""
    looks: Mapping[int, frozenset[Card]] = field(default_factory=dict)
    """Cards that the host's own look brings up, by the row that it is counted as."""

    def leaks(self, heard: Iterable[Heard]) -> list[Leak]:
        return [leak for one in heard for leak in self._of(one)]

    def _of(self, one: Heard) -> Iterator[Leak]:
        if _asked(one) == _BACKUP and one.kind == "host":
            return  # all that is secret is in it, and only the main host is handed it
        moment = self.moments[one.moment]
        found = self._socket(one, moment) if one.via == "socket" else self._answer(one, moment)
        for what in (*found, *self._texts(one, moment)):
            yield Leak(one.kind, one.moment, one.via, what)

    def _socket(self, one: Heard, moment: Moment) -> Iterator[str]:
        """A frame: a packet of the protocol, an event of ours, or the answer to one."""
        text = one.body.decode()
        if _PACKET.match(text):
            yield from self._cards(cards_in_plain(_without_ids(text)), moment.known(one.device), "packet")
        elif text.startswith("42"):
            name, content = json.loads(text[2:])
            if content.keys() != _CONTENT.get(name):
                yield f"an event of another form: {name} {sorted(content)}"
            if name == "fragment":
                yield from self._page(content["html"], one, moment)
        elif text.startswith("43"):
            yield from self._reply(json.loads(text[text.index("[") :])[0], one, moment)
        else:
            yield f"a packet of another form: {text[:80]}"

    def _reply(self, answer: Mapping[str, Any], one: Heard, moment: Moment) -> Iterator[str]:
        may = moment.known(one.device)
        if one.kind == "host":
            may |= moment.shown_before() | self.looks.get(answer.get("number", 0), frozenset())
        if answer.keys() - {"ticket"} not in _ANSWERS or ("ticket" in answer and one.kind != "host"):
            yield f"an answer of another form: {sorted(answer)}"
        plain = {name: value for name, value in answer.items() if name != "ticket"}
        yield from self._cards(cards_in_plain(json.dumps(plain, ensure_ascii=False)), may, "answer")
        yield from self._cards(cards_in_plain(str(answer.get("say", ""))), may, "answer")

    def _page(self, page: str, one: Heard, moment: Moment) -> Iterator[str]:
        """A page: what was undone names cards that were seen, and the host's ledger names any that ever were."""
        recorded = _RECEIPTS.match(one.via)
        may = moment.ever_known(one.device) if recorded else moment.known(one.device)
        for part in _UNDONE.findall(page):
            yield from self._cards(cards_in_page(part), may | moment.undone, "what was undone")
        page = _HEX.sub(self._unless_public, _UNDONE.sub("", page))
        if one.kind == "host":
            page = _KEY.sub("", page)
            for part in _LEDGER.findall(page):
                yield from self._cards(cards_in_page(part), moment.shown_before(), "ledger")
            page = _LEDGER.sub("", page)
        yield from self._cards(cards_in_page(page), may, "page")
        if len(backs_in(page)) > 1:
            yield "cards that lie face down do not look alike"

    def _unless_public(self, shown: re.Match[str]) -> str:
        """Nothing in place of a digest that is public, and anything else as it stands."""
        digits = re.sub(r"<[^>]*>|\s", "", shown[0])
        public = len(digits) >= 32 and any(digest.startswith(digits) for digest in self.digests)
        return "" if public else shown[0]

    def _answer(self, one: Heard, moment: Moment) -> Iterator[str]:
        head, may = one.head, moment.known(one.device)
        set_cookies = re.findall(r"^Set-Cookie: (\w+)=", head, re.M)
        if not set(set_cookies) <= _COOKIES:
            yield f"cookies of other names: {set_cookies}"
        yield from self._cards(cards_in_plain(_RANDOM_HEADERS.sub("", head)), may, "headers")
        if one.kind == "host" and _RECORDS.match(one.via):
            may = moment.shown_before() | moment.undone
        for text in _texts_of(one):
            if "text/html" in head and not _RECORDS.match(one.via):
                yield from self._page(text, one, moment)
            elif _asked(one) == _METRICS:
                yield from self._cards(cards_in_measurements(text), may, "measurements")
            else:
                yield from self._cards(cards_in_page(text), may, "body")

    def _texts(self, one: Heard, moment: Moment) -> Iterator[str]:
        """Seeds, phones' bytes, keys and tokens, as they are; a public seed is no secret any more."""
        text = "\n".join((one.head, *_texts_of(one)))
        for secret, owners in self.secrets.items():
            if secret in text and one.device not in owners and not moment.over:
                yield f"a secret: {secret[:12]}..."

    @staticmethod
    def _cards(found: set[Card], may: frozenset[Card], where: str) -> Iterator[str]:
        hidden = found - may
        if hidden:
            yield f"{where}: {' '.join(one.value for one in DECK if one in hidden)}"


def _asked(one: Heard) -> str:
    """What was asked for, whatever stood behind it."""
    return one.via.partition("?")[0]


def _texts_of(one: Heard) -> Iterator[str]:
    """The body as text; a workbook by its parts."""
    if one.body.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(one.body)) as book:
            yield from (book.read(name).decode() for name in book.namelist() if "theme" not in name)
        return
    yield one.body.decode("utf-8", "backslashreplace")


def _without_ids(text: str) -> str:
    """A packet without the id that the library gave the socket."""
    return re.sub(r'"sid":"[^"]*"', "", text)
