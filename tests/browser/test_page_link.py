"""The page keeps its connection, says how it stands, and catches up whenever it is seen again."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.stage import Stage

SEE_AGAIN = "document.dispatchEvent(new Event('visibilitychange'))"
HIDE = "Object.defineProperty(document, 'hidden', { value: true, configurable: true })"
SHOW = "Object.defineProperty(document, 'hidden', { value: false, configurable: true })"


def test_the_connection_stands_in_words(live: Page, stage: Stage) -> None:
    expect(live.get_by_text("connected", exact=True)).to_be_visible()
    stage.refuses = True
    stage.turn_away()
    expect(live.get_by_text("no connection")).to_be_visible()
    stage.refuses = False
    expect(live.get_by_text("connected", exact=True)).to_be_visible()


def test_a_page_that_connects_too_often_comes_back_by_itself_once_it_may(
    live: Page, stage: Stage, errors: list[str]
) -> None:
    stage.opens_lines = False
    stage.cut()
    expect(live.get_by_text("no connection")).to_be_visible()
    while len(errors) < 2:  # by either way
        live.wait_for_timeout(50)
    stage.opens_lines = True
    expect(live.get_by_text("connected", exact=True)).to_be_visible()
    assert len(stage.connections) == 2
    assert all("429" in error or "WebSocket" in error for error in errors)
    errors.clear()


def test_a_cut_line_is_joined_again_and_brings_the_whole_fragment(live: Page, stage: Stage) -> None:
    stage.number, stage.html = 9, "<p id='dealt'>three cards</p>"  # not pushed: the phone was away
    stage.cut()
    expect(live.locator("#dealt")).to_be_visible()
    assert len(stage.connections) == 2


@pytest.mark.pitfall("cuttle 414", "helix 2472")
def test_a_page_that_is_seen_again_asks_and_gets_what_it_missed_within_3_s(live: Page, stage: Stage) -> None:
    stage.number, stage.html = 9, "<p id='dealt'>three cards</p>"
    live.evaluate(SEE_AGAIN)
    expect(live.locator("#dealt")).to_be_visible(timeout=3000)
    assert stage.probes == [1]
    assert len(stage.connections) == 1


def test_what_got_lost_on_the_way_is_asked_for_within_half_a_minute(page: Page, stage: Stage) -> None:
    page.clock.install()
    page.goto(f"{stage.url}/pages/live.html")
    expect(page.get_by_text("connected", exact=True)).to_be_visible()
    stage.pushes_on_connect = False
    stage.number, stage.html = 9, "<p id='dealt'>three cards</p>"
    page.evaluate(HIDE)
    page.clock.fast_forward(20_000)
    assert stage.probes == []
    page.evaluate(SHOW)
    page.clock.fast_forward(20_000)
    expect(page.locator("#dealt")).to_be_visible()
    assert stage.probes == [1]


@pytest.mark.pitfall("cuttle 414", "helix 2472")
def test_a_connection_that_only_looks_open_is_replaced_within_3_s(live: Page, stage: Stage) -> None:
    stage.answers_probes = False
    stage.number, stage.html = 9, "<p id='dealt'>three cards</p>"
    live.evaluate(SEE_AGAIN)
    expect(live.get_by_text("catching up")).to_be_visible()
    expect(live.locator("#dealt")).to_be_visible(timeout=3000)
    expect(live.get_by_text("connected", exact=True)).to_be_visible()
    assert len(stage.connections) == 2


def test_the_server_hears_when_the_page_sleeps_and_wakes(live: Page, stage: Stage) -> None:
    for script, asleep in ((HIDE, [False, True]), (SHOW, [False, True, False])):
        live.evaluate(f"{script}; {SEE_AGAIN}")
        while len(stage.presence) < len(asleep):
            live.wait_for_timeout(20)
        assert stage.presence == asleep


def test_a_page_that_is_gone_is_loaded_anew_and_not_in_a_frenzy(live: Page, stage: Stage) -> None:
    stage.tell_gone()
    with live.expect_navigation(timeout=4000):
        pass
    expect(live.locator("#link")).to_have_attribute("data-state", "live")
    assert len(stage.connections) == 2


@pytest.mark.pitfall("crosswithfriends 552")
def test_polling_carries_the_page_where_a_proxy_lets_no_websocket_through(
    page: Page, stage: Stage, errors: list[str]
) -> None:
    stage.websocket_works = False
    stage.html = "<p id='here'>here</p>"
    page.goto(f"{stage.url}/pages/live.html")
    expect(page.locator("#here")).to_be_visible()
    stage.show("<p id='there'>there</p>")
    expect(page.locator("#there")).to_be_visible()
    page.click("#outside")
    expect(page.locator("#say")).to_have_text("Counted, no. 1")
    assert all("WebSocket" in error for error in errors)
    errors.clear()


def test_a_server_that_offers_no_polling_is_reached_by_websocket(page: Page, stage: Stage, errors: list[str]) -> None:
    page.route("**/socket.io/*transport=polling*", lambda route: route.abort())
    page.goto(f"{stage.url}/pages/live.html")
    expect(page.locator("#link")).to_have_attribute("data-state", "live")
    stage.cut()
    expect(page.locator("#link")).to_have_attribute("data-state", "lost")
    expect(page.locator("#link")).to_have_attribute("data-state", "live")
    errors.clear()
