"""All screens of a room at once, at the sizes of the design: what cannot be read on them is found, phase by phase.

With THIRTEEN_PICTURES set to a folder, the screens are kept there as pictures.
"""

import os
import re
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.layout import Demand, faults
from tests.conftest import RunningConsole
from tests.web.visitors import Visitor, cards_of

PICTURES = os.environ.get("THIRTEEN_PICTURES", "")
SMALLEST_ON_THE_BOARD = 0.022
"""Share of the board's height that text must have, to be read from the back of the room."""
SMALLEST_ELSEWHERE = 12.0
TITLES = ("Đêm chung kết liên phòng ban", "Đêm chung kết liên phòng ban 2026")
SCREENS: dict[str, ViewportSize] = {
    "board-720": {"width": 1280, "height": 720},
    "board-1080": {"width": 1920, "height": 1080},
    "host": {"width": 1366, "height": 768},
    "host-phone": {"width": 390, "height": 844},
    "phone-320": {"width": 320, "height": 640},
    "phone-390": {"width": 390, "height": 844},
    "watch": {"width": 390, "height": 844},
}
MAY_SCROLL = ("phone", "watch", "host-phone")


@dataclass
class Gallery:
    """One room on all screens at once, moved by 13 phones that are driven without a browser."""

    url: str
    code: str
    browser: Browser
    language: str
    host: Visitor
    seats: list[Visitor] = field(default_factory=list)
    pages: dict[str, Page] = field(default_factory=dict)
    found: list[str] = field(default_factory=list)
    looks: int = 0

    @classmethod
    def opened(cls, console: RunningConsole, browser: Browser, language: str, game: str) -> "Gallery":
        """A new room whose host is logged in, with the lobby on board and host page."""
        host = Visitor(console.url)
        host.log_in(console.host_key)
        code = host.open_room(TITLES[0], game)
        host.connect(code, "host", language)
        gallery = cls(console.url, code, browser, language, host)
        for name in ("board-720", "board-1080"):
            gallery.open(name, f"/board/{code}")
        for name in ("host", "host-phone"):
            gallery.open(name, f"/host/{code}", host)
        return gallery

    def open(self, name: str, path: str, visitor: Visitor | None = None) -> None:
        """One more screen, as this visitor's browser would show it."""
        context = self.browser.new_context(
            viewport=SCREENS[name],
            reduced_motion="reduce",
            locale=self.language,
            is_mobile=name.startswith(("phone", "watch", "host-phone")),
            has_touch=True,
        )
        if visitor:
            cookies = [{"name": one.name, "value": one.value or "", "url": self.url} for one in visitor.http.cookies]
            context.add_cookies(cookies)  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(self.url + path)
        expect(page.locator("#link")).to_have_attribute("data-state", "live")
        self.pages[name] = page

    def look(self, phase: str) -> None:
        """Examine every screen, once it shows what the server has."""
        self.looks += 1
        number = self.say("SetTitle", title=TITLES[self.looks % 2])
        for name, page in self.pages.items():
            wait_for_number(page, number)
            height = SCREENS[name]["height"]
            smallest = height * SMALLEST_ON_THE_BOARD if name.startswith("board") else SMALLEST_ELSEWHERE
            demand = Demand(smallest, scrolls=name.startswith(MAY_SCROLL))
            self.found += [f"{phase} on {name}: {fault}" for fault in faults(page, demand)]
            if PICTURES:
                page.screenshot(path=Path(PICTURES) / f"{name}-{phase}.png")

    def wait_for_chances(self) -> None:
        """They come to the boards a little after the cards."""
        for name, page in self.pages.items():
            if name.startswith("board"):
                expect(page.locator(".chance").first).to_be_visible(timeout=60_000)

    def say(self, kind: str, **fields: Any) -> int:
        """The host does this; returns the number of its row."""
        answer = self.host.send(kind, **fields)
        assert answer["ok"], answer
        number: int = answer["number"]
        return number

    def pause(self) -> None:
        """The clock stands, by the host or because a machine that was too slow has held the room."""
        answer = self.host.send("Pause")
        assert answer["ok"] or answer["reason"] == "already_done", answer

    def seat(self, seat: int, kind: str, **fields: Any) -> None:
        answer = self.seats[seat - 1].send(kind, **fields)
        assert answer["ok"], answer

    def propose(self, round_number: int, seat: int, count: int, *invited: int) -> None:
        """This seat starts a hand with its first free cards."""
        self.seat(seat, "ProposeHand", round=round_number, cards=self.cards(seat)[:count], invited=list(invited))

    def join_hand(self, round_number: int, seat: int) -> None:
        """This seat adds a card to the hand that it was first asked to join."""
        hand = re.search(r'id="asked-([0-9a-f]+)"', self.phone(seat))
        assert hand
        self.seat(seat, "PledgeCards", round=round_number, hand=hand[1], cards=self.cards(seat)[:1])

    def vote(self, round_number: int, seat: int, place: int) -> None:
        """This seat backs the candidate at this place."""
        hands = re.findall(r'id="ballot-([0-9a-f]+)"', self.phone(seat))
        self.seat(seat, "CastBallot", round=round_number, hands=[hands[place]])

    def cards(self, seat: int) -> list[str]:
        return cards_of(self.phone(seat))

    def phone(self, seat: int) -> str:
        return self.seats[seat - 1].get(f"/p/{self.code}").text


def wait_for_number(page: Page, number: int) -> None:
    """Wait until the screen shows this row or a later one."""
    deadline = time.monotonic() + 10
    while int(page.locator("#screen").get_attribute("data-number") or 0) < number:
        assert time.monotonic() < deadline, f"the screen never came to row {number}"
        page.wait_for_timeout(50)
