"""Folding rows into the state of a room: room events here, everything else in the game."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, assert_never

from engine.game import Instant, Player
from engine.registry import GAMES
from engine.room.decide import bell
from engine.room.events import (
    EVENTS,
    BoardCovered,
    BoardUncovered,
    BotsSet,
    BytesCommitted,
    BytesRevealed,
    CardsPeeked,
    ClockPaused,
    ClockResumed,
    ClockShifted,
    DealCalled,
    DoorSet,
    GatheringClosed,
    PointsGiven,
    RanksShown,
    RoomContinued,
    RoomEvent,
    RoomOpened,
    Row,
    SeatEvent,
    SeatFreed,
    SeatMoved,
    SeatPlayedBy,
    SeatRenamed,
    SeatTaken,
    SeedCommitted,
    TemperSet,
    TitleSet,
    Undone,
)
from engine.room.state import BotPlay, DealtIn, Gathering, Holder, RoomState, Step


def fold(rows: Iterable[Row]) -> RoomState:
    """The state that a room's rows, from the first on, have come to. Raises ValueError without any."""
    state: RoomState | None = None
    for row in rows:
        state = apply(state, row)
    if state is None:
        raise ValueError("a room begins with its first row")
    return state


def apply(state: RoomState | None, row: Row) -> RoomState:
    """Fold one row. Raises ValueError for a row that does not follow the last.

    A stop of the clock ends with what it stopped: where nothing is due, time goes on.
    """
    if state is None:
        state, events = _opened(row.events[0]), row.events[1:]
    else:
        events = row.events
    if row.number != state.number + 1:
        raise ValueError(f"row {row.number} after row {state.number}")
    before, at = state, state.clock.now(row.at)
    for event in events:
        state = _event(state, event)
    state = _with_step(before, state, row, at)
    return replace(state, number=row.number, clock=state.clock if bell(state) else state.clock.running())


def is_room_event(event: Any) -> bool:
    """Whether an event is the room's own and not its game's."""
    return isinstance(event, EVENTS)


def _event(state: RoomState, event: Any) -> RoomState:
    if is_room_event(event):
        return _room(state, event)
    return replace(state, game=GAMES[state.game_name].apply(state.game, event))


def _with_step(before: RoomState, after: RoomState, row: Row, at: Instant) -> RoomState:
    """Rows that move the game, its points or its final are steps that can be taken back, where the game counts them so.

    An undo leaves seats alone. Who came meanwhile is seated again; but who has left a table is gone with the coins or
    points that were theirs, so nothing before that can be taken back.
    """
    game = GAMES[after.game_name]
    if before.seats.keys() - after.seats.keys() and (before.game != after.game or game.deal_number(after.game) > 1):
        return replace(after, past=(), undone=None)
    if after.seats.keys() - before.seats.keys() or any(isinstance(event, Undone) for event in row.events):
        return after
    moved = [event for event in row.events if not is_room_event(event) and game.is_step(event)]
    if not moved and not any(isinstance(event, PointsGiven | RanksShown) for event in row.events):
        return after
    reveals = tuple(card for event in moved for card in game.reveals(event))
    step = Step(row.number, before.game, before.points, before.ranks_shown, at, reveals)
    undone = after.undone if isinstance(row.actor, Player) else None
    return replace(after, past=(*after.past, step), undone=undone)


def _opened(event: Any) -> RoomState:
    if not isinstance(event, RoomOpened):
        raise ValueError("a room begins by being opened")
    game = GAMES[event.game]
    return RoomState(event.code, event.game, event.title, event.seed, event.commitment, game.new(game.SETTINGS()))


def _room(state: RoomState, event: RoomEvent) -> RoomState:
    match event:
        case RoomOpened():
            raise ValueError("a room is opened once")
        case TitleSet(title):
            return replace(state, title=title)
        case DoorSet(open_now):
            return replace(state, door_open=open_now)
        case RoomContinued(code):
            return replace(state, next_room=code)
        case BoardCovered(text):
            return replace(state, cover=text)
        case BoardUncovered():
            return replace(state, cover=None)
        case ClockPaused(at, held):
            return replace(state, clock=state.clock.pause(at, held))
        case ClockResumed(wall):
            return replace(state, clock=state.clock.resume(wall), undone=None)
        case ClockShifted(milliseconds):
            return replace(state, clock=state.clock.shift(milliseconds))
        case PointsGiven():
            return replace(state, points=(*state.points, event))
        case RanksShown(rank):
            return replace(state, ranks_shown=rank)
        case CardsPeeked():
            return state
        case BotsSet(tempers, pace):
            alike = {seat: replace(holder, temper=None) for seat, holder in state.seats.items()}
            return replace(state, bots=BotPlay(tempers, pace), seats=alike)
        case Undone():
            return _undone(state, event)
        case _:
            return _seated(state, event)


