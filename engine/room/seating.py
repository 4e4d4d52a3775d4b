"""Who sits where, and the deal with every phone's part in it (F2)."""

import hashlib
from typing import Any

from engine.chance import CONTRIBUTION_BYTES, Chance, commitment
from engine.game import Deal, Instant, Leave, Refused, Room, Seat, Sentence, Sit, require
from engine.registry import GAMES
from engine.room import names
from engine.room.commands import Comer, Guest
from engine.room.events import (
    BytesCommitted,
    BytesRevealed,
    DealCalled,
    GatheringClosed,
    SeatFreed,
    SeatMoved,
    SeatPlayedBy,
    SeatRenamed,
    SeatTaken,
    SeedCommitted,
)
from engine.room.state import DealtIn, Holder, RoomState

REVEAL_TIME = 3_000
"""Milliseconds that the phones have to send their bytes (F2)."""
BOT_NAME_LENGTH = names.NAME_LENGTH - 3
"""With a space and two digits after it, it is a name like others."""


def seat_numbers(state: RoomState) -> range:
    """All seats of the room; one that is taken stays, also when fewer are wanted since."""
    wanted = GAMES[state.game_name].seats_wanted(state.game)
    return range(1, max(wanted, *state.seats, 0) + 1)


def free_seats(state: RoomState) -> tuple[Seat, ...]:
    """Seats that can be taken: no more than are wanted, those counted that are taken beyond the last number."""
    wanted = GAMES[state.game_name].seats_wanted(state.game)
    free = [seat for seat in range(1, wanted + 1) if seat not in state.seats]
    return tuple(free[: max(0, wanted - len(state.seats))])


def take(state: RoomState, guest: Guest, name: str) -> tuple[object, ...]:
    """The lowest free seat, for a device that has none."""
    _require_seating(state)
    require(state.door_open, "door_closed")
    _require_no_seat(state, guest.device)
    wanted = names.required_name(name)
    _require_new_name(state, wanted)
    free = free_seats(state)
    require(bool(free), "no_free_seat")
    return (SeatTaken(free[0], wanted, guest.device, bot=False), *_seated(state, free[0]))


def fill_with_bots(state: RoomState, called: str) -> tuple[object, ...]:
    """A bot in every free seat, numbered from the lowest number that is not in use."""
    _require_seating(state)
    free = free_seats(state)
    require(bool(free), "no_free_seat")
    used = [holder.name for holder in state.seats.values()]
    word = names.required(called, "name_empty", BOT_NAME_LENGTH)
    candidates = (f"{word} {number}" for number in range(1, len(used) + len(free) + 1))
    new = [name for name in candidates if not any(names.same(name, other) for other in used)]
    taken = tuple(SeatTaken(seat, name, "", bot=True) for seat, name in zip(free, new, strict=False))
    return (*taken, *(event for seat in free for event in _seated(state, seat)))


def sit_again(state: RoomState, people: tuple[Comer, ...]) -> tuple[object, ...]:
    """Everybody of another room in the seat and under the name that they had there; bots play where they played."""
    _require_seating(state)
    require(not state.seats, "already_done")
    wanted = GAMES[state.game_name].seats_wanted(state.game)
    require(len(people) <= wanted, "more_are_seated", count=len(people))
    taken = (SeatTaken(one.seat, one.name, one.device, bot=not one.device) for one in people)
    played = (SeatPlayedBy(one.seat, bot=True) for one in people if one.bot and one.device)
    return (*taken, *played, *(event for one in people for event in _seated(state, one.seat)))


def rename(state: RoomState, seat: Seat, name: str) -> tuple[SeatRenamed, ...]:
    """A seat's name is a label; the host may change it at any time."""
    require(seat in state.seats, "no_such_seat")
    wanted = names.required_name(name)
    before = state.seats[seat].name
    require(wanted != before, "already_done")
    _require_new_name(state, wanted, but=seat)
    return (SeatRenamed(seat, wanted, before),)


def free(state: RoomState, seat: Seat, now: Instant) -> tuple[object, ...]:
    """The seat is open again, at once or as soon as the deal under way can do without it (H12)."""
    require(seat in state.seats, "no_such_seat")
    _require_seating(state)
    game = GAMES[state.game_name]
    events = game.decide(state.game, Room(), Leave(seat), now, chance(state))
    after = fold_game(state, events)
    if seat in game.leaving(after):
        return events
    return (*events, *released(state, after), SeatFreed(seat, state.seats[seat].name))


