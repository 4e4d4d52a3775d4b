"""Who meets: two candidates, a vote among more, and the draw of ties (T6-T8)."""

import json
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from engine.cards import DECK
from engine.chance import Draws
from engine.game import Bell, Host, Player, PublicViewer, SeatViewer
from engine.room.commands import Undo
from engine.room.seating import chance
from engine.room.view import view
from engine.team_poker.commands import CastBallot, CloseVote, Next
from engine.team_poker.events import BallotCast, HandsMatched, TieDrawn, VoteClosed, VoteOpened
from engine.team_poker.phase import Phase
from engine.team_poker.rules import cut
from tests.engine.chi_square import is_uniform
from tests.engine.drive import Drive
from tests.engine.moves import back, close, dealt, empty_round, go_on, lock, make, phase, showdown, take_back, vote

VOTES = json.loads((Path(__file__).parent.parent / "vectors" / "votes.json").read_text("utf-8"))


def voting(candidates: int = 4, **settings: Any) -> tuple[Drive, list[str]]:
    """An open vote on so many hands, A being that of seat 1 alone, and so on."""
    drive = dealt(**settings)
    hands = [make(drive, seat, seat, seat) for seat in range(1, candidates + 1)]
    lock(drive)
    return drive, hands


def drawn(drive: Drive) -> TieDrawn | None:
    return next((event for event in drive.rows[-1].events if isinstance(event, TieDrawn)), None)


def test_T6_two_candidates_meet_without_a_vote() -> None:
    drive = dealt()
    hands = make(drive, 1, 2, 3), make(drive, 4, 5, 6)
    assert lock(drive)[1:] == (HandsMatched(1, hands),)
    assert drive.table.phase is Phase.MATCHED


def test_T6_more_than_two_candidates_are_voted_on_for_a_minute() -> None:
    drive = dealt()
    for seat in range(1, 4):
        make(drive, seat, seat, seat)
    opened = lock(drive)[1]
    assert opened == VoteOpened(1, drive.state.clock.now(drive.wall) + 60_000)


@pytest.mark.pitfall("slackwolf 33", "setwithfriends 153")
@pytest.mark.parametrize("case", VOTES, ids=lambda case: "-".join(map(str, case["votes"].values())))
def test_T8_reference_cases_of_who_is_in_and_who_is_drawn(case: dict[str, Any]) -> None:
    result = cut(case["votes"])
    assert sorted(result.certain) == sorted(case["certain"])
    assert sorted(result.tied) == sorted(case["drawn_from"])
    assert result.to_draw == case["to_draw"]


def test_T7_every_seat_may_raise_one_hand_also_for_its_own_and_also_without_cards() -> None:
    drive = dealt(rounds=6)
    make(drive, 1, 1, 1)
    make(drive, 2, 2, 2)
    lock(drive)
    showdown(drive)
    go_on(drive)
    hands = [make(drive, seat, seat, seat) for seat in (3, 4, 5)]
    lock(drive)
    assert not drive.secret.held[1]
    assert back(drive, 1, hands[1]) == (BallotCast(2, 1, (hands[1],)),)
    assert back(drive, 3, hands[0]) == (BallotCast(2, 3, (hands[0],)),)
    assert drive.refusal(Player(5), CastBallot(2, (hands[0], hands[2]))) == "too_many_ballots"


def test_T7_two_ballots_each_is_a_setting() -> None:
    drive, hands = voting(ballots=2)
    back(drive, 1, hands[3], hands[0])
    back(drive, 2, hands[0])
    assert drive.table.votes() == dict(zip(hands, (2, 0, 0, 1), strict=True))
    refused = drive.refused(Player(3), CastBallot(1, tuple(hands[:3])))
    assert (refused.reason, refused.facts) == ("too_many_ballots", {"most": 2})
    assert drive.refusal(Player(3), CastBallot(1, (hands[0], hands[0]))) == "ballot_repeated"


def test_T7_a_ballot_can_be_changed_and_taken_down_until_the_vote_closes() -> None:
    drive, hands = voting()
    back(drive, 7, hands[0])
    back(drive, 7, hands[1])
    assert list(drive.table.votes().values()) == [0, 1, 0, 0]
    back(drive, 7)
    assert list(drive.table.votes().values()) == [0, 0, 0, 0]
    assert 7 in view(drive.state, PublicViewer()).game.silent


