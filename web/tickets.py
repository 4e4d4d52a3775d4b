"""Two ways for another phone into a seat: a one-time ticket, and a claim that the host approves or refuses.

In memory only: neither is part of the game's record before the seat has moved. Tickets are kept as digests.
"""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from engine.game import Refused, Seat, require
from engine.room.commands import Wall
from engine.room.state import RoomState
from web.access import TOKEN_BYTES, digest, seated

TICKET_TIME = 300_000
"""Milliseconds that a ticket is good for."""
MOST_CLAIMS = 60
"""In one room; strangers must not bury those of players."""


@dataclass(frozen=True)
class Ticket:
    """What the bearer of a key may do once: have this seat, until then in wall time."""

    code: str
    seat: Seat
    until: Wall


class Tickets:
    """Tickets by the digest of their key. `wall` tells wall time in ms."""

    def __init__(self, wall: Callable[[], Wall]) -> None:
        self._wall = wall
        self._by_digest: dict[str, Ticket] = {}

    def issue(self, code: str, seat: Seat) -> tuple[str, Wall]:
        """A new key for this seat, and until when it is good; any older one of the seat is good for nothing."""
        now = self._wall()
        self._by_digest = {
            key: one for key, one in self._by_digest.items() if one.until > now and (one.code, one.seat) != (code, seat)
        }
        key, until = secrets.token_urlsafe(TOKEN_BYTES), now + TICKET_TIME
        self._by_digest[digest(key)] = Ticket(code, seat, until)
        return key, until

    @contextmanager
    def spent(self, code: str, key: str) -> Iterator[Seat]:
        """The seat behind a key, which is good no more unless what follows is refused. Raises Refused."""
        hashed = digest(key)
        ticket = self._by_digest.pop(hashed, None)
        if ticket is None or ticket.code != code or ticket.until <= self._wall():
            raise Refused("ticket_over")
        try:
            yield ticket.seat
        except Refused:
            self._by_digest[hashed] = ticket
            raise


@dataclass(frozen=True)
class Claim:
    """Somebody at this device says that the seat is theirs; `refused` once the host has said no."""

    id: str
    code: str
    seat: Seat
    device: str
    refused: bool = False


class Claims:
    """Who waits for the host's word, one claim for each device in a room, the oldest first."""

    def __init__(self) -> None:
        self._by_device: dict[tuple[str, str], Claim] = {}

    def ask(self, state: RoomState, seat: Seat, device: str) -> None:
        """Wait for this seat, and for no other any more. Raises Refused."""
        require(bool(device), "no_cookie")
        require(not seated(state, device), "already_seated")
        require(seat in state.seats and bool(state.seats[seat].device), "no_such_seat")
        self._by_device = {
            key: one
            for key, one in self._by_device.items()
            if one.code != state.code or one.refused or _stands(one, state)
        }
        self.withdraw(state.code, device)
        require(len(self.waiting(state)) < MOST_CLAIMS, "too_many_claims")
        self._by_device[state.code, device] = Claim(secrets.token_hex(4), state.code, seat, device)

    def withdraw(self, code: str, device: str) -> None:
        self._by_device.pop((code, device), None)

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
        if claim is None:
            raise Refused("already_done")
        self.withdraw(claim.code, claim.device)
        try:
            yield claim
        except Refused:
            self._by_device[claim.code, claim.device] = claim
            raise

    def turn_away(self, claim: Claim) -> None:
        """Keep for this device that the host has said no."""
        self._by_device[claim.code, claim.device] = replace(claim, refused=True)

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


def _stands(claim: Claim, state: RoomState) -> bool:
    return not claim.refused and claim.seat in state.seats and not seated(state, claim.device)
