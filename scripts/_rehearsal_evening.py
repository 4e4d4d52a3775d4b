"""A whole evening: thirteen players, two hosts, a board and somebody who watches, from the lobby to the final."""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from _rehearsal_device import Device
from _rehearsal_end import check_record, compare_all
from _rehearsal_hosts import Hosts, new_hosts, wait_until
from _rehearsal_notes import Notes
from _rehearsal_player import Player, new_player
from _rehearsal_troubles import LOBBY, Scene, Stage, Trouble, plan
from _rehearsal_way import Way

NAMES = ("An", "Bình", "Chi", "Dũng", "Én", "Phượng", "Giang", "Hà 🎲", "  Ích ", "Khánh", "Linh", "=1+1", "Nghĩa")
POLLING = 2
"""So many of them have no websocket."""
STEPS = ("matched", "hands_up", "first_neutral", "second_neutral")
OVER = ("winner", "no_showdown")


@dataclass(frozen=True)
class Script:
    """How an evening goes. Times in seconds: between two looks at a phone, without network, for making hands."""

    seed: int
    rounds: int
    thinking: tuple[float, float]
    network_away: float
    enough_time: float


@dataclass
class Evening:
    """Everybody, and where the event stands for the purpose of troubles."""

    script: Script
    console: tuple[str, int]
    notes: Notes
    hosts: Hosts
    players: list[Player]
    board: Device
    watcher: Device
    stage: Stage = (0, "")
    over: threading.Event = field(default_factory=threading.Event)
    _left: dict[Stage, dict[str, Trouble]] = field(default_factory=dict)
    _turn: threading.Lock = field(default_factory=threading.Lock)

    def play(self) -> None:
        """From the first seat to the last comparison."""
        self._gather()
        self._left = plan(Random(self.script.seed), self.script.rounds, [player.name for player in self.players])
        scene = Scene(self.hosts, self.console, self.notes, self.script.network_away)
        threads = [threading.Thread(target=self._live, args=(player, scene)) for player in self.players]
        for thread in threads:
            thread.start()
        try:
            self._lobby()
            for number in range(1, self.script.rounds + 1):
                self._round(number)
        finally:
            self.over.set()
            for thread in threads:
                thread.join()
        self._end()

    def devices(self) -> list[Device]:
        """All that have a page of this event now."""
        hosts = [self.hosts.first, self.hosts.second]
        return [*(player.device for player in self.players), *hosts, self.board, self.watcher]

    def close(self) -> None:
        for device in self.devices():
            device.hang_up()
            device.way.close()

    def _gather(self) -> None:
        """All come in at the same moment."""
        self.hosts.open_event(f"Rehearsal {self.script.seed}", self.script.rounds)
        code = self.hosts.code
        self.board.open(code, f"/board/{code}")
        began = time.monotonic()
        _all_at_once([lambda player=player: player.join(code) for player in self.players])  # type: ignore[misc]
        self.notes.took("thirteen people through the door at once", time.monotonic() - began)
        self.watcher.open(code, f"/p/{code}?watch=1")
        if sorted(player.seat for player in self.players) != list(range(1, len(NAMES) + 1)):
            self.notes.fault(f"thirteen people have the seats {sorted(player.seat for player in self.players)}")
        self.notes.tell(f"Thirteen people sit in event {code}.")

    def _live(self, player: Player, scene: Scene) -> None:
        """One person: meet what is planned for this stage, otherwise look at the phone now and then."""
        while not self.over.is_set():
            with self._turn:
                trouble = self._left.get(self.stage, {}).get(player.name)
            try:
                if trouble:
                    self.notes.tell(f"  {player.name} {_words(trouble)}")
                    self.notes.count(f"times somebody {_words(trouble)}")
                    trouble(player, scene)
                player.look()
            except Exception as error:  # it must not end the others' evening
                self.notes.fault(f"{player.name} fell over: {error!r}")
                self.over.wait(1)
            if trouble:
                with self._turn:
                    self._left[self.stage].pop(player.name, None)
            self.over.wait(player.dice.uniform(*self.script.thinking))

    def _troubles_over(self) -> bool:
        with self._turn:
            return not self._left.get(self.stage)

    def _lobby(self) -> None:
        self.stage = LOBBY
        promised = "every phone promises its part in the shuffle"
        self._wait(promised, lambda: self._troubles_over() and all(map(_has_promised, self.players)))
        compare_all(self.devices(), self.notes, "in the lobby")
        self.hosts.press_next()
        self._wait("the cards are dealt", lambda: self._phase() == "nominating")

    def _round(self, number: int) -> None:
        """Hands are made, voted on and turned up; the first round's lock is taken back once."""
        self.notes.tell(f"Round {number}")
        self.stage, began = (number, "nominating"), time.monotonic()

        def enough() -> bool:
            waited = time.monotonic() - began
            hands = self.board.held.html.count('class="announcement')
            return self._troubles_over() and (hands > 2 or waited > self.script.enough_time)

        self._wait("hands are made", enough)
        self._lock(number)
        if self._phase() == "voting":
            self._vote(number)
        self.stage = (number, "showdown")
        while self._phase() in STEPS:
            self.hosts.press_next()
        if self._phase() not in OVER:
            self.notes.fault(f"round {number} stands at {self._phase()} and is not over")
        compare_all(self.devices(), self.notes, f"after round {number}")
        self.hosts.press_next()

    def _lock(self, number: int) -> None:
        """By both hosts at once; in the last round by the clock, which the host moves to its end."""
        if number == self.script.rounds and number > 1:
            self.hosts.do("ShiftClock", milliseconds=-3_600_000)
            self._wait("the clock locks", lambda: self._phase() != "nominating")
            return
        locked = self.hosts.press_next()
        if number == 1:
            self.hosts.do("Undo", first=locked, reason="a rehearsal of taking back", past_reveal=False)
            self._wait("the lock is taken back", lambda: self.hosts.first.held.commands("LockNominations"))
            self.hosts.press_next()
            self.notes.count("steps were taken back and done again")

    def _vote(self, number: int) -> None:
        self.stage, began = (number, "voting"), time.monotonic()

        def done() -> bool:
            everybody = all(_has_voted(player) for player in self.players)
            return self._troubles_over() and (everybody or time.monotonic() - began > self.script.enough_time)

        self._wait("everybody votes", done)
        self.hosts.press_next()

    def _end(self) -> None:
        if self._phase() != "final":
            self.notes.fault(f"the event stands at {self._phase()} and not at its end")
            return
        self._final()
        compare_all(self.devices(), self.notes, "at the end")
        everyone = [device for player in self.players for device in (player.device, *player.old)]
        sent = [one for device in (*everyone, self.hosts.first, self.hosts.second) for one in device.sent]
        check_record(self.hosts.first, self.board, sent, self.notes)
        self.hosts.leave()

    def _final(self) -> None:
        """Ranks come up from the last to the first, then winners and losers."""
        self.hosts.press_next()
        compare_all(self.devices(), self.notes, "in the final")
        while self.hosts.first.held.commands("ShowRank"):
            self.hosts.press_next()

    def _phase(self) -> str:
        self.hosts.first.keep_up()
        return self.hosts.first.held.phase()

    def _wait(self, what: str, holds: Callable[[], object]) -> None:
        def held_or_done() -> object:
            self.hosts.go_on_if_held()
            return holds()

        if not wait_until(held_or_done):
            self.notes.fault(f"this did not come to pass: {what}")


def new_evening(script: Script, console: tuple[str, int], notes: Notes) -> Evening:
    """Everybody with a device, before the first page is loaded."""
    dice = Random(script.seed)
    polling = dice.sample(NAMES, POLLING)
    players = [new_player(name, console, notes, Random(dice.random()), name not in polling) for name in NAMES]
    board, watcher = (Device(name, Way(*console), notes) for name in ("the board", "somebody who watches"))
    return Evening(script, console, notes, new_hosts(console, notes), players, board, watcher)


def _has_promised(player: Player) -> bool:
    return len(player.device.held.attributes("bytes").get("data-digest", "")) == 64


def _has_voted(player: Player) -> bool:
    return 'aria-pressed="true"' in player.device.held.html


def _words(trouble: Trouble) -> str:
    return trouble.__name__.replace("_", " ")


def _all_at_once(acts: Sequence[Callable[[], None]]) -> None:
    threads = [threading.Thread(target=act) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
