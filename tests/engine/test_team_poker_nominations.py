"""Hands, pledges, invitations and candidates (T4)."""

from typing import Any

import pytest

from engine.game import Player, Seat, SeatViewer
from engine.room.commands import Undo
from engine.room.view import view
from engine.team_poker.commands import Decline, Invite, PledgeCards, ProposeHand, TakeBack
from engine.team_poker.events import (
    CandidateAnnounced,
    CandidateWithdrawn,
    CardsPledged,
    CardsTakenBack,
    HandDissolved,
    HandProposed,
    InvitationDeclined,
    SeatsInvited,
)
from engine.team_poker.phase import Phase
from engine.team_poker.view import MemberView, PhoneView
from tests.engine.drive import Drive
from tests.engine.moves import dealt, free, go_on, lock, make, pledge, propose, take_back


def phone(drive: Drive, seat: Seat) -> PhoneView:
    found = view(drive.state, SeatViewer(seat)).game
    assert isinstance(found, PhoneView)
    return found


def letters(drive: Drive) -> list[str]:
    return [candidate.letter for candidate in drive.table.candidates]


@pytest.mark.parametrize("members", [(1, 1, 1), (1, 1, 2), (1, 2, 2), (1, 2, 3)])
def test_T4_a_hand_is_three_cards_of_one_to_three_seats(members: tuple[Seat, ...]) -> None:
    drive = dealt()
    hand = make(drive, *members)
    (candidate,) = drive.table.candidates
    assert (candidate.hand, candidate.letter, candidate.members) == (hand, "A", tuple(sorted(set(members))))


def test_T4_the_third_card_announces_a_hand_and_no_card_before_it() -> None:
    drive = dealt()
    hand = propose(drive, 5, 1, [2, 9])
    assert not drive.table.candidates
    assert pledge(drive, 9, hand) == (CardsPledged(hand, 9, drive.secret.held[9][:1]),)
    assert not drive.table.candidates
    assert pledge(drive, 2, hand)[1:] == (CandidateAnnounced(hand, "A", (2, 5, 9)),)


def test_T4_a_hand_begins_with_its_cards_and_its_invitations_in_one_message() -> None:
    drive = dealt()
    card = drive.secret.held[4][0]
    events = drive.seat(4, ProposeHand(1, (card,), (7, 3, 7)))
    hand = events[0].hand
    assert events == (HandProposed(hand, 4), CardsPledged(hand, 4, (card,)), SeatsInvited(hand, 4, (7, 3)))


def test_T4_a_hand_that_is_complete_at_once_invites_nobody() -> None:
    drive = dealt()
    events = drive.seat(4, ProposeHand(1, drive.secret.held[4], (7, 3)))
    assert [type(event) for event in events] == [HandProposed, CardsPledged, CandidateAnnounced]


def test_T4_a_fourth_card_is_refused() -> None:
    drive = dealt()
    hand = propose(drive, 1, 2, [2])
    assert drive.refusal(Player(2), PledgeCards(1, hand, drive.secret.held[2][:2])) == "hand_is_full"
    make_full = pledge(drive, 2, hand)
    assert isinstance(make_full[-1], CandidateAnnounced)
    assert drive.refusal(Player(2), PledgeCards(1, hand, free(drive, 2)[:1])) == "hand_is_full"


def test_T4_a_card_stands_in_one_hand_at_a_time() -> None:
    drive = dealt()
    hand = propose(drive, 1, 1, [2])
    card = drive.secret.held[1][0]
    assert drive.refusal(Player(1), ProposeHand(1, (card,), ())) == "card_in_a_hand"
    assert drive.refusal(Player(1), PledgeCards(1, hand, (card,))) == "card_in_a_hand"
    take_back(drive, 1, hand)
    drive.seat(1, ProposeHand(1, (card,), ()))


def test_T4_a_seat_may_stand_in_several_hands_with_different_cards() -> None:
    drive = dealt()
    for other in (2, 3, 4):
        make(drive, 1, other, other)
    assert [candidate.members for candidate in drive.table.candidates] == [(1, 2), (1, 3), (1, 4)]
    assert not free(drive, 1)


