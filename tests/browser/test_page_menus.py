"""A menu of the host's page goes away when it has served."""

from playwright.sync_api import Page, expect

from tests.browser.stage import Stage

MENU = """<details class="menu" id="more"><summary>More</summary><input id="inside"></details><h1>Round 1</h1>"""


def test_a_menu_closes_by_a_press_beside_it_and_not_by_one_in_it(live: Page, stage: Stage) -> None:
    stage.show(MENU)
    menu = live.locator("#more")
    live.click("summary")
    live.click("#inside")
    expect(menu).to_have_attribute("open", "")
    live.click("h1")
    expect(menu).not_to_have_attribute("open", "")


def test_escape_closes_a_menu_and_the_keyboard_goes_on_from_its_name(live: Page, stage: Stage) -> None:
    stage.show(MENU)
    live.locator("summary").press("Enter")
    live.focus("#inside")
    live.keyboard.press("Escape")
    expect(live.locator("#more")).not_to_have_attribute("open", "")
    expect(live.locator("summary")).to_be_focused()
