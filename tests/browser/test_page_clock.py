"""Countdowns run by the server's clock, whatever the device's own says."""

import math
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.stage import Stage, wall

QUARTER = 15 * 60_000


def read_clock(page: Page, selector: str = "#clock") -> int:
    """The seconds that a countdown shows."""
    text = page.locator(selector).inner_text()
    found = re.fullmatch(r"(\d+):(\d\d)", text)
    assert found, text
    return int(found[1]) * 60 + int(found[2])


def open_with_clock_off(page: Page, stage: Stage, milliseconds: int) -> None:
    """Open the page on a device whose clock is wrong by so much."""
    page.add_init_script(f"const right = Date.now; Date.now = () => right() + {milliseconds};")
    page.goto(f"{stage.url}/pages/live.html")


def assert_shows(page: Page, ends: int) -> None:
    """The countdown agrees within a second with what the server would write: the seconds that have begun."""
    expect(page.locator("#clock")).not_to_be_empty()
    page.wait_for_timeout(300)
    before = wall()
    shown = read_clock(page)
    after = wall()
    assert math.ceil((ends - after) / 1000) - 1 <= shown <= math.ceil((ends - before) / 1000) + 1


@pytest.mark.pitfall("parabol 13353", "BigBlueButton 25311")
@pytest.mark.parametrize("off", [-QUARTER, QUARTER])
def test_a_clock_15_minutes_off_shows_the_servers_time_also_after_a_minute_more_and_a_pause(
    page: Page, stage: Stage, errors: list[str], off: int
) -> None:
    ends = wall() + 372_000
    stage.html = f'<time id="clock" data-ends="{ends}"></time>'
    open_with_clock_off(page, stage, off)
    assert_shows(page, ends)

    stage.show(f'<time id="clock" data-ends="{ends + 60_000}"></time><i id="more"></i>')
    expect(page.locator("#more")).to_be_attached()
    assert_shows(page, ends + 60_000)

    stage.show('<time id="clock" data-left="200500"></time>')
    expect(page.locator("#clock")).to_have_text("3:21")
    page.wait_for_timeout(1500)
    expect(page.locator("#clock")).to_have_text("3:21")

    stage.show(f'<time id="clock" data-ends="{wall() + 200_500}"></time><i id="on"></i>')
    expect(page.locator("#on")).to_be_attached()
    assert_shows(page, wall() + 200_500)


def test_a_device_clock_that_is_set_while_the_page_runs_is_noticed(live: Page, stage: Stage) -> None:
    ends = wall() + 372_000
    stage.show(f'<time id="clock" data-ends="{ends}"></time>')
    assert_shows(live, ends)
    live.evaluate(f"{{ const right = Date.now; Date.now = () => right() + {QUARTER}; }}")
    live.wait_for_timeout(1000)
    assert_shows(live, ends)


def test_a_countdown_runs_down_to_nothing_and_turns_low_on_the_way(live: Page, stage: Stage) -> None:
    stage.show(f'<time id="clock" class="clock" data-low="3" data-ends="{wall() + 4500}"></time>')
    expect(live.locator("#clock")).to_have_class("clock")
    expect(live.locator("#clock")).to_have_class("clock low")
    assert read_clock(live) <= 3
    expect(live.locator("#clock")).to_have_text("0:00")
    live.wait_for_timeout(1200)
    expect(live.locator("#clock")).to_have_text("0:00")


def test_no_countdown_is_shown_by_a_clock_that_was_not_compared_yet(
    page: Page, stage: Stage, errors: list[str]
) -> None:
    stage.answers_sync = False
    stage.html = f'<time id="clock" data-ends="{wall() + 60_000}"></time><time id="left" data-left="5000"></time>'
    open_with_clock_off(page, stage, QUARTER)
    expect(page.locator("#left")).to_have_text("0:05")
    page.wait_for_timeout(500)
    expect(page.locator("#clock")).to_be_empty()


@pytest.mark.parametrize(
    ("ago", "text"), [(40_000, r"4\d sec"), (3 * 60_000 + 5_000, "3 min"), (2 * 3_600_000 + 5_000, "2 hr")]
)
def test_how_long_ago_something_was_stands_in_the_pages_language(live: Page, stage: Stage, ago: int, text: str) -> None:
    stage.show(f'<span id="since" data-since="{wall() - ago}"></span>')
    expect(live.locator("#since")).to_have_text(re.compile(f"^{text}$"))
