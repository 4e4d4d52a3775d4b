"""The laptop dies for good: its backup goes on at another address, and thirteen phones come back in."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.people import LONG_NAMES, Board, HostPage, Phone
from tests.browser.recount import recount
from tests.conftest import RunningConsole
from tests.web.visitors import Visitor, cards_of

ELSEWHERE = "127.0.0.2"
"""The other laptop's address: what cookies were kept for the first one mean nothing there."""

DOUBLE_TAP = 450
"""Milliseconds after which a press in the same place is another press."""


@pytest.fixture
def laptop(tmp_path: Path) -> Iterator[RunningConsole]:
    """The second laptop, with nothing on it yet."""
    laptop = RunningConsole(tmp_path / "other", options=("--restore", str(tmp_path / "backup.zip")))
    laptop.data.mkdir()
    yield laptop
    if laptop.process:
        laptop.stop()
        assert "Traceback" not in laptop.log(), laptop.log()


def test_T4_thirteen_phones_come_back_to_a_restored_event_with_one_approval_each(
    console: RunningConsole, laptop: RunningConsole, browser: Browser, tmp_path: Path
) -> None:
    host = HostPage.open_event(browser, console.host_link, "Two laptops")
    host.page.locator("#set-rounds").fill("1")
    host.page.locator("#settings-send").click()
    expect(host.page.locator("#settings-send")).to_be_enabled()
    code = host.code
    phone = Phone.join(browser, f"{console.url}/j/{code}", LONG_NAMES[0])
    others = [Visitor(console.url) for _ in LONG_NAMES[1:]]
    for name, visitor in zip(LONG_NAMES[1:], others, strict=True):
        visitor.join(code, name)
    host.next()
    expect(phone.page.locator("#start")).to_be_visible(timeout=15_000)
    cards = [phone.cards(), *(cards_of(visitor.get(f"/p/{code}").text) for visitor in others)]
    phone.propose(2, invited=[2])
    propose(others[1], code, cards[2])

    (tmp_path / "backup.zip").write_bytes(host.page.request.get(f"{console.url}/host/backup").body())
    console.kill()
    laptop.start()
    url = f"http://{ELSEWHERE}:{laptop.port}"

    host.page.goto(f"{url}/host#key={laptop.host_key}")
    expect(host.page.locator("form[action='/host/open']")).to_be_visible()
    host.page.goto(f"{url}/host/{code}")
    expect(host.page.locator("#hold, .now-hold")).to_be_visible()
    board = Board.open(browser, f"{url}/board/{code}")
    phone.page.goto(f"{url}/j/{code}")
    phone.page.get_by_role("button", name=f"I am {phone.name}").click()
    expect(phone.page.locator("#claim")).to_be_visible()
    back = [Visitor(url) for _ in others]
    for seat, visitor in enumerate(back, 2):
        visitor.get(f"/j/{code}")
        assert visitor.post(f"/j/{code}/claim", seat=str(seat)).status_code == 303
    let_in(host, len(LONG_NAMES))

    phone.wait_live()
    expect(phone.page.locator("section.hand")).to_have_count(1, timeout=15_000)
    assert phone.cards() == cards[0]
    for visitor, held in zip(back[2:], cards[3:], strict=True):
        assert cards_of(visitor.get(f"/p/{code}").text) == held
    host.next()
    joining = back[0].connect(code, "phone")
    assert joining.send("PledgeCards", hand=hand_of(phone), round=1, cards=cards[1][:1])["ok"]
    expect(board.page.locator(".announcement")).to_have_count(2)
    joining.leave()
    host.next()
    for step in ("matched", "hands_up", "first_neutral", "second_neutral", "winner"):
        board.phase(step)
        host.next()
    board.phase("final")
    host.show_all(board)
    counted = recount(host.export_json())
    assert board.final_totals() == counted.totals(range(1, 14))


def propose(visitor: Visitor, code: str, cards: list[str]) -> None:
    """A hand of all three cards of this seat."""
    visitor.connect(code, "phone")
    assert visitor.send("ProposeHand", round=1, cards=cards, invited=[])["ok"]
    visitor.leave()


def let_in(host: HostPage, count: int) -> None:
    """One press for each phone that says who it is."""
    answers = host.page.locator("[id^=claim-yes-]")
    for left in range(count, 0, -1):
        expect(answers).to_have_count(left, timeout=15_000)
        host.page.wait_for_timeout(DOUBLE_TAP)
        answers.first.click()
    expect(answers).to_have_count(0, timeout=15_000)


def hand_of(phone: Phone) -> str:
    return (phone.page.locator("section.hand").get_attribute("id") or "").removeprefix("hand-")
