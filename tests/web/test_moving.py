"""Another phone becomes a seat, at a real console: by a one-time key, or because the host says that it may."""

import re
from typing import Any

import pytest

from tests.web.evening import Evening, refused
from tests.web.visitors import PATIENCE, Visitor, cards_of

ONCE_RIGHT_AND_NONSENSE: tuple[Any, ...] = ({"ahead": 1_234}, {"ahead": 10**15}, {"ahead": "x"}, {}, None, [])


def ticket(evening: Evening, seat: int) -> str:
    """The key in the link that the host is shown for this seat."""
    answer = evening.host.send("IssueTicket", seat=seat)
    assert answer["ok"], answer
    link: str = answer["ticket"]["link"]
    assert re.fullmatch(rf"http://[^/#]+/seat/{evening.code}#key=[\w-]{{20,}}", link), link
    return link.partition("#key=")[2]


def come(evening: Evening, key: Any) -> tuple[Visitor, Any]:
    """A new phone that follows the link, and how it was answered."""
    phone = evening.visitor()
    phone.get(f"/seat/{evening.code}")
    return phone, phone.http.post(f"{phone.url}/seat/{evening.code}", json={"key": key}, timeout=PATIENCE)


def claim_ids(evening: Evening) -> list[str]:
    return re.findall(r'id="claim-yes-(\w+)"', evening.host.get(f"/host/{evening.code}").text)


@pytest.mark.pitfall("massivedecks 186")
def test_a_phone_that_follows_the_link_has_the_seat_with_its_cards_and_the_old_one_is_retired(evening: Evening) -> None:
    evening.deal()
    old, cards = evening.phone(4), evening.cards(4)
    key = ticket(evening, 4)
    new, answer = come(evening, key)
    assert answer.status_code == 204, answer.text
    assert cards_of(new.get(f"/p/{evening.code}").text) == cards
    assert old.gone.wait(PATIENCE)
    assert "Your seat is on another phone now" in old.get(f"/p/{evening.code}").text
    assert refused(old.send("ProposeHand", round=1, cards=cards[:1], invited=[])) == "seat_is_elsewhere"
    new.connect(evening.code, "phone")
    assert new.send("ProposeHand", round=1, cards=cards[:1], invited=[])["ok"]


def test_a_retired_phone_may_watch(evening: Evening) -> None:
    evening.deal()
    come(evening, ticket(evening, 4))
    assert 'data-screen="watch"' in evening.phone(4).get(f"/p/{evening.code}?watch=1").text


def test_a_key_is_good_once_and_stands_in_no_log_and_in_no_fragment(evening: Evening) -> None:
    evening.deal()
    watcher = evening.visitor().connect(evening.code, "board")
    key = ticket(evening, 4)
    assert come(evening, key)[1].status_code == 204
    second, answer = come(evening, key)
    assert answer.status_code == 403 and "was used already" in answer.text
    assert not cards_of(second.get(f"/p/{evening.code}").text)
    shown = [fragment["html"] for one in (evening.host, watcher, *evening.phones) for fragment in one.fragments]
    assert not any(key in html for html in shown)
    assert key not in evening.host.get(f"/host/{evening.code}/export.json").text
    assert key not in evening.console.log()


@pytest.mark.parametrize("key", ["guess", "", 5, None, ["x"]])
def test_a_wrong_key_moves_nothing(evening: Evening, key: Any) -> None:
    evening.come(1)
    number = len(evening.ledger())
    assert come(evening, key)[1].status_code == 403
    assert len(evening.ledger()) == number


def test_a_key_of_another_room_and_a_phone_that_has_a_seat_are_refused_and_the_key_stays_good(
    evening: Evening,
) -> None:
    evening.come(2)
    key, other_room = ticket(evening, 1), evening.host.open_room("Saturday")
    there = evening.visitor()
    there.get(f"/seat/{other_room}")
    assert there.http.post(f"{there.url}/seat/{other_room}", json={"key": key}, timeout=PATIENCE).status_code == 403
    key = ticket(evening, 1)
    sitting = evening.phone(2)
    answer = sitting.http.post(f"{sitting.url}/seat/{evening.code}", json={"key": key}, timeout=PATIENCE)
    assert answer.status_code == 403 and "has a seat already" in answer.text
    assert come(evening, key)[1].status_code == 204


def test_only_hosts_are_given_keys_and_answer_claims(evening: Evening) -> None:
    evening.come(2)
    stranger = evening.visitor().connect(evening.code, "watch")
    for visitor in (stranger, evening.phone(1)):
        assert refused(visitor.send("IssueTicket", seat=2)) == "not_allowed"
        assert refused(visitor.send("AnswerClaim", claim="0" * 8, accept=True)) == "not_allowed"
    assert refused(evening.host.send("IssueTicket", seat=12)) == "no_such_seat"
    assert refused(evening.host.send("IssueTicket", seat="2")) == "unreadable"
    assert refused(evening.host.send("AnswerClaim", claim="0" * 8, accept=True)) == "already_done"


def test_F2_a_phone_that_comes_before_the_deal_is_asked_for_bytes_of_its_own(evening: Evening) -> None:
    evening.come(1)
    assert evening.phone(1).send("CommitBytes", digest="ab" * 32)["ok"]
    new, _ = come(evening, ticket(evening, 1))
    assert 'data-digest=""' in new.get(f"/p/{evening.code}").text
    new.connect(evening.code, "phone")
    assert new.send("CommitBytes", digest="cd" * 32)["ok"]
    assert refused(evening.phone(1).send("CommitBytes", digest="ef" * 32)) == "seat_is_elsewhere"


