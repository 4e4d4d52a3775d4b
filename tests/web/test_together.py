"""Two workers of one console in this process, on one store and a real Redis; time and looks are moved by hand."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from flask_socketio import SocketIOTestClient
from sqlalchemy import event

from app import Config, World, create_app
from engine.game import Seat
from engine.room.commands import CallDeal, FillWithBots, RenameSeat, SetTitle
from engine.team_poker.commands import ProposeHand
from tests.services import Redis, kept
from tests.web.desk import Clock, device_of
from tests.web.house import WIFI, House
from web.desk import AnswerClaim, IssueTicket
from web.neighbours import STATED_FOR, Neighbours
from web.presence import GONE, LIVE
from web.together import COMPARED_EVERY, LEASE, Together

PATIENCE = 20.0


class Over(BaseException):
    """A line that hears this ends."""


def until_over(work: Callable[[], object]) -> None:
    with suppress(Over):
        work()


def until(holds: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@dataclass
class Page:
    """A page's socket, and all that it was sent."""

    socket: SocketIOTestClient
    events: list[Any] = field(default_factory=list)

    def heard(self, name: str) -> list[Any]:
        """What it was sent under this name, from the beginning."""
        if self.socket.is_connected():
            self.events += self.socket.get_received()
        return [one["args"][0] for one in self.events if one["name"] == name]

    def shows(self, text: str) -> bool:
        return text in self.heard("fragment")[-1]["html"]


@dataclass
class Worker(House):
    """One of the two."""

    key: str = ""

    @property
    def together(self) -> Together:
        assert self.console.together
        return self.console.together

    def host(self) -> FlaskClient:
        return self.with_key(self.key)

    def with_key(self, key: str) -> FlaskClient:
        client = self.browser()
        client.get("/host")
        assert client.post("/host/key", json={"key": key}).status_code == 204
        return client

    def page(self, browser: FlaskClient, screen: str) -> Page:
        return Page(self.connect(browser, screen))

    def presence(self, seat: Seat) -> str:
        return dict(self.together.sockets.seats(self.state))[seat].state


@dataclass
class Pair:
    here: Worker
    there: Worker
    redis: Redis
    clock: Clock
    lines: list[threading.Thread] = field(default_factory=list)

    @property
    def both(self) -> tuple[Worker, Worker]:
        return self.here, self.there

    def open(self, people: int = 13) -> None:
        """An event that both have read."""
        self.here.open(people)
        self.there.code = self.here.code
        assert self.there.console.rooms.fresh(self.here.code) == self.here.state

    def talk(self) -> None:
        """Hear and speak until the end; they look when they are told to."""
        for worker in self.both:
            for work in (worker.together.neighbours.listen, worker.together.neighbours.speak):
                self.lines.append(threading.Thread(target=until_over, args=(work,), daemon=True))
                self.lines[-1].start()
        until(self.talking)

    def talking(self) -> bool:
        """Whether they hear each other, after a look."""
        for worker in self.both:
            worker.together.look()
        return all(worker.together.neighbours.connected for worker in self.both)

    def redis_is_back(self) -> None:
        self.redis.start()
        until(self.talking)

    def end(self) -> None:
        """Let both hear that it is over."""

        def over(_message: object) -> None:
            raise Over

        until(self.talking)
        for worker in self.both:
            worker.together.neighbours.on("end", over)
        for worker in self.both:
            worker.together.neighbours.tell("end")
        for line in self.lines[::2]:
            line.join()
        until(lambda: not any(worker.together._restating for worker in self.both))
        for worker in self.both:
            worker.together.leads = False  # or its bots would play on while other tests run
            worker.console.store.close()


def worker(folder: Path, name: str, redis: str, clock: Clock) -> Worker:
    """One with a data folder of its own, on the store of this folder."""
    data, database = folder / name, f"sqlite:///{folder / 'common.sqlite3'}"
    data.mkdir()
    config = Config(data, public="http://cards.example.org", async_mode="threading", database=database, redis=redis)
    world = World(wall=clock.wall, monotonic=clock.monotonic, look=lambda: (WIFI,), bots_think=(0, 0))
    return Worker(create_app(config, world), clock)


@pytest.fixture(scope="module")
def own_redis() -> Iterator[Redis]:
    """One that may be ended."""
    with kept(Redis()) as service:
        yield service