def test_T7_the_same_ballot_twice_is_told_that_it_counts_already() -> None:
    drive, hands = voting(ballots=2)
    assert drive.refusal(Player(7), CastBallot(1, ())) == "already_counted"
    back(drive, 7, hands[0], hands[1])
    assert drive.refusal(Player(7), CastBallot(1, (hands[1], hands[0]))) == "already_counted"


def test_T7_who_raised_a_hand_for_which_candidate_is_public_and_live() -> None:
    drive, hands = voting()
    back(drive, 9, hands[2])
    back(drive, 4, hands[2])
    for viewer in (PublicViewer(), SeatViewer(1)):
        shown = view(drive.state, viewer).game
        table = shown.table if isinstance(viewer, SeatViewer) else shown
        assert [one.backers for one in table.candidates] == [(), (), (4, 9), ()]


def test_T7_a_ballot_names_a_candidate_of_this_round() -> None:
    drive, hands = voting()
    assert drive.refusal(Player(1), CastBallot(1, ("nothing",))) == "no_such_candidate"
    refused = drive.refused(Player(1), CastBallot(2, (hands[0],)))
    assert (refused.reason, refused.facts) == ("other_round", {"round": 2})


def test_T7_only_seats_that_were_dealt_in_vote() -> None:
    drive, hands = voting()
    assert drive.refusal(Player(14), CastBallot(1, (hands[0],))) == "no_such_seat"
    assert drive.refusal(Host(), CastBallot(1, (hands[0],))) == "not_allowed"


def test_T7_votes_before_the_vote_opens_and_after_it_closes_are_refused() -> None:
    drive = dealt()
    hands = [make(drive, seat, seat, seat) for seat in range(1, 4)]
    ballot = CastBallot(1, (hands[0],))
    assert drive.refusal(Player(1), ballot) == "vote_not_open"
    lock(drive)
    back(drive, 1, hands[0])
    close(drive)
    for _ in range(5):
        assert drive.refusal(Player(1), ballot) == "vote_closed"
        go_on(drive)
    assert drive.refusal(Player(1), ballot) == "other_round"


@pytest.mark.pitfall("beatify 1111", "beatify 596")
def test_T7_the_clock_closes_the_vote_after_its_time() -> None:
    drive, _ = voting(vote=20)
    drive.pass_time(19_999)
    assert phase(drive) is Phase.VOTING
    drive.pass_time(1)
    assert (drive.table.phase, drive.rows[-1].actor) == (Phase.MATCHED, Bell())


def test_T7_the_host_closes_the_vote_once_and_nobody_else_does() -> None:
    drive, _ = voting()
    assert drive.refusal(Player(1), CloseVote(1)) == "not_allowed"
    assert drive.refusal(Host(), CloseVote(2)) == "already_done"
    close(drive)
    assert drive.refusal(Host(), CloseVote(1)) == "already_done"


def test_T7_no_vote_is_open_while_nominations_are() -> None:
    drive = dealt()
    assert drive.refusal(Host(), CloseVote(1)) == "already_done"


def test_T8_the_two_best_supported_meet_in_the_order_of_their_letters() -> None:
    drive, hands = voting()
    vote(drive, dict(zip(hands, (1, 2, 0, 5), strict=True)))
    assert close(drive) == (VoteClosed(1), HandsMatched(1, (hands[1], hands[3])))
    assert drawn(drive) is None


def test_T8_with_6_3_3_1_the_first_is_in_and_one_of_the_two_threes_is_drawn() -> None:
    drive, hands = voting()
    vote(drive, dict(zip(hands, (6, 3, 3, 1), strict=True)))
    close(drive)
    tie = drawn(drive)
    assert tie and tie.tied == (hands[1], hands[2]) and len(tie.drawn) == 1
    assert drive.table.matched == (hands[0], *tie.drawn)


def test_T8_with_4_4_4_1_two_of_the_three_are_drawn() -> None:
    drive, hands = voting()
    vote(drive, dict(zip(hands, (4, 4, 4, 1), strict=True)))
    close(drive)
    tie = drawn(drive)
    assert tie and tie.tied == tuple(hands[:3]) and len(tie.drawn) == 2
    assert drive.table.matched == tie.drawn


def test_T8_with_no_votes_at_all_two_of_all_are_drawn() -> None:
    drive, hands = voting(5)
    close(drive)
    tie = drawn(drive)
    assert tie and tie.tied == tuple(hands) and len(tie.drawn) == 2
    assert drive.table.matched == tie.drawn