def test_T4_two_candidates_that_share_a_member_meet() -> None:
    drive = dealt()
    first, second = make(drive, 1, 2, 2), make(drive, 1, 3, 3)
    lock(drive)
    assert (drive.table.phase, drive.table.matched) == (Phase.MATCHED, (first, second))


def test_T4_taking_a_card_back_before_the_lock_takes_the_announcement_back() -> None:
    drive = dealt()
    hand = make(drive, 1, 2, 3)
    card = drive.secret.held[2][0]
    assert take_back(drive, 2, hand) == (CardsTakenBack(hand, 2, (card,)), CandidateWithdrawn(hand, "A"))
    assert not drive.table.candidates
    assert card in free(drive, 2)
    pledge(drive, 2, hand)
    assert letters(drive) == ["A"]


def test_T4_the_last_card_taken_back_dissolves_the_hand() -> None:
    drive = dealt()
    hand = propose(drive, 1, 2, [2])
    assert take_back(drive, 1, hand)[-1] == HandDissolved(hand)
    assert not drive.secret.hands
    assert drive.refusal(Player(2), PledgeCards(1, hand, free(drive, 2)[:1])) == "no_such_hand"


def test_T4_a_hand_goes_on_without_the_seat_that_began_it() -> None:
    drive = dealt()
    hand = make(drive, 1, 2, 3)
    take_back(drive, 1, hand)
    assert drive.secret.hands[hand].members == (2, 3)
    assert drive.refusal(Player(1), PledgeCards(1, hand, free(drive, 1)[:1])) == "no_such_hand"


def test_T4_letters_of_announcements_that_were_taken_back_are_used_again() -> None:
    drive = dealt()
    first = make(drive, 1, 1, 1)
    make(drive, 2, 2, 2)
    take_back(drive, 1, first)
    make(drive, 3, 3, 3)
    assert sorted(letters(drive)) == ["A", "B"]
    make(drive, 1, 1, 1)
    assert sorted(letters(drive)) == ["A", "B", "C"]


def test_T4_fourteen_seats_can_announce_fourteen_hands() -> None:
    drive = dealt(14)
    for seat in drive.table.seats:
        make(drive, seat, seat, seat)
    assert letters(drive) == list("ABCDEFGHIJKLMN")


def test_T4_members_see_the_pledged_faces_and_the_invited_see_names_and_numbers_only() -> None:
    drive = dealt()
    hand = propose(drive, 1, 2, [2, 3])
    (own,) = phone(drive, 1).hands
    assert (own.hand, own.cards, own.mine, own.invited) == (hand, *[drive.secret.held[1][:2]] * 2, (2, 3))
    (invitation,) = phone(drive, 2).invitations
    assert (invitation.hand, invitation.members, invitation.missing) == (hand, (MemberView(1, 2),), 1)
    assert not phone(drive, 2).hands


def test_T4_nobody_else_sees_an_unfinished_hand() -> None:
    drive = dealt()
    hand = propose(drive, 1, 2, [2])
    assert not phone(drive, 4).hands + phone(drive, 4).invitations
    card = free(drive, 4)[:1]
    for command in (PledgeCards(1, hand, card), Invite(1, hand, (5,)), Decline(1, hand), TakeBack(1, hand, card)):
        assert drive.refusal(Player(4), command) == "no_such_hand"


def test_T4_a_complete_hand_is_closed_to_those_it_had_invited() -> None:
    drive = dealt()
    hand = propose(drive, 1, 2, [2, 3])
    pledge(drive, 2, hand)
    assert not phone(drive, 3).invitations
    assert drive.refusal(Player(3), PledgeCards(1, hand, free(drive, 3)[:1])) == "no_such_hand"
    take_back(drive, 2, hand)
    assert phone(drive, 3).invitations


def test_T4_any_member_invites_and_only_members_do() -> None:
    drive = dealt()
    hand = propose(drive, 1, 1, [2, 3])
    pledge(drive, 2, hand)
    assert drive.seat(2, Invite(1, hand, (9, 8, 9))) == (SeatsInvited(hand, 2, (9, 8)),)
    assert drive.refusal(Player(3), Invite(1, hand, (7,))) == "not_a_member"


