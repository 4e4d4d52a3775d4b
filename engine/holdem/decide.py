"""What a command makes happen at a Hold'em table: the one place where its rules decide."""

from engine.cards import DECK
from engine.chance import Chance
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
from engine.holdem import play
from engine.holdem.allowed import is_in_hand, may_be_dealt_in, may_fold_all_in
from engine.holdem.betting import legal
from engine.holdem.commands import (
    Bet,
    Call,
    CashOut,
    ChangeSettings,
    Check,
    CheckFor,
    CloseTable,
    Command,
    Fold,
    FoldAllIn,
    GoOn,
    Raise,
    RunOutOfTime,
    SellIn,
    Turn,
)
from engine.holdem.events import (
    AbsenceMarked,
    AccountClosed,
    AccountOpened,
    Acted,
    CoinsCashedOut,
    CoinsSoldIn,
    Event,
    LeaveAnnounced,
    SettingsChanged,
    TableClosed,
)
from engine.holdem.phase import HELD, Act, Phase
from engine.holdem.rules import FEWEST_SEATS, MOST_COINS, MOST_SEATS, Blinds, Settings, check
from engine.holdem.state import Hand, Public, State


def decide(
    state: State, actor: Actor, command: Command | Sit | Leave | Deal | MarkAbsent, now: Instant, chance: Chance
) -> tuple[Event, ...]:
    """Say what a command makes happen; a pair with no arm here is refused."""
    table = state.public
    match actor, command:
        case Room(), Sit() | Leave() | MarkAbsent():
            return _seat(state, command, now)
        case Room(), Deal(seats):
            return _deal(state, seats, now, chance)
        case Host(), ChangeSettings(settings):
            return _change_settings(table, settings)
        case Host(), SellIn(hand, seat, coins):
            return _sell_in(table, hand, seat, coins)
        case Host(), CashOut(hand, seat, coins):
            return _cash_out(table, hand, seat, coins)
        case Host(), CloseTable(hand):
            _require_between(table, hand)
            return (TableClosed(),)
        case Player(seat), Check() | Bet() | Raise() | Call() | Fold():
            return _take_turn(state, seat, command, now)
        case Host(), CheckFor(number, turn, seat):
            return _take_turn(state, seat, Check(number, turn), now)
        case Player(seat), FoldAllIn(number):
            return _fold_all_in(state, seat, number, now)
        case Host() | Bell(), RunOutOfTime(number, turn):
            return _time_out(state, number, turn, now)
        case Host() | Bell(), GoOn():
            return _go_on(state, command, now)
        case _:
            raise Refused("not_allowed")


def _seat(state: State, command: Sit | Leave | MarkAbsent, now: Instant) -> tuple[Event, ...]:
    """Newcomers wait for the next hand; who leaves in mid-hand is folded when the turn comes (H12)."""
    table, seat = state.public, command.seat
    require(table.phase is not Phase.CLOSED, "table_is_closed")
    match command:
        case Sit():
            return (AccountOpened(seat, table.settings.stack),)
        case MarkAbsent(absent=absent):
            require(seat in table.accounts, "no_such_seat")
            require((seat in table.absent) != absent, "already_done")
            return (AbsenceMarked(seat, absent),)
        case Leave():
            if not is_in_hand(table, seat):
                return (AccountClosed(seat, table.accounts[seat].stack),)
            require(seat not in table.leaving, "already_leaving")
            return play.follow(state, (LeaveAnnounced(seat),), now)


def _deal(state: State, seats: tuple[Seat, ...], now: Instant, chance: Chance) -> tuple[Event, ...]:
    """The next hand: its big blind and its deck come from this hand's own key (H2, F2, F3)."""
    table = state.public
    require(table.phase is not Phase.CLOSED, "table_is_closed")
    require(table.phase is Phase.WAITING, "hand_under_way")
    require(all(may_be_dealt_in(table, seat) for seat in seats), "seat_sits_out")
    require(FEWEST_SEATS <= len(seats) <= MOST_SEATS, "too_few_with_coins", fewest=FEWEST_SEATS)
    number, ordered = table.hands + 1, tuple(sorted(seats))
    draws = chance.hand(number, ordered)
    drawn = table.hand is None or table.settings.blinds is Blinds.RANDOM
    if table.hand is None or drawn:
        big = draws.draw(f"hand {number} blind", ordered, 1)[0]
    else:
        big = _next_after(table.hand.big_blind, ordered)
    place = ordered.index(big) + 1
    return play.start(state, ordered[place:] + ordered[:place], drawn, draws.shuffle(f"hand {number} deal", DECK), now)


