"""F2: the phone commits bytes of its own and reveals them only when asked."""

import hashlib
import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.stage import Message, Stage, refuse

COMMITMENT = "c0ffee" * 8


def ask(digest: str = "", reveal: int = 0, commitment: str = COMMITMENT, seat: int = 4) -> str:
    """The element by which the server asks the phone."""
    return (
        f'<i id="bytes" hidden data-seat="{seat}" data-commitment="{commitment}" data-digest="{digest}" '
        f'data-reveal="{reveal}"></i>'
    )


def wait_for(page: Page, stage: Stage, count: int) -> Message:
    """The last command, once there are so many; no more may come."""
    for _ in range(100):
        if len(stage.commands) >= count:
            break
        page.wait_for_timeout(50)
    page.wait_for_timeout(300)
    assert len(stage.commands) == count
    return stage.commands[-1]


def test_F2_the_digest_is_the_sha256_of_the_16_bytes_that_are_revealed_later(live: Page, stage: Stage) -> None:
    stage.show(ask())
    commit = wait_for(live, stage, 1)
    assert commit["type"] == "CommitBytes"
    digest = commit["body"]["digest"]

    stage.show(ask(digest))
    wait_for(live, stage, 1)
    stage.show(ask(digest, reveal=1))
    reveal = wait_for(live, stage, 2)
    assert reveal["type"] == "RevealBytes"
    data = bytes.fromhex(reveal["body"]["data"])
    assert len(data) == 16
    assert hashlib.sha256(data).hexdigest() == digest
    expect(live.locator("#say")).to_be_empty()  # nobody pressed anything


@pytest.mark.pitfall("hyperframes 1637")
def test_F2_it_works_on_plain_http_where_the_browser_has_no_digests(live: Page, stage: Stage) -> None:
    assert live.evaluate("[isSecureContext, 'subtle' in crypto, 'randomUUID' in crypto]") == [False, False, False]
    stage.show(ask())
    assert len(wait_for(live, stage, 1)["body"]["digest"]) == 64


def test_F2_the_same_bytes_stand_behind_the_digest_after_a_reload(live: Page, stage: Stage) -> None:
    stage.show(ask())
    digest = wait_for(live, stage, 1)["body"]["digest"]
    stage.number, stage.html = 9, ask(digest, reveal=1)
    live.reload()
    data = bytes.fromhex(wait_for(live, stage, 2)["body"]["data"])
    assert hashlib.sha256(data).hexdigest() == digest


def test_F2_each_seat_and_each_seed_gets_bytes_of_its_own(live: Page, stage: Stage) -> None:
    digests = set()
    asked = [ask(), ask(seat=5), ask(commitment="ab" * 24)]
    for count, element in enumerate(asked, start=1):
        stage.show(element)
        digests.add(wait_for(live, stage, count)["body"]["digest"])
    assert len(digests) == 3


def test_F2_a_digest_of_another_phone_is_replaced_and_its_bytes_are_not_invented(live: Page, stage: Stage) -> None:
    stage.show(ask("ab" * 32, reveal=1))
    live.wait_for_timeout(300)
    assert stage.commands == []
    stage.show(ask("ab" * 32))
    assert wait_for(live, stage, 1)["type"] == "CommitBytes"


def test_F2_updates_while_the_digest_is_on_its_way_send_no_second_one(live: Page, stage: Stage) -> None:
    def acknowledge_late(message: Message) -> Message:
        time.sleep(0.5)
        return {"ok": True, "number": 3, "say": ""}

    stage.answer = acknowledge_late
    for _ in range(4):
        stage.show(ask())
    wait_for(live, stage, 1)


def test_F2_a_digest_that_was_refused_is_offered_again_with_the_next_update(live: Page, stage: Stage) -> None:
    stage.answer = refuse("Too fast.")
    stage.show(ask())
    first = wait_for(live, stage, 1)
    stage.show(ask())
    second = wait_for(live, stage, 2)
    assert first["body"] == second["body"]
    assert first["id"] != second["id"]


def test_F2_a_browser_that_remembers_nothing_takes_part_too(page: Page, stage: Stage, errors: list[str]) -> None:
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })"
    )
    stage.html = ask()
    page.goto(f"{stage.url}/pages/live.html")
    digest = wait_for(page, stage, 1)["body"]["digest"]
    stage.show(ask(digest, reveal=1))
    data = bytes.fromhex(wait_for(page, stage, 2)["body"]["data"])
    assert hashlib.sha256(data).hexdigest() == digest


def test_F2_browsers_of_2021_can_load_the_digest(page: Page, stage: Stage, errors: list[str]) -> None:
    page.add_init_script("delete Object.hasOwn")
    stage.html = ask()
    page.goto(f"{stage.url}/pages/live.html")
    assert wait_for(page, stage, 1)["type"] == "CommitBytes"
