"""Votes that are changed while the vote is being closed: what the server counted is what everybody is shown."""

import re
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from typing import Any

import pytest

from tests.conftest import RunningConsole
from tests.web.evening import Evening, refused
from tests.web.slow_line import SlowLine, slow_line
from tests.web.visitors import PATIENCE, Visitor

BEFORE_THE_CLOSE = 0.05
DELAYS = (0.4, 0.04, 0.4, 0.0, 0.4, 0.06)
"""Of the voter's line, in seconds: most of its changes come too late, and a few just in time."""
VOTER = 9
SETTINGS = {
    "rounds": 5,
    "countdown": 600,
    "vote": 600,
    "ballots": 1,
    "on_tie": "none",
    "seats": 13,
    "straight_order": "equal",
    "prize": "",
    "penalty": "",
}
"""A vote that lasts longer than it takes to close it two hundred times."""


@dataclass
class Vote:
    """An open vote, one of whose voters sits at the end of a slow line."""

    evening: Evening
    line: SlowLine
    voter: Visitor
    hands: list[str]

    def screens(self) -> dict[str, Visitor]:
        code = self.evening.code
        phones = {f"/p/{code}#{seat}": phone for seat, phone in enumerate(self.evening.phones, 1)}
        return {**phones, f"/host/{code}": self.evening.host, f"/board/{code}": self.evening.visitors[-1]}


@pytest.fixture
def vote(running: RunningConsole) -> Iterator[Vote]:
    with slow_line(running.port) as line:
        evening = Evening(running)
        evening.come(VOTER - 1)
        voter = Visitor(line.url)
        voter.join(evening.code, "Slow")
        evening.phones.append(voter.connect(evening.code, "phone"))
        last = evening.visitor()
        last.join(evening.code, "Last")
        evening.phones.append(last.connect(evening.code, "phone"))
        evening.visitor().connect(evening.code, "board")
        evening.say("ChangeSettings", settings=SETTINGS)
        evening.say("CallDeal")
        yield Vote(evening, line, voter, evening.open_vote())
        voter.leave()
        evening.close()


def change_while_closing(vote: Vote, before: str, after: str, delay: float) -> tuple[dict[str, Any], int]:
    """The voter, whose hand is up for `before`, changes it 50 ms before the host closes; the answer, and the close."""
    vote.line.delay = 0.0
    answer = vote.voter.send("CastBallot", round=1, hands=[before])
    assert answer["ok"] or refused(answer) == "already_counted"
    vote.line.delay = delay
    answers: list[dict[str, Any]] = []
    change = threading.Thread(target=lambda: answers.append(vote.voter.send("CastBallot", round=1, hands=[after])))
    change.start()
    time.sleep(BEFORE_THE_CLOSE)
    closed = vote.evening.host.send("CloseVote", round=1)
    assert closed["ok"]
    change.join(PATIENCE)
    return answers[0], closed["number"]


def counted(vote: Vote) -> str:
    """The voter's ballot as it stands in the log before the close."""
    cast = [
        event["body"]["hands"][0]
        for row in vote.evening.ledger()
        for event in row.get("content", {"events": ()})["events"]
        if event["type"] == "BallotCast" and event["body"]["seat"] == VOTER
    ]
    return str(cast[-1])


def check_screens(vote: Vote, number: int) -> None:
    """Every screen comes to show exactly what the server has to show it."""
    for path, screen in vote.screens().items():
        until = time.monotonic() + PATIENCE
        page = screen.get(path).text
        while screen.fragments[-1]["number"] < number or screen.fragments[-1]["html"] not in page:
            assert time.monotonic() < until, f"{path} shows\n{screen.fragments[-1]}\ninstead of\n{page}"
            time.sleep(0.05)


def change_many_times(vote: Vote, times: int) -> dict[bool, int]:
    """Change, close, look at every screen, and take the close back; returns how many changes came in time or not."""
    found = {True: 0, False: 0}
    letters = dict(zip(vote.hands, "ABC", strict=True))
    delays = cycle(DELAYS)
    for turn in range(times):
        before, after = vote.hands[turn % 3], vote.hands[(turn + 1) % 3]
        answer, close = change_while_closing(vote, before, after, next(delays))
        vote.line.delay = 0.0
        assert answer["ok"] or refused(answer) == "vote_closed"
        assert counted(vote) == (after if answer["ok"] else before)
        check_screens(vote, close)
        said = re.sub(r"\s+", " ", vote.voter.fragments[-1]["html"])
        assert f"Counted: your hand was up for {letters[counted(vote)]}." in said
        found[answer["ok"]] += 1
        assert vote.evening.host.send("Undo", first=close, reason="again", past_reveal=False)["ok"]
        assert vote.evening.host.send("Resume")["ok"]
    return found


@pytest.mark.pitfall("townsquare 57", "botc-release 136", "botc-release 460")
def test_T7_a_vote_changed_50_ms_before_the_close_with_400_ms_of_delay_is_shown_as_it_was_counted(vote: Vote) -> None:
    found = change_many_times(vote, len(DELAYS))
    assert sum(found.values()) == len(DELAYS)


@pytest.mark.long
@pytest.mark.pitfall("townsquare 57", "botc-release 136", "botc-release 460")
def test_T7_a_vote_changed_two_hundred_times_before_the_close_is_shown_as_it_was_counted(vote: Vote) -> None:
    found = change_many_times(vote, 200)
    assert all(found.values()), found
