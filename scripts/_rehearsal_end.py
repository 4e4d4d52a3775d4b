"""Whether every screen shows what the console has, and whether the record holds what everyone was told."""

import json
import re
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from _checks import check_export
from _export import read
from _rehearsal_device import Device, Sent
from _rehearsal_notes import Notes
from _rehearsal_screen import difference, first_paint

QUIET = 1.5
"""Seconds without a fragment after which nothing is on its way any more."""
LONGEST = 30.0
TRIES = 4
REQUESTS = ("AnswerClaim", "IssueTicket")
"""What is asked of the console and makes no row under its own name."""


def compare_all(devices: Iterable[Device], notes: Notes, where: str) -> None:
    """Once nothing is on its way, every screen must be what a first paint would be now, under the same number."""
    devices = tuple(devices)
    for device in devices:
        device.keep_up()
    settle(devices, notes)
    for device in devices:
        found = _compared(device)
        if found:
            notes.fault(f"{where}: {device.name}'s screen: {found}")
        notes.count("screens were compared with the console")


def settle(devices: Iterable[Device], notes: Notes) -> None:
    """Wait until nothing has come to any device for a while."""
    began = time.monotonic()
    while time.monotonic() - max(device.heard for device in devices) < QUIET:
        if time.monotonic() - began > LONGEST:
            notes.fault(f"the screens did not come to rest in {LONGEST:.0f} s")
            return
        time.sleep(0.1)


def _compared(device: Device) -> str:
    """How the screen differs from the console, "" if it does not; comings and goings may still be on their way."""
    found = ""
    for attempt in range(TRIES):
        if attempt:
            time.sleep(QUIET)
        found = _compared_now(device)
        if not found:
            break
    return found


def _compared_now(device: Device) -> str:
    held = device.held
    fresh = first_paint(device.get(device.path).text)
    if fresh is None:
        return "its page cannot be loaded any more"
    if held.number > fresh.number:
        return f"it shows number {held.number}, which the console ({fresh.number}) has not reached"
    if found := difference(held, fresh):
        return f"under number {held.number} of {fresh.number} {found}"
    told = device.probe()
    if told != fresh.number:
        return f"the console says {told} over the socket and {fresh.number} over HTTP"
    if not _shows(device, told):
        return f"it was not brought to number {told}, and shows {device.held.number}"
    return difference(device.held, fresh)


def _shows(device: Device, number: int) -> bool:
    deadline = time.monotonic() + QUIET
    while device.held.number != number and time.monotonic() < deadline:
        time.sleep(0.02)
    return device.held.number == number


@dataclass(frozen=True)
class Record:
    """The event's export: as it came, and its rows by number."""

    text: str
    rows: dict[int, dict[str, Any]]


def check_record(host: Device, board: Device, sent: Iterable[Sent], notes: Notes) -> None:
    """The export must verify, and hold every accepted command once and no refused one."""
    record = _record(host)
    head = re.sub(r"\s", "", _shown_head(board))
    if not head:
        notes.fault("the board shows no head of the record")
    for fault in check_export(read(record.text), head).faults:
        notes.fault(f"the export does not verify: {fault.place}: {fault.words}")
    check_receipts(record, tuple(one for one in sent if one.command["type"] not in REQUESTS), notes)


def check_receipts(record: Record, sent: tuple[Sent, ...], notes: Notes) -> None:
    """`sent` may name one command several times: it was sent again, and had to become one row."""
    numbers = {one.id: one.answer["number"] for one in sent if one.answer.get("ok")}
    for one in sent:
        row = record.rows.get(one.answer.get("number", 0))
        if one.answer.get("ok") and (row is None or (row["id"], row["command"]) != (one.id, one.command)):
            notes.fault(f"number {one.answer['number']} of the record is not the {one.command['type']} that got it")
    for number, row in record.rows.items():
        if row["id"] in numbers and numbers[row["id"]] != number:
            notes.fault(f"number {number} repeats number {numbers[row['id']]}")
    refused = {one.id for one in sent} - numbers.keys()
    for number, row in record.rows.items():
        if row["id"] in refused:
            notes.fault(f"number {number} is a command that was refused")
    notes.count("receipts were found in the record", len(numbers))


def _record(host: Device) -> Record:
    text = host.get(f"{host.path}/export.json").text
    rows = {row["number"]: row["content"] for row in json.loads(text)["log"]}
    return Record(text, rows)


def _shown_head(board: Device) -> str:
    """The digits that stand on the board as the head of the record."""
    html = board.held.html
    found = re.search(r'id="head".*?<span class="hex">([0-9a-f ]+)</span>', html, re.DOTALL)
    return found[1] if found else ""
