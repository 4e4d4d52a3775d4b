"""Two ways for another phone into a seat: a one-time ticket, and a claim that the host approves or refuses.

Both are notes beside the log, for all workers: neither is part of the game's record before the seat has moved.
Tickets are kept as digests.
"""

import json
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace

from engine.game import Refused, Seat, require
from engine.room.commands import Wall
from engine.room.state import RoomState
from web.access import TOKEN_BYTES, digest, seated
from web.store import Store

TICKET_TIME = 300_000
"""Milliseconds that a ticket is good for."""
MOST_CLAIMS = 60
"""In one room; strangers must not bury those of players."""
PASSING_NOTES = _TICKET, _CLAIM = "ticket:", "claim:"
"""How notes begin that mean nothing on another day."""


@dataclass(frozen=True)
class Ticket:
    """What the bearer of a key may do once: have this seat, until then in wall time."""

    code: str
    seat: Seat
    until: Wall


class Tickets:
    """Tickets by the digest of their key. `wall` tells wall time in ms."""

    def __init__(self, store: Store, wall: Callable[[], Wall]) -> None:
        self._store, self._wall = store, wall

    def issue(self, code: str, seat: Seat) -> tuple[str, Wall]:
        """A new key for this seat, and until when it is good; any older one of the seat is good for nothing."""
        now = self._wall()
        for hashed, note in self._store.notes(_TICKET).items():
            old = Ticket(**json.loads(note))
            if old.until <= now or (old.code, old.seat) == (code, seat):
                self._store.drop_note(_TICKET + hashed)
        key, until = secrets.token_urlsafe(TOKEN_BYTES), now + TICKET_TIME
        self._store.set_note(_TICKET + digest(key), json.dumps(asdict(Ticket(code, seat, until))))
        return key, until

    @contextmanager
    def spent(self, code: str, key: str) -> Iterator[Seat]:
        """The seat behind a key, which is good no more unless what follows is refused. Raises Refused."""
        name = _TICKET + digest(key)
        note = self._store.note(name)
        ticket = Ticket(**json.loads(note)) if note else None
        good = ticket is not None and ticket.code == code and ticket.until > self._wall()
        if ticket is None or not good or not self._store.drop_note(name):  # somebody else was quicker
            raise Refused("ticket_over")
        try:
            yield ticket.seat
        except Refused:
            self._store.set_note(name, json.dumps(asdict(ticket)))
            raise


@dataclass(frozen=True)
class Claim:
    """Somebody at this device says that the seat is theirs; `asked` in wall time, `refused` once the host said no."""

    id: str
    code: str
    seat: Seat
    device: str
    asked: Wall = 0
    refused: bool = False


class Claims:
    """Who waits for the host's word, one claim for each device in a room, the oldest first.

    `wall` tells wall time in ms.
    """

    def __init__(self, store: Store, wall: Callable[[], Wall]) -> None:
        self._store, self._wall = store, wall
        self._by_device: dict[tuple[str, str], Claim] = {}
        self.reload()

    def reload(self) -> bool:
        """Read what other workers may have kept; whether anything changed."""
        claims = [Claim(**json.loads(note)) for note in self._store.notes(_CLAIM).values()]
        before = self._by_device
        self._by_device = {(one.code, one.device): one for one in sorted(claims, key=lambda one: one.asked)}
        return before != self._by_device

    def ask(self, state: RoomState, seat: Seat, device: str) -> None:
        """Wait for this seat, and for no other any more. Raises Refused."""
        require(bool(device), "no_cookie")
        require(not seated(state, device), "already_seated")
        require(seat in state.seats and bool(state.seats[seat].device), "no_such_seat")
        for one in tuple(self._by_device.values()):
            if one.code == state.code and not one.refused and not _stands(one, state):
                self.withdraw(one.code, one.device)
        self.withdraw(state.code, device)
        require(len(self.waiting(state)) < MOST_CLAIMS, "too_many_claims")
        self._keep(Claim(secrets.token_hex(4), state.code, seat, device, self._wall()))

    def withdraw(self, code: str, device: str) -> bool:
        """Forget what this device waits for; whether it did, which of several who do so at once one alone is told."""
        self._by_device.pop((code, device), None)
        return self._store.drop_note(_note(code, device))

    def waiting(self, state: RoomState) -> tuple[Claim, ...]:
        """Claims that the host can answer: those of seats that are still there, by devices that have none."""
        return tuple(one for one in self._by_device.values() if one.code == state.code and _stands(one, state))

    def of(self, state: RoomState, device: str) -> Claim | None:
        """What this device waits for."""
        return next((one for one in self.waiting(state) if one.device == device), None)

    @contextmanager
    def answered(self, state: RoomState, claim_id: str) -> Iterator[Claim]:
        """A claim, which waits no more unless what follows is refused. Raises Refused."""
        claim = next((one for one in self.waiting(state) if one.id == claim_id), None)
        if claim is None or not self.withdraw(claim.code, claim.device):
            raise Refused("already_done")
        try:
            yield claim
        except Refused:
            self._keep(claim)
            raise

    def turn_away(self, claim: Claim) -> None:
        """Keep for this device that the host has said no."""
        self._keep(replace(claim, refused=True))

    def refused(self, code: str, device: str) -> bool:
        """Whether the host has said no to this device, and it has not been told yet."""
        claim = self._by_device.get((code, device))
        return claim is not None and claim.refused

    def take_refusal(self, code: str, device: str) -> bool:
        """The same, and from now on it has been told."""
        told = self.refused(code, device)
        if told:
            self.withdraw(code, device)
        return told

    def _keep(self, claim: Claim) -> None:
        self._by_device[claim.code, claim.device] = claim
        self._store.set_note(_note(claim.code, claim.device), json.dumps(asdict(claim)))


def _note(code: str, device: str) -> str:
    return f"{_CLAIM}{code}:{device}"


def _stands(claim: Claim, state: RoomState) -> bool:
    return not claim.refused and claim.seat in state.seats and not seated(state, claim.device)
