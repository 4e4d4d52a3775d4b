"""Who may see which cards at a Chinese Poker table, and when; and its bots, which see no more."""

from copy import copy
from random import Random
from typing import Any

import pytest

from engine.cards import DECK, Card, cards, text
from engine.chinese_poker.commands import (
    ArrangeForMe,
    CloseTable,
    LiftCards,
    PlaceCards,
    SortCards,
    SubmitSet,
    TakeBackSet,
)
from engine.chinese_poker.events import CardsDealt, CardsPlaced, DealScored, RowsShown, SetArranged
from engine.chinese_poker.phase import Objective, Phase, SortOrder
from engine.chinese_poker.rows import SIZES, Row
from engine.game import HostViewer, PublicViewer, SeatViewer, Sentence, Viewer
from engine.hands import Category
from engine.registry import GAMES
from engine.room.commands import CallDeal, FillWithBots, Peek
from engine.room.decide import peek
from engine.room.tell import public_row, sentences
from engine.room.view import view
from tests.engine.chinese_moves import (
    CLEAN,
    FOULED,
    close,
    dealt,
    dealt_so,
    go_on,
    held,
    made,
    phase,
    place,
    play,
    submit,
    to_points,
)
from tests.engine.drive import Drive
from tests.engine.moves import cards_in
from tests.engine.sets import rows

GAME = GAMES["chinese_poker"]
OUTSIDERS: list[Viewer] = [SeatViewer(1), HostViewer(), PublicViewer()]
MINE = "Kd Qc 2s | 7c 7d 9h 3s 2c | Js Jd Jc 4h 6d"


def seen(drive: Drive, viewer: Viewer) -> Any:
    """The game as this viewer sees it."""
    return view(drive.state, viewer).game


def table_of(drive: Drive, viewer: Viewer) -> Any:
    found = seen(drive, viewer)
    return found if viewer == PublicViewer() else found.table


def other_cards(dice: Random) -> dict[int, str]:
    """The other three seats' cards, in any order, seat 1 holding the same."""
    rest = [card for card in DECK if card not in rows(MINE).cards]
    dice.shuffle(rest)
    hands = [rest[13 * at : 13 * at + 13] for at in range(3)]
    return {1: MINE} | {
        seat: f"{text(hand[:3])} | {text(hand[3:8])} | {text(hand[8:])}" for seat, hand in enumerate(hands, 2)
    }


def until_all_are_in(sets: dict[int, str]) -> list[Drive]:
    """The same moves over other cards: seat 2 half done, seats 3 and 4 in, one of them having come back once."""
    drive = dealt_so(sets)
    stages = []
    drive.seat(1, PlaceCards(1, cards("Kd Qc"), Row.FRONT))
    drive.seat(2, PlaceCards(1, rows(sets[2]).middle, Row.MIDDLE))
    drive.seat(2, SortCards(1, SortOrder.SUIT))
    submit(drive, 3, sets[3], fouled=True)
    submit(drive, 4, sets[4], fouled=True)
    drive.seat(4, TakeBackSet(1))
    stages.append(snapshot(drive))
    drive.seat(4, LiftCards(1, rows(sets[4]).front))
    drive.seat(2, ArrangeForMe(1, Objective.EXPECTED_POINTS))
    stages.append(snapshot(drive))
    drive.pass_time(180_000)
    stages.append(snapshot(drive))
    return stages


def snapshot(drive: Drive) -> Drive:
    """The drive as it is now."""
    taken = copy(drive)
    taken.rows, taken.states = list(drive.rows), list(drive.states)
    return taken


def told(drive: Drive, viewer: Viewer) -> list[tuple[Sentence, ...]]:
    """Every row in words for this viewer."""
    return [sentences(state, row, viewer) for state, row in zip(drive.states, drive.rows, strict=True)]


@pytest.mark.parametrize("viewer", OUTSIDERS, ids=lambda viewer: type(viewer).__name__)
def test_no_view_and_no_sentence_depends_on_another_seats_cards_before_the_comparison(viewer: Viewer) -> None:
    usual = until_all_are_in(other_cards(Random(1)))
    assert phase(usual[-1]) is Phase.ALL_IN
    for seed in range(2, 8):
        for one, other in zip(usual, until_all_are_in(other_cards(Random(seed))), strict=True):
            assert view(one.state, viewer) == view(other.state, viewer)
            assert told(one, viewer) == told(other, viewer)


@pytest.mark.parametrize("viewer", OUTSIDERS, ids=lambda viewer: type(viewer).__name__)
def test_before_the_comparison_nobody_sees_a_card_that_is_not_their_own(viewer: Viewer) -> None:
    own = set(rows(MINE).cards) if viewer == SeatViewer(1) else set()
    for drive in until_all_are_in(other_cards(Random(9))):
        assert cards_in(view(drive.state, viewer)) == own


