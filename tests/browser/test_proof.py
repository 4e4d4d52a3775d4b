"""F2-F4: a player checks commitment, deal and draws in their own browser, and is told plainly what does not hold.

With THIRTEEN_PICTURES set to a folder, the page is kept there as pictures.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from engine.cards import DECK
from tests.browser.gallery import PICTURES, SMALLEST_ELSEWHERE
from tests.browser.layout import Demand, faults
from tests.browser.proof import Proof
from tests.conftest import RunningConsole
from tests.engine.drive import phone_bytes
from tests.scripts import forgers, table_forgers
from tests.scripts.evening import SILENT, Evening, played
from tests.scripts.tables import played_table

PLACES: list[ViewportSize] = [
    {"width": 320, "height": 568},
    {"width": 360, "height": 740},
    {"width": 390, "height": 844},
    {"width": 1366, "height": 768},
    {"width": 1920, "height": 1080},
]
SEAT = 1
UNSEEN = {"head", "commitment", "own-bytes", "own-cards"}
"""Steps for which a device must have been there."""
GAMES = ("team_poker", "holdem", "chinese_poker")


@dataclass(frozen=True)
class Venue:
    """A console with a room of each game that has ended."""

    console: RunningConsole
    evenings: dict[str, Evening]

    def url(self, game: str) -> str:
        return f"{self.console.url}/proof/{self.evenings[game].code}"


@pytest.fixture(scope="module")
def venue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Venue]:
    data = tmp_path_factory.mktemp("venue")
    tables = {game: played_table(data, game) for game in GAMES[1:]}
    evenings: dict[str, Evening] = {"team_poker": played(data), **tables}
    console = RunningConsole(data)
    console.start()
    yield Venue(console, evenings)
    console.stop()
    assert "Traceback" not in console.log(), console.log()


def memory_of(evening: Evening, seat: int) -> dict[str, str]:
    """What the phone of a seat would have taken down by the end."""
    export = evening.export()
    room = evening.code
    commitments: dict[str, Any] = {}
    deals: dict[str, Any] = {}
    for row in export["log"]:
        for event in row["content"]["events"]:
            body = event["body"]
            if event["type"] in ("RoomOpened", "SeedCommitted"):
                deals = {}
                commitments[body["commitment"]] = {"early": True, "deals": deals}
            elif event["type"] == "CardsDealt":
                dealt = {one["seat"]: one["cards"] for one in body.get("hands") or body["holes"]}
                number = body.get("deal") or body.get("hand") or 1
                deals |= {str(number): {"seat": seat, "cards": dealt[seat]}} if seat in dealt else {}
    seen = {"commitments": commitments, "heads": [export["head"]]}
    bytes_kept = {f"thirteen {room} {seat} {one}": phone_bytes(seat).hex() for one in commitments}
    return {f"thirteen {room} seen": json.dumps(seen), **bytes_kept}


def remember(page: Page, url: str, memory: dict[str, str]) -> None:
    """Let the page's browser remember this, and nothing else."""
    page.goto(url)
    page.evaluate(
        "(memory) => { localStorage.clear(); for (const [key, text] of Object.entries(memory)) "
        "localStorage.setItem(key, text); }",
        memory,
    )
    page.reload()


@pytest.mark.parametrize("game", GAMES)
def test_F4_whoever_was_not_there_sees_that_all_of_it_holds(venue: Venue, page: Page, game: str) -> None:
    page.goto(venue.url(game))
    proof = Proof(page).wait()
    assert {key for key, state in proof.states().items() if state == "open"} == UNSEEN
    assert not proof.failed()
    assert "All that can be compared holds" in proof.verdict
    proof.paste(json.dumps(venue.evenings[game].export()))
    expect(page.locator("#verdict")).to_be_focused()
    assert not proof.failed() and {key for key, state in proof.states().items() if state == "open"} == UNSEEN


@pytest.mark.parametrize("game", GAMES)
def test_F2_whoever_was_there_sees_that_their_bytes_and_cards_are_in_it(venue: Venue, page: Page, game: str) -> None:
    remember(page, venue.url(game), memory_of(venue.evenings[game], SEAT))
    proof = Proof(page).wait()
    assert set(proof.states().values()) == {"holds"}, proof.states()
    assert proof.verdict == "All of it holds."


def other_bytes(memory: dict[str, str], room: str) -> None:
    for key in memory:
        if not key.endswith("seen"):
            memory[key] = "00" * 16


def other_card(memory: dict[str, str], room: str) -> None:
    seen = json.loads(memory[f"thirteen {room} seen"])
    *_, last = seen["commitments"].values()
    cards = last["deals"]["1"]["cards"]
    cards[0] = next(one.value for one in DECK if one.value not in cards)
    memory[f"thirteen {room} seen"] = json.dumps(seen)


def other_head(memory: dict[str, str], room: str) -> None:
    seen = json.loads(memory[f"thirteen {room} seen"])
    memory[f"thirteen {room} seen"] = json.dumps({**seen, "heads": ["ab" * 32]})


def other_commitment(memory: dict[str, str], room: str) -> None:
    seen = json.loads(memory[f"thirteen {room} seen"])
    seen["commitments"]["cd" * 32] = {"early": True, "deals": {}}
    memory[f"thirteen {room} seen"] = json.dumps(seen)


