"""What a board does by itself: it turns pages, calls the last minute, and remembers how it is looked at."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.stage import Stage, wall

PAGE_MS = 12_000
COUNTED = """
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    document.body.dataset.notes = Number(document.body.dataset.notes ?? 0) + 1;
    start.apply(this, when);
  };
"""
SWITCH = '<button type="button" id="sound" data-look="sounds">Sound</button>'


@pytest.fixture
def board(page: Page, stage: Stage, errors: list[str]) -> Iterator[Page]:
    """The live page, whose time the test can push on."""
    page.clock.install()
    page.add_init_script(COUNTED)
    page.goto(f"{stage.url}/pages/live.html")
    page.locator("#link[data-state=live]").wait_for(state="attached")
    yield page


def pages(news: str, clock: str = "") -> str:
    inside = "".join(f'<p id="{one}" data-page{" hidden" if one != "a" else ""}>{one}</p>' for one in "abc")
    return f'{clock}<div id="pages" data-pages="{news}">{inside}</div>'


def shown(board: Page) -> Locator:
    return board.locator("[data-page]:visible")


def clock(seconds: int) -> str:
    return f'<time id="clock" data-ends="{wall() + 1000 * seconds}" data-low="60" data-last="10"></time>'


def test_pages_take_turns_and_an_update_turns_none_of_them(board: Page, stage: Stage) -> None:
    stage.show(pages(""))
    for turn in ("a", "b", "c", "a"):
        expect(shown(board)).to_have_text(turn)
        stage.show(pages("") + f"<p id=number>{stage.number}</p>")
        expect(board.locator("#number")).to_have_text(str(stage.number - 1))
        assert shown(board).inner_text() == turn
        board.clock.fast_forward(PAGE_MS)


def test_news_brings_the_first_page_back_and_keeps_coming_between_the_others(board: Page, stage: Stage) -> None:
    stage.show(pages(""))
    expect(shown(board)).to_have_text("a")
    board.clock.fast_forward(PAGE_MS)
    expect(shown(board)).to_have_text("b")
    stage.show(pages("A"))
    for turn in ("a", "b", "a", "c", "a"):
        expect(shown(board)).to_have_text(turn)
        board.clock.fast_forward(PAGE_MS)


def test_in_the_last_minute_the_first_page_stays(board: Page, stage: Stage) -> None:
    stage.show(pages("", clock(80)))
    board.clock.fast_forward(PAGE_MS)
    expect(shown(board)).to_have_text("b")
    stage.show(pages("", clock(50)))
    expect(board.locator("#clock")).to_have_class("low")
    expect(shown(board)).to_have_text("a")


def test_the_last_minute_and_the_last_seconds_are_heard_only_where_sound_is_switched_on(
    board: Page, stage: Stage
) -> None:
    stage.show(SWITCH + clock(63))
    board.locator("#sound").click()
    board.locator("#sound").click()
    board.clock.fast_forward(5_000)
    expect(board.locator("#clock")).to_have_class("low")
    board.locator("#sound").click()
    expect(board.locator("body")).to_have_class("sounds")
    expect(board.locator("body")).not_to_have_attribute("data-notes", re.compile("."))
    board.clock.fast_forward(50_000)
    expect(board.locator("#clock")).to_have_class("low last")
    expect(board.locator("body")).to_have_attribute("data-notes", "3")


def test_what_was_switched_on_is_still_on_after_a_reload_and_says_that_it_waits_for_a_touch(
    board: Page, stage: Stage
) -> None:
    stage.show(SWITCH)
    board.locator("#sound").click()
    board.reload()
    expect(board.locator("#sound")).to_be_visible()
    expect(board.locator("body")).to_have_class("sounds unheard")
    board.locator("#sound").click()
    expect(board.locator("body")).to_have_class("")
