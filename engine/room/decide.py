"""What a command makes happen in a room: permissions, the clock, points by hand and undo; the rest is the game's."""

from typing import Any

from engine.cards import Card
from engine.chance import commitment
from engine.game import Bell, Due, Host, Instant, MarkAbsent, Player, Refused, Room, Seat, require
from engine.registry import GAMES
from engine.room import bots, final, names, seating
from engine.room.commands import (
    BlankBoard,
    CallDeal,
    CloseGathering,
    CommitAnew,
    CommitBytes,
    ContinueIn,
    FillWithBots,
    FreeSeat,
    GivePoints,
    Guest,
    Hold,
    Keeper,
    LeaveSeat,
    MoveSeat,
    OpenRoom,
    Pause,
    Peek,
    PutUpText,
    RenameSeat,
    Resume,
    RevealBytes,
    RoomActor,
    SeatBots,
    SetAbsent,
    SetBots,
    SetDoor,
    SetPlayedBy,
    SetTemper,
    SetTitle,
    ShiftClock,
    ShowRank,
    SitAgain,
    TakeSeat,
    UncoverBoard,
    Undo,
    Wall,
)
from engine.room.events import (
    BoardCovered,
    BoardUncovered,
    CardsPeeked,
    ClockPaused,
    ClockResumed,
    ClockShifted,
    DoorSet,
    PointsGiven,
    RoomContinued,
    RoomOpened,
    TitleSet,
    Undone,
)
from engine.room.state import RoomState

TITLE_LENGTH = 60
REASON_LENGTH = 120
BOARD_TEXT_LENGTH = 100
MOST_POINTS = 100
LONGEST_SHIFT = 3_600_000


def open_room(command: OpenRoom) -> tuple[RoomOpened, ...]:
    """A new room with its committed seed (F2). Raises Refused for an empty title."""
    title = names.required(command.title, "title_empty", TITLE_LENGTH)
    committed = commitment(bytes.fromhex(command.seed))
    return (RoomOpened(command.code, command.game, title, command.seed, committed),)


def bell(state: RoomState) -> Due | None:
    """What is due next, in game time: the end of the gathering, or whatever the game waits for."""
    if state.gathering:
        return Due(state.gathering.deadline, CloseGathering())
    return GAMES[state.game_name].bell(state.game)


def decide(state: RoomState, actor: RoomActor, command: Any, wall: Wall) -> tuple[Any, ...]:
    """Say what a command makes happen; a pair with no arm, here or in the game, is refused."""
    now = state.clock.now(wall)
    match actor:
        case Host():
            return _host(state, actor, command, wall, now)
        case Player(seat):
            require(seat in state.seats, "no_such_seat")
            return _player(state, seat, command, now)
        case Bell():
            due = bell(state)
            require(due is not None and command == due.command and now >= due.at, "not_due")
            require(not state.clock.stopped, "clock_stopped")
            return seating.close_gathering(state, now) if state.gathering else _game(state, actor, command, now)
        case Guest():
            return _guest(state, actor, command)
        case Keeper():
            require(isinstance(command, Hold), "not_allowed")
            return _hold(state, command.since)
        case _:
            raise Refused("not_allowed")


def _player(state: RoomState, seat: Seat, command: Any, now: Instant) -> tuple[Any, ...]:
    match command:
        case CommitBytes(digest):
            return seating.commit_bytes(state, seat, digest)
        case RevealBytes(data):
            return seating.reveal_bytes(state, seat, data, now)
        case LeaveSeat():
            return seating.free(state, seat, now)
        case _:
            return _game(state, Player(seat), command, now)


def _guest(state: RoomState, guest: Guest, command: Any) -> tuple[Any, ...]:
    match command:
        case TakeSeat(name):
            return seating.take(state, guest, name)
        case MoveSeat(seat, device) if device == guest.device:
            return seating.move(state, seat, device)
        case _:
            raise Refused("not_allowed")


def _host(state: RoomState, host: Host, command: Any, wall: Wall, now: Instant) -> tuple[Any, ...]:
    match command:
        case CallDeal():
            return seating.call_deal(state, now)
        case CommitAnew(seed):
            return seating.commit_anew(state, seed)
        case ContinueIn(code):
            require(GAMES[state.game_name].ended(state.game), "not_now")
            require(not state.next_room, "already_done")
            return (RoomContinued(code),)
        case SetDoor(open_now):
            require(open_now != state.door_open, "already_done")
            return (DoorSet(open_now),)
        case SetTitle(title):
            return (TitleSet(names.required(title, "title_empty", TITLE_LENGTH)),)
        case BlankBoard() | PutUpText() | UncoverBoard():
            return _cover(state, command)
        case Pause() | Resume() | ShiftClock():
            return _clock(state, command, wall, now)
        case GivePoints(seat, points, reason):
            return _give_points(state, seat, points, reason)
        case ShowRank(rank):
            return final.show(state, rank)
        case Undo(first, reason, past_reveal):
            return _undo(state, first, reason, past_reveal)
        case SetAbsent(seat, absent):
            return _from_game(state, Room(), MarkAbsent(seat, absent), now)
        case Peek(seat):
            require(bool(peek(state, seat)), "nothing_to_see")
            return (CardsPeeked(seat),)
        case _:
            return _host_of_seats(state, host, command, now)


