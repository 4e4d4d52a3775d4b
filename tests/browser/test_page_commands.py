"""A press is sent once and until it is acknowledged, and what became of it is said."""

import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.stage import SETTLING_MS, Counter, Message, Stage, button, keep_silent, refuse, show

STEP = 'data-key="Space"'


@pytest.mark.pitfall("hyperframes 1637")
def test_a_press_sends_the_command_and_shows_the_receipt(live: Page, stage: Stage) -> None:
    show(stage, live, button("CastBallot", "Back A", round=2, hands=["h1"]))
    live.click("#act")
    expect(live.locator("#say")).to_have_text("Counted, no. 1")
    expect(live.locator("#say")).not_to_have_class("bad")
    (message,) = stage.commands
    assert message.pop("id")
    assert message == {"room": "K7QM", "type": "CastBallot", "body": {"round": 2, "hands": ["h1"]}}


def test_the_servers_words_stand_in_the_receipt_if_it_sends_some(live: Page, stage: Stage) -> None:
    stage.answer = lambda message: {"ok": True, "number": 412, "say": "You back A."}
    show(stage, live, button("CastBallot", "Back A"))
    live.click("#act")
    expect(live.locator("#say")).to_have_text("You back A.")


def test_a_button_rests_while_its_command_is_on_its_way_also_through_an_update(live: Page, stage: Stage) -> None:
    stage.answer = keep_silent
    show(stage, live, button("CastBallot", "Back A"))
    live.click("#act")
    expect(live.locator("#act")).to_be_disabled()
    expect(live.locator("#act")).to_have_class("busy")
    stage.show(button("CastBallot", "Back A (1)"))
    expect(live.locator("#act")).to_have_text("Back A (1)")
    expect(live.locator("#act")).to_be_disabled()
    expect(live.locator("#act")).to_have_class("busy")


def test_a_button_outside_the_screen_wakes_after_an_update_too(live: Page, stage: Stage) -> None:
    live.click("#outside")
    expect(live.locator("#outside")).to_be_disabled()
    stage.show("<p>update</p>")
    expect(live.locator("#outside")).to_be_enabled()


def test_a_button_that_the_server_closes_meanwhile_stays_closed(live: Page, stage: Stage) -> None:
    show(stage, live, button("CastBallot", "Back A"))
    live.click("#act")
    stage.show(button("CastBallot", "Back A", "disabled"))
    expect(live.locator("#act")).not_to_have_class("busy")
    expect(live.locator("#act")).to_be_disabled()


def test_a_refusal_is_said_in_the_line_and_beside_its_form_and_stays_through_updates(live: Page, stage: Stage) -> None:
    stage.answer = refuse("That name is taken.")
    form = """<form data-command='{"type":"RenameSeat","body":{"seat":3}}'>
        <input id="name" name="name" value="Ana"><button>Rename</button><p id="why" data-error></p></form>"""
    show(stage, live, form)
    live.click("text=Rename")
    expect(live.locator("#say")).to_have_text("That name is taken.")
    expect(live.locator("#say")).to_have_class("bad")
    expect(live.locator("#why")).to_have_text("That name is taken.")
    show(stage, live, form)
    expect(live.locator("#why")).to_have_text("That name is taken.")
    stage.answer = Counter()
    live.click("text=Rename")
    expect(live.locator("#say")).to_have_text("Counted, no. 1")
    expect(live.locator("#why")).to_have_text("")
    assert [message["body"] for message in stage.commands] == [{"seat": 3, "name": "Ana"}] * 2


def test_a_lost_acknowledgement_is_said_and_the_same_id_is_sent_again(live: Page, stage: Stage) -> None:
    counter = Counter()
    stage.answer = lambda message: counter(message) if len(stage.commands) > 1 else None
    show(stage, live, button("CastBallot", "Back A"))
    live.click("#act")
    expect(live.locator("#say")).to_have_text("Still sending", timeout=6000)
    expect(live.locator("#say")).to_have_text("Counted, no. 1", timeout=8000)
    first, second = stage.commands
    assert first == second


def test_a_command_whose_connection_broke_is_sent_again_under_the_same_id(live: Page, stage: Stage) -> None:
    counter = Counter()

    def answer(message: Message) -> Message | None:
        if len(stage.commands) > 1:
            return counter(message)
        stage.cut()
        return None

    stage.answer = answer
    show(stage, live, button("CastBallot", "Back A"))
    live.click("#act")
    expect(live.locator("#say")).to_have_text("Counted, no. 1")
    first, second = stage.commands
    assert first == second


def test_a_press_without_a_connection_is_sent_as_soon_as_there_is_one(live: Page, stage: Stage) -> None:
    show(stage, live, button("CastBallot", "Back A"))
    stage.refuses = True
    stage.turn_away()
    expect(live.locator("#link")).to_have_attribute("data-state", "lost")
    live.click("#act")
    expect(live.locator("#say")).to_have_text("Still sending", timeout=6000)
    assert stage.commands == []
    stage.refuses = False
    expect(live.locator("#say")).to_have_text("Counted, no. 1")
    assert len(stage.commands) == 1


