"""Setting 13 cards: placing, submitting, taking back, and the end of the time (C2, C3, C7)."""

from typing import Any

import pytest

from engine.cards import DECK, cards
from engine.chinese_poker.arrange import arrange
from engine.chinese_poker.commands import (
    ArrangeForMe,
    CloseSetting,
    LiftCards,
    PlaceCards,
    SortCards,
    SubmitSet,
    SwapCards,
    TakeBackSet,
)
from engine.chinese_poker.events import SetArranged, SetStood, SettingClosed
from engine.chinese_poker.phase import Objective, Phase, SortOrder
from engine.chinese_poker.rows import Row, Rows
from engine.chinese_poker.royalties import PUBLISHED, Royalties, RoyaltyTable
from engine.chinese_poker.rules import Settings
from engine.game import Bell, Host, Player
from engine.room.commands import CallDeal, Pause, Resume, Undo
from tests.engine.chinese_moves import (
    CLEAN,
    FOULED,
    close,
    dealt,
    dealt_so,
    go_on,
    held,
    made,
    newcomer,
    phase,
    place,
    place_some,
    play,
    submit,
    submit_all,
)
from tests.engine.sets import rows

CLASSIC = PUBLISHED[RoyaltyTable.CLASSIC]


def test_C2_cards_are_placed_lifted_and_swapped_within_the_size_of_each_row() -> None:
    drive = dealt_so(CLEAN)
    drive.seat(1, PlaceCards(1, cards("Kd Qc 2s"), Row.FRONT))
    assert drive.refused(Player(1), PlaceCards(1, cards("7c"), Row.FRONT)).facts == {"row": "front"}
    drive.seat(1, PlaceCards(1, cards("7c 7d"), Row.MIDDLE))
    drive.seat(1, PlaceCards(1, cards("2s"), Row.MIDDLE))
    assert made(drive, 1) == Rows(cards("Kd Qc"), cards("7c 7d 2s"), ())
    drive.seat(1, SwapCards(1, cards("Kd 7d")))
    drive.seat(1, SwapCards(1, cards("Qc 4h")))
    assert made(drive, 1) == Rows(cards("7d 4h"), cards("7c Kd 2s"), ())
    drive.seat(1, LiftCards(1, cards("4h 2s")))
    assert made(drive, 1) == Rows(cards("7d"), cards("7c Kd"), ())


def test_C2_a_full_row_takes_its_own_cards_again_without_change() -> None:
    drive = dealt_so(CLEAN)
    drive.seat(1, PlaceCards(1, cards("Kd Qc 2s"), Row.FRONT))
    assert drive.refusal(Player(1), PlaceCards(1, cards("Kd Qc 2s"), Row.FRONT)) == "already_done"


@pytest.mark.parametrize(
    ("placed", "reason"),
    [
        ("", "no_cards_chosen"),
        ("Ad", "not_your_cards"),
        ("Kd Ad", "not_your_cards"),
        ("Kd Qc 2s 7c", "row_is_full"),
    ],
)
def test_C2_what_cannot_be_placed_is_refused_with_the_reason(placed: str, reason: str) -> None:
    drive = dealt_so(CLEAN)
    assert drive.refusal(Player(1), PlaceCards(1, cards(placed), Row.FRONT)) == reason


def test_C2_a_card_named_twice_is_refused() -> None:
    drive = dealt_so(CLEAN)
    assert drive.refusal(Player(1), PlaceCards(1, cards("Kd") * 2, Row.FRONT)) == "cards_repeated"
    assert drive.refusal(Player(1), SwapCards(1, cards("Kd") * 2)) == "cards_repeated"
    assert drive.refusal(Player(1), SwapCards(1, cards("Kd"))) == "two_cards_swap"


