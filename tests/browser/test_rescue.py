"""Seats and their phones as people live it: a phone breaks in every phase, a second window opens, somebody is gone."""

import io
import re
from dataclasses import dataclass, field

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import PHONE, Board, HostPage, Phone
from tests.conftest import RunningConsole
from tests.web.visitors import Visitor, cards_of

OTHERS = 9
"""Seats beside the one whose phone breaks; they have no page, but act where a round needs them."""
ELSEWHERE = "Your seat is on another phone now."


@dataclass
class Evening:
    """A host's page, a board, one real phone and others who are only visitors."""

    console: RunningConsole
    browser: Browser
    host: HostPage
    board: Board
    phone: Phone
    others: list[Visitor] = field(default_factory=list)

    def fresh_page(self) -> Page:
        """Another phone, which has never been here."""
        context = self.browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, locale="en-GB")
        return context.new_page()

    def rescue(self) -> None:
        """The phone breaks: another one scans the code off the host's page, and has all that the old one had."""
        broken, cards = self.phone, self.phone.cards()
        page = self.fresh_page()
        page.goto(self.scan_ticket())
        self.phone = Phone(page, broken.name, broken.seat)
        self.phone.wait_live()
        assert "key" not in page.url and page.url.endswith(f"/p/{self.host.code}")
        assert self.phone.cards() == cards
        expect(broken.page.locator("h1")).to_have_text(ELSEWHERE, timeout=15_000)
        expect(self.host.page.locator("#ticket")).to_be_hidden()
        expect(self.host.page.locator("#ledger-lines")).to_contain_text("now plays on another phone")

    def scan_ticket(self) -> str:
        """What a camera reads off the host's screen, once the host has asked for a code."""
        host, seat = self.host.page, self.phone.seat
        button = host.locator(f"#ticket-{seat}")
        if not button.is_visible():
            host.locator(f"#seat-more-{seat} > summary").click()
        button.click()
        expect(host.locator("#ticket svg")).to_be_visible()
        picture = Image.open(io.BytesIO(host.screenshot()))
        (found,) = [code.text for code in zxingcpp.read_barcodes(picture)]
        assert re.fullmatch(rf"http://[^/]+/seat/{self.host.code}#key=[\w-]+", found)
        return str(found)

    def propose(self, count: int) -> None:
        """So many of the others nominate a hand of their own three cards."""
        for number, visitor in enumerate(self.others[:count], 1):
            cards = cards_of(visitor.get(f"/p/{self.host.code}").text)
            assert visitor.send("ProposeHand", round=1, cards=cards, invited=[])["ok"]
            expect(self.board.page.locator(".announcement")).to_have_count(number)


@pytest.fixture
def evening(console: RunningConsole, browser: Browser) -> Evening:
    host = HostPage.open_event(browser, console.host_link, "Rescue")
    host.page.locator("#set-rounds").fill("2")
    host.page.locator("#settings-send").click()
    expect(host.page.locator("#settings-send")).to_be_enabled()
    board = Board.open(browser, f"{console.url}/board/{host.code}")
    phone = Phone.join(browser, f"{console.url}/j/{host.code}", "An")
    evening = Evening(console, browser, host, board, phone)
    for number in range(1, OTHERS + 1):
        visitor = Visitor(console.url)
        visitor.join(host.code, f"Other {number}")
        evening.others.append(visitor.connect(host.code, "phone"))
    return evening


def leave(evening: Evening) -> None:
    for visitor in evening.others:
        visitor.leave()


@pytest.mark.pitfall("massivedecks 186")
def test_a_broken_phone_is_replaced_in_every_phase(evening: Evening) -> None:
    host, board = evening.host, evening.board
    evening.rescue()
    expect(evening.phone.page.locator("#bytes")).to_have_attribute("data-digest", re.compile("^[0-9a-f]{64}$"))

    host.next()
    host.page.locator("#ask [value=yes]").click()
    board.phase("nominating")
    evening.rescue()
    evening.propose(3)
    host.next()

    board.phase("voting")
    evening.rescue()
    evening.phone.back("B")
    host.next()

    board.phase("matched")
    host.next()
    board.phase("hands_up")
    evening.rescue()
    for phase in ("hands_up", "first_neutral", "second_neutral", "winner"):
        board.phase(phase)
        host.next()
    board.phase("nominating")
    host.next()
    board.phase("no_showdown")
    host.next()
    board.phase("final")
    evening.rescue()
    host.show_all(board)
    leave(evening)


@pytest.mark.pitfall("beatify 1718")
def test_of_two_windows_of_one_phone_the_older_stands_aside_and_can_be_asked_for(evening: Evening) -> None:
    first = evening.phone.page
    second = first.context.new_page()
    loads: list[str] = []
    for page in (first, second):
        page.on("framenavigated", lambda frame: loads.append(frame.url))
    second.goto(f"{evening.console.url}/p/{evening.host.code}")
    expect(first.locator("#aside")).to_be_visible()
    expect(second.locator("#aside")).to_be_hidden()
    first.locator("#aside button").click()
    expect(second.locator("#aside")).to_be_visible()
    expect(first.locator("#aside")).to_be_hidden()
    evening.host.page.locator(f"#seat-more-{evening.phone.seat} > summary").click()
    evening.host.page.locator(f"#rename-name-{evening.phone.seat}").fill("Anh")
    evening.host.page.locator(f"#rename-send-{evening.phone.seat}").click()
    expect(first.locator("h1 bdi")).to_have_text("Anh")
    first.wait_for_timeout(2500)
    expect(second.locator("#aside")).to_be_visible()
    expect(second.locator("h1 bdi")).to_have_text("An")
    assert len(loads) == 1
    leave(evening)


def test_who_types_a_name_that_is_taken_may_be_that_one_by_the_hosts_word(evening: Evening) -> None:
    page, old = evening.fresh_page(), evening.phone
    page.goto(f"{evening.console.url}/j/{evening.host.code}")
    page.locator("input[name=name]").fill("an")
    page.locator("form:has(input[name=name]) button[type=submit]").click()
    page.get_by_role("button", name="I am An").click()
    expect(page.locator("#claim")).to_contain_text("Wait here")
    evening.host.page.get_by_role("button", name="Yes, let it in").click()
    expect(page.locator("#bytes")).to_have_attribute("data-seat", str(old.seat), timeout=15_000)
    expect(old.page.locator("h1")).to_have_text(ELSEWHERE, timeout=15_000)
    expect(evening.host.page.locator("#claims")).to_have_count(0)
    leave(evening)


@pytest.mark.pitfall("townsquare 61")
def test_the_host_sees_who_is_missing_and_waits_or_lets_bots_play(evening: Evening) -> None:
    host, page = evening.host, evening.host.page
    expect(page.locator("#ready")).to_be_visible()
    host.next()
    page.locator("#ask [value=yes]").click()
    evening.board.phase("nominating")
    expect(page.locator("#ready")).to_have_count(0)
    for visitor in evening.others[:2]:
        visitor.leave()
    expect(page.locator("#missing")).to_contain_text("Other 1", timeout=15_000)
    ends = int(page.locator("#clock-now").get_attribute("data-ends") or 0)
    page.locator("#wait").click()
    expect(page.locator("#clock-now")).to_have_attribute("data-ends", str(ends + 20_000))
    page.locator("#bots-play").click()
    page.locator("#ask [value=yes]").click()
    expect(page.locator("#missing")).to_have_count(0)
    expect(page.locator(".seat-line .state.bot")).to_have_count(2)
    leave(evening)