def test_each_press_has_an_id_of_its_own(live: Page, stage: Stage) -> None:
    show(stage, live, button("ShiftClock", "+1 min", milliseconds=60000))
    for number in (1, 2, 3):
        live.click("#act")
        expect(live.locator("#say")).to_have_text(f"Counted, no. {number}")
        expect(live.locator("#act")).to_be_enabled()
        live.wait_for_timeout(100)
    assert len({message["id"] for message in stage.commands}) == 3


@pytest.mark.pitfall("beatify 1715", "just-one 5")
def test_two_taps_30_ms_apart_are_one_press(live: Page, stage: Stage) -> None:
    show(stage, live, button("Next", "Hands up"))
    live.dblclick("#act", delay=10)
    live.wait_for_timeout(SETTLING_MS)
    assert len(stage.commands) == 1


@pytest.mark.pitfall("beatify 1715", "just-one 5")
def test_two_taps_go_on_once_although_the_button_goes_on_in_between(live: Page, stage: Stage) -> None:
    stage.answer = lambda message: advance(stage, message)
    show(stage, live, button("Next", "Hands up", STEP, phase="matched"))
    for _ in range(2):
        live.locator("#act").dispatch_event("click")
        live.wait_for_timeout(60)
    live.keyboard.press("Enter")
    live.wait_for_timeout(SETTLING_MS)
    expect(live.locator("#act")).to_have_text("First neutral card")
    assert [message["body"] for message in stage.commands] == [{"phase": "matched"}]


TAP_AGAIN = """async () => {
    const place = { bubbles: true, detail: 1, clientX: 50, clientY: 50 };
    const tap = (id) => document.getElementById(id).dispatchEvent(new MouseEvent('click', place));
    tap('act');
    while (!document.getElementById('resume')) {
        await new Promise((resume) => setTimeout(resume, 1));
    }
    tap('resume');
}"""
"""Tap the button `act`, and once more as soon as `resume` stands in its place."""


@pytest.mark.pitfall("beatify 1715", "just-one 5")
def test_two_taps_press_once_although_another_button_takes_the_place_in_between(live: Page, stage: Stage) -> None:
    stage.answer = lambda message: advance(stage, message, element="resume")
    show(stage, live, button("Pause", "Pause"))
    live.evaluate(TAP_AGAIN)
    live.wait_for_timeout(SETTLING_MS)
    expect(live.locator("#resume")).to_be_enabled()
    assert [message["type"] for message in stage.commands] == ["Pause"]


def test_a_press_just_after_somebody_else_went_on_means_the_step_before(live: Page, stage: Stage) -> None:
    show(stage, live, button("Next", "Hands up", STEP, phase="matched"))
    stage.answer = refuse("That was done already.")
    stage.show(button("Next", "First neutral card", STEP, phase="hands_up"))
    expect(live.locator("#act")).to_have_text("First neutral card")
    live.locator("#act").evaluate("button => button.click()")
    expect(live.locator("#say")).to_have_text("That was done already.")
    assert stage.commands[0]["body"] == {"phase": "matched"}


def ballots(*backed: str) -> str:
    """Two hands, one tap each: a tap adds a hand to those that were backed when the page was drawn."""
    return "".join(button("CastBallot", f"Back {one}", element=one, hands=sorted({*backed, one})) for one in ("a", "b"))


def test_T7_two_hands_tapped_in_quick_succession_are_both_backed(live: Page, stage: Stage) -> None:
    def answer(message: Message) -> Message:
        time.sleep(0.3)
        stage.show(ballots(*message["body"]["hands"]))
        return {"ok": True, "number": stage.number, "say": ""}

    stage.answer = answer
    show(stage, live, ballots())
    live.click("#a")
    live.click("#b")
    expect(live.locator("#b")).to_be_disabled()
    expect(live.locator("#b")).to_be_enabled()
    assert [message["body"]["hands"] for message in stage.commands] == [["a"], ["a", "b"]]


def advance(stage: Stage, message: Message, element: str = "act") -> Message:
    """Accept, and show the next step before the receipt."""
    stage.show(button("Next", "First neutral card", STEP, element=element, phase="hands_up"))
    return {"ok": True, "number": stage.number, "say": ""}


@pytest.mark.pitfall("socket.io 3382", "Flask-SocketIO 470")
def test_after_twenty_reconnects_one_press_is_one_command_and_one_update_is_one_update(
    live: Page, stage: Stage
) -> None:
    show(stage, live, button("CastBallot", "Back A"))
    for count in range(2, 22):
        stage.cut()
        expect(live.locator("#link")).to_have_attribute("data-state", "live")
        live.wait_for_timeout(20)
        while len(stage.connections) < count:
            live.wait_for_timeout(20)
    live.locator("#screen").evaluate(
        """screen => new MutationObserver((changes) => (document.title = changes.length))
            .observe(screen, { childList: true, attributes: true })"""
    )
    stage.show(button("CastBallot", "Back A") + "<p>one more</p>")
    expect(live).to_have_title("3")  # one away, one more, and the number
    live.click("#act")
    expect(live.locator("#say")).to_have_text("Counted, no. 1")
    live.wait_for_timeout(SETTLING_MS)
    assert len(stage.commands) == 1
