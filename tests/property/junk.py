"""Commands that must be refused whatever has happened: late, forged, malformed in meaning, or somebody else's."""

from random import Random
from typing import Any

from engine.cards import DECK
from engine.game import Bell, Deal, Host, Leave, MarkAbsent, Player, Room, Sit, Temper
from engine.room.commands import (
    CallDeal,
    CloseGathering,
    CommitAnew,
    CommitBytes,
    FillWithBots,
    FreeSeat,
    GivePoints,
    Guest,
    Hold,
    Keeper,
    LeaveSeat,
    MoveSeat,
    Pace,
    Pause,
    Peek,
    PutUpText,
    RenameSeat,
    Resume,
    RevealBytes,
    RoomActor,
    SetAbsent,
    SetBots,
    SetDoor,
    SetPlayedBy,
    SetTemper,
    SetTitle,
    ShiftClock,
    ShowRank,
    TakeSeat,
    Undo,
)
from engine.room.state import RoomState
from engine.team_poker.commands import (
    CallBallot,
    CastBallot,
    ChangeSettings,
    CloseVote,
    Decline,
    Invite,
    LockNominations,
    Next,
    PledgeCards,
    ProposeHand,
    TakeBack,
)
from engine.team_poker.phase import Phase
from engine.team_poker.rules import Settings


def junk(state: RoomState, dice: Random) -> tuple[RoomActor, Any]:
    """Something that nobody may do now."""
    kind = dice.choice([_of_a_seat, _of_a_voter, _of_the_host, _of_others])
    found: tuple[RoomActor, Any] = dice.choice(kind(state, dice))
    return found


def _of_a_seat(state: RoomState, dice: Random) -> list[Any]:
    """Cards that are not one's own, or chosen wrongly, or for another round."""
    table, secret = state.game.public, state.game.secret
    seat, hand = dice.randint(1, 14), dice.choice([*secret.hands, "nothing"])
    own = secret.held.get(seat, ())
    foreign = (dice.choice([card for card in DECK if card not in own]),)
    now, other = table.round, table.round + dice.choice([-1, 1, 2])
    commands = [
        ProposeHand(now, foreign, ()),
        ProposeHand(now, (), ()),
        PledgeCards(now, hand, foreign),
        PledgeCards(now, hand, own[:1] * 2),
        TakeBack(now, hand, foreign),
        Invite(now, hand, (seat,)),
        Invite(now, hand, (15,)),
        Decline(now, "nothing"),
        ProposeHand(other, own[:1], ()),
        PledgeCards(other, hand, own[:1]),
        TakeBack(other, hand, own[:1]),
        CommitBytes("00"),
        RevealBytes("00"),
    ]
    return [(Player(seat), command) for command in commands]


def _of_a_voter(state: RoomState, dice: Random) -> list[Any]:
    """Ballots for another round, for nothing, twice for the same, or the same again; or from nobody."""
    table = state.game.public
    seat, now = dice.randint(1, 14), table.round
    names = tuple(one.hand for one in table.candidates) or ("nothing",)
    return [
        (Player(seat), CastBallot(now + 1, names[:1])),
        (Player(seat), CastBallot(now, table.ballots.get(seat, ()))),
        (Player(seat), CastBallot(now, ("nothing",))),
        (Player(seat), CastBallot(now, names[:1] * 2)),
        (Player(seat), _hosts(state, dice)),
        (Player(15), LeaveSeat()),
        (Player(seat), CallBallot(now, seat, names[:1])),
        (Host(), CastBallot(now, names[:1])),
    ]


def _of_the_host(state: RoomState, dice: Random) -> list[Any]:
    """For another round or phase, for nobody, of nothing, or what only room and server say."""
    table = state.game.public
    seat, other = dice.randint(1, 14), table.round + dice.choice([-1, 1, 2])
    phase = dice.choice([one for one in Phase if one is not table.phase])
    commands = [
        Next(table.round, phase),
        Next(other, table.phase),
        LockNominations(other),
        CloseVote(other),
        Undo(state.number + 1, "x", past_reveal=True),
        Undo(1, "x", past_reveal=True),
        GivePoints(seat, 0, "x"),
        GivePoints(15, 1, "x"),
        SetAbsent(15, True),
        SetAbsent(seat, seat in table.absent),
        SetDoor(state.door_open),
        PutUpText(state.cover or "\u200b"),
        ChangeSettings(Settings(seats=9)),
        ShiftClock(0),
        ShowRank(99),
        RenameSeat(seat, " "),
        FreeSeat(15),
        Peek(15),
        SetPlayedBy((15,), True),
        SetPlayedBy((), False),
        CallBallot(other, seat, ()),
        CallBallot(table.round, 15, ()),
        CallBallot(table.round, seat, ("x",)),
        SetBots((), Pace.NORMAL),
        SetTemper(15, Temper.LOYAL),
        MoveSeat(15, "f" * 64),
        MoveSeat(seat, next((one.device for one in state.seats.values()), "")),
        TakeSeat("Ai đó"),
        dice.choice([Deal((1, 2)), MarkAbsent(seat, True), Sit(seat), Leave(seat), Hold(0)]),
    ]
    return [(Host(), command) for command in commands]


def _of_others(state: RoomState, dice: Random) -> list[Any]:
    """From guests, from the clock when nothing is due, and from the server, which only holds."""
    other = state.game.public.round + dice.choice([-1, 1, 2])
    return [
        (Room(), dice.choice([Deal((1, 2)), MarkAbsent(1, True), Sit(1)])),
        (Bell(), dice.choice([LockNominations(other), CloseVote(other), CallDeal(), Resume()])),
        (Guest("f" * 64), TakeSeat("\u200b")),
        (Guest("f" * 64), _hosts(state, dice)),
        (Guest("f" * 64), MoveSeat(1, "e" * 64)),
        (Guest(next((one.device for one in state.seats.values()), "")), TakeSeat("")),
        (Keeper(), _hosts(state, dice)),
    ]


def _hosts(state: RoomState, dice: Random) -> Any:
    """Something that only the host, or only the server, may say."""
    table = state.game.public
    return dice.choice(
        [
            CallDeal(),
            Pause(),
            Resume(),
            ShiftClock(60_000),
            GivePoints(1, 5, "x"),
            Undo(state.past[-1].number if state.past else 1, "x", past_reveal=True),
            RenameSeat(1, "x"),
            FreeSeat(1),
            SetDoor(not state.door_open),
            FillWithBots(),
            SetBots((Temper.SILENT,), Pace.TENFOLD),
            SetTemper(1, Temper.SILENT),
            SetTitle("x"),
            ShowRank(0),
            PutUpText("x"),
            SetAbsent(1, True),
            Peek(1),
            CommitAnew("22" * 32),
            CloseGathering(),
            ChangeSettings(Settings()),
            Next(table.round, table.phase),
            LockNominations(table.round),
            CloseVote(table.round),
        ]
    )
