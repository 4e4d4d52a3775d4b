"""A press is sent once and until it is acknowledged, and what became of it is said."""

import json
import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.stage import Counter, Message, Stage, keep_silent, refuse

SETTLING_MS = 700
"""A button is taken at its new word only some time after it has changed."""

STEP = 'data-key="Space"'


def button(kind: str, text: str, more: str = "", element: str = "act", **body: object) -> str:
    """A command button as the templates write it."""
    command = json.dumps({"type": kind, "body": body})
    return f'<button id="{element}" type="button" data-command=\'{command}\' {more}>{text}</button>'


def show(stage: Stage, page: Page, html: str) -> None:
    """Show this fragment and wait until the page has it and its buttons have settled."""
    stage.show(f'{html}<i id="at-{stage.number + 1}"></i>')
    expect(page.locator(f"#at-{stage.number}")).to_be_attached()
    page.wait_for_timeout(SETTLING_MS)


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


FIELDS = """
<form id="fields">
  <input name="seats" data-as="int" type="number" value="13">
  <input name="empty" data-as="int" type="number" value="">
  <input name="countdown" data-as="seconds-from-minutes" type="number" step="0.5" value="7.5">
  <input name="cards" data-as="list" type="checkbox" value="As" checked>
  <input name="cards" data-as="list" type="checkbox" value="Td">
  <input name="cards" data-as="list" type="checkbox" value="9h" checked>
  <input name="invited" data-as="ints" type="checkbox" value="4" checked>
  <input name="nobody" data-as="ints" type="checkbox" value="5">
  <select name="ballots" data-as="int"><option value="1">1</option><option value="2" selected>2</option></select>
  <select name="tie"><option value="none">none</option><option value="both" selected>both</option></select>
  <input name="closed" value="x" disabled>
  <textarea name="prize">Cake</textarea>
</form>
"""


def test_fields_are_read_as_they_say(live: Page, stage: Stage) -> None:
    command = json.dumps({"type": "ChangeSettings", "body": {}})
    show(stage, live, FIELDS.replace('id="fields"', f"id='fields' data-command='{command}' data-into='settings'"))
    live.locator("#fields").evaluate("form => form.requestSubmit()")
    expect(live.locator("#say")).to_have_text("Counted, no. 1")
    assert stage.commands[0]["body"] == {
        "settings": {
            "seats": 13,
            "empty": None,
            "countdown": 450,
            "cards": ["As", "9h"],
            "invited": [4],
            "nobody": [],
            "ballots": 2,
            "tie": "both",
            "prize": "Cake",
        }
    }


def test_a_button_sends_only_the_fields_that_it_names(live: Page, stage: Stage) -> None:
    pledge = button("PledgeCards", "Pledge", 'form="fields" data-with="cards"', round=1, hand="ab")
    show(stage, live, FIELDS + pledge)
    live.click("#act")
    expect(live.locator("#say")).to_have_text("Counted, no. 1")
    assert stage.commands[0]["body"] == {"round": 1, "hand": "ab", "cards": ["As", "9h"]}


SETTINGS = """<form id="settings" data-command='{"type":"ChangeSettings","body":{}}' data-into="settings">
  <input name="prize" value="Cake"><select name="tie"><option value="none" selected>-</option>
  <option value="both">+</option></select><p id="why" data-error></p></form>"""


def test_what_was_changed_in_the_form_that_a_button_names_goes_before_it(live: Page, stage: Stage) -> None:
    show(stage, live, SETTINGS + button("CallDeal", "Deal", 'data-first="settings"'))
    live.fill("[name=prize]", "Wine")
    live.click("#act")
    expect(live.locator("#say")).to_have_text("Counted, no. 2")
    assert [(message["type"], message["body"]) for message in stage.commands] == [
        ("ChangeSettings", {"settings": {"prize": "Wine", "tie": "none"}}),
        ("CallDeal", {}),
    ]


def test_a_form_in_which_nothing_was_changed_is_not_sent(live: Page, stage: Stage) -> None:
    show(stage, live, SETTINGS + button("CallDeal", "Deal", 'data-first="settings"'))
    live.select_option("[name=tie]", "both")
    live.select_option("[name=tie]", "none")
    live.click("#act")
    expect(live.locator("#say")).to_have_text("Counted, no. 1")
    assert [message["type"] for message in stage.commands] == ["CallDeal"]


def test_a_button_waits_where_the_form_before_it_is_refused(live: Page, stage: Stage) -> None:
    stage.answer = refuse("Too many rounds.")
    show(stage, live, SETTINGS + button("CallDeal", "Deal", 'data-first="settings" data-confirm="Deal?"'))
    live.select_option("[name=tie]", "both")
    live.click("#act")
    expect(live.locator("#why")).to_have_text("Too many rounds.")
    expect(live.locator("#act")).to_be_enabled()
    expect(live.locator("#ask")).to_be_hidden()
    assert [message["type"] for message in stage.commands] == ["ChangeSettings"]


def test_a_button_lets_go_of_the_choices_that_it_makes_void(live: Page, stage: Stage) -> None:
    form = '<form id="set"><input id="c1" type="checkbox" name="cards" value="As"></form>'
    html = form + button("ArrangeForMe", "Arrange", 'form="set" data-clears="cards"')
    show(stage, live, html)
    live.check("#c1")
    live.click("#act")
    expect(live.locator("#say")).to_have_text("Counted, no. 1")
    assert stage.commands[0]["body"] == {}
    show(stage, live, html)
    expect(live.locator("#c1")).not_to_be_checked()


