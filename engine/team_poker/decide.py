"""What a command makes happen in a Team Poker event: the one place where its rules decide."""

from engine.cards import DECK, Card
from engine.chance import Chance, Draws
from engine.game import (
    Actor,
    Bell,
    Deal,
    Host,
    Instant,
    Leave,
    MarkAbsent,
    Player,
    Refused,
    Room,
    Seat,
    Sit,
    require,
)
from engine.hands import Strength, strength
from engine.team_poker import nominate
from engine.team_poker.allowed import is_playing, may_vote, playing
from engine.team_poker.commands import (
    CallBallot,
    CastBallot,
    ChangeSettings,
    CloseVote,
    Command,
    Decline,
    Invite,
    LockNominations,
    Next,
    PledgeCards,
    ProposeHand,
    TakeBack,
)
from engine.team_poker.events import (
    AbsenceMarked,
    BallotCalled,
    BallotCast,
    CardsDealt,
    CardsDestroyed,
    CountdownStarted,
    DealtSeat,
    Event,
    EventEnded,
    HandsMatched,
    HandsShown,
    NeutralShown,
    NominationsLocked,
    RoundWon,
    SettingsChanged,
    ShowdownMissed,
    ShownHand,
    TieDrawn,
    VoteClosed,
    VoteOpened,
)
from engine.team_poker.phase import Phase
from engine.team_poker.rules import (
    CARDS_EACH,
    FEWEST_SEATS,
    MOST_SEATS,
    OnTie,
    Settings,
    check,
    cut,
    most_rounds,
    scoring_seats,
)
from engine.team_poker.state import Public, State


def decide(
    state: State, actor: Actor, command: Command | Sit | Leave | Deal | MarkAbsent, now: Instant, chance: Chance
) -> tuple[Event, ...]:
    """Say what a command makes happen; a pair with no arm here is refused."""
    table = state.public
    match actor, command:
        case Host(), ChangeSettings(settings):
            return _change_settings(table, settings)
        case Room(), Sit() | Leave():
            require(table.phase is Phase.LOBBY, "already_dealt")
            return ()
        case Room(), Deal(seats):
            return _deal(table, seats, now, chance.event(seats))
        case Room(), MarkAbsent(seat, absent):
            return _mark_absent(state, seat, absent)
        case Player(seat), ProposeHand():
            return nominate.propose(state, seat, command, chance.event(table.seats))
        case Player(seat), Invite():
            return nominate.invite(state, seat, command)
        case Player(seat), Decline():
            return nominate.decline(state, seat, command)
        case Player(seat), PledgeCards():
            return nominate.pledge(state, seat, command)
        case Player(seat), TakeBack():
            return nominate.take_back(state, seat, command)
        case Host() | Bell(), LockNominations(round_meant):
            _require_at(table, round_meant, Phase.NOMINATING)
            return _lock(table, now)
        case Player(seat), CastBallot(round_meant, hands):
            return _cast_ballot(table, seat, round_meant, hands)
        case Host(), CallBallot(round_meant, seat, hands):
            return _call_ballot(table, seat, round_meant, hands)
        case Host() | Bell(), CloseVote(round_meant):
            _require_at(table, round_meant, Phase.VOTING)
            return _close_vote(state, chance.event(table.seats))
        case Host(), Next(round_meant, phase):
            _require_at(table, round_meant, phase)
            return _next(state, now)
        case _:
            raise Refused("not_allowed")


def _require_at(table: Public, round_meant: int, phase: Phase) -> None:
    require((round_meant, phase) == (table.round, table.phase), "already_done")


def _change_settings(table: Public, settings: Settings) -> tuple[Event, ...]:
    require(table.phase is Phase.LOBBY, "already_dealt")
    check(settings)
    return (SettingsChanged(settings),)


def _deal(table: Public, seats: tuple[Seat, ...], now: Instant, draws: Draws) -> tuple[Event, ...]:
    """Three cards to each seat in order of seat number, the rest being the main deck (T1)."""
    require(table.phase is Phase.LOBBY, "already_dealt")
    require(len(seats) >= FEWEST_SEATS, "too_few_seats", fewest=FEWEST_SEATS, count=len(seats))
    require(len(seats) <= MOST_SEATS, "too_many_seats", most=MOST_SEATS)
    most = most_rounds(len(seats))
    require(table.settings.rounds <= most, "rounds_beyond_cards", most=most, count=len(seats))
    deck = draws.shuffle("deal 1", DECK)
    hands = tuple(
        DealtSeat(seat, deck[CARDS_EACH * place : CARDS_EACH * (place + 1)]) for place, seat in enumerate(sorted(seats))
    )
    return (CardsDealt(hands, deck[CARDS_EACH * len(seats) :]), _countdown(table, 1, now))


def _countdown(table: Public, round_number: int, now: Instant) -> CountdownStarted:
    return CountdownStarted(round_number, now + table.settings.countdown * 1000)


def _mark_absent(state: State, seat: Seat, absent: bool) -> tuple[Event, ...]:
    """A seat is left out of play, or comes back; locked pledges stand, others lapse (T15)."""
    table = state.public
    require(table.phase is not Phase.LOBBY, "not_before_the_deal")
    require(table.phase is not Phase.FINAL, "event_is_over")
    require(seat in table.seats, "no_such_seat")
    require((seat in table.absent) != absent, "already_done")
    marked = AbsenceMarked(seat, absent)
    if absent and table.phase is Phase.NOMINATING:
        return (*nominate.all_taken_back(state, seat), marked)
    return (marked,)


