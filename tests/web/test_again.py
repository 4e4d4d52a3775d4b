"""Again with the same people: another room with the same seats, phones, bots and settings, and the way there."""

import html
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from engine.chinese_poker.commands import CloseTable as CloseChineseTable
from engine.chinese_poker.phase import Phase as ChinesePhase
from engine.game import Host, Refused, Temper
from engine.holdem.commands import CloseTable
from engine.registry import GAMES
from engine.room.commands import CallDeal, FillWithBots, Pace, SetAbsent, SetBots, SetPlayedBy, SetTemper, ShowRank
from engine.room.final import report
from engine.room.state import RoomState
from engine.team_poker.commands import ChangeSettings
from tests.services import Postgres
from tests.web.desk import START, Secrets, seat_people
from tests.web.house import House
from tests.web.house import house as a_house
from web.again import LEASE, Again
from web.desk import PlayAgain
from web.rooms import Rooms
from web.screens import command_of
from web.store import Store

PATIENCE = 10.0


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with a_house(tmp_path) as house:
        house.open(people=11, rounds=1, countdown=90, vote=33, prize="a trip", seats=12)
        house.say(FillWithBots())
        house.say(SetBots((Temper.LOYAL,), Pace.TENFOLD))
        house.say(SetTemper(12, Temper.SILENT))
        house.say(SetPlayedBy((2,), True))
        house.say(CallDeal())
        house.say(SetAbsent(3, True))
        for _ in range(2):
            house.go_on()
        house.say(ShowRank(0))
        yield house


def again(house: House) -> dict[str, Any]:
    return house.send(house.connect(house.host(), "host"), PlayAgain())


def test_whoever_comes_late_by_the_old_link_is_shown_the_way_on(house: House) -> None:
    late = house.browser()
    door = late.get(f"/j/{house.code}").text
    assert "It is over." in door and 'id="follow"' not in door
    assert again(house)["ok"]
    assert f'id="follow" href="/j/{following(house).code}"' in late.get(f"/j/{house.code}").text


def following(house: House) -> RoomState:
    code = house.state.next_room
    assert code and code != house.code
    return house.console.rooms.state(code)


def held(state: RoomState) -> dict[int, tuple[str, str, bool, Temper | None]]:
    return {seat: (one.name, one.device, one.bot, one.temper) for seat, one in state.seats.items()}


def test_everyone_sits_where_they_sat_with_their_phones_and_bots_play_where_they_played(house: House) -> None:
    answer = again(house)
    assert answer["ok"], answer
    fresh = following(house)
    assert held(fresh) == held(house.state)
    assert fresh.bots == house.state.bots and fresh.seats[2].device and fresh.seats[2].bot
    assert not any(one.digest or one.data for one in fresh.seats.values()), "phones promise bytes anew (F2)"


def test_it_is_a_lobby_with_the_same_settings_and_another_commitment(house: House) -> None:
    again(house)
    fresh = following(house)
    assert fresh.game.public.settings == house.table.settings
    assert fresh.title == house.state.title and fresh.commitment != house.state.commitment
    assert GAMES[fresh.game_name].seating(fresh.game) and not fresh.game.public.absent
    changed = replace(house.table.settings, rounds=2)
    house.console.rooms.submit(fresh.code, Host(), "change", ChangeSettings(changed))
    house.console.rooms.submit(fresh.code, Host(), "deal", CallDeal())


def test_a_phone_is_led_there_and_has_its_seat_at_once(house: House) -> None:
    phone = house.phone(5)
    socket = house.connect(phone, "phone")
    again(house)
    pushed = [one["args"][0]["html"] for one in socket.get_received() if one["name"] == "fragment"]
    code = following(house).code
    assert f'id="follow" href="/p/{code}"' in pushed[-1]
    assert "Player 5" in phone.get(f"/p/{code}").text and 'data-screen="phone"' in phone.get(f"/p/{code}").text


def test_board_host_and_those_who_watch_are_led_there_too(house: House) -> None:
    again(house)
    code = following(house).code
    browser: FlaskClient = house.browser()
    assert f'id="follow" href="/board/{code}"' in browser.get(f"/board/{house.code}").text
    assert f'id="follow" href="/p/{code}?watch=1"' in browser.get(f"/p/{house.code}?watch=1").text
    assert f'id="follow" href="/host/{code}"' in house.host().get(f"/host/{house.code}").text


def test_a_second_press_opens_no_second_room(house: House) -> None:
    first, second = again(house), again(house)
    assert first["say"] == second["say"] and len(house.console.rooms.codes()) == 2


def test_while_it_is_played_nobody_goes_on_elsewhere(house: House) -> None:
    house.open(people=10)
    rooms = house.console.rooms.codes()
    assert again(house)["reason"] == "not_now"
    house.say(CallDeal())
    assert again(house)["reason"] == "not_now"
    assert house.console.rooms.codes() == rooms
    assert command_of(PlayAgain()) not in html.unescape(house.host().get(f"/host/{house.code}").text)


