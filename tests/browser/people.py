"""The people of an evening, each at a real page: the host, the board in front of everyone, and players on phones."""

import io
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

LONG_NAMES = (
    "Nguyễn Hoàng Phương Anh",
    "Trần Thị Bích Phượng",
    "Lê Nguyễn Quốc Khánh",
    "Phạm Thị Mỹ Duyên",
    "Võ Huỳnh Minh Trí",
    "Đặng Trần Ngọc Ánh",
    "Bùi Công Thế Vinh",
    "Hồ Nguyễn Khánh Linh",
    "Dương Đình Gia Bảo",
    "Ngô Đặng Thuỳ Trâm",
    "Đỗ Trọng Hữu Nghĩa",
    "Lý Hoàng Nhã Kỳ",
    "Mai Phước Xuân Trường",
)
ODD_NAMES = (
    "W" * 40,
    "李小龙陈港生洪金宝元彪元华元奎元武元秋元德元泰元宝",
    "محمد بن عبد الله بن عبد المطلب",
    "😀😃😄😁😆😅🤣😂🙂🙃😉😊😇🥰😍🤩😘😗☺😚😙🥲😋😛",
)
BOARD: ViewportSize = {"width": 1280, "height": 720}
HOST: ViewportSize = {"width": 1366, "height": 768}
PHONE: ViewportSize = {"width": 390, "height": 844}


def command(kind: str) -> str:
    """Selects the visible buttons and forms that send this command."""
    return f"[data-command*='\"{kind}\"']:visible"


SOON = 15_000
"""Milliseconds in which what was pressed is to be seen, even when a connection broke on the way."""
SETTLING = 700
"""Milliseconds after which a changed button is taken at its new word."""


@dataclass
class Phone:
    """A player's phone, with the seat that it got."""

    page: Page
    name: str
    seat: int = 0

    @classmethod
    def join(cls, browser: Browser, url: str, name: str, size: ViewportSize = PHONE, locale: str = "en-GB") -> "Phone":
        """Follow the link, type a name, have a seat."""
        page = browser.new_context(
            viewport=size, has_touch=True, is_mobile=True, locale=locale, device_scale_factor=2
        ).new_page()
        page.goto(url)
        page.locator("input[name=name]").fill(name)
        page.locator("form:has(input[name=name]) button[type=submit]").click()
        phone = cls(page, name)
        phone.wait_live()
        phone.seat = int(page.locator("#bytes").get_attribute("data-seat") or 0)
        expect(page.locator("#bytes")).to_have_attribute("data-digest", re.compile("^[0-9a-f]{64}$"))
        return phone

    def wait_live(self) -> None:
        expect(self.page.locator("#link")).to_have_attribute("data-state", "live", timeout=SOON)

    def cards(self) -> list[str]:
        """The faces that this phone holds, as it would show them."""
        return [label or "" for label in (face.get_attribute("aria-label") for face in self._faces())]

    def propose(self, count: int, invited: Sequence[int] = ()) -> None:
        """Start a hand with so many free cards, and ask these seats to join."""
        self._choose(count)
        if invited:
            self.page.locator("#start-ask > summary").click()
            for seat in invited:
                self.page.locator(f"#ask-{seat}").check()
        self.page.locator(f"button{command('ProposeHand')}").first.click()
        expect(self.page.locator("section.hand")).to_have_count(self.hands_before + 1, timeout=SOON)

    def accept(self, count: int = 1) -> None:
        """Join the hand that this phone is asked to join."""
        expect(self.page.locator("section.asked").first).to_be_visible()
        self._choose(count)
        self.page.locator(f"button{command('PledgeCards')}").first.click()
        expect(self.page.locator("section.hand")).to_have_count(self.hands_before + 1, timeout=SOON)

    def add(self, count: int) -> None:
        """Add cards to the unfinished hand that this phone is in."""
        self._choose(count)
        self.page.locator(f"button{command('PledgeCards')}").first.click()

    def back(self, letter: str) -> None:
        """Raise a hand for this candidate."""
        ballot = self.page.locator(f".ballot.letter-{letter}")
        ballot.click()
        expect(ballot).to_have_attribute("aria-pressed", "true", timeout=SOON)

    def points(self) -> int:
        shown = self.page.locator(".phone-points").inner_text()
        return int(re.sub(r"[^0-9-]", "", shown.replace("−", "-")))

    def _choose(self, count: int) -> None:
        self.hands_before = self.page.locator("section.hand").count()
        boxes = self.page.locator("input[name=cards]")
        expect(boxes.nth(count - 1)).to_be_attached()
        for place in range(count):
            boxes.nth(place).check(force=True)

    def _faces(self) -> list[Locator]:
        return self.page.locator(".own .over [aria-label]").all()

    hands_before: int = 0


