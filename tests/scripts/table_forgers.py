"""Forgers at work on the exports of tables that are closed (see forgers.py)."""

from random import Random
from typing import Any

from tests.scripts import forgers
from tests.scripts.evening import Content
from tests.scripts.forgers import Forger, Forgery, event_of


def _swap(one: list[Any], other: list[Any]) -> None:
    one[0], other[0] = other[0], one[0]


def other_holes(content: Content, dice: Random) -> Forgery:
    """One seat's card for the first common one."""
    place, body, _ = event_of(content, "CardsDealt", dice)
    _swap(dice.choice(body["holes"])["cards"], body["board"])
    return Forgery(content, place)


def other_board(content: Content, dice: Random) -> Forgery:
    """Two common cards in another order."""
    place, body, _ = event_of(content, "CardsDealt", dice)
    one, other = dice.sample(range(5), 2)
    body["board"][one], body["board"][other] = body["board"][other], body["board"][one]
    return Forgery(content, place)


def other_blind(content: Content, dice: Random) -> Forgery:
    place, body, _ = event_of(content, "HandStarted", dice)
    body["order"] = body["order"][1:] + body["order"][:1]
    return Forgery(content, place)


def other_street(content: Content, dice: Random) -> Forgery:
    place, body, _ = event_of(content, "StreetDealt", dice)
    body["cards"][0] = "As" if body["cards"][0] != "As" else "2c"
    return Forgery(content, place)


def more_coins(content: Content, dice: Random) -> Forgery:
    place, body, _ = event_of(content, "Acted", dice)
    body[dice.choice(["coins", "to"])] += 1
    return Forgery(content, place)


def pot_for_another(content: Content, dice: Random) -> Forgery:
    place, body, _ = event_of(content, "HandEnded", dice)
    share = body["pots"][0]["shares"][0]
    share["seat"] = share["seat"] % 4 + 1
    return Forgery(content, place)


def sold_otherwise(content: Content, dice: Random) -> Forgery:
    place, body, _ = event_of(content, "CoinsSoldIn", dice)
    body["coins"] += 5
    return Forgery(content, place)


def other_account(content: Content, dice: Random) -> Forgery:
    account = dice.choice(content["accounts"])["account"]
    account[dice.choice(["stack", "sold_in", "cashed_out"])] += 1
    return Forgery(content, "accounts")


def other_hand(content: Content, dice: Random) -> Forgery:
    dice.choice(content["hands"])["unit"] += 1
    return Forgery(content, "hands")


def other_thirteen(content: Content, dice: Random) -> Forgery:
    """A card of one seat for a card of another."""
    place, body, _ = event_of(content, "CardsDealt", dice)
    one, other = dice.sample(body["hands"], 2)
    _swap(one["cards"], other["cards"])
    return Forgery(content, place)


def placed_otherwise(content: Content, dice: Random) -> Forgery:
    """The cards of a whole set, with two rows exchanged."""
    place, body, _ = event_of(content, "CardsPlaced", dice)
    rows = body["rows"]
    rows["middle"], rows["back"] = rows["back"], rows["middle"]
    return Forgery(content, place)


def row_shown_otherwise(content: Content, dice: Random) -> Forgery:
    place, body, _ = event_of(content, "RowsShown", dice)
    _swap(body["shown"][0]["cards"], body["shown"][1]["cards"])
    return Forgery(content, place)


def score_for_another(content: Content, dice: Random) -> Forgery:
    place, body, _ = event_of(content, "DealScored", dice)
    dice.choice(body["scores"])["points"] += 1
    return Forgery(content, place)


def other_royalty(content: Content, dice: Random) -> Forgery:
    place, body, _ = event_of(content, "DealScored", dice)
    dice.choice(body["sets"])["royalties"][dice.randrange(3)] += 2
    return Forgery(content, place)


def other_deal_record(content: Content, dice: Random) -> Forgery:
    dice.choice(content["deals"])["scores"][0]["points"] += 1
    return Forgery(content, "deals")


def seat_for_another(content: Content, dice: Random) -> Forgery:
    """A seat in an event that names who came or whose phone spoke."""
    place, body, _ = event_of(content, dice.choice(["SeatTaken", "BytesCommitted", "BytesRevealed"]), dice)
    body["seat"] = body["seat"] % 4 + 1
    return Forgery(content, place)


def undone_otherwise(content: Content, dice: Random) -> Forgery:
    """An undo that names fewer rows than it took back."""
    place, body, _ = event_of(content, "Undone", dice)
    body["rows"] = body["rows"][:-1]
    return Forgery(content, place)


def undo_without_cards(content: Content, dice: Random) -> Forgery:
    """The undo that went past a reveal, as if nobody had seen a card."""
    found = [
        (f"row {row['number']}", event["body"])
        for row in content["log"]
        for event in row["content"]["events"]
        if event["type"] == "Undone" and event["body"]["seen"]
    ]
    place, body = dice.choice(found)
    body["seen"] = []
    return Forgery(content, place)


SHARED: tuple[Forger, ...] = (
    forgers.seed_without_commitment,
    forgers.seed_with_commitment,
    forgers.other_bytes,
    forgers.name_in_the_log,
    forgers.other_time,
    forgers.other_salt,
    forgers.other_standing,
    forgers.row_gone,
    forgers.rows_swapped,
    forgers.row_twice,
    forgers.end_cut_off,
    seat_for_another,
    undone_otherwise,
    undo_without_cards,
)

FORGERS: dict[str, tuple[Forger, ...]] = {
    "holdem": (
        *SHARED,
        other_holes,
        other_board,
        other_blind,
        other_street,
        more_coins,
        pot_for_another,
        sold_otherwise,
        other_account,
        other_hand,
    ),
    "chinese_poker": (
        *SHARED,
        forgers.points_not_as_given,
        other_thirteen,
        placed_otherwise,
        row_shown_otherwise,
        score_for_another,
        other_royalty,
        other_deal_record,
    ),
}
