"""The head of the record: on every screen and in the export when the event has ended, and nowhere before (F4)."""

import json
import re
from pathlib import Path

import pytest

from engine.game import Host, PublicViewer, SeatViewer
from engine.room.commands import SetTitle
from engine.team_poker.commands import LockNominations, Next
from engine.team_poker.phase import Phase
from tests.web.desk import Clock, dealt, export_of, open_rooms, scenes_on
from web.exports import export
from web.rooms import Rooms
from web.scenes import Audience, Scenes

ROOT = Path(__file__).resolve().parents[2]
AUDIENCES = (
    Audience("board", PublicViewer(), "en"),
    Audience("phone", SeatViewer(7), "en"),
    Audience("watch", PublicViewer(), "en"),
)


@pytest.fixture
def desk(tmp_path: Path) -> tuple[Rooms, Scenes]:
    store, rooms = open_rooms(tmp_path, Clock())
    return rooms, scenes_on(store, rooms, tmp_path)


def end(rooms: Rooms, code: str) -> None:
    """Five rounds in which nobody makes a hand."""
    for number in range(1, 6):
        rooms.submit(code, Host(), f"lock-{number}", LockNominations(number))
        rooms.submit(code, Host(), f"next-{number}", Next(number, Phase.NO_SHOWDOWN))


def head_shown(desk: tuple[Rooms, Scenes], code: str, audience: Audience) -> str:
    """The digits that stand on a screen, or "" if it shows none."""
    rooms, scenes = desk
    html = scenes.draw(scenes.scene(rooms.state(code), audience), audience)
    found = re.search(r'id="head">.*?class="hex">([0-9a-f ]+)<', html)
    return found[1] if found else ""


def head_exported(rooms: Rooms, code: str) -> str:
    head: str = json.loads(export(export_of(rooms, code), "json"))["head"]
    return head


@pytest.mark.parametrize("audience", AUDIENCES, ids=lambda audience: audience.screen)
def test_F4_at_the_end_every_screen_shows_the_head_of_the_export(
    desk: tuple[Rooms, Scenes], audience: Audience
) -> None:
    rooms = desk[0]
    code = dealt(rooms)
    assert head_shown(desk, code, audience) == ""
    end(rooms, code)
    shown = head_shown(desk, code, audience)
    assert re.fullmatch("([0-9a-f]{4} ){7}[0-9a-f]{4}", shown)
    assert head_exported(rooms, code).startswith(shown.replace(" ", ""))


@pytest.mark.parametrize("audience", AUDIENCES, ids=lambda audience: audience.screen)
def test_F4_with_a_later_row_the_head_on_screens_goes_along(desk: tuple[Rooms, Scenes], audience: Audience) -> None:
    rooms = desk[0]
    code = dealt(rooms)
    end(rooms, code)
    before = head_shown(desk, code, audience)
    rooms.submit(code, Host(), "title", SetTitle("Saturday"))
    after = head_shown(desk, code, audience)
    assert after != before
    assert head_exported(rooms, code).startswith(after.replace(" ", ""))