def test_a_name_that_is_taken_offers_two_ways_and_the_host_lets_its_owner_in(evening: Evening) -> None:
    evening.come(2)
    late = evening.visitor()
    late.get(f"/j/{evening.code}")
    answer = late.post(f"/j/{evening.code}", name="player 2")
    assert answer.status_code == 422
    assert "Choose another name" in answer.text and 'name="seat" value="2"' in answer.text
    assert late.post(f"/j/{evening.code}/claim", seat="2").headers["Location"] == f"/p/{evening.code}"
    waiting = late.get(f"/p/{evening.code}").text
    assert "Wait here" in waiting and 'data-screen="watch"' in waiting
    late.connect(evening.code, "watch")
    (claim,) = claim_ids(evening)
    press = "press-" + claim
    assert evening.host.send("AnswerClaim", press, claim=claim, accept=True)["ok"]
    assert late.gone.wait(PATIENCE) and evening.phone(2).gone.wait(PATIENCE)
    assert 'data-seat="2"' in late.get(f"/p/{evening.code}").text
    assert claim_ids(evening) == []
    assert evening.ledger()[-1]["content"]["actor"]["type"] == "Host"


def test_whoever_is_told_no_hears_so_once_and_may_take_another_name(evening: Evening) -> None:
    evening.come(1)
    late = evening.visitor()
    late.get(f"/j/{evening.code}")
    late.post(f"/j/{evening.code}/claim", seat="1")
    late.connect(evening.code, "watch")
    number = len(evening.ledger())
    assert evening.host.send("AnswerClaim", claim=claim_ids(evening)[0], accept=False)["ok"]
    assert late.gone.wait(PATIENCE)
    assert "this seat is not yours" in late.get(f"/p/{evening.code}").text
    assert "this seat is not yours" not in late.get(f"/p/{evening.code}").text
    assert len(evening.ledger()) == number
    late.join(evening.code, "Somebody else")


def test_a_claim_can_be_withdrawn(evening: Evening) -> None:
    evening.come(1)
    late = evening.visitor()
    late.get(f"/j/{evening.code}")
    late.post(f"/j/{evening.code}/claim", seat="1")
    assert len(claim_ids(evening)) == 1
    assert late.post(f"/j/{evening.code}/unclaim").headers["Location"] == f"/j/{evening.code}"
    assert claim_ids(evening) == []


def test_a_whole_room_comes_back_without_its_cookies_by_one_approval_each(evening: Evening) -> None:
    evening.deal()
    cards = {seat: evening.cards(seat) for seat in range(1, 11)}
    back = {}
    for seat in cards:
        back[seat] = evening.visitor()
        assert f'name="seat" value="{seat}"' in back[seat].get(f"/j/{evening.code}").text
        back[seat].post(f"/j/{evening.code}/claim", seat=str(seat))
    claims = claim_ids(evening)
    assert len(claims) == 10
    for claim in claims:
        assert evening.host.send("AnswerClaim", claim=claim, accept=True)["ok"]
    assert {seat: cards_of(phone.get(f"/p/{evening.code}").text) for seat, phone in back.items()} == cards


def test_a_bot_plays_in_somebodys_place_and_that_phone_is_told_so(evening: Evening) -> None:
    hands = evening.vote()
    assert evening.host.send("SetPlayedBy", seats=[5], bot=True)["ok"]
    assert "A bot plays your seat now" in evening.phone(5).get(f"/p/{evening.code}").text
    assert refused(evening.phone(5).send("CastBallot", round=1, hands=[hands[0]])) == "bot_in_your_place"
    assert evening.host.send("SetPlayedBy", seats=[5], bot=False)["ok"]
    answer = evening.phone(5).send("CastBallot", round=1, hands=[hands[0]])
    assert answer["ok"] or refused(answer) == "already_counted"


@pytest.mark.pitfall("beatify 1718")
def test_of_two_pages_on_one_phone_only_the_one_in_front_is_sent_anything(evening: Evening) -> None:
    evening.come(1)
    first = evening.phone(1)
    second = Visitor(first.url, http=first.http)
    aside: list[int] = []
    front: list[int] = []
    first.socket.on("aside", lambda _content: aside.append(1))
    evening.visitors.append(second.connect(evening.code, "phone"))
    second.socket.on("aside", lambda _content: front.append(1))
    before = len(first.fragments)
    assert evening.host.send("SetTitle", title="Saturday")["ok"]
    assert second.socket.call("probe", {"number": 0}, timeout=PATIENCE)["number"]
    assert aside and not front
    assert len(first.fragments) == before and second.fragments
    first.socket.emit("front", {})
    assert first.socket.call("probe", {"number": 0}, timeout=PATIENCE)["number"]
    assert second.socket.call("probe", {"number": 0}, timeout=PATIENCE)["number"]
    assert len(first.fragments) > before and front


def test_the_clock_of_a_phone_and_nonsense_about_it(evening: Evening) -> None:
    evening.come(1)
    phone = evening.phone(1)
    for sent in ONCE_RIGHT_AND_NONSENSE:
        phone.socket.emit("clock", sent)
    assert phone.socket.call("probe", {"number": 0}, timeout=PATIENCE)["number"]
    assert "clock +1.2 s" in evening.host.get(f"/host/{evening.code}").text
