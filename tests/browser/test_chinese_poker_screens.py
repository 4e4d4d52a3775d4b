"""Every phase of a Chinese Poker table on every screen at the sizes of the design: all of it can be read."""

import pytest
from playwright.sync_api import Browser

from engine.cards import cards, text
from engine.chinese_poker.arrange import arrange
from engine.chinese_poker.phase import Objective
from engine.chinese_poker.rows import Row
from engine.chinese_poker.royalties import PUBLISHED, RoyaltyTable
from tests.browser.gallery import Gallery
from tests.browser.people import LONG_NAMES, ODD_NAMES
from tests.conftest import RunningConsole
from tests.web.visitors import Visitor

LANGUAGES = ("en", "vi", "pt_BR")
OWN = {
    "front_pairs": [0] * 13,
    "front_threes": [10] * 13,
    "middle": [2, 4, 8, 12, 20, 30, 50],
    "back": [0, 2, 4, 6, 10, 15, 25],
}
"""A table of somebody's own."""


@pytest.fixture(params=LANGUAGES)
def gallery(request: pytest.FixtureRequest, console: RunningConsole, browser: Browser) -> Gallery:
    return Gallery.opened(console, browser, request.param, "chinese_poker")


def test_all_of_it_can_be_read_on_every_screen_in_every_phase(gallery: Gallery) -> None:
    lobby(gallery)
    setting(gallery)
    comparison(gallery, 1, "four")
    second_deal_of_two(gallery)
    assert not gallery.found, "\n".join(gallery.found)


def lobby(gallery: Gallery) -> None:
    gallery.look("lobby-empty")
    gallery.pages["host"].locator("#own-royalties > summary").click()
    settings = {"seats": 4, "seconds": 600, "deals": 2, "royalties": "own", "own": OWN}
    gallery.say("ChangeSettings", settings=settings)
    gallery.look("lobby-own-royalties")
    gallery.pages["host"].locator("#own-royalties > summary").click()
    for name in ODD_NAMES if gallery.language == "en" else LONG_NAMES[:4]:
        visitor = Visitor(gallery.url)
        visitor.join(gallery.code, name)
        gallery.seats.append(visitor.connect(gallery.code, "phone", gallery.language))
    for name, seat in (("phone-320", 1), ("phone-390", 2)):
        gallery.open(name, f"/p/{gallery.code}", gallery.seats[seat - 1])
    gallery.look("lobby-full")


def setting(gallery: Gallery) -> None:
    gallery.say("CallDeal")
    gallery.open("watch", f"/p/{gallery.code}")
    gallery.look("setting-begins")
    fouled = arrange(cards(" ".join(gallery.cards(1))), PUBLISHED[RoyaltyTable.NONE], Objective.ROYALTIES_FIRST)
    wanted = {Row.FRONT: fouled.front, Row.MIDDLE: fouled.back, Row.BACK: fouled.middle}
    gallery.seat(1, "PlaceCards", deal=1, cards=text(wanted[Row.BACK]).split(), row="back")
    gallery.seat(2, "SortCards", deal=1, by="suit")
    gallery.look("setting-begun")
    for row in (Row.MIDDLE, Row.FRONT):
        gallery.seat(1, "PlaceCards", deal=1, cards=text(wanted[row]).split(), row=row.value)
    gallery.seat(2, "ArrangeForMe", deal=1, objective="royalties_first")
    gallery.look("setting-fouled-and-complete")
    gallery.pause()
    gallery.look("setting-paused")
    gallery.say("Resume")
    gallery.seat(1, "SubmitSet", deal=1, fouled=True)
    gallery.seat(2, "SubmitSet", deal=1, fouled=False)
    gallery.look("setting-in")
    gallery.say("CloseSetting", deal=1)


def comparison(gallery: Gallery, deal: int, name: str) -> None:
    """Step by step, all looked at."""
    for phase in ("all_in", "front", "middle", "back", "points"):
        gallery.look(f"{phase}-{name}")
        if phase != "points":
            gallery.say("Next", deal=deal, phase=phase)


def second_deal_of_two(gallery: Gallery) -> None:
    """One has left and one is absent; then it is over."""
    gallery.say("GivePoints", seat=2, points=-2, reason="Nhìn bài của người khác")
    gallery.say("SetAbsent", seat=3, absent=True)
    gallery.say("FreeSeat", seat=4)
    gallery.say("CallDeal")
    gallery.look("setting-two")
    gallery.say("CloseSetting", deal=2)
    comparison(gallery, 2, "two")
    gallery.say("Next", deal=2, phase="points")
    gallery.look("ended")
