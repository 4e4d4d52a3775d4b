"""The two who host: one by the console's own link, one by a co-host's, who press Next at the same time."""

import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from _rehearsal_device import PATIENCE, Answer, Device
from _rehearsal_notes import Notes
from _rehearsal_screen import Command
from _rehearsal_way import Way

SETTINGS: dict[str, Any] = {
    "countdown": 600,
    "vote": 600,
    "ballots": 1,
    "straight_order": "equal",
    "on_tie": "none",
    "prize": "",
    "penalty": "",
    "seats": 13,
}
TOO_LATE = ("already_done", "already_dealt", "deal_under_way", "not_now")
"""What the second of two presses is told."""
LABEL = "Rehearsal"
LOOK_PAUSE = 0.05


class CannotHost(Exception):
    """The console does not let us host; the text says why."""


def wait_until(holds: Callable[[], object], seconds: float = PATIENCE) -> bool:
    """Whether it comes to hold in so many seconds."""
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(LOOK_PAUSE)
    return True


@dataclass
class Hosts:
    """Both devices and the event that they run."""

    first: Device
    second: Device
    notes: Notes
    code: str = ""
    cohost: str = ""

    def log_in(self, key: str) -> None:
        """The first by the host's link, the second by a link that the first makes. Raises CannotHost."""
        _show_key(self.first, key)
        page = self.first.post("/host/cohosts", label=LABEL).text
        link = re.search(r"#key=([\w-]+)", page)
        cohosts = re.findall(r"/host/cohosts/(\w+)/revoke", page)
        if not link or not cohosts:
            raise CannotHost("The link is a co-host's. The rehearsal needs the main host's, which the console prints.")
        self.cohost = cohosts[-1]
        _show_key(self.second, link[1])

    def open_event(self, title: str, rounds: int) -> None:
        """A new event with its settings, open on both devices."""
        answer = self.first.post("/host/open", game="team_poker", title=title)
        self.code = answer.headers["Location"].rsplit("/", 1)[1]
        for device in (self.first, self.second):
            device.open(self.code, f"/host/{self.code}")
        self.do("ChangeSettings", settings={**SETTINGS, "rounds": rounds})

    def do(self, kind: str, **body: Any) -> Answer:
        """The first host's command, which has to be accepted."""
        answer = self.first.send({"type": kind, "body": body})
        if not answer.get("ok"):
            self.notes.fault(f"the host's {kind} was refused: {answer.get('reason')}, {answer.get('say')}")
        return answer

    def press_next(self) -> int:
        """Both press the gold button at once: it counts once, and both see the same next step. Gives its number."""
        command = self._next_step()
        if command is None:
            self.notes.fault("there is no next step on the host's page")
            return 0
        answers = self._both(command)
        accepted = [answer for answer in answers if answer.get("ok")]
        refused = [answer.get("reason") for answer in answers if not answer.get("ok")]
        if len(accepted) != 1 or any(reason not in TOO_LATE for reason in refused):
            self.notes.fault(f"of two presses of Next, {command}, {len(accepted)} counted; refused: {refused}")
        self.notes.count("times two hosts pressed Next at once")
        if not wait_until(lambda: self.first.held.command_of("next") != command, 10):
            self.notes.fault(f"after {command} the host's page did not go on")
        self.meet()
        return int(accepted[0]["number"]) if accepted else 0

    def _next_step(self) -> Command | None:
        """What both devices' gold button does, once no clock has to be let go on first."""
        while True:
            self.go_on_if_held()
            self.meet()
            command = self.first.held.command_of("next")
            if not command or command["type"] != "Resume":
                return command

    def go_on_if_held(self) -> None:
        """Let the clock go on where it stands: after an undo, or because the console's computer was too slow."""
        command = self.first.held.command_of("next")
        if not command or command["type"] != "Resume":
            return
        self.notes.count("times the host let the clock go on")
        self.first.send(command)
        wait_until(lambda: self.first.held.command_of("next") != command, 10)

    def meet(self) -> None:
        """Wait until both host devices offer the same next step."""
        for device in (self.first, self.second):
            device.keep_up()

        def same() -> bool:
            return self.first.held.command_of("next") == self.second.held.command_of("next")

        if not wait_until(same, 10):
            self.notes.fault("the two hosts' pages offer different next steps")

    def leave(self) -> None:
        """Take the co-host's rights back; its page must end."""
        self.first.post(f"/host/cohosts/{self.cohost}/revoke")
        if not wait_until(lambda: self.second.gone.is_set() or not self.second.connected, 10):
            self.notes.fault("a co-host's page goes on after the link was revoked")

    def _both(self, command: Command) -> list[Answer]:
        together, answers = threading.Barrier(2), []

        def press(device: Device) -> None:
            together.wait()
            answers.append(device.send(command))

        presses = [threading.Thread(target=press, args=(device,)) for device in (self.first, self.second)]
        for one in presses:
            one.start()
        for one in presses:
            one.join()
        return answers


def new_hosts(console: tuple[str, int], notes: Notes) -> Hosts:
    """Two devices that are nobody's yet."""
    first, second = (Device(name, Way(*console), notes) for name in ("the host", "the co-host"))
    return Hosts(first, second, notes)


def _show_key(device: Device, key: str) -> None:
    device.get("/host")
    answer = device.http.post(f"{device.way.origin}/host/key", json={"key": key}, timeout=PATIENCE)
    if not answer.ok:
        raise CannotHost(f"The console says: {answer.text.strip()}")
