"""What goes wrong on an evening, one function each, and who meets what when, by a seed."""

import contextlib
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from _rehearsal_device import Device
from _rehearsal_hosts import Hosts, wait_until
from _rehearsal_notes import Notes
from _rehearsal_player import Player
from _rehearsal_way import Way

SOON = 10.0
"""Seconds in which a screen must have heard."""


@dataclass
class Scene:
    """What troubles need: who hosts, where the console is, and for how long a network is away (seconds)."""

    hosts: Hosts
    console: tuple[str, int]
    notes: Notes
    network_away: float
    claims: threading.Lock = field(default_factory=threading.Lock)


def sleeps(player: Player, scene: Scene) -> None:
    """The phone is locked; its line looks open and carries nothing. Now and then it is dead when the phone wakes."""
    device = player.device
    device.in_trouble = True
    device.say("presence", {"asleep": True})
    time.sleep(0.1)
    device.way.fall_silent()
    time.sleep(scene.network_away / 2)
    if player.dice.random() < 0.5:
        device.way.cut()
    device.way.come_back()
    device.wake()
    device.say("presence", {"asleep": False})
    device.in_trouble = False


def taps_twice(player: Player, _scene: Scene) -> None:
    """The next press is a double tap."""
    player.twice = True


def loses_the_network(player: Player, scene: Scene) -> None:
    """Nothing comes through for a while, and the player goes on tapping."""
    device = player.device
    device.in_trouble = True
    device.way.fall_silent()
    over = threading.Timer(scene.network_away, device.way.come_back)
    over.start()
    while over.is_alive():
        player.look()
        time.sleep(0.3)
    over.join()
    device.wake()
    device.in_trouble = False


def reloads(player: Player, _scene: Scene) -> None:
    """The player loads the page anew, three times in a row."""
    for _ in range(3):
        player.device.load()


def opens_a_second_window(player: Player, scene: Scene) -> None:
    """Of two windows the older stands aside; asked for, it is back, and the other stands aside."""
    first, notes = player.device, scene.notes
    second = Device(f"{player.name}'s second window", Way(*scene.console), notes, http=first.http)
    second.open(first.code, first.path)
    if not wait_until(first.aside.is_set, SOON):
        notes.fault(f"{player.name}: the older of two windows was not told to stand aside")
    first.say("front", {})
    if not wait_until(lambda: second.aside.is_set() and not first.aside.is_set(), SOON):
        notes.fault(f"{player.name}: the window that was asked for did not come back")
    second.hang_up()
    second.way.close()


def gets_another_phone(player: Player, scene: Scene) -> None:
    """The host shows a one-time code; whoever scans it has the seat with its cards, and the old phone is told so."""
    answer = scene.hosts.do("IssueTicket", seat=player.seat)
    key = str(answer.get("ticket", {}).get("link", "")).partition("#key=")[2]
    new = Device(player.name, Way(*scene.console), scene.notes)
    path = f"/seat/{scene.hosts.code}"
    new.get(path)
    opened = new.http.post(new.way.origin + path, json={"key": key}, timeout=SOON)
    if opened.status_code != 204:
        scene.notes.fault(f"{player.name}: the code for another phone opens nothing: {opened.text.strip()}")
        return
    new.open(scene.hosts.code, f"/p/{scene.hosts.code}")
    again = Device("a thief", Way(*scene.console), scene.notes)
    again.get(path)
    if again.http.post(again.way.origin + path, json={"key": key}, timeout=SOON).ok:
        scene.notes.fault(f"{player.name}: the one-time code opened a second time")
    again.way.close()
    _takes_over(player, new, scene.notes)


def is_forgotten_by_the_phone(player: Player, scene: Scene) -> None:
    """The cookie is gone: "I am that one", and the host lets it in."""
    code = scene.hosts.code
    new = Device(player.name, Way(*scene.console), scene.notes)
    with scene.claims:
        new.get(f"/j/{code}")
        new.post(f"/j/{code}/claim", seat=str(player.seat))
        new.open(code, f"/p/{code}")
        host = scene.hosts.first
        if not wait_until(lambda: host.held.elements("claim-yes-"), SOON):
            scene.notes.fault(f"{player.name}: the host was not shown who claims the seat")
            return
        for yes in host.held.elements("claim-yes-"):
            command = host.held.command_of(yes)
            answer = host.send(command) if command else {"ok": True}
            if not answer.get("ok") and answer.get("reason") != "already_done":  # as when it had to be sent again
                scene.notes.fault(f"{player.name}: the host could not let the claim in: {answer.get('say')}")
        wait_until(lambda: not host.held.elements("claim-yes-"), SOON)
    if not wait_until(new.gone.is_set, SOON):
        scene.notes.fault(f"{player.name}: the phone that was let in was not told to load anew")
    new.keep_up()
    _takes_over(player, new, scene.notes)


def is_played_by_a_bot(player: Player, scene: Scene) -> None:
    """The host lets a bot play; the player's presses are refused meanwhile; then they play in person again."""
    scene.hosts.do("SetPlayedBy", seats=[player.seat], bot=True)
    until = time.monotonic() + scene.network_away / 2
    while time.monotonic() < until:
        player.look()
        time.sleep(0.3)
    scene.hosts.do("SetPlayedBy", seats=[player.seat], bot=False)


def _takes_over(player: Player, new: Device, notes: Notes) -> None:
    """From now on the new device is the player's; what the old one did stays in its notes."""
    old, player.device = player.device, new
    player.old.append(old)
    if new.screen != "phone":
        notes.fault(f"{player.name}: the new phone shows {new.screen or 'nothing'} and not the seat")
    if not wait_until(old.gone.is_set, SOON):
        notes.fault(f"{player.name}: the old phone was not told that the seat has moved")
    if old.held.phase() == new.held.phase() and old.held.cards() and old.held.cards() != new.held.cards():
        notes.fault(f"{player.name}: the new phone holds {new.held.cards()} and not {old.held.cards()}")
    with contextlib.suppress(OSError):
        if "on another phone now" not in old.get(old.path).text:
            notes.fault(f"{player.name}: the old phone still opens the seat")
    old.hang_up()
    old.way.close()


Trouble = Callable[[Player, Scene], None]
TROUBLES: tuple[Trouble, ...] = (
    sleeps,
    taps_twice,
    loses_the_network,
    reloads,
    opens_a_second_window,
    gets_another_phone,
    is_forgotten_by_the_phone,
    is_played_by_a_bot,
)
IN_THE_LOBBY: tuple[Trouble, ...] = (sleeps, reloads, gets_another_phone, is_forgotten_by_the_phone)
Stage = tuple[int, str]
"""A round and what it is in the middle of; round 0 is the lobby."""
LOBBY: Stage = (0, "lobby")


def plan(dice: Random, rounds: int, players: Sequence[str]) -> dict[Stage, dict[str, Trouble]]:
    """Who meets what in which stage: each trouble surely once while hands are made, and more in lobby and votes."""
    planned: dict[Stage, dict[str, Trouble]] = defaultdict(dict)

    def add(stage: Stage, trouble: Trouble) -> None:
        free = [name for name in players if name not in planned[stage]]
        planned[stage][dice.choice(free)] = trouble

    for trouble in TROUBLES:
        add((dice.randint(1, rounds), "nominating"), trouble)
    for trouble in dice.sample(IN_THE_LOBBY, 2):
        add(LOBBY, trouble)
    for number in range(1, rounds + 1):
        for trouble in dice.sample(TROUBLES, 3):
            add((number, "voting"), trouble)
    return dict(planned)