@pytest.fixture
def pair(tmp_path: Path, own_redis: Redis) -> Iterator[Pair]:
    clock, url = Clock(), own_redis.another()
    here = worker(tmp_path, "here", url, clock)
    there = worker(tmp_path, "there", url, clock)
    there.key = here.key = here.console.access.host_key
    pair = Pair(here, there, own_redis, clock)
    pair.talk()
    yield pair
    pair.end()


@pytest.mark.pitfall("beatify 1718")
def test_of_two_pages_of_one_phone_at_two_workers_one_is_in_front(pair: Pair) -> None:
    pair.open()
    other = pair.there.page(pair.there.phone(2), "phone")
    old = pair.here.page(pair.here.phone(1), "phone")
    pair.here.say(RenameSeat(2, "Minh Anh"))
    until(lambda: other.shows("Minh Anh"))  # and so has word come that the old page is in front
    new = pair.there.page(pair.there.phone(1), "phone")
    until(lambda: old.heard("aside"))
    pair.here.say(RenameSeat(1, "Thủy Tiên"))
    until(lambda: new.shows("Thủy Tiên"))
    assert not old.shows("Thủy Tiên") and not new.heard("aside")
    old.socket.emit("front", {})
    assert old.shows("Thủy Tiên")
    until(lambda: new.heard("aside"))


@pytest.mark.pitfall("massivedecks 186")
def test_a_seat_moves_to_a_phone_at_another_worker_and_the_old_phone_and_the_host_are_told(pair: Pair) -> None:
    pair.open()
    host, old = pair.here.page(pair.here.host(), "host"), pair.here.page(pair.here.phone(4), "phone")
    key = pair.here.send(host.socket, IssueTicket(4))["ticket"]["link"].split("#key=")[1]
    new = pair.there.browser()
    new.get(f"/seat/{pair.there.code}")
    assert new.post(f"/seat/{pair.there.code}", json={"key": key}).status_code == 204
    until(lambda: host.heard("ticket_over") == [{"seat": 4}] and old.heard("gone"))
    pair.there.say(CallDeal())
    cards = pair.there.state.game.secret.held[4]
    until(lambda: pair.here.state.number == pair.there.state.number)
    assert pair.here.send(old.socket, ProposeHand(1, cards, ()))["reason"] == "seat_is_elsewhere"
    assert pair.there.send(pair.there.page(new, "phone").socket, ProposeHand(1, cards, ()))["ok"]


@pytest.mark.pitfall("massivedecks 186")
def test_whoever_claims_a_seat_at_one_worker_is_told_no_by_the_host_at_the_other(pair: Pair) -> None:
    pair.open()
    late = pair.there.browser()
    late.get(f"/j/{pair.there.code}")
    late.post(f"/j/{pair.there.code}/claim", data={"seat": "1"})
    waiting, host = pair.there.page(late, "watch"), pair.here.page(pair.here.host(), "host")
    until(lambda: pair.here.together.claims.waiting(pair.here.state))
    (claim,) = pair.here.together.claims.waiting(pair.here.state)
    assert pair.here.send(host.socket, AnswerClaim(claim.id, accept=False))["ok"]
    until(lambda: waiting.heard("gone"))


@pytest.mark.pitfall("townsquare 61")
def test_the_host_is_told_who_is_there_whichever_worker_they_are_at_also_while_redis_is_away(pair: Pair) -> None:
    pair.open()
    host = pair.here.page(pair.here.host(), "host")
    phone = pair.there.page(pair.there.phone(1), "phone")
    until(lambda: pair.here.presence(1) == LIVE and seat_is(host, "live"))
    assert pair.here.presence(2) == GONE
    pair.redis.end()
    until(lambda: not pair.here.together.neighbours.connected)
    pair.here.together.look()
    assert pair.here.presence(1) == LIVE
    pair.redis_is_back()
    phone.socket.disconnect()
    until(lambda: pair.here.presence(1) == GONE and seat_is(host, "gone"))


def seat_is(host: Page, state: str) -> bool:
    """Whether the host's page says this of the first seat's phone."""
    seat = host.heard("fragment")[-1]["html"].partition('<li id="seat-1"')[2].partition("</li>")[0]
    return f"state {state}" in seat


