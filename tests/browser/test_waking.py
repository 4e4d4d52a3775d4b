"""A phone that sleeps through what happens, at a real console: it has caught up soon after it is looked at again."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import Phone
from tests.conftest import RunningConsole
from tests.web.visitors import Visitor

WITHIN = 3_000
"""Milliseconds after waking."""


def set_lifecycle(page: Page, state: str) -> None:
    """What a phone does to a page when it is locked ("frozen") and unlocked ("active")."""
    page.context.new_cdp_session(page).send("Page.setWebLifecycleState", {"state": state})


@pytest.mark.pitfall("cuttle 414", "helix 2472")
def test_a_phone_that_slept_through_the_deal_shows_its_cards_within_3_s_untouched(
    console: RunningConsole, browser: Browser
) -> None:
    host = Visitor(console.url)
    host.log_in(console.host_key)
    code = host.open_room()
    host.connect(code, "host")
    phone = Phone.join(browser, f"{console.url}/j/{code}", "An")
    others = [Visitor(console.url) for _ in range(9)]
    for number, visitor in enumerate(others, 1):
        visitor.join(code, f"Other {number}")
    set_lifecycle(phone.page, "frozen")
    assert host.send("CallDeal")["ok"]
    host.socket.sleep(4)  # the phones that sleep are not waited for any longer
    assert host.send("ShiftClock", milliseconds=60_000)["ok"]
    set_lifecycle(phone.page, "active")
    expect(phone.page.locator(".own-card[id^=look-]")).to_have_count(3, timeout=WITHIN)
    phone.wait_live()
    assert len(phone.cards()) == 3
    for visitor in (host, *others):
        visitor.leave()