def _seated(state: RoomState, event: SeatEvent) -> RoomState:
    match event:
        case SeatTaken(seat, name, device, bot):
            holder = Holder(name, device, bot, taken=state.number + 1)
            return _with_holder(_in_service(state, device), seat, holder)
        case SeatRenamed(seat, name):
            return _with_holder(state, seat, replace(state.seats[seat], name=name))
        case SeatFreed(seat):
            kept = {key: holder for key, holder in state.seats.items() if key != seat}
            return replace(state, seats=kept, left_out=tuple(one for one in state.left_out if one != seat))
        case SeatMoved():
            return _moved(state, event)
        case SeatPlayedBy(seat, bot):
            return _with_holder(state, seat, replace(state.seats[seat], bot=bot))
        case TemperSet(seat, temper):
            return _with_holder(state, seat, replace(state.seats[seat], temper=temper))
        case BytesCommitted(seat, digest):
            return _with_holder(state, seat, replace(state.seats[seat], digest=digest))
        case BytesRevealed(seat, data):
            return _revealed(_with_holder(state, seat, replace(state.seats[seat], data=data)), seat)
        case DealCalled(_, waiting, deadline):
            return replace(state, gathering=Gathering(waiting, deadline), undone=None)
        case GatheringClosed(deal, seats, left_out):
            given = state.dealt.get(deal) or tuple(_dealt_in(state, seat) for seat in seats)
            return replace(state, gathering=None, dealt={**state.dealt, deal: given}, left_out=left_out)
        case SeedCommitted(seed, committed):
            return _with_seed(state, seed, committed)
        case _:
            assert_never(event)


def _dealt_in(state: RoomState, seat: int) -> DealtIn:
    return DealtIn(seat, state.seats[seat].taken, state.seats[seat].data)


def _with_seed(state: RoomState, seed: str, committed: str) -> RoomState:
    """A new seed for the deal that comes next. Earlier ones stay: dealt again, they would bring other cards (F5)."""
    number = GAMES[state.game_name].deal_number
    fresh = {seat: replace(holder, digest="", data="") for seat, holder in state.seats.items()}
    past = tuple(step for step in state.past if number(step.game) == number(state.game))
    return replace(state, seed=seed, commitment=committed, seats=fresh, dealt={}, left_out=(), past=past)


def _with_holder(state: RoomState, seat: int, holder: Holder) -> RoomState:
    return replace(state, seats={**state.seats, seat: holder})


def _moved(state: RoomState, event: SeatMoved) -> RoomState:
    """What the old phone promised it took along; what it had revealed stays part of the chance (F2, F5)."""
    holder = state.seats[event.seat]
    moved = replace(holder, device=event.device, bot=False, digest=holder.digest if holder.data else "")
    after = _with_holder(_in_service(state, event.device), event.seat, moved)
    return replace(after, retired={**after.retired, event.before: event.seat}) if event.before else after


def _in_service(state: RoomState, device: str) -> RoomState:
    """A device that has a seat again is not retired."""
    return replace(state, retired={one: seat for one, seat in state.retired.items() if one != device})


def _revealed(state: RoomState, seat: int) -> RoomState:
    if state.gathering is None:
        return state
    waiting = tuple(other for other in state.gathering.waiting if other != seat)
    return replace(state, gathering=replace(state.gathering, waiting=waiting))


def _undone(state: RoomState, event: Undone) -> RoomState:
    """Game, points and final as they were before the first of these steps, the clock standing at that moment."""
    place = next(index for index, step in enumerate(state.past) if step.number == event.first)
    step = state.past[place]
    clock = state.clock.pause(step.at, held=False)
    back = replace(state, game=step.game, points=step.points, ranks_shown=step.ranks_shown, past=state.past[:place])
    return replace(back, undone=event, clock=clock)
