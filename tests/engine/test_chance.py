"""Seeds, keys and draws, computed anew here with nothing but HMAC and SHA-256 (F1-F3)."""

import hashlib
import hmac
import struct
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from engine import chance
from engine.cards import DECK, Card
from engine.chance import Chance, Draws, commitment
from tests.engine.chi_square import is_uniform

SEED = bytes(range(32))
KNOWN_DECK = "57a63e1b764ec99b4bdd1729740e3cb14a77ab981df50bd42d98921c23b39083"
GIVEN = {1: b"a" * 16, 2: b"b" * 16, 10: b"c" * 16}


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """RFC 2104, written out."""
    padded = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


def numbers(key: bytes, label: str) -> Iterator[int]:
    for counter in range(2**32):
        yield from struct.unpack(">8L", hmac_sha256(key, label.encode() + b"\0" + struct.pack(">Q", counter)))


def shuffled(key: bytes, label: str, items: Sequence[Card]) -> list[Card]:
    """Fisher-Yates with rejection sampling, as F3 says it."""
    lying, stream = list(items), numbers(key, label)
    for last in reversed(range(1, len(lying))):
        bound = last + 1
        number = next(stream)
        while number >= 2**32 // bound * bound:
            number = next(stream)
        lying[last], lying[number % bound] = lying[number % bound], lying[last]
    return lying


def test_F2_what_is_shown_before_the_deal_is_the_sha_256_of_the_seed() -> None:
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert commitment(b"") == hashlib.sha256(b"").hexdigest()


def test_the_hmac_of_this_test_is_that_of_the_standard() -> None:
    """RFC 4231, test case 2."""
    expected = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    assert hmac_sha256(b"Jefe", b"what do ya want for nothing?").hex() == expected


def test_F2_the_key_is_the_hmac_of_the_bytes_in_the_order_of_the_seats() -> None:
    key = hmac_sha256(SEED, b"a" * 16 + b"b" * 16 + b"c" * 16)
    assert Chance(SEED, GIVEN).event((1, 2, 10)).key == key
    assert Chance(SEED, dict(reversed(GIVEN.items()))).event((10, 2, 1)).key == key


def test_F2_seats_that_gave_nothing_are_passed_over_and_those_not_dealt_in_are_left_out() -> None:
    assert Chance(SEED, GIVEN).event((1, 2, 3, 4)).key == hmac_sha256(SEED, b"a" * 16 + b"b" * 16)
    assert Chance(SEED, {}).event((1, 2)).key == hmac_sha256(SEED, b"")


def test_F2_at_a_table_the_key_of_each_hand_is_its_own() -> None:
    assert Chance(SEED, GIVEN).hand(7, (1, 2)).key == hmac_sha256(SEED, b"hand 7" + b"a" * 16 + b"b" * 16)


def test_F2_one_phones_byte_changes_the_whole_deck() -> None:
    other = GIVEN | {2: b"b" * 15 + b"B"}
    decks = [Chance(SEED, given).event((1, 2, 10)).shuffle("deal 1", DECK) for given in (GIVEN, other)]
    assert sum(one is two for one, two in zip(*decks, strict=True)) < 10


@pytest.mark.parametrize("label", ["deal 1", "round 3 tie", "hand 7 blind", "ván 1"])
@pytest.mark.parametrize("count", [0, 1, 2, 3, 13, 52])
def test_F3_a_shuffle_is_the_one_that_the_rule_describes(label: str, count: int) -> None:
    for number in range(20):
        key = hashlib.sha256(bytes([number])).digest()
        assert list(Draws(key).shuffle(label, DECK[:count])) == shuffled(key, label, DECK[:count])


def test_F3_a_known_deck() -> None:
    """Written down once, so that no change of both sides at once goes unseen."""
    deck = Draws(b"\x01" * 32).shuffle("deal 1", DECK)
    text = " ".join(card.value for card in deck)
    assert hashlib.sha256(text.encode()).hexdigest() == KNOWN_DECK


def test_F3_a_shuffle_loses_and_repeats_nothing() -> None:
    for number in range(50):
        assert sorted(Draws(bytes([number])).shuffle("deal 1", DECK), key=DECK.index) == list(DECK)


def test_F3_a_draw_is_the_beginning_of_the_shuffle() -> None:
    draws = Draws(b"key")
    assert draws.draw("round 1 tie", DECK, 2) == draws.shuffle("round 1 tie", DECK)[:2]


def test_F3_each_label_is_a_draw_of_its_own() -> None:
    draws = Draws(SEED)
    labels = ["deal 1", "deal 2", "deal 11", "round 1 tie", "round 2 tie", "round 11 tie", "hand 1 blind", ""]
    assert len({draws.shuffle(label, DECK) for label in labels}) == len(labels)


def test_F3_numbers_that_would_make_some_outcomes_likelier_are_rejected() -> None:
    stream = iter([2**32 - 1, 2**32 // 3 * 3, 2**32 // 3 * 3 - 1, 0])
    assert chance._below(3, stream) == (2**32 // 3 * 3 - 1) % 3
    assert next(stream) == 0
    assert chance._below(4, iter([2**32 - 1])) == 3


def test_F3_every_place_of_ten_thousand_decks_holds_each_card_alike_often() -> None:
    decks = [Draws(number.to_bytes(32)).shuffle("deal 1", DECK) for number in range(10_000)]
    for place in range(52):
        counts = Counter(deck[place] for deck in decks)
        assert is_uniform([counts[card] for card in DECK])


def test_F3_all_orders_of_four_things_are_alike_often() -> None:
    orders = Counter(Draws(number.to_bytes(32)).shuffle("round 1 tie", "ABCD") for number in range(12_000))
    assert len(orders) == 24
    assert is_uniform(list(orders.values()))


def test_names_of_hands_tell_nothing_and_differ() -> None:
    draws = Draws(SEED)
    names = {draws.name(f"hand {number}") for number in range(500)}
    assert len(names) == 500
    assert all(len(name) == 12 and set(name) <= set("0123456789abcdef") for name in names)
    assert draws.name("hand 1") == hmac.digest(SEED, b"name hand 1", "sha256")[:6].hex()
    assert Draws(b"other").name("hand 1") not in names