def test_what_the_browser_finds_wrong_is_not_sent(live: Page, stage: Stage) -> None:
    form = '<form id="fields"><input name="points" data-as="int" type="number" required></form>'
    show(stage, live, form + button("GivePoints", "Give", 'form="fields" data-with="points"'))
    live.click("#act")
    live.wait_for_timeout(200)
    assert stage.commands == []
    live.fill("input[name=points]", "2")
    live.click("#act")
    expect(live.locator("#say")).to_have_text("Counted, no. 1")


def test_a_form_without_a_command_goes_nowhere(live: Page, stage: Stage) -> None:
    show(stage, live, '<form><input id="lonely" name="lonely"></form>')
    live.fill("#lonely", "x")
    live.press("#lonely", "Enter")
    live.wait_for_timeout(200)
    assert live.url.endswith("/pages/live.html")


def test_a_question_is_asked_first_and_no_means_no(live: Page, stage: Stage) -> None:
    show(stage, live, button("FreeSeat", "Remove", 'data-confirm="Remove Ana?"'))
    for key in ("Escape", "Enter"):  # the dialog opens on "no"
        live.click("#act")
        expect(live.locator("#ask-text")).to_have_text("Remove Ana?")
        live.keyboard.press(key)
        expect(live.locator("#ask")).to_be_hidden()
        live.wait_for_timeout(500)
    assert stage.commands == []


def test_a_question_is_answered_with_yes_from_the_keyboard(live: Page, stage: Stage) -> None:
    show(stage, live, button("FreeSeat", "Remove", 'data-confirm="Remove Ana?"'))
    live.click("#act")
    expect(live.locator("#ask-reason")).to_be_hidden()
    live.keyboard.press("Tab")
    live.keyboard.press("Enter")
    expect(live.locator("#say")).to_have_text("Counted, no. 1")
    assert stage.commands[0]["body"] == {}


def test_a_reason_is_asked_for_and_sent_along(live: Page, stage: Stage) -> None:
    show(stage, live, button("Undo", "Take back", 'data-confirm="Take it back?" data-reason="1"', first=7))
    live.click("#act")
    live.keyboard.type("wrong button")
    live.keyboard.press("Enter")
    expect(live.locator("#say")).to_have_text("Counted, no. 1")
    assert stage.commands[0]["body"] == {"first": 7, "reason": "wrong button"}


def test_browsers_without_dialogs_ask_in_their_own_way(live: Page, stage: Stage) -> None:
    live.locator("#ask").evaluate("dialog => (dialog.showModal = undefined)")
    show(stage, live, button("Undo", "Take back", 'data-confirm="Take it back?" data-reason="1"'))
    live.on("dialog", lambda dialog: dialog.accept("because"))
    live.click("#act")
    expect(live.locator("#say")).to_have_text("Counted, no. 1")
    assert stage.commands[0]["body"] == {"reason": "because"}


def test_keys_press_their_buttons(live: Page, stage: Stage) -> None:
    pause = button("Pause", "Pause", 'data-key="p"', element="pause")
    show(stage, live, button("Next", "Lock", 'data-key="Space"', element="next") + pause)
    live.keyboard.press("Space")
    expect(live.locator("#say")).to_have_text("Counted, no. 1")
    live.keyboard.press("p")
    expect(live.locator("#say")).to_have_text("Counted, no. 2")
    assert [message["type"] for message in stage.commands] == ["Next", "Pause"]


def test_keys_do_nothing_while_typing_in_dialogs_or_with_control(live: Page, stage: Stage) -> None:
    undo = button("Undo", "Undo", 'data-key="u" data-confirm="Sure?"', element="undo")
    show(stage, live, button("Next", "Lock", 'data-key="Space"') + undo + '<input id="title" name="title">')
    live.click("#title")
    live.keyboard.type("my uncle ")
    live.locator("#title").blur()
    live.keyboard.press("Control+u")
    live.keyboard.press("u")
    expect(live.locator("#ask")).to_be_visible()
    live.keyboard.press("u")
    live.keyboard.press("Escape")
    live.wait_for_timeout(SETTLING_MS)
    assert stage.commands == []


def test_space_after_a_click_on_another_button_means_the_next_step(live: Page, stage: Stage) -> None:
    later = button("ShiftClock", "+1 min", element="later")
    show(stage, live, button("Next", "Lock", 'data-key="Space"', element="next") + later)
    live.click("#later")
    expect(live.locator("#later")).to_be_enabled()
    live.wait_for_timeout(SETTLING_MS)
    live.keyboard.press("Space")
    expect(live.locator("#say")).to_have_text("Counted, no. 2")
    assert [message["type"] for message in stage.commands] == ["ShiftClock", "Next"]


def test_a_button_reached_by_tab_is_pressed_by_space_and_keeps_the_focus(live: Page, stage: Stage) -> None:
    later = button("ShiftClock", "+1 min", element="later")
    show(stage, live, button("Next", "Lock", 'data-key="Space"', element="next") + later)
    live.focus("#later")
    live.keyboard.press("Space")
    expect(live.locator("#say")).to_have_text("Counted, no. 1")
    assert stage.commands[0]["type"] == "ShiftClock"
    expect(live.locator("#later")).to_be_focused()
