"""What a command makes happen at a Chinese Poker table: the one place where its rules decide."""

from engine.cards import DECK
from engine.chance import Chance, Draws
from engine.chinese_poker import setting
from engine.chinese_poker.allowed import is_between_deals, is_last_deal, may_set
from engine.chinese_poker.arrange import arrange
from engine.chinese_poker.commands import (
    ArrangeForMe,
    ChangeSettings,
    CloseSetting,
    CloseTable,
    Command,
    LiftCards,
    Next,
    PlaceCards,
    SortCards,
    SubmitSet,
    SwapCards,
    TakeBackSet,
)
from engine.chinese_poker.events import (
    AbsenceMarked,
    CardsDealt,
    DealScored,
    DealtSeat,
    Event,
    Possible,
    RowsShown,
    SeatBegunAnew,
    SeatLeaving,
    SettingClosed,
    SettingsChanged,
    ShownRow,
    TableClosed,
)
from engine.chinese_poker.phase import Objective, Phase
from engine.chinese_poker.rows import SET_CARDS, Row, is_fouled
from engine.chinese_poker.rules import FEWEST_SEATS, MOST_SEATS, Settings, check
from engine.chinese_poker.scoring import SeatSet, judge, pair_scores, seat_scores
from engine.chinese_poker.state import Public, State
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

SHOWN_AFTER = {Phase.ALL_IN: Row.FRONT, Phase.FRONT: Row.MIDDLE, Phase.MIDDLE: Row.BACK}


def decide(
    state: State, actor: Actor, command: Command | Sit | Leave | Deal | MarkAbsent, now: Instant, chance: Chance
) -> tuple[Event, ...]:
    """Say what a command makes happen; a pair with no arm here is refused."""
    table = state.public
    match actor, command:
        case Room(), Sit(seat):
            return _sit(table, seat)
        case Room(), Leave(seat):
            return _leave(state, seat)
        case Room(), Deal(seats):
            return _deal(table, seats, now, chance.hand(table.deal + 1, seats))
        case Room(), MarkAbsent(seat, absent):
            return _mark_absent(state, seat, absent)
        case Host(), ChangeSettings(settings):
            return _change_settings(table, settings)
        case Player(seat), PlaceCards() | LiftCards() | SwapCards() | SortCards() | ArrangeForMe():
            return setting.lay(state, seat, command)
        case Player(seat), SubmitSet():
            return setting.submit(state, seat, command)
        case Player(seat), TakeBackSet():
            return setting.take_back(state, seat, command)
        case Host() | Bell(), CloseSetting(deal):
            require((deal, Phase.SETTING) == (table.deal, table.phase), "already_done")
            return setting.close(state)
        case Host(), Next(deal, phase):
            require((deal, phase) == (table.deal, table.phase), "already_done")
            return _next(state)
        case Host(), CloseTable(deal):
            require(deal == table.deal, "already_done")
            _require_between_deals(table)
            require(bool(table.results), "nothing_played")
            return (TableClosed(),)
        case _:
            raise Refused("not_allowed")


def _require_between_deals(table: Public) -> None:
    require(table.phase is not Phase.ENDED, "table_is_closed")
    require(is_between_deals(table), "deal_under_way")


def _sit(table: Public, seat: Seat) -> tuple[Event, ...]:
    """Whoever takes a seat that has played starts from nothing."""
    require(table.phase is not Phase.ENDED, "table_is_closed")
    return (SeatBegunAnew(seat),) if seat in table.totals or seat in table.absent else ()


def _leave(state: State, seat: Seat) -> tuple[Event, ...]:
    """A player who leaves during a deal holds nobody up; the seat is free once the deal is settled."""
    table = state.public
    require(table.phase is not Phase.ENDED, "table_is_closed")
    if is_between_deals(table) or seat not in table.seats:
        return ()
    require(seat not in table.leaving, "already_leaving")
    return (SeatLeaving(seat), *_run_out(state, seat))


