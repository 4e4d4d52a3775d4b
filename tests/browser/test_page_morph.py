"""An update never takes away what a person is doing on the screen."""

import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.stage import Message, Stage

FORM = """
<form id="form">
  <input id="title" name="title" value="Final">
  <textarea id="wording" name="wording">Cake</textarea>
  <select id="rounds" name="rounds"><option value="4" selected>4</option><option value="5">5</option></select>
  <label><input id="card-1" type="checkbox" name="cards" value="As">As</label>
  <label><input id="card-2" type="checkbox" name="cards" value="Td">Td</label>
  <label><input id="card-3" type="checkbox" name="cards" value="9h">9h</label>
</form>
"""


def update(stage: Stage, page: Page, around: str, times: int = 10) -> None:
    """Show so many updates that hold this, and wait for the last."""
    for _ in range(times):
        stage.show(f'<p id="round">update {stage.number + 1}</p>{around}')
    expect(page.locator("#round")).to_have_text(f"update {stage.number}")


@pytest.mark.pitfall("massivedecks 558")
def test_two_chosen_cards_are_still_chosen_after_ten_updates(live: Page, stage: Stage) -> None:
    update(stage, live, FORM, 1)
    live.check("#card-1")
    live.check("#card-3")
    update(stage, live, FORM)
    assert [live.is_checked(f"#card-{place}") for place in (1, 2, 3)] == [True, False, True]


def test_typed_text_focus_and_caret_survive_ten_updates(live: Page, stage: Stage) -> None:
    update(stage, live, FORM, 1)
    live.click("#title")
    live.keyboard.press("Home")
    live.keyboard.type("The ")
    update(stage, live, FORM)
    live.keyboard.type("very ")
    expect(live.locator("#title")).to_be_focused()
    expect(live.locator("#title")).to_have_value("The very Final")


def test_a_field_with_the_caret_in_it_is_left_alone_before_the_first_letter(live: Page, stage: Stage) -> None:
    update(stage, live, FORM, 1)
    live.focus("#title")
    update(stage, live, FORM.replace("Final", "Semifinal"))
    expect(live.locator("#title")).to_have_value("Final")


def test_choices_and_long_texts_survive_although_the_server_holds_others(live: Page, stage: Stage) -> None:
    update(stage, live, FORM, 1)
    live.fill("#wording", "A song")
    live.select_option("#rounds", "5")
    update(stage, live, FORM)
    expect(live.locator("#wording")).to_have_value("A song")
    expect(live.locator("#rounds")).to_have_value("5")


def test_fields_that_nobody_touched_follow_the_server(live: Page, stage: Stage) -> None:
    update(stage, live, FORM, 1)
    update(stage, live, FORM.replace('value="Final"', 'value="Semifinal"').replace('value="Td"', 'value="Td" checked'))
    expect(live.locator("#title")).to_have_value("Semifinal")
    expect(live.locator("#card-2")).to_be_checked()


def test_a_touched_field_can_still_be_closed_by_the_server(live: Page, stage: Stage) -> None:
    update(stage, live, FORM, 1)
    live.check("#card-1")
    update(stage, live, FORM.replace('value="As"', 'value="As" disabled'))
    expect(live.locator("#card-1")).to_be_disabled()
    expect(live.locator("#card-1")).to_be_checked()


def test_the_label_of_the_focused_button_follows_the_server(live: Page, stage: Stage) -> None:
    update(stage, live, '<button id="next" type="button">Lock</button>', 1)
    live.focus("#next")
    update(stage, live, '<button id="next" type="button">Close the vote</button>')
    expect(live.locator("#next")).to_have_text("Close the vote")
    expect(live.locator("#next")).to_be_focused()


def test_focus_stays_on_a_button_that_an_update_moves(live: Page, stage: Stage) -> None:
    one, two = '<li id="one"><button id="b1">one</button></li>', '<li id="two"><button id="b2">two</button></li>'
    update(stage, live, f'<ul id="list">{one}{two}</ul>', 1)
    live.focus("#b2")
    update(stage, live, f'<ul id="list">{two}{one}</ul>')
    expect(live.locator("#b2")).to_be_focused()


def test_opened_details_and_dialogs_stay_open(live: Page, stage: Stage) -> None:
    parts = '<details id="more"><summary>more</summary>text</details><dialog id="rescue">rescue</dialog>'
    update(stage, live, parts, 1)
    live.click("summary")
    live.locator("#rescue").evaluate("dialog => dialog.show()")
    update(stage, live, parts)
    expect(live.locator("#more")).to_have_attribute("open", "")
    expect(live.locator("#rescue")).to_be_visible()


def test_inner_panels_keep_their_place_even_when_they_move(live: Page, stage: Stage) -> None:
    panel = '<div id="ledger" class="panel"><p class="tall">lines</p></div>'
    update(stage, live, f'<div id="left"></div><div id="right">{panel}</div>', 1)
    live.locator("#ledger").evaluate("panel => panel.scrollTo(0, 300)")
    update(stage, live, f'<div id="left">{panel}</div><div id="right"></div>', 1)
    assert live.locator("#ledger").evaluate("panel => panel.scrollTop") == 300


