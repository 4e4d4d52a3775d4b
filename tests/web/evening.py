"""A room at a running console, with a host and phones that are driven without a browser."""

import re
from typing import Any

from tests.conftest import RunningConsole
from tests.web.visitors import Visitor, cards_of

Answer = dict[str, Any]


class Evening:
    """A room at a running console, with its host and as many phones as came."""

    def __init__(self, console: RunningConsole, transport: str = "websocket") -> None:
        self.console, self.transport = console, transport
        self.visitors: list[Visitor] = []
        self.host = self.visitor()
        assert self.host.log_in(console.host_key).status_code == 204
        self.code = self.host.open_room()
        self.host.connect(self.code, "host", transport=transport)
        self.phones: list[Visitor] = []

    def visitor(self) -> Visitor:
        self.visitors.append(Visitor(self.console.url))
        return self.visitors[-1]

    def come(self, count: int = 10) -> None:
        for number in range(1, count + 1):
            phone = self.visitor()
            phone.join(self.code, f"Player {number}")
            self.phones.append(phone.connect(self.code, "phone", transport=self.transport))

    def deal(self) -> None:
        self.come()
        assert self.host.send("CallDeal")["ok"]

    def vote(self, candidates: int = 3) -> list[str]:
        """Deal and open the first vote, over hands of the first seats."""
        self.deal()
        return self.open_vote(candidates)

    def open_vote(self, candidates: int = 3) -> list[str]:
        """Open the first vote; returns what its hands are called in messages."""
        for seat in range(1, candidates + 1):
            answer = self.phone(seat).send("ProposeHand", round=1, cards=self.cards(seat), invited=[])
            assert answer["ok"], answer
        assert self.host.send("LockNominations", round=1)["ok"]
        hands = re.findall(r'id="ballot-([0-9a-f]+)"', self.phone(1).get(f"/p/{self.code}").text)
        assert len(hands) == candidates
        return hands

    def say(self, kind: str, **fields: Any) -> int:
        """The host does this; the number of the row."""
        answer = self.host.send(kind, **fields)
        assert answer["ok"], answer
        number: int = answer["number"]
        return number

    def phone(self, seat: int) -> Visitor:
        return self.phones[seat - 1]

    def cards(self, seat: int) -> list[str]:
        return cards_of(self.phone(seat).get(f"/p/{self.code}").text)

    def ledger(self) -> list[dict[str, Any]]:
        """The rows of the log that the export shows by now."""
        rows: list[dict[str, Any]] = self.host.get(f"/host/{self.code}/export.json").json()["log"]
        return rows

    def close(self) -> None:
        for visitor in self.visitors:
            visitor.leave()


def refused(answer: Answer) -> str:
    """The reason of a refusal, which must say something to the person."""
    assert answer.keys() == {"ok", "reason", "say"}
    assert answer["ok"] is False
    assert answer["say"].endswith((".", "?", "!"))
    return str(answer["reason"])
