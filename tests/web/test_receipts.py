"""A player can read again what was counted for them, with number and time, and nothing that is another's (T4)."""

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.room.commands import CallDeal, FillWithBots, GivePoints, LeaveSeat, Undo
from engine.team_poker.commands import CastBallot, PledgeCards, ProposeHand
from tests.web.house import House
from tests.web.house import house as a_house


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with a_house(tmp_path) as house:
        house.open(rounds=2)
        house.say(CallDeal())
        yield house


def lines(house: House, seat: int) -> dict[int, str]:
    """By number, what this seat's phone lists; "taken back" stands before the words."""
    page = house.phone(seat).get(f"/p/{house.code}/receipts").text
    found = re.findall(r'<li id="line-(\d+)" class="(.*?)">.*?<p class="words">(.*?)</p>', page, re.S)
    return {int(number): ("taken back: " if undone else "") + html.unescape(words) for number, undone, words in found}


def test_own_moves_are_listed_by_the_number_that_the_phone_was_told(house: House) -> None:
    held = house.state.game.secret.held
    proposed = house.say(ProposeHand(1, held[1][:1], (2,)), 1)
    hand = house.state.game.secret.hands
    pledged = house.say(PledgeCards(1, next(iter(hand)), held[2][:1]), 2)
    first, second = lines(house, 1), lines(house, 2)
    assert first[proposed] == "You have started a hand. You have pledged 1 card. You have asked Player 2 to join."
    assert second[pledged] == "You have pledged 1 card."
    assert pledged not in first and proposed not in second, "sealed to all others (T4)"
    assert list(first) == sorted(first, reverse=True)


def test_ballots_points_by_the_host_and_rounds_that_were_scored_are_listed(house: House) -> None:
    house.propose(3)
    house.go_on()
    vote = house.say(CastBallot(1, (house.table.candidates[0].hand,)), 7)
    given = house.say(GivePoints(7, 2, "sang a song"))
    assert lines(house, 7)[vote] == "Player 7 raises a hand for A."
    assert lines(house, 7)[given] == "Player 7 was given 2 points: sang a song"
    assert vote not in lines(house, 8) and given not in lines(house, 8)
    for _ in range(5):
        house.go_on()
    winners = house.table.scoring
    assert all(any("A point for" in words for words in lines(house, seat).values()) for seat in winners)


def test_what_was_taken_back_stays_and_says_so(house: House) -> None:
    given = house.say(GivePoints(4, 2, "sang a song"))
    house.say(Undo(given, "a wrong seat", past_reveal=False))
    assert lines(house, 4)[given].startswith("taken back: ")


def test_who_holds_no_seat_is_sent_to_the_room(house: House) -> None:
    answer = house.browser().get(f"/p/{house.code}/receipts")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/p/{house.code}")


def test_at_a_table_nobody_reads_what_was_counted_for_whoever_sat_there_before(house: House) -> None:
    house.code = house.console.rooms.open("holdem", "Table")
    first = house.join("An")
    assert "An took seat 1." in first.get(f"/p/{house.code}/receipts").text
    house.say(LeaveSeat(), 1)
    second = house.join("Bình")
    page = second.get(f"/p/{house.code}/receipts").text
    assert "Bình took seat 1." in page and "An took" not in page and "has left" not in page


@pytest.mark.parametrize(("game", "settle"), [("holdem", 0), ("chinese_poker", 1)])
def test_after_an_undo_at_a_table_every_screen_says_what_happened(house: House, game: str, settle: int) -> None:
    house.code = house.console.rooms.open(game, "Table")
    phone = house.join("An")
    house.say(FillWithBots())
    house.say(CallDeal())
    for _ in range(settle):
        house.go_on()
    house.say(Undo(house.state.past[-1].number, "a mis-click", past_reveal=True))
    pages = {
        "board": house.browser().get(f"/board/{house.code}"),
        "phone": phone.get(f"/p/{house.code}"),
        "watch": house.browser().get(f"/p/{house.code}?watch=1"),
        "host": house.host().get(f"/host/{house.code}"),
    }
    for name, page in pages.items():
        assert 'id="undone"' in page.text and "a mis-click" in page.text, name
