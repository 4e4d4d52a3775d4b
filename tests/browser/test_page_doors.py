"""Around a live screen: the host's key is used once and hidden, plain forms are sent once, the screen is filled."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.stage import ROOT, Stage

KEY = "3q2-7w_Zk"


def test_the_hosts_key_is_posted_once_and_leaves_the_address_and_the_history(
    page: Page, stage: Stage, errors: list[str]
) -> None:
    seen: list[str] = []
    page.on("framenavigated", lambda frame: seen.append(frame.url))
    page.goto(f"{stage.url}/pages/login.html#key={KEY}")
    expect(page.locator("h1")).to_have_text("console")
    assert page.url == f"{stage.url}/host"
    assert stage.posts == [("/host/key", {"key": KEY})]
    page.go_back()
    assert KEY not in page.url
    assert [url for url in seen[1:] if KEY in url] == []


def test_a_key_that_is_refused_says_so_and_is_hidden_all_the_same(page: Page, stage: Stage, errors: list[str]) -> None:
    stage.post_status = 403
    page.goto(f"{stage.url}/pages/login.html#key={KEY}")
    expect(page.locator("#login")).to_have_attribute("data-state", "refused")
    assert page.url == f"{stage.url}/pages/login.html"
    assert all("403" in error for error in errors)
    errors.clear()


def test_a_console_that_does_not_answer_is_told_apart_from_a_wrong_key(
    page: Page, stage: Stage, errors: list[str]
) -> None:
    page.route("**/host/key", lambda route: route.abort())
    page.goto(f"{stage.url}/pages/login.html#key={KEY}")
    expect(page.locator("#login")).to_have_attribute("data-state", "lost")
    errors.clear()


def test_a_host_link_that_is_opened_in_the_open_page_works_too(page: Page, stage: Stage, errors: list[str]) -> None:
    page.goto(f"{stage.url}/pages/login.html")
    page.wait_for_timeout(200)
    assert stage.posts == []
    page.evaluate(f"location.hash = 'key={KEY}'")
    expect(page.locator("h1")).to_have_text("console")
    assert stage.posts == [("/host/key", {"key": KEY})]


def test_a_form_is_sent_once_however_often_it_is_tapped(page: Page, stage: Stage, errors: list[str]) -> None:
    page.goto(f"{stage.url}/pages/join.html")
    page.locator("form").evaluate(
        "form => { form.requestSubmit(); form.requestSubmit(); document.querySelector('button').click(); }"
    )
    expect(page.locator("h1")).to_have_text("joined")
    assert stage.posts == [("/joined", {"name": "Ana"})]


def test_a_form_that_comes_back_with_the_back_button_can_be_sent_again(
    page: Page, stage: Stage, errors: list[str]
) -> None:
    page.goto(f"{stage.url}/pages/join.html")
    page.locator("form").evaluate("form => form.addEventListener('submit', (event) => event.preventDefault())")
    page.click("button")
    expect(page.locator("button")).to_have_class("busy")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(page.locator("button")).not_to_have_class("busy")
    page.click("button")
    expect(page.locator("button")).to_have_class("busy")


def test_the_full_screen_button_fills_the_screen_and_gives_it_back(live: Page, stage: Stage) -> None:
    stage.show('<button id="full" type="button" data-fullscreen>Full screen</button>')
    for filled in (True, False):
        live.click("#full")
        live.wait_for_timeout(300)
        assert live.evaluate("document.fullscreenElement !== null") is filled


@pytest.mark.parametrize("later", [False, True])
def test_the_full_screen_button_hides_where_there_is_no_such_thing(
    page: Page, stage: Stage, errors: list[str], later: bool
) -> None:
    page.add_init_script("delete Element.prototype.requestFullscreen; delete Element.prototype.webkitRequestFullscreen")
    button = '<button id="full" type="button" data-fullscreen>Full screen</button>'
    stage.html = "" if later else button
    page.goto(f"{stage.url}/pages/live.html")
    expect(page.locator("#link")).to_have_attribute("data-state", "live")
    stage.show(button + "<p id='news'>news</p>")
    expect(page.locator("#news")).to_be_visible()
    expect(page.locator("#full")).to_be_hidden()


def test_a_host_link_opened_by_a_host_who_is_in_already_leaves_the_address_too(
    page: Page, stage: Stage, errors: list[str]
) -> None:
    stage.post_status = 403
    page.goto(f"{stage.url}/pages/console.html#key={KEY}")
    expect(page).to_have_url(f"{stage.url}/pages/console.html")
    expect(page.locator("h1")).to_have_text("open already")
    assert all("403" in error for error in errors)
    errors.clear()


def test_a_live_page_asks_for_all_of_its_modules_at_once() -> None:
    def imports(name: str) -> set[str]:
        source = (ROOT / "static" / "js" / f"{name}.js").read_text(encoding="utf-8")
        found = set(re.findall(r"from '/static/js/(\w+)\.js'", source))
        return found.union(*map(imports, found))

    listed = re.search(r"for name in \((.+?)\)", (ROOT / "templates" / "_live.html").read_text(encoding="utf-8"))
    assert listed
    assert sorted(re.findall(r"\w+", listed[1])) == sorted(imports("main"))
