"""Chances come from a process of their own when they are ready; nothing waits for them, and old ones are dropped."""

import re
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from engine import holdem
from engine.game import Prospect, PublicViewer
from engine.room.view import RoomView, view
from tests.conftest import RunningConsole
from tests.engine.drive import Drive
from tests.engine.moves import go_on
from tests.engine.test_prospects import all_in
from tests.engine.test_team_poker_showdown import stacked
from tests.web.visitors import PATIENCE, Visitor
from web.outlook import Outlook
from web.reckoner import Reckoner
from web.screens import percent_text

BEFORE_THE_FLOP = all_in(["As Ad", "Ks Kd"])
"""Takes seconds."""
ON_THE_TURN = all_in(["As Ad", "Ks Kd"], "2c 7d 9h Jc")


def board_of(drive: Drive) -> RoomView:
    return view(drive.state, PublicViewer())


def in_a_thread(work: Callable[[], object]) -> None:
    threading.Thread(target=work, daemon=True).start()


def hands_up() -> Drive:
    drive = stacked({1: "2c 2d 9h", 2: "3d 5h 9s"}, "Kc Qd")
    go_on(drive)
    return drive


def test_chances_are_told_of_when_they_are_ready_and_kept_while_they_hold() -> None:
    drive, ready = hands_up(), threading.Semaphore(0)
    reckoner = Reckoner()
    outlook = Outlook(in_a_thread, reckoner.answer, reckoner.drop, lambda _code: ready.release())
    assert outlook.of(board_of(drive)) == ()
    assert ready.acquire(timeout=PATIENCE)
    first = outlook.of(board_of(drive))
    assert [one.cases for one in first] == [1035, 1035]
    go_on(drive)
    assert outlook.of(board_of(drive)) == ()
    assert ready.acquire(timeout=PATIENCE)
    assert [one.wins for one in outlook.of(board_of(drive))] == [39, 6]
    go_on(drive)
    assert outlook.of(board_of(drive)) == ()


def test_an_answer_that_comes_too_late_is_dropped() -> None:
    drive, waiting = hands_up(), list[Callable[[], object]]()
    told, dropped, inside = list[str](), list[None](), threading.Event()

    def answer(_game: str, _question: Any) -> tuple[Prospect, ...]:
        if not inside.is_set():
            inside.set()
            go_on(drive)
            assert outlook.of(board_of(drive)) == ()
        return (Prospect("late", 1, 0, 1),)

    outlook = Outlook(waiting.append, answer, lambda: dropped.append(None), told.append)
    assert outlook.of(board_of(drive)) == ()
    waiting.pop(0)()
    assert (told, len(dropped)) == ([], 1)
    waiting.pop(0)()
    assert told == [board_of(drive).code]


def test_a_question_that_is_over_before_its_turn_is_never_asked() -> None:
    drive, waiting, questions = hands_up(), list[Callable[[], object]](), list[Any]()
    outlook = Outlook(waiting.append, lambda _game, question: questions.append(question), lambda: None, lambda _: None)
    outlook.of(board_of(drive))
    go_on(drive)
    outlook.of(board_of(drive))
    for work in waiting:
        work()
    assert [len(one.neutral) for one in questions] == [1]


def test_a_long_question_is_given_up_for_the_next_and_the_process_starts_anew() -> None:
    reckoner, answers = Reckoner(), list[Any]()
    asking = threading.Thread(target=lambda: answers.append(reckoner.answer("holdem", BEFORE_THE_FLOP)))
    asking.start()
    while asking.is_alive():
        reckoner.drop()
        time.sleep(0.05)
    assert answers == [None]
    assert reckoner.answer("holdem", ON_THE_TURN) == holdem.prospects(ON_THE_TURN)


def test_a_question_that_cannot_be_answered_harms_no_other() -> None:
    reckoner = Reckoner()
    assert reckoner.answer("holdem", "nonsense") is None
    assert reckoner.answer("holdem", ON_THE_TURN) == holdem.prospects(ON_THE_TURN)


@pytest.mark.parametrize(
    ("part", "whole", "shown"),
    [(0, 45, "0%"), (1, 1035, "<1%"), (6, 45, "13%"), (1034, 1035, ">99%"), (45, 45, "100%")],
)
def test_what_can_still_happen_is_never_shown_as_impossible_nor_as_sure(part: int, whole: int, shown: str) -> None:
    assert percent_text(part, whole) == shown


def test_the_board_gets_the_chances_and_commands_are_answered_while_they_are_worked_out(
    console: RunningConsole,
) -> None:
    host, board = Visitor(console.url), Visitor(console.url)
    host.log_in(console.host_key)
    code = host.open_room("Friday", "holdem")
    host.connect(code, "host")
    players = [Visitor(console.url) for _ in range(2)]
    for number, player in enumerate(players, 1):
        player.join(code, f"Player {number}")
        player.connect(code, "phone")
    assert host.send("ChangeSettings", settings={**SETTINGS, "seats": 2})["ok"]
    board.connect(code, "board")
    assert host.send("CallDeal")["ok"]
    all_in_now(players, code)
    assert host.send("Pause")["ok"]
    for number in range(5):  # seconds of work are under way
        assert host.send("SetTitle", title=f"Friday {number}")["ok"]
    assert not any('class="chance"' in one["html"] for one in board.fragments)
    assert host.send("GoOn", hand=1, phase="running_out", board=0)["ok"]
    wait_until(lambda: 'class="chance"' in board.fragments[-1]["html"])
    text = board.fragments[-1]["html"]
    assert "all 990 ways" in text  # what was begun before the flop is dropped
    assert len(re.findall('class="chance">(?:[<>]?[0-9]+%)<', text)) == 2
    for one in (host, board, *players):
        one.leave()


SETTINGS = {"unit": 10, "stack": 1000, "seconds": 600, "blinds": "moving", "seats": 4}


def all_in_now(players: list[Visitor], code: str) -> None:
    """Both put in all they have."""
    wait_until(lambda: any('id="turn"' in player.get(f"/p/{code}").text for player in players))
    first = next(player for player in players if 'id="turn"' in player.get(f"/p/{code}").text)
    other = next(player for player in players if player is not first)
    assert first.send("Raise", hand=1, turn=1, to=1000)["ok"]
    assert other.send("Call", hand=1, turn=2)["ok"]


def wait_until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 2 * PATIENCE
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)
