"""What happened in a room, in sentences that a viewer may read, and which rows were never secret."""

from typing import Any, assert_never

from engine.game import Bell, Fact, Host, HostViewer, Player, Sentence, Viewer
from engine.registry import GAMES
from engine.room.commands import (
    SCREEN_COMMANDS,
    CloseGathering,
    ContinueIn,
    Hold,
    Keeper,
    MoveSeat,
    RevealBytes,
    SitAgain,
    TakeSeat,
)
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
from engine.room.fold import is_room_event
from engine.room.state import RoomState

_SECRET_EVENTS = (RoomOpened, SeedCommitted, BytesRevealed)
_PUBLIC_COMMANDS = tuple(
    command
    for command in (*SCREEN_COMMANDS, TakeSeat, MoveSeat, SitAgain, ContinueIn, CloseGathering, Hold)
    if command is not RevealBytes
)
_PUBLIC_EVENTS = tuple(event for event in EVENTS if event not in _SECRET_EVENTS)


def public_row(state: RoomState, row: Row) -> bool:
    """Whether a row may be exported while the game is running: nothing in it was ever secret."""
    game = GAMES[state.game_name]
    known = isinstance(row.command, _PUBLIC_COMMANDS) or game.is_public(row.command)
    return known and all(isinstance(event, _PUBLIC_EVENTS) or game.is_public(event) for event in row.events)


def sentences(state: RoomState, row: Row, viewer: Viewer) -> tuple[Sentence, ...]:
    """A row in words for this viewer; `state` is what the row came to. Empty if all of it is sealed."""
    told = (tell(state, event, viewer) for event in row.events)
    return tuple(sentence for sentence in told if sentence)


def tell(state: RoomState, event: Any, viewer: Viewer) -> Sentence | None:
    """One event in words for this viewer, or None."""
    if is_room_event(event):
        return _room(event)
    return GAMES[state.game_name].tell(state.game, event, viewer)


def actor_shown(state: RoomState, row: Row, viewer: Viewer) -> bool:
    """Whether a viewer may read who did it: a seat is named only where nothing of its row is sealed."""
    match row.actor:
        case Host() | Bell() | Keeper():
            return True
        case Player():
            return public_row(state, row) or all(tell(state, event, viewer) for event in row.events)
        case _:
            return isinstance(viewer, HostViewer)


def _room(event: RoomEvent) -> Sentence:
    match event:
        case RoomOpened(title=title, commitment=committed):
            return _sentence("room_opened", title=title, commitment=committed)
        case TitleSet(title):
            return _sentence("title_set", title=title)
        case DoorSet(open_now):
            return _sentence("door_set", open=open_now)
        case RoomContinued(code):
            return _sentence("room_continued", code=code)
        case BoardCovered(text):
            return _sentence("board_covered", text=text)
        case BoardUncovered():
            return _sentence("board_uncovered")
        case ClockPaused(held=held):
            return _sentence("clock_paused", held=held)
        case ClockResumed():
            return _sentence("clock_resumed")
        case ClockShifted(milliseconds):
            return _sentence("clock_shifted", seconds=round(milliseconds / 1000))
        case PointsGiven(seat, points, reason):
            return _sentence("points_given", seat=seat, points=points, reason=reason)
        case BotsSet(tempers, pace):
            return _sentence("bots_set", tempers=tuple(one.value for one in tempers), pace=pace.value)
        case RanksShown(rank, seats):
            return _sentence("ranks_shown", rank=rank, seats=seats)
        case CardsPeeked(seat):
            return _sentence("cards_peeked", seat=seat)
        case Undone(first, rows, reason, seen):
            return _sentence("undone", first=first, count=len(rows), reason=reason, cards=seen)
        case _:
            return _seated(event)


def _seated(event: SeatEvent) -> Sentence:
    match event:
        case SeatTaken(seat, name, _, bot):
            return _sentence("bot_seated" if bot else "seat_taken", number=seat, name=name)
        case SeatRenamed(seat, name, before):
            return _sentence("seat_renamed", number=seat, name=name, before=before)
        case SeatFreed(seat, name):
            return _sentence("seat_freed", number=seat, name=name)
        case SeatMoved(seat):
            return _sentence("seat_moved", seat=seat)
        case SeatPlayedBy(seat, bot):
            return _sentence("bot_plays" if bot else "person_plays", seat=seat)
        case TemperSet(seat, temper):
            return _sentence("temper_set", seat=seat, temper=temper.value)
        case BytesCommitted(seat):
            return _sentence("bytes_committed", seat=seat)
        case BytesRevealed(seat):
            return _sentence("bytes_revealed", seat=seat)
        case DealCalled(seats):
            return _sentence("deal_called", count=len(seats))
        case GatheringClosed(left_out=left_out):
            return _sentence("gathering_closed", seats=left_out)
        case SeedCommitted(_, committed):
            return _sentence("seed_committed", commitment=committed)
        case _:
            assert_never(event)


def _sentence(key: str, **facts: Fact) -> Sentence:
    return Sentence(key, facts)
