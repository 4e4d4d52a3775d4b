"""An event in a real browser on three workers: one dies in each round, and nobody in the room has to do anything."""

import threading
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import SETTLING, Board, HostPage, Phone
from tests.browser.recount import recount
from tests.browser.test_power_cut import settle
from tests.browser.test_whole_event import announced, points_in_words, verified
from tests.workers.crowd import Guest
from tests.workers.fleet import Fleet, Worker
from tests.workers.test_workers import all_at_once, propose, vote

GUESTS = 10
"""Seats beside the three whose phones are pages."""
ROUNDS = 3
SHOWDOWN = ("matched", "hands_up", "first_neutral", "second_neutral", "winner")
BACK = 20.0
"""Seconds in which a page is there again, also on a machine that is busy."""


@dataclass
class Evening:
    """The host's page, the board, three phones, and others with sockets of their own; all at the proxy's address."""

    fleet: Fleet
    host: HostPage
    board: Board
    phones: tuple[Phone, ...]
    guests: tuple[Guest, ...]
    errors: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        for page in self.pages.values():
            page.on("pageerror", lambda error: self.errors.append(str(error)))
            page.on("framenavigated", lambda frame: self.errors.append(f"{frame.url} was loaded anew"))

    @property
    def pages(self) -> dict[str, Page]:
        phones = {f"phone {phone.seat}": phone.page for phone in self.phones}
        return {"host": self.host.page, "board": self.board.page, **phones}

    def go_on(self, *phases: str) -> None:
        """Press the gold button once for each of these phases, and see it on every page."""
        for phase in phases:
            self.host.next()
            for page in self.pages.values():
                expect(page.locator(f"#screen > .phase-{phase}")).to_be_visible(timeout=BACK * 1000)

    def nominate(self, round_number: int, guests: tuple[Guest, ...]) -> None:
        all_at_once(partial(propose, guest, round_number) for guest in guests)
        announced(self.board, len(guests))

    def vote(self) -> None:
        all_at_once(partial(vote, guest) for guest in self.guests)
        for phone, letter in zip(self.phones, "ABB", strict=True):
            phone.back(letter)

    @contextmanager
    def losing_the_worker_of(self, page: Page, after: float) -> Iterator[None]:
        """Kill it so many seconds after what happens meanwhile has begun; it is started again while things go on."""
        self.fleet.complete()
        victim = self.worker_of(page)
        cards = [phone.cards() for phone in self.phones]
        assert all(len(held) == 3 for held in cards)
        killing = threading.Timer(after, victim.kill)
        killing.start()
        yield
        killing.join()
        settle(lambda: victim in map(self.worker_of, self.pages.values()), False, BACK)
        for one in self.pages.values():
            expect(one.locator("#link")).to_have_attribute("data-state", "live", timeout=BACK * 1000)
        assert [phone.cards() for phone in self.phones] == cards
        victim.launch()

    def worker_of(self, page: Page) -> Worker:
        """The one that the proxy keeps this page with."""
        kept = {cookie.get("name"): cookie.get("value", "") for cookie in page.context.cookies()}
        return self.fleet.kept_with(kept["thirteen_worker"])


@pytest.fixture
def evening(fleet: Fleet, browser: Browser) -> Iterator[Evening]:
    host = HostPage.open_event(browser, fleet.host_link, "Three workers")
    host.page.locator("#set-rounds").fill(str(ROUNDS))
    host.page.locator("#settings-send").click()
    expect(host.page.locator("#settings-send")).to_be_enabled()
    board = Board.open(browser, f"{fleet.url}/board/{host.code}")
    phones = tuple(Phone.join(browser, board.scan(), name) for name in ("An", "Bình", "Chi"))
    guests = tuple(Guest(fleet.url) for _ in range(GUESTS))
    for number, guest in enumerate(guests, 1):
        guest.join(host.code, f"Guest {number}")
        guest.attend(host.code, "phone")
    try:
        yield Evening(fleet, host, board, phones, guests)
    finally:
        for guest in guests:
            guest.leave()
        fleet.complete()


