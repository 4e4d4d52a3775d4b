"""Moments of random events, in which secrets are looked for."""

from functools import cache
from random import Random

from engine.game import HostViewer, PublicViewer, SeatViewer, Viewer
from engine.room.state import RoomState
from engine.team_poker.phase import Phase
from tests.engine.drive import Drive
from tests.property.random_events import RandomEvent

EVENTS = range(5_000, 5_040)


@cache
def events() -> tuple[Drive, ...]:
    """Whole events, played once."""
    played = []
    for number in EVENTS:
        event = RandomEvent(number)
        for _ in event.play():
            pass
        played.append(event.drive)
    return tuple(played)


@cache
def moments(each: int) -> tuple[RoomState, ...]:
    """So many states of every phase, chosen by dice."""
    dice = Random(13)
    by_phase: dict[Phase, list[RoomState]] = {phase: [] for phase in Phase}
    for drive in events():
        for state in drive.states:
            by_phase[state.game.public.phase].append(state)
    return tuple(state for states in by_phase.values() for state in dice.sample(states, each))


def viewers(state: RoomState) -> tuple[Viewer, ...]:
    """Everybody who looks at this room."""
    return (PublicViewer(), HostViewer(), *(SeatViewer(seat) for seat in sorted(state.seats)))
