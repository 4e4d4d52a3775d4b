"""Everything that everybody is sent over whole events, held against what they may know: no card, no secret, no sign.

The console runs in this process behind a real HTTP server, and all that is heard comes over real sockets: pages, files,
headers and frames as they arrive. Flask-SocketIO's own test client would not do: it is handed objects before they
become packets. What may be known is worked out from the log by `oracle`, what is written found by `reading`; `twins`
plays the same log over other cards.
"""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tests.leaks.evening import Evening
from tests.leaks.house import House
from tests.leaks.twins import Twins
from tests.leaks.whole import play
from tests.leaks.witness import Witness

EVENTS = [("team_poker", 1), ("holdem", 1), ("chinese_poker", 1), ("holdem", 2), ("chinese_poker", 2)]
MANY = [(game, number) for number in range(100, 117) for game in ("team_poker", "holdem", "chinese_poker")][:50]
KINDS = {"phone", "host", "board", "watch", "stranger"}


def check(folder: Path, game: str, number: int, acts: int, twins: int) -> Counter[str]:
    """A whole event in which nobody is told what they may not know; returns how much each of them heard."""
    with House(folder / "house", number) as house, Evening(house, game) as evening:
        play(evening, number, acts)
        assert evening.leaks()[:10] == []
        assert differences(evening, twins, Random(number), folder) == []
    return Counter(one.kind for one in evening.heard)


def differences(evening: Evening, count: int, dice: Random, folder: Path) -> list[str]:
    """What betrays hidden cards at some moments of an evening, to one of the people there for each."""
    played = [row.number for row in evening.rows if hides(evening, row.number)]
    found = []
    for moment in dice.sample(played, min(count, len(played))):
        twins = Twins(evening, moment, folder)
        found += twins.differences(somebody(evening, dice), dice)
    return found


def hides(evening: Evening, number: int) -> bool:
    """Whether cards lay hidden after this row."""
    oracle_moments = evening.moments()
    return bool(oracle_moments[number].table.deal) and not oracle_moments[number].over


def somebody(evening: Evening, dice: Random) -> Witness:
    """A phone, the host, or somebody who only watches."""
    phones = [one for one in evening.everyone if one.kind == "phone"]
    return dice.choice([evening.host, evening.board, evening.stranger, dice.choice(phones), dice.choice(phones)])


@pytest.mark.parametrize(("game", "number"), EVENTS)
def test_nobody_is_told_what_they_may_not_know(tmp_path: Path, game: str, number: int) -> None:
    heard = check(tmp_path, game, number, acts=60, twins=2)
    assert heard.keys() == KINDS
    assert all(count > 8 for count in heard.values())


@pytest.mark.long
@pytest.mark.parametrize(("game", "number"), MANY)
def test_nobody_is_told_what_they_may_not_know_in_fifty_events(tmp_path: Path, game: str, number: int) -> None:
    assert check(tmp_path, game, number, acts=200, twins=6).keys() == KINDS
