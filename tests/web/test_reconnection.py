"""Phones that reload, again and again or all at once, and those whose network lets no websocket through."""

import gc
import re
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.chance import commitment
from tests.conftest import RunningConsole
from tests.engine.drive import phone_bytes
from tests.web.evening import Evening, refused
from tests.web.house import house as a_house
from tests.web.visitors import Visitor
from web.presence import Socket

SEATS = range(1, 14)
RELOADS = 5
SHOWDOWN = ("matched", "hands_up", "first_neutral", "second_neutral", "winner")
SETTINGS = {"rounds": 3, "countdown": 600, "vote": 600, "ballots": 1, "on_tie": "none"}
WORDING = {"straight_order": "equal", "prize": "", "penalty": ""}

Fields = dict[str, Any]


class Reloads:
    """Phones of 13 that take turns in being reloaded, so many in each phase."""

    def __init__(self, evening: Evening, in_each_phase: int) -> None:
        self.evening, self.count = evening, in_each_phase
        self.done = 0

    def submit(self, kind: str, fields: Callable[[int], Fields], second: str) -> None:
        """The next phones reload five times and submit twice: under the same id, then under another."""
        for seat in self._reloaded():
            phone, sent, press = self.evening.phone(seat), fields(seat), f"a-press-of-{kind}"
            first, number = phone.send(kind, press, **sent), len(self.evening.ledger())
            assert first["ok"] and phone.send(kind, press, **sent) == first
            assert refused(phone.send(kind, **sent)) == second
            assert len(self.evening.ledger()) == number

    def watch(self) -> None:
        """The same where there is nothing to submit."""
        for seat in self._reloaded():
            assert refused(self.evening.phone(seat).send("CastBallot", round=1, hands=[]))

    def _reloaded(self) -> Iterator[int]:
        for _ in range(self.count):
            seat = self.done % len(SEATS) + 1
            self.done += 1
            pages = [self.evening.phone(seat).reload() for _ in range(RELOADS)]
            assert all('data-screen="phone"' in page for page in pages)
            yield seat


def whole_event(evening: Evening, reloads: Reloads) -> None:
    """A round without hands and two with a vote, phones reloading in every phase; in the last vote all 13 can act."""
    evening.say("ChangeSettings", settings={**SETTINGS, **WORDING, "seats": 13})
    evening.come(13)
    bytes_of = phone_bytes(13)
    assert evening.phone(13).send("CommitBytes", digest=commitment(bytes_of))["ok"]
    reloads.watch()
    evening.say("CallDeal")
    reloads.watch()
    evening.phone(13).send("RevealBytes", data=bytes_of.hex())  # or three seconds are over
    while not evening.cards(1):
        time.sleep(0.1)
    reloads.submit("ProposeHand", lambda seat: propose(evening, 1, seat, 1), "card_in_a_hand")
    evening.say("LockNominations", round=1)
    reloads.watch()
    evening.say("Next", round=1, phase="no_showdown")
    hands = open_vote(evening, 2)
    reloads.submit("CastBallot", lambda _: {"round": 2, "hands": [hands[0]]}, "already_counted")
    to_the_winner(evening, 2, reloads)
    evening.say("Next", round=2, phase="winner")
    hands = open_vote(evening, 3)
    answers = [evening.phone(seat).send("CastBallot", round=3, hands=[hands[seat % 3]]) for seat in SEATS]
    assert all(answer["ok"] for answer in answers), answers
    to_the_winner(evening, 3, reloads)
    evening.say("Next", round=3, phase="winner")
    reloads.watch()


def to_the_winner(evening: Evening, round_number: int, reloads: Reloads) -> None:
    evening.say("CloseVote", round=round_number)
    for phase in SHOWDOWN:
        reloads.watch()
        if phase != "winner":
            evening.say("Next", round=round_number, phase=phase)


def propose(evening: Evening, round_number: int, seat: int, count: int) -> Fields:
    return {"round": round_number, "cards": evening.cards(seat)[:count], "invited": []}


def open_vote(evening: Evening, round_number: int) -> list[str]:
    """Three seats that hold three cards announce hands of their own; what those are called."""
    able = [seat for seat in SEATS if len(evening.cards(seat)) == 3]
    for seat in able[:3]:
        assert evening.phone(seat).send("ProposeHand", **propose(evening, round_number, seat, 3))["ok"]
    evening.say("LockNominations", round=round_number)
    return re.findall(r'id="ballot-([0-9a-f]+)"', evening.phone(1).get(f"/p/{evening.code}").text)


