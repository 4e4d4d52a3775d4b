"""A Hold'em table as people live it: four phones, a board, a host, hand after hand; and who may see which card."""

import csv
import io
import re
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from engine.cards import Card, card
from tests.browser.card_players import CardPlayer, Wiretap
from tests.browser.gallery import wait_for_number
from tests.browser.people import Board, HostPage, Phone
from tests.browser.proof import check_on
from tests.conftest import RunningConsole

NAMES = ("Nguyễn Hoàng Phương Anh", "Trần Thị Bích Phượng", "Võ Minh Trí", "Dương Đình Gia Bảo")
SECONDS = 20
"""For a turn: long enough for a slow machine, short enough to wait for a dead phone."""
MOST_TURNS = 40


@dataclass
class Evening:
    host: HostPage
    board: Board
    players: dict[int, CardPlayer]

    def deal(self) -> None:
        self.host.next()
        expect(self.board.page.locator("#board.phase-betting")).to_be_visible(timeout=15_000)

    def settle(self) -> None:
        """Wait until the board shows what the phones show."""
        numbers = [number_of(player.page) for player in self.players.values() if not player.page.is_closed()]
        wait_for_number(self.board.page, max(numbers))

    def asked(self) -> CardPlayer:
        """The player whose turn it is, by the board."""
        self.settle()
        spot = self.board.page.locator(".spot.asked")
        expect(spot).to_be_visible(timeout=15_000)
        player = self.players[int((spot.get_attribute("id") or "").rsplit("-", 1)[1])]
        if not player.page.is_closed():
            expect(player.find("#turn")).to_be_visible()
        return player

    @property
    def betting(self) -> bool:
        """Whether somebody is asked."""
        self.settle()
        return self.board.page.locator("#board.phase-betting").count() > 0

    def play_out(self) -> None:
        """Everyone checks or calls to the end of the hand."""
        for _ in range(MOST_TURNS):
            if not self.betting:
                break
            self.asked().check_or_call()
        self.wait_for_the_end()

    def wait_for_the_end(self) -> None:
        expect(self.board.page.locator("#board.phase-waiting")).to_be_visible(timeout=40_000)

    def stacks_everywhere(self) -> dict[int, int]:
        """The stacks, which must be the same on phones, board and host's page."""
        on_phones = {seat: player.stack() for seat, player in self.players.items()}
        on_board = {
            seat: int(self.board.page.locator(f"#spot-{seat} .plate-stack b").inner_text()) for seat in self.players
        }
        assert on_phones == on_board == self.host.totals()
        return on_phones


def number_of(page: Page) -> int:
    return int(page.locator("#screen").get_attribute("data-number") or 0)


@pytest.fixture
def evening(console: RunningConsole, browser: Browser) -> Evening:
    """A table opened from the host's page, with four people who scanned the board."""
    host = HostPage.open_event(browser, console.host_link, "Bàn số 1", game="holdem")
    host.page.locator("#set-seconds").fill(str(SECONDS))
    host.page.locator("#settings-send").click()
    expect(host.page.locator("#ledger-lines")).to_contain_text(f"{SECONDS} s a turn")
    board = Board.open(browser, f"{console.url}/board/{host.code}")
    board.phase("waiting")
    link = board.scan()
    phones = [Phone.join(browser, link, name) for name in NAMES]
    return Evening(host, board, {phone.seat: CardPlayer(phone) for phone in phones})


def test_H1_to_H12_four_people_play_hands_to_the_end_with_a_reload_and_a_dead_phone_in_between(
    evening: Evening,
) -> None:
    evening.deal()
    first = evening.asked()
    before = first.find(".own-card .over .card").evaluate_all("cards => cards.map(c => c.getAttribute('aria-label'))")
    first.page.reload()
    first.phone.wait_live()
    after = first.find(".own-card .over .card").evaluate_all("cards => cards.map(c => c.getAttribute('aria-label'))")
    assert before == after and len(after) == 2
    first.check_or_call()
    evening.play_out()
    assert sum(evening.stacks_everywhere().values()) == 4000

    evening.deal()
    dead = evening.asked()
    address = dead.page.url
    dead.page.close()
    seat = dead.phone.seat
    name = NAMES[seat - 1]
    expect(evening.host.page.locator("#ledger-lines")).to_contain_text(
        f"{name} runs out of time and folds.", timeout=(SECONDS + 15) * 1000
    )
    evening.play_out()
    dead.phone.page = dead.page.context.new_page()
    dead.page.goto(address)
    dead.phone.wait_live()
    assert sum(evening.stacks_everywhere().values()) == 4000

    evening.deal()
    evening.asked().lift(60)
    evening.asked().check_or_call()
    while evening.betting:
        player = evening.asked()
        if player.find("#turn .sizes").count():
            player.lift_to_the_limit()
        else:
            player.press("call")
    evening.wait_for_the_end()
    stacks = evening.stacks_everywhere()
    assert sum(stacks.values()) == 4000
    assert max(stacks.values()) > 1000

    page = evening.host.page
    page.locator("#close-table").click()
    page.locator("dialog[open] button[value=yes]").click()
    evening.board.phase("closed")
    text = evening.host.export("csv").decode("utf-8-sig")
    results = list(csv.DictReader(io.StringIO(text.split("\r\n\r\n")[0])))
    assert {int(row["Seat"]): int(row["Stack"]) for row in results} == stacks
    assert evening.board.final_totals() == {seat: stack - 1000 for seat, stack in stacks.items()}
    check_on(first.page)


