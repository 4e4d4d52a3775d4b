"""A table of Chinese Poker as people live it: four phones of 360 pixels, three deals, scores alike in every place."""

import csv
import io

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from engine.cards import Card
from engine.chinese_poker.rows import Row, row_strength
from tests.browser.people import SETTLING, Board, HostPage, Phone
from tests.browser.proof import check_on
from tests.browser.setters import Setter
from tests.conftest import RunningConsole

NAMES = ("Ana Beatriz", "João Pedro", "Nguyễn Hoàng Phương Anh", "Lý Hoàng Nhã Kỳ")
SMALL: ViewportSize = {"width": 360, "height": 740}
OWN_MIDDLE = (1, 3, 5, 7, 9, 11, 13)
COMPARISON = ("all_in", "front", "middle", "back")

Evening = tuple[HostPage, Board, dict[int, Setter]]


@pytest.fixture
def evening(console: RunningConsole, browser: Browser) -> Evening:
    """A table of three deals and royalties of its own, with four people at it."""
    host = HostPage.open_event(browser, console.host_link, "Sap Sam Cheung", game="chinese_poker")
    host.page.locator("#set-deals").fill("3")
    host.page.locator("#set-royalties").select_option("own")
    host.page.locator("#own-royalties > summary").click()
    for place, points in enumerate(OWN_MIDDLE, 1):
        host.page.locator(f"#own-middle-{place}").fill(str(points))
    host.page.locator("#settings-send").click()
    expect(host.page.locator("#ledger-lines")).to_contain_text("3 deals, 180 s to set. Royalties of our own.")
    board = Board.open(browser, f"{console.url}/board/{host.code}")
    board.phase("waiting")
    link = board.scan()
    phones = [Phone.join(browser, link, name, SMALL) for name in NAMES]
    return host, board, {phone.seat: Setter(phone) for phone in phones}


def test_C1_to_C8_three_deals_of_four_seats_from_the_code_on_the_board_to_the_export(evening: Evening) -> None:
    host, board, setters = evening
    host.next()
    by_drag_and_through_a_reload(setters[1])
    by_tap(setters[2])
    by_keyboard(setters[3])
    fouled_knowingly(setters[4])
    scores = [compared(host, board, setters)]
    expect(board.page.locator("#head-4 .fouled-mark")).to_be_visible()
    assert all(scores[0][seat] > scores[0][4] for seat in (1, 2, 3)) and scores[0][4] <= -18

    host.next()
    one_runs_out_of_time(host, board, setters)
    scores.append(compared(host, board, setters))

    host.next()
    one_changes_its_mind(setters)
    scores.append(compared(host, board, setters))

    host.next()
    board.phase("ended")
    totals = {seat: sum(deal[seat] for deal in scores) for seat in setters}
    assert board.final_totals() == host.totals() == totals_in_csv(host) == totals
    export = host.export_json()
    assert {line["seat"]: line["total"] for line in export["standings"]} == totals
    assert export["seed"]
    assert export["settings"]["own"]["middle"] == list(OWN_MIDDLE)
    expect(setters[1].find(".results li")).to_have_count(4)
    check_on(setters[3].phone.page)


def by_drag_and_through_a_reload(player: Setter) -> None:
    """Every card moved by a finger; halfway the page is loaded anew, and nothing is lost."""
    wanted = player.good_set()
    assert player.phone.page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
    for card in wanted.front:
        player.drag(card, "#row-front")
        expect(player.find(f"#row-front [data-drag='{card.value}']")).to_be_visible()
    for card in wanted.back[:3]:
        player.drag(card, "#row-back")
        expect(player.find(f"#row-back [data-drag='{card.value}']")).to_be_visible()
    player.phone.page.reload()
    player.phone.wait_live()
    assert player.has(Row.FRONT, wanted.front) and player.has(Row.BACK, wanted.back[:3])
    rest = [(card, Row.BACK) for card in wanted.back[3:]] + [(card, Row.MIDDLE) for card in wanted.middle]
    for card, row in rest:
        player.drag(card, f"#row-{row.value}")
        expect(player.find(f"#row-{row.value} [data-drag='{card.value}']")).to_be_visible()
    swapped_and_back(player, wanted.front[0], wanted.back[0])
    expect(player.find("#order.good")).to_be_visible()
    player.submit()


def swapped_and_back(player: Setter, front: Card, back: Card) -> None:
    """A card dropped onto another in a full row changes places with it; and once more."""
    for first, second in ((front, back), (back, front)):
        player.drag(first, f"[data-drag='{second.value}']")
        expect(player.find(f"#row-front [data-drag='{second.value}']")).to_be_visible()
        expect(player.find(f"#row-back [data-drag='{first.value}']")).to_be_visible()