@pytest.mark.pitfall("ClassQuiz 301", "ClassQuiz 408")
def test_a_phone_is_reloaded_five_times_in_every_phase_and_all_13_act_in_the_next_round(evening: Evening) -> None:
    reloads = Reloads(evening, in_each_phase=1)
    whole_event(evening, reloads)
    assert reloads.done >= len(SEATS)


@pytest.mark.long
@pytest.mark.pitfall("ClassQuiz 301", "ClassQuiz 408")
def test_all_13_phones_are_reloaded_five_times_in_every_phase_and_act_in_the_next_round(evening: Evening) -> None:
    whole_event(evening, Reloads(evening, in_each_phase=13))


@pytest.mark.pitfall("quizify 701")
def test_fifteen_phones_behind_one_address_join_and_reconnect_at_once_and_none_is_refused(evening: Evening) -> None:
    evening.say("ChangeSettings", settings={**SETTINGS, **WORDING, "rounds": 5, "seats": 14})
    phones = [evening.visitor() for _ in range(15)]
    together(phones[:14], lambda phone: phone.join(evening.code, f"Guest {phones.index(phone)}"))
    together(phones[:14], lambda phone: phone.connect(evening.code, "phone"))
    phones[14].connect(evening.code, "watch")
    evening.say("CallDeal")
    for phone in phones:
        phone.hang_up()
    together(phones, lambda phone: phone.connect(evening.code, phone.screen))
    for phone in phones:
        assert phone.socket.call("probe", {"number": 0}, timeout=30)["number"] == len(evening.ledger())
        assert not phone.gone.is_set() and phone.fragments[-1]["number"] == len(evening.ledger())
    evening.phones = phones[:14]
    assert all(evening.phone(seat).send("ProposeHand", **propose(evening, 1, seat, 3))["ok"] for seat in range(1, 15))


def together(phones: list[Visitor], act: Callable[[Visitor], object]) -> None:
    """All of them in the same moment. What one of them raises is raised here."""
    start, raised = threading.Barrier(len(phones)), list[BaseException]()

    def run(phone: Visitor) -> None:
        start.wait()
        try:
            act(phone)
        except BaseException as error:
            raised.append(error)

    threads = [threading.Thread(target=run, args=(phone,)) for phone in phones]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert raised == []


@pytest.mark.pitfall("crosswithfriends 552")
def test_an_event_runs_by_polling_alone(running: RunningConsole) -> None:
    evening = Evening(running, transport="polling")
    try:
        hands = evening.vote()
        answers = [evening.phone(seat).send("CastBallot", round=1, hands=[hands[seat % 3]]) for seat in range(1, 11)]
        assert all(answer["ok"] for answer in answers)
        evening.say("CloseVote", round=1)
        for phase in SHOWDOWN[:-1]:
            evening.say("Next", round=1, phase=phase)
        for visitor in (evening.host, *evening.phones):
            assert visitor.socket.transport() == "polling"
            visitor.socket.call("probe", {"number": 0}, timeout=30)
            assert visitor.fragments[-1]["number"] == len(evening.ledger())
    finally:
        evening.close()


@pytest.mark.pitfall("python-engineio 328")
def test_of_sockets_that_are_closed_nothing_is_kept(tmp_path: Path) -> None:
    with a_house(tmp_path) as house:
        house.open()
        phones = [house.phone(seat) for seat in range(1, 6)]

        def kept() -> int:
            gc.collect()
            return sum(isinstance(one, Socket) for one in gc.get_objects())

        def kept_after(reloads: int) -> int:
            for number in range(reloads):
                socket = house.connect(phones[number % len(phones)], "phone")
                assert socket.get_received()
                socket.disconnect()
            return kept()

        before = kept()
        assert max(kept_after(20), kept_after(100)) <= before


@pytest.mark.pitfall("python-engineio 328")
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="open files are counted where Linux lists them")
def test_of_lines_that_are_closed_no_file_stays_open(evening: Evening) -> None:
    evening.come(5)
    console = evening.console.process
    assert console

    def open_after(reloads: int) -> int:
        for number in range(reloads):
            evening.phone(number % 5 + 1).reload()
        return len(list(Path(f"/proc/{console.pid}/fd").iterdir()))

    before = open_after(10)
    assert open_after(40) <= before + 2
