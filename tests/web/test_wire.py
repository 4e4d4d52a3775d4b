"""Payloads are parsed strictly: what is not exactly one of ours is unreadable and names no class of ours."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import cards
from engine.game import Host, Player
from engine.registry import GAMES
from engine.room.commands import SCREEN_COMMANDS, SERVER_COMMANDS, Guest, Keeper, OpenRoom, Undo
from engine.room.events import Row, SeatTaken, Undone
from engine.team_poker.commands import CastBallot, ChangeSettings, Next, ProposeHand
from engine.team_poker.events import CardsDealt, DealtSeat
from engine.team_poker.phase import Phase
from engine.team_poker.rules import Settings
from web.wire import LONGEST_TEXT, MOST_ITEMS, Registry, Unreadable, wire_of, written

WIRE = wire_of("team_poker")
BALLOT = {"type": "CastBallot", "body": {"round": 1, "hands": ["ab"]}}


def unreadable(payload: Any) -> str:
    with pytest.raises(Unreadable) as refused:
        WIRE.command(payload)
    return refused.value.where


def ballot(**changes: Any) -> dict[str, Any]:
    return {"type": "CastBallot", "body": {**BALLOT["body"], **changes}}  # type: ignore[dict-item]


@pytest.mark.parametrize(
    "command",
    [
        CastBallot(1, ("ab", "cd")),
        ProposeHand(2, cards("As Td 9h"), (1, 13)),
        Next(3, Phase.MATCHED),
        ChangeSettings(Settings(rounds=4, prize="a cake", seats=12)),
        Undo(7, "wrong button", past_reveal=True),
    ],
)
def test_a_command_comes_back_as_it_went(command: Any) -> None:
    assert WIRE.command(written(command)) == command


def test_a_card_is_its_text() -> None:
    assert written(ProposeHand(1, cards("As"), ()))["body"]["cards"] == ["As"]


@pytest.mark.parametrize(
    "payload",
    [
        None,
        [],
        "CastBallot",
        7,
        {},
        {"type": "CastBallot"},
        {**BALLOT, "more": 1},
        {"type": 5, "body": {}},
        {"type": "CastBallot", "body": None},
        {"type": "CastBallot", "body": []},
        {"type": "__class__", "body": {}},
        {"type": "Settings", "body": {}},
        ballot(round="1"),
        ballot(round=1.0),
        ballot(round=True),
        ballot(round=None),
        ballot(round=2**53),
        ballot(hands="ab"),
        ballot(hands=[1]),
        ballot(hands=[["ab"]]),
        ballot(hands={"0": "ab"}),
        ballot(extra=1),
        {"type": "CastBallot", "body": {"round": 1}},
        {"type": "ProposeHand", "body": {"round": 1, "cards": ["1s"], "invited": []}},
        {"type": "ProposeHand", "body": {"round": 1, "cards": ["10s"], "invited": []}},
        {"type": "Next", "body": {"round": 1, "phase": "nowhere"}},
        {"type": "ChangeSettings", "body": {"settings": {"rounds": 5}}},
        {"type": "ChangeSettings", "body": {"settings": {**written(Settings())["body"], "cheat": True}}},
    ],
)
def test_what_is_not_exactly_a_command_is_unreadable(payload: Any) -> None:
    unreadable(payload)


def test_texts_numbers_and_lists_have_bounds() -> None:
    assert unreadable(ballot(hands=["x" * (LONGEST_TEXT + 1)])) == "a text is too long"
    assert unreadable(ballot(hands=["ab"] * (MOST_ITEMS + 1))) == "too many items"
    assert unreadable(ballot(hands=["\ud800"])) == "half a letter"
    assert unreadable(ballot(hands=[[[[[[[[[]]]]]]]]])) == "too deep"


def test_commands_of_the_server_are_no_commands_of_a_screen() -> None:
    for kind in SERVER_COMMANDS:
        assert unreadable({"type": kind.__name__, "body": {}}) == "unknown type"
    for name in ("Deal", "MarkAbsent", "SeatTaken", "CardsDealt", "Host", "Player"):
        assert unreadable({"type": name, "body": {}}) == "unknown type"


def test_every_command_of_every_game_has_a_name_of_its_own() -> None:
    for game in GAMES.values():
        names = [kind.__name__ for kind in (*SCREEN_COMMANDS, *game.COMMANDS)]
        assert len(names) == len(set(names))
        wire_of(game.NAME)


def test_two_classes_of_one_name_are_refused_at_start() -> None:
    twin = type("CastBallot", (), {})
    with pytest.raises(ValueError, match="CastBallot"):
        Registry((CastBallot, twin))


ROWS = (
    Row(1, 5, Keeper(), "open", OpenRoom("K7QM", "team_poker", "Đêm", "00" * 32), ()),
    Row(2, 6, Guest("ab" * 32), "j", CastBallot(1, ()), (SeatTaken(1, "🎲 Anh", "ab" * 32, bot=False),)),
    Row(3, 7, Player(5), "p", CastBallot(1, ("h",)), (CardsDealt((DealtSeat(1, cards("As Kd")),), cards("2c 3c")),)),
    Row(90, 8, Host("Lan"), "u", Undo(3, "why", past_reveal=False), (Undone(3, tuple(range(3, 90)), "why", ()),)),
)


@pytest.mark.parametrize("row", ROWS)
def test_a_row_of_the_log_comes_back_as_it_went(row: Row) -> None:
    content = WIRE.content(row)
    assert WIRE.row(content) == row
    assert WIRE.content(WIRE.row(content)) == content


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(JSON, st.sampled_from([kind.__name__ for kind in (*SCREEN_COMMANDS, *GAMES["team_poker"].COMMANDS)]))
def test_anything_at_all_is_read_or_unreadable_and_nothing_else(anything: Any, name: str) -> None:
    for payload in (anything, {"type": name, "body": anything}):
        try:
            found = WIRE.command(payload)
        except Unreadable:
            continue
        assert written(found) == payload