def _change_settings(table: Public, settings: Settings) -> tuple[Event, ...]:
    _require_between_deals(table)
    check(settings)
    require(settings.deals == 0 or settings.deals >= table.deal, "deals_already_played", count=table.deal)
    return (SettingsChanged(settings),)


def _deal(table: Public, seats: tuple[Seat, ...], now: Instant, draws: Draws) -> tuple[Event, ...]:
    """13 cards to each seat in order of seat number, from a deck of its own for every deal (C1)."""
    _require_between_deals(table)
    require(not is_last_deal(table), "last_deal_played", count=table.deal)
    require(len(seats) >= FEWEST_SEATS, "too_few_seats", fewest=FEWEST_SEATS, count=len(seats))
    require(len(seats) <= MOST_SEATS, "too_many_seats", most=MOST_SEATS)
    number = table.deal + 1
    deck = draws.shuffle(f"deal {number}", DECK)
    hands = tuple(
        DealtSeat(seat, deck[SET_CARDS * place : SET_CARDS * (place + 1)]) for place, seat in enumerate(sorted(seats))
    )
    return (CardsDealt(number, hands, now + table.settings.seconds * 1000),)


def _mark_absent(state: State, seat: Seat, absent: bool) -> tuple[Event, ...]:
    """A seat whose player has left holds nobody up: its set is closed as if time had run out; it is dealt no more."""
    table = state.public
    require(table.phase is not Phase.WAITING, "not_before_the_deal")
    require(table.phase is not Phase.ENDED, "table_is_closed")
    require(seat in table.totals, "no_such_seat")
    require((seat in table.absent) != absent, "already_done")
    marked = AbsenceMarked(seat, absent)
    return (marked, *_run_out(state, seat)) if absent else (marked,)


def _run_out(state: State, seat: Seat) -> tuple[Event, ...]:
    """What becomes of the set of a seat that has left: as if its time were over (C7)."""
    table = state.public
    if not may_set(table, seat):
        return ()
    last = set(table.seats) <= table.submitted | {seat}
    return (setting.run_out(state, seat), *((SettingClosed(table.deal),) if last else ()))


def _next(state: State) -> tuple[Event, ...]:
    """The host goes on, one step of the comparison at a time (C4-C6, C8)."""
    table = state.public
    if table.phase in SHOWN_AFTER:
        return (_show(state, SHOWN_AFTER[table.phase]),)
    if table.phase is Phase.BACK:
        return (_score(state),)
    require(table.phase is Phase.POINTS and is_last_deal(table), "not_now")
    return (TableClosed(),)


def _show(state: State, row: Row) -> RowsShown:
    table, rows = state.public, state.secret.rows
    shown = tuple(ShownRow(seat, rows[seat].of(row)) for seat in table.seats)
    return RowsShown(table.deal, row, shown, tuple(seat for seat in table.seats if is_fouled(rows[seat])))


def _score(state: State) -> DealScored:
    """Everyone's set against everyone's, and what each could have made (C4-C6)."""
    table, secret = state.public, state.secret
    royalties = table.settings.table
    sets = tuple(judge(seat, secret.rows[seat], royalties) for seat in table.seats)
    pairs = pair_scores(sets)
    possible = tuple(_possible(state, sets, seat) for seat in table.seats)
    return DealScored(table.deal, sets, pairs, seat_scores(table.seats, pairs), possible)


def _possible(state: State, sets: tuple[SeatSet, ...], seat: Seat) -> Possible:
    """The set with the most royalties from a seat's cards, against the sets that the others made."""
    royalties = state.public.settings.table
    own = judge(seat, arrange(state.secret.held[seat], royalties, Objective.ROYALTIES_FIRST), royalties)
    scores = seat_scores(state.public.seats, pair_scores([own, *(one for one in sets if one.seat != seat)]))
    return Possible(own, next(score.points for score in scores if score.seat == seat))