@pytest.mark.parametrize("viewer", OUTSIDERS, ids=lambda viewer: type(viewer).__name__)
def test_C4_rows_are_seen_one_after_the_other_as_they_are_compared(viewer: Viewer) -> None:
    drive = until_all_are_in(other_cards(Random(3)))[-1]
    shown: set[Card] = set(rows(MINE).cards) if viewer == SeatViewer(1) else set()
    for row in Row:
        go_on(drive)
        shown |= {card for seat in drive.table.seats for card in made(drive, seat).of(row)}
        assert cards_in(view(drive.state, viewer)) == shown
    go_on(drive)
    assert cards_in(view(drive.state, viewer)) == set(DECK)


def test_every_row_with_a_card_that_was_secret_stays_out_of_a_running_export() -> None:
    drive = dealt_so({**CLEAN, 4: FOULED})
    submit(drive, 4, FOULED, fouled=True)
    submit(drive, 1)
    close(drive)
    to_points(drive)
    for state, row in zip(drive.states, drive.rows, strict=True):
        secret = (CardsDealt, CardsPlaced, SetArranged)
        expected = not any(isinstance(event, secret) for event in row.events) and not isinstance(row.command, SubmitSet)
        if not isinstance(row.actor, type(drive.rows[0].actor)):
            assert public_row(state, row) == expected, row


def test_a_seat_is_told_what_it_did_with_its_cards_and_nobody_else_is() -> None:
    drive = dealt_so(CLEAN)
    drive.seat(2, PlaceCards(1, cards("Ad 3c"), Row.FRONT))
    assert [one.key for one in sentences(drive.state, drive.rows[-1], SeatViewer(2))] == ["cards_placed"]
    for viewer in OUTSIDERS:
        assert sentences(drive.state, drive.rows[-1], viewer) == ()


def test_a_seat_is_told_how_many_cards_are_left_and_whether_it_is_fouled() -> None:
    drive = dealt_so({**CLEAN, 4: FOULED})
    place(drive, 4, rows(FOULED))
    last = [sentences(drive.state, row, SeatViewer(4))[0].facts for row in drive.rows[-3:]]
    assert last == [
        {"missing": 10, "fouled": False},
        {"missing": 5, "fouled": True},
        {"missing": 0, "fouled": True},
    ]


def test_a_phone_names_each_row_and_its_royalty_as_it_stands() -> None:
    drive = dealt_so({1: "Qs Qd 9h | 2s 2d 2c 7h 8c | Ts Td Th 5c 5d", 2: "Kd Kc 2h | As 3d 4c 6h 7s | 9s 9d 8h 8d 3s"})
    drive.seat(1, PlaceCards(1, cards("Qs Qd"), Row.FRONT))
    front, middle, back = seen(drive, SeatViewer(1)).rows
    assert (front.name.category, front.missing, front.royalty) == (Category.PAIR, 1, 0)
    assert (middle.name, middle.cards, back.missing) == (None, (), 5)
    drive.seat(1, PlaceCards(1, cards("2s 2d 2c 7h"), Row.MIDDLE))
    assert seen(drive, SeatViewer(1)).rows[1].royalty == 0
    drive.seat(1, PlaceCards(1, cards("8c"), Row.MIDDLE))
    assert (seen(drive, SeatViewer(1)).rows[1].royalty, seen(drive, SeatViewer(1)).royalties) == (2, 2)


def test_C3_a_phone_warns_as_soon_as_two_full_rows_break_the_order() -> None:
    drive = dealt_so({**CLEAN, 4: FOULED})
    broken = rows(FOULED)
    drive.seat(4, PlaceCards(1, broken.front, Row.FRONT))
    drive.seat(4, PlaceCards(1, broken.middle[:4], Row.MIDDLE))
    assert not seen(drive, SeatViewer(4)).fouled
    drive.seat(4, PlaceCards(1, broken.middle, Row.MIDDLE))
    phone = seen(drive, SeatViewer(4))
    assert phone.fouled and not phone.complete
    assert [row.broken for row in phone.rows] == [False, True, False]
    assert phone.royalties == 0


def test_a_phone_shows_its_cards_by_rank_or_by_suit() -> None:
    drive = dealt_so(CLEAN)
    assert seen(drive, SeatViewer(1)).unplaced == cards("Kd Qc Js Jd Jc 9h 7d 7c 6d 4h 3s 2s 2c")
    drive.seat(1, SortCards(1, SortOrder.SUIT))
    assert seen(drive, SeatViewer(1)).unplaced == cards("Js 3s 2s 9h 4h Kd Jd 7d 6d Qc Jc 7c 2c")


