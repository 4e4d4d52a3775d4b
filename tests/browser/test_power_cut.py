"""The laptop dies in every phase of an event, is started again, and the evening goes on."""

import time
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import Board, HostPage, Phone
from tests.browser.recount import recount
from tests.conftest import RunningConsole
from tests.web.visitors import Visitor

SILENT_SEATS = 10
"""Seats that joined and answer nothing, beside three real phones."""


@dataclass
class Evening:
    """A host's page, a board and three phones, with ten more people who sit there and do nothing."""

    console: RunningConsole
    host: HostPage
    board: Board
    phones: tuple[Phone, ...]
    silent: tuple[Visitor, ...]

    def pages(self) -> tuple[Page, ...]:
        return (self.host.page, self.board.page, *(phone.page for phone in self.phones))

    def power_cut(self) -> None:
        """kill -9 and a new start; every screen must come back by itself to what it showed before."""
        before = [what_is_shown(page) for page in self.pages()]
        cards = [phone.cards() for phone in self.phones]
        self.console.kill()
        for page in self.pages():
            expect(page.locator("#link")).not_to_have_attribute("data-state", "live", timeout=20_000)
        self.console.start()
        for page in self.pages():
            expect(page.locator("#link")).to_have_attribute("data-state", "live", timeout=20_000)
        settle(lambda: [what_is_shown(page) for page in self.pages()], before)
        assert [phone.cards() for phone in self.phones] == cards

    def power_cut_while_time_runs(self) -> None:
        """The clock is held where it stood, on every screen, and goes on when the host says so."""
        self.power_cut()
        for page in self.pages():
            expect(page.locator("#hold, .now-hold").first).to_be_visible()
        standing = self.host.page.locator("time[data-left]").first.get_attribute("data-left")
        time.sleep(1)
        assert self.host.page.locator("time[data-left]").first.get_attribute("data-left") == standing
        self.host.next()
        for page in self.pages():
            expect(page.locator("#hold, .now-hold")).to_have_count(0)


@pytest.fixture
def evening(console: RunningConsole, browser: Browser) -> Evening:
    host = HostPage.open_event(browser, console.host_link, "Power cuts")
    host.page.locator("#set-rounds").fill("2")
    host.page.locator("#settings-send").click()
    expect(host.page.locator("#settings-send")).to_be_enabled()
    board = Board.open(browser, f"{console.url}/board/{host.code}")
    link = f"{console.url}/j/{host.code}"
    phones = tuple(Phone.join(browser, link, name) for name in ("An", "Bình", "Chi"))
    silent = tuple(Visitor(console.url) for _ in range(SILENT_SEATS))
    for number, visitor in enumerate(silent, 1):
        visitor.join(host.code, f"Silent {number}")
    return Evening(console, host, board, phones, silent)


def test_an_event_survives_a_power_cut_in_every_phase(evening: Evening) -> None:
    host, board, phones = evening.host, evening.board, evening.phones
    board.phase("lobby")
    evening.power_cut()

    host.next()
    board.phase("nominating")
    for phone in phones:
        phone.propose(3 if phone is not phones[2] else 2)
    expect(board.page.locator(".announcement")).to_have_count(2)
    evening.power_cut_while_time_runs()

    phones[2].add(1)
    expect(board.page.locator(".announcement")).to_have_count(3)
    host.next()
    board.phase("voting")
    phones[0].back("A")
    phones[1].back("B")
    evening.power_cut_while_time_runs()

    phones[2].back("B")
    host.next()
    for phase in ("matched", "hands_up", "first_neutral", "second_neutral", "winner"):
        board.phase(phase)
        evening.power_cut()
        host.next()

    board.phase("nominating")
    host.next()
    board.phase("no_showdown")
    evening.power_cut()
    host.next()
    board.phase("final")
    host.next()
    latest = board.page.locator(".latest li")
    expect(latest).not_to_have_count(0)
    last = latest.all_inner_texts()
    evening.power_cut()
    expect(latest).to_have_text(last)
    host.show_all(board)

    counted = recount(host.export_json())
    assert counted.outcomes[1] == "none"
    assert board.final_totals() == counted.totals(range(1, SILENT_SEATS + 4))


def test_F2_a_power_cut_while_phones_add_to_the_shuffle_delays_the_deal(evening: Evening) -> None:
    promised = evening.silent[0].connect(evening.host.code, "phone")
    assert promised.send("CommitBytes", digest="ab" * 32)["ok"]
    evening.host.next()
    evening.board.phase("gathering")
    evening.console.kill()
    evening.console.start()
    for page in evening.pages():
        expect(page.locator("#link")).to_have_attribute("data-state", "live", timeout=20_000)
    evening.board.phase("gathering")
    evening.host.next()
    evening.board.phase("nominating")
    expect(evening.board.page.locator(".board-foot")).to_contain_text("left out")
    assert all(len(phone.cards()) == 3 for phone in evening.phones)


def what_is_shown(page: Page) -> str:
    """The screen's words and cards, without clocks, presence, chances, the ledger and the notice that it was held."""
    shown: str = page.locator("#screen").evaluate(
        """(screen) => {
            const copy = screen.cloneNode(true);
            const held = '#hold, .now-hold, .notices, .now-next, .clock-buttons, #say';
            copy.querySelectorAll(`${held}, #chances, .chance, time, .state, .ledger`).forEach((one) => one.remove());
            const labels = [...copy.querySelectorAll('[aria-label]')].map((one) => one.getAttribute('aria-label'));
            return JSON.stringify([copy.textContent.replace(/\\s+/g, ' '), labels]);
        }"""
    )
    return shown


def settle(read: Callable[[], object], wanted: object, seconds: float = 15) -> None:
    """Wait until what is read is what is wanted."""
    deadline = time.monotonic() + seconds
    while (found := read()) != wanted:
        assert time.monotonic() < deadline, f"{found}\n\ninstead of\n\n{wanted}"
        time.sleep(0.1)
