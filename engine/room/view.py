"""What a viewer may see of a room, with the game's own view inside."""

from dataclasses import dataclass, replace
from typing import Any

from engine.cards import Card
from engine.game import HostViewer, Instant, Report, Seat, SeatViewer, Sentence, Temper, Viewer
from engine.registry import GAMES
from engine.remembered import remembered
from engine.room import final
from engine.room.bots import temper_of
from engine.room.clock import Clock
from engine.room.commands import Wall
from engine.room.decide import bell
from engine.room.seating import deal_refusal, deal_seats, may_promise, needs_new_seed, seat_numbers
from engine.room.state import BotPlay, RoomState

STEPS_IN_VIEW = 200
"""More than the ledger on the host's page shows, so that a long evening is drawn as fast as a short one."""


@dataclass(frozen=True)
class SeatView:
    """A seat of the room; `name` is "" while it is free. `person`: it is somebody's, also while a bot plays it."""

    seat: Seat
    name: str
    bot: bool
    person: bool


@dataclass(frozen=True)
class Countdown:
    """What is due next: at `ends` in wall time while the clock runs, or with `left` ms to go while it stands."""

    ends: Wall | None
    left: int | None


@dataclass(frozen=True)
class FinalView:
    """A final that the board is showing: how many lines are still hidden, and whose came last.

    `coming` are the seats that come next, of rank `rank`, or 0 when only the whole is left: for the host alone.
    """

    hidden: int
    latest: tuple[Seat, ...]
    coming: tuple[Seat, ...]
    rank: int


@dataclass(frozen=True)
class UndoneView:
    """That steps were taken back, and the cards that they had turned up."""

    reason: str
    seen: tuple[Card, ...]


@dataclass(frozen=True)
class Me:
    """The seat's own line: what its phone committed, and whether it may do so or is asked for its bytes now (F2).

    `bot` says that a bot plays the seat in its person's place.
    """

    seat: Seat
    name: str
    bot: bool
    digest: str
    promise_now: bool
    reveal_now: bool


@dataclass(frozen=True)
class UndoStep:
    """A step that can be taken back; `reveals` says that going past it takes back cards that were seen."""

    number: int
    reveals: bool


@dataclass(frozen=True)
class Console:
    """What only the host's page needs: whether it can deal, and why not; what can be taken back, the latest first."""

    deal_seats: int
    deal_refused: Sentence | None
    needs_new_seed: bool
    undo: tuple[UndoStep, ...]
    bots: BotPlay
    tempers: tuple[tuple[Seat, Temper], ...]
    """Of each seat that a bot plays."""
    choice_of_tempers: tuple[Temper, ...]


@dataclass(frozen=True)
class RoomView:
    """A room for one viewer. `seating` says that seats may come and go; `seed` is "" until the game has ended (F4)."""

    code: str
    game_name: str
    title: str
    seats: tuple[SeatView, ...]
    taken: int
    door_open: bool
    seating: bool
    next_room: str
    """Where the same people go on, or ""."""
    cover: str | None
    """What the board shows in place of the room: a line of text, or nothing when it is ""; no matter for phones."""
    paused: bool
    held: bool
    countdown: Countdown | None
    commitment: str
    dealt: tuple[int, ...]
    """The numbers of the deals that this commitment has served."""
    gathering: bool
    left_out: tuple[Seat, ...]
    seed: str
    undone: UndoneView | None
    report: Report
    """While the board shows the final, no more than it has shown but to the host."""
    final: FinalView | None
    points_by_hand: bool
    """Whether the host may add points or take them (T14)."""
    game: Any
    me: Me | None
    console: Console | None


def view(state: RoomState, viewer: Viewer) -> RoomView:
    """What this viewer may see of the room and of the game in it."""
    game = GAMES[state.game_name]
    due = bell(state)
    return RoomView(
        code=state.code,
        game_name=state.game_name,
        title=state.title,
        seats=_seats(state),
        taken=len(state.seats),
        door_open=state.door_open,
        seating=game.seating(state.game) and state.gathering is None,
        next_room=state.next_room,
        cover=None if isinstance(viewer, SeatViewer) else state.cover,
        paused=due is not None and state.clock.stopped,
        held=due is not None and state.clock.held,
        countdown=_countdown(state.clock, due.at) if due and state.gathering is None else None,
        commitment=state.commitment,
        dealt=tuple(state.dealt),
        gathering=state.gathering is not None,
        left_out=state.left_out,
        seed=state.seed if game.ended(state.game) else "",
        undone=UndoneView(state.undone.reason, state.undone.seen) if state.undone else None,
        report=_report(state, viewer),
        final=_final(state, viewer) if final.under_way(state) else None,
        points_by_hand=game.POINTS_BY_HAND,
        game=game.view(state.game, viewer),
        me=_me(state, viewer.seat) if isinstance(viewer, SeatViewer) else None,
        console=_console(state) if isinstance(viewer, HostViewer) else None,
    )


def _report(state: RoomState, viewer: Viewer) -> Report:
    """Nobody learns from a phone what the board has not shown yet, nor who wins before all ranks are out."""
    if isinstance(viewer, HostViewer) or not final.under_way(state):
        return final.report(state)
    return Report(tuple(replace(line, winner=False, loser=False) for line in final.shown(state)), over=False)


def _final(state: RoomState, viewer: Viewer) -> FinalView:
    shown, coming = final.shown(state), final.coming(state)
    latest = tuple(line.seat for line in shown if line.rank == shown[0].rank)
    hidden = len(final.report(state).standings) - len(shown)
    if not isinstance(viewer, HostViewer):
        return FinalView(hidden, latest, (), final.ALL)
    rank = coming[0].rank if coming else final.ALL
    return FinalView(hidden, latest, tuple(line.seat for line in coming), rank)


@remembered
def _seats(state: RoomState) -> tuple[SeatView, ...]:
    return tuple(_seat(state, seat) for seat in seat_numbers(state))


def _seat(state: RoomState, seat: Seat) -> SeatView:
    holder = state.seats.get(seat)
    if not holder:
        return SeatView(seat, "", bot=False, person=False)
    return SeatView(seat, holder.name, holder.bot, person=bool(holder.device))


def _countdown(clock: Clock, at: Instant) -> Countdown:
    if clock.stopped_at is not None:
        return Countdown(None, max(0, at - clock.stopped_at))
    return Countdown(clock.wall(at), None)


def _me(state: RoomState, seat: Seat) -> Me:
    holder = state.seats[seat]
    asked = state.gathering is not None and seat in state.gathering.waiting
    return Me(seat, holder.name, holder.bot, holder.digest, may_promise(state, seat), asked)


def _console(state: RoomState) -> Console:
    lobby = GAMES[state.game_name].seating(state.game) and state.gathering is None
    return Console(
        deal_seats=len(deal_seats(state)),
        deal_refused=deal_refusal(state, 0) if lobby else None,
        needs_new_seed=lobby and needs_new_seed(state),
        undo=tuple(UndoStep(step.number, bool(step.reveals)) for step in reversed(state.past[-STEPS_IN_VIEW:])),
        bots=state.bots,
        tempers=tuple((seat, temper_of(state, seat)) for seat in sorted(state.seats) if state.seats[seat].bot),
        choice_of_tempers=GAMES[state.game_name].TEMPERS,
    )
