"""What a form's fields send, what is asked before a step that matters, and which keys press which buttons."""

import json

from playwright.sync_api import Page, expect

from tests.browser.stage import SETTLING_MS, Stage, button, refuse, show

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
