"""Settings of a Chinese Poker table, with royalties of its own (C5, C7, C8)."""

from dataclasses import replace
from typing import Any

import pytest

from engine.chinese_poker.commands import ChangeSettings
from engine.chinese_poker.royalties import Royalties, RoyaltyTable
from engine.chinese_poker.rules import Settings
from engine.game import Host, Player, Room
from tests.engine.chinese_moves import CLEAN, dealt, dealt_so, play, submit, to_points, totals
from tests.engine.drive import Drive


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"seats": 1}, "seats_out_of_range"),
        ({"seats": 5}, "seats_out_of_range"),
        ({"seconds": 9}, "seconds_out_of_range"),
        ({"seconds": 3601}, "seconds_out_of_range"),
        ({"deals": -1}, "deals_out_of_range"),
        ({"deals": 101}, "deals_out_of_range"),
        ({"own": Royalties(front_pairs=(0,) * 12)}, "royalties_incomplete"),
        ({"own": Royalties(middle=(0,) * 8)}, "royalties_incomplete"),
        ({"own": Royalties(back=(0,) * 6 + (101,))}, "royalties_out_of_range"),
        ({"own": Royalties(front_threes=(-1,) + (0,) * 12)}, "royalties_out_of_range"),
    ],
)
def test_C5_settings_that_cannot_be_played_are_refused_with_the_reason(changed: dict[str, Any], reason: str) -> None:
    drive = Drive(game="chinese_poker")
    assert drive.refusal(Host(), ChangeSettings(replace(Settings(), **changed))) == reason


def test_C5_a_table_of_ones_own_is_played_as_it_is_written() -> None:
    own = Royalties(middle=(0, 0, 0, 0, 0, 0, 0), back=(7, 0, 0, 0, 0, 0, 0))
    drive = dealt_so(CLEAN, royalties=RoyaltyTable.OWN, own=own)
    for seat, text in CLEAN.items():
        submit(drive, seat, text)
    to_points(drive)
    assert [one.royalties for one in drive.table.results[0].sets] == [(0, 0, 7), (0, 0, 0), (0, 0, 0)]
    assert totals(drive) == {1: 1 + 6 + 14, 2: -1 + 1 - 7, 3: -6 - 1 - 7}


def test_settings_change_between_deals_and_not_below_what_was_played() -> None:
    drive = dealt(2)
    assert drive.refusal(Host(), ChangeSettings(Settings(deals=3))) == "deal_under_way"
    play(drive, 2)
    assert drive.refusal(Host(), ChangeSettings(Settings(deals=1))) == "deals_already_played"
    drive.host(ChangeSettings(Settings(deals=3, royalties=RoyaltyTable.NONE)))
    play(drive, 1)
    assert all(sum(one.royalties) == 0 for one in drive.table.results[2].sets)
    assert drive.refusal(Player(1), ChangeSettings(Settings())) == "not_allowed"
    assert drive.refusal(Room(), ChangeSettings(Settings())) == "not_allowed"
