"""Forgers at work on the export of an event that has ended: each changes one thing, and says what and where."""

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from engine.cards import DECK
from engine.chain import GENESIS, canonical, leaf, link
from engine.chance import commitment
from tests.scripts.evening import Content


@dataclass(frozen=True)
class Forgery:
    """A changed export. `place` is where a check should point, "row 12" or a field.

    `provable` says that the rules contradict it, so that it is found also when all digests were made anew.
    """

    content: Content
    place: str
    provable: bool = True


Forger = Callable[[Content, Random], Forgery]


def copy(content: Content) -> Content:
    made: Content = pickle.loads(pickle.dumps(content))
    return made


def chained_anew(content: Content) -> Content:
    """The export with every leaf, digest and the head computed from what it says now."""
    digest = GENESIS
    for row in content["log"]:
        row["leaf"] = leaf(row["salt"], canonical(row["content"]))
        row["digest"] = digest = link(digest, row["number"], row["leaf"])
    content["head"] = digest
    return content


def event_of(content: Content, kind: str, dice: Random) -> tuple[str, Any, Any]:
    """Any event of this kind: where it stands, its body, and the whole content of its row."""
    found = [
        (f"row {row['number']}", event["body"], row["content"])
        for row in content["log"]
        for event in row["content"]["events"]
        if event["type"] == kind
    ]
    return dice.choice(found)


def other_deal(content: Content, dice: Random) -> Forgery:
    """One seat's card for the top of the main deck."""
    place, body, _ = event_of(content, "CardsDealt", dice)
    hand, deck = dice.choice(body["hands"])["cards"], body["main_deck"]
    hand[0], deck[0] = deck[0], hand[0]
    return Forgery(content, place)


def other_order(content: Content, dice: Random) -> Forgery:
    """Two cards of the main deck in another order."""
    place, body, _ = event_of(content, "CardsDealt", dice)
    one, other = dice.sample(range(len(body["main_deck"])), 2)
    body["main_deck"][one], body["main_deck"][other] = body["main_deck"][other], body["main_deck"][one]
    return Forgery(content, place)


def other_pledge(content: Content, dice: Random) -> Forgery:
    place, body, _ = event_of(content, "CardsPledged", dice)
    body["cards"][0] = dice.choice([card.value for card in DECK if card.value not in body["cards"]])
    return Forgery(content, place)


def other_neutral(content: Content, dice: Random) -> Forgery:
    place, body, _ = event_of(content, "NeutralShown", dice)
    body["card"] = dice.choice([card.value for card in DECK if card.value != body["card"]])
    return Forgery(content, place)


def vote_not_as_sent(content: Content, dice: Random) -> Forgery:
    place, body, _ = event_of(content, "BallotCast", dice)
    body["hands"] = [] if body["hands"] else ["00"]
    return Forgery(content, place)


def vote_taken_down(content: Content, dice: Random) -> Forgery:
    """The command too, so that the rules may well allow it."""
    place, body, row = event_of(content, "BallotCast", dice)
    body["hands"] = row["command"]["body"]["hands"] = []
    return Forgery(content, place, provable=False)


def other_draw(content: Content, dice: Random) -> Forgery:
    place, body, _ = event_of(content, "TieDrawn", dice)
    body["drawn"] = [hand for hand in body["tied"] if hand not in body["drawn"]][:1] or body["tied"][:1]
    return Forgery(content, place)


def point_for_another(content: Content, dice: Random) -> Forgery:
    place, body, _ = event_of(content, "RoundWon", dice)
    body["scoring"] = [seat for seat in range(1, 13) if seat not in body["scoring"]]
    return Forgery(content, place)


def sentence_for_another(content: Content, dice: Random) -> Forgery:
    """A seat in any event that names one."""
    kind = dice.choice(["SeatTaken", "BytesCommitted", "BallotCast", "CardsPledged", "AbsenceMarked", "PointsGiven"])
    place, body, _ = event_of(content, kind, dice)
    body["seat"] = body["seat"] % 12 + 1
    return Forgery(content, place)


def points_not_as_given(content: Content, dice: Random) -> Forgery:
    place, body, _ = event_of(content, "PointsGiven", dice)
    body["points"] += dice.choice([-1, 1, 50])
    return Forgery(content, place)


def seed_without_commitment(content: Content, dice: Random) -> Forgery:
    """Another last seed, everywhere, under the old commitment."""
    place, body, row = event_of(content, "SeedCommitted", dice)
    content["seed"] = body["seed"] = row["command"]["body"]["seed"] = f"{dice.getrandbits(256):064x}"
    return Forgery(content, place)