def _lock(table: Public, now: Instant) -> tuple[Event, ...]:
    """Two candidates meet, more are voted on, fewer mean penalties (T5, T6)."""
    candidates = sorted(table.candidates, key=lambda candidate: candidate.letter)
    names = tuple(candidate.hand for candidate in candidates)
    locked = NominationsLocked(table.round, names)
    if len(names) == 2:
        return (locked, HandsMatched(table.round, (names[0], names[1])))
    if len(names) > 2:
        return (locked, VoteOpened(table.round, now + table.settings.vote * 1000))
    spared = {seat for candidate in candidates for seat in candidate.members}
    penalised = tuple(seat for seat in playing(table) if seat not in spared)
    return (locked, ShowdownMissed(table.round, "".join(names), penalised))


def _cast_ballot(table: Public, seat: Seat, round_meant: int, hands: tuple[str, ...]) -> tuple[Event, ...]:
    require(seat in table.seats, "not_dealt_in")
    require(is_playing(table, seat), "you_are_absent")
    return (BallotCast(table.round, seat, _ballot(table, seat, round_meant, hands)),)


def _call_ballot(table: Public, seat: Seat, round_meant: int, hands: tuple[str, ...]) -> tuple[Event, ...]:
    """A hand that was called out is raised by the host's word."""
    require(seat in table.seats, "no_such_seat")
    require(is_playing(table, seat), "is_absent", seat=seat)
    return (BallotCalled(table.round, seat, _ballot(table, seat, round_meant, hands)),)


def _ballot(table: Public, seat: Seat, round_meant: int, hands: tuple[str, ...]) -> tuple[str, ...]:
    """What replaces the last ballot of a seat that plays, in the order of the candidates (T7)."""
    require(round_meant == table.round, "other_round", round=round_meant)
    require(table.phase is not Phase.NOMINATING, "vote_not_open")
    require(may_vote(table, seat), "vote_closed")
    chosen = tuple(candidate.hand for candidate in table.candidates if candidate.hand in hands)
    require(len(set(hands)) == len(hands), "ballot_repeated")
    require(len(chosen) == len(hands), "no_such_candidate")
    require(len(chosen) <= table.settings.ballots, "too_many_ballots", most=table.settings.ballots)
    require(chosen != table.ballots.get(seat, ()), "already_counted")
    return chosen


def _close_vote(state: State, draws: Draws) -> tuple[Event, ...]:
    """The two best supported meet; a tie across the cut is drawn among exactly those tied (T8)."""
    table = state.public
    result = cut(table.votes())
    by_letter = [candidate.hand for candidate in table.candidates]
    closed = VoteClosed(table.round)
    if not result.to_draw:
        return (closed, _match(table, result.certain, by_letter))
    canonical = sorted(result.tied, key=lambda hand: min(card.index for card in state.secret.hands[hand].cards))
    drawn = draws.draw(f"round {table.round} tie", canonical, result.to_draw)
    tie = TieDrawn(table.round, result.tied, tuple(sorted(drawn, key=by_letter.index)))
    return (closed, tie, _match(table, result.certain + drawn, by_letter))


def _match(table: Public, hands: tuple[str, ...], by_letter: list[str]) -> HandsMatched:
    first, second = sorted(hands, key=by_letter.index)
    return HandsMatched(table.round, (first, second))


def _next(state: State, now: Instant) -> tuple[Event, ...]:
    """The host goes on, one step of the showdown at a time (T9-T13)."""
    table, secret = state.public, state.secret
    match table.phase:
        case Phase.MATCHED:
            first, second = (ShownHand(hand, secret.hands[hand].pledges) for hand in table.matched)
            return (HandsShown(table.round, (first, second)),)
        case Phase.HANDS_UP | Phase.FIRST_NEUTRAL:
            return (NeutralShown(table.round, secret.main_deck[0]),)
        case Phase.SECOND_NEUTRAL:
            return _win(table)
        case Phase.WINNER | Phase.NO_SHOWDOWN if table.round < table.settings.rounds:
            return (_countdown(table, table.round + 1, now),)
        case Phase.WINNER | Phase.NO_SHOWDOWN:
            return (EventEnded(),)
        case _:
            raise Refused("not_now")


def _win(table: Public) -> tuple[Event, ...]:
    """Three cards and the two neutral ones against three and the same two (T9-T12)."""
    first, second = table.shown
    strengths = [strength(_five(table, side), table.settings.straight_order) for side in (first, second)]
    sides, winner = _scoring_sides(table, strengths[0], strengths[1])
    scoring = scoring_seats([[pledge.seat for pledge in side.pledges] for side in sides])
    destroyed = (*(pledge.card for side in table.shown for pledge in side.pledges), *table.neutral)
    return (RoundWon(table.round, winner, scoring), CardsDestroyed(table.round, destroyed))


def _scoring_sides(table: Public, first: Strength, second: Strength) -> tuple[tuple[ShownHand, ...], str]:
    """Whose members score, and the hand that won, or "" when neither is better (T10, T12)."""
    if first == second:
        return (table.shown if table.settings.on_tie is OnTie.BOTH else (), "")
    best = table.shown[0] if first > second else table.shown[1]
    return (best,), best.hand


def _five(table: Public, side: ShownHand) -> tuple[Card, ...]:
    return (*(pledge.card for pledge in side.pledges), *table.neutral)
