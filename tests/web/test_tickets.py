"""One-time tickets and claims: each is good once, for one seat of one room, and a refusal costs nothing."""

import pytest

from engine.game import Host, Refused
from engine.room.commands import FillWithBots, FreeSeat, MoveSeat
from tests.web.desk import Clock, device_of, seat_people
from web.rooms import Rooms
from web.store import Store
from web.tickets import MOST_CLAIMS, TICKET_TIME, Claims, Tickets

NEW = "a" * 64


@pytest.fixture
def tickets(opened: tuple[Store, Rooms], clock: Clock) -> Tickets:
    return Tickets(opened[0], clock.wall)


@pytest.fixture
def claims(opened: tuple[Store, Rooms], clock: Clock) -> Claims:
    return Claims(opened[0], clock.wall)


@pytest.fixture
def code(rooms: Rooms) -> str:
    code = rooms.open("team_poker", "Friday")
    seat_people(rooms, code, 10)
    return code


def refusal(tickets: Tickets, code: str, key: str) -> str:
    with pytest.raises(Refused) as refused, tickets.spent(code, key):
        raise AssertionError("the ticket was good")
    return refused.value.reason


def test_a_ticket_is_good_once_for_its_seat(tickets: Tickets) -> None:
    key, _ = tickets.issue("K7QM", 4)
    with tickets.spent("K7QM", key) as seat:
        assert seat == 4
        assert refusal(tickets, "K7QM", key) == "ticket_over"
    assert refusal(tickets, "K7QM", key) == "ticket_over"


def test_a_ticket_ends_with_its_time_in_the_wrong_room_and_with_the_next_one(tickets: Tickets, clock: Clock) -> None:
    old, _ = tickets.issue("K7QM", 4)
    key, until = tickets.issue("K7QM", 4)
    assert until == clock.wall() + TICKET_TIME
    assert refusal(tickets, "K7QM", old) == "ticket_over"
    assert refusal(tickets, "K7QM", "guess") == refusal(tickets, "K7QM", "") == "ticket_over"
    clock.go(TICKET_TIME)
    assert refusal(tickets, "K7QM", key) == "ticket_over"
    other, _ = tickets.issue("K7QM", 5)
    assert refusal(tickets, "AAAA", other) == "ticket_over"


def test_what_is_refused_afterwards_leaves_the_ticket_good(tickets: Tickets) -> None:
    key, _ = tickets.issue("K7QM", 4)
    with pytest.raises(Refused), tickets.spent("K7QM", key):
        raise Refused("deal_under_way")
    with tickets.spent("K7QM", key) as seat:
        assert seat == 4


def test_a_key_is_kept_as_its_digest_alone(tickets: Tickets, opened: tuple[Store, Rooms]) -> None:
    key, _ = tickets.issue("K7QM", 4)
    assert key not in repr(opened[0].notes(""))


def test_a_device_waits_for_one_seat_until_the_host_has_answered(rooms: Rooms, claims: Claims, code: str) -> None:
    for seat in (3, 4):
        claims.ask(rooms.state(code), seat, NEW)
    (claim,) = claims.waiting(rooms.state(code))
    assert (claim.seat, claim.device) == (4, NEW)
    assert claims.of(rooms.state(code), NEW) == claim
    with pytest.raises(Refused, match="deal_under_way"), claims.answered(rooms.state(code), claim.id):
        raise Refused("deal_under_way")
    with claims.answered(rooms.state(code), claim.id) as answered:
        assert answered == claim
    with pytest.raises(Refused, match="already_done"), claims.answered(rooms.state(code), claim.id):
        raise AssertionError("it was answered twice")


def test_a_no_of_the_host_is_told_once(rooms: Rooms, claims: Claims, code: str) -> None:
    claims.ask(rooms.state(code), 4, NEW)
    with claims.answered(rooms.state(code), claims.waiting(rooms.state(code))[0].id) as claim:
        claims.turn_away(claim)
    assert claims.waiting(rooms.state(code)) == () and claims.of(rooms.state(code), NEW) is None
    assert claims.refused(code, NEW) and claims.take_refusal(code, NEW)
    assert not claims.take_refusal(code, NEW)


@pytest.mark.parametrize(
    ("seat", "device", "reason"),
    [(4, "", "no_cookie"), (4, device_of(1), "already_seated"), (99, NEW, "no_such_seat"), (12, NEW, "no_such_seat")],
)
def test_who_cannot_claim_is_told_why(
    rooms: Rooms, claims: Claims, code: str, seat: int, device: str, reason: str
) -> None:
    rooms.submit(code, Host(), "bots", FillWithBots())
    with pytest.raises(Refused, match=reason):
        claims.ask(rooms.state(code), seat, device)


def test_claims_fall_with_their_seat_and_with_their_devices_need(rooms: Rooms, claims: Claims, code: str) -> None:
    claims.ask(rooms.state(code), 4, NEW)
    claims.ask(rooms.state(code), 5, "b" * 64)
    rooms.submit(code, Host(), "free", FreeSeat(4))
    rooms.submit(code, Host(), "move", MoveSeat(5, "b" * 64))
    assert claims.waiting(rooms.state(code)) == ()


def test_strangers_cannot_bury_the_claims_of_players(rooms: Rooms, claims: Claims, code: str) -> None:
    for number in range(MOST_CLAIMS):
        claims.ask(rooms.state(code), 4, f"{number:064x}")
    with pytest.raises(Refused, match="too_many_claims"):
        claims.ask(rooms.state(code), 4, NEW)
    claims.withdraw(code, f"{7:064x}")
    claims.ask(rooms.state(code), 4, NEW)


def test_a_ticket_of_one_worker_is_good_once_at_any(
    tickets: Tickets, opened: tuple[Store, Rooms], clock: Clock
) -> None:
    elsewhere = Tickets(opened[0], clock.wall)
    key, _ = tickets.issue("K7QM", 4)
    with elsewhere.spent("K7QM", key) as seat:
        assert seat == 4
    assert refusal(tickets, "K7QM", key) == "ticket_over"


def test_a_claim_at_one_worker_is_known_to_all_and_answered_once(
    rooms: Rooms, claims: Claims, opened: tuple[Store, Rooms], clock: Clock, code: str
) -> None:
    elsewhere = Claims(opened[0], clock.wall)
    claims.ask(rooms.state(code), 4, "b" * 64)
    clock.go(1)
    claims.ask(rooms.state(code), 4, NEW)
    assert elsewhere.reload() and not elsewhere.reload()
    assert [one.device for one in elsewhere.waiting(rooms.state(code))] == ["b" * 64, NEW]
    (first, _) = claims.waiting(rooms.state(code))
    with elsewhere.answered(rooms.state(code), first.id):
        pass
    with pytest.raises(Refused, match="already_done"), claims.answered(rooms.state(code), first.id):
        raise AssertionError("it was answered twice")
