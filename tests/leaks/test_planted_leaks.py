"""Leaks planted on purpose, each where one could slip in, are all found: by what is written or by its twin."""

import base64
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Response

import app
from engine import holdem, team_poker
from engine.cards import card, cards, text
from engine.game import Host, Player, PublicViewer, Sentence, Viewer
from engine.room import tell
from engine.room.commands import CallDeal, FillWithBots, Guest, MoveSeat, Peek, TakeSeat
from engine.team_poker.commands import LockNominations, ProposeHand
from tests.leaks.evening import Evening
from tests.leaks.house import House
from tests.leaks.reading import ROOT, cards_in_page, cards_in_plain
from tests.leaks.twins import Twins
from web import exports
from web.live import Live
from web.push import Push
from web.scenes import Scenes
from web.screens import Screens

Plant = Callable[[pytest.MonkeyPatch, Path], None]


def table(evening: Evening) -> None:
    """Two people at a Hold'em table, dealt; one of them has changed phones, and the host has looked."""
    evening.say(Guest("an"), TakeSeat("An"))
    evening.say(Guest("binh"), TakeSeat("Bình"))
    evening.say(Host(), CallDeal())
    evening.say(Guest("other phone"), MoveSeat(2, ""))
    evening.say(Host(), Peek(1))
    phones = [one for one in evening.everyone if one.kind == "phone"]
    evening.look_around([evening.host, evening.stranger, phones[0]])
    evening.hear_the_rest()


def event(evening: Evening) -> None:
    """Two people and bots in a Team Poker event, voting on three hands."""
    evening.say(Guest("an"), TakeSeat("An"))
    evening.say(Guest("binh"), TakeSeat("Bình"))
    evening.say(Host(), FillWithBots())
    evening.say(Host(), CallDeal())
    for seat in (5, 4, 3):
        evening.say(Player(seat), ProposeHand(1, evening.secret.held[seat], ()))
    evening.say(Host(), LockNominations(1))


def found(folder: Path, number: int) -> list[tuple[str, str]]:
    """Who heard too much at a short table, and by what way."""
    with House(folder / "house", number) as house, Evening(house, "holdem") as evening:
        table(evening)
        return sorted({(leak.kind, leak.what.partition(":")[0]) for leak in evening.leaks()})


def told_apart(folder: Path, number: int) -> bool:
    """Whether the board of a short event shows that other cards are hidden."""
    with House(folder / "house", number) as house, Evening(house, "team_poker") as evening:
        event(evening)
        twins = Twins(evening, evening.number, folder)
        return any(twins.differences(evening.board, Random(dice)) for dice in range(3))


def holes(state: Any, seat: int) -> Any:
    return next(hole.cards for hole in state.secret.holes[1] if hole.seat == seat)


def in_an_id_of_a_template(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """A template is handed the game, and names a place for a drawing after the card that will lie there."""
    shutil.copytree(ROOT / "templates", folder / "templates")
    board = folder / "templates" / "board" / "holdem" / "table.html"
    mark = '{% if deck %}<i id="card-{{ deck[0].value|lower }}"></i>{% endif %}'
    board.write_text(board.read_text("utf-8") + mark, "utf-8")
    leaky = Screens(folder / "templates", ROOT / "translations")
    patch.setattr(app, "_screens", lambda: leaky)
    honest = Scenes.context

    def context(self: Scenes, scene: Any, audience: Any) -> dict[str, Any]:
        deck = self._rooms.state(scene.view.code).game.secret.board
        return {**honest(self, scene, audience), "deck": deck}

    patch.setattr(Scenes, "context", context)


def in_a_view(patch: pytest.MonkeyPatch, _: Path) -> None:
    """A phone sees another seat's cards as if they were its own."""
    honest = holdem.view

    def view(state: Any, viewer: Viewer) -> Any:
        seen = honest(state, viewer)
        return replace(seen, cards=holes(state, 1)) if getattr(seen, "cards", ()) else seen

    patch.setattr(holdem, "view", view)


def in_the_answer_to_a_command(patch: pytest.MonkeyPatch, _: Path) -> None:
    """The next common card stands behind base64 in an answer."""
    honest = Live._said

    def said(self: Live, socket: Any, number: int) -> str:
        secret = getattr(self.rooms.state(socket.code).game.secret, "board", ())
        code = base64.b64encode(text(secret[:1]).encode()).decode()
        return f"{honest(self, socket, number)} ref. {code}"

    patch.setattr(Live, "_said", said)


def in_a_look_that_everybody_gets(patch: pytest.MonkeyPatch, _: Path) -> None:
    """What the host looked at is told in the ledger."""
    honest = tell.sentences

    def sentences(state: Any, row: Any, viewer: Viewer) -> Any:
        if isinstance(row.command, Peek):
            return (Sentence("peeked", {"seat": 1, "cards": holes(state.game, 1)}),)
        return honest(state, row, viewer)

    patch.setattr("web.logged.sentences", sentences)


def in_an_export(patch: pytest.MonkeyPatch, _: Path) -> None:
    """A running export seals nothing."""
    patch.setattr(exports, "public_row", lambda _state, _row: True)


def in_a_header(patch: pytest.MonkeyPatch, _: Path) -> None:
    """A header carries the flop in hex."""
    made = app.create_app

    def create_app(*given: Any) -> Any:
        console = made(*given)

        @console.app.after_request
        def mark(response: Response) -> Response:
            for code in console.rooms.codes():
                flop = getattr(console.rooms.state(code).game.secret, "board", ())[:3]
                response.headers["X-State"] = text(flop).encode().hex()
            return response

        return console

    patch.setattr("tests.leaks.house.create_app", create_app)


def on_a_phone_that_was_replaced(patch: pytest.MonkeyPatch, _: Path) -> None:
    """Whoever once had a seat goes on seeing its cards."""
    honest = Push._send

    def send(self: Push, state: Any, screens: Any) -> None:
        honest(self, state, screens)
        old = [one.sid for one in self._sockets.of_room(state.code) if one.device in state.retired]
        seats = {one.viewer: drawn for (code, one), drawn in self._drawn.items() if code == state.code}
        for viewer, drawn in seats.items():
            if getattr(viewer, "seat", 0) == 2:
                self._emit_fragment(state, drawn, old)

    patch.setattr(Push, "_send", send)


def in_another_event_of_the_socket(patch: pytest.MonkeyPatch, _: Path) -> None:
    """Numbers of cards go out beside every fragment."""
    honest = Push._emit_fragment

    def emit(self: Push, state: Any, drawn: Any, sids: Any) -> None:
        honest(self, state, drawn, sids)
        self._emit("deck", {"next": [one.index for one in state.game.secret.board]}, sids)

    patch.setattr(Push, "_emit_fragment", emit)


PLANTED: list[tuple[Plant, tuple[str, str]]] = [
    (in_an_id_of_a_template, ("board", "page")),
    (in_a_view, ("phone", "page")),
    (in_the_answer_to_a_command, ("host", "answer")),
    (in_a_look_that_everybody_gets, ("host", "ledger")),
    (in_an_export, ("host", "body")),
    (in_a_header, ("stranger", "headers")),
    (on_a_phone_that_was_replaced, ("phone", "page")),
    (in_another_event_of_the_socket, ("board", "an event of another form")),
]


def test_a_short_evening_without_a_leak_has_none(tmp_path: Path) -> None:
    assert found(tmp_path, 1) == []


@pytest.mark.parametrize(("plant", "finding"), PLANTED, ids=lambda one: getattr(one, "__name__", ""))
def test_a_planted_leak_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plant: Plant, finding: tuple[str, str]
) -> None:
    plant(monkeypatch, tmp_path)
    assert finding in found(tmp_path, 1)


