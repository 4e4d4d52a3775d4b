"""What every store must do; a backend inherits this and says how it is opened."""

import threading
from collections.abc import Callable

import pytest

from web.store import CodeTaken, CommandRepeated, Entry, NumberTaken, Store, StoredRoom

OPENED = StoredRoom("K7QM", "team_poker", 1_700_000_000_000)


def entry(number: int, actor: str = "host", command_id: str | None = None, content: str = '{"a":"Đêm"}') -> Entry:
    return Entry(number, actor, command_id or f"id-{number}", content, f"{number:032x}", f"{number:064x}")


class StoreContract:
    """Inherited by the tests of each backend, which give the fixture `open_store`."""

    @pytest.fixture
    def open_store(self) -> Callable[[], Store]:
        raise NotImplementedError

    @pytest.fixture
    def store(self, open_store: Callable[[], Store]) -> Store:
        store = open_store()
        store.open_room(OPENED, entry(1))
        return store

    def test_a_room_and_its_rows_are_there_after_opening_anew(
        self, store: Store, open_store: Callable[[], Store]
    ) -> None:
        store.append("K7QM", entry(2))
        store.close()
        again = open_store()
        assert again.rooms() == (OPENED,)
        assert again.room("K7QM") == OPENED
        assert again.log("K7QM") == (entry(1), entry(2))

    def test_an_unknown_room_is_none_and_has_no_rows(self, store: Store) -> None:
        assert store.room("AAAA") is None
        assert store.log("AAAA") == ()

    def test_rows_behind_a_number_are_read_in_order(self, store: Store) -> None:
        for number in (2, 3, 4):
            store.append("K7QM", entry(number))
        assert [row.number for row in store.log("K7QM", after=2)] == [3, 4]

    def test_rooms_are_listed_newest_first(self, store: Store) -> None:
        later = StoredRoom("AAAA", "team_poker", OPENED.opened + 1)
        store.open_room(later, entry(1))
        assert store.rooms() == (later, OPENED)

    def test_a_number_is_taken_once_and_the_first_row_stays(self, store: Store) -> None:
        store.append("K7QM", entry(2, command_id="first"))
        with pytest.raises(NumberTaken):
            store.append("K7QM", entry(2, command_id="second"))
        assert [row.command_id for row in store.log("K7QM")] == ["id-1", "first"]

    def test_an_actors_command_id_stands_once_in_a_room(self, store: Store) -> None:
        store.append("K7QM", entry(2, actor="seat 5", command_id="once"))
        with pytest.raises(CommandRepeated):
            store.append("K7QM", entry(3, actor="seat 5", command_id="once"))
        store.append("K7QM", entry(3, actor="seat 6", command_id="once"))

    def test_a_code_is_given_to_one_room(self, store: Store) -> None:
        with pytest.raises(CodeTaken):
            store.open_room(StoredRoom("K7QM", "team_poker", 0), entry(1, command_id="other"))
        assert store.log("K7QM") == (entry(1),)

    def test_two_rooms_number_their_rows_apart(self, store: Store) -> None:
        store.open_room(StoredRoom("AAAA", "team_poker", 0), entry(1))
        store.append("AAAA", entry(2, content="{}"))
        store.append("K7QM", entry(2))
        assert store.log("AAAA")[1].content == "{}"

    def test_the_last_beat_is_kept(self, store: Store, open_store: Callable[[], Store]) -> None:
        assert store.last_beat("K7QM") is None
        store.beat(["K7QM", "AAAA"], 1_700_000_000_001)
        store.beat(["K7QM"], 1_700_000_000_002)
        store.close()
        assert open_store().last_beat("K7QM") == 1_700_000_000_002

    def test_notes_are_set_replaced_listed_and_dropped(self, store: Store) -> None:
        assert store.note("cohost:a") is None
        store.set_note("cohost:a", "one")
        store.set_note("cohost:a", "two")
        store.set_note("cohost_b", "an underscore is no wildcard")
        assert store.notes("cohost:") == {"a": "two"}
        store.drop_note("cohost:a")
        assert store.notes("cohost:") == {}

    def test_a_note_that_was_dropped_is_dropped_once(self, store: Store) -> None:
        store.set_note("ticket", "one")
        assert [store.drop_note("ticket"), store.drop_note("ticket")] == [True, False]

    def test_of_several_who_would_be_first_one_is_and_all_are_told_so(self, store: Store) -> None:
        assert store.first_note("key", "mine") == "mine"
        assert store.first_note("key", "yours") == "mine"
        assert store.note("key") == "mine"

    def test_a_lease_is_one_holders_until_it_ends(self, store: Store, open_store: Callable[[], Store]) -> None:
        other = open_store()
        assert store.lease("bots", "a", now=0, until=10)
        assert not other.lease("bots", "b", now=9, until=19)
        assert store.lease("bots", "a", now=9, until=19)
        assert other.lease("others", "b", now=9, until=19)
        assert other.lease("bots", "b", now=19, until=29)
        assert not store.lease("bots", "a", now=20, until=30)

    def test_the_last_row_of_each_room_is_known_by_its_number(self, store: Store) -> None:
        store.open_room(StoredRoom("AAAA", "team_poker", OPENED.opened + 1), entry(1))
        store.append("K7QM", entry(2))
        assert list(store.heads().items()) == [("AAAA", 1), ("K7QM", 2)]

    def test_many_may_beat_at_once(self, store: Store, open_store: Callable[[], Store]) -> None:
        rooms, stores = [f"R{number}" for number in range(20)], [store, open_store()]

        def beat(store: Store, rooms: list[str]) -> None:
            for at in range(10):
                store.beat(rooms, at)

        beating = [threading.Thread(target=beat, args=(stores[way], rooms[:: -1 if way else 1])) for way in (0, 1)]
        for thread in beating:
            thread.start()
        for thread in beating:
            thread.join()
        assert {store.last_beat(room) for room in rooms} == {9}

    def test_of_many_writers_at_once_each_number_goes_to_one(self, store: Store) -> None:
        lost: list[int] = []

        def write(writer: int) -> None:
            for number in range(2, 12):
                try:
                    store.append("K7QM", entry(number, command_id=f"{writer}-{number}"))
                except NumberTaken:
                    lost.append(number)

        writers = [threading.Thread(target=write, args=(writer,)) for writer in range(6)]
        for thread in writers:
            thread.start()
        for thread in writers:
            thread.join()
        assert [row.number for row in store.log("K7QM")] == list(range(1, 12))
        assert len(lost) == 5 * 10
