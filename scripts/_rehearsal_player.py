"""One of the thirteen: sits down by the join page, and plays by what its screen offers, as a thumb would."""

import hashlib
import secrets
import threading
from dataclasses import dataclass, field
from random import Random

from _rehearsal_device import Device
from _rehearsal_notes import Notes
from _rehearsal_screen import Command, Screen
from _rehearsal_way import Way

EAGERNESS = 0.5
"""How likely a player does something whenever it looks at its phone."""
RACES = (
    "already_counted",
    "already_dealt",
    "already_done",
    "bot_in_your_place",
    "card_in_a_hand",
    "clock_stopped",
    "deal_under_way",
    "hand_is_full",
    "no_such_candidate",
    "no_such_hand",
    "nominations_locked",
    "not_a_member",
    "not_asked",
    "not_in_this_hand",
    "not_invited",
    "not_now",
    "not_your_cards",
    "other_round",
    "seat_is_elsewhere",
    "vote_closed",
    "vote_not_open",
)
"""What may come of a press when somebody else, the clock or one's own second press was quicker."""


@dataclass
class Player:
    """A seat's person with the device that they use now. `twice`: the next press is a double tap."""

    name: str
    device: Device
    dice: Random
    notes: Notes
    seat: int = 0
    old: list[Device] = field(default_factory=list)
    twice: bool = False
    _bytes: dict[str, str] = field(default_factory=dict)

    def join(self, code: str) -> None:
        """Follow the link, type the name, have a seat."""
        self.device.get(f"/j/{code}")
        answer = self.device.post(f"/j/{code}", name=self.name)
        if answer.headers.get("Location") != f"/p/{code}":
            self.notes.fault(f"{self.name} was not let in: {answer.status_code}")
        self.device.open(code, f"/p/{code}")
        self.seat = int(self.device.held.attributes("bytes").get("data-seat", "0"))

    def look(self) -> None:
        """Look at the phone and do at most one thing."""
        self.device.keep_up()
        screen = self.device.held
        if self.device.aside.is_set() or self._take_part(screen) or self.dice.random() > EAGERNESS:
            return
        command = self._wish(screen)
        if command:
            self.press(command)

    def press(self, command: Command) -> None:
        """Send a command, by a double tap if one is due: under one id, and at once under another."""
        if not self.twice:
            self._judge(command, self.device.send(command))
            return
        self.twice = False
        command_id = secrets.token_hex(16)
        second = threading.Thread(target=self.device.send, args=(command, command_id))
        second.start()
        first = self.device.send(command, command_id)
        second.join()
        answers = [one.answer for one in self.device.sent if one.id == command_id]
        if first.get("ok") and len({answer.get("number") for answer in answers}) != 1:
            self.notes.fault(f"{self.name}: one press sent twice has two receipts: {answers}")
        self._judge(command, first)
        again = self.device.send(command)
        if first.get("ok") and command["type"] == "CastBallot" and again.get("ok"):
            self.notes.fault(f"{self.name}: the same ballot counted twice")
        self._judge(command, again)
        self.notes.count("double taps")

    def _judge(self, command: Command, answer: dict[str, object]) -> None:
        if not answer.get("ok") and answer.get("reason") not in RACES:
            self.notes.fault(f"{self.name}: {command['type']} was refused: {answer.get('reason')}, {answer.get('say')}")

    def _take_part(self, screen: Screen) -> bool:
        """The phone's part in the shuffle (F2)."""
        asked = screen.attributes("bytes")
        if not asked:
            return False
        own = self._bytes.setdefault(asked["data-commitment"], secrets.token_hex(16))
        digest = hashlib.sha256(bytes.fromhex(own)).hexdigest()
        if asked["data-reveal"] == "1" and asked["data-digest"] == digest:
            self.press({"type": "RevealBytes", "body": {"data": own}})
        elif asked["data-reveal"] != "1" and asked["data-digest"] != digest:
            self.press({"type": "CommitBytes", "body": {"digest": digest}})
        return True

    def _wish(self, screen: Screen) -> Command | None:
        """What this player would like to do with what the screen offers."""
        match screen.phase():
            case "nominating":
                return self._nominate(screen)
            case "voting":
                ballots = screen.commands("CastBallot")
                return self.dice.choice(ballots) if ballots else None
            case _:
                return None

    def _nominate(self, screen: Screen) -> Command | None:
        free = screen.values("cards")
        offers = [screen.command_of(one) for one in screen.elements("join-")]
        open_hand = [one for one in screen.commands("PledgeCards") if one not in offers]
        declines, starts, backs = (screen.commands(kind) for kind in ("Decline", "ProposeHand", "TakeBack"))
        if free and offers and self.dice.random() < 0.8:
            return self._with_cards(self.dice.choice(offers), free, 1)
        if declines and self.dice.random() < 0.2:
            return self.dice.choice(declines)
        if free and open_hand and self.dice.random() < 0.5:
            return self._with_cards(self.dice.choice(open_hand), free, 1)
        if backs and self.dice.random() < 0.05:
            return self.dice.choice(backs)
        if free and starts and not screen.elements("hand-"):
            return self._start(starts[0], free, [int(seat) for seat in screen.values("invited")])
        return None

    def _start(self, command: Command, free: list[str], others: list[int]) -> Command:
        """Alone with three cards, or with one and three guests."""
        if len(free) == 3 and self.dice.random() < 0.4:
            return self._with_cards(command, free, 3)
        started = self._with_cards(command, free, 1)
        started["body"]["invited"] = sorted(self.dice.sample(others, min(3, len(others))))
        return started

    def _with_cards(self, command: Command | None, free: list[str], count: int) -> Command:
        """The command with so many of the free cards chosen."""
        assert command
        chosen = {"cards": self.dice.sample(free, min(count, len(free)))}
        return {"type": command["type"], "body": {**command["body"], **chosen}}


def new_player(name: str, console: tuple[str, int], notes: Notes, dice: Random, websocket: bool) -> Player:
    """Somebody with a phone that has never been here."""
    return Player(name, Device(name, Way(*console), notes, websocket=websocket), dice, notes)
