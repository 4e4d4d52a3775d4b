"""Every phase on every screen at the sizes of the design, with 13 long names: all of it can be read.

With THIRTEEN_PICTURES set to a folder, the screens are kept there as pictures.
"""

import html
import os
import re
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.layout import Demand, faults
from tests.browser.people import LONG_NAMES
from tests.conftest import RunningConsole
from tests.web.visitors import Visitor, cards_of

PICTURES = os.environ.get("THIRTEEN_PICTURES", "")
SMALLEST_ON_THE_BOARD = 0.022
"""Share of the board's height that text must have, to be read from the back of the room."""
SMALLEST_ELSEWHERE = 12.0
PRIZE = "Chuyến đi Hội An ba ngày hai đêm cho cả đội thắng cuộc"
PENALTY = "Hát một bài trước toàn thể công ty, tự chọn bài"


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
SEAT_OF = {"phone-320": 1, "phone-390": 2}
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


@pytest.fixture(params=["en", "vi"])
def gallery(request: pytest.FixtureRequest, console: RunningConsole, browser: Browser) -> Gallery:
    """An event whose host is logged in, with the lobby on board and host page."""
    host = Visitor(console.url)
    host.log_in(console.host_key)
    code = host.open_room(TITLES[0])
    host.connect(code, "host", request.param)
    gallery = Gallery(console.url, code, browser, request.param, host)
    for name in ("board-720", "board-1080"):
        gallery.open(name, f"/board/{code}")
    for name in ("host", "host-phone"):
        gallery.open(name, f"/host/{code}", host)
    return gallery


def test_all_of_it_can_be_read_on_every_screen_in_every_phase(gallery: Gallery) -> None:
    lobby_and_deal(gallery)
    first_round_with_thirteen_hands(gallery)
    second_round_with_one(gallery)
    last_round_of_alliances(gallery)
    assert not gallery.found, "\n".join(gallery.found)


def lobby_and_deal(gallery: Gallery) -> None:
    gallery.look("lobby-empty")
    for name in LONG_NAMES:
        visitor = Visitor(gallery.url)
        visitor.join(gallery.code, name)
        gallery.seats.append(visitor.connect(gallery.code, "phone", gallery.language))
    settings = {"rounds": 3, "countdown": 600, "vote": 60, "ballots": 1, "on_tie": "none", "seats": 13}
    wording = {"straight_order": "equal", "prize": PRIZE, "penalty": PENALTY}
    gallery.say("ChangeSettings", settings={**settings, **wording})
    for name, seat in SEAT_OF.items():
        gallery.open(name, f"/p/{gallery.code}", gallery.seats[seat - 1])
    gallery.look("lobby-full")
    for seat in (5, 9):
        gallery.seat(seat, "CommitBytes", digest="ab" * 32)
    gallery.say("CallDeal")
    gallery.look("gathering")
    expect(gallery.pages["board-720"].locator("#board.phase-nominating")).to_be_visible(timeout=10_000)
    gallery.open("watch", f"/p/{gallery.code}")
    gallery.look("nominating-begins")
    gallery.say("PutUpText", text=f"{PENALTY}. {PRIZE}."[:100])
    gallery.look("covered")
    gallery.say("BlankBoard")
    gallery.look("blank")
    gallery.say("UncoverBoard")


def first_round_with_thirteen_hands(gallery: Gallery) -> None:
    gallery.propose(1, 1, 1, 2, 3, 4, 5)
    gallery.propose(1, 3, 2, 1, 2)
    gallery.look("nominating-alliances")
    gallery.pause()
    gallery.look("nominating-paused")
    gallery.say("Resume")
    hand = re.search(r'id="hand-([0-9a-f]+)"', gallery.phone(1))
    assert hand
    gallery.seat(1, "PledgeCards", round=1, hand=hand[1], cards=gallery.cards(1)[:2])
    third = re.search(r'id="hand-([0-9a-f]+)"', gallery.phone(3))
    assert third
    gallery.seat(3, "PledgeCards", round=1, hand=third[1], cards=gallery.cards(3)[:1])
    for seat in (2, *range(4, 14)):
        gallery.propose(1, seat, 3)
    gallery.look("nominating-thirteen")
    lock = gallery.say("LockNominations", round=1)
    gallery.look("voting-thirteen")
    for seat in range(1, 14):
        gallery.vote(1, seat, (seat - 1) % 4)
    gallery.look("voting-thirteen-tied")
    gallery.say("CloseVote", round=1)
    showdown(gallery, 1, "thirteen")
    gallery.say("Undo", first=lock, reason="Hai người chưa kịp góp bài vào liên minh", past_reveal=True)
    gallery.look("undone")
    gallery.say("Resume")
    gallery.say("LockNominations", round=1)
    for seat in range(1, 14):
        gallery.vote(1, seat, (seat - 1) % 4)
    gallery.say("CloseVote", round=1)
    showdown(gallery, 1, "")
    gallery.say("Next", round=1, phase="winner")


def second_round_with_one(gallery: Gallery) -> None:
    seat = next(seat for seat in range(1, 14) if len(gallery.cards(seat)) == 3)
    gallery.propose(2, seat, 3)
    gallery.look("nominating-second")
    gallery.say("LockNominations", round=2)
    gallery.look("no-showdown")
    gallery.say("Next", round=2, phase="no_showdown")


def last_round_of_alliances(gallery: Gallery) -> None:
    gallery.say("GivePoints", seat=4, points=-2, reason="Nhìn bài của người khác")
    gallery.say("SetAbsent", seat=8, absent=True)
    able = [seat for seat in range(1, 14) if seat != 8 and len(gallery.cards(seat)) == 3]
    for first, second, third in (able[0:3], able[3:6], able[6:9]):
        gallery.propose(3, first, 1, second, third)
        gallery.join_hand(3, second)
        gallery.join_hand(3, third)
    gallery.look("nominating-three")
    gallery.say("LockNominations", round=3)
    for place, seat in enumerate(seat for seat in range(1, 12) if seat != 8):
        gallery.vote(3, seat, (0, 0, 0, 0, 0, 1, 1, 1, 2, 2)[place])
    gallery.look("voting-three")
    gallery.say("CloseVote", round=3)
    showdown(gallery, 3, "three")
    gallery.say("Next", round=3, phase="winner")
    gallery.look("final-begins")
    show_rank(gallery)
    show_rank(gallery)
    gallery.look("final-from-last")
    gallery.say("ShowRank", rank=0)
    gallery.look("final")


def show_rank(gallery: Gallery) -> None:
    """What the host's gold button does next in the final."""
    page = html.unescape(gallery.host.get(f"/host/{gallery.code}").text)
    found = re.search(r'id="next" data-command="{"type": "ShowRank", "body": {"rank": (\d+)}}', page)
    assert found
    gallery.say("ShowRank", rank=int(found[1]))


def showdown(gallery: Gallery, round_number: int, name: str) -> None:
    """Step by step; looked at when it has a name."""
    for phase in ("matched", "hands_up", "first_neutral", "second_neutral", "winner"):
        if name:
            if phase in ("hands_up", "first_neutral"):
                gallery.wait_for_chances()
            gallery.look(f"{phase}-{name}")
        if phase != "winner":
            gallery.say("Next", round=round_number, phase=phase)
