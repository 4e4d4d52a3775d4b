"""What a page that checks the cards shows, step by step."""

from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect


@dataclass
class Proof:
    """The page, once it has worked something out."""

    page: Page

    def wait(self) -> "Proof":
        expect(self.page.locator("#proof[data-state]")).to_be_attached(timeout=15_000)
        return self

    def paste(self, text: str) -> "Proof":
        """Let it check what this text says."""
        self.page.evaluate("delete document.getElementById('proof').dataset.state")
        details = self.page.locator("#by-file")
        if details.get_attribute("open") is None:
            details.locator("summary").click()
        self.page.locator("#pasted").fill(text)
        self.page.locator("#paste button").click()
        return self.wait()

    @property
    def verdict(self) -> str:
        return self.page.locator("#verdict").inner_text()

    def states(self) -> dict[str, str]:
        """Each step by its key: holds, fails or open."""
        found = self.page.locator("#steps > li").all()
        return {one.get_attribute("data-step") or "": one.get_attribute("data-state") or "" for one in found}

    def failed(self) -> set[str]:
        return {key for key, state in self.states().items() if state == "fails"}

    def step(self, key: str) -> Locator:
        return self.page.locator(f"#steps > li[data-step={key}]")

    def faults(self) -> str:
        return "\n".join(self.page.locator("#steps .faults li").all_inner_texts())


def check_on(phone: Page) -> None:
    """Press "Check the cards yourself" on a player's phone: all that it saw stands in the record."""
    phone.locator("#check").click()
    states = Proof(phone).wait().states()
    assert "fails" not in states.values(), states
    held = {key for key, state in states.items() if state == "holds"}
    # A phone that was slow is left out of the shuffle, which is no fault of the record.
    assert {"chain", "head", "seed", "commitment", "bytes", "deals", "own-cards"} <= held
    assert held & {"own-bytes"} or "own-bytes-left-out" in states
