"""Templates in each language, and the words for sentences, refusals, hands and times. Knows no rules, no requests."""

import io
import json
import re
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from babel import Locale
from babel.core import negotiate_locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, select_autoescape
from jinja2.runtime import Macro

from engine.cards import RANKS, Card
from engine.game import Fact, Refused, Seat, Sentence
from engine.hands import HandName
from engine.registry import GAMES
from web.parts import MOST, Parts
from web.wire import body, written

SOURCE_LANGUAGE = "en"
EVERYWHERE = ("_parts.html", "_cards.html")
"""Whose macros every template knows without importing them, which each drawing would have to do anew."""
SUIT_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}

Names = Callable[[Seat], str]


class NoWords(LookupError):
    """Neither the game's words nor the room's know this key."""


class Screens:
    """All templates, once for each language that `translations` has; so many parts of each are remembered as drawn."""

    def __init__(self, templates: Path, translations: Path, remembered: int = MOST) -> None:
        catalogues = {SOURCE_LANGUAGE: NullTranslations()} | _catalogues(translations)
        self._parts = {language: Parts[str](remembered) for language in catalogues}
        self._environments = {
            language: _environment(templates, catalogue, self._parts[language])
            for language, catalogue in catalogues.items()
        }
        self._catalogues = catalogues
        self.languages = tuple((language, _own_name(language)) for language in self._environments)

    def speaks(self, language: str | None) -> bool:
        return language in self._environments

    def negotiate(self, wanted: Iterable[str]) -> str:
        """The language to speak to somebody who would like one of these, best first."""
        spoken = list(self._environments)
        return negotiate_locale([one.replace("-", "_") for one in wanted], spoken) or SOURCE_LANGUAGE

    def render(self, language: str, template: str, context: Mapping[str, Any]) -> str:
        """One template with this context; the languages are always in it."""
        found = self._environments[language].get_template(template)
        return found.render(lang=language, languages=self.languages, **context)

    def gettext(self, language: str) -> Callable[[str], str]:
        """How single texts are translated."""
        translate: Callable[[str], str] = self._catalogues[language].gettext
        return translate

    def words(self, language: str, game: str = "", name: Names = str) -> "Words":
        """Sentences of a game (or of the room alone) in this language; `name` is how a seat is called."""
        return Words(self._environments[language], self._parts[language], game, name)


class Words:
    """Turns keys and facts into sentences: the game's words first, then the room's. What was said is remembered."""

    def __init__(self, environment: Environment, parts: Parts[str], game: str, name: Names) -> None:
        self._environment, self._parts, self._game = environment, parts, game
        files = [f"words/{game}.txt"] * bool(game) + ["words/room.txt"]
        self._files: list[Template] = [environment.get_template(file) for file in files]
        self._name = name

    def say(self, said: Sentence | Refused) -> str:
        """A sentence or a refusal as plain text; a refusal may come as a sentence too. Raises NoWords."""
        if isinstance(said, Refused):
            return self._find(("refused",), said.reason, said.facts)
        return self._find(("told", "refused"), said.key, said.facts)

    def hand(self, name: HandName) -> str:
        """What five cards are called."""
        return _hand_name(self._environment, name)

    def who(self, kind: str, name: str = "") -> str:
        """Who acted, for the ledger: kind is host, player, clock, guest or server."""
        return self._find(("who",), kind, {"name": name})

    def _find(self, macros: tuple[str, ...], key: str, facts: Mapping[str, Fact]) -> str:
        spoken = {fact: self._spoken(fact, value) for fact, value in facts.items()}
        depends_on = (self._game, *macros, key, *spoken.items())
        return self._parts.once("words", *depends_on, caller=lambda: self._first(macros, key, spoken))

    def _first(self, macros: tuple[str, ...], key: str, spoken: Mapping[str, Any]) -> str:
        said = SimpleNamespace(**spoken)
        for macro, file in product(macros, self._files):
            words = getattr(file.module, macro, None)
            text = " ".join(words(key, said).split()) if words else ""
            if text:
                return text
        raise NoWords(f"{macros[0]}: {key}")

    def _spoken(self, fact: str, value: Fact) -> Any:
        match value:
            case Card():
                return card_text(value)
            case int() if fact == "seat":
                return self._name(value)
            case tuple() if fact == "seats":
                return ", ".join(self._name(int(str(seat))) for seat in value)
            case tuple() if fact == "cards":
                return " ".join(card_text(one) for one in value if isinstance(one, Card))
            case _:
                return value