@dataclass
class Board:
    page: Page

    @classmethod
    def open(cls, browser: Browser, url: str, size: ViewportSize = BOARD, locale: str = "en-GB") -> "Board":
        page = browser.new_context(viewport=size, locale=locale).new_page()
        page.goto(url)
        expect(page.locator("#link")).to_have_attribute("data-state", "live")
        return cls(page)

    def scan(self) -> str:
        """What a phone's camera reads off the projected picture."""
        picture = Image.open(io.BytesIO(self.page.screenshot()))
        found = [code.text for code in zxingcpp.read_barcodes(picture)]
        assert len(found) == 1, found
        return found[0]

    def phase(self, name: str) -> None:
        """Wait until the board shows this phase."""
        expect(self.page.locator(f"#board.phase-{name}")).to_be_visible(timeout=SOON)

    def totals(self) -> dict[int, int]:
        """Points by seat, off the strip at the foot."""
        return {
            seat: _number(self.page.locator(f"#strip-{seat} .strip-total").inner_text())
            for seat in range(1, self.page.locator(".strip-seat").count() + 1)
        }

    def head(self) -> str:
        """The digits of the record's head that everyone can read at the end (F4)."""
        return re.sub(r"[^0-9a-f]", "", self.page.locator("#head .hex").inner_text())

    def hidden_lines(self) -> int:
        """How many lines of the final are still to come."""
        return self.page.locator(".veiled").count()

    def final_totals(self) -> dict[int, int]:
        """Totals by seat, off the standings of the final."""
        lines = self.page.locator("#standings tbody tr").all()
        return {_seat_of(line): _number(line.locator(".total").inner_text()) for line in sorted(lines, key=_seat_of)}


@dataclass
class HostPage:
    page: Page
    code: str

    @classmethod
    def open_event(
        cls, browser: Browser, link: str, title: str, locale: str = "en-GB", game: str = "team_poker"
    ) -> "HostPage":
        """Follow the host's link and open an event, or a table of another game."""
        page = browser.new_context(viewport=HOST, locale=locale).new_page()
        page.goto(link)
        page.locator("input[name=title]").fill(title)
        page.locator("select[name=game]").select_option(game)
        page.locator("form[action='/host/open'] button[type=submit]").first.click()
        page.wait_for_url(re.compile(r"/host/[A-Z0-9]{4}$"))
        expect(page.locator("#link")).to_have_attribute("data-state", "live")
        return cls(page, page.url.rsplit("/", 1)[1])

    def next(self) -> None:
        """Read what the one gold button says, and press it: a press right after it changed means the step before."""
        self.page.wait_for_timeout(SETTLING)
        self.page.locator("[data-key=Space]:visible").click()

    def show_all(self, board: Board) -> None:
        """Leave out what is left of the way from the last rank to the first."""
        self.page.locator("#show-all").click()
        expect(board.page.locator("#standings")).to_be_visible()

    def totals(self) -> dict[int, int]:
        """Totals by seat, off the list of seats."""
        lines = self.page.locator("#seat-lines > li:has(.seat-total)").all()
        return {_seat_of(line): _number(line.locator(".seat-total").inner_text()) for line in lines}

    def export(self, form: str) -> bytes:
        answer = self.page.request.get(f"{self.page.url}/export.{form}")
        assert answer.ok
        return answer.body()

    def export_json(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.export("json"))
        return found


def _seat_of(line: Locator) -> int:
    return int((line.get_attribute("id") or "").rsplit("-", 1)[1])


def _number(text: str) -> int:
    return int(text.strip().replace("−", "-").replace("+", ""))