def by_tap(player: Setter) -> None:
    """Cards chosen with taps, several at a time."""
    wanted = player.good_set()
    player.find("#sort-suit").tap()
    expect(player.find("#sort-suit")).to_have_attribute("aria-pressed", "true")
    player.tap(wanted.back, Row.BACK)
    player.tap(wanted.middle, Row.MIDDLE)
    player.tap(wanted.front[:1], Row.FRONT)
    player.tap(wanted.front[1:], Row.FRONT)
    expect(player.find("#say")).to_have_text("All 13 cards are placed.")
    player.submit()


def by_keyboard(player: Setter) -> None:
    """No pointer at all: Tab, Space and Enter for the first cards, the rows' numbers for the rest."""
    wanted = player.good_set()
    keyboard = player.phone.page.keyboard
    for card in wanted.front:
        player.find(f"#pick-{card.value}").focus()
        keyboard.press("Space")
    expect(player.find(f"#pick-{wanted.front[0].value}")).to_be_checked()
    player.find("#to-front").focus()
    keyboard.press("Enter")
    assert player.has(Row.FRONT, wanted.front)
    for row in (Row.MIDDLE, Row.BACK):
        for card in wanted.of(row):
            player.press(card, row)
    expect(player.find("#say")).to_have_text("All 13 cards are placed.")
    player.find("#submit").focus()
    keyboard.press("Enter")
    expect(player.find("#in")).to_be_visible()


def fouled_knowingly(player: Setter) -> None:
    """Middle and back the wrong way round: the phone warns, asks, and sends it only after a yes."""
    good = player.good_set()
    assert row_strength(good.middle) < row_strength(good.back)
    player.tap(good.front, Row.FRONT)
    player.tap(good.back, Row.MIDDLE)
    player.tap(good.middle, Row.BACK)
    expect(player.find("#order.bad")).to_contain_text("The back is weaker than the middle.")
    player.phone.page.wait_for_timeout(SETTLING)
    player.find("#submit").click()
    player.find("#ask button[value=no]").click()
    expect(player.find("#in")).to_have_count(0)
    player.phone.page.wait_for_timeout(SETTLING)
    player.find("#submit").click()
    player.find("#ask button[value=yes]").click()
    # With the last set the comparison begins at once.
    expect(player.find("#outcome")).to_be_visible()


def one_runs_out_of_time(host: HostPage, board: Board, setters: dict[int, Setter]) -> None:
    """Three sets are in; the fourth has five cards placed when the clock ends."""
    for seat in (1, 2, 3):
        setters[seat].wait_for_cards()
        setters[seat].arrange()
        setters[seat].submit()
    late = setters[4]
    late.tap(late.wait_for_cards()[:5], Row.BACK)
    expect(board.page.locator("#setter-4.in")).to_have_count(0)
    for _ in range(3):
        host.page.wait_for_timeout(SETTLING)
        host.page.locator("#clock-less").click()
    board.phase("all_in")
    expect(board.page.locator("#head-4")).to_contain_text("out of time")
    expect(board.page.locator("#head-4 .fouled-mark")).to_have_count(0)


def one_changes_its_mind(setters: dict[int, Setter]) -> None:
    """A set is taken back, changed and sent again before the others are in."""
    first = setters[1]
    first.wait_for_cards()
    first.arrange()
    first.submit()
    first.phone.page.wait_for_timeout(SETTLING)
    first.find("#take-back").click()
    expect(first.find("#submit")).to_be_enabled()
    first.phone.page.wait_for_timeout(SETTLING)
    first.submit()
    for seat in (2, 3, 4):
        setters[seat].wait_for_cards()
        setters[seat].arrange()
        setters[seat].find("#submit").click()


def compared(host: HostPage, board: Board, setters: dict[int, Setter]) -> dict[int, int]:
    """Front, middle, back, points; gives the deal's scores, which add up to zero and are the same on every screen."""
    before = board.totals()
    for phase in COMPARISON:
        board.phase(phase)
        host.next()
    board.phase("points")
    after = board.totals()
    gained = {seat: after[seat] - before.get(seat, 0) for seat in after}
    assert sum(gained.values()) == 0
    assert host.totals() == after
    for seat, setter in setters.items():
        assert setter.phone.points() == after[seat]
        assert int(setter.find("#outcome h1").inner_text().replace("−", "-")) == gained[seat]
    return gained


def totals_in_csv(host: HostPage) -> dict[int, int]:
    lines = list(csv.DictReader(io.StringIO(host.export("csv").decode("utf-8-sig"))))[:4]
    return {int(line["Seat"]): int(line["Total"]) for line in lines}
