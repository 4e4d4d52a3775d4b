"""Buttons that could mean two things do what the person in front of them is about to do."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.people import LONG_NAMES, HostPage, Phone, command
from tests.conftest import RunningConsole
from tests.web.visitors import Visitor, cards_of

PRIZE = "Dinner for two"
FEWEST = 10


def test_the_deal_keeps_what_the_host_has_typed_and_the_thumb_follows_what_is_chosen(
    console: RunningConsole, browser: Browser
) -> None:
    host = HostPage.open_event(browser, console.host_link, "Friday")
    phone = Phone.join(browser, f"{console.url}/j/{host.code}", LONG_NAMES[0])
    others = [Visitor(console.url) for _ in range(FEWEST - 1)]
    for visitor, name in zip(others, LONG_NAMES[1:], strict=False):
        visitor.join(host.code, name)
    host.page.locator("#set-prize").fill(PRIZE)
    host.next()
    host.page.locator("#ask button[value=yes]").click()
    thumb = phone.page.locator(".thumb button:visible")
    expect(thumb).to_have_text(re.compile("Choose a card"), timeout=15_000)
    assert host.export_json()["settings"]["prize"] == PRIZE
    ask(others[0].connect(host.code, "phone"), phone, cards=2)
    the_thumb_follows(phone, thumb_of(phone.page))


def ask(other: Visitor, phone: Phone, cards: int) -> None:
    """Somebody starts a hand with so many cards and asks this phone to join."""
    own = cards_of(other.get(f"/p/{other.code}").text)
    assert other.send("ProposeHand", round=1, cards=own[:cards], invited=[phone.seat])["ok"]
    expect(phone.page.locator("section.asked")).to_be_visible()


def thumb_of(page: Page) -> tuple[str, str]:
    """What the button at the thumb would send: its command's type and its words."""
    button = page.locator(".thumb button:visible")
    expect(button).to_have_count(1)
    sent = button.get_attribute("data-command") or ""
    return re.findall(r'"type": "(\w+)"', sent)[0], button.inner_text()


def the_thumb_follows(phone: Phone, before: tuple[str, str]) -> None:
    """It joins with what fits; with more cards, or with people ticked to be asked, it starts a hand (T4)."""
    page = phone.page
    assert before[0] == "PledgeCards"
    cards = page.locator("input[name=cards]")
    cards.nth(1).check(force=True)
    assert thumb_of(page) == ("PledgeCards", f"Join {LONG_NAMES[1]} with the chosen cards")
    cards.nth(2).check(force=True)
    assert thumb_of(page)[0] == "ProposeHand"
    cards.nth(2).uncheck(force=True)
    page.locator("#start-ask > summary").click()
    page.locator(f"#ask-{phone.seat + 2}").check()
    assert thumb_of(page) == ("ProposeHand", "Start a hand with the chosen cards")
    page.locator(f".thumb button{command('ProposeHand')}").click()
    expect(page.locator("section.hand .hint")).to_have_text(re.compile(LONG_NAMES[2]))
