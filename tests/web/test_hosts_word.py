"""From the host's page to the ledger: a seat that calls out its choice, by the same door as everything else."""

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.room.commands import CallDeal
from engine.team_poker.commands import CallBallot
from tests.web.house import House, house


@pytest.fixture
def voting(tmp_path: Path) -> Iterator[House]:
    """A vote on three hands."""
    with house(tmp_path) as open_house:
        open_house.open()
        open_house.say(CallDeal())
        open_house.propose(3)
        open_house.go_on()
        yield open_house


def test_T7_the_button_in_a_seats_line_raises_its_hand_and_the_ledger_says_by_whose_word(voting: House) -> None:
    host = voting.host()
    page = host.get(f"/host/{voting.code}").text
    button = re.search(r'id="call-7-B" aria-pressed="false" data-command="([^"]+)"', page)
    assert button
    command = json.loads(html.unescape(button[1]))
    socket = voting.connect(host, "host")
    payload = {"room": voting.code, "id": "called-0001", **command}
    answer = socket.emit("command", payload, callback=True)
    assert isinstance(answer, dict) and answer["ok"]
    assert answer["say"] == "Player 7 called out, and the host raised the hand for B."
    page = host.get(f"/host/{voting.code}").text
    assert 'id="call-7-B" aria-pressed="true"' in page
    assert "Player 7 called out, and the host raised the hand for B." in page
    assert "Your hand is up for B." in voting.phone(7).get(f"/p/{voting.code}").text


def test_no_phone_casts_the_ballot_of_another_seat(voting: House) -> None:
    hand = voting.table.candidates[0].hand
    phone = voting.connect(voting.phone(5), "phone")
    answer = voting.send(phone, CallBallot(1, 7, (hand,)))
    assert (answer["ok"], answer["reason"]) == (False, "not_allowed")
    assert voting.table.ballots == {}


def test_while_the_clock_stands_no_hand_can_be_called(voting: House) -> None:
    host = voting.host()
    socket = voting.connect(host, "host")
    socket.emit("command", {"room": voting.code, "id": "pause-0001", "type": "Pause", "body": {}}, callback=True)
    page = host.get(f"/host/{voting.code}").text
    buttons = re.findall(r'<button[^>]*id="call-7-[ABC]"[^>]*>', page)
    assert len(buttons) == 3 and all("disabled" in button for button in buttons)