@pytest.mark.parametrize(
    "command",
    [
        PlaceCards(2, cards("Kd"), Row.FRONT),
        LiftCards(2, cards("Kd")),
        SwapCards(2, cards("Kd Qc")),
        SortCards(2, SortOrder.SUIT),
        ArrangeForMe(2, Objective.ROYALTIES_FIRST),
        SubmitSet(2, fouled=False),
        TakeBackSet(2),
    ],
)
def test_a_command_for_another_deal_is_refused(command: Any) -> None:
    assert dealt_so(CLEAN).refusal(Player(1), command) == "other_deal"


@pytest.mark.pitfall("setwithfriends 186")
def test_C2_an_incomplete_set_cannot_be_submitted() -> None:
    drive = dealt()
    place_some(drive, 1, 12)
    assert drive.refusal(Player(1), SubmitSet(1, fouled=False)) == "set_incomplete"
    assert drive.refusal(Player(1), SubmitSet(1, fouled=True)) == "set_incomplete"


def test_C3_a_fouled_set_is_submitted_only_knowingly() -> None:
    drive = dealt_so({**CLEAN, 4: FOULED})
    place(drive, 4, rows(FOULED))
    assert drive.refusal(Player(4), SubmitSet(1, fouled=False)) == "set_is_fouled"
    drive.seat(4, SubmitSet(1, fouled=True))
    assert drive.table.submitted == {4}


@pytest.mark.parametrize("objective", Objective)
def test_a_seat_may_let_the_arranger_set_its_cards_and_still_change_them(objective: Objective) -> None:
    drive = dealt()
    drive.seat(1, ArrangeForMe(1, objective))
    assert made(drive, 1) == arrange(held(drive, 1), CLASSIC, objective)
    assert drive.table.submitted == frozenset()
    drive.seat(1, LiftCards(1, made(drive, 1).front))
    assert made(drive, 1).front == ()


def test_C7_180_seconds_to_set() -> None:
    drive = dealt()
    drive.pass_time(180_000 - 1)
    assert phase(drive) is Phase.SETTING
    drive.pass_time(1)
    assert phase(drive) is Phase.ALL_IN
    assert drive.rows[-1].actor == Bell()


def test_C7_the_time_to_set_can_be_set() -> None:
    drive = dealt(seconds=30)
    drive.pass_time(29_999)
    assert phase(drive) is Phase.SETTING
    drive.pass_time(1)
    assert phase(drive) is Phase.ALL_IN


def test_C7_at_the_end_a_complete_set_stands_as_it_is_also_when_it_is_fouled() -> None:
    drive = dealt_so({**CLEAN, 4: FOULED})
    place(drive, 4, rows(FOULED))
    drive.pass_time(180_000)
    assert SetStood(1, 4) in drive.rows[-1].events
    assert made(drive, 4) == rows(FOULED)
    go_on(drive)
    assert drive.table.fouled == (4,)


@pytest.mark.pitfall("beatify 1111", "beatify 596")
def test_C7_at_the_end_an_incomplete_set_is_made_anew_from_all_13_by_royalties_first() -> None:
    drive = dealt()
    place_some(drive, 1, 12)
    place_some(drive, 2, 3)
    drive.pass_time(180_000)
    for seat in (1, 2, 3, 4):
        anew = arrange(held(drive, seat), CLASSIC, Objective.ROYALTIES_FIRST)
        assert SetArranged(1, seat, anew) in drive.rows[-1].events
        assert made(drive, seat) == anew
    go_on(drive)
    assert drive.table.fouled == ()


def test_C7_running_out_follows_the_royalties_that_are_played() -> None:
    drive = dealt(royalties=RoyaltyTable.OPEN_FACE)
    drive.pass_time(180_000)
    for seat in (1, 2, 3, 4):
        assert made(drive, seat) == arrange(
            held(drive, seat), PUBLISHED[RoyaltyTable.OPEN_FACE], Objective.ROYALTIES_FIRST
        )


def test_C7_a_submitted_set_is_left_alone_when_time_runs_out() -> None:
    drive = dealt_so({**CLEAN, 4: FOULED})
    submit(drive, 1, CLEAN[1])
    drive.pass_time(180_000)
    assert made(drive, 1) == rows(CLEAN[1])
    assert drive.table.ran_out == {2, 3, 4}


