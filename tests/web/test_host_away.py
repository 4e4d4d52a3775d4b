"""While the host's page is closed nobody else takes its place, and it comes back to where the event stands."""

import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from engine.game import HostViewer, Temper
from engine.room.commands import (
    SCREEN_COMMANDS,
    BlankBoard,
    CallDeal,
    CommitBytes,
    FillWithBots,
    FreeSeat,
    GivePoints,
    LeaveSeat,
    Pace,
    Pause,
    Peek,
    PutUpText,
    RenameSeat,
    Resume,
    RevealBytes,
    SeatBots,
    SetAbsent,
    SetBots,
    SetDoor,
    SetPlayedBy,
    SetTemper,
    SetTitle,
    ShiftClock,
    ShowRank,
    UncoverBoard,
    Undo,
)
from engine.room.view import view
from engine.team_poker import COMMANDS
from engine.team_poker.commands import (
    CallBallot,
    CastBallot,
    ChangeSettings,
    CloseVote,
    Decline,
    Invite,
    LockNominations,
    Next,
    PledgeCards,
    ProposeHand,
    TakeBack,
)
from engine.team_poker.phase import Phase
from engine.team_poker.rules import Settings
from tests.web.house import House
from tests.web.house import house as a_house
from web.desk import AnswerClaim, IssueTicket, PlayAgain
from web.screens import command_of
from web.watch import LONGEST_GAP

TEN_MINUTES = 600_000
OF_A_SEAT = (CommitBytes, RevealBytes, LeaveSeat, ProposeHand, Invite, Decline, PledgeCards, TakeBack, CastBallot)
OF_THE_HOST: tuple[Any, ...] = (
    CallDeal(),
    Pause(),
    Resume(),
    ShiftClock(60_000),
    GivePoints(1, 1, "x"),
    Undo(2, "x", past_reveal=True),
    RenameSeat(1, "x"),
    FreeSeat(1),
    SetDoor(False),
    FillWithBots(),
    SeatBots("x"),
    SetTitle("x"),
    SetAbsent(1, True),
    Peek(2),
    SetPlayedBy((1,), True),
    SetBots((Temper.SILENT,), Pace.TENFOLD),
    SetTemper(1, Temper.SILENT),
    BlankBoard(),
    PutUpText("x"),
    UncoverBoard(),
    ShowRank(0),
    ChangeSettings(Settings()),
    LockNominations(1),
    CallBallot(1, 1, ()),
    CloseVote(1),
    Next(1, Phase.NOMINATING),
    IssueTicket(1),
    PlayAgain(),
    AnswerClaim("0" * 8, True),
)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with a_house(tmp_path) as house:
        house.open(rounds=2)
        yield house


def gold_button(page: str) -> str:
    """The command that the host's one next button sends."""
    (button,) = re.findall(r'<button[^>]*data-key="Space"[^>]*>', page)
    found = re.search('data-command="([^"]*)"', button)
    assert found
    return html.unescape(found[1])


@pytest.mark.pitfall("quizify 846")
def test_the_bare_address_leads_the_host_into_the_running_round_with_its_controls(house: House) -> None:
    passed, host = [], house.host()
    for phase in house.every_phase():
        passed.append(phase)
        if phase is Phase.FINAL:
            continue
        page = host.get("/", follow_redirects=True)
        assert page.request.path == f"/host/{house.code}"
        following = view(house.state, HostViewer()).game.next or CallDeal()
        assert gold_button(page.text) == command_of(following), phase
        assert house.browser().get("/").headers["Location"] == f"/j/{house.code}"
    assert set(passed) == set(Phase)


def test_these_are_all_commands_that_there_are() -> None:
    assert {type(command) for command in OF_THE_HOST} | set(OF_A_SEAT) == {
        *SCREEN_COMMANDS,
        *COMMANDS,
        IssueTicket,
        AnswerClaim,
        PlayAgain,
    }


def revoked_cohost(house: House) -> FlaskClient:
    """The browser of somebody whose rights end while the page is open."""
    _, key = house.console.access.add_cohost("Lan")
    browser = house.browser()
    browser.get("/host")
    assert browser.post("/host/key", json={"key": key}).status_code == 204
    return browser


@pytest.mark.pitfall("quizify 351")
def test_with_the_host_away_for_ten_minutes_every_host_command_of_a_stranger_is_refused(house: House) -> None:
    house.say(CallDeal())
    page = house.connect(house.host(), "host")
    strangers = [house.connect(house.browser(), screen) for screen in ("watch", "board", "phone", "host")]
    strangers.append(house.connect(house.phone(1), "phone"))
    strangers.append(house.connect(house.phone(1), "host"))
    strangers.append(house.connect(revoked_cohost(house), "host"))
    page.disconnect()
    house.console.access.revoke(house.console.access.cohosts()[0].id)
    for _ in range(TEN_MINUTES // LONGEST_GAP):
        house.clock.go(LONGEST_GAP)
        house.console.bells.look()
    number, state = house.state.number, house.state
    for socket in strangers:
        for command in OF_THE_HOST:
            house.clock.go(100)
            assert house.send(socket, command)["reason"] == "not_allowed", command
    assert (house.state.number, house.state) == (number, state)
    for browser in (house.browser(), house.phone(1)):
        assert 'id="login"' in browser.get(f"/host/{house.code}").text
    assert house.send(house.connect(house.host(), "host"), SetTitle("Back"))["ok"]
