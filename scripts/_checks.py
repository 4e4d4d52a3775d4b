"""All that is checked of an export, in order: the chain of digests, its head, its promises, its replay, its results."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from _decode import differences, plain
from _export import Entry, Export
from _findings import Check, Fault, is_hex, visible
from _promises import check_promises
from _replay import read_rows, replay

from engine.chain import GENESIS, SALT_BYTES, canonical, leaf, link
from engine.game import PublicViewer
from engine.registry import GAMES
from engine.room.final import report
from engine.room.state import RoomState
from engine.room.view import view


@dataclass(frozen=True)
class Findings:
    """Every check, and what the rows came to if all of them could be decided once more."""

    checks: tuple[Check, ...]
    state: RoomState | None

    @property
    def faults(self) -> tuple[Fault, ...]:
        return tuple(fault for check in self.checks for fault in check.faults)


def check_export(export: Export, shown_head: str = "") -> Findings:
    """Check all that can be checked; `shown_head` is what the screens showed, from its first digit on, or ""."""
    rows, contents = read_rows(export)
    replayed, state = replay(export, rows)
    checks = (check_chain(export), check_head(export, shown_head), contents, *check_promises(rows), replayed)
    return Findings((*checks, check_results(export, state)), state)


def check_chain(export: Export) -> Check:
    """Every row's content under its salt makes its leaf, and its leaf with the digest before it makes its digest."""
    faults = [] if export.fields.get("genesis") == GENESIS else [Fault("genesis", "not where a log begins")]
    number, digest = 0, GENESIS
    for entry in export.entries:
        faults += _chain_faults(entry, number, digest)
        number, digest = entry.number, entry.digest
    opened = len(export.entries) - len(export.sealed)
    words = f"{len(export.entries)} rows without a gap, {opened} of them with content, which makes their digests"
    if export.sealed:
        words += f"; checked by their digests alone, being sealed: {ranges(export.sealed)}"
    return Check("Chain", words, tuple(faults))


def check_head(export: Export, shown: str) -> Check:
    """The last row's digest is the head, which stands for all rows; the screens showed it when the event had ended."""
    head, stated = export.entries[-1].digest, export.fields.get("head")
    faults = [] if stated == head else [Fault("head", f"{visible(stated)}, but the last row has {visible(head)}")]
    if not head.startswith(shown):
        words = "the screens showed another head: this is not the record that they saw, or not all of it"
        faults.append(Fault(f"row {export.entries[-1].number}, digest", words))
    words = "it is what the screens showed" if shown else "not compared with the screens (--head)"
    return Check("Head", words, tuple(faults), skipped=not shown and not faults)


def check_results(export: Export, state: RoomState | None) -> Check:
    """What stands above the log is what its rows came to."""
    if state is None:
        faults = _unsealed_faults(export)
        words = "not compared, since not all rows could be decided once more"
        return Check("Results", words, faults, skipped=not faults)
    others = {"format", "version", "genesis", "head"}
    stated = {name: value for name, value in export.fields.items() if name not in others}
    faults = tuple(
        Fault(place, f"{visible(one)}, but the rows came to {visible(other)}")
        for place, one, other in differences(stated, results(state), "")
    )
    words = "room, commitment, seed, settings, seats, standings and what was played are what the rows came to"
    return Check("Results", words, faults)


def results(state: RoomState) -> dict[str, Any]:
    """What an export says above its log."""
    seen, standings = view(state, PublicViewer()), report(state)
    names = {seat.seat: seat.name for seat in seen.seats}
    return {
        "secret_until_end": not standings.over,
        "room": {"code": state.code, "game": state.game_name, "title": state.title},
        "commitment": state.commitment,
        **({"seed": state.seed} if standings.over else {}),
        "settings": plain(seen.game.settings),
        "seats": plain(seen.seats),
        "standings": [{**plain(line), "name": names.get(line.seat, "")} for line in standings.standings],
        **{name: plain(over_now) for name, over_now in GAMES[state.game_name].record(state.game).items()},
    }


def ranges(numbers: Sequence[int]) -> str:
    """Numbers in order, with runs of them as "3-7"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def _unsealed_faults(export: Export) -> tuple[Fault, ...]:
    """A finished event leaves no row out, and one that runs tells no seed."""
    if not export.sealed or (export.fields.get("secret_until_end") is True and "seed" not in export.fields):
        return ()
    return (Fault(f"rows {ranges(export.sealed)}", "without content, although the event had ended"),)


def _chain_faults(entry: Entry, number: int, digest: str) -> Iterator[Fault]:
    """What is wrong with a row that stands after this number and digest."""
    place = f"row {entry.number}"
    if entry.number != number + 1:
        yield Fault(f"{place}, number", f"it stands where row {number + 1} belongs")
    if not entry.sealed:
        yield from _content_faults(entry, place)
    if link(digest, entry.number, entry.leaf) != entry.digest:
        yield Fault(f"{place}, digest", "it does not follow from the leaf and the digest of the row before")


def _content_faults(entry: Entry, place: str) -> Iterator[Fault]:
    if entry.content.get("number") != entry.number:
        yield Fault(f"{place}, content.number", f"{visible(entry.content.get('number'))} in row {entry.number}")
    if not is_hex(entry.salt, SALT_BYTES):
        yield Fault(f"{place}, salt", f"not {SALT_BYTES} bytes in hex")
    elif leaf(entry.salt, canonical(entry.content)) != entry.leaf:
        yield Fault(f"{place}, content", "it does not make the row's leaf: content, salt or leaf was changed")
