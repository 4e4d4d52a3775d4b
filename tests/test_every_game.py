"""What every game of the registry keeps to, so that the room can host it without knowing it."""

import dataclasses
from random import Random
from typing import Any

import pytest

from engine.chance import Chance
from engine.game import (
    Bell,
    Deal,
    Host,
    HostViewer,
    MarkAbsent,
    Player,
    PublicViewer,
    Refused,
    Room,
    SeatViewer,
    Viewer,
)
from engine.registry import GAMES
from engine.room.commands import SCREEN_COMMANDS, SERVER_COMMANDS, CallDeal, FillWithBots
from engine.room.decide import bell
from engine.room.events import EVENTS
from engine.room.view import view
from tests.engine.drive import Drive

games = pytest.mark.parametrize("name", sorted(GAMES))


def filled(name: str) -> Drive:
    """A room for this game with a bot in every seat."""
    drive = Drive(game=name)
    drive.host(FillWithBots())
    return drive


@games
def test_a_game_is_registered_under_its_own_name(name: str) -> None:
    assert name == GAMES[name].NAME


@games
def test_the_default_settings_can_be_played_and_fill_a_table(name: str) -> None:
    game = GAMES[name]
    fewest, most = game.SEATS
    state = game.new(game.SETTINGS())
    assert fewest <= game.seats_wanted(state) <= most
    assert game.seating(state) and not game.ended(state) and game.bell(state) is None
    assert not game.report(state, {}).over


@games
def test_classes_are_frozen_and_have_names_of_their_own(name: str) -> None:
    game = GAMES[name]
    classes = [*game.COMMANDS, *game.EVENTS, *SCREEN_COMMANDS, *SERVER_COMMANDS, *EVENTS, Deal, MarkAbsent]
    assert len({one.__name__ for one in classes}) == len(classes)
    for one in classes:
        params: Any = getattr(one, "__dataclass_params__", None)
        assert params and params.frozen, one


@games
@pytest.mark.parametrize("actor", [Player(1), Host(), Bell(), Room()])
def test_what_a_game_does_not_know_is_refused(name: str, actor: Any) -> None:
    game = GAMES[name]
    with pytest.raises(Refused, match="not_allowed"):
        game.decide(game.new(game.SETTINGS()), actor, object(), 0, Chance(bytes(32), {}))


@games
def test_states_are_frozen_and_compare_by_what_they_hold(name: str) -> None:
    game = GAMES[name]
    state, again = game.new(game.SETTINGS()), game.new(game.SETTINGS())
    assert state == again
    field = dataclasses.fields(state)[0].name
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(state, field, None)


@games
def test_a_full_table_is_dealt_and_everybody_has_a_view_of_it(name: str) -> None:
    drive = filled(name)
    drive.host(CallDeal())
    viewers: list[Viewer] = [PublicViewer(), HostViewer(), *(SeatViewer(seat) for seat in drive.state.seats)]
    for viewer in viewers:
        seen = view(drive.state, viewer)
        assert dataclasses.is_dataclass(seen.game) and seen.report.standings
    for seat in drive.state.seats:
        assert GAMES[name].peek(drive.state.game, seat)


@games
def test_deciding_changes_nothing_and_is_the_same_every_time(name: str) -> None:
    drive = filled(name)
    game, before = GAMES[name], drive.state.game
    chance = Chance(bytes(32), {})
    seats = game.dealt_in(before, tuple(sorted(drive.state.seats)))
    decided = [game.decide(before, Room(), Deal(seats), 5, chance) for _ in range(2)]
    assert decided[0] == decided[1]
    assert drive.state.game is before == filled(name).state.game


@games
def test_what_a_bot_chooses_is_always_allowed(name: str) -> None:
    drive = filled(name)
    drive.host(CallDeal())
    dice, done = Random(4), 0
    while done < 20:
        seat = dice.choice(sorted(drive.state.seats))
        command = GAMES[name].choose(view(drive.state, SeatViewer(seat)).game, dice)
        if command is not None:
            drive.seat(seat, command)
            done += 1
        elif bell(drive.state):
            drive.pass_time(500)
        else:
            drive.host(view(drive.state, HostViewer()).game.next or CallDeal())
