"""No screen's HTML depends on what its viewer may not know: order, ids, classes and words, in every language."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.cards import Card, in_order
from engine.game import HostViewer, PublicViewer, SeatViewer, Viewer
from engine.room.state import RoomState
from tests.engine.drive import START
from tests.engine.moves import dealt, make, propose
from tests.property.disguise import Draw, known, leak
from tests.property.samples import moments
from tests.web.desk import scenes_on, screens
from web.rooms import Rooms
from web.scenes import Audience
from web.screens import card_text, rank_text
from web.store import Store

ROOT = Path(__file__).resolve().parent.parent.parent

Paint = Callable[[str], Draw[str]]
"""What draws a viewer's screen in this language."""


@pytest.fixture(scope="module")
def paint(tmp_path_factory: pytest.TempPathFactory) -> Paint:
    """Draws screens as the server does."""
    folder = tmp_path_factory.mktemp("secrets")
    store = Store(f"sqlite:///{folder / 'thirteen.sqlite3'}")
    rooms = Rooms(store, lambda: START, bytes)
    scenes = scenes_on(store, rooms, folder, "http://192.168.1.20:8013")
    code = rooms.open("team_poker", "Đêm chung kết")

    def in_language(language: str) -> Draw[str]:
        def draw(state: RoomState, viewer: Viewer) -> str:
            audiences = [Audience(screen, viewer, language) for screen in screens_of(viewer)]
            here = replace(state, code=code, number=1)
            return "\n".join(scenes.draw(scenes.scene(here, audience), audience) for audience in audiences)

        return draw

    return in_language


def screens_of(viewer: Viewer) -> tuple[str, ...]:
    """The pages that this viewer may have open."""
    match viewer:
        case HostViewer():
            return ("host",)
        case SeatViewer():
            return ("phone",)
        case PublicViewer():
            return ("board", "watch")


def some_viewers(state: RoomState, dice: Random) -> list[Viewer]:
    """The board, the host, and two seats, preferring those with a part in an unfinished hand."""
    seats = sorted(state.seats)
    inside = [hand for hand in state.game.secret.hands.values() if len(hand.pledges) < 3]
    asked = sorted({seat for hand in inside for seat in (*hand.members, *hand.invited)})
    chosen = {*dice.sample(asked, min(1, len(asked))), *dice.sample(seats, min(1, len(seats)))}
    return [PublicViewer(), HostViewer(), *(SeatViewer(seat) for seat in sorted(chosen))]


@pytest.mark.pitfall("govariants 500", "Secret-Hitler-Online 7", "throneteki 5")
def test_no_html_depends_on_what_its_viewer_may_not_know(paint: Paint) -> None:
    dice = Random(11)
    assert {"en", "vi"} <= {language for language, _ in screens().languages}
    for language, _ in screens().languages:
        draw = paint(language)
        for state in moments(4):
            for viewer in some_viewers(state, dice):
                difference = leak(draw, state, viewer, dice)
                assert difference is None, (language, viewer, difference)


@pytest.mark.pitfall("govariants 500", "Secret-Hitler-Online 7", "throneteki 5")
def test_no_html_holds_the_text_of_a_card_that_its_viewer_may_not_know(paint: Paint) -> None:
    dice, draw = Random(12), paint("en")
    for state in moments(4):
        if not state.game.public.seats or state.undone or state.seed in draw(state, PublicViewer()):
            continue
        for viewer in some_viewers(state, dice):
            html = re.sub(r"<symbol.*?</symbol>", "", draw(state, viewer), flags=re.S)
            hidden = {text for card in set(Card) - known(state.game, viewer) for text in spellings(card)}
            assert not hidden & cards_written(html), viewer


def test_the_spellings_that_are_looked_for_are_those_of_the_screens(paint: Paint) -> None:
    state = dealt().state
    written = cards_written(paint("en")(state, SeatViewer(5)))
    assert [card for card in Card if spellings(card) & written] == list(in_order(state.game.secret.held[5]))


def spellings(card: Card) -> set[str]:
    """How a card might be written in a page: as in commands, ids and classes, in words, and as text."""
    rank, suit = rank_text(card.rank), {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}[card.suit]
    return {card.value, f"{rank}{card.suit}", f"{rank} of {suit}", card_text(card)}


def cards_written(html: str) -> set[str]:
    """Everything in a page that is written as a card is; after a space such letters are a word ("pair of 3s")."""
    rank = "(?:10|[2-9TJQKA])"
    return set(re.findall(rf"(?<![\s\w]){rank}[cdhs]\b|\b{rank} of [cdhs]\w+|\b{rank}[♣♦♥♠]", html))


def hidden_hand() -> RoomState:
    """Three candidates in the order in which they were made, and a hand that is not complete."""
    drive = dealt()
    for seat in (7, 8, 9):
        make(drive, seat, seat, seat)
    propose(drive, 4, 2, [5])
    return drive.state


def in_order_of_lowest_cards(draw: Draw[str], state: RoomState, viewer: Viewer) -> str:
    """Candidates are drawn in the order of their lowest cards."""
    lowest = {hand.hand: min(card.index for card in hand.cards) for hand in state.game.secret.hands.values()}
    public = state.game.public
    by_cards = sorted(public.candidates, key=lambda one: lowest[one.hand])
    lettered = tuple(replace(one, letter=letter) for one, letter in zip(by_cards, "ABC", strict=True))
    return draw(replace(state, game=replace(state.game, public=replace(public, candidates=lettered))), viewer)


def with_a_face_in_a_class(draw: Draw[str], state: RoomState, viewer: Viewer) -> str:
    """A face-down card of a candidate has its face for a class."""
    hand = next(hand for hand in state.game.secret.hands.values() if 9 in hand.members)
    return draw(state, viewer) + f'<i class="card back is-{hand.cards[0].value}"></i>'


def with_members_for_the_host(draw: Draw[str], state: RoomState, viewer: Viewer) -> str:
    """The host's page names who is in an unfinished hand."""
    members = [hand.members for hand in state.game.secret.hands.values() if len(hand.pledges) < 3]
    return draw(state, viewer) + (f"<p>{members}</p>" if viewer == HostViewer() else "")


@pytest.mark.pitfall("govariants 500", "Secret-Hitler-Online 7", "throneteki 5")
@pytest.mark.parametrize(
    ("planted", "finder"),
    [
        (in_order_of_lowest_cards, PublicViewer()),
        (with_a_face_in_a_class, SeatViewer(3)),
        (with_members_for_the_host, HostViewer()),
    ],
)
def test_a_leak_that_is_planted_in_the_html_is_found(paint: Paint, planted: Any, finder: Viewer) -> None:
    state, draw = hidden_hand(), paint("en")

    def leaky(state: RoomState, viewer: Viewer) -> str:
        text: str = planted(draw, state, viewer)
        return text

    assert all(leak(draw, state, finder, Random(number)) is None for number in range(8))
    assert any(leak(leaky, state, finder, Random(number)) for number in range(8))
