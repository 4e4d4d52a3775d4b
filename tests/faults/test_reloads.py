"""Pages that are loaded again and again, by websocket and by polling: the console keeps nothing of those that went."""

import json
import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
import websocket

from tests.faults.nursery import Census, ForkedConsole
from tests.web.visitors import Visitor

MOST_MEGABYTES = 5
FORGETTING = 25.0
"""Seconds after which the console has noticed who went without a word: its pings are 10 s apart, and wait for 8 s."""
PATIENCE = 90.0
TOO_OFTEN = 429

_log = logging.getLogger(__name__)


@dataclass
class Page:
    """A page of this visitor that is loaded, hears what it is to show, and is closed: politely, or not at all.

    Where it comes too often it tries again, as ours do.
    """

    visitor: Visitor
    path: str
    auth: dict[str, str]

    def reload(self, polling: bool, polite: bool) -> None:
        assert self.visitor.get(self.path).status_code == 200
        while not (self._poll if polling else self._listen)(polite):
            time.sleep(0.2)

    def _listen(self, polite: bool) -> bool:
        """Whether it was taken in."""
        address = self.visitor.url.replace("http:", "ws:") + "/socket.io/?EIO=4&transport=websocket"
        cookie = "; ".join(f"{one.name}={one.value}" for one in self.visitor.http.cookies)
        try:
            line = websocket.create_connection(address, PATIENCE, cookie=cookie)
        except websocket.WebSocketBadStatusException as refused:
            assert refused.status_code == TOO_OFTEN
            return False
        line.send(f"40{json.dumps(self.auth)}")
        while not (heard := str(line.recv())).startswith(("42", "44")):
            pass
        if polite:
            line.send("41")
            line.close()
        else:
            assert line.sock
            line.sock.close()
        return heard.startswith("42")

    def _poll(self, polite: bool) -> bool:
        """Whether it was taken in."""
        http, address = self.visitor.http, f"{self.visitor.url}/socket.io/?EIO=4&transport=polling"
        opened = http.get(address, timeout=PATIENCE)
        if opened.status_code == TOO_OFTEN:
            return False
        address += f"&sid={json.loads(opened.text[1:])['sid']}"
        http.post(address, data=f"40{json.dumps(self.auth)}", timeout=PATIENCE)
        while not any(sign in (heard := http.get(address, timeout=PATIENCE).text) for sign in ('42["', "44{")):
            pass
        if polite:
            http.post(address, data="1", timeout=PATIENCE)
        return '42["' in heard


@pytest.fixture
def pages(console: ForkedConsole) -> Iterator[Callable[[int], Page]]:
    """By number: a phone of one of 13 seats, the host's page, the board, or somebody new who watches."""
    host = Visitor(console.url)
    host.log_in(console.host_key)
    code = host.open_room()
    host.connect(code, "host")
    phones = [Visitor(console.url) for _ in range(13)]
    for seat, phone in enumerate(phones, 1):
        phone.join(code, f"Player {seat}")
        phone.http.close()
    assert host.send("CallDeal")["ok"]

    def page(number: int) -> Page:
        auth = {"room": code, "lang": "en", "page": f"{number:016x}"}
        match number % 8:
            case 0:
                return Page(host, f"/host/{code}", {**auth, "screen": "host"})
            case 1:
                return Page(host, f"/board/{code}", {**auth, "screen": "board"})
            case 2 | 3:
                return Page(Visitor(console.url), f"/p/{code}?watch=1", {**auth, "screen": "watch"})
            case 4:
                return Page(Visitor(console.url), f"/p/{code}?watch=1", {**auth, "screen": "phone"})
            case _:
                return Page(phones[number % 13], f"/p/{code}", {**auth, "screen": "phone"})

    yield page
    for visitor in (host, *phones):
        visitor.leave()


def reload_all(pages: Callable[[int], Page], numbers: range, polite: bool) -> None:
    for number in numbers:
        page = pages(number)
        page.reload(polling=bool(number // 8 % 2), polite=polite or bool(number % 3))
        if page.visitor.socket is None and not page.visitor.code:
            page.visitor.http.close()


def settled(console: ForkedConsole, wanted: int) -> Census:
    """The census once as many sessions are left as are wanted, or when there is no more reason to wait for that."""
    until = time.monotonic() + 4 * FORGETTING
    while (found := console.census()).sessions > wanted and time.monotonic() < until:
        time.sleep(0.5)
    return found


def test_reloads_leave_no_file_no_greenlet_and_no_session_behind(
    console: ForkedConsole, pages: Callable[[int], Page]
) -> None:
    before = console.census()
    reload_all(pages, range(96), polite=True)
    after = settled(console, before.sessions)
    assert (after.sessions, after.screens) == (1, 1), "the host's page is still there, and nothing else"
    assert after.files <= before.files and after.greenlets <= before.greenlets, (before, after)


@pytest.mark.long
def test_two_thousand_reloads_leave_memory_and_files_as_they_were(
    console: ForkedConsole, pages: Callable[[int], Page]
) -> None:
    counted: list[Census] = []
    for numbers in (range(500), range(500, 1000), range(1000, 2000)):
        reload_all(pages, numbers, polite=False)
        time.sleep(FORGETTING)
        counted.append(settled(console, 1))
        _log.info("after %d reloads: %s", numbers.stop, counted[-1])
    first, *_, last = counted
    assert last.memory - first.memory < MOST_MEGABYTES * 1_000_000
    assert (last.files, last.greenlets, last.sessions) == (first.files, first.greenlets, first.sessions)
