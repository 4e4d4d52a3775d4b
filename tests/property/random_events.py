"""Whole events played by dice: people come and go, phones fall silent, hosts pause, undo and give points."""

from collections.abc import Callable, Iterator
from typing import Any

from engine.game import Host, HostViewer, Player, Seat, SeatViewer, Temper
from engine.registry import GAMES
from engine.room.bots import temper_of
from engine.room.commands import (
    BlankBoard,
    ContinueIn,
    GivePoints,
    Guest,
    MoveSeat,
    Pause,
    Peek,
    PutUpText,
    RenameSeat,
    Resume,
    SetAbsent,
    SetPlayedBy,
    SetTemper,
    ShiftClock,
    ShowRank,
    UncoverBoard,
    Undo,
)
from engine.room.decide import bell
from engine.room.view import view
from engine.team_poker.allowed import free_cards, may_be_invited, playing
from engine.team_poker.commands import (
    CallBallot,
    CastBallot,
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
from engine.team_poker.state import Hand
from tests.property.random_lobby import Moves, RandomLobby

MOST_UNDOS = 3


class RandomEvent(RandomLobby):
    """An event under way; `number` decides all that happens in it."""

    def __init__(self, number: int, room: Any = None) -> None:
        super().__init__(number, room)
        self._undos = 0

    def play(self) -> Iterator[None]:
        """Play to the end, pausing after every move; bells that rang meanwhile have made rows of their own."""
        while True:
            match self.drive.table.phase:
                case Phase.LOBBY:
                    moves = self._lobby()
                case Phase.NOMINATING:
                    moves = self._nominations()
                case Phase.VOTING:
                    moves = self._vote()
                case Phase.FINAL if not self._chance(0.5):
                    return
                case _:
                    moves = self._step()
            for actor, command in moves:
                self.drive.say(actor, command)
                yield

    def _nominations(self) -> Moves:
        """Hands are made and unmade, until the host or the clock locks them."""
        for _ in range(self.dice.randint(4, 30)):
            move = self.dice.choices(
                [self._propose, self._whole_hand, self._to_a_hand, self._as_a_bot, self._aside], [4, 3, 8, 2, 1]
            )[0]
            yield from move()
            if self.drive.table.phase is not Phase.NOMINATING:
                return
        yield from self._end_of_time(LockNominations(self.drive.table.round))

    def _vote(self) -> Moves:
        """Hands go up and change, until the host or the clock closes the vote."""
        for _ in range(self.dice.randint(0, 16)):
            yield from self.dice.choices([self._ballot, self._as_a_bot, self._aside], [8, 2, 1])[0]()
            if self.drive.table.phase is not Phase.VOTING:
                return
        yield from self._end_of_time(CloseVote(self.drive.table.round))

    def _step(self) -> Moves:
        """The host goes on; before it, perhaps something else, and perhaps back instead."""
        before = self.drive.table
        if self._chance(0.2):
            yield from self._aside()
        if self.drive.table is before:
            following = view(self.drive.state, HostViewer()).final
            if following:
                yield Host(), ShowRank(following.rank if self._chance(0.7) else 0)
            elif before.phase is Phase.FINAL and not self.drive.state.next_room:
                yield Host(), ContinueIn("N3XT")
            elif before.phase is not Phase.FINAL:
                yield Host(), Next(before.round, before.phase)

    def _end_of_time(self, command: LockNominations | CloseVote) -> Moves:
        if self._chance(0.5):
            yield Host(), command
            return
        if self.drive.state.clock.stopped:
            yield Host(), Resume()
        self.drive.pass_time(700_000)

    def _propose(self) -> Moves:
        seat = self._somebody()
        cards = free_cards(self.drive.state.game, seat) if seat else ()
        if cards:
            others = [other for other in playing(self.drive.table) if other != seat]
            guests = self.dice.sample(others, min(len(others), self.dice.randint(0, 4)))
            chosen = self.dice.sample(cards, self.dice.randint(1, len(cards)))
            yield Player(seat), ProposeHand(self.drive.table.round, tuple(chosen), tuple(guests))

    def _whole_hand(self) -> Moves:
        """A hand that becomes a candidate at once, of one to three seats."""
        game = self.drive.state.game
        able = [seat for seat in playing(self.drive.table) if free_cards(game, seat)]
        self.dice.shuffle(able)
        shares = {seat: free_cards(game, seat) for seat in able[: self.dice.randint(1, 3)]}
        round_now, first = self.drive.table.round, next(iter(shares), 0)
        if sum(map(len, shares.values())) < 3:
            return
        room_left = 4 - len(shares)
        given = {seat: cards[:room_left] if seat == first else cards[:1] for seat, cards in shares.items()}
        cards = given.pop(first)
        yield Player(first), ProposeHand(round_now, cards, tuple(given))
        hand = self.drive.rows[-1].events[0].hand
        for seat, cards in given.items():
            yield Player(seat), PledgeCards(round_now, hand, cards)

    def _to_a_hand(self) -> Moves:
        """Somebody who may, joins, leaves, fills, declines or spreads a hand that is being made."""
        hands = list(self.drive.secret.hands.values())
        if hands:
            choices: list[Callable[[Hand], Moves]] = [self._join, self._invite, self._decline, self._take_back]
            yield from self.dice.choices(choices, [6, 2, 1, 2])[0](self.dice.choice(hands))

    def _join(self, hand: Hand) -> Moves:
        missing = 3 - len(hand.pledges)
        able = [
            seat
            for seat in {*hand.members, *hand.invited}
            if seat in playing(self.drive.table) and free_cards(self.drive.state.game, seat)
        ]
        if missing and able:
            seat = self.dice.choice(able)
            cards = free_cards(self.drive.state.game, seat)[: self.dice.randint(1, missing)]
            yield Player(seat), PledgeCards(self.drive.table.round, hand.hand, cards)

    def _invite(self, hand: Hand) -> Moves:
        possible = may_be_invited(self.drive.table, hand)
        if possible and len(hand.pledges) < 3:
            by, guest = self.dice.choice(hand.members), self.dice.choice(possible)
            yield Player(by), Invite(self.drive.table.round, hand.hand, (guest,))

    def _decline(self, hand: Hand) -> Moves:
        asked = [seat for seat in hand.invited if seat not in hand.members and seat in playing(self.drive.table)]
        if asked and len(hand.pledges) < 3:
            yield Player(self.dice.choice(asked)), Decline(self.drive.table.round, hand.hand)

    def _take_back(self, hand: Hand) -> Moves:
        seat = self.dice.choice(hand.members)
        own = [pledge.card for pledge in hand.pledges if pledge.seat == seat]
        chosen = tuple(self.dice.sample(own, self.dice.randint(1, len(own))))
        yield Player(seat), TakeBack(self.drive.table.round, hand.hand, chosen)

    def _ballot(self) -> Moves:
        seat, table = self._somebody(), self.drive.table
        hands = [candidate.hand for candidate in table.candidates]
        raised = self.dice.sample(hands, self.dice.randint(0, table.settings.ballots))
        if seat and set(raised) != set(table.ballots.get(seat, ())) and not self.drive.state.clock.stopped:
            if self._chance(0.1):
                yield Host(), CallBallot(table.round, seat, tuple(raised))
            else:
                yield Player(seat), CastBallot(table.round, tuple(raised))

    def _as_a_bot(self) -> Moves:
        """What a bot would do in some seat, from what it sees there, is always allowed."""
        seat = self.dice.choice(self.drive.table.seats)
        seen = view(self.drive.state, SeatViewer(seat)).game
        command = GAMES[self.drive.game].choose(seen, self.dice, temper_of(self.drive.state, seat))
        if command and not (isinstance(command, CastBallot) and self.drive.state.clock.stopped):
            yield Player(seat), command

    def _aside(self) -> Moves:
        """What hosts do beside the game."""
        moves = [self._points, self._absence, self._look, self._rename, self._clock, self._hold_and_resume, self._undo]
        moves += [self._other_phone, self._bot_or_person, self._board]
        yield from self.dice.choices(moves, [3, 3, 1, 1, 4, 1, 3, 1, 1, 1])[0]()

    def _points(self) -> Moves:
        points = self.dice.choice([-3, -1, 1, 2, 5])
        yield Host(), GivePoints(self.dice.choice(self.drive.table.seats), points, "trọng tài")

    def _absence(self) -> Moves:
        if self.drive.table.phase is not Phase.FINAL:
            seat = self.dice.choice(self.drive.table.seats)
            yield Host(), SetAbsent(seat, seat not in self.drive.table.absent)

    def _look(self) -> Moves:
        seat = self.dice.choice(self.drive.table.seats)
        if self.drive.secret.held[seat]:
            yield Host(), Peek(seat)

    def _rename(self) -> Moves:
        yield Host(), RenameSeat(self.dice.choice(self.drive.table.seats), f"Tên {self.drive.state.number}")

    def _board(self) -> Moves:
        """The board is covered with words, blanked, or shown again."""
        choices: list[BlankBoard | PutUpText | UncoverBoard] = [PutUpText(f"Nghỉ {self.drive.state.number} phút")]
        choices += [BlankBoard()] if self.drive.state.cover != "" else []
        choices += [UncoverBoard()] if self.drive.state.cover is not None else []
        yield Host(), self.dice.choice(choices)

    def _other_phone(self) -> Moves:
        """Somebody's phone has died; the next one comes by a one-time link, or by the host's approval."""
        self._guests += 1
        device = f"{self._guests:064x}"
        yield (
            (Guest(device) if self._chance(0.5) else Host()),
            MoveSeat(self.dice.choice(self.drive.table.seats), device),
        )

    def _bot_or_person(self) -> Moves:
        seat = self.dice.choice(self.drive.table.seats)
        holder = self.drive.state.seats[seat]
        if holder.device:
            yield Host(), SetPlayedBy((seat,), not holder.bot)
        elif temper_of(self.drive.state, seat) is not Temper.LOYAL:
            yield Host(), SetTemper(seat, Temper.LOYAL)

    def _clock(self) -> Moves:
        """Time passes, or the host moves it; where nothing is due neither makes a row."""
        if not bell(self.drive.state):
            return
        if self._chance(0.4):
            yield Host(), ShiftClock(self.dice.choice([60_000, -60_000]))
        elif self.drive.state.clock.stopped:
            yield Host(), Resume()
        elif self._chance(0.6):
            yield Host(), Pause()
        self.drive.pass_time(self.dice.randint(0, 5_000))

    def _undo(self) -> Moves:
        """Back by a step, by a few, or right to the deal."""
        past = self.drive.state.past
        if self._undos < MOST_UNDOS and past:
            self._undos += 1
            first = self.dice.choice([past[-1], self.dice.choice(past[-6:]), self.dice.choice(past), *past[:2]])
            if first.game.public.settings.seats >= len(self.drive.state.seats):
                yield Host(), Undo(first.number, "bấm nhầm", past_reveal=True)

    def _somebody(self) -> Seat:
        """A seat that plays, or 0 when everybody has left."""
        return self.dice.choice(playing(self.drive.table) or (0,))
