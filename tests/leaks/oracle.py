"""Who may know which cards when, worked out from the log alone: shares nothing with the views, the states or the folds.

Whoever has seen a card has seen it, whatever is taken back; a deck that is dealt anew is unknown to everybody.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from engine import chinese_poker, holdem, team_poker
from engine.cards import DECK, Card
from engine.game import Seat
from engine.room import events as room

EVERYBODY = 0
"""The knower whose knowledge is everyone's; persons count from 1."""

NOBODY: frozenset[Card] = frozenset()


@dataclass(frozen=True)
class Table:
    """What lies where: the deal that is played (0 before the first), each seat's cards of it, cards in hands that are
    made together with the seat that gave each, and seats whose people have left since the deal.
    """

    deal: int = 0
    held: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    hands: Mapping[str, tuple[tuple[Seat, Card], ...]] = field(default_factory=dict)
    empty: frozenset[Seat] = frozenset()


@dataclass(frozen=True)
class Moment:
    """After a row: the deal that is played, who sits where by device, and whom each device belongs to.

    `knows` holds, for every deal so far, what each knower has seen of it; `shown` is what the last undo named.
    """

    table: Table
    persons: Mapping[str, int]
    seats: Mapping[str, Seat]
    knows: Mapping[tuple[int, int], frozenset[Card]]
    over: bool
    undone: frozenset[Card] = NOBODY

    def known(self, device: str) -> frozenset[Card]:
        """What whoever holds this device may know of the cards in play; "" is somebody who only watches."""
        return self.known_of(self.table.deal, device)

    def known_of(self, deal: int, device: str) -> frozenset[Card]:
        """The same of any deal so far; all of it once the seed is public (F4)."""
        if self.over:
            return frozenset(DECK)
        own = self.knows.get((deal, self.persons.get(device, EVERYBODY)), NOBODY)
        return own | self.knows.get((deal, EVERYBODY), NOBODY)

    def ever_known(self, device: str) -> frozenset[Card]:
        """What they have seen of this deal and of all before it: what a record of what was theirs may name."""
        if self.over:
            return frozenset(DECK)
        own = {EVERYBODY, self.persons.get(device, EVERYBODY)}
        return NOBODY.union(*(cards for (_, who), cards in self.knows.items() if who in own))

    def shown_before(self) -> frozenset[Card]:
        """Cards that everybody has seen, in this deal or an earlier one: what a record of the evening may name."""
        return self.ever_known("")


class Oracle:
    """Follows a room's rows from the first on; `moments[n]` is what held after row n."""

    def __init__(self) -> None:
        self.moments: list[Moment] = [Moment(Table(), {}, {}, {}, over=False)]
        self._table = Table()
        self._before: list[Table] = [Table()]
        self._sitting: dict[Seat, int] = {}
        self._devices: dict[Seat, str] = {}
        self._persons = 0
        self._decks: dict[tuple[Card, ...], int] = {}
        self._knows: dict[tuple[int, int], frozenset[Card]] = {}
        self._over = False
        self._undone = NOBODY

    def take(self, rows: Iterable[Any]) -> None:
        """Follow rows that come after those that were taken before."""
        for row in rows:
            assert row.number == len(self.moments)
            self._before.append(self._table)
            for event in row.events:
                self._seats(event)
                self._event(event)
            self._learn_own()
            self.moments.append(
                Moment(
                    self._table,
                    {device: self._sitting[seat] for seat, device in self._devices.items() if device},
                    {device: seat for seat, device in self._devices.items() if device},
                    MappingProxyType(dict(self._knows)),
                    self._over,
                    self._undone,
                )
            )

    def _seats(self, event: Any) -> None:
        match event:
            case room.SeatTaken(seat=seat, device=device):
                self._persons += 1
                self._sitting[seat], self._devices[seat] = self._persons, device
            case room.SeatMoved(seat=seat, device=device):
                self._devices[seat] = device
            case room.SeatFreed(seat=seat):
                self._sitting.pop(seat)
                self._devices.pop(seat)
                self._table = replace(self._table, empty=self._table.empty | {seat})

    def _event(self, event: Any) -> None:
        match event:
            case room.Undone(first=first, seen=seen):
                self._table, self._over, self._undone = self._before[first], False, frozenset(seen)
            case team_poker.events.CardsDealt(hands=hands, main_deck=rest):
                self._deal({one.seat: one.cards for one in hands}, rest)
            case holdem.events.CardsDealt(holes=holes, board=rest):
                self._deal({one.seat: one.cards for one in holes}, rest)
            case chinese_poker.events.CardsDealt(hands=hands):
                self._deal({one.seat: one.cards for one in hands}, ())
            case team_poker.events.EventEnded() | holdem.events.TableClosed() | chinese_poker.events.TableClosed():
                self._over = True
                for deal in self._decks.values():
                    self._learn(deal, EVERYBODY, DECK)
            case holdem.events.AccountClosed(seat=seat):
                self._table = replace(self._table, empty=self._table.empty | {seat})
            case _:
                self._hand(event)
                self._learn(self._table.deal, EVERYBODY, _turned_up(event))

    def _hand(self, event: Any) -> None:
        """Hands that seats make together at Team Poker: members see what lies in theirs (T4)."""
        hands = dict(self._table.hands)
        match event:
            case team_poker.events.CardsPledged(hand=hand, seat=seat, cards=cards):
                hands[hand] = (*hands.get(hand, ()), *((seat, card) for card in cards))
                for member, _ in hands[hand]:
                    self._learn(self._table.deal, self._sitting[member], [card for _, card in hands[hand]])
            case team_poker.events.CardsTakenBack(hand=hand, cards=cards):
                hands[hand] = tuple(one for one in hands[hand] if one[1] not in cards)
            case team_poker.events.CountdownStarted():
                hands = {}
            case _:
                return
        self._table = replace(self._table, hands=hands)

    def _deal(self, held: Mapping[Seat, tuple[Card, ...]], rest: tuple[Card, ...]) -> None:
        deck = (*(card for cards in held.values() for card in cards), *rest)
        self._table = Table(self._decks.setdefault(deck, len(self._decks) + 1), held)

    def _learn_own(self) -> None:
        """Whoever sits in a seat sees its cards, unless they came after the one whom they were dealt to had left."""
        for seat, cards in self._table.held.items():
            if seat in self._sitting and seat not in self._table.empty:
                self._learn(self._table.deal, self._sitting[seat], cards)

    def _learn(self, deal: int, who: int, cards: Iterable[Card]) -> None:
        known = self._knows.get((deal, who), NOBODY)
        self._knows[deal, who] = known.union(cards)


def _turned_up(event: Any) -> tuple[Card, ...]:
    """Cards that this event lays open on the table."""
    match event:
        case team_poker.events.HandsShown(shown=shown):
            return tuple(pledge.card for side in shown for pledge in side.pledges)
        case team_poker.events.NeutralShown(card=card):
            return (card,)
        case holdem.events.HandsTurnedUp(holes=holes):
            return tuple(card for one in holes for card in one.cards)
        case holdem.events.StreetDealt(cards=cards):
            return tuple(cards)
        case holdem.events.HandsShown(shown=shown) | chinese_poker.events.RowsShown(shown=shown):
            return tuple(card for one in shown for card in one.cards)
        case chinese_poker.events.DealScored(sets=sets):
            return tuple(card for one in sets for card in one.rows.cards)
        case _:
            return ()
