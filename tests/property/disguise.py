"""A room in which everything that one viewer may not know is different. What that is follows the rules, not the views.

A viewer's screen must look the same on the disguised room: `leak` says where it does not.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any, TypeVar

from engine.cards import DECK, Card
from engine.game import HostViewer, Seat, SeatViewer, Viewer
from engine.room.state import Holder, RoomState
from engine.team_poker.events import Pledge
from engine.team_poker.phase import Phase
from engine.team_poker.state import Hand, Secret, State

T = TypeVar("T")
Draw = Callable[[RoomState, Viewer], T]
"""Draws what a viewer sees of a room."""


def leak(draw: Draw[T], state: RoomState, viewer: Viewer, dice: Random) -> tuple[T, T] | None:
    """What the viewer sees of the room and of its disguise, if the two differ."""
    plain, disguised = draw(state, viewer), draw(disguise(state, viewer, dice), viewer)
    return None if plain == disguised else (plain, disguised)


def disguise(state: RoomState, viewer: Viewer, dice: Random) -> RoomState:
    """The room with other cards where the viewer knows none, other hands where they see none, and another seed.

    Once the event is over its seed is public, and every card with it (F4); devices stay secret.
    """
    over = state.game.public.phase is Phase.FINAL
    game, other = disguised_game(state.game, viewer, dice), _other_bytes(state, dice)
    return replace(
        state,
        seed=state.seed if over else dice.randbytes(32).hex(),
        seats={seat: _other_holder(holder, other, dice) for seat, holder in state.seats.items()},
        dealt={deal: tuple(replace(one, data=other[one.data]) for one in given) for deal, given in state.dealt.items()},
        game=state.game if over else game,
        past=tuple(replace(step, game=game) for step in state.past),
    )


def disguised_game(state: State, viewer: Viewer, dice: Random) -> State:
    """The game with its unseen cards exchanged and its unseen hands made anew."""
    if not state.public.seats:
        return state
    secret = _other_hands(state, viewer, dice)
    exchanged = exchange(unknown(state, viewer), dice)
    return replace(state, secret=_with_cards(replace(secret, hands_made=secret.hands_made + 5), exchanged))


def known(state: State, viewer: Viewer) -> set[Card]:
    """Cards whose face the viewer may know: what lies open or is destroyed, their own, and those in hands of theirs."""
    table, secret = state.public, state.secret
    seen = {*table.destroyed, *table.neutral, *(pledge.card for side in table.shown for pledge in side.pledges)}
    if isinstance(viewer, SeatViewer):
        seen.update(secret.held.get(viewer.seat, ()))
        seen.update(card for hand in secret.hands.values() if viewer.seat in hand.members for card in hand.cards)
    return seen


def unknown(state: State, viewer: Viewer) -> list[Card]:
    """All other cards."""
    seen = known(state, viewer)
    return [card for card in DECK if card not in seen]


def exchange(cards: list[Card], dice: Random) -> dict[Card, Card]:
    """Each of these cards becomes another one of them."""
    order = dice.sample(cards, len(cards))
    return dict(zip(order, order[1:] + order[:1], strict=True))


def _other_bytes(state: RoomState, dice: Random) -> dict[str, str]:
    """Other bytes for all that the phones revealed, now or for a deal that was undone."""
    revealed = [holder.data for holder in state.seats.values()]
    revealed += [one.data for given in state.dealt.values() for one in given]
    return {data: dice.randbytes(16).hex() if data else "" for data in revealed}


def _other_holder(holder: Holder, other: Mapping[str, str], dice: Random) -> Holder:
    """Another device with other bytes; what it promised in public stays."""
    return replace(holder, device=dice.randbytes(32).hex() if holder.device else "", data=other[holder.data])


def _other_hands(state: State, viewer: Viewer, dice: Random) -> Secret:
    """Hands that the viewer does not see the inside of, with another inside; unfinished ones of others made anew."""
    table, secret = state.public, state.secret
    seat = viewer.seat if isinstance(viewer, SeatViewer) else 0
    hands, unseen = {}, 0
    for name, hand in secret.hands.items():
        if seat in hand.members or any(side.hand == name for side in table.shown):
            hands[name] = hand
        elif len(hand.pledges) == 3:
            hands[name] = _other_guests(table.seats, _other_shares(state, hand, dice), seat, dice)
        elif seat in hand.invited:
            in_other_order = tuple(dice.sample(hand.pledges, len(hand.pledges)))
            hands[name] = _other_guests(table.seats, replace(hand, pledges=in_other_order), seat, dice)
        else:
            unseen += 1
    return replace(secret, hands={**hands, **_made_anew(state, hands, unseen, viewer, dice)})


def _other_shares(state: State, hand: Hand, dice: Random) -> Hand:
    """The same members of a complete hand, one of them with a card more and one with a card less where that can be."""
    pledged = {pledge.card for other in state.secret.hands.values() for pledge in other.pledges}
    counts = {seat: sum(pledge.seat == seat for pledge in hand.pledges) for seat in hand.members}
    giver = next((seat for seat, count in counts.items() if count > 1), 0)
    spare = [
        Pledge(seat, card)
        for seat in hand.members
        for card in state.secret.held[seat]
        if giver not in (0, seat) and card not in pledged
    ]
    pledges = list(hand.pledges)
    if spare:
        pledges.remove(next(pledge for pledge in pledges if pledge.seat == giver))
        pledges.append(dice.choice(spare))
    dice.shuffle(pledges)
    return replace(hand, pledges=tuple(pledges))


def _other_guests(seats: tuple[Seat, ...], hand: Hand, viewer: Seat, dice: Random) -> Hand:
    """Other guests beside the viewer, whose own invitation stands."""
    others = [seat for seat in seats if seat not in (viewer, *hand.invited, *hand.members)]
    guests = dice.sample(others, min(len(others), 3))
    return replace(hand, invited=(viewer, *guests) if viewer in hand.invited else tuple(guests))


def _made_anew(state: State, kept: Mapping[str, Hand], unseen: int, viewer: Viewer, dice: Random) -> dict[str, Hand]:
    """Unfinished hands that the viewer knows nothing of: others in their place. Only the host knows how many."""
    table = state.public
    if table.phase is not Phase.NOMINATING:
        return {}
    pledged = {card for hand in kept.values() for card in hand.cards}
    free = [
        Pledge(seat, card)
        for seat, held in state.secret.held.items()
        for card in held
        if card not in pledged and viewer != SeatViewer(seat) and seat not in table.absent
    ]
    dice.shuffle(free)
    wanted = unseen if isinstance(viewer, HostViewer) else (unseen + 1) % 3
    made = [Hand(dice.randbytes(6).hex(), (free.pop(),)) for _ in range(min(wanted, len(free)))]
    seat = viewer.seat if isinstance(viewer, SeatViewer) else 0
    return {hand.hand: _other_guests(table.seats, hand, seat, dice) for hand in made}


def _with_cards(thing: T, exchanged: Mapping[Card, Card]) -> T:
    """The same with other cards in it, wherever they stand."""
    return _changed(thing, exchanged)  # type: ignore[no-any-return]


def _changed(thing: Any, exchanged: Mapping[Card, Card]) -> Any:
    if isinstance(thing, Card):
        return exchanged.get(thing, thing)
    if isinstance(thing, Mapping):
        return {key: _changed(value, exchanged) for key, value in thing.items()}
    if isinstance(thing, tuple):
        return tuple(_changed(one, exchanged) for one in thing)
    if is_dataclass(thing) and not isinstance(thing, type):
        return replace(thing, **{one.name: _changed(getattr(thing, one.name), exchanged) for one in fields(thing)})
    return thing
