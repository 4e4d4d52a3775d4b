"""A screen made of parts that were drawn before is the screen drawn anew: no part depends on more than it names."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from engine.game import Host, HostViewer, Player, PublicViewer, SeatViewer, Viewer
from engine.room.commands import GivePoints, Pause, RenameSeat, Resume, SetAbsent, Undo
from engine.room.state import RoomState
from engine.room.view import view
from engine.team_poker.commands import CastBallot, CloseVote, Next
from tests.engine.drive import START
from tests.property import samples, test_holdem_html
from tests.property.test_chinese_poker_tables import played
from tests.property.test_secrets_html import screens_of
from tests.web.desk import Secrets, voting
from web.access import Access
from web.joining import Joining
from web.presence import Sockets
from web.ready import Disk
from web.rooms import Rooms
from web.scenes import Audience, Scenes
from web.screens import Screens
from web.store import Store
from web.tickets import Claims

ROOT = Path(__file__).resolve().parent.parent.parent


class Twice:
    """Draws every screen of a room from remembered parts and anew, and demands that both are the same."""

    def __init__(self, folder: Path) -> None:
        store = Store(f"sqlite:///{folder / 'thirteen.sqlite3'}")
        self.rooms, access = Rooms(store, lambda: START, Secrets()), Access(store, folder)
        joining, disk = Joining(store, tuple, 8013, "http://192.168.1.20:8013"), Disk(store, folder, lambda: START)
        claims, sockets = Claims(store, lambda: START), Sockets(lambda: START, self.rooms.state)

        def scenes(kept: int) -> Scenes:
            screens = Screens(ROOT / "templates", ROOT / "translations", kept)
            return Scenes(self.rooms, screens, sockets, access, joining, claims, disk, remembered=kept)

        self.remembering, self.forgetful = scenes(8192), scenes(0)

    def look(self, state: RoomState) -> None:
        viewers: list[Viewer] = [HostViewer(), PublicViewer(), *map(SeatViewer, sorted(state.seats)[:4])]
        for viewer in viewers:
            for screen in screens_of(viewer):
                audience = Audience(screen, viewer, "en")
                scene = self.forgetful.scene(state, audience)
                assert self.remembering.scene(state, audience) == scene
                assert self.remembering.draw(scene, audience) == self.forgetful.draw(scene, audience)


@pytest.fixture
def twice(tmp_path: Path) -> Twice:
    return Twice(tmp_path)


def test_at_any_moment_of_any_game_remembered_parts_are_what_would_be_drawn(twice: Twice) -> None:
    codes = {game: twice.rooms.open(game, "Friday") for game in ("team_poker", "holdem", "chinese_poker")}
    found = [*samples.moments(2), *test_holdem_html.moments(1), *played(1).states[::12]]
    for state in Random(31).sample(found, len(found)):
        twice.look(replace(state, code=codes[state.game_name], number=1))


def test_from_step_to_step_remembered_parts_are_what_would_be_drawn(twice: Twice) -> None:
    rooms = twice.rooms
    code = voting(rooms)
    hands = [one.hand for one in rooms.state(code).game.public.candidates]

    def say(actor: Host | Player, command: object) -> None:
        rooms.submit(code, actor, f"step-{rooms.state(code).number}", command)
        twice.look(rooms.state(code))

    for seat in (1, 2, 3):
        say(Player(seat), CastBallot(1, (hands[0],)))
    say(Player(1), CastBallot(1, (hands[1],)))
    say(Host(), Pause())
    say(Host(), Resume())
    say(Host(), RenameSeat(2, "Nguyễn Thị Minh Khai"))
    say(Host(), GivePoints(2, 3, "sang"))
    say(Host(), SetAbsent(4, True))
    say(Host(), CloseVote(1))
    for _ in range(4):
        say(Host(), Next(1, rooms.state(code).game.public.phase))
    for _ in range(3):
        console = view(rooms.state(code), HostViewer()).console
        assert console
        say(Host(), Undo(console.undo[0].number, "pressed by mistake", True))