def test_a_fragment_older_than_what_is_shown_is_dropped(live: Page, stage: Stage) -> None:
    stage.show('<p id="what">new</p>', 40)
    expect(live.locator("#what")).to_have_text("new")
    stage.push(39, '<p id="what">old</p>')
    stage.show('<p id="what">new</p><p id="last">last</p>', 41)
    expect(live.locator("#last")).to_be_visible()
    expect(live.locator("#what")).to_have_text("new")
    expect(live.locator("#screen")).to_have_attribute("data-number", "41")


def test_an_older_fragment_alone_changes_nothing(live: Page, stage: Stage) -> None:
    stage.show('<p id="what">new</p>', 40)
    expect(live.locator("#what")).to_have_text("new")
    stage.push(39, '<p id="what">old</p>')
    live.wait_for_timeout(300)
    expect(live.locator("#what")).to_have_text("new")


def test_the_same_number_again_is_shown_for_presence_changes_no_row(live: Page, stage: Stage) -> None:
    stage.show('<p id="what">asleep</p>', 40)
    stage.show('<p id="what">live</p>', 40)
    expect(live.locator("#what")).to_have_text("live")


def test_after_a_new_connection_the_server_is_believed_even_with_a_lower_number(live: Page, stage: Stage) -> None:
    stage.show('<p id="what">before</p>', 40)
    expect(live.locator("#what")).to_have_text("before")
    stage.number, stage.html = 12, '<p id="what">restored</p>'
    stage.cut()
    expect(live.locator("#what")).to_have_text("restored")


def test_sent_fields_are_the_servers_again_once_it_has_taken_them(live: Page, stage: Stage) -> None:
    form = (
        FORM
        + """<button form="form" data-with="cards title"
        data-command='{"type":"PledgeCards","body":{"round":1}}'>Pledge</button>"""
    )
    stage.show(form, 1)
    live.check("#card-1")
    live.fill("#title", "typed")
    live.check("#card-2")
    live.click("text=Pledge")
    expect(live.locator("#say")).to_have_text("Counted, no. 1")
    expect(live.locator("#card-1")).not_to_be_checked()
    expect(live.locator("#title")).to_have_value("Final")


def test_sent_fields_wait_for_the_fragment_that_knows_of_them(live: Page, stage: Stage) -> None:
    form = '<form data-command=\'{"type":"SetTitle","body":{}}\'><input id="title" name="title" value="Final"></form>'
    stage.answer = lambda message: {"ok": True, "number": 412, "say": ""}
    stage.show(form, 411)
    live.fill("#title", "Semifinal")
    live.press("#title", "Enter")
    expect(live.locator("#say")).to_have_text("Counted, no. 412")
    expect(live.locator("#title")).to_have_value("Semifinal")
    stage.show(form.replace("Final", "SEMIFINAL"), 412)
    expect(live.locator("#title")).to_have_value("SEMIFINAL")


def test_what_is_typed_while_the_command_is_on_its_way_is_kept(live: Page, stage: Stage) -> None:
    form = '<form data-command=\'{"type":"SetTitle","body":{}}\'><input id="title" name="title" value="Final"></form>'
    stage.show(form, 1)
    expect(live.locator("#title")).to_be_visible()
    stage.answer = acknowledge_late
    live.fill("#title", "Semifinal")
    live.press("#title", "Enter")
    live.press("#title", "!")
    expect(live.locator("#say")).to_have_text("Counted, no. 1")
    expect(live.locator("#title")).to_have_value("Semifinal!")


def acknowledge_late(message: Message) -> Message:
    """So that a person can type on."""
    time.sleep(0.5)
    return {"ok": True, "number": 1, "say": ""}


@pytest.mark.pitfall("cuttle 414", "helix 2472")
def test_a_page_out_of_the_browsers_memory_takes_no_tap_before_a_fresh_fragment(live: Page, stage: Stage) -> None:
    stage.show("""<button id="vote" type="button" data-command='{"type":"Vote","body":{}}'>Vote</button>""")
    expect(live.locator("#vote")).to_be_visible()
    stage.pushes_on_connect = False
    live.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(live.locator("#screen")).to_have_attribute("inert", "")
    live.locator("#vote").evaluate("button => button.click()")
    stage.show("""<button id="vote" type="button" data-command='{"type":"Vote","body":{"fresh":1}}'>Vote</button>""")
    expect(live.locator("#screen")).not_to_have_attribute("inert", "")
    live.wait_for_timeout(700)
    live.click("#vote")
    expect(live.locator("#say")).to_have_text("Counted, no. 1")
    assert [message["body"] for message in stage.commands] == [{"fresh": 1}]