def released(state: RoomState, after: Any) -> tuple[SeatFreed, ...]:
    """Seats that were only held for the deal under way and are free in the game's state `after` (H12)."""
    game = GAMES[state.game_name]
    held, still = game.leaving(state.game), game.leaving(after)
    return tuple(SeatFreed(seat, state.seats[seat].name) for seat in held if seat not in still)


def fold_game(state: RoomState, events: tuple[Any, ...]) -> Any:
    """What these events of the game make of it."""
    after = state.game
    for event in events:
        after = GAMES[state.game_name].apply(after, event)
    return after


def move(state: RoomState, seat: Seat, device: str) -> tuple[SeatMoved, ...]:
    """The seat, its cards and all else of it go to a device that has none; in every phase but while cards are dealt."""
    require(seat in state.seats, "no_such_seat")
    require(state.gathering is None, "deal_under_way")
    _require_no_seat(state, device)
    return (SeatMoved(seat, device, state.seats[seat].device),)


def play_by(state: RoomState, seats: tuple[Seat, ...], bot: bool) -> tuple[SeatPlayedBy, ...]:
    """Bots play these seats, or their people again; those of them that are played so already stay as they are."""
    require(all(seat in state.seats for seat in seats), "no_such_seat")
    require(state.gathering is None, "deal_under_way")
    changed = tuple(seat for seat in sorted(set(seats)) if state.seats[seat].bot != bot)
    require(bool(changed), "already_done")
    require(all(state.seats[seat].device for seat in changed), "no_person")
    return tuple(SeatPlayedBy(seat, bot) for seat in changed)


def commit_bytes(state: RoomState, seat: Seat, digest: str) -> tuple[BytesCommitted, ...]:
    """What a phone promises to add to the chance of the deal."""
    _require_seating(state)
    require(not state.seats[seat].bot, "not_allowed")
    require(may_promise(state, seat), "already_dealt")
    require(_is_hex(digest, hashlib.sha256().digest_size), "bytes_unreadable")
    return (BytesCommitted(seat, digest),)


def may_promise(state: RoomState, seat: Seat) -> bool:
    """Whether a phone may promise bytes for the next deal, or promise others."""
    holder, open_now = state.seats[seat], GAMES[state.game_name].seating(state.game) and state.gathering is None
    return open_now and not holder.bot and not holder.data


def reveal_bytes(state: RoomState, seat: Seat, data: str, now: Instant) -> tuple[object, ...]:
    """The bytes behind the promise; with the last of them the cards are dealt."""
    require(state.gathering is not None and seat in state.gathering.waiting, "not_asked")
    require(_is_hex(data, CONTRIBUTION_BYTES), "bytes_unreadable")
    require(commitment(bytes.fromhex(data)) == state.seats[seat].digest, "bytes_do_not_match")
    revealed = BytesRevealed(seat, data)
    if state.gathering is None or state.gathering.waiting != (seat,):
        return (revealed,)
    return (revealed, *_deal(state, now, {seat: data}))


def call_deal(state: RoomState, now: Instant) -> tuple[object, ...]:
    """Seats are frozen and the phones asked; with no phone to wait for, the cards are dealt at once."""
    require(state.gathering is None, "already_done")
    refusal = deal_refusal(state, now)
    if refusal:
        raise Refused(refusal.key, **refusal.facts)
    seats = deal_seats(state)
    waiting = () if _dealt_before(state) else tuple(seat for seat in seats if _may_reveal(state.seats[seat]))
    called = DealCalled(seats, waiting, now + REVEAL_TIME)
    return (called,) if waiting else (called, *_deal(state, now, {}))


def close_gathering(state: RoomState, now: Instant) -> tuple[object, ...]:
    """The deal goes on without those that did not answer."""
    require(state.gathering is not None, "already_done")
    return _deal(state, now, {})


def commit_anew(state: RoomState, seed: str) -> tuple[SeedCommitted, ...]:
    """A new seed, so that other seats can be dealt in; phones promise new bytes.

    Where the cards would be the same again there is nothing to commit: undo never changes chance (F5).
    """
    _require_seating(state)
    require(needs_new_seed(state), "already_done")
    return (SeedCommitted(seed, commitment(bytes.fromhex(seed))),)


