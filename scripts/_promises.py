"""Whether seeds and phones' bytes are what their SHA-256 promised before they were revealed (F2)."""

from collections.abc import Iterable

from _findings import Check, Fault, is_hex, visible

from engine.chance import CONTRIBUTION_BYTES, SEED_BYTES, commitment
from engine.room.events import (
    BytesCommitted,
    BytesRevealed,
    GatheringClosed,
    RoomOpened,
    Row,
    SeatFreed,
    SeatMoved,
    SeatRenamed,
    SeatTaken,
    SeedCommitted,
)


def check_promises(rows: Iterable[Row | None]) -> tuple[Check, Check]:
    """Seeds with their commitments, and phones with their digests; sealed rows, which are None, tell nothing."""
    promises = _Promises()
    for row in rows:
        for event in row.events if row else ():
            promises.take(event, f"row {row.number if row else 0}, {type(event).__name__}")
    return promises.of_seeds(), promises.of_phones()


class _Promises:
    """Follows what was promised and what was revealed, on the events alone."""

    def __init__(self) -> None:
        self._seeds = self._revealed = 0
        self._seed_faults: list[Fault] = []
        self._phone_faults: list[Fault] = []
        self._left_out: list[str] = []
        self._promised: dict[int, str] = {}
        self._names: dict[int, str] = {}

    def of_seeds(self) -> Check:
        words = f"the SHA-256 of the seed is its commitment ({_count(self._seeds, 'seed')} in all)"
        if not self._seeds:
            words = "not revealed before the end"
        return Check("Seed", words, tuple(self._seed_faults), skipped=not self._seeds)

    def of_phones(self) -> Check:
        out = ", ".join(self._left_out) or "nobody"
        words = f"{_count(self._revealed, 'phone')} revealed bytes that have the SHA-256 promised; left out: {out}"
        return Check("Phones", words, tuple(self._phone_faults))

    def take(self, event: object, place: str) -> None:
        """Take in the next event, which stands at this place."""
        match event:
            case RoomOpened(seed=seed, commitment=committed) | SeedCommitted(seed, committed):
                self._seed(seed, committed, place)
            case BytesCommitted(seat, digest):
                self._promised[seat] = digest
            case BytesRevealed(seat, data):
                self._bytes(seat, data, place)
            case GatheringClosed(left_out=left_out):
                self._left_out += [f"seat {seat} {visible(self._names.get(seat, ''))}" for seat in left_out]
            case SeatTaken(seat, name) | SeatRenamed(seat, name):
                self._names[seat] = name
            case SeatFreed(seat) | SeatMoved(seat):
                self._promised.pop(seat, None)

    def _seed(self, seed: str, committed: str, place: str) -> None:
        """With a new seed the phones promise anew."""
        self._seeds += 1
        self._promised.clear()
        if not is_hex(seed, SEED_BYTES) or commitment(bytes.fromhex(seed)) != committed:
            self._seed_faults.append(Fault(place, "the SHA-256 of the seed is not the commitment"))

    def _bytes(self, seat: int, data: str, place: str) -> None:
        self._revealed += 1
        if not is_hex(data, CONTRIBUTION_BYTES) or commitment(bytes.fromhex(data)) != self._promised.get(seat):
            self._phone_faults.append(Fault(place, f"the bytes of seat {seat} are not what its phone promised"))


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
