"""Screens that would leave somebody guessing say in words how things stand."""

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.room.commands import CallDeal, SetAbsent, ShowRank
from engine.team_poker.commands import ProposeHand
from tests.web.house import House
from tests.web.house import house as a_house

GONE = 13
PRIZE = "Dinner for two"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with a_house(tmp_path) as house:
        house.open(rounds=1, prize=PRIZE)
        house.say(CallDeal())
        yield house


def words(page: str) -> str:
    """What a page says, without its marks."""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", page)))


def test_T4_whoever_is_asked_to_join_without_a_free_card_is_told_why_there_is_no_button(house: House) -> None:
    held = house.state.game.secret.held
    house.say(ProposeHand(1, held[1][:2], (2,)), 1)
    asked = house.phone(2).get(f"/p/{house.code}").text
    assert "Join with the chosen cards" in asked and "All your cards are in hands." not in asked
    house.say(ProposeHand(1, held[2], ()), 2)
    asked = house.phone(2).get(f"/p/{house.code}").text
    assert "Join with the chosen cards" not in asked and "All your cards are in hands." in asked


def test_T15_whoever_was_absent_has_no_rank_in_the_final(house: House) -> None:
    house.say(SetAbsent(GONE, True))
    board, host = house.browser(), house.host()
    house.go_on()
    house.go_on()
    assert "Show who was absent" in host.get(f"/host/{house.code}").text
    house.say(ShowRank(GONE))
    shown = words(board.get(f"/board/{house.code}").text)
    assert re.search(rf"Absent Player {GONE}", shown) and "Rank 13" not in shown
    assert "Show rank 1" in host.get(f"/host/{house.code}").text
    house.say(ShowRank(0))
    lines = re.findall(r'<td class="rank">(.*?)</td>', board.get(f"/board/{house.code}").text)
    assert lines == ["1"] * (GONE - 1) + ["–"]


def test_T13_whoever_only_watches_reads_who_won_and_what(house: House) -> None:
    house.propose(2)
    house.go_on()
    for _ in range(5):
        house.go_on()
    watching = f"/p/{house.code}?watch=1"
    assert PRIZE not in house.browser().get(watching).text
    house.say(ShowRank(0))
    found = words(house.browser().get(watching).text)
    assert re.search(rf"The winner Player \d+ {PRIZE}", found), found