def _host_of_seats(state: RoomState, host: Host, command: Any, now: Instant) -> tuple[Any, ...]:
    """Who sits where and under which name, and how bots play; what is none of that is the game's."""
    match command:
        case RenameSeat(seat, name):
            return seating.rename(state, seat, name)
        case FreeSeat(seat):
            return seating.free(state, seat, now)
        case FillWithBots():
            return seating.fill_with_bots(state, "Bot")
        case SeatBots(called):
            return seating.fill_with_bots(state, called)
        case MoveSeat(seat, device):
            return seating.move(state, seat, device)
        case SitAgain(people):
            return seating.sit_again(state, people)
        case SetPlayedBy(seats, bot):
            return seating.play_by(state, seats, bot)
        case SetBots(tempers, pace):
            return bots.set_all(state, tempers, pace)
        case SetTemper(seat, temper):
            return bots.set_one(state, seat, temper)
        case _:
            return _game(state, host, command, now)


def _cover(state: RoomState, command: BlankBoard | PutUpText | UncoverBoard) -> tuple[BoardCovered | BoardUncovered]:
    """The board is covered, and may be covered anew with something else, until the host takes that away."""
    match command:
        case BlankBoard():
            text: str | None = ""
        case PutUpText(typed):
            text = names.required(typed, "board_text_empty", BOARD_TEXT_LENGTH)
        case UncoverBoard():
            text = None
    require(text != state.cover, "already_done")
    return (BoardUncovered(),) if text is None else (BoardCovered(text),)


def peek(state: RoomState, seat: Seat) -> tuple[Card, ...]:
    """The cards that a seat holds, for the host who has said that they look."""
    return GAMES[state.game_name].peek(state.game, seat)


def _game(state: RoomState, actor: Host | Player | Bell, command: Any, now: Instant) -> tuple[Any, ...]:
    """A command of the game's own, if it has it and the clock does not stand in its way."""
    game = GAMES[state.game_name]
    require(isinstance(command, game.COMMANDS), "not_allowed")
    require(state.gathering is None, "deal_under_way")
    require(not (state.clock.stopped and game.waits(command)), "clock_stopped")
    return _from_game(state, actor, command, now)


def _from_game(state: RoomState, actor: Host | Player | Bell | Room, command: Any, now: Instant) -> tuple[Any, ...]:
    game = GAMES[state.game_name]
    events: tuple[Any, ...] = game.decide(state.game, actor, command, now, seating.chance(state))
    after = seating.fold_game(state, events)
    _require_seats_for_all(state, after)
    return (*events, *seating.released(state, after))


def _require_seats_for_all(state: RoomState, after: Any) -> None:
    """Settings may not leave somebody who sits here without a seat."""
    wanted = GAMES[state.game_name].seats_wanted(after)
    require(wanted >= len(state.seats), "more_are_seated", count=len(state.seats))


def _clock(
    state: RoomState, command: Pause | Resume | ShiftClock, wall: Wall, now: Instant
) -> tuple[ClockPaused | ClockResumed | ClockShifted, ...]:
    if isinstance(command, Resume):
        require(state.clock.stopped, "already_done")
        return (ClockResumed(wall),)
    require(state.gathering is None, "deal_under_way")
    due = bell(state)
    if due is None:
        raise Refused("nothing_runs")
    if isinstance(command, Pause):
        require(not state.clock.stopped, "already_done")
        return (ClockPaused(now, held=False),)
    require(0 < abs(command.milliseconds) <= LONGEST_SHIFT, "shift_out_of_range", most=LONGEST_SHIFT // 60_000)
    return (ClockShifted(max(command.milliseconds, now - due.at)),)


def _hold(state: RoomState, since: Wall) -> tuple[ClockPaused, ...]:
    """Downtime does not eat game time: the room stands where it was when last seen alive.

    `since` may lie after the present, when the server's clock has jumped back.
    """
    require(bell(state) is not None and not state.clock.stopped, "nothing_runs")
    return (ClockPaused(state.clock.now(since), held=True),)


def _give_points(state: RoomState, seat: Seat, points: int, reason: str) -> tuple[PointsGiven, ...]:
    """Points by hand, with a reason (T14)."""
    game = GAMES[state.game_name]
    require(game.POINTS_BY_HAND, "not_allowed")
    report = game.report(state.game, {})
    require(bool(report.standings), "not_before_the_deal")
    require(any(line.seat == seat for line in report.standings), "no_such_seat")
    require(0 < abs(points) <= MOST_POINTS, "points_out_of_range", most=MOST_POINTS)
    return (PointsGiven(seat, points, names.required(reason, "reason_empty", REASON_LENGTH)),)


def _undo(state: RoomState, first: int, reason: str, past_reveal: bool) -> tuple[Any, ...]:
    """Every step from row `first` on is taken back; cards that were seen need a second confirmation.

    Who has taken a seat since is seated again.
    """
    require(state.gathering is None, "deal_under_way")
    steps = tuple(step for step in state.past if step.number >= first)
    require(bool(steps) and steps[0].number == first, "already_done")
    _require_seats_for_all(state, steps[0].game)
    seen = tuple(dict.fromkeys(card for step in steps for card in step.reveals))
    require(past_reveal or not seen, "past_reveal", cards=seen)
    words = names.required(reason, "reason_empty", REASON_LENGTH)
    undone = Undone(first, tuple(step.number for step in steps), words, seen)
    return (undone, *seating.seated_again(state, first, steps[0].game))
