"""Every key that the engine or the web can say has words, in every language, and facts come out as people read them."""

import ast
import re
from collections.abc import Iterator
from typing import Any

import pytest

from engine.cards import cards
from engine.game import Refused, Sentence
from engine.hands import Category, HandName, Straights, name
from engine.registry import GAMES
from engine.team_poker.commands import CastBallot, Next
from engine.team_poker.phase import Phase
from tests.conftest import ROOT
from web.screens import NoWords, Screens, clock_text, command_json, command_of, rank_text, time_text


@pytest.fixture(scope="module")
def screens() -> Screens:
    return Screens(ROOT / "templates", ROOT / "translations")


LANGUAGES = sorted(["en", *(file.parent.parent.name for file in (ROOT / "translations").glob("*/LC_MESSAGES/*.po"))])


def keys(*functions: str) -> dict[tuple[str, str], set[str]]:
    """Every game with every key that these functions are called with in its code, with the names of the key's facts;
    keys of the room and of the web stand with Team Poker.
    """
    found: dict[tuple[str, str], set[str]] = {}
    for file in [*ROOT.glob("engine/**/*.py"), *ROOT.glob("web/*.py")]:
        game = file.parent.name if file.parent.name in GAMES else "team_poker"
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in functions:
                found.update({(game, key): {str(fact.arg) for fact in node.keywords} for key in texts_of(node)})
    return found


def texts_of(call: ast.Call) -> Iterator[str]:
    """The first text among a call's arguments; both, where it chooses between two."""
    for argument in call.args:
        texts = [node.value for node in ast.walk(argument) if isinstance(node, ast.Constant)]
        named = [
            text
            for text in texts
            if isinstance(text, str) and re.fullmatch(r"[a-z]+(_[a-z]+)+|undone|peeked|failed|unreadable", text)
        ]
        if named:
            yield from named
            return


REASONS = {**keys("Refused", "require", "required"), ("team_poker", "too_large"): set()}
TOLD = keys("Sentence", "_sentence")
FACTS: dict[str, Any] = {
    **dict.fromkeys(("fewest", "most", "count", "round", "number", "first", "points", "seconds", "seat", "coins"), 3),
    **dict.fromkeys(("name", "before", "title", "reason", "commitment", "letter", "code"), "X"),
}


def test_the_keys_were_found() -> None:
    assert {"not_your_cards", "too_fast", "name_taken", "wrong_key"} <= {reason for _, reason in REASONS}
    assert {"seat_taken", "bot_seated", "peeked", "undone"} <= {key for _, key in TOLD}
    assert {game for game, _ in REASONS} == set(GAMES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "reason"), sorted(REASONS))
def test_every_refusal_has_words(screens: Screens, language: str, game: str, reason: str) -> None:
    given = {fact: FACTS.get(fact, ("X",)) for fact in REASONS[game, reason]}
    said = screens.words(language, game, lambda seat: f"Player {seat}").say(Refused(reason, **given))
    assert said.endswith((".", "!", "?"))
    assert reason not in said


def test_a_key_without_words_is_an_error_and_not_a_silence(screens: Screens) -> None:
    with pytest.raises(NoWords):
        screens.words("en", "team_poker").say(Refused("no_such_reason_at_all"))


def test_seats_come_out_as_names_and_cards_as_people_write_them(screens: Screens) -> None:
    words = screens.words("en", "team_poker", lambda seat: f"Player {seat}")
    said = words.say(Sentence("peeked", {"seat": 5, "cards": cards("Td As 2c")}))
    assert said == "Player 5 holds 10♦ A♠ 2♣."


def test_a_name_of_markup_is_plain_text_in_a_sentence(screens: Screens) -> None:
    said = screens.words("en").say(Refused("name_taken", name="<b>&"))
    assert "<b>&" in said


def test_a_refusal_that_is_shown_beforehand_comes_as_a_sentence(screens: Screens) -> None:
    words = screens.words("en", "team_poker")
    assert words.say(Sentence("needs_new_seed", {})) == words.say(Refused("needs_new_seed"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_S2_every_category_has_a_name(screens: Screens, language: str) -> None:
    template = screens._environments[language].from_string("{{ hand_name(one) }}")
    ranks = {Category.STRAIGHT: (13, 14, 2, 3, 4), Category.STRAIGHT_FLUSH: (10, 11, 12, 13, 14)}
    names = [template.render(one=HandName(one, ranks.get(one, (14, 13, 12, 11, 9)))) for one in Category]
    assert len(set(names)) == len(Category)
    assert all(names)
    assert "K-A-2-3-4" in names[Category.STRAIGHT]
    full_house = template.render(one=name(cards("Td Tc Th 2s 2d"), Straights.RING_EQUAL))
    assert full_house.index("10") < full_house.index("2")


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [(0, "0:00"), (1, "0:01"), (59_001, "1:00"), (60_000, "1:00"), (600_000, "10:00"), (-5, "0:00")],
)
def test_what_is_left_reads_as_minutes_and_seconds(milliseconds: int, text: str) -> None:
    assert clock_text(milliseconds) == text


def test_a_moment_reads_as_hours_minutes_and_seconds() -> None:
    assert re.fullmatch(r"\d\d:\d\d:\d\d", time_text(1_700_000_000_000))


def test_ranks_read_as_on_cards() -> None:
    assert [rank_text(rank) for rank in (2, 9, 10, 11, 14)] == ["2", "9", "10", "J", "A"]


def test_commands_in_buttons_are_what_the_wire_reads() -> None:
    assert command_json("CastBallot", round=1, hands=["ab"]) == command_of(CastBallot(1, ("ab",)))
    assert command_of(Next(2, Phase.MATCHED)) == '{"type": "Next", "body": {"round": 2, "phase": "matched"}}'
    assert command_json("ProposeHand", cards=cards("As")) == '{"type": "ProposeHand", "body": {"cards": ["As"]}}'


def test_each_language_is_offered_under_its_own_name(screens: Screens) -> None:
    assert dict(screens.languages)["en"] == "English"
    assert screens.negotiate(["en-GB", "en"]) == "en"
    assert screens.negotiate(["tlh"]) == "en"
    if "vi" in LANGUAGES:
        assert dict(screens.languages)["vi"] == "Tiếng Việt"
        assert screens.negotiate(["vi-VN", "en"]) == "vi"