def test_an_event_in_a_browser_on_three_workers_of_which_one_is_killed_in_each_round(
    evening: Evening, tmp_path: Path
) -> None:
    host, board, phones, guests = evening.host, evening.board, evening.phones, evening.guests
    evening.go_on("nominating")
    evening.nominate(1, guests[:3])
    evening.go_on("voting")
    evening.vote()
    with evening.losing_the_worker_of(host.page, after=SETTLING / 1000):
        evening.go_on(*SHOWDOWN)

    evening.go_on("nominating")
    evening.nominate(2, guests[3:6])
    evening.go_on("voting")
    with evening.losing_the_worker_of(board.page, after=0.05):
        evening.vote()
    evening.go_on(*SHOWDOWN)

    evening.go_on("nominating")
    with evening.losing_the_worker_of(phones[0].page, after=0.05):
        for phone in phones:
            phone.propose(3)
    evening.go_on("voting")
    evening.vote()
    evening.go_on(*SHOWDOWN)
    evening.go_on("final")
    host.show_all(board)

    export = host.export_json()
    totals = recount(export).totals(range(1, len(phones) + GUESTS + 1))
    assert board.final_totals() == host.totals() == totals
    for phone in phones:
        expect(phone.page.locator(".phone-points")).to_have_text(points_in_words(totals[phone.seat]))
    assert counted(export) == pressed(evening)
    assert all(export["log"][number - 1]["content"]["id"] == one for one, number in acknowledged(guests))
    verified(host.export("json"), board.head(), tmp_path / "event.json")
    expect(host.page.locator(".seat-line .state.live")).to_have_count(len(totals), timeout=BACK * 1000)
    assert evening.errors == []
    for page in evening.pages.values():
        stands_as_it_is_loaded(page)


def counted(export: dict[str, Any]) -> dict[str, Counter[str]]:
    """How often each kind of command by each person stands in the log, whose rows have numbers without a gap."""
    contents = [row["content"] for row in export["log"]]
    assert [one["number"] for one in contents] == list(range(1, len(contents) + 1))
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for one in contents:
        match one["actor"]:
            case {"type": "Host"}:
                found["host"][one["command"]["type"]] += 1
            case {"type": "Player", "body": {"seat": seat}}:
                found[f"seat {seat}"][one["command"]["type"]] += 1
    return found


def pressed(evening: Evening) -> dict[str, Counter[str]]:
    """What everybody did."""
    steps = {"LockNominations": ROUNDS, "CloseVote": ROUNDS, "Next": ROUNDS * len(SHOWDOWN)}
    did = {"host": Counter(ChangeSettings=1, CallDeal=1, ShowRank=1, **steps)}
    for phone in evening.phones:
        did[f"seat {phone.seat}"] = Counter(CommitBytes=1, RevealBytes=1, ProposeHand=1, CastBallot=ROUNDS)
    for number in range(GUESTS):
        hands = 1 if number < 6 else 0
        did[f"seat {number + len(evening.phones) + 1}"] = Counter(ProposeHand=hands, CastBallot=ROUNDS)
    return did


def acknowledged(guests: tuple[Guest, ...]) -> Iterator[tuple[str, int]]:
    for guest in guests:
        yield from guest.acknowledged.items()


def stands_as_it_is_loaded(page: Page) -> None:
    kept = all_that_stands(page)
    page.reload()
    settle(lambda: all_that_stands(page), kept, BACK)


def all_that_stands(page: Page) -> Any:
    """Every word and label of the screen."""
    return page.locator("#screen").evaluate(
        """(screen) => [
            screen.textContent.replace(/\\s+/g, ' '),
            ...Array.from(screen.querySelectorAll('[aria-label]'), (one) => one.getAttribute('aria-label')),
        ]"""
    )