@pytest.mark.parametrize(
    ("change", "step", "said"),
    [
        (other_bytes, "own-bytes", "other bytes stand there than this phone sent"),
        (other_card, "own-cards", "Deal 1: this phone held"),
        (other_head, "head", "abab abab"),
        (other_commitment, "commitment", "cdcd cdcd"),
    ],
)
def test_F4_a_record_that_is_not_what_this_device_saw_is_told_from_it(
    venue: Venue, page: Page, change: Callable[[dict[str, str], str], None], step: str, said: str
) -> None:
    evening = venue.evenings["team_poker"]
    memory = memory_of(evening, SEAT)
    change(memory, evening.code)
    remember(page, venue.url("team_poker"), memory)
    proof = Proof(page).wait()
    assert proof.failed() == {step}
    assert said in proof.faults()
    assert proof.verdict == "It does not hold. Steps that fail: 1."


def test_F2_a_phone_that_was_left_out_is_told_so_and_one_that_had_answered_is_told_worse(
    venue: Venue, page: Page
) -> None:
    evening = venue.evenings["team_poker"]
    memory = memory_of(evening, SILENT)
    remember(page, venue.url("team_poker"), memory)
    proof = Proof(page).wait()
    assert proof.states()["own-bytes-left-out"] == "open" and not proof.failed()
    counted = {f"{key} counted": "2" for key in memory if not key.endswith("seen")}
    remember(page, venue.url("team_poker"), {**memory, **counted})
    assert proof.wait().failed() == {"own-bytes"}
    assert "had been taken in before, but were left out" in proof.faults()


FORGERIES: dict[str, dict[forgers.Forger, str]] = {
    "team_poker": {
        forgers.other_deal: "deals",
        forgers.other_order: "deals",
        forgers.seed_without_commitment: "seed",
        forgers.seed_with_commitment: "deals",
        forgers.other_bytes: "bytes",
        forgers.other_draw: "ties",
        forgers.other_neutral: "turned-team_poker",
        forgers.name_everywhere: "chain",
        forgers.row_gone: "chain",
    },
    "holdem": {
        table_forgers.other_holes: "deals",
        table_forgers.other_blind: "blinds",
        table_forgers.other_street: "turned-holdem",
    },
    "chinese_poker": {table_forgers.other_thirteen: "deals"},
}


@pytest.mark.parametrize("game", sorted(FORGERIES))
def test_F4_whatever_was_forged_is_told_with_its_row_also_when_the_chain_was_made_anew(
    venue: Venue, page: Page, game: str
) -> None:
    evening, dice = venue.evenings[game], Random(7)
    remember(page, venue.url(game), memory_of(evening, SEAT))
    proof = Proof(page).wait()
    for forger, step in FORGERIES[game].items():
        forgery = forger(evening.export(), dice)
        proof.paste(json.dumps(forgery.content))
        assert {"chain", step} <= proof.failed(), (forger, proof.faults())
        assert forgery.place.replace("row", "Row") in proof.faults(), (forger, proof.faults())
        proof.paste(json.dumps(forgers.chained_anew(forgery.content)))
        wanted = {"head"} if step == "chain" else {"head", step}
        assert wanted <= proof.failed(), (forger, proof.faults())
        assert forger is forgers.row_gone or "chain" not in proof.failed()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "cannot be read"),
        ("[]", "no record of Thirteen"),
        ('{"format": "thirteen-export", "version": 1, "log": [{"number": 1}]}', "no record of Thirteen"),
        (
            '{"format": "thirteen-export", "version": 1, "room": {"game": "snap"}, "log": [{"number": 1}]}',
            "a game that this page does not know",
        ),
        (
            '{"format": "thirteen-export", "version": 1, "room": {"game": "holdem"}, "log": [{"number": 1, "content": '
            '{"events": [{"type": "GatheringClosed", "body": {}}]}}]}',
            "no record of Thirteen",
        ),
    ],
)
def test_what_is_no_record_is_said_to_be_none(venue: Venue, page: Page, text: str, said: str) -> None:
    page.goto(f"{venue.console.url}/proof")
    assert said in Proof(page).paste(text).verdict
    expect(page.locator("#steps > li")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "vi", "pt-BR"])
def test_every_word_of_it_can_be_read_at_every_size(venue: Venue, browser: Browser, language: str) -> None:
    context = browser.new_context(locale=language, reduced_motion="reduce")
    page = context.new_page()
    found = []
    for game in GAMES:
        remember(page, venue.url(game), memory_of(venue.evenings[game], SEAT))
        proof = Proof(page).wait()
        page.evaluate("document.querySelectorAll('#steps details').forEach((one) => { one.open = true; })")
        for size in PLACES:
            page.set_viewport_size(size)
            found += [f"{game} at {size['width']}: {one}" for one in faults(page, Demand(SMALLEST_ELSEWHERE, True))]
            if PICTURES:
                page.screenshot(path=Path(PICTURES, f"proof-{language}-{game}-{size['width']}.png"), full_page=True)
    forged = forgers.other_deal(venue.evenings["team_poker"].export(), Random(1)).content
    proof.paste(json.dumps(forged))
    for size in PLACES:
        page.set_viewport_size(size)
        found += [f"forged at {size['width']}: {one}" for one in faults(page, Demand(SMALLEST_ELSEWHERE, True))]
        if PICTURES:
            page.screenshot(path=Path(PICTURES, f"proof-{language}-forged-{size['width']}.png"), full_page=True)
    context.close()
    assert not found, "\n".join(found)
