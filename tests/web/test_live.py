"""A real console met through real sockets: what people and strangers send, and the exact answer to it."""

import json
import re
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
import websocket

from tests.conftest import RunningConsole
from tests.web.evening import Answer, Evening, refused
from tests.web.visitors import raw_socket


def at_the_same_time(*calls: Callable[[], Answer]) -> list[Answer]:
    """All of these from threads that start together."""
    together, answers = threading.Barrier(len(calls)), []

    def call(one: Callable[[], Answer]) -> None:
        together.wait()
        answers.append(one())

    threads = [threading.Thread(target=call, args=(one,)) for one in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


@pytest.mark.pitfall("beatify 1715", "just-one 5")
@pytest.mark.parametrize(("devices", "apart"), [(1, 0.03), (2, 0.0), (2, 0.03)])
def test_two_presses_of_next_from_one_tab_or_two_devices_advance_once(
    evening: Evening, devices: int, apart: float
) -> None:
    evening.vote()
    evening.say("CloseVote", round=1)
    second = evening.host
    if devices == 2:
        second = evening.visitor()
        second.log_in(evening.console.host_key)
        second.connect(evening.code, "host")
    press: dict[str, Any] = {"round": 1, "phase": "matched"}

    def later() -> Answer:
        time.sleep(apart)
        return second.send("Next", **press)

    answers = at_the_same_time(lambda: evening.host.send("Next", **press), later)
    accepted = [answer for answer in answers if answer["ok"]]
    assert len(accepted) == 1
    assert [refused(answer) for answer in answers if not answer["ok"]] == ["already_done"]
    assert evening.ledger()[-1]["content"]["events"][0]["type"] == "HandsShown"


@pytest.mark.pitfall("ClassQuiz 441", "ClassQuiz 447")
def test_twenty_raw_votes_in_100_ms_count_once(evening: Evening) -> None:
    hands = evening.vote()
    bodies = [{"round": 1, "hands": [hands[press % 3]]} for press in range(20)]
    answers = evening.phone(9).send_all_at_once("CastBallot", bodies, [f"press-{press}" for press in range(20)])
    accepted = [answer for answer in answers if answer["ok"]]
    assert {refused(answer) for answer in answers if not answer["ok"]} <= {"already_counted"}
    assert [row["number"] for row in evening.ledger()][-len(accepted) :] == [one["number"] for one in accepted]
    ballots = re.findall(
        r'id="ballot-([0-9a-f]+)"[^>]*aria-pressed="true"', evening.phone(9).get(f"/p/{evening.code}").text
    )
    assert ballots == evening.ledger()[-1]["content"]["command"]["body"]["hands"]


def test_a_storm_of_commands_from_one_phone_is_slowed_and_other_phones_are_not(evening: Evening) -> None:
    evening.come(2)
    answers = evening.phone(1).send_all_at_once("Pause", [{}] * 300, [f"storm-{press}" for press in range(300)])
    reasons = [refused(answer) for answer in answers]
    assert reasons[:40] == ["not_allowed"] * 40
    assert set(reasons[40:]) <= {"not_allowed", "too_fast"}
    assert reasons.count("too_fast") > 100
    assert evening.phone(2).send("CommitBytes", digest="ab" * 32)["ok"]


@pytest.mark.pitfall("townsquare 57", "botc-release 136", "botc-release 460")
def test_a_vote_after_the_close_is_refused_with_the_reason(evening: Evening) -> None:
    hands = evening.vote()
    assert evening.host.send("CloseVote", round=1)["ok"]
    number = len(evening.ledger())
    assert refused(evening.phone(4).send("CastBallot", round=1, hands=[hands[0]])) == "vote_closed"
    assert len(evening.ledger()) == number


def test_a_vote_meant_for_another_round_is_refused(evening: Evening) -> None:
    hands = evening.vote()
    assert refused(evening.phone(4).send("CastBallot", round=2, hands=[hands[0]])) == "other_round"


Choice = Callable[[list[str], list[str], list[str]], list[str]]
"""Cards out of one's own, a neighbour's, and those that nobody holds."""


@pytest.mark.pitfall("setwithfriends 186")
@pytest.mark.parametrize(
    ("chosen", "reason"),
    [
        (lambda own, others, free: free[:1], "not_your_cards"),
        (lambda own, others, free: others[:1], "not_your_cards"),
        (lambda own, others, free: [*own[:2], others[0]], "not_your_cards"),
        (lambda own, others, free: [own[0], own[0]], "cards_repeated"),
        (lambda own, others, free: [own[0], own[0], own[1]], "cards_repeated"),
        (lambda own, others, free: [*own, free[0]], "not_your_cards"),
        (lambda own, others, free: [], "no_cards_chosen"),
        (lambda own, others, free: ["1s"], "unreadable"),
    ],
)
def test_T4_cards_not_held_twice_of_others_four_or_none_are_refused_and_nothing_changes(
    evening: Evening, chosen: Choice, reason: str
) -> None:
    evening.deal()
    own, others = evening.cards(1), evening.cards(2)
    held = {card for seat in range(1, 11) for card in evening.cards(seat)}
    free = sorted({f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "cdhs"} - held)
    number = len(evening.ledger())
    answer = evening.phone(1).send("ProposeHand", round=1, cards=chosen(own, others, free), invited=[])
    assert refused(answer) == reason
    assert len(evening.ledger()) == number
    assert (evening.cards(1), evening.cards(2)) == (own, others)


@pytest.mark.pitfall("setwithfriends 186")
def test_T4_T5_two_cards_instead_of_three_are_no_hand_that_can_be_voted_on(evening: Evening) -> None:
    evening.deal()
    own = evening.cards(1)
    assert evening.phone(1).send("ProposeHand", round=1, cards=own[:2], invited=[])["ok"]
    assert evening.host.send("LockNominations", round=1)["ok"]
    assert evening.ledger()[-1]["content"]["events"][0]["body"]["candidates"] == []
    assert set(re.findall(r"look-(\d)", evening.phone(1).get(f"/p/{evening.code}").text)) == {"1", "2", "3"}


@pytest.mark.pitfall("scribbl 3")
def test_what_the_socket_of_seat_5_sends_for_seat_2_is_refused(evening: Evening) -> None:
    evening.deal()
    cards, thief = evening.cards(2), evening.phone(5)
    assert evening.phone(2).send("ProposeHand", round=1, cards=cards[:1], invited=[3])["ok"]
    (hand,) = re.findall(r'id="hand-([0-9a-f]+)"', evening.phone(2).get(f"/p/{evening.code}").text)
    before, number = evening.phone(2).get(f"/p/{evening.code}").text, len(evening.ledger())
    tries: list[tuple[str, dict[str, Any], str]] = [
        ("ProposeHand", {"round": 1, "cards": cards[1:2], "invited": []}, "not_your_cards"),
        ("ProposeHand", {"round": 1, "cards": cards[1:2], "invited": [], "seat": 2}, "unreadable"),
        ("PledgeCards", {"round": 1, "hand": hand, "cards": cards[1:2]}, "no_such_hand"),
        ("TakeBack", {"round": 1, "hand": hand, "cards": cards[:1]}, "no_such_hand"),
        ("LeaveSeat", {"seat": 2}, "unreadable"),
        ("CommitBytes", {"digest": "ab" * 32, "seat": 2}, "unreadable"),
        ("FreeSeat", {"seat": 2}, "not_allowed"),
        ("Peek", {"seat": 2}, "not_allowed"),
        ("IssueTicket", {"seat": 2}, "not_allowed"),
    ]
    for kind, fields, reason in tries:
        assert refused(thief.send(kind, **fields)) == reason, kind
    assert len(evening.ledger()) == number
    assert evening.phone(2).get(f"/p/{evening.code}").text == before


def test_a_repeated_id_with_the_same_content_gets_the_same_receipt(evening: Evening) -> None:
    hands = evening.vote()
    first = evening.phone(4).send("CastBallot", "same-press", round=1, hands=[hands[0]])
    again = evening.phone(4).send("CastBallot", "same-press", round=1, hands=[hands[0]])
    assert first["ok"] and again == first
    assert len(evening.ledger()) == first["number"]


@pytest.mark.parametrize("who", ["seat 4", "host"])
def test_a_command_that_is_sent_again_in_a_later_round_is_answered_as_it_was(evening: Evening, who: str) -> None:
    hands = evening.vote()
    if who == "host":  # whose look brings up cards that the showdown destroys (T11)
        press = partial(evening.host.send, "Peek", "same-press", seat=1)
    else:
        press = partial(evening.phone(4).send, "CastBallot", "same-press", round=1, hands=[hands[0]])
    first = press()
    for seat in (1, 2):
        evening.phone(seat).send("CastBallot", round=1, hands=[hands[seat - 1]])
    evening.say("CloseVote", round=1)
    for phase in ("matched", "hands_up", "first_neutral", "second_neutral", "winner"):
        evening.say("Next", round=1, phase=phase)
    number = len(evening.ledger())
    assert first["ok"] and press() == first
    assert len(evening.ledger()) == number


def test_a_repeated_id_with_other_content_is_refused(evening: Evening) -> None:
    hands = evening.vote()
    first = evening.phone(4).send("CastBallot", "same-press", round=1, hands=[hands[0]])
    answer = evening.phone(4).send("CastBallot", "same-press", round=1, hands=[hands[1]])
    assert refused(answer) == "id_reused"
    assert len(evening.ledger()) == first["number"]


@pytest.mark.parametrize(
    "payload",
    [
        None,
        7,
        "CallDeal",
        [],
        {},
        {"room": "ROOM", "id": "abcd", "type": "CallDeal"},
        {"room": "ROOM", "id": "abcd", "type": "CallDeal", "body": {}, "more": 1},
        {"room": "AAAA", "id": "abcd", "type": "CallDeal", "body": {}},
        {"room": "ROOM", "id": "", "type": "CallDeal", "body": {}},
        {"room": "ROOM", "id": 5, "type": "CallDeal", "body": {}},
        {"room": "ROOM", "id": "x" * 65, "type": "CallDeal", "body": {}},
        {"room": "ROOM", "id": "abcd", "type": "OpenRoom", "body": {}},
        {"room": "ROOM", "id": "abcd", "type": "Hold", "body": {"since": 0}},
        {"room": "ROOM", "id": "abcd", "type": "TakeSeat", "body": {"name": "x"}},
        {"room": "ROOM", "id": "abcd", "type": "CommitAnew", "body": {"seed": "00"}},
        {"room": "ROOM", "id": "abcd", "type": "Deal", "body": {"seats": [1]}},
        {"room": "ROOM", "id": "abcd", "type": "SetTitle", "body": {"title": 5}},
        {"room": "ROOM", "id": "abcd", "type": "SetTitle", "body": {"title": "x" * 201}},
        {"room": "ROOM", "id": "abcd", "type": "SetTitle", "body": {"title": "x", "seed": "y"}},
        {"room": "ROOM", "id": "abcd", "type": ["SetTitle"], "body": {"title": "x"}},
        {"room": "ROOM", "id": "abcd", "type": "Undo", "body": {"first": True, "reason": "", "past_reveal": 0}},
    ],
)
def test_a_malformed_payload_is_unreadable_and_changes_nothing(evening: Evening, payload: Any) -> None:
    if isinstance(payload, dict) and payload.get("room") == "ROOM":
        payload = {**payload, "room": evening.code}
    assert refused(evening.host.send_raw(payload)) == "unreadable"
    assert len(evening.ledger()) == 1


def test_a_stranger_who_tries_every_host_command_is_refused_each(evening: Evening) -> None:
    evening.deal()
    number = len(evening.ledger())
    watcher = evening.visitor()
    watcher.get(f"/p/{evening.code}")
    watcher.connect(evening.code, "watch")
    board = evening.visitor().connect(evening.code, "board")
    tries: list[tuple[str, dict[str, Any]]] = [
        ("CallDeal", {}),
        ("Pause", {}),
        ("Resume", {}),
        ("ShiftClock", {"milliseconds": 1000}),
        ("GivePoints", {"seat": 1, "points": 1, "reason": "x"}),
        ("Undo", {"first": 2, "reason": "x", "past_reveal": True}),
        ("RenameSeat", {"seat": 1, "name": "x"}),
        ("FreeSeat", {"seat": 1}),
        ("SetDoor", {"open": False}),
        ("FillWithBots", {}),
        ("SetTitle", {"title": "x"}),
        ("BlankBoard", {}),
        ("PutUpText", {"text": "x"}),
        ("UncoverBoard", {}),
        ("ShowRank", {"rank": 0}),
        ("SetAbsent", {"seat": 1, "absent": True}),
        ("Peek", {"seat": 2}),
        ("LockNominations", {"round": 1}),
        ("Next", {"round": 1, "phase": "nominating"}),
    ]
    for stranger in (watcher, board, evening.phone(1)):
        for kind, body in tries:
            assert refused(stranger.send(kind, **body)) == "not_allowed", kind
    assert len(evening.ledger()) == number


@pytest.mark.pitfall("quizify 351")
def test_a_stranger_cannot_open_the_hosts_socket(evening: Evening) -> None:
    stranger = evening.visitor().connect(evening.code, "host")
    assert stranger.gone.wait(5)
    assert stranger.fragments == []
    assert refused(stranger.send("SetTitle", title="x")) == "not_allowed"


def test_the_number_of_a_seat_opens_nothing(evening: Evening) -> None:
    evening.come(2)
    thief = evening.visitor()
    thief.get(f"/j/{evening.code}")
    thief.connect(evening.code, "phone")
    assert thief.gone.wait(5)
    assert refused(thief.send("LeaveSeat")) == "not_allowed"


@pytest.mark.pitfall("Flask-SocketIO 148", "Flask-SocketIO 1390")
def test_who_a_socket_is_is_looked_up_when_it_acts(evening: Evening) -> None:
    evening.come(1)
    phone = evening.phone(1)
    assert evening.host.send("FreeSeat", seat=1)["ok"]
    assert phone.gone.wait(5)
    assert refused(phone.send("CommitBytes", digest="ab" * 32)) == "not_allowed"
    phone.join(evening.code, "Back again")
    assert phone.send("CommitBytes", digest="ab" * 32)["ok"]


def test_a_revoked_co_host_acts_no_more(evening: Evening) -> None:
    page = evening.host.post("/host/cohosts", label="Lan")
    key = re.search(r"/host#key=([\w-]+)", page.text)
    assert key
    cohost = evening.visitor()
    assert cohost.log_in(key[1]).status_code == 204
    cohost.connect(evening.code, "host")
    assert cohost.send("SetTitle", title="By Lan")["ok"]
    assert cohost.post("/host/cohosts", label="Another").status_code == 403
    revoke = re.search(r"/host/cohosts/(\w+)/revoke", evening.host.get("/host").text)
    assert revoke
    evening.host.post(f"/host/cohosts/{revoke[1]}/revoke")
    assert cohost.gone.wait(5)
    assert cohost.post("/host/open", game="team_poker", title="x").status_code == 403


def test_the_answer_to_a_look_goes_to_the_host_who_looked_and_into_no_fragment(evening: Evening) -> None:
    evening.deal()
    other = evening.visitor()
    other.log_in(evening.console.host_key)
    other.connect(evening.code, "host")
    answer = evening.host.send("Peek", seat=2)
    assert answer["ok"]
    assert len(re.findall("[♣♦♥♠]", answer["say"])) == 3
    evening.host.socket.sleep(0.3)
    looked = re.findall(r"\w+[♣♦♥♠]", answer["say"])
    for fragment in (*evening.host.fragments, *other.fragments):
        assert not any(card in fragment["html"] for card in looked)


def test_a_screen_that_lags_is_sent_the_whole_fragment(evening: Evening) -> None:
    evening.come(1)
    phone = evening.phone(1)
    phone.socket.sleep(0.3)
    number = phone.socket.call("probe", {"number": 10_000})["number"]
    seen = len(phone.fragments)
    assert phone.socket.call("probe", {"number": number - 1}) == {"number": number}
    phone.socket.sleep(0.3)
    assert len(phone.fragments) == seen + 1
    assert phone.fragments[-1]["number"] == number
    assert phone.socket.call("probe", {"number": number}) == {"number": number}
    phone.socket.sleep(0.3)
    assert len(phone.fragments) == seen + 1


def test_a_reload_five_times_in_the_vote_leaves_every_phone_able_to_act(evening: Evening) -> None:
    hands = evening.vote()
    phone = evening.phone(5)
    for _ in range(5):
        phone.socket.disconnect()
        assert phone.get(f"/p/{evening.code}").status_code == 200
        phone.connect(evening.code, "phone")
    assert phone.send("CastBallot", round=1, hands=[hands[2]])["ok"]


def test_the_clock_is_told_to_whoever_asks(evening: Evening) -> None:
    before = evening.host.socket.call("sync", {})["at"]
    assert 0 <= evening.host.socket.call("sync", {})["at"] - before < 5_000


@pytest.mark.parametrize(
    "auth",
    [
        "",
        "{}",
        '{"room":"K7QM"}',
        '{"room":1,"screen":"board","lang":"en"}',
        '{"room":"K7QM","screen":"all","lang":"en"}',
    ],
)
def test_a_socket_that_does_not_say_what_it_shows_is_turned_away(running: RunningConsole, auth: str) -> None:
    with raw_socket(running.url) as raw:
        raw.recv()
        raw.send(f"40{auth}")
        assert str(raw.recv()).startswith("44")


def test_a_page_from_elsewhere_gets_no_socket(running: RunningConsole) -> None:
    elsewhere = raw_socket(running.url, origin="http://evil.example.org")
    with pytest.raises(websocket.WebSocketBadStatusException), elsewhere:
        pass
    with raw_socket(running.url, origin=running.url) as own:
        assert str(own.recv()).startswith("0")


def test_a_message_beyond_all_measure_ends_its_socket_and_nothing_else(evening: Evening) -> None:
    with raw_socket(evening.console.url) as raw:
        raw.recv()
        raw.send("40" + '{"room":"' + "x" * 100_000 + '"}')
        with pytest.raises((ConnectionError, websocket.WebSocketException)):
            raise ConnectionError(raw.recv())  # the end of the connection, in whichever way it is told
    assert evening.host.send("SetTitle", title="Still here")["ok"]


@pytest.mark.parametrize(
    "packet",
    ["", "4", "42", "42[", '42["command"', "4" + "[" * 3000, "42" + "[" * 3000, "42[]", "42[5]", "9", "💥", "451-[]"],
)
def test_broken_packets_disturb_nobody(evening: Evening, packet: str) -> None:
    with raw_socket(evening.console.url) as raw:
        raw.recv()
        raw.send("40" + json.dumps({"room": evening.code, "screen": "board", "lang": "en"}))
        raw.send(packet)
        assert evening.host.send("SetTitle", title="Still here")["ok"]