@pytest.mark.parametrize(
    ("seats", "reason", "facts"),
    [
        ((), "nobody_chosen", {}),
        ((1,), "cannot_invite_yourself", {}),
        ((5, 1), "cannot_invite_yourself", {}),
        ((2,), "cannot_be_invited", {"seat": 2}),
        ((4,), "cannot_be_invited", {"seat": 4}),
        ((14,), "no_such_seat", {}),
        ((0,), "no_such_seat", {}),
    ],
)
def test_T4_who_cannot_be_invited(seats: tuple[Seat, ...], reason: str, facts: dict[str, Any]) -> None:
    drive = dealt()
    hand = propose(drive, 1, 1, [2, 4])
    pledge(drive, 2, hand)
    refused = drive.refused(Player(1), Invite(1, hand, seats))
    assert (refused.reason, refused.facts) == (reason, facts)


def test_T4_a_proposal_invites_neither_oneself_nor_strangers() -> None:
    drive = dealt()
    card = drive.secret.held[1][:1]
    assert drive.refusal(Player(1), ProposeHand(1, card, (1,))) == "cannot_invite_yourself"
    assert drive.refusal(Player(1), ProposeHand(1, card, (14,))) == "no_such_seat"


def test_T4_a_complete_hand_invites_nobody() -> None:
    drive = dealt()
    hand = make(drive, 1, 2, 3)
    assert drive.refusal(Player(1), Invite(1, hand, (4,))) == "hand_is_full"


def test_T4_an_invitation_can_be_declined_and_made_again() -> None:
    drive = dealt()
    hand = propose(drive, 1, 1, [2])
    assert drive.seat(2, Decline(1, hand)) == (InvitationDeclined(hand, 2),)
    assert not phone(drive, 2).invitations
    assert drive.refusal(Player(2), PledgeCards(1, hand, free(drive, 2)[:1])) == "no_such_hand"
    drive.seat(1, Invite(1, hand, (2,)))
    pledge(drive, 2, hand)
    assert drive.refusal(Player(2), Decline(1, hand)) == "not_invited"
    assert drive.refusal(Player(1), Decline(1, hand)) == "not_invited"


@pytest.mark.parametrize("count", [0, 1])
def test_T4_cards_are_chosen_and_chosen_once(count: int) -> None:
    drive = dealt()
    hand = propose(drive, 1, 1, [2])
    own = drive.secret.held[1]
    reason, cards = [("no_cards_chosen", ()), ("cards_repeated", (own[1], own[1]))][count]
    assert drive.refusal(Player(1), ProposeHand(1, cards, ())) == reason
    assert drive.refusal(Player(1), PledgeCards(1, hand, cards)) == reason
    assert drive.refusal(Player(1), TakeBack(1, hand, cards)) == reason


def test_T4_only_ones_own_pledged_cards_can_be_taken_back() -> None:
    drive = dealt()
    hand = make(drive, 1, 2, 3)
    first, second = drive.secret.held[1][:2]
    assert drive.refusal(Player(1), TakeBack(1, hand, drive.secret.held[2][:1])) == "not_in_this_hand"
    assert drive.refusal(Player(1), TakeBack(1, hand, (first, second))) == "not_in_this_hand"
    assert drive.seat(1, TakeBack(1, hand, (first,)))


def test_T4_hands_that_are_undone_leave_no_name_behind_for_late_messages() -> None:
    drive = dealt()
    before = drive.state.number
    undone = propose(drive, 1, 1, [2])
    drive.host(Undo(before + 1, "sai", past_reveal=False))
    anew = drive.seat(3, ProposeHand(1, drive.secret.held[3][:1], (2,)))[0].hand
    assert anew != undone
    assert drive.refusal(Player(2), PledgeCards(1, undone, free(drive, 2)[:1])) == "no_such_hand"


def test_T4_messages_that_mean_another_round_are_refused() -> None:
    drive = dealt()
    hand = propose(drive, 1, 1, [2])
    lock(drive)
    go_on(drive)
    card = drive.secret.held[1][:1]
    commands = (
        ProposeHand(1, card, ()),
        PledgeCards(1, hand, card),
        TakeBack(1, hand, card),
        Invite(1, hand, (9,)),
        Decline(1, hand),
    )
    for command in commands:
        refused = drive.refused(Player(1), command)
        assert (refused.reason, refused.facts) == ("other_round", {"round": 1})
    assert drive.refusal(Player(1), PledgeCards(2, hand, card)) == "no_such_hand"
