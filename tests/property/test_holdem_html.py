"""No screen of a Hold'em table depends on a card that its viewer may not know, in any language (H10, F4)."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from engine.game import HostViewer, PublicViewer, SeatViewer, Viewer
from engine.holdem.phase import Phase
from engine.room.commands import CallDeal
from engine.room.state import RoomState
from engine.room.view import view
from tests.engine.drive import START, Drive
from tests.engine.holdem.test_views import cards_in, other_secret
from tests.property.test_secrets_html import cards_written, screens_of, spellings
from tests.web.desk import scenes_on, screens
from web.rooms import Rooms
from web.scenes import Audience, Scenes
from web.screens import Screens
from web.store import Store

ROOT = Path(__file__).resolve().parent.parent.parent
VIEWERS: tuple[Viewer, ...] = (PublicViewer(), HostViewer(), SeatViewer(1), SeatViewer(3))


def painted(folder: Path) -> tuple[Scenes, Screens, str]:
    """What draws screens as the server does, and the code of the room that they are drawn for."""
    store = Store(f"sqlite:///{folder / 'thirteen.sqlite3'}")
    rooms = Rooms(store, lambda: START, bytes)
    scenes = scenes_on(store, rooms, folder, "http://192.168.1.20:8013")
    return scenes, screens(), rooms.open("holdem", "Bàn số 1")


def draw(scenes: Scenes, code: str, state: RoomState, viewer: Viewer, language: str) -> str:
    here = replace(state, code=code, number=1)
    audiences = [Audience(screen, viewer, language) for screen in screens_of(viewer)]
    return "\n".join(scenes.draw(scenes.scene(here, audience), audience) for audience in audiences)


def moments(hands: int) -> Iterator[RoomState]:
    """Every step of some random hands at a table of four."""
    dice, drive = Random(21), Drive(game="holdem")
    drive.take_seats(4)
    for _ in range(hands):
        drive.host(CallDeal())
        while drive.table.phase is not Phase.WAITING:
            yield drive.state
            hand = drive.table.hand
            if hand.asked is None or dice.random() < 0.1:
                drive.pass_time(40_000)
            else:
                turn = view(drive.state, SeatViewer(hand.asked)).game.turn
                drive.seat(hand.asked, dice.choice([one for one in (turn.check, turn.call, turn.fold) if one]))
        yield drive.state


def test_H10_no_html_depends_on_what_its_viewer_may_not_know(tmp_path: Path) -> None:
    scenes, screens, code = painted(tmp_path)
    dice = Random(22)
    for language, _ in screens.languages:
        for state in moments(2):
            for viewer in VIEWERS:
                other = replace(state, game=other_secret(state.game, viewer, dice))
                html = draw(scenes, code, state, viewer, language)
                assert draw(scenes, code, other, viewer, language) == html, (language, viewer)


def test_H10_no_html_holds_the_text_of_a_card_that_its_viewer_may_not_know(tmp_path: Path) -> None:
    scenes, _, code = painted(tmp_path)
    for state in moments(3):
        for viewer in VIEWERS:
            html = draw(scenes, code, state, viewer, "en")
            hand = state.game.public.hand
            holes = state.game.secret.holes[hand.number]
            known = set(hand.board) | cards_in((*hand.shown, *hand.turned_up))
            known |= {card for hole in holes if viewer == SeatViewer(hole.seat) for card in hole.cards}
            hidden = (cards_in(holes) | set(state.game.secret.board)) - known
            assert not {text for card in hidden for text in spellings(card)} & cards_written(html), viewer
