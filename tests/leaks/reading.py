"""Finds cards in whatever a console sends, however they are written: the reader knows no secret and no rule.

As text ("Ts", "10s"), with signs, as the cards of Unicode, in words of every language, in ids, classes and commands,
and any of it in hex, base64 or percent signs. A page is read element by element, and each element only once.
"""

import base64
import binascii
import html
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from urllib.parse import unquote

from engine.cards import DECK, RANKS, Card, card
from web.screens import Screens

ROOT = Path(__file__).resolve().parent.parent.parent

_RANK = "10|[2-9TJQKA]"
_SIGNS = {"c": "♣♧", "d": "♦♢", "h": "♥♡", "s": "♠♤"}
_SUIT_OF = {sign: suit for suit, signs in _SIGNS.items() for sign in signs}
_CARDS_OF_UNICODE = {"s": 0x1F0A0, "h": 0x1F0B0, "d": 0x1F0C0, "c": 0x1F0D0}
_RANK_PLACES = {"A": 1, "J": 11, "Q": 13, "K": 14, "T": 10, **{str(rank): rank for rank in range(2, 10)}}
_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
_ENGLISH_RANKS = dict(zip(RANKS, _WORDS, strict=True))

_TOKEN = re.compile(rf"(?<![^\W_])({_RANK}|[tjqka])([cdhsCDHS])(?![^\W_])")
_SIGNED = re.compile(rf"({_RANK})\s?([♣♧♦♢♥♡♠♤])|([♣♧♦♢♥♡♠♤])\s?({_RANK})(?![0-9])")
_TOGETHER = re.compile(rf"(?<!\w)(?:(?:{_RANK})[cdhs]){{2,}}(?!\w)")
_ONE = re.compile(rf"({_RANK})([cdhs])")
_IN_TEXT = re.compile(rf"(?<![\w])(?:{_RANK})[cdhs](?:[\s,·|/;-]+(?:{_RANK})[cdhs])*(?!\w)")
_QUOTED = re.compile(rf"([\"'])({_RANK})([cdhs])\1")
_UNICODE = re.compile("[\U0001f0a1-\U0001f0de]")
_CODED = re.compile(r"[A-Za-z0-9+/_-]{3,}={0,2}")
_HEX = re.compile(r"(?:[0-9a-fA-F]{2}){2,}")
_ONLY_CARDS = re.compile(rf"[\s\[\](){{}}\"',;|/·-]*(?:(?:{_RANK}|[tjqka])[cdhsCDHS][\s\[\](){{}}\"',;|/·-]*)+")
_ELEMENTS = re.compile(r"(<svg.*?</svg>)|\n", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_ATTRIBUTE = re.compile(r"([\w:-]+)\s*=\s*\"([^\"]*)\"|([\w:-]+)\s*=\s*'([^']*)'")
_FOR_PEOPLE = re.compile(r"aria-label|alt|title|placeholder|content|data-(?:confirm|text-.*)")
_OUR_FILES = re.compile(r"/static/[\w/.-]+")
"""Served to everybody alike, whatever lies on a table."""
_DRAWINGS = ("d", "viewBox", "points")
_TIMES = ("data-ends", "data-left", "data-since")
"""Milliseconds, whose digits might be read as hex."""
_MEASURED = re.compile(r"(?m) [0-9.e+-]+$")
"""The value behind the name of a measurement."""
_FACE = re.compile(rf"suit-([cdhs]).*?<text[^>]*>\s*({_RANK})\s*</text>", re.DOTALL)
_BACK = re.compile(r'<svg class="card back[^"]*".*?</svg>', re.DOTALL)


def cards_in_page(page: str) -> set[Card]:
    """Every card that is written or drawn anywhere in this HTML."""
    return {one for element in _ELEMENTS.split(page) if element for one in _in_element(element)}


def cards_in_plain(text: str) -> set[Card]:
    """Every card in text that is no HTML: answers, headers, files."""
    return set(_in_element(text))


def cards_in_measurements(text: str) -> set[Card]:
    """Every card in the names and labels of measurements, whose values are numbers that grow."""
    return cards_in_plain(_MEASURED.sub("", text))


def backs_in(page: str) -> set[str]:
    """The drawings of cards that lie face down: if nothing of a card is in them there is only one, in any language."""
    return set(_BACK.findall(page))


@lru_cache(maxsize=200_000)
def _in_element(element: str) -> frozenset[Card]:
    found: set[Card] = set()
    for form in {element, unquote(element)}:
        found |= set(_in_markup(form))
        found |= {_card(rank, suit) for suit, rank in _FACE.findall(form)}
    return frozenset(found)


def _in_markup(text: str) -> Iterator[Card]:
    """Tags by their attributes, and what stands between them."""
    for tag in _TAG.findall(text):
        for name, value, other_name, other in _ATTRIBUTE.findall(tag):
            yield from _in_attribute(name or other_name, html.unescape(value or other))
    for between in _TAG.split(text):
        yield from _in_words(html.unescape(between))


def _in_attribute(name: str, value: str) -> Iterator[Card]:
    if name in _DRAWINGS or (name in _TIMES and value.isdigit()):
        return
    if _FOR_PEOPLE.fullmatch(name):
        yield from _in_words(value)
        return
    value = _OUR_FILES.sub("", value)
    yield from (_card(rank, suit) for rank, suit in _TOKEN.findall(value))
    yield from _everywhere(value)


def _in_words(text: str) -> Iterator[Card]:
    """In a sentence "As" and "10s" are words: cards stand alone, beside each other, or in quotes there."""
    for run in _IN_TEXT.findall(text):
        alone = run.strip() == text.strip()
        if alone or len(_ONE.findall(run)) > 1 or not re.fullmatch(r"A[cdhs]|\d+s", run):
            yield from (_card(rank, suit) for rank, suit in _ONE.findall(run))
    yield from (_card(rank, suit) for _, rank, suit in _QUOTED.findall(text))
    yield from _everywhere(text)


def _everywhere(text: str) -> Iterator[Card]:
    """Ways to write cards that nothing else is written in."""
    for rank, sign, other_sign, other_rank in _SIGNED.findall(text):
        yield _card(rank or other_rank, _SUIT_OF[sign or other_sign])
    for together in _TOGETHER.findall(text):
        yield from (_card(rank, suit) for rank, suit in _ONE.findall(together))
    for letter in _UNICODE.findall(text):
        yield from _unicode_cards().get(letter, ())
    lowered = text.lower()
    if any(suit in lowered for suit in _suit_words()):
        yield from (one for words, one in _card_words() if words.search(lowered))
    yield from _in_code(text)


def _in_code(text: str) -> Iterator[Card]:
    """Cards alone behind hex or base64; what is anything else there is no card."""
    for coded in _HEX.findall(text):
        yield from _behind(bytes.fromhex(coded))
    for coded in _CODED.findall(text):
        bare = coded.rstrip("=").replace("-", "+").replace("_", "/")
        try:
            yield from _behind(base64.b64decode(bare + "=" * (-len(bare) % 4)))
        except (binascii.Error, ValueError):
            continue


def _behind(content: bytes) -> Iterator[Card]:
    text = content.decode("utf-8", "replace")
    if _ONLY_CARDS.fullmatch(text):
        yield from (_card(rank, suit) for rank, suit in re.findall(rf"({_RANK}|[tjqka])([cdhsCDHS])", text))
    yield from (_card(rank or other, _SUIT_OF[sign or first]) for rank, sign, first, other in _SIGNED.findall(text))


def _card(rank: str, suit: str) -> Card:
    return card(rank.upper() + suit.lower())


@cache
def screens() -> Screens:
    """The languages of the console."""
    return Screens(ROOT / "templates", ROOT / "translations")


@cache
def _unicode_cards() -> dict[str, tuple[Card, ...]]:
    return {chr(_CARDS_OF_UNICODE[one.suit] + _RANK_PLACES[one.value[0]]): (one,) for one in DECK}


@cache
def _suit_words() -> tuple[str, ...]:
    return tuple({words.lower() for language, _ in screens().languages for words in _suits(language).values()})


def _suits(language: str) -> dict[str, str]:
    gettext = screens().gettext(language)
    return {"c": gettext("clubs"), "d": gettext("diamonds"), "h": gettext("hearts"), "s": gettext("spades")}


@cache
def _card_words() -> tuple[tuple[re.Pattern[str], Card], ...]:
    """Each card in the words of every language, by sign of its rank and, in English, by its name."""
    return tuple(
        (re.compile(rf"(?<!\w){re.escape(words.lower())}(?!\w)"), one)
        for language, _ in screens().languages
        for one in DECK
        for words in _spoken(one, language)
    )


def _spoken(one: Card, language: str) -> Iterator[str]:
    whole, suit = screens().gettext(language)("%(rank)s of %(suit)s"), _suits(language)[one.suit]
    letter = one.value[0]
    for rank in {"10" if letter == "T" else letter, letter, _ENGLISH_RANKS[letter]}:
        yield whole % {"rank": rank, "suit": suit}