def test_a_holdem_table_that_was_closed_goes_on_with_the_same_people_and_full_stacks(house: House) -> None:
    house.code = house.console.rooms.open("holdem", "Table")
    house.join("An")
    house.say(FillWithBots())
    house.say(CloseTable(0))
    assert again(house)["ok"]
    fresh = following(house)
    assert held(fresh) == held(house.state)
    assert {line.stack for line in report(fresh).standings} == {1000}
    house.console.rooms.submit(fresh.code, Host(), "deal", CallDeal())


def test_a_chinese_poker_table_that_has_ended_goes_on_with_the_same_people(house: House) -> None:
    house.code = house.console.rooms.open("chinese_poker", "Table")
    house.join("An")
    house.say(FillWithBots())
    house.say(CallDeal())
    while house.table.phase is not ChinesePhase.POINTS:
        house.go_on()
    house.say(CloseChineseTable(1))
    assert again(house)["ok"]
    assert held(following(house)) == held(house.state)
    house.console.rooms.submit(house.state.next_room, Host(), "deal", CallDeal())


@dataclass
class Worker:
    """One of two on the same database. At the time that `meanwhile` is set, something else happens as it opens a room.

    `waits` is set once it waits for the other.
    """

    url: str
    meanwhile: Any = None
    waits: threading.Event = field(default_factory=threading.Event)
    waited: float = 0
    _secrets: Secrets = field(default_factory=Secrets)

    def __post_init__(self) -> None:
        self.store = Store(self.url)
        self.rooms = Rooms(self.store, lambda: START, self._secret)
        self.again = Again(self.rooms, self.store, lambda: START, self._sleep)

    def _secret(self, size: int) -> bytes:
        meanwhile, self.meanwhile = self.meanwhile, None
        if meanwhile:
            meanwhile()
        return self._secrets(size)

    def _sleep(self, seconds: float) -> None:
        self.waits.set()
        self.waited += seconds
        assert self.waited < PATIENCE, "for somebody who is at it no more"
        threading.Event().wait(seconds)


@pytest.fixture(params=["one file", "PostgreSQL"])
def two(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Worker, Worker]]:
    url = f"sqlite:///{tmp_path / 'common.sqlite3'}"
    if request.param == "PostgreSQL":
        postgres: Postgres = request.getfixturevalue("postgres")
        url = postgres.empty()
    both = Worker(url), Worker(url)
    yield both
    for worker in both:
        worker.store.close()


def ended_table(worker: Worker) -> str:
    code = worker.rooms.open("holdem", "Table")
    seat_people(worker.rooms, code, 3)
    worker.rooms.submit(code, Host(), "close", CloseTable(0))
    return code


@pytest.mark.pitfall("beatify 1715", "just-one 5")
def test_two_hosts_at_two_workers_who_press_in_the_same_moment_open_one_room(two: tuple[Worker, Worker]) -> None:
    first, second = two
    code, found = ended_table(first), list[str]()
    assert not second.rooms.state(code).next_room
    pressing = threading.Thread(target=lambda: found.append(second.again.open(code, Host("Minh"))))

    def the_other_presses() -> None:
        """As the room is opened, and goes on once that one waits or has come to an end."""
        pressing.start()
        while pressing.is_alive() and not second.waits.wait(0.01):
            pass

    first.meanwhile = the_other_presses
    found.append(first.again.open(code, Host()))
    pressing.join()
    assert found[0] == found[1] == first.rooms.fresh(code).next_room
    assert sorted(first.store.heads()) == sorted([code, found[0]])
    for worker in two:
        assert held(worker.rooms.fresh(found[0])) == held(worker.rooms.state(code))
        assert worker.again.open(code, Host()) == found[0]


def test_where_one_has_died_in_the_midst_of_it_another_press_opens_the_room_once_its_time_is_over(
    two: tuple[Worker, Worker],
) -> None:
    first, second = two
    code, at = ended_table(first), [START]
    assert first.store.lease(f"again:{code}", "one that has died", START, START + LEASE)
    patient = replace(second.again, wall=lambda: at[0], sleep=lambda _seconds: at.append(at.pop() + 1_000))
    assert patient.open(code, Host()) == first.rooms.fresh(code).next_room
    assert at == [START + LEASE]


def test_who_is_refused_lets_the_next_one_press_at_once(two: tuple[Worker, Worker]) -> None:
    first, second = two
    code = first.rooms.open("holdem", "Table")
    seat_people(first.rooms, code, 3)
    with pytest.raises(Refused, match="not_now"):
        first.again.open(code, Host())
    first.rooms.submit(code, Host(), "close", CloseTable(0))
    assert second.again.open(code, Host()) == first.rooms.fresh(code).next_room
    assert not second.waits.is_set()
