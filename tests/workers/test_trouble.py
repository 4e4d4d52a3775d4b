"""What several workers do when something they stand on is away, or was never there."""

import re
import signal
import time
from collections.abc import Callable
from pathlib import Path

import requests

from tests.services import Redis
from tests.web.visitors import PATIENCE, Visitor
from tests.workers.fleet import Fleet, Worker, asked

STILL = 4.5
"""Seconds; the proxy looks at each worker once in a second."""


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def seat_is_live(page: str) -> bool:
    """Whether the host's page shows that the first seat's phone is looked at."""
    seat = re.search(r'<li id="seat-1".*?</li>', page, re.DOTALL)
    return seat is not None and "state live" in seat[0]


def test_without_redis_the_event_goes_on_the_host_is_told_and_all_recovers(fleet: Fleet, redis: Redis) -> None:
    host = Visitor(fleet.workers[0].url)
    host.log_in(fleet.host_key)
    code = host.open_room()
    host.connect(code, "host")
    board = Visitor(fleet.workers[1].url).connect(code, "board")
    phone = Visitor(fleet.workers[2].url)
    phone.join(code, "Ngọc")
    phone.connect(code, "phone")
    until(lambda: "Ngọc" in board.fragments[-1]["html"])
    until(lambda: seat_is_live(host.fragments[-1]["html"]))

    redis.end()
    assert host.send("SetTitle", title="Without Redis")["ok"]
    until(lambda: "Without Redis" in board.fragments[-1]["html"])
    assert phone.send("LeaveSeat")["ok"]
    until(lambda: "Ngọc" not in board.fragments[-1]["html"])
    until(lambda: 'id="apart"' in host.fragments[-1]["html"])
    assert [asked(worker.port, "/readyz") for worker in fleet.workers] == [503] * 3
    assert "redis: does not answer" in requests.get(f"{fleet.workers[0].url}/readyz", timeout=PATIENCE).text
    assert [asked(worker.port, "/healthz") for worker in fleet.workers] == [200] * 3

    redis.start()
    until(lambda: 'id="apart"' not in host.fragments[-1]["html"])
    assert host.send("SetTitle", title="With Redis")["ok"]
    until(lambda: "With Redis" in board.fragments[-1]["html"])
    assert [asked(worker.port, "/readyz") for worker in fleet.workers] == [200] * 3
    for visitor in (host, board, phone):
        visitor.leave()


def test_a_co_host_who_lost_the_rights_at_one_worker_has_lost_them_at_all(fleet: Fleet) -> None:
    host, cohost, elsewhere = (Visitor(worker.url) for worker in fleet.workers)
    host.log_in(fleet.host_key)
    elsewhere.log_in(fleet.host_key)
    code = host.open_room()
    page = host.post("/host/cohosts", label="Minh").text
    key = page.split("#key=")[1].split('"')[0]
    assert cohost.log_in(key).status_code == 204
    until(lambda: "Minh" in elsewhere.get("/host").text)
    cohost.connect(code, "host")
    ending = host.get("/host").text.split("/revoke")[0].rsplit("/", 1)[1]
    host.post(f"/host/cohosts/{ending}/revoke")
    assert cohost.gone.wait(PATIENCE)
    until(lambda: "Minh" not in elsewhere.get("/host").text)
    for visitor in (host, cohost):
        visitor.leave()


def test_a_worker_that_stands_still_for_some_seconds_keeps_its_screens(fleet: Fleet) -> None:
    host = Visitor(fleet.workers[0].url)
    host.log_in(fleet.host_key)
    code = host.open_room()
    host.connect(code, "host")
    board = Visitor(fleet.url)
    board.get(f"/board/{code}")
    board.connect(code, "board")
    worker = fleet.kept_with(board.http.cookies["thirteen_worker"] or "")
    worker.tell(signal.SIGSTOP)
    time.sleep(STILL)
    worker.tell(signal.SIGCONT)
    assert host.send("SetTitle", title="Still here")["ok"]
    until(lambda: "Still here" in board.fragments[-1]["html"])
    for visitor in (host, board):
        visitor.leave()


def test_what_is_for_those_who_watch_does_not_pass_the_proxy(fleet: Fleet) -> None:
    assert [asked(fleet.proxy.port, path) for path in ("/healthz", "/readyz", "/metrics")] == [200, 404, 404]
    assert asked(fleet.workers[0].port, "/metrics") == 200


def started(folder: Path, database: str, redis: str, public: str = "http://127.0.0.1:1") -> tuple[int, str]:
    """Try to start one more worker; its exit code, and what it said."""
    fleet = Fleet(folder, database, redis)
    worker = Worker(fleet, public=public)
    worker.launch()
    assert worker.process
    return worker.process.wait(PATIENCE), worker.log()


def test_one_that_cannot_hear_the_workers_that_run_is_refused(fleet: Fleet, tmp_path: Path) -> None:
    code, log = started(tmp_path, fleet.database, "")
    assert code == 1
    assert "Another Thirteen runs on the database of DATABASE_URL" in log and "need REDIS_URL" in log
    assert Visitor(fleet.url).log_in(fleet.host_key).status_code == 204