@pytest.mark.pitfall("python-engineio 328")
def test_of_a_worker_that_died_no_screen_is_left_once_its_word_has_stood_for_too_long(pair: Pair) -> None:
    pair.open()
    pair.there.page(pair.there.phone(1), "phone")
    until(lambda: pair.here.presence(1) == LIVE)
    pair.clock.go(STATED_FOR + 1)
    pair.here.together.look()
    assert pair.here.presence(1) == GONE


@pytest.mark.pitfall("quizify 351")
def test_a_co_host_who_loses_the_rights_at_one_worker_loses_the_page_at_the_other_at_once(pair: Pair) -> None:
    pair.open()
    key = pair.here.host().post("/host/cohosts", data={"label": "Minh"}).text.split("#key=")[1].split('"')[0]
    cohost, host = (pair.there.page(pair.there.with_key(one), "host") for one in (key, pair.there.key))
    (minh,) = pair.here.console.access.cohosts()
    pair.here.host().post(f"/host/cohosts/{minh.id}/revoke")
    until(lambda: not cohost.socket.is_connected())
    assert pair.there.send(host.socket, SetTitle("Saturday"))["ok"]


@pytest.mark.pitfall("socket.io 3382")
def test_without_messages_each_look_brings_the_screens_what_is_new_at_the_other_worker(pair: Pair) -> None:
    pair.open()
    board = pair.there.page(pair.there.browser(), "board")
    publish(pair, "no message", '{"from": "another version", "kind": "unheard of"}')
    pair.here.say(SetTitle("Heard"))
    until(lambda: board.shows("Heard"))
    pair.redis.end()
    until(lambda: not any(worker.together.neighbours.connected for worker in pair.both))
    for title in ("Looked up", "Looked up again"):
        pair.here.say(SetTitle(title))
        pair.there.together.look()
        assert board.shows(title)
    pair.redis_is_back()


def test_a_console_under_another_number_of_the_same_redis_is_not_heard(pair: Pair, own_redis: Redis) -> None:
    pair.open()
    phone = pair.there.page(pair.there.phone(1), "phone")
    stranger = Neighbours(own_redis.another(), time.sleep, pair.clock.wall)
    threading.Thread(target=stranger.speak, daemon=True).start()
    for _ in range(2):
        stranger.tell("turn_away", room=pair.there.code, device=device_of(1))
        until(stranger.waiting.empty)
    pair.here.say(RenameSeat(1, "Thủy Tiên"))
    until(lambda: phone.shows("Thủy Tiên"))
    assert not phone.heard("gone")


def publish(pair: Pair, *messages: str) -> None:
    """Say this to both."""
    from redis import Redis as Client

    with Client.from_url(pair.redis.url) as client:
        for message in messages:
            client.publish(pair.here.together.neighbours.channel, message)


@pytest.mark.pitfall("beatify 1111")
def test_bots_are_played_by_the_worker_that_leads_and_by_the_next_once_it_has_died(pair: Pair) -> None:
    code = pair.there.console.rooms.open("holdem", "Table")
    for worker in pair.both:
        worker.code = code
    assert [worker.together.leads for worker in pair.both] == [True, False]
    pair.here.together.leads = False  # as if it were dead
    pair.there.say(FillWithBots())
    dealt = pair.there.say(CallDeal())
    time.sleep(0.2)
    assert pair.there.console.rooms.fresh(code).number == dealt
    pair.clock.go(LEASE)
    pair.there.together.look()
    assert pair.there.together.leads
    until(lambda: pair.there.state.number > dealt)


def test_the_rights_behind_many_host_pages_are_looked_up_once_for_each_host(pair: Pair) -> None:
    pair.open()
    asked: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if threading.current_thread() is threading.main_thread():
            asked.append(statement)

    event.listen(pair.here.console.store._engine, "before_cursor_execute", note)

    def questions_of_looks_with(pages: list[Page]) -> int:
        assert all(page.socket.is_connected() for page in pages)
        asked.clear()
        for _ in range(COMPARED_EVERY):
            pair.here.together.look()
        return len(asked)

    nobody = questions_of_looks_with([])
    first = pair.here.page(pair.here.host(), "host")
    one = questions_of_looks_with([first])
    assert one > nobody
    many = [pair.here.page(pair.here.host(), "host") for _ in range(20)]
    assert questions_of_looks_with([first, *many]) == one