def deal_seats(state: RoomState) -> tuple[Seat, ...]:
    """The seats that a deal would include."""
    return GAMES[state.game_name].dealt_in(state.game, tuple(sorted(state.seats)))


def needs_new_seed(state: RoomState) -> bool:
    """Whether the present seed has already served this deal, to other seats or to somebody else in one of them (F2)."""
    known = _dealt_before(state)
    now = {(seat, state.seats[seat].taken) for seat in deal_seats(state)}
    return bool(known) and {(one.seat, one.taken) for one in known} != now


def _dealt_before(state: RoomState) -> tuple[DealtIn, ...]:
    """To whom this deal went before it was taken back, if it was."""
    return state.dealt.get(GAMES[state.game_name].deal_number(state.game), ())


def deal_refusal(state: RoomState, now: Instant) -> Sentence | None:
    """Why the host cannot deal now, found by asking the game itself."""
    if needs_new_seed(state):
        return Sentence("needs_new_seed", {})
    try:
        GAMES[state.game_name].decide(state.game, Room(), Deal(deal_seats(state)), now, _deal_chance(state, {}))
    except Refused as refused:
        return Sentence(refused.reason, refused.facts)
    return None


def chance(state: RoomState) -> Chance:
    """The room's chance: its seed and what the phones added (F1, F2)."""
    given = {seat: bytes.fromhex(holder.data) for seat, holder in state.seats.items() if holder.data}
    return Chance(bytes.fromhex(state.seed), given)


def _deal(state: RoomState, now: Instant, just_revealed: dict[Seat, str]) -> tuple[object, ...]:
    seats, mixed = deal_seats(state), _deal_chance(state, just_revealed)
    left_out = tuple(seat for seat in seats if not state.seats[seat].bot and seat not in mixed.contributions)
    game = GAMES[state.game_name]
    dealt = game.decide(state.game, Room(), Deal(seats), now, mixed)
    return (GatheringClosed(game.deal_number(state.game), seats, left_out), *dealt)


def _deal_chance(state: RoomState, just_revealed: dict[Seat, str]) -> Chance:
    """The chance of the deal that comes: with the same bytes as before where it was taken back (F5)."""
    known, before = chance(state), _dealt_before(state)
    if before:
        return Chance(known.seed, {one.seat: bytes.fromhex(one.data) for one in before if one.data})
    revealed = {seat: bytes.fromhex(data) for seat, data in just_revealed.items()}
    return Chance(known.seed, {**known.contributions, **revealed})


def seated_again(state: RoomState, since: int, game: Any) -> tuple[Any, ...]:
    """What an earlier state of the game makes of all who took their seats after row `since` and are here."""
    events: tuple[Any, ...] = ()
    for seat, holder in sorted(state.seats.items()):
        if holder.taken > since:
            new = GAMES[state.game_name].decide(game, Room(), Sit(seat), 0, chance(state))
            for event in new:
                game = GAMES[state.game_name].apply(game, event)
            events += new
    return events


def _seated(state: RoomState, seat: Seat) -> tuple[object, ...]:
    """What the game makes of a newcomer; it draws nothing and starts no clock."""
    return GAMES[state.game_name].decide(state.game, Room(), Sit(seat), 0, chance(state))


def _may_reveal(holder: Holder) -> bool:
    """A phone that has promised bytes and not yet shown them."""
    return bool(holder.digest) and not holder.data and not holder.bot


def _require_seating(state: RoomState) -> None:
    require(state.gathering is None, "deal_under_way")
    require(GAMES[state.game_name].seating(state.game), "already_dealt")


def _require_no_seat(state: RoomState, device: str) -> None:
    require(all(holder.device != device for holder in state.seats.values()), "already_seated")


def _require_new_name(state: RoomState, name: str, but: Seat | None = None) -> None:
    taken = any(names.same(name, holder.name) for seat, holder in state.seats.items() if seat != but)
    require(not taken, "name_taken", name=name)


def _is_hex(text: str, size: int) -> bool:
    return len(text) == 2 * size and all(character in "0123456789abcdef" for character in text)
