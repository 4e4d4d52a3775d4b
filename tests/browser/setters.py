"""Players of Chinese Poker at their phones: cards set by touch, by tap and by keyboard."""

from dataclasses import dataclass

from playwright.sync_api import Locator, expect

from engine.cards import Card, cards, text
from engine.chinese_poker.arrange import arrange
from engine.chinese_poker.phase import Objective
from engine.chinese_poker.rows import Row, Rows
from engine.chinese_poker.royalties import PUBLISHED, RoyaltyTable
from tests.browser.people import SETTLING, Phone

NUMBERS = {Row.FRONT: "1", Row.MIDDLE: "2", Row.BACK: "3"}
DRAG_STEPS = 6


@dataclass
class Setter:
    """A phone whose player sets 13 cards."""

    phone: Phone

    @property
    def seat(self) -> int:
        return self.phone.seat

    def find(self, selector: str) -> Locator:
        return self.phone.page.locator(selector)

    def wait_for_cards(self) -> tuple[Card, ...]:
        """The 13 cards, once they are dealt."""
        expect(self.find("#tray .pick")).to_have_count(13)
        return cards(" ".join(one.get_attribute("data-drag") or "" for one in self.find("[data-drag]").all()))

    def good_set(self) -> Rows:
        """A set for this player's cards that keeps the order."""
        return arrange(self.wait_for_cards(), PUBLISHED[RoyaltyTable.CLASSIC], Objective.ROYALTIES_FIRST)

    def row(self, row: Row) -> str:
        """The cards that this phone shows in a row, as text in no particular order."""
        shown = self.find(f"#row-{row.value} [data-drag]").all()
        return text(sorted(cards(" ".join(one.get_attribute("data-drag") or "" for one in shown)), key=_place))

    def has(self, row: Row, wanted: tuple[Card, ...]) -> bool:
        """Whether exactly these cards lie in the row, once as many do."""
        expect(self.find(f"#row-{row.value} [data-drag]")).to_have_count(len(wanted))
        return self.row(row) == text(sorted(wanted, key=_place))

    def tap(self, wanted: tuple[Card, ...], row: Row) -> None:
        """Choose the cards with taps, then the row."""
        for card in wanted:
            self.find(f"[data-drag='{card.value}']").tap()
        self.find(f"#to-{row.value}").tap()
        for card in wanted:
            expect(self.find(f"#row-{row.value} [data-drag='{card.value}']")).to_be_visible()

    def drag(self, card: Card, target: str) -> None:
        """A finger on the card, moved to the middle of another place and lifted there."""
        touch = self.phone.page.context.new_cdp_session(self.phone.page)
        self.find(f"[data-drag='{card.value}']").scroll_into_view_if_needed()
        start, end = self._middle(f"[data-drag='{card.value}']"), self._middle(target)
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [_point(*start)]})
        for step in range(1, DRAG_STEPS + 1):
            there = [here + (goal - here) * step / DRAG_STEPS for here, goal in zip(start, end, strict=True)]
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [_point(*there)]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        touch.detach()

    def press(self, card: Card, row: Row) -> None:
        """Tab to the card, and the row's number."""
        self.find(f"#pick-{card.value}").focus()
        self.phone.page.keyboard.press(NUMBERS[row])
        expect(self.find(f"#row-{row.value} [data-drag='{card.value}']")).to_be_visible()

    def arrange(self) -> None:
        """Let the arranger set all cards."""
        if not self.find("#arrange[open]").count():
            self.find("#arrange > summary").click()
        self.find("#arrange-royalties_first").click()
        expect(self.find("#tray .pick")).to_have_count(0)

    def submit(self) -> None:
        """Press once the button at the thumb has said so for a while: until then it is taken for a second tap."""
        self.phone.page.wait_for_timeout(SETTLING)
        self.find("#submit").click()
        expect(self.find("#in")).to_be_visible()

    def _middle(self, selector: str) -> tuple[float, float]:
        box = self.find(selector).bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _point(x: float, y: float) -> dict[str, float]:
    return {"x": x, "y": y}


def _place(card: Card) -> int:
    return card.index