def test_H10_nobody_sees_a_hole_card_that_was_not_shown_nor_anything_of_the_last_hand_in_the_next(
    evening: Evening, browser: Browser
) -> None:
    url = evening.host.page.url.split("/host/")[0]
    watcher = browser.new_context().new_page()
    taps = {"watch": Wiretap(watcher), "board": Wiretap(evening.board.page), "host": Wiretap(evening.host.page)}
    taps |= {str(seat): Wiretap(player.page) for seat, player in evening.players.items()}
    for page in (evening.board.page, evening.host.page, *(player.page for player in evening.players.values())):
        page.reload()
        expect(page.locator("#link")).to_have_attribute("data-state", "live")
    evening.deal()
    watcher.goto(f"{url}/p/{evening.host.code}")
    expect(watcher.locator("#link")).to_have_attribute("data-state", "live")
    evening.asked().press("fold")
    evening.play_out()
    evening.deal()
    evening.asked().check_or_call()
    while evening.betting:
        evening.asked().press("fold")
    evening.wait_for_the_end()
    last = number_of(evening.board.page)

    page = evening.host.page
    page.locator("#close-table").click()
    page.locator("dialog[open] button[value=yes]").click()
    evening.board.phase("closed")
    export = evening.host.export_json()
    first, second = (dealt_at(export, number) for number in (1, 2))
    told: set[Card] = set()
    for hand, start, end in ((export["hands"][0], first, second), (export["hands"][1], second, last + 1)):
        for who, tap in taps.items():
            seen = tap.cards(start, end)
            in_the_ledger = told if who == "host" else set()
            assert seen <= may_see(hand, who) | in_the_ledger, f"{who} in hand {hand['number']}"
            if who.isdigit():
                assert held(hand, int(who)) <= seen
        told |= may_see(hand, "host")
    assert len(export["hands"][0]["shown"]) == 3
    assert export["hands"][1]["shown"] == []


def test_H5_a_phone_says_once_that_it_is_ones_turn_by_sound_and_vibration(evening: Evening) -> None:
    for player in evening.players.values():
        player.page.mouse.click(5, 300)
        player.page.evaluate("""() => {
            window.buzzed = 0;
            window.sounded = 0;
            navigator.vibrate = () => (window.buzzed += 1, true);
            const make = AudioContext.prototype.createOscillator;
            AudioContext.prototype.createOscillator = function () { window.sounded += 1; return make.call(this); };
        }""")
    evening.deal()
    player = evening.asked()
    player.page.wait_for_function("window.buzzed === 1 && window.sounded === 2")
    evening.host.page.locator("#clock-more").click()
    expect(player.find("#phone .clock")).to_contain_text("1:")
    assert player.page.evaluate("window.buzzed") == 1
    others = [other for other in evening.players.values() if other is not player]
    assert [other.page.evaluate("window.buzzed") for other in others] == [0, 0, 0]


def dealt_at(export: dict[str, Any], number: int) -> int:
    """The row in which this hand was dealt."""
    for row in export["log"]:
        for event in row["content"]["events"]:
            if event["type"] == "GatheringClosed" and event["body"]["deal"] == number:
                found: int = row["number"]
                return found
    raise AssertionError(f"hand {number} was never dealt")


def held(hand: dict[str, Any], seat: int) -> set[Card]:
    return {card(text) for hole in hand["holes"] if hole["seat"] == seat for text in hole["cards"]}


def may_see(hand: dict[str, Any], who: str) -> set[Card]:
    """The board, the hands that were shown, and one's own two cards."""
    known = {card(text) for text in hand["board"]}
    known |= {card(text) for one in hand["shown"] for text in one["cards"]}
    return known | (held(hand, int(who)) if re.fullmatch("[0-9]", who) else set())