def _next_after(seat: Seat, ordered: tuple[Seat, ...]) -> Seat:
    """The right-hand neighbour among these: seats are numbered counter-clockwise (H1)."""
    return next((other for other in ordered if other > seat), ordered[0])


def _change_settings(table: Public, settings: Settings) -> tuple[Event, ...]:
    """Between hands; before the first one, whoever is seated starts anew with the new stack."""
    _require_between(table, table.hands)
    check(settings)
    changed = SettingsChanged(settings)
    if table.hand is not None or settings.stack == table.settings.stack:
        return (changed,)
    return (changed, *(AccountOpened(seat, settings.stack) for seat in sorted(table.accounts)))


def _require_between(table: Public, hand: int) -> None:
    require(table.phase is not Phase.CLOSED, "table_is_closed")
    require(table.phase is Phase.WAITING, "hand_under_way")
    require(hand == table.hands, "already_done")


def _sell_in(table: Public, hand: int, seat: Seat, coins: int) -> tuple[Event, ...]:
    _require_between(table, hand)
    require(seat in table.accounts, "no_such_seat")
    require(1 <= coins <= MOST_COINS, "coins_out_of_range", fewest=1, most=MOST_COINS)
    return (CoinsSoldIn(seat, coins),)


def _cash_out(table: Public, hand: int, seat: Seat, coins: int) -> tuple[Event, ...]:
    _require_between(table, hand)
    require(seat in table.accounts, "no_such_seat")
    stack = table.accounts[seat].stack
    require(stack > 0, "no_coins")
    require(1 <= coins <= stack, "coins_out_of_range", fewest=1, most=stack)
    return (CoinsCashedOut(seat, coins),)


def _turn_at(table: Public, number: int, turn: int) -> tuple[Hand, Seat]:
    """The hand and whose turn it is, if that turn is meant: what comes late does not land in the next."""
    hand = table.hand
    if hand is None or hand.asked is None or (hand.number, hand.turn) != (number, turn):
        raise Refused("turn_has_passed")
    return hand, hand.asked


def _time_out(state: State, number: int, turn: int, now: Instant) -> tuple[Event, ...]:
    """A seat that runs out of time folds, also when a check was free (H5)."""
    hand, asked = _turn_at(state.public, number, turn)
    return play.follow(state, (play.fold(hand, asked, Act.TIME_FOLD),), now)


def _take_turn(state: State, seat: Seat, command: Turn, now: Instant) -> tuple[Event, ...]:
    """Check, bet, raise, call or fold (H5)."""
    hand, asked = _turn_at(state.public, command.hand, command.turn)
    require(asked == seat, "not_your_turn")
    return play.follow(state, (_act(hand, seat, command),), now)


def _act(hand: Hand, seat: Seat, command: Turn) -> Acted:
    may, put = legal(hand, seat), hand.places[seat].put
    match command:
        case Check():
            require(may.check, "coins_are_owed", coins=may.call or 0)
            return Acted(hand.number, seat, Act.CHECK, 0, put)
        case Call():
            require(may.call is not None, "nothing_is_owed")
            coins = may.call or 0
            return Acted(hand.number, seat, Act.CALL, coins, put + coins)
        case Bet(to=to):
            require(may.lift is Act.BET, "somebody_has_bet")
        case Raise(to=to):
            require(may.lift is Act.RAISE, "nobody_has_bet")
        case Fold():
            return play.fold(hand, seat, Act.FOLD)
    if may.raise_to is None:
        raise Refused("limit_is_reached")
    lowest, most = may.raise_to
    require(lowest <= to <= most, "to_out_of_range", fewest=lowest, most=most)
    return Acted(hand.number, seat, may.lift, to - put, to)


def _fold_all_in(state: State, seat: Seat, number: int, now: Instant) -> tuple[Event, ...]:
    hand = state.public.hand
    if hand is None or hand.number != number or not may_fold_all_in(state.public, seat):
        raise Refused("not_all_in")
    return play.follow(state, (play.fold(hand, seat, Act.FOLD),), now)


def _go_on(state: State, command: GoOn, now: Instant) -> tuple[Event, ...]:
    hand = state.public.hand
    if hand is None or command not in (GoOn(hand.number, phase, len(hand.board)) for phase in HELD):
        raise Refused("already_done")
    require(state.public.phase is command.phase, "already_done")
    return play.go_on(state, hand, now)
