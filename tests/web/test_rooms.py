"""The one door: decide, fold, append, then tell; what was acknowledged stands, what was refused changed nothing."""

import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from engine.chain import GENESIS, leaf, link
from engine.game import Host, Player, Refused
from engine.room.commands import Guest, SetTitle, TakeSeat
from engine.room.events import Row
from engine.team_poker.commands import CastBallot
from tests.web.desk import Clock, dealt, device_of, open_rooms, voting
from web.logged import actor_key
from web.rooms import CODE_LENGTH, CODE_LETTERS, Receipt, Rooms, UnknownRoom
from web.store import Store


@pytest.fixture
def code(rooms: Rooms) -> str:
    return rooms.open("team_poker", "Friday")


def test_a_room_opens_under_a_code_of_four_clear_letters(rooms: Rooms, code: str) -> None:
    assert len(code) == CODE_LENGTH
    assert set(code) <= set(CODE_LETTERS)
    assert not set(CODE_LETTERS) & set("01IOL")
    assert rooms.codes() == (code,)
    assert rooms.state(code).number == 1


def test_a_room_without_a_title_is_refused(rooms: Rooms) -> None:
    with pytest.raises(Refused, match="title_empty"):
        rooms.open("team_poker", "  ")
    assert rooms.codes() == ()


def test_an_unknown_room_is_unknown(rooms: Rooms) -> None:
    with pytest.raises(UnknownRoom):
        rooms.submit("AAAA", Host(), "x", SetTitle("x"))


def test_an_accepted_command_is_a_numbered_row(rooms: Rooms, code: str) -> None:
    assert rooms.submit(code, Host(), "one", SetTitle("Saturday")) == Receipt(2, repeated=False)
    assert rooms.submit(code, Host(), "two", SetTitle("Sunday")) == Receipt(3, repeated=False)
    assert rooms.state(code).title == "Sunday"


def test_the_same_id_with_the_same_content_gets_the_same_receipt_and_acts_once(rooms: Rooms, code: str) -> None:
    rooms.submit(code, Host(), "one", SetTitle("Saturday"))
    rooms.submit(code, Host(), "two", SetTitle("Sunday"))
    assert rooms.submit(code, Host(), "one", SetTitle("Saturday")) == Receipt(2, repeated=True)
    assert rooms.state(code).title == "Sunday"
    assert rooms.state(code).number == 3


def test_the_same_id_with_other_content_is_refused(rooms: Rooms, code: str) -> None:
    rooms.submit(code, Host(), "one", SetTitle("Saturday"))
    with pytest.raises(Refused, match="id_reused"):
        rooms.submit(code, Host(), "one", SetTitle("Sunday"))
    assert rooms.state(code).number == 2


def test_two_actors_may_use_the_same_id(rooms: Rooms, code: str) -> None:
    rooms.submit(code, Guest(device_of(1)), "same", TakeSeat("Anh"))
    rooms.submit(code, Guest(device_of(2)), "same", TakeSeat("Bình"))
    assert [holder.name for holder in rooms.state(code).seats.values()] == ["Anh", "Bình"]


def test_a_refused_command_leaves_no_row_and_tells_nobody(rooms: Rooms, code: str) -> None:
    told: list[int] = []
    rooms.listen(lambda _code, _state, row: told.append(row.number))
    with pytest.raises(Refused, match="title_empty"):
        rooms.submit(code, Host(), "one", SetTitle(""))
    assert rooms.state(code).number == 1
    assert told == []


def test_listeners_are_told_in_order_after_the_row_was_saved(opened: tuple[Store, Rooms], code: str) -> None:
    store, rooms = opened
    told: list[tuple[str, int, int]] = []

    def listen(name: str) -> None:
        rooms.listen(lambda code, state, row: told.append((name, row.number, len(store.log(code)))))

    listen("first")
    listen("second")
    rooms.submit(code, Host(), "one", SetTitle("Saturday"))
    assert told == [("first", 2, 2), ("second", 2, 2)]


def test_a_listener_that_fails_takes_nothing_back(rooms: Rooms, code: str, caplog: pytest.LogCaptureFixture) -> None:
    def fail(_code: str, _state: Any, _row: Row) -> None:
        raise RuntimeError("a broken screen")

    rooms.listen(fail)
    assert rooms.submit(code, Host(), "one", SetTitle("Saturday")).number == 2
    assert "a broken screen" in caplog.text


