"""Every phase of an event on every screen at the sizes of the design, with 13 long names: all of it can be read."""

import html
import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.gallery import Gallery
from tests.browser.people import LONG_NAMES
from tests.conftest import RunningConsole
from tests.web.visitors import Visitor

PRIZE = "Chuyến đi Hội An ba ngày hai đêm cho cả đội thắng cuộc"
PENALTY = "Hát một bài trước toàn thể công ty, tự chọn bài"
SEAT_OF = {"phone-320": 1, "phone-390": 2}


@pytest.fixture(params=["en", "vi"])
def gallery(request: pytest.FixtureRequest, console: RunningConsole, browser: Browser) -> Gallery:
    return Gallery.opened(console, browser, request.param, "team_poker")


def test_all_of_it_can_be_read_on_every_screen_in_every_phase(gallery: Gallery) -> None:
    lobby_and_deal(gallery)
    first_round_with_thirteen_hands(gallery)
    second_round_with_one(gallery)
    last_round_of_alliances(gallery)
    assert not gallery.found, "\n".join(gallery.found)


def lobby_and_deal(gallery: Gallery) -> None:
    gallery.look("lobby-empty")
    for name in LONG_NAMES:
        visitor = Visitor(gallery.url)
        visitor.join(gallery.code, name)
        gallery.seats.append(visitor.connect(gallery.code, "phone", gallery.language))
    settings = {"rounds": 3, "countdown": 600, "vote": 60, "ballots": 1, "on_tie": "none", "seats": 13}
    wording = {"straight_order": "equal", "prize": PRIZE, "penalty": PENALTY}
    gallery.say("ChangeSettings", settings={**settings, **wording})
    for name, seat in SEAT_OF.items():
        gallery.open(name, f"/p/{gallery.code}", gallery.seats[seat - 1])
    gallery.look("lobby-full")
    for seat in (5, 9):
        gallery.seat(seat, "CommitBytes", digest="ab" * 32)
    gallery.say("CallDeal")
    gallery.look("gathering")
    expect(gallery.pages["board-720"].locator("#board.phase-nominating")).to_be_visible(timeout=10_000)
    gallery.open("watch", f"/p/{gallery.code}")
    gallery.look("nominating-begins")
    gallery.say("PutUpText", text=f"{PENALTY}. {PRIZE}."[:100])
    gallery.look("covered")
    gallery.say("BlankBoard")
    gallery.look("blank")
    gallery.say("UncoverBoard")


def first_round_with_thirteen_hands(gallery: Gallery) -> None:
    gallery.propose(1, 1, 1, 2, 3, 4, 5)
    gallery.propose(1, 3, 2, 1, 2)
    gallery.look("nominating-alliances")
    gallery.pause()
    gallery.look("nominating-paused")
    gallery.say("Resume")
    hand = re.search(r'id="hand-([0-9a-f]+)"', gallery.phone(1))
    assert hand
    gallery.seat(1, "PledgeCards", round=1, hand=hand[1], cards=gallery.cards(1)[:2])
    third = re.search(r'id="hand-([0-9a-f]+)"', gallery.phone(3))
    assert third
    gallery.seat(3, "PledgeCards", round=1, hand=third[1], cards=gallery.cards(3)[:1])
    for seat in (2, *range(4, 14)):
        gallery.propose(1, seat, 3)
    gallery.look("nominating-thirteen")
    lock = gallery.say("LockNominations", round=1)
    gallery.look("voting-thirteen")
    for seat in range(1, 14):
        gallery.vote(1, seat, (seat - 1) % 4)
    gallery.look("voting-thirteen-tied")
    gallery.say("CloseVote", round=1)
    showdown(gallery, 1, "thirteen")
    gallery.say("Undo", first=lock, reason="Hai người chưa kịp góp bài vào liên minh", past_reveal=True)
    gallery.look("undone")
    gallery.say("Resume")
    gallery.say("LockNominations", round=1)
    for seat in range(1, 14):
        gallery.vote(1, seat, (seat - 1) % 4)
    gallery.say("CloseVote", round=1)
    showdown(gallery, 1, "")
    gallery.say("Next", round=1, phase="winner")


def second_round_with_one(gallery: Gallery) -> None:
    seat = next(seat for seat in range(1, 14) if len(gallery.cards(seat)) == 3)
    gallery.propose(2, seat, 3)
    gallery.look("nominating-second")
    gallery.say("LockNominations", round=2)
    gallery.look("no-showdown")
    gallery.say("Next", round=2, phase="no_showdown")


def last_round_of_alliances(gallery: Gallery) -> None:
    gallery.say("GivePoints", seat=4, points=-2, reason="Nhìn bài của người khác")
    gallery.say("SetAbsent", seat=8, absent=True)
    able = [seat for seat in range(1, 14) if seat != 8 and len(gallery.cards(seat)) == 3]
    for first, second, third in (able[0:3], able[3:6], able[6:9]):
        gallery.propose(3, first, 1, second, third)
        gallery.join_hand(3, second)
        gallery.join_hand(3, third)
    gallery.look("nominating-three")
    gallery.say("LockNominations", round=3)
    for place, seat in enumerate(seat for seat in range(1, 12) if seat != 8):
        gallery.vote(3, seat, (0, 0, 0, 0, 0, 1, 1, 1, 2, 2)[place])
    gallery.look("voting-three")
    gallery.say("CloseVote", round=3)
    showdown(gallery, 3, "three")
    gallery.say("Next", round=3, phase="winner")
    gallery.look("final-begins")
    show_rank(gallery)
    show_rank(gallery)
    gallery.look("final-from-last")
    gallery.say("ShowRank", rank=0)
    gallery.look("final")


def show_rank(gallery: Gallery) -> None:
    """What the host's gold button does next in the final."""
    page = html.unescape(gallery.host.get(f"/host/{gallery.code}").text)
    found = re.search(r'id="next" data-command="{"type": "ShowRank", "body": {"rank": (\d+)}}', page)
    assert found
    gallery.say("ShowRank", rank=int(found[1]))


def showdown(gallery: Gallery, round_number: int, name: str) -> None:
    """Step by step; looked at when it has a name."""
    for phase in ("matched", "hands_up", "first_neutral", "second_neutral", "winner"):
        if name:
            if phase in ("hands_up", "first_neutral"):
                gallery.wait_for_chances()
            gallery.look(f"{phase}-{name}")
        if phase != "winner":
            gallery.say("Next", round=round_number, phase=phase)