def test_T8_a_tie_above_the_cut_or_below_it_is_not_drawn() -> None:
    drive, hands = voting()
    vote(drive, dict(zip(hands, (2, 5, 5, 1), strict=True)))
    assert len(close(drive)) == 2
    assert drive.table.matched == (hands[1], hands[2])


@pytest.mark.pitfall("slackwolf 33", "setwithfriends 153")
def test_T8_over_the_cut_of_ten_thousand_seeds_each_of_the_tied_is_drawn_alike() -> None:
    tied = ("A", "B", "C", "D")
    pairs = Counter(frozenset(Draws(number.to_bytes(32)).draw("round 1 tie", tied, 2)) for number in range(10_000))
    assert set(pairs) == {frozenset(pair) for pair in combinations(tied, 2)}
    assert is_uniform(list(pairs.values()))


@pytest.mark.pitfall("slackwolf 33", "setwithfriends 153")
def test_T8_one_of_thirteen_is_drawn_alike_in_ten_thousand_draws() -> None:
    seats = tuple(range(1, 14))
    counts = Counter(Draws(number.to_bytes(32)).draw("round 2 tie", seats, 1) for number in range(10_000))
    assert len(counts) == 13
    assert is_uniform(list(counts.values()))


def test_F5_the_draw_of_a_tie_is_the_same_after_an_undo() -> None:
    drive, _ = voting()
    close(drive)
    before = drive.table.matched
    drive.host(Undo(drive.state.number, "lại", past_reveal=False))
    close(drive)
    assert drive.table.matched == before


def test_F5_making_the_same_hands_anew_and_in_another_order_draws_the_same_cards() -> None:
    drawn_cards = set()
    for order in ((1, 2, 3, 4), (4, 3, 2, 1), (2, 4, 1, 3)):
        drive = dealt()
        thrown_away = make(drive, order[0], order[0], order[0])
        take_back(drive, order[0], thrown_away)
        for seat in order:
            make(drive, seat, seat, seat)
        lock(drive)
        close(drive)
        drawn_cards.add(frozenset(card for hand in drive.table.matched for card in drive.secret.hands[hand].cards))
    assert len(drawn_cards) == 1


@pytest.mark.parametrize("round_now", [1, 2, 3])
@pytest.mark.parametrize("candidates", [3, 4, 5])
def test_F5_a_tie_is_drawn_over_the_hands_in_the_order_of_their_lowest_cards(round_now: int, candidates: int) -> None:
    drive = dealt()
    for _ in range(1, round_now):
        empty_round(drive)
    for seat in range(1, candidates + 1):
        make(drive, seat, seat, seat)
    lock(drive)
    held = [drive.secret.held[seat] for seat in range(1, candidates + 1)]
    in_order = sorted(held, key=lambda cards: min(DECK.index(card) for card in cards))
    key = chance(drive.state).event(drive.table.seats).key
    expected = Draws(key).draw(f"round {round_now} tie", in_order, 2)
    close(drive)
    assert {drive.secret.hands[hand].cards for hand in drive.table.matched} == set(expected)


def test_two_presses_of_next_go_on_once() -> None:
    drive = dealt()
    make(drive, 1, 2, 3)
    make(drive, 4, 5, 6)
    lock(drive)
    press = Next(1, Phase.MATCHED)
    drive.host(press)
    assert drive.refusal(Host(), press) == "already_done"
    assert drive.table.phase is Phase.HANDS_UP


@pytest.mark.parametrize("meant", [other for other in Phase if other is not Phase.MATCHED])
def test_next_names_the_phase_that_it_means(meant: Phase) -> None:
    drive = dealt()
    make(drive, 1, 2, 3)
    make(drive, 4, 5, 6)
    lock(drive)
    assert drive.refusal(Host(), Next(1, meant)) == "already_done"
    assert drive.refusal(Host(), Next(2, Phase.MATCHED)) == "already_done"


def test_next_ends_neither_a_countdown_nor_a_vote() -> None:
    assert dealt().refusal(Host(), Next(1, Phase.NOMINATING)) == "not_now"
    assert voting()[0].refusal(Host(), Next(1, Phase.VOTING)) == "not_now"
    assert Drive().refusal(Host(), Next(0, Phase.LOBBY)) == "not_now"


def test_next_is_the_hosts_alone() -> None:
    drive = dealt()
    lock(drive)
    assert drive.refusal(Player(1), Next(1, Phase.NO_SHOWDOWN)) == "not_allowed"
