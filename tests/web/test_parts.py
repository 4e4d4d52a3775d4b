"""What is drawn once is what would be drawn again, and no more of it is kept than was agreed."""

import pytest

from web.parts import Parts


def test_the_same_part_of_the_same_facts_is_drawn_once() -> None:
    parts, drawn = Parts[str](), list[str]()

    def draw() -> str:
        drawn.append("")
        return f"drawing {len(drawn)}"

    assert parts.once("seat", 1, "Anh", caller=draw) == "drawing 1"
    assert parts.once("seat", 1, "Anh", caller=draw) == "drawing 1"
    assert parts.once("seat", 1, "Bình", caller=draw) == "drawing 2"
    assert parts.once("line", 1, "Anh", caller=draw) == "drawing 3"


def test_what_was_drawn_first_is_forgotten_first() -> None:
    parts = Parts[str](2)
    for seat in (1, 2, 3):
        parts.once("seat", seat, caller=f"old {seat}".__str__)
    assert [parts.once("seat", seat, caller=lambda: "new") for seat in (3, 2, 1)] == ["old 3", "old 2", "new"]


def test_facts_that_can_change_are_refused() -> None:
    with pytest.raises(TypeError):
        Parts[str]().once("seat", [1, 2], caller=str)  # type: ignore[arg-type]