def test_a_row_that_cannot_be_saved_changes_nothing(
    opened: tuple[Store, Rooms], code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, rooms = opened

    def full_disk(*_: Any) -> None:
        raise OSError("no space left")

    with monkeypatch.context() as patched:
        patched.setattr(store, "append", full_disk)
        with pytest.raises(OSError, match="no space"):
            rooms.submit(code, Host(), "one", SetTitle("Saturday"))
    assert rooms.state(code).title == "Friday"
    assert rooms.submit(code, Host(), "one", SetTitle("Saturday")) == Receipt(2, repeated=False)


def test_a_fold_that_fails_saves_nothing(
    opened: tuple[Store, Rooms], code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, rooms = opened

    def broken(_state: Any, _row: Row) -> Any:
        raise ArithmeticError

    monkeypatch.setattr("web.rooms.apply", broken)
    with pytest.raises(ArithmeticError):
        rooms.submit(code, Host(), "one", SetTitle("Saturday"))
    assert len(store.log(code)) == 1


def test_after_a_restart_the_room_is_the_same_and_knows_its_receipts(
    tmp_path: Path, clock: Clock, opened: tuple[Store, Rooms]
) -> None:
    store, rooms = opened
    code = voting(rooms)
    before = rooms.state(code)
    store.close()
    _, again = open_rooms(tmp_path, clock)
    assert again.state(code) == before
    assert again.submit(code, Host(), "lock", rooms.logged(code)[-1].row.command).repeated


def test_another_process_was_first_so_the_room_reloads_and_decides_again(
    tmp_path: Path, clock: Clock, rooms: Rooms, code: str
) -> None:
    _, other = open_rooms(tmp_path, clock)
    other.submit(code, Host(), "theirs", SetTitle("Saturday"))
    told: list[int] = []
    rooms.listen(lambda _code, _state, row: told.append(row.number))
    assert rooms.submit(code, Host(), "mine", SetTitle("Sunday")) == Receipt(3, repeated=False)
    assert told == [2, 3]
    assert rooms.submit(code, Host(), "theirs", SetTitle("Saturday")) == Receipt(2, repeated=True)


def test_a_repeat_that_another_process_accepted_gets_its_receipt(
    tmp_path: Path, clock: Clock, rooms: Rooms, code: str
) -> None:
    _, other = open_rooms(tmp_path, clock)
    other.submit(code, Host(), "once", SetTitle("Saturday"))
    assert rooms.submit(code, Host(), "once", SetTitle("Saturday")) == Receipt(2, repeated=True)


def test_fifty_writers_at_once_get_fifty_rows(rooms: Rooms, code: str) -> None:
    receipts: list[int] = []

    def write(number: int) -> None:
        receipts.append(rooms.submit(code, Host(), f"w{number}", SetTitle(f"Title {number}")).number)

    writers = [threading.Thread(target=write, args=(number,)) for number in range(50)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert sorted(receipts) == list(range(2, 52))


@pytest.mark.pitfall("quiz-host-app 8")
@pytest.mark.parametrize("ids", ["the same", "others"])
def test_T7_fifty_ballots_of_one_seat_at_once_through_five_workers_count_once(
    tmp_path: Path, clock: Clock, rooms: Rooms, ids: str
) -> None:
    code = voting(rooms)
    number, ballot = rooms.state(code).number, CastBallot(1, (rooms.state(code).game.public.candidates[0].hand,))
    workers = [open_rooms(tmp_path, clock)[1] for _ in range(5)]
    together, answers = threading.Barrier(50), list[str | int]()

    def press(place: int) -> None:
        together.wait()
        try:
            command_id = "press" if ids == "the same" else f"press-{place}"
            answers.append(workers[place % 5].submit(code, Player(9), command_id, ballot).number)
        except Refused as refused:
            answers.append(refused.reason)

    threads = [threading.Thread(target=press, args=(place,)) for place in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    counted, refused = (50, 0) if ids == "the same" else (1, 49)
    assert Counter(answers) == Counter({number + 1: counted, "already_counted": refused})
    again = open_rooms(tmp_path, clock)[1].state(code)
    assert (again.number, dict(again.game.public.ballots)) == (number + 1, {9: ballot.hands})


def test_every_row_is_chained_under_a_salt_of_its_own(opened: tuple[Store, Rooms]) -> None:
    store, rooms = opened
    code = dealt(rooms)
    previous, salts = GENESIS, set()
    for entry in store.log(code):
        assert entry.digest == link(previous, entry.number, leaf(entry.salt, entry.content))
        previous = entry.digest
        salts.add(entry.salt)
    assert len(salts) == len(store.log(code))


def test_ids_differ_by_who_acts() -> None:
    assert actor_key(Player(5)) == "seat 5"
    assert actor_key(Host("Lan")) == actor_key(Host()) == "host"
    assert actor_key(Guest("ab" * 32)) == "guest " + "ab" * 8


def test_T7_twenty_ballots_of_one_seat_count_once(rooms: Rooms) -> None:
    code = voting(rooms)
    hands = [candidate.hand for candidate in rooms.state(code).game.public.candidates]
    for press in range(20):
        rooms.submit(code, Player(9), f"press-{press}", CastBallot(1, (hands[press % 3],)))
    assert dict(rooms.state(code).game.public.ballots) == {9: (hands[19 % 3],)}
