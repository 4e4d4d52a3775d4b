"""F2, F4: a device takes down what it is shown, so that it can hold it against the record afterwards."""

import json
from typing import Any

from playwright.sync_api import Page

from tests.browser.stage import Stage

FIRST, SECOND = "a1" * 32, "b2" * 32


def shown(commitment: str = FIRST, dealt: int = 0, head: str = "", cards: str = "", deal: int = 1) -> str:
    """The element by which the server tells the page what to take down."""
    own = f' data-seat="4" data-deal="{deal}" data-cards="{cards}"' if cards else ""
    return f'<i id="witness" hidden data-commitment="{commitment}" data-dealt="{dealt}" data-head="{head}"{own}></i>'


def taken_down(page: Page) -> Any:
    room = page.locator("body").get_attribute("data-room")
    text = page.evaluate("(key) => localStorage.getItem(key)", f"thirteen {room} seen")
    return json.loads(text) if text else None


def show(page: Page, stage: Stage, html: str) -> Any:
    """What is taken down once this is on the screen."""
    stage.show(html)
    page.locator(f"#screen[data-number='{stage.number}']").wait_for(state="attached")
    return taken_down(page)


def test_F2_the_commitment_is_early_if_it_was_shown_before_the_first_deal(live: Page, stage: Stage) -> None:
    assert show(live, stage, shown())["commitments"] == {FIRST: {"early": True, "deals": {}}}
    after = show(live, stage, shown(dealt=1))
    assert after["commitments"][FIRST]["early"]
    late = show(live, stage, shown(SECOND, dealt=1))
    assert not late["commitments"][SECOND]["early"] and late["commitments"][FIRST]["early"]


def test_F4_the_cards_of_a_deal_are_kept_when_they_are_played(live: Page, stage: Stage) -> None:
    show(live, stage, shown(dealt=1, cards="As Td 2c"))
    seen = show(live, stage, shown(dealt=1, cards="As"))
    assert seen["commitments"][FIRST]["deals"] == {"1": {"seat": 4, "cards": ["As", "Td", "2c"]}}
    seen = show(live, stage, shown(dealt=2, cards="Kd 2c", deal=2))
    assert set(seen["commitments"][FIRST]["deals"]) == {"1", "2"}


def test_F4_every_head_that_was_shown_is_kept_once(live: Page, stage: Stage) -> None:
    heads = ["c3" * 32, "c3" * 32, "d4" * 32]
    for head in heads:
        seen = show(live, stage, shown(dealt=1, head=head))
    assert seen["heads"] == heads[1:]
    live.reload()
    live.locator("#link[data-state=live]").wait_for(state="attached")
    assert taken_down(live) == seen


def test_what_another_page_has_spoilt_is_begun_anew(live: Page, stage: Stage) -> None:
    room = live.locator("body").get_attribute("data-room")
    live.evaluate("(key) => localStorage.setItem(key, '{')", f"thirteen {room} seen")
    live.reload()
    live.locator("#link[data-state=live]").wait_for(state="attached")
    assert show(live, stage, shown())["commitments"][FIRST]["early"]
