"""Each audience gets its fragment once, when what it sees has changed; seats first, spectators last."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from engine.game import Host, Player, Refused, Sentence
from engine.room.commands import CommitBytes, FreeSeat, Guest, SetTitle, TakeSeat
from engine.team_poker.commands import ProposeHand
from tests.web.desk import Clock, Later, dealt, device_of, open_rooms, seat_people
from web.access import Access
from web.joining import Joining
from web.presence import Socket, Sockets
from web.push import SPECTATOR_DELAY, Push
from web.ready import Disk
from web.rooms import Rooms
from web.scenes import Scenes
from web.screens import Screens
from web.tickets import Claims

Sent = tuple[str, dict[str, Any], tuple[str, ...]]


class PlainScreens(Screens):
    """Draws a fragment as the name of its template, the title and the seat's own cards; counts the drawings."""

    def __init__(self) -> None:
        self.drawn: list[str] = []

    def render(self, language: str, template: str, context: Mapping[str, Any]) -> str:
        self.drawn.append(template)
        return f"{language} {template} {context['room'].title}"

    def words(self, *_: Any) -> Any:
        return PlainWords()


class PlainWords:
    def say(self, said: Sentence | Refused) -> str:
        return said.key if isinstance(said, Sentence) else said.reason

    def who(self, kind: str, name: str = "") -> str:
        return kind


@dataclass
class Hall:
    """A room with sockets around it; `sent` is what went out."""

    rooms: Rooms
    sockets: Sockets
    screens: PlainScreens
    later: Later
    push: Push
    sent: list[Sent]
    code: str = ""

    def come(self, screen: str, sid: str, seat: int = 0, language: str = "en") -> Socket:
        device = device_of(seat) if seat else device_of(99)
        socket = Socket(sid, self.code, screen, language, device, None)
        self.sockets.add(socket)
        self.push.whole(socket)
        return socket

    def forget(self) -> None:
        self.sent.clear()
        self.screens.drawn.clear()

    def rename(self, title: str) -> None:
        self.rooms.submit(self.code, Host(), f"rename {title}", SetTitle(title))

    def received(self, sid: str) -> list[str]:
        """The fragments that a socket got."""
        return [content["html"] for event, content, sids in self.sent if event == "fragment" and sid in sids]

    def gone(self) -> list[tuple[str, ...]]:
        return [sids for event, _, sids in self.sent if event == "gone"]


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    clock, later, sent = Clock(), Later(), list[Sent]()
    store, rooms = open_rooms(tmp_path, clock)
    screens, sockets = PlainScreens(), Sockets(clock.wall, rooms.state)
    joining, disk = Joining(store, tuple, 8013, ""), Disk(store, tmp_path, clock.wall)
    scenes = Scenes(rooms, screens, sockets, Access(store, tmp_path), joining, Claims(store, clock.wall), disk)

    def emit(event: str, content: dict[str, object], sids: Sequence[str]) -> None:
        sent.append((event, content, tuple(sids)))

    push = Push(rooms, scenes, sockets, clock.wall, emit, later)
    rooms.listen(push.changed)
    return Hall(rooms, sockets, screens, later, push, sent, rooms.open("team_poker", "Friday"))


def test_who_connects_gets_the_whole_fragment_with_its_number(hall: Hall) -> None:
    hall.come("board", "b")
    assert hall.sent == [
        ("fragment", {"number": 1, "html": "en board/team_poker.html Friday", "at": Clock().at}, ("b",))
    ]


def test_a_change_reaches_every_audience_that_sees_it_drawn_once_each(hall: Hall) -> None:
    seat_people(hall.rooms, hall.code, 2)
    for sid in ("b1", "b2"):
        hall.come("board", sid)
    hall.come("host", "h")
    hall.come("phone", "p1", seat=1)
    hall.come("phone", "p1 again", seat=1)
    hall.come("phone", "p2", seat=2, language="vi")
    hall.forget()
    hall.rename("Saturday")
    assert [sids for _, _, sids in hall.sent] == [("p1", "p1 again"), ("p2",), ("h",), ("b1", "b2")]
    assert len(hall.screens.drawn) == 4
    assert hall.received("p2") == ["vi phone/team_poker.html Saturday"]


def test_nothing_is_drawn_for_nobody(hall: Hall) -> None:
    hall.rename("Saturday")
    assert hall.screens.drawn == []


