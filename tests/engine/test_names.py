"""Names are labels: what is kept of them, and which are the same."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import Refused
from engine.room.names import NAME_LENGTH, clean, clean_name, required, same


@pytest.mark.pitfall("beatify 2130")
@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Nguyễn Thị Ánh Tuyết", "Nguyễn Thị Ánh Tuyết"),
        ("  Lê   Quốc\t\nKhánh ", "Lê Quốc Khánh"),
        ("W" * 40, "W" * 13),
        ("a" * 40, "a" * 24),
        ("i" * 40, "i" * 24),
        ("李" * 40, "李" * 13),
        ("😀" * 40, "😀" * 13),
        ("Maria-Margarethe Wimmer", "Maria-Margarethe Wimmer"),
        ("Emmanuel Schwarzenegger", "Emmanuel Schwarzenegger"),
        ("ĐẶNG NGUYỄN PHƯỢNG HOÀNG", "ĐẶNG NGUYỄN PHƯỢNG HOÀNG"),
        ("李小龙", "李小龙"),
        ("محمد", "محمد"),
        ("🎉🃏", "🎉🃏"),
        ("🇻🇳 Anh", "🇻🇳 Anh"),
        ("👩\u200d🚀 Bình", "👩🚀 Bình"),
        ("♥\ufe0f Hoa", "♥ Hoa"),
        ("An\u200bh", "Anh"),
        ("\u202eevil\u202c", "evil"),
        ("a\u0000b\u0007c\u009bd", "abcd"),
        ("\u00a0Anh\u3000Em\u2003", "Anh Em"),
        ("A\u2028B", "A B"),
        ("e\u0301", "é"),
        ("e\u200b\u0301", "é"),
        ("=1+1", "=1+1"),
        ("+1", "+1"),
        ("-1", "-1"),
        ("@A", "@A"),
        ("<b>Anh</b>", "<b>Anh</b>"),
        ("a" * 23 + " bc", "a" * 23),
    ],
)
def test_what_is_kept_of_a_name(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept == clean_name(kept)


@pytest.mark.parametrize(
    "typed", ["", " ", "\u200b", "\u200b \u2060\ufeff", "\u3164", "\u115f\u1160", "\u2800", "\ufe0f"]
)
def test_a_name_that_nobody_could_see_is_refused(typed: str) -> None:
    assert clean(typed) == ""
    with pytest.raises(Refused, match="name_empty"):
        required(typed, "name_empty")


def test_marks_that_would_climb_over_other_lines_are_cut_off_after_two() -> None:
    assert len(clean("Z" + "\u0335\u0336\u0337\u0338" * 10)) == 3
    assert clean("ệ") == "ệ" == clean(unicodedata.normalize("NFD", "ệ"))


@pytest.mark.pitfall("cornucopia 2567")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anh", "ANH"),
        ("anh", "an\u200bh"),
        ("Straße", "STRASSE"),
        ("Đỗ Hữu", "đỗ hữu"),
        ("Ｗｉｄｅ", "wide"),
        ("Lê  Anh", "Lê Anh"),
        ("é", "e\u0301"),
        ("♥\ufe0f", "♥"),
        ("ΣΊΣΥΦΟΣ", "σίσυφος"),
    ],
)
def test_names_that_differ_by_case_or_something_invisible_are_the_same(one: str, other: str) -> None:
    assert same(clean(one), clean(other))


@pytest.mark.parametrize(("one", "other"), [("Anh", "Ánh"), ("Anh", "Anh 2"), ("A", "AA"), ("An Anh", "AnAnh")])
def test_names_that_people_can_tell_apart_are_different(one: str, other: str) -> None:
    assert not same(clean(one), clean(other))


@given(st.text(max_size=60))
def test_cleaning_once_is_enough(typed: str) -> None:
    kept = clean(typed)
    assert clean(kept) == kept
    assert len(kept) <= NAME_LENGTH


@given(st.text(max_size=60))
def test_what_is_kept_is_composed_and_has_no_control_characters(typed: str) -> None:
    kept = clean(typed)
    assert unicodedata.is_normalized("NFC", kept)
    assert not any(unicodedata.category(character).startswith("C") for character in kept)
    assert kept == " ".join(kept.split())
