"""One person rehearses a whole evening: twelve bots, one phone, and two devices that host and press at once."""

import csv
import io
import re
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.browser.people import HOST, SETTLING, Board, HostPage, Phone
from tests.browser.recount import recount
from tests.conftest import RunningConsole

APART = 20
"""Milliseconds from one device's press to the other's; people who press at once are no closer."""
SOON = 300
"""Milliseconds until both presses, which are agreed beforehand."""
ROUNDS = 2
STEPS = 7
"""The lock, the close of the vote, four of the showdown, and on to the next round or the end."""


def test_T1_to_T13_one_person_and_12_bots_come_from_two_host_devices_to_exported_scores(
    console: RunningConsole, browser: Browser
) -> None:
    host = HostPage.open_event(browser, console.host_link, "Rehearsal")
    host.page.locator("#set-rounds").fill(str(ROUNDS))
    host.page.locator("#settings-send").click()
    expect(host.page.locator("#settings-send")).to_be_enabled()
    second = cohost(browser, host, console.url)
    phone = Phone.join(browser, f"{console.url}/j/{host.code}", "An")
    fill_with_bots(host.page)
    board = Board.open(browser, f"{console.url}/board/{host.code}")

    press_at_once("lobby", host.page, second)
    for _ in range(ROUNDS):
        board.phase("nominating")
        if phone.page.locator("input[name=cards]").count() == 3:
            phone.propose(3)
        expect(board.page.locator(".announcement").nth(2)).to_be_visible(timeout=60_000)
        press_at_once("nominating", host.page, second)
        board.phase("voting")
        phone.page.locator(".ballot").first.click()
        expect(second.locator(".seat-marks .badge.up")).to_have_count(13, timeout=60_000)
        press_at_once("voting", host.page, second)
        for step in ("matched", "hands_up", "first_neutral", "second_neutral", "winner"):
            board.phase(step)
            press_at_once(step, host.page, second)
    board.phase("final")
    host.show_all(board)

    export = host.export_json()
    assert steps_taken_twice(export) == []
    totals = recount(export).totals(range(1, 14))
    assert board.final_totals() == host.totals() == totals
    assert phone.points() == totals[phone.seat]
    table = list(csv.DictReader(io.StringIO(host.export("csv").decode("utf-8-sig").split("\r\n\r\n")[0])))
    assert {int(line["Seat"]): int(line["Total"].lstrip("'")) for line in table} == totals


def cohost(browser: Browser, host: HostPage, url: str) -> Page:
    """A second device, by a co-host's link that the first one makes."""
    rooms = host.page.context.new_page()
    rooms.goto(f"{url}/host")
    rooms.locator("#label").fill("Lan")
    rooms.locator("form[action='/host/cohosts'] button").click()
    link = re.search(r"#key=[\w-]+", rooms.content())
    assert link
    rooms.close()
    page = browser.new_context(viewport=HOST, locale="en-GB").new_page()
    page.goto(f"{url}/host{link[0]}")
    expect(page.locator("form[action='/host/open']")).to_be_visible()
    page.goto(f"{url}/host/{host.code}")
    expect(page.locator("#link")).to_have_attribute("data-state", "live")
    return page


def fill_with_bots(page: Page) -> None:
    """Loyal and greedy ones, ten times as fast as people, in every free seat."""
    page.locator("#bots-how > summary").click()
    page.locator("#bots-loyal").check()
    page.locator("#bots-pace").select_option("tenfold")
    page.locator("#bots-send").click()
    expect(page.locator("#bots-how > summary")).to_have_text(re.compile("loyal, greedy · ten times as fast"))
    page.locator("#bots").click()
    expect(page.locator(".seat-line .state.bot")).to_have_count(12)


def press_at_once(phase: str, *devices: Page) -> None:
    """All devices show the same next step of this phase, and press it within a moment; then all show the same other."""
    for page in devices:
        expect(page.locator(f".host.phase-{phase}")).to_be_visible(timeout=15_000)
    shown = next_step(devices[0])
    settle(lambda: [next_step(page) for page in devices], lambda found: set(found) == {shown})
    devices[0].wait_for_timeout(SETTLING)
    at = int(time.time() * 1000) + SOON
    for number, page in enumerate(devices):
        press = "(at) => void setTimeout(() => document.getElementById('next').click(), at - Date.now())"
        page.evaluate(press, at + number * APART)
    devices[0].wait_for_timeout(SOON + APART * len(devices))
    settle(lambda: [next_step(page) for page in devices], lambda found: len(set(found)) == 1 and shown not in found)


def next_step(page: Page) -> str:
    """What the gold button would send, "" while there is none."""
    return str(page.evaluate("() => document.getElementById('next')?.dataset.command ?? ''"))


def settle(read: Callable[[], list[str]], holds: Callable[[list[str]], bool], seconds: float = 15) -> None:
    """Wait until what is read is as it should be."""
    deadline = time.monotonic() + seconds
    while not holds(found := read()) or "" in found:
        assert time.monotonic() < deadline, found
        time.sleep(0.05)


def steps_taken_twice(export: dict[str, Any]) -> list[str]:
    """Steps of the event, each of one phase of one round, that stand in the log more than once."""
    commands = [row["content"]["command"] for row in export["log"]]
    steps = Counter(str(one) for one in commands if one["type"] in ("LockNominations", "CloseVote", "Next"))
    assert len(steps) == ROUNDS * STEPS
    return [step for step, count in steps.items() if count > 1]