def test_C7_a_set_can_be_taken_back_until_all_are_in() -> None:
    drive = dealt()
    submit(drive, 1)
    assert drive.refusal(Player(1), PlaceCards(1, held(drive, 1)[:1], Row.FRONT)) == "set_is_in"
    drive.seat(1, TakeBackSet(1))
    assert drive.table.submitted == frozenset()
    assert made(drive, 1).is_complete
    drive.seat(1, LiftCards(1, held(drive, 1)))
    submit_all(drive)
    assert drive.refusal(Player(1), TakeBackSet(1)) == "setting_closed"


def test_C7_a_seat_without_a_submitted_set_has_nothing_to_take_back() -> None:
    assert dealt().refusal(Player(1), TakeBackSet(1)) == "nothing_to_take_back"


def test_C7_with_the_last_set_the_clock_stops_and_the_comparison_can_begin() -> None:
    drive = dealt()
    for seat in (1, 2, 3):
        submit(drive, seat)
        assert phase(drive) is Phase.SETTING
    assert submit(drive, 4)[-1] == SettingClosed(1)
    assert (phase(drive), drive.table.deadline) == (Phase.ALL_IN, None)
    drive.pass_time(600_000)
    assert phase(drive) is Phase.ALL_IN


def test_C7_the_host_may_end_the_time_and_a_second_press_changes_nothing() -> None:
    drive = dealt()
    close(drive)
    assert phase(drive) is Phase.ALL_IN
    assert drive.refusal(Host(), CloseSetting(1)) == "already_done"
    assert drive.refusal(Player(1), CloseSetting(1)) == "not_allowed"


def test_C7_the_time_stands_while_the_room_is_paused_and_so_does_setting() -> None:
    drive = dealt()
    drive.pass_time(100_000)
    drive.host(Pause())
    drive.pass_time(500_000)
    assert drive.refusal(Player(1), ArrangeForMe(1, Objective.ROYALTIES_FIRST)) == "clock_stopped"
    assert drive.refusal(Player(1), PlaceCards(1, held(drive, 1)[:1], Row.FRONT)) == "clock_stopped"
    drive.seat(1, SortCards(1, SortOrder.SUIT))
    drive.host(Resume())
    drive.pass_time(79_999)
    assert phase(drive) is Phase.SETTING
    drive.pass_time(1)
    assert phase(drive) is Phase.ALL_IN


def test_work_in_progress_is_no_step_of_the_hosts_and_outlives_an_undo_of_a_later_one() -> None:
    drive = dealt(2)
    place_some(drive, 1, 6)
    submit(drive, 2)
    steps = [step.number for step in drive.state.past]
    assert len(drive.rows) - steps[-1] == 0 and len(steps) == 2
    drive.host(Undo(steps[-1], "not yet", past_reveal=False))
    assert drive.table.submitted == frozenset()
    assert len(made(drive, 1).cards) == 6


def test_C7_the_defaults_are_the_rules() -> None:
    assert Settings() == Settings(180, RoyaltyTable.CLASSIC, Royalties(), 0, 4)


def test_a_seat_that_is_not_dealt_in_sets_nothing() -> None:
    drive = dealt(2)
    play(drive, 1)
    newcomer(drive, "New")
    assert drive.refusal(Player(3), PlaceCards(1, DECK[:1], Row.FRONT)) == "not_dealt_in"
    assert drive.refusal(Player(1), PlaceCards(1, held(drive, 1)[:1], Row.FRONT)) == "setting_closed"
    assert drive.refusal(Player(1), SortCards(1, SortOrder.RANK)) == "setting_closed"


def test_how_a_seat_sorts_its_cards_outlives_the_deal() -> None:
    drive = dealt(2)
    drive.seat(1, SortCards(1, SortOrder.SUIT))
    assert drive.refusal(Player(1), SortCards(1, SortOrder.SUIT)) == "already_done"
    play(drive, 1)
    drive.host(CallDeal())
    assert drive.secret.sorts == {1: SortOrder.SUIT}