def by_their_lowest_cards(patch: pytest.MonkeyPatch) -> None:
    """Candidates stand in the order of cards that nobody has seen."""
    honest = team_poker.view

    def view(state: Any, viewer: Viewer) -> Any:
        seen: Any = honest(state, viewer)
        if viewer != PublicViewer():
            return seen
        lowest = {hand.hand: min(one.index for one in hand.cards) for hand in state.secret.hands.values()}
        return replace(seen, candidates=tuple(sorted(seen.candidates, key=lambda one: lowest[one.hand])))

    patch.setattr(team_poker, "view", view)


def by_a_number_that_looks_harmless(patch: pytest.MonkeyPatch) -> None:
    """What is left of the main deck is off by the place of its top card."""
    honest = team_poker.view

    def view(state: Any, viewer: Viewer) -> Any:
        seen: Any = honest(state, viewer)
        if viewer != PublicViewer() or not state.secret.main_deck:
            return seen
        return replace(seen, main_deck_left=seen.main_deck_left + state.secret.main_deck[0].index)

    patch.setattr(team_poker, "view", view)


def test_nothing_tells_the_twins_of_a_short_event_apart(tmp_path: Path) -> None:
    assert not told_apart(tmp_path, 1)


@pytest.mark.parametrize("plant", [by_their_lowest_cards, by_a_number_that_looks_harmless])
def test_a_leak_without_a_card_in_it_tells_the_twins_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plant: Callable[[pytest.MonkeyPatch], None]
) -> None:
    plant(monkeypatch)
    assert told_apart(tmp_path, 1)


WRITTEN = [
    '<i id="card-ts"></i>',
    '<use href="#card-Ts"/>',
    '<i class="back is-10s"></i>',
    '<button data-command="{&#34;cards&#34;:[&#34;Ts&#34;]}">x</button>',
    '<svg aria-label="10 of spades"></svg>',
    '<svg aria-label="10 bích"></svg>',
    '<svg aria-label="10 de espadas"></svg>',
    "<p>the ten of spades</p>",
    "<p>10♠</p>",
    "<p>10&spades;</p>",
    "<p>♠ 10</p>",
    "<p>\U0001f0aa</p>",
    "<p>next: Ts 4d</p>",
    '<p data-x="5473"></p>',
    '<p data-x="VHM="></p>',
    "<p>WyJUcyJd</p>",
    "<p>%54%73</p>",
    "<a href='/p/K7QM?card=Ts'>x</a>",
    '<svg class="card face suit-s" viewBox="0 0 100 140"><text x="1">10</text></svg>',
]


@pytest.mark.parametrize("page", WRITTEN)
def test_the_reader_finds_a_card_however_it_is_written(page: str) -> None:
    assert card("Ts") in cards_in_page(page)
    assert not cards_in_page(page) - set(cards("Ts 4d"))


@pytest.mark.parametrize(
    "page",
    [
        "<p>As soon as 10s have passed: a pair of 3s</p>",
        '<script src="/static/js/main.js"></script>',
        "<p>Khách 1, Thùng phá sảnh</p>",
        '<button data-command="{&#34;round&#34;:1}" id="seat-10">10</button>',
    ],
)
def test_the_reader_takes_no_word_for_a_card(page: str) -> None:
    assert cards_in_page(page) == set()


def test_the_reader_reads_answers_and_files() -> None:
    assert cards_in_plain('{"ok": true, "say": "An: 10♠ A♥"}') == set(cards("Ts Ah"))
    assert cards_in_plain('actions = ["d dh p1 TsAh", "d dh p2 ????"]') == set(cards("Ts Ah"))
    assert cards_in_plain('"cards": ["Ts", "Ah"]') == set(cards("Ts Ah"))
