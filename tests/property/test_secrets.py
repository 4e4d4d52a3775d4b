"""No viewer's view depends on what they may not know; and the check finds leaks that are planted on purpose."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine import team_poker
from engine.cards import Card
from engine.chance import commitment
from engine.game import HostViewer, Player, PublicViewer, Refused, SeatViewer, Viewer
from engine.room.decide import decide
from engine.room.state import RoomState
from engine.room.tell import actor_shown, public_row, sentences
from engine.room.view import RoomView, view
from engine.team_poker.commands import Decline, Invite, PledgeCards, ProposeHand, TakeBack
from engine.team_poker.events import (
    CardsPledged,
    CardsTakenBack,
    HandDissolved,
    HandProposed,
    InvitationDeclined,
    SeatsInvited,
)
from engine.team_poker.phase import Phase
from engine.team_poker.table_view import TableView
from tests.engine.moves import cards_in, dealt, lock, make, pledge, propose
from tests.property.disguise import Draw, disguise, exchange, known, leak, unknown
from tests.property.samples import events, moments, viewers

SEALED = (HandProposed, SeatsInvited, InvitationDeclined, CardsPledged, CardsTakenBack, HandDissolved)
SEALED_WORDS = {"hand_proposed", "seats_invited", "invitation_declined", "cards_pledged", "cards_taken_back"}


def found(draw: Draw[Any], state: RoomState) -> set[Viewer]:
    """Who sees what they may not know, as a few disguises show."""
    return {viewer for viewer in viewers(state) for number in range(8) if leak(draw, state, viewer, Random(number))}


def test_no_view_depends_on_what_its_viewer_may_not_know() -> None:
    dice = Random(7)
    for state in moments(25):
        for viewer in viewers(state):
            difference = leak(view, state, viewer, dice)
            assert difference is None, (viewer, difference)


def test_the_moments_hold_much_that_is_hidden() -> None:
    assert {state.game.public.phase for state in moments(25)} == set(Phase)
    hands = [hand for state in moments(25) for hand in state.game.secret.hands.values()]
    assert sum(len(hand.pledges) < 3 for hand in hands) > 20
    assert sum(len(hand.pledges) == 3 for hand in hands) > 100


def test_no_view_holds_a_card_that_its_viewer_may_not_know() -> None:
    for state in moments(25):
        if state.game.public.seats and not state.undone:
            for viewer in viewers(state):
                assert cards_in(view(state, viewer)) <= known(state.game, viewer)


def test_no_sentence_tells_a_viewer_a_card_or_a_move_that_is_sealed() -> None:
    for drive in events():
        for row, state in zip(drive.rows, drive.states, strict=True):
            sealed = any(isinstance(event, SEALED) for event in row.events)
            assert not (sealed and public_row(state, row))
            for viewer in (PublicViewer(), HostViewer(), SeatViewer(1)):
                inside = [said for said in sentences(state, row, viewer) if said.key in SEALED_WORDS]
                assert all(viewer == SeatViewer(int(str(said.facts["seat"]))) for said in inside)
                if sealed and row.actor != Player(1) and isinstance(row.actor, Player):
                    assert not actor_shown(state, row, viewer)


def test_rows_with_the_seed_the_bytes_or_the_deal_are_never_public() -> None:
    for drive in events():
        secret = {drive.seed, *(holder.data for state in drive.states[-1:] for holder in state.seats.values())} - {""}
        for row, state in zip(drive.rows, drive.states, strict=True):
            if public_row(state, row):
                assert not any(text in repr(row.command) + repr(row.events) for text in secret)
                assert "CardsDealt" not in repr(row.events)


def test_commands_are_answered_alike_whatever_the_asker_may_not_know() -> None:
    """A seat that asks about hands and cards of others learns nothing from how it is refused."""
    drive = dealt()
    hand = propose(drive, 1, 2, [2])
    stranger, dice = SeatViewer(9), Random(3)

    def answer(state: RoomState, _: Viewer) -> list[str]:
        own = state.game.secret.held[9][:1]
        answers = []
        for command in (
            PledgeCards(1, hand, own),
            TakeBack(1, hand, own),
            Invite(1, hand, (3,)),
            Decline(1, hand),
            *(ProposeHand(1, (card,), ()) for card in unknown(drive.state.game, stranger)),
        ):
            try:
                answers.append(str([type(event) for event in decide(state, Player(9), command, drive.wall)]))
            except Refused as refused:
                answers.append(refused.reason)
        return answers

    assert leak(answer, drive.state, stranger, dice) is None


def test_the_disguise_changes_everything_that_is_hidden_and_nothing_that_is_not() -> None:
    drive = dealt()
    make(drive, 1, 2, 3)
    propose(drive, 4, 2, [5])
    state, viewer = drive.state, SeatViewer(1)
    other = disguise(state, viewer, Random(1))
    assert other.game.public == state.game.public
    assert other.game.secret.held[1] == state.game.secret.held[1]
    changed = [seat for seat in range(2, 14) if other.game.secret.held[seat] != state.game.secret.held[seat]]
    assert changed == list(range(2, 14))
    assert all(new != old for new, old in zip(other.game.secret.main_deck, state.game.secret.main_deck, strict=True))
    assert other.seed != state.seed and commitment(bytes.fromhex(other.seed)) != state.commitment
    assert all(other.seats[seat].data != state.seats[seat].data for seat in state.seats)
    assert not {name for name, hand in state.game.secret.hands.items() if 4 in hand.members} & set(
        other.game.secret.hands
    )


@pytest.mark.parametrize("count", [2, 3, 52])
def test_the_disguise_leaves_no_hidden_card_in_its_place(count: int) -> None:
    hidden = list(Card)[:count]
    exchanged = exchange(hidden, Random(count))
    assert set(exchanged) == set(exchanged.values()) == set(hidden)
    assert all(one is not other for one, other in exchanged.items())


def table_of(seen: RoomView) -> Any:
    return getattr(seen.game, "table", seen.game)


def leaks_order(state: RoomState, viewer: Viewer) -> Any:
    """Candidates stand in the order of their lowest cards."""
    hands = state.game.secret.hands
    candidates = table_of(view(state, viewer)).candidates
    return [one.hand for one in sorted(candidates, key=lambda one: min(card.index for card in hands[one.hand].cards))]


def leaks_members(state: RoomState, viewer: Viewer) -> Any:
    """The host reads who is in an unfinished hand."""
    hands = state.game.secret.hands.values()
    members = [hand.members for hand in hands if len(hand.pledges) < 3] if viewer == HostViewer() else []
    return view(state, viewer), members


def leaks_a_face(state: RoomState, viewer: Viewer) -> Any:
    """A card of another seat stands in an id."""
    held = state.game.secret.held.get(2, ())
    return view(state, viewer), f"card-{held[0].value}" if held else ""


def leaks_the_next_card(state: RoomState, viewer: Viewer) -> Any:
    return view(state, viewer), state.game.secret.main_deck[:1]


def leaks_shares(state: RoomState, viewer: Viewer) -> Any:
    """How many cards each member gave to a candidate, which only members know."""
    hands = [hand for hand in state.game.secret.hands.values() if len(hand.pledges) == 3]
    return [sorted(pledge.seat for pledge in hand.pledges) for hand in hands]


def leaks_the_order_of_pledges(state: RoomState, viewer: Viewer) -> Any:
    """Who gave a card first, to somebody who is invited."""
    hands = state.game.secret.hands.values()
    return [[pledge.seat for pledge in hand.pledges] for hand in hands if viewer == SeatViewer(6) and 6 in hand.invited]


def leaks_invitations(state: RoomState, viewer: Viewer) -> Any:
    return view(state, viewer), [hand.invited for hand in state.game.secret.hands.values()]


def leaks_the_number_of_hands(state: RoomState, viewer: Viewer) -> Any:
    return view(state, viewer), state.game.secret.hands_made


def leaks_the_seed(state: RoomState, viewer: Viewer) -> Any:
    return view(state, viewer), state.seed[:2]


def leaks_the_phones_bytes(state: RoomState, viewer: Viewer) -> Any:
    return view(state, viewer), [holder.data for holder in state.seats.values()]


def leaks_a_device(state: RoomState, viewer: Viewer) -> Any:
    return view(state, viewer), [holder.device for holder in state.seats.values()]


def leaks_the_past(state: RoomState, viewer: Viewer) -> Any:
    return view(state, viewer), [step.game.secret.main_deck for step in state.past[:-1]]


PLANTED = [
    leaks_order,
    leaks_members,
    leaks_a_face,
    leaks_the_next_card,
    leaks_shares,
    leaks_the_order_of_pledges,
    leaks_invitations,
    leaks_the_number_of_hands,
    leaks_the_seed,
    leaks_the_phones_bytes,
    leaks_a_device,
    leaks_the_past,
]


@pytest.mark.parametrize("planted", PLANTED)
def test_a_leak_that_is_planted_on_purpose_is_found(planted: Draw[Any]) -> None:
    drive = dealt()
    for seat in (7, 8, 9):
        make(drive, seat, seat, seat + 3)
    pledge(drive, 5, propose(drive, 4, 1, [5, 6]))
    before_lock = drive.state
    lock(drive)
    assert found(planted, before_lock) | found(planted, drive.state)


def test_a_leak_through_the_engines_own_view_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    drive = dealt()
    for seat in (7, 8, 9):
        make(drive, seat, seat, seat)
    honest = team_poker.view

    def talkative(state: Any, viewer: Viewer) -> Any:
        seen = honest(state, viewer)
        if not isinstance(seen, TableView):
            return seen
        lowest = {hand.hand: min(card.index for card in hand.cards) for hand in state.secret.hands.values()}
        return replace(seen, candidates=tuple(sorted(seen.candidates, key=lambda one: lowest[one.hand])))

    assert not found(view, drive.state)
    monkeypatch.setattr(team_poker, "view", talkative)
    assert found(view, drive.state) == {PublicViewer()}