def card_text(card: Card) -> str:
    """A card as people write it: 10♦."""
    return rank_text(card.rank) + SUIT_SIGNS[card.suit]


def rank_text(rank: int) -> str:
    """A rank from 2 to 14 as on a card."""
    return "10" if rank == 10 else RANKS[rank - 2]


def clock_text(milliseconds: int) -> str:
    """How long, as m:ss, a second that has begun counting whole."""
    seconds = -(-max(0, milliseconds) // 1000)
    return f"{seconds // 60}:{seconds % 60:02}"


def percent_text(part: int, whole: int) -> str:
    """A share as whole percent; what is possible is never 0%, nor what is not sure 100%."""
    percent = round(100 * part / whole)
    if percent == 0 < part:
        return "<1%"
    return ">99%" if percent == 100 and part < whole else f"{percent}%"


def number_text(number: int) -> str:
    """A large number with its thousands apart, as every language reads it."""
    return f"{number:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")


def time_text(wall: int) -> str:
    """A moment of wall time as HH:MM:SS where the console stands."""
    return datetime.fromtimestamp(wall / 1000).strftime("%H:%M:%S")


def command_json(type_name: str, **fields: Any) -> str:
    """A command for a screen to send, as JSON."""
    return json.dumps({"type": type_name, "body": body(fields)}, ensure_ascii=False)


def command_of(command: Any) -> str:
    """A ready command for a screen to send, as JSON."""
    return json.dumps(written(command), ensure_ascii=False)


def _environment(templates: Path, catalogue: NullTranslations, parts: Parts[str]) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(templates),
        autoescape=select_autoescape(enabled_extensions=("html",), default=False),
        extensions=["jinja2.ext.i18n"],
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.install_gettext_translations(catalogue, newstyle=True)  # type: ignore[attr-defined]
    environment.globals["_"] = environment.globals["gettext"]  # its own `_` looks that up anew at each of many calls
    environment.globals.update(
        command=command_json,
        command_of=command_of,
        rank_text=rank_text,
        card_text=card_text,
        clock_text=clock_text,
        number_text=number_text,
        percent_text=percent_text,
        time_text=time_text,
        hand_name=lambda name: _hand_name(environment, name),
        games=tuple(GAMES),
        by_seat=lambda lines: {one.seat: one for one in lines},
        once=parts.once,
    )
    for shared in EVERYWHERE:
        environment.globals.update(_macros(environment.get_template(shared)))
    return environment


def _macros(template: Template) -> dict[str, Any]:
    return {name: value for name, value in vars(template.module).items() if isinstance(value, Macro)}


def _hand_name(environment: Environment, name: HandName) -> str:
    words: Any = environment.get_template("words/cards.txt").module
    return " ".join(words.hand_name(name.category.name.lower(), [rank_text(rank) for rank in name.ranks]).split())


def _catalogues(folder: Path) -> dict[str, NullTranslations]:
    """The translations that stand in the folder as xx/LC_MESSAGES/thirteen.po, read as they are."""
    return {file.parent.parent.name: _catalogue(file) for file in sorted(folder.glob("*/LC_MESSAGES/thirteen.po"))}


def _catalogue(file: Path) -> Translations:
    compiled = io.BytesIO()
    with file.open("rb") as text:
        write_mo(compiled, read_po(text, locale=file.parent.parent.name))
    compiled.seek(0)
    return Translations(compiled)


def _own_name(language: str) -> str:
    name = Locale.parse(language).get_display_name() or language
    return re.sub("^.", lambda first: first[0].upper(), name)
