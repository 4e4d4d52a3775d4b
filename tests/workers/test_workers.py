"""Three workers are one console: whoever is asked, whoever dies, and whatever happens at once."""

import html
import json
import re
import secrets
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.browser.recount import recount
from tests.browser.test_whole_event import verified
from tests.web.visitors import Visitor, cards_of
from tests.workers.crowd import Guest
from tests.workers.fleet import Fleet, Worker

SEATS = 13
ROUNDS = 3


def all_at_once(acts: Iterable[Callable[[], Any]]) -> list[Any]:
    acts = list(acts)
    with ThreadPoolExecutor(len(acts)) as people:
        return [act.result() for act in [people.submit(act) for act in acts]]


def rows(fleet: Fleet, code: str) -> dict[int, str]:
    """The command ids of a room's rows by their numbers, as they stand in the database."""
    with psycopg.connect(fleet.database) as database:
        found = database.execute("SELECT number, command_id FROM log WHERE room = %s ORDER BY number", (code,))
        return dict(found.fetchall())


def test_an_event_on_three_workers_of_which_one_is_killed_in_each_round(fleet: Fleet, tmp_path: Path) -> None:
    host = Guest(fleet.url)
    host.log_in(fleet.host_key)
    code = host.open_room()
    phones = [Guest(fleet.url) for _ in range(SEATS)]
    for number, phone in enumerate(phones, 1):
        phone.join(code, f"Player {number}")
    board = Guest(fleet.url).attend(code, "board")
    everybody = [board, host.attend(code, "host"), *(phone.attend(code, "phone") for phone in phones)]
    settings = host.get(f"/host/{code}/export.json").json()["settings"]
    assert host.act("ChangeSettings", settings={**settings, "rounds": ROUNDS})["ok"]
    assert host.act("CallDeal")["ok"]

    for number in range(1, ROUNDS + 1):
        play_round(number, host, board, phones, fleet.workers[number % 3])

    known = rows(fleet, code)
    assert list(known) == list(range(1, len(known) + 1))
    for guest in everybody:
        for command_id, row in guest.acknowledged.items():
            assert known[row] == command_id
        guest.sees(len(known))
    answered = {command_id for guest in everybody for command_id in guest.acknowledged}
    unasked = [one for one in known.values() if one not in answered and not one.startswith(("bell-", "hold-"))]
    assert len(unasked) == 1 + SEATS, "rows beside the opening, the seats taken and what was acknowledged"
    export = host.get(f"/host/{code}/export.json").json()
    counted = recount(export)
    totals = counted.totals(range(1, SEATS + 1))
    assert {line["seat"]: line["total"] for line in export["standings"]} == totals
    head = re.search(r'<span id="head">.*?<span class="hex">([^<]*)<', board.shown(), re.DOTALL)
    assert head
    verified(host.get(f"/host/{code}/export.json").content, head[1].replace(" ", ""), tmp_path / "event.json")
    for guest in everybody:
        guest.leave()
    fleet.complete()


def play_round(number: int, host: Guest, board: Guest, phones: list[Guest], victim: Worker) -> None:
    """Four hands, a vote of all, and a showdown; the worker dies in one of them, and is started again."""
    proposing = [phone for phone in phones if len(cards_of(phone.shown())) == 3][:4]
    with dying(victim, number % 3 == 1):
        all_at_once(partial(propose, phone, number) for phone in proposing)
    go_on(host, board, until=("voting",))
    with dying(victim, number % 3 == 2):
        all_at_once(partial(vote, phone) for phone in phones)
    with dying(victim, number % 3 == 0):
        go_on(host, board, until=("winner",))
    go_on(host, board, until=("nominating", "final"))
    victim.launch()


def propose(phone: Guest, number: int) -> None:
    assert phone.act("ProposeHand", round=number, cards=cards_of(phone.shown()), invited=[])["ok"]


def vote(phone: Guest) -> None:
    """Raise a hand for one of the hands, whichever."""
    ballots = re.findall(r'id="ballot-[^>]*data-command="([^"]*)"', phone.shown())
    command = json.loads(html.unescape(secrets.choice(ballots)))
    assert phone.act(command["type"], **command["body"])["ok"]


def go_on(host: Guest, board: Guest, until: tuple[str, ...]) -> None:
    """Press the gold button until the board shows one of these phases."""
    while not any(f"phase-{phase}" in board.shown() for phase in until):
        host.press_next()


@contextmanager
def dying(worker: Worker, now: bool) -> Iterator[None]:
    """Kill the worker in the midst of what happens meanwhile."""
    killing = threading.Timer(0.05, worker.kill)
    if now:
        worker.fleet.complete()
        killing.start()
    yield
    if now:
        killing.join()


@pytest.mark.pitfall("quiz-host-app 8")
def test_fifty_submissions_at_once_through_several_workers_count_once(fleet: Fleet) -> None:
    """quiz-host-app 8: by one phone, under one id and under fifty."""
    host = Visitor(fleet.url)
    host.log_in(fleet.host_key)
    code = host.open_room()
    phones = [Visitor(fleet.url) for _ in range(10)]
    for number, phone in enumerate(phones, 1):
        phone.join(code, f"Player {number}")
    host.connect(code, "host")
    assert host.send("CallDeal")["ok"]
    cards = cards_of(phones[0].get(f"/p/{code}").text)
    lines = [Visitor(worker.url, phones[0].http).connect(code, "phone") for worker in fleet.workers]
    before = len(rows(fleet, code))
    hand = {"round": 1, "cards": cards, "invited": []}

    def submit(line: Visitor, ids: list[str]) -> list[dict[str, Any]]:
        return line.send_all_at_once("ProposeHand", [hand] * len(ids), ids)

    under_one = all_at_once(partial(submit, line, ["once-only"] * 17) for line in lines)
    receipts = {answer["number"] for answers in under_one for answer in answers if answer["ok"]}
    assert receipts == {before + 1}
    under_fifty = all_at_once(partial(submit, line, [secrets.token_hex(4) for _ in range(17)]) for line in lines)
    assert not any(answer["ok"] for answers in under_fifty for answer in answers)
    assert list(rows(fleet, code)) == list(range(1, before + 2))
    for visitor in (host, *lines):
        visitor.leave()
