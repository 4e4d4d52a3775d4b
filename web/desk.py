"""What the host asks of the server and not of the game: a ticket for another phone, answers to claims, and a next room.

None of it is in the log; what comes of it is, once a seat has moved or a room goes on.
"""

from dataclasses import dataclass
from typing import Any

from engine.game import Host, Refused, Seat, Sentence, require
from engine.room.commands import MoveSeat
from web.again import Again
from web.joining import Joining
from web.network import qr_svg
from web.push import Push
from web.rooms import Rooms
from web.tickets import TICKET_TIME, Claims, Tickets
from web.wire import Registry


@dataclass(frozen=True)
class IssueTicket:
    """A one-time link by which another phone becomes this seat."""

    seat: Seat


@dataclass(frozen=True)
class AnswerClaim:
    """Whether the seat that somebody claims is theirs."""

    claim: str
    accept: bool


@dataclass(frozen=True)
class PlayAgain:
    """The same people once more, in a room of their own."""


@dataclass(frozen=True)
class Answer:
    """What the host is told, and how many rows the room has now; `ticket` is for the page that asked alone."""

    number: int
    told: Sentence
    ticket: dict[str, Any] | None = None


Request = IssueTicket | AnswerClaim | PlayAgain
REQUESTS = Registry((IssueTicket, AnswerClaim, PlayAgain))


@dataclass(frozen=True)
class Desk:
    """Answers the host's requests."""

    rooms: Rooms
    joining: Joining
    push: Push
    tickets: Tickets
    claims: Claims
    again: Again

    def answer(self, code: str, host: Host, command_id: str, request: Request) -> Answer:
        """Do what the host asks. Raises Refused."""
        match request:
            case IssueTicket(seat):
                return self._ticket(code, seat)
            case AnswerClaim(claim, accept=True):
                return self._let_in(code, host, command_id, claim)
            case AnswerClaim(claim):
                return self._turn_away(code, claim)
            case PlayAgain():
                following = self.again.open(code, host)
                return Answer(self.rooms.state(code).number, Sentence("room_continued", {"code": following}))

    def _ticket(self, code: str, seat: Seat) -> Answer:
        state, origin = self.rooms.state(code), self.joining.origin()
        require(seat in state.seats, "no_such_seat")
        require(bool(origin), "no_lan_address")
        key, until = self.tickets.issue(code, seat)
        link = f"{origin}/seat/{code}#key={key}"
        shown = {"seat": seat, "name": state.seats[seat].name, "link": link, "svg": qr_svg(link), "ends": until}
        told = Sentence("ticket_issued", {"seat": seat, "minutes": TICKET_TIME // 60_000})
        return Answer(state.number, told, shown)

    def _let_in(self, code: str, host: Host, command_id: str, claim_id: str) -> Answer:
        with self.claims.answered(self.rooms.state(code), claim_id) as claim:
            receipt = self.rooms.submit(code, host, command_id, MoveSeat(claim.seat, claim.device))
        self.push.backstage_changed()
        return Answer(receipt.number, Sentence("seat_moved", {"seat": claim.seat}))

    def _turn_away(self, code: str, claim_id: str) -> Answer:
        state = self.rooms.state(code)
        with self.claims.answered(state, claim_id) as claim:
            self.claims.turn_away(claim)
        self.push.turn_away(code, claim.device)
        self.push.backstage_changed()
        return Answer(state.number, Sentence("claim_turned_away", {"seat": claim.seat}))


def read(payload: Any) -> Request | None:
    """The request behind a payload, or None if it says that it is something else. Raises Unreadable."""
    if not REQUESTS.knows(payload):
        return None
    found: Request = REQUESTS.from_screen(payload)
    return found


def demand_host(actor: object) -> Host:
    """Requests are the host's alone. Raises Refused."""
    if not isinstance(actor, Host):
        raise Refused("not_allowed")
    return actor
