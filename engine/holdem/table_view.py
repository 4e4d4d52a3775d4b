"""What the whole room knows of a Hold'em table: made of public state alone, so that no secret can get in."""

from dataclasses import dataclass

from engine.cards import Card
from engine.game import Instant, Seat
from engine.hands import Category, HandName, Straights, name
from engine.holdem import betting, pots
from engine.holdem.allowed import is_in_hand, may_be_dealt_in
from engine.holdem.events import PaidPot
from engine.holdem.phase import BOARD_CARDS, Phase, Street
from engine.holdem.rules import Settings
from engine.holdem.state import Action, Hand, Public
from engine.remembered import remembered

_ACE = 14


@dataclass(frozen=True)
class ShownView:
    """A hand that was shown down: its two cards, its best five, and what they make."""

    cards: tuple[Card, ...]
    five: tuple[Card, ...]
    name: HandName
    royal: bool
    """An ace-high straight flush, which has a name of its own (S3)."""


@dataclass(frozen=True)
class PlaceView:
    """A seat at the table. `put` is what it has put in over the whole hand, `won` what it took at the end of it."""

    seat: Seat
    stack: int
    net: int
    in_hand: bool
    folded: bool
    all_in: bool
    small_blind: bool
    big_blind: bool
    asked: bool
    put: int
    last: Action | None
    """The last thing that it did on this street."""
    turned_up: tuple[Card, ...]
    """Its two cards, face up while the board runs out."""
    shown: ShownView | None
    won: int
    absent: bool
    leaving: bool
    sits_out: bool
    """It will not be dealt in: no coins, or nobody there."""


@dataclass(frozen=True)
class PotView:
    """`number` 0 is the main pot; `seats` can win it."""

    number: int
    coins: int
    seats: tuple[Seat, ...]


@dataclass(frozen=True)
class TableView:
    """What the whole room knows. `hand` is 0 before the first; between hands the last one still lies there."""

    settings: Settings
    phase: Phase
    hand: int
    street: Street
    turn: int
    asked: Seat | None
    deadline: Instant | None
    board: tuple[Card | None, ...]
    """Five places; None where no card lies yet."""
    places: tuple[PlaceView, ...]
    limit: int | None
    """The most that one seat may have put in (H7), while betting is open."""
    highest: int
    pots: tuple[PotView, ...]
    paid: tuple[PaidPot, ...]
    returned: int
    winners: tuple[Seat, ...]
    lifted: tuple[Card, ...]
    """The cards of the winning fives."""
    actions: tuple[Action, ...]
    waiting: tuple[Seat, ...]
    """Seats that the next hand would include."""


@remembered
def table_view(table: Public) -> TableView:
    """The room's view of a table in any phase."""
    hand = table.hand
    open_hand = hand if hand and not hand.ended else None
    betting_now = table.phase is Phase.BETTING
    winners = _winners(hand) if hand else ()
    return TableView(
        settings=table.settings,
        phase=table.phase,
        hand=table.hands,
        street=hand.street if hand else Street.PRE_FLOP,
        turn=hand.turn if hand else 0,
        asked=hand.asked if hand else None,
        deadline=table.deadline,
        board=_board(hand),
        places=tuple(place_view(table, seat) for seat in sorted(table.accounts)),
        limit=betting.limit(open_hand) if open_hand and betting_now else None,
        highest=betting.highest(open_hand) if open_hand else 0,
        pots=_pots(open_hand) if open_hand else (),
        paid=hand.pots if hand else (),
        returned=sum(share.coins for share in hand.returned) if hand else 0,
        winners=winners,
        lifted=tuple(card for one in hand.shown if one.seat in winners for card in one.five) if hand else (),
        actions=hand.actions if hand else (),
        waiting=tuple(seat for seat in sorted(table.accounts) if may_be_dealt_in(table, seat)),
    )


def _board(hand: Hand | None) -> tuple[Card | None, ...]:
    lying = hand.board if hand else ()
    return (*lying, *(None,) * (BOARD_CARDS[Street.RIVER] - len(lying)))


def _winners(hand: Hand) -> tuple[Seat, ...]:
    """Seats that take the pots, without those whose players have left since."""
    taking = dict.fromkeys(share.seat for pot in hand.pots for share in pot.shares if share.coins)
    return tuple(seat for seat in taking if hand.holds(seat))


def _pots(hand: Hand) -> tuple[PotView, ...]:
    return tuple(PotView(number, pot.coins, pot.seats) for number, pot in enumerate(pots.pots_so_far(hand)))


def place_view(table: Public, seat: Seat) -> PlaceView:
    """A seat that is taken."""
    hand, account = table.hand, table.accounts[seat]
    if hand is not None and not hand.holds(seat):
        hand = None
    part = hand.places[seat] if hand else None
    return PlaceView(
        seat=seat,
        stack=account.stack,
        net=account.net,
        in_hand=part is not None,
        folded=part is not None and part.folded,
        all_in=part is not None and part.all_in and is_in_hand(table, seat),
        small_blind=hand is not None and hand.small_blind == seat,
        big_blind=hand is not None and hand.big_blind == seat,
        asked=hand is not None and hand.asked == seat,
        put=part.put if part else 0,
        last=_last_action(hand, seat) if hand else None,
        turned_up=_turned_up(hand, seat) if hand else (),
        shown=_shown(hand, seat) if hand else None,
        won=_won(hand, seat) if hand else 0,
        absent=seat in table.absent,
        leaving=seat in table.leaving,
        sits_out=not may_be_dealt_in(table, seat) and not is_in_hand(table, seat),
    )


def _last_action(hand: Hand, seat: Seat) -> Action | None:
    own = [action for action in hand.actions if action.seat == seat]
    if not own or not (own[-1].street is hand.street or own[-1].act.is_fold):
        return None
    return own[-1]


def _turned_up(hand: Hand, seat: Seat) -> tuple[Card, ...]:
    return next((one.cards for one in hand.turned_up if one.seat == seat), ())


def _shown(hand: Hand, seat: Seat) -> ShownView | None:
    for one in hand.shown:
        if one.seat == seat:
            called = name(one.five, Straights.STANDARD)
            return ShownView(one.cards, one.five, called, is_royal(called))
    return None


def is_royal(called: HandName) -> bool:
    """An ace-high straight flush, which has a name of its own (S3)."""
    return called.category is Category.STRAIGHT_FLUSH and called.ranks[-1] == _ACE


def _won(hand: Hand, seat: Seat) -> int:
    shares = [*hand.returned, *(share for pot in hand.pots for share in pot.shares)]
    return sum(share.coins for share in shares if share.seat == seat)
