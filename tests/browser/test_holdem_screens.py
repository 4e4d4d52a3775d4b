"""Every phase of a Hold'em table on every screen at the sizes of the design: all of it can be read."""

import html
import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.gallery import Gallery
from tests.browser.people import LONG_NAMES, ODD_NAMES
from tests.conftest import RunningConsole
from tests.web.visitors import Visitor

MOST_TURNS = 40


@pytest.fixture(params=["en", "vi", "pt_BR"])
def gallery(request: pytest.FixtureRequest, console: RunningConsole, browser: Browser) -> Gallery:
    return Gallery.opened(console, browser, request.param, "holdem")


@pytest.mark.pitfall("beatify 2130")
def test_all_of_it_can_be_read_on_every_screen_in_every_phase(gallery: Gallery) -> None:
    lobby(gallery)
    a_hand_to_the_showdown(gallery)
    a_hand_with_side_pots(gallery)
    a_hand_that_is_folded_and_left(gallery)
    assert not gallery.found, "\n".join(gallery.found)


def lobby(gallery: Gallery) -> None:
    gallery.look("lobby-empty")
    for name in ODD_NAMES if gallery.language == "en" else LONG_NAMES[:4]:
        visitor = Visitor(gallery.url)
        visitor.join(gallery.code, name)
        gallery.seats.append(visitor.connect(gallery.code, "phone", gallery.language))
    settings = {"unit": 250, "stack": 24_500, "seconds": 600, "blinds": "moving", "seats": 4}
    gallery.say("ChangeSettings", settings=settings)
    for name, seat in (("phone-320", 1), ("phone-390", 2)):
        gallery.open(name, f"/p/{gallery.code}", gallery.seats[seat - 1])
    gallery.look("lobby-full")


def a_hand_to_the_showdown(gallery: Gallery) -> None:
    gallery.say("CallDeal")
    gallery.open("watch", f"/p/{gallery.code}")
    gallery.look("pre-flop")
    for screen, seat in (("phone-320", 1), ("phone-390", 2)):
        until_asked(gallery, seat)
        gallery.pages[screen].locator("#why > summary").click()
        gallery.look(f"turn-on-{screen}")
    until_street(gallery, "flop")
    act(gallery, "Bet", to=2_750)
    gallery.look("flop-bet")
    gallery.pause()
    gallery.look("flop-paused")
    gallery.say("Resume")
    while asked(gallery):
        act(gallery, "Call", "Check")
    gallery.pause()
    gallery.look("showdown-paused")
    gallery.say("Resume")
    gallery.say("GoOn", hand=1, phase="showdown", board=5)
    gallery.look("paid")
    for summary in ("#seat-more-1 > summary", "#history-last > summary", "#more-settings > summary"):
        gallery.pages["host"].locator(summary).click()
    gallery.look("between-hands")


def a_hand_with_side_pots(gallery: Gallery) -> None:
    gallery.say("CashOut", hand=1, seat=3, coins=stack(gallery, 3) - 9_000)
    gallery.say("CashOut", hand=1, seat=4, coins=stack(gallery, 4) - 15_000)
    gallery.say("CallDeal")
    for _ in range(MOST_TURNS):
        if not asked(gallery):
            break
        seat, offered = turn(gallery)
        lift = next((kind for kind in ("Raise", "Bet") if kind in offered), "")
        most = re.search(r'name="to".+?max="(\d+)"', gallery.phone(seat))
        if lift and most:
            act(gallery, lift, to=int(most[1]))
        else:
            act(gallery, "Call", "Check")
        gallery.look("side-pots") if "side" in gallery.phone(1).lower() else None
    gallery.pause()
    gallery.look("runs-out-paused")
    gallery.say("Resume")
    gallery.host.send("GoOn", hand=2, phase="running_out", board=0)
    gallery.say("Pause")
    gallery.wait_for_chances()
    gallery.look("runs-out-chances")
    gallery.say("Resume")
    for board in (3, 4, 5):
        gallery.host.send("GoOn", hand=2, phase="running_out", board=board)
    gallery.look("side-pots-showdown")
    gallery.host.send("GoOn", hand=2, phase="showdown", board=5)
    gallery.look("side-pots-paid")


def a_hand_that_is_folded_and_left(gallery: Gallery) -> None:
    for seat in (1, 2, 3, 4):
        gallery.say("SellIn", hand=2, seat=seat, coins=50_000)
    gallery.say("CallDeal")
    gallery.seat(4, "LeaveSeat")
    gallery.say("SetAbsent", seat=3, absent=True)
    gallery.look("leaving-and-away")
    while asked(gallery):
        act(gallery, "Fold")
    gallery.look("folded-seat-free")
    gallery.say("CloseTable", hand=3)
    gallery.look("closed")


def turn(gallery: Gallery) -> tuple[int, dict[str, Any]]:
    """Whose turn it is, with the commands that this phone offers by kind."""
    seat = asked(gallery)
    found = re.findall(r'data-command="(\{.+?\})"', gallery.phone(seat))
    offered = [json.loads(html.unescape(text)) for text in found]
    return seat, {one["type"]: one["body"] for one in offered}


def asked(gallery: Gallery) -> int:
    """The seat whose phone shows a turn, or 0."""
    return next((seat for seat in range(1, len(gallery.seats) + 1) if 'id="turn"' in gallery.phone(seat)), 0)


def act(gallery: Gallery, *kinds: str, to: int = 0) -> None:
    """The seat that is asked does the first of these that it may."""
    seat, offered = turn(gallery)
    kind = next(kind for kind in kinds if kind in offered)
    gallery.seat(seat, kind, **offered[kind], **({"to": to} if to else {}))


def until_asked(gallery: Gallery, seat: int) -> None:
    for _ in range(MOST_TURNS):
        if asked(gallery) == seat:
            return
        act(gallery, "Call", "Check")
    raise AssertionError(f"seat {seat} was never asked")


def until_street(gallery: Gallery, street: str) -> None:
    while f'id="common-{ {"flop": 3, "turn": 4}[street] }"><svg class="card face' not in gallery.phone(1):
        act(gallery, "Call", "Check")


def stack(gallery: Gallery, seat: int) -> int:
    """Coins before a seat, off the host's page."""
    page = gallery.host.get(f"/host/{gallery.code}").text
    found = re.search(rf'id="cash-coins-{seat}".+?max="(\d+)"', page)
    assert found
    return int(found[1])