def seed_with_commitment(content: Content, dice: Random) -> Forgery:
    """Another seed and its commitment, everywhere: but the cards are those of the old one."""
    place = seed_without_commitment(content, dice).place
    _, body, _ = event_of(content, "SeedCommitted", dice)
    content["commitment"] = body["commitment"] = commitment(bytes.fromhex(content["seed"]))
    dealt = [row["number"] for row in content["log"] for one in row["content"]["events"] if one["type"] == "CardsDealt"]
    committed = int(place.removeprefix("row "))
    return Forgery(content, f"row {next(number for number in dealt if number > committed)}")


def other_bytes(content: Content, dice: Random) -> Forgery:
    place, body, row = event_of(content, "BytesRevealed", dice)
    body["data"] = row["command"]["body"]["data"] = f"{dice.getrandbits(128):032x}"
    return Forgery(content, place)


def name_in_the_log(content: Content, dice: Random) -> Forgery:
    place, body, _ = event_of(content, "SeatTaken", dice)
    body["name"] += "x"
    return Forgery(content, place)


def name_everywhere(content: Content, dice: Random) -> Forgery:
    """As if somebody else had come: nothing in the record contradicts it."""
    place, body, row = event_of(content, "SeatRenamed", dice)
    body["name"] = row["command"]["body"]["name"] = name = f"Bảo {dice.randrange(1000)}"
    content["seats"][body["seat"] - 1]["name"] = name
    for line in content["standings"]:
        line["name"] = name if line["seat"] == body["seat"] else line["name"]
    return Forgery(content, place, provable=False)


def other_time(content: Content, dice: Random) -> Forgery:
    row = dice.choice(content["log"])
    row["content"]["at"] += dice.choice([-1, 1])
    return Forgery(content, f"row {row['number']}", provable=False)


def other_salt(content: Content, dice: Random) -> Forgery:
    row = dice.choice(content["log"])
    row["salt"] = f"{dice.getrandbits(128):032x}"
    return Forgery(content, f"row {row['number']}", provable=False)


def other_standing(content: Content, dice: Random) -> Forgery:
    """A number, or who won and lost."""
    line = dice.choice(content["standings"])
    name = dice.choice(["rank", "points", "penalties", "by_hand", "total", "winner", "loser", "absent", "seat"])
    line[name] = not line[name] if isinstance(line[name], bool) else line[name] + 1
    return Forgery(content, "standings")


def other_round(content: Content, dice: Random) -> Forgery:
    dice.choice(content["rounds"])["scoring"].append(12)
    return Forgery(content, "rounds")


def other_setting(content: Content, dice: Random) -> Forgery:
    name = dice.choice(["rounds", "countdown", "vote", "ballots", "seats"])
    content["settings"][name] += 1
    return Forgery(content, "settings")


def other_prize(content: Content, dice: Random) -> Forgery:
    content["settings"]["prize"] = f"{dice.randrange(1000)} bottles"
    return Forgery(content, "settings")


def row_gone(content: Content, dice: Random) -> Forgery:
    """The row behind it now follows another."""
    index = dice.randrange(len(content["log"]) - 1)
    del content["log"][index]
    return Forgery(content, f"row {content['log'][index]['number']}")


def rows_swapped(content: Content, dice: Random) -> Forgery:
    log, index = content["log"], dice.randrange(len(content["log"]) - 1)
    log[index], log[index + 1] = log[index + 1], log[index]
    return Forgery(content, f"row {log[index]['number']}")


def row_twice(content: Content, dice: Random) -> Forgery:
    index = dice.randrange(len(content["log"]))
    content["log"].insert(index, copy(content["log"][index]))
    return Forgery(content, f"row {content['log'][index]['number']}")


def end_cut_off(content: Content, dice: Random) -> Forgery:
    """All that stands above the log then says more than the log: the end is gone, and not only what came after it."""
    del content["log"][-dice.randrange(30, 60) :]
    content["head"] = content["log"][-1]["digest"]
    return Forgery(content, "secret_until_end")


FORGERS: tuple[Forger, ...] = (
    other_deal,
    other_order,
    other_pledge,
    other_neutral,
    vote_not_as_sent,
    vote_taken_down,
    other_draw,
    point_for_another,
    sentence_for_another,
    points_not_as_given,
    seed_without_commitment,
    seed_with_commitment,
    other_bytes,
    name_in_the_log,
    name_everywhere,
    other_time,
    other_salt,
    other_standing,
    other_round,
    other_setting,
    other_prize,
    row_gone,
    rows_swapped,
    row_twice,
    end_cut_off,
)
