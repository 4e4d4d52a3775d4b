"""F1-F3: the browser's own shuffles, draws and digests are those of the rules, on many seeds."""

import json
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from engine.cards import DECK
from engine.chain import GENESIS, canonical, leaf, link
from engine.chance import Chance, _below, commitment
from tests.browser.stage import Stage

SEEDS = 300

WORK_OUT = """
async (cases) => {
  const { digestOf, draw, keyOf, shuffle, DECK } = await import('/static/js/chance.js');
  return cases.map(({ seed, context, given, label, size, count }) => {
    const key = keyOf(seed, context, given);
    return { key, committed: digestOf(seed), order: shuffle(key, label, DECK.slice(0, size)),
             drawn: draw(key, label, DECK.slice(0, size), count) };
  });
}
"""


@pytest.fixture
def plain(page: Page, stage: Stage, errors: list[str]) -> Page:
    """A page on plain http under the strict policy of the console."""
    page.goto(f"{stage.url}/pages/join.html")
    return page


def case(dice: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the browser is asked, and what the engine says."""
    seed = dice.randbytes(32)
    given = {seat: dice.randbytes(16) for seat in range(1, 15) if dice.random() < 0.7}
    chance, number = Chance(seed, given), dice.choice([0, dice.randrange(1, 500)])
    draws = chance.hand(number, range(1, 15)) if number else chance.event(range(1, 15))
    label = dice.choice(["deal 1", f"round {number} tie", f"hand {number} blind", f"hand {number} deal"])
    size = dice.choice([52, dice.randint(2, 52)])
    count = dice.randint(1, size)
    asked = {
        "seed": seed.hex(),
        "context": f"hand {number}" if number else "",
        "given": [given[seat].hex() for seat in sorted(given)],
        "label": label,
        "size": size,
        "count": count,
    }
    expected = {
        "key": draws.key.hex(),
        "committed": commitment(seed),
        "order": [one.value for one in draws.shuffle(label, DECK[:size])],
        "drawn": [one.value for one in draws.draw(label, DECK[:size], count)],
    }
    return asked, expected


def test_F3_the_browser_shuffles_and_draws_as_the_engine_does_on_hundreds_of_seeds(plain: Page) -> None:
    cases = [case(Random(number)) for number in range(SEEDS)]
    found = plain.evaluate(WORK_OUT, [asked for asked, _ in cases])
    for (asked, expected), one in zip(cases, found, strict=True):
        assert one == expected, asked


@pytest.mark.parametrize("bound", [2, 3, 7, 49, 52])
def test_F3_numbers_that_would_make_some_cards_likelier_are_passed_over(plain: Page, bound: int) -> None:
    edge = 2**32 - 2**32 % bound
    numbers = [min(edge, 2**32 - 1), 2**32 - 1, edge - 1]
    asked = "async ([bound, numbers]) => (await import('/static/js/chance.js')).below(bound, numbers.values())"
    assert plain.evaluate(asked, [bound, numbers]) == _below(bound, iter(numbers))


def test_F4_the_browser_follows_the_chain_as_the_console_writes_it(plain: Page) -> None:
    contents: list[Any] = [
        {"number": 1, "b": 'a"\\/\b\f\n\r\t\x00\x1f\x7f', "a": [1, -(2**53) + 1, True, None, {}, []]},
        {"number": 2, "ß": "Đêm 😀 \u2028\u2029 \u00a0", "Z": {"y": 0, "x": ["", "é", "e\u0301"]}},
    ]
    log, digest = [], GENESIS
    for number, content in enumerate(contents, 1):
        salt = f"{number:032x}"
        sealed = leaf(salt, canonical(content))
        digest = link(digest, number, sealed)
        log.append({"number": number, "leaf": sealed, "digest": digest, "salt": salt, "content": content})
    record = {"genesis": GENESIS, "log": log, "head": digest}
    faults = "async (record) => (await import('/static/js/chain.js')).chainFaults(record)"
    assert plain.evaluate(faults, record) == []
    changed = json.loads(json.dumps(record))
    changed["log"][1]["content"]["Z"]["x"][1] = "e"
    assert plain.evaluate(faults, changed) == [{"key": "content", "row": 2}]