def test_the_cards_of_a_row_lie_as_its_name_reads_them() -> None:
    drive = dealt_so({1: "2c Ks Kd | 4h 9s 4c 9d Ah | 3d 5h As 2d 4s", 2: "Kh Kc 2h | 3s 3c 4d 6h 7s | 8s 9h 8h 8d Qs"})
    place(drive, 1, rows("2c Ks Kd | 4h 9s 4c 9d Ah | 3d 5h As 2d 4s"))
    assert [text(row.cards) for row in seen(drive, SeatViewer(1)).rows] == [
        "Ks Kd 2c",
        "9s 9d 4h 4c Ah",
        "As 2d 3d 4s 5h",
    ]


def test_the_board_says_who_is_in_and_whom_all_wait_for() -> None:
    drive = dealt(3)
    submit(drive, 2)
    board = seen(drive, PublicViewer())
    assert (board.submitted, board.waiting_for, board.comparison) == ((2,), (1, 3), None)


def test_the_comparison_moves_the_points_row_by_row_and_ends_with_sweeps_and_royalties() -> None:
    drive = dealt_so({**CLEAN, 4: FOULED})
    for seat, made_so in {**CLEAN, 4: FOULED}.items():
        submit(drive, seat, made_so, fouled=seat == 4)
    moved = []
    for _ in range(5):
        comparison = seen(drive, PublicViewer()).comparison
        moved.append([one.points for one in comparison.sets])
        if phase(drive) is not Phase.POINTS:
            go_on(drive)
    assert moved == [[0, 0, 0, 0], [1, 3, -1, -3], [4, 4, -2, -6], [7, 3, -1, -9], [13, 6, -1, -18]]
    assert [one.fouled for one in comparison.sets] == [False, False, False, True]
    assert [(pair.first, pair.second, pair.sweep) for pair in comparison.pairs if pair.sweep] == [
        (1, 3, 3),
        (1, 4, 3),
        (2, 4, 3),
        (3, 4, 3),
    ]


def test_a_comparison_shows_who_ran_out_of_time() -> None:
    drive = dealt(2)
    submit(drive, 1)
    close(drive)
    assert [one.ran_out for one in seen(drive, PublicViewer()).comparison.sets] == [False, True]


def test_the_host_has_one_next_step_and_may_close_between_deals() -> None:
    drive = dealt(2)
    while seen(drive, HostViewer()).next is not None:
        assert seen(drive, HostViewer()).close is None
        drive.host(seen(drive, HostViewer()).next)
    assert phase(drive) is Phase.POINTS
    assert seen(drive, HostViewer()).close == CloseTable(1)


def test_after_the_last_deal_the_next_step_is_the_end() -> None:
    drive = dealt(2, deals=1)
    play(drive, 1)
    assert table_of(drive, HostViewer()).last
    assert seen(drive, HostViewer()).close is None
    drive.host(seen(drive, HostViewer()).next)
    assert phase(drive) is Phase.ENDED
    assert seen(drive, HostViewer()).next is None
    assert view(drive.state, PublicViewer()).seed == drive.seed


def test_the_host_may_look_at_the_cards_of_a_seat() -> None:
    drive = dealt(2)
    drive.host(Peek(2))
    assert peek(drive.state, 2) == held(drive, 2)


@pytest.mark.parametrize("seed", range(3))
def test_bots_play_whole_tables_and_never_foul(seed: int) -> None:
    drive, dice = Drive(game="chinese_poker"), Random(seed)
    drive.host(FillWithBots())
    for _ in range(3):
        drive.host(CallDeal())
        while phase(drive) is Phase.SETTING:
            seat = dice.choice(drive.table.seats)
            command = GAME.choose(seen(drive, SeatViewer(seat)), dice)
            if command is not None:
                drive.seat(seat, command)
        to_points(drive)
    assert not any(one.fouled for result in drive.table.results for one in result.sets)
    assert sum(drive.table.totals.values()) == 0


def test_events_that_turn_cards_up_say_which() -> None:
    drive = dealt(2)
    close(drive)
    for row in Row:
        (event,) = go_on(drive)
        assert isinstance(event, RowsShown)
        assert len(GAME.reveals(event)) == 2 * SIZES[row]
    (scored,) = go_on(drive)
    assert isinstance(scored, DealScored)
    assert GAME.reveals(scored) == ()
    (ended,) = drive.host(CloseTable(1))
    assert GAME.reveals(ended) == DECK
