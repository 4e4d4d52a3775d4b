"""Players of Hold'em at their phones, and everything that a page was sent."""

import json
import re
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Locator, Page, WebSocket, expect

from engine.cards import DECK, Card
from tests.browser.people import Phone
from web.screens import card_text, rank_text

SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


@dataclass
class CardPlayer:
    """A phone at a table; it acts when its turn is shown."""

    phone: Phone

    @property
    def page(self) -> Page:
        return self.phone.page

    def find(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def press(self, what: str) -> None:
        """One of check, call or fold; a question before it is answered with yes."""
        turn = self.turn
        self.find(f"#turn button[id^={what}-]").click()
        yes = self.find("dialog[open] button[value=yes]")
        if what == "fold" and yes.is_visible():
            yes.click()
        self.wait_until_over(turn)

    def check_or_call(self) -> None:
        self.press("check" if self.find("#turn button[id^=check-]").count() else "call")

    def lift(self, to: int) -> None:
        """Bet or raise to this much, typed in."""
        turn = self.turn
        self.find("#turn input[name=to]").fill(str(to))
        expect(self.find("#turn output")).to_have_text(str(to))
        self.find("#turn form button[type=submit]").click()
        self.wait_until_over(turn)

    def lift_to_the_limit(self) -> None:
        """By the button for the limit, which moves the slider and the words too."""
        turn = self.turn
        self.find("#turn .sizes button").last.click()
        most = self.find("#turn input[name=to]").get_attribute("max") or ""
        expect(self.find("#turn output")).to_have_text(most)
        expect(self.find("#turn input[type=range]")).to_have_value(most)
        self.find("#turn form button[type=submit]").click()
        self.wait_until_over(turn)

    @property
    def turn(self) -> str:
        return self.find("#signal").get_attribute("data-signal") or ""

    def wait_until_over(self, turn: str) -> None:
        expect(self.find(f"#signal[data-signal='{turn}']")).to_have_count(0, timeout=15_000)

    def stack(self) -> int:
        return int(re.sub(r"[^0-9]", "", self.find(".phone-points").inner_text()))


@dataclass
class Wiretap:
    """Every fragment that a page was sent, by the number of its row."""

    page: Page
    fragments: list[tuple[int, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("websocket", self._listen)

    def _listen(self, line: WebSocket) -> None:
        line.on("framereceived", self._note)

    def _note(self, frame: Any) -> None:
        text = frame if isinstance(frame, str) else ""
        if not text.startswith("42"):
            return
        name, *content = json.loads(text[2:])
        if name == "fragment":
            self.fragments.append((content[0]["number"], content[0]["html"]))

    def cards(self, first: int, end: int) -> set[Card]:
        """Cards that stand anywhere in fragments of rows from `first` to before `end`, in whatever writing."""
        seen = "\n".join(html for number, html in self.fragments if first <= number < end)
        return {one for one in DECK if any(re.search(form, seen) for form in _forms(one))}


def _forms(one: Card) -> tuple[str, ...]:
    """A card in words, in signs, and as its text in quotes: "pair of 4s" is none."""
    words = rf"\b{rank_text(one.rank)} of {SUIT_NAMES[one.suit]}"
    return words, rf"(?<!\w){card_text(one)}", rf"(?:\"|'|&#34;|&quot;){one.value}(?:\"|'|&#34;|&quot;)"
