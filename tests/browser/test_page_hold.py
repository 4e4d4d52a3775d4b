"""Cards are up only while a thumb, the mouse or a key is on them."""

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.stage import Stage

CARDS = """
<button id="look-1" type="button" class="own-card" data-hold><span>As</span></button>
<button id="look-2" type="button" class="own-card" data-hold><span>Td</span></button>
"""


@pytest.fixture
def card(live: Page, stage: Stage) -> Locator:
    stage.show(CARDS)
    card = live.locator("#look-1")
    expect(card).to_be_visible()
    return card


def press_mouse(page: Page, card: Locator) -> None:
    """Put the mouse down on a card, and leave it there."""
    box = card.bounding_box()
    assert box
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()


def assert_up(card: Locator) -> None:
    expect(card).to_have_class("own-card up")


def assert_down(card: Locator) -> None:
    expect(card).to_have_class("own-card")


def test_a_card_is_up_while_the_mouse_is_down_even_when_it_slides_off(live: Page, card: Locator) -> None:
    press_mouse(live, card)
    assert_up(card)
    live.mouse.move(600, 500)
    assert_up(card)
    live.mouse.up()
    assert_down(card)


def test_a_card_is_up_while_a_key_is_down(live: Page, card: Locator) -> None:
    card.focus()
    for key in ("Space", "Enter"):
        live.keyboard.down(key)
        assert_up(card)
        live.keyboard.up(key)
        assert_down(card)


FACES = """<button id="look" type="button" class="own-card" data-hold><span class="under">-</span>
  <span class="over"><svg role="img" aria-label="ace of spades"></svg><svg role="img" aria-label="2 of hearts"></svg>
  <b class="made">high card, ace</b></span></button>"""


def test_a_screen_reader_is_told_what_is_looked_at_and_only_then(live: Page, stage: Stage) -> None:
    stage.show(FACES)
    card, told = live.locator("#look"), live.locator("#held")
    expect(card).to_be_visible()
    expect(told).to_be_empty()
    card.press("Enter")
    expect(told).to_have_text("ace of spades, 2 of hearts, high card, ace")
    expect(told).to_be_empty()
    card.evaluate("card => card.click()")  # as a screen reader presses, without a finger or a key
    expect(told).to_have_text("ace of spades, 2 of hearts, high card, ace")
    expect(card).to_have_class("own-card")
    expect(told).to_be_empty()


def test_a_card_is_up_while_a_thumb_is_on_it_and_two_thumbs_hold_two(browser: Browser, stage: Stage) -> None:
    stage.html = CARDS
    context = browser.new_context(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"{stage.url}/pages/live.html")
    one, two = page.locator("#look-1"), page.locator("#look-2")
    expect(page.locator("#link")).to_have_attribute("data-state", "live")
    touch = context.new_cdp_session(page)
    thumbs = [{"x": 40, "y": 40, "id": 1}, {"x": 40, "y": 250, "id": 2}]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": thumbs[:1]})
    assert_up(one)
    assert_down(two)
    page.wait_for_timeout(700)  # a long press opens no menu and takes nothing away
    assert_up(one)
    touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": 40, "y": 120, "id": 1}]})
    assert_up(one)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": thumbs})
    assert_up(two)
    for end in ("touchEnd", "touchCancel"):
        touch.send("Input.dispatchTouchEvent", {"type": end, "touchPoints": []})
        assert_down(one)
        assert_down(two)
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": thumbs[:1]})
        assert_up(one)
    context.close()


@pytest.mark.parametrize(
    "what",
    [
        "window.dispatchEvent(new Event('blur'))",
        "document.dispatchEvent(new Event('visibilitychange'))",
        "window.dispatchEvent(new PageTransitionEvent('pagehide'))",
        "window.dispatchEvent(new PointerEvent('pointercancel', { pointerId: 1 }))",
    ],
)
def test_a_card_falls_when_the_page_is_left_or_the_touch_taken_away(live: Page, card: Locator, what: str) -> None:
    press_mouse(live, card)
    assert_up(card)
    live.evaluate(what)
    assert_down(card)


def test_a_card_that_is_held_by_a_key_falls_when_the_focus_goes(live: Page, card: Locator) -> None:
    card.focus()
    live.keyboard.down("Space")
    assert_up(card)
    live.locator("#look-2").focus()
    assert_down(card)


def test_an_update_keeps_what_is_held_and_drops_what_is_gone(live: Page, stage: Stage, card: Locator) -> None:
    press_mouse(live, card)
    stage.show(CARDS + "<p id='news'>news</p>")
    expect(live.locator("#news")).to_be_visible()
    assert_up(card)
    stage.show("<p id='news'>taken back</p>")
    expect(card).to_have_count(0)
    stage.show(CARDS)
    assert_down(card)
    live.mouse.up()
    assert_down(card)


def test_holding_opens_no_menu_and_selects_and_drags_nothing(live: Page, card: Locator) -> None:
    for kind in ("contextmenu", "selectstart", "dragstart", "touchstart"):
        script = f"card => card.dispatchEvent(new Event('{kind}', {{ bubbles: true, cancelable: true }}))"
        assert card.evaluate(script) is False
        assert live.locator("#link").evaluate(script) is True


def test_the_right_button_of_the_mouse_lifts_no_card(live: Page, card: Locator) -> None:
    box = card.bounding_box()
    assert box
    live.mouse.move(box["x"] + 20, box["y"] + 20)
    live.mouse.down(button="right")
    assert_down(card)
    live.mouse.up(button="right")