def test_an_audience_that_sees_no_change_is_sent_nothing(hall: Hall) -> None:
    hall.code = dealt(hall.rooms)
    hall.come("board", "b")
    hall.come("phone", "p2", seat=2)
    hall.come("phone", "p1", seat=1)
    hall.forget()
    cards = hall.rooms.state(hall.code).game.secret.held[1][:1]
    hall.rooms.submit(hall.code, Player(1), "propose", ProposeHand(1, cards, ()))
    assert [sids for _, _, sids in hall.sent] == [("p1",)]


def test_those_who_only_watch_get_the_first_change_at_once_and_then_many_as_one(hall: Hall) -> None:
    hall.come("watch", "w")
    hall.forget()
    hall.rename("one")
    assert hall.received("w") == []  # whoever acted is answered first
    assert [seconds for seconds, _ in hall.later.waiting] == [0]
    hall.later.happen()
    for title in ("two", "three", "four"):
        hall.rename(title)
    assert [seconds for seconds, _ in hall.later.waiting] == [SPECTATOR_DELAY]
    assert hall.later.happen() == 1
    assert hall.received("w") == ["en phone/watch.html one", "en phone/watch.html four"]


def test_seats_and_host_are_served_before_boards(hall: Hall) -> None:
    seat_people(hall.rooms, hall.code, 1)
    hall.come("board", "b")
    hall.come("host", "h")
    hall.come("phone", "p", seat=1)
    hall.forget()
    hall.rename("Saturday")
    assert [sids[0] for _, _, sids in hall.sent] == ["p", "h", "b"]


def test_a_phone_whose_seat_was_freed_is_told_to_load_anew(hall: Hall) -> None:
    seat_people(hall.rooms, hall.code, 2)
    hall.come("phone", "p1", seat=1)
    hall.come("phone", "p2", seat=2)
    hall.forget()
    hall.rooms.submit(hall.code, Host(), "free", FreeSeat(1))
    assert hall.gone() == [("p1",)]
    assert len(hall.received("p2")) == 1


def test_a_spectator_who_took_a_seat_is_told_to_load_anew(hall: Hall) -> None:
    hall.come("watch", "w", seat=5)
    hall.rooms.submit(hall.code, Guest(device_of(5)), "join", TakeSeat("Anh"))
    hall.later.happen()
    assert hall.gone() == [("w",)]


def test_a_phone_without_a_seat_is_told_to_load_anew_when_it_connects(hall: Hall) -> None:
    hall.come("phone", "p", seat=7)
    assert hall.gone() == [("p",)]
    assert hall.received("p") == []


def test_comings_and_goings_reach_the_host_together_after_a_while(hall: Hall) -> None:
    seat_people(hall.rooms, hall.code, 2)
    hall.come("host", "h")
    hall.forget()
    for seat in (1, 2):
        hall.come("phone", f"p{seat}", seat=seat)
        hall.push.presence_changed(hall.code)
    assert hall.received("h") == []
    hall.later.happen()
    assert len(hall.received("h")) == 1


def test_a_second_host_page_does_not_keep_the_news_from_the_first(hall: Hall) -> None:
    seat_people(hall.rooms, hall.code, 1)
    hall.come("host", "h1")
    hall.come("phone", "p", seat=1)
    hall.push.presence_changed(hall.code)
    hall.forget()
    hall.come("host", "h2")
    hall.later.happen()
    assert len(hall.received("h1")) == len(hall.received("h2")) == 1


def test_one_rooms_change_is_no_news_in_another(hall: Hall) -> None:
    hall.come("board", "b")
    other = hall.rooms.open("team_poker", "Elsewhere")
    hall.forget()
    hall.rooms.submit(other, Host(), "rename", SetTitle("Elsewhere still"))
    assert hall.sent == []


def test_what_nobody_looks_at_any_more_is_forgotten(hall: Hall) -> None:
    for visit in range(50):
        hall.come("board", f"b{visit}", language="en" if visit % 2 else "vi")
        hall.sockets.remove(f"b{visit}")
    hall.rename("Saturday")
    assert hall.push._drawn == {}


def test_F2_the_phone_that_committed_its_bytes_sees_so_and_others_see_nothing_new(hall: Hall) -> None:
    seat_people(hall.rooms, hall.code, 2)
    hall.come("phone", "p1", seat=1)
    hall.come("phone", "p2", seat=2)
    hall.come("board", "b")
    hall.forget()
    hall.rooms.submit(hall.code, Player(1), "bytes", CommitBytes("ab" * 32))
    assert [sids for _, _, sids in hall.sent] == [("p1",)]
