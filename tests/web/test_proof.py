"""F4: what anyone may read of an ended room to check its chance, and that nothing of it is told before the end."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from app import Config, Console, World, create_app
from engine.chain import GENESIS, canonical, leaf, link
from engine.chinese_poker.commands import CloseTable as CloseChinesePoker
from engine.game import Host
from engine.holdem.commands import CloseTable as CloseHoldem
from engine.registry import GAMES
from engine.room.commands import Undo
from engine.team_poker.rules import Settings
from tests.scripts.evening import Evening
from tests.scripts.tables import TableEvening
from tests.web.desk import Clock, Secrets
from web.rooms import Rooms

CLOSE = {"holdem": CloseHoldem, "chinese_poker": CloseChinesePoker}
TABLES = sorted(CLOSE)


class Watched(Clock):
    """Time that the console looks at every second, as it does when it runs: a gap would be a jump."""

    look: Callable[[], object] = staticmethod(lambda: None)

    def go(self, milliseconds: int) -> None:
        for start in range(0, milliseconds, 1_000):
            super().go(min(1_000, milliseconds - start))
            self.look()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[tuple[Console, Clock]]:
    clock = Watched()
    world = World(wall=clock.wall, monotonic=clock.monotonic, secret=Secrets(), look=tuple)
    console = create_app(Config(tmp_path, async_mode="threading"), world)
    clock.look = console.bells.notice
    console.bots.mine = lambda: False  # the evening decides for all seats
    yield console, clock
    console.store.close()


@pytest.fixture
def client(desk: tuple[Console, Clock]) -> FlaskClient:
    return desk[0].app.test_client()


def dealt(rooms: Rooms, clock: Clock, game: str) -> Evening:
    """A room in which cards have just been dealt."""
    if game == "team_poker":
        evening = Evening(rooms, clock, Random(7))
        evening.sit_down(Settings(countdown=40, vote=20, rounds=3))
        evening.deal()
        return evening
    table = TableEvening(rooms, clock, Random(6))
    table.open_table(game)
    table.deal()
    return table


def ended(rooms: Rooms, clock: Clock, game: str) -> Evening:
    """A room whose game is over."""
    evening = dealt(rooms, clock, game)
    if not isinstance(evening, TableEvening):
        evening.play_on()
        return evening
    evening.play_deal()
    evening.say(Host(), CLOSE[game](1))
    return evening


def told(client: FlaskClient, code: str) -> Any:
    answer = client.get(f"/proof/{code}/record")
    assert answer.status_code == 200, answer.text
    return answer.get_json()


def kinds(record: Any) -> set[str]:
    return {event["type"] for row in record["log"] if "content" in row for event in row["content"]["events"]}


@pytest.mark.parametrize("game", sorted(GAMES))
def test_F4_nothing_is_published_while_the_game_runs(
    desk: tuple[Console, Clock], client: FlaskClient, game: str
) -> None:
    console, clock = desk
    evening = dealt(console.rooms, clock, game)
    answer = client.get(f"/proof/{evening.code}/record")
    assert answer.status_code == 409
    assert "still running" in answer.text
    page = client.get(f"/proof/{evening.code}").text
    assert "still running" in page and "data-facts" not in page
    for text in (answer.text, page):
        assert evening.state.seed not in text
        assert not re.search(r'"[2-9TJQKA][cdhs]"', text)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_F4_at_the_end_the_chain_is_published_whole_and_the_rows_of_chance_open(
    desk: tuple[Console, Clock], client: FlaskClient, game: str
) -> None:
    console, clock = desk
    evening = ended(console.rooms, clock, game)
    assert "data-facts" in client.get(f"/proof/{evening.code}").text
    record, export = told(client, evening.code), evening.export()
    assert (record["seed"], record["commitment"]) == (export["seed"], export["commitment"])
    digest = GENESIS
    for row, whole in zip(record["log"], export["log"], strict=True):
        digest = link(digest, row["number"], row["leaf"])
        assert digest == row["digest"] == whole["digest"]
        if "content" in row:
            assert leaf(row["salt"], canonical(row["content"])) == row["leaf"]
    assert digest == record["head"] == export["head"]
    assert kinds(record) >= {"RoomOpened", "BytesCommitted", "BytesRevealed", "GatheringClosed", "CardsDealt"}


def test_T11_pledges_to_hands_that_chance_did_not_decide_on_stay_sealed(
    desk: tuple[Console, Clock], client: FlaskClient
) -> None:
    console, clock = desk
    evening = ended(console.rooms, clock, "team_poker")
    rows = [row["content"] for row in told(client, evening.code)["log"] if "content" in row]
    events = [event for content in rows for event in content["events"]]
    tied = {hand for event in events if event["type"] == "TieDrawn" for hand in event["body"]["tied"]}
    pledged = {event["body"]["hand"] for event in events if event["type"] == "CardsPledged"}
    everything = [event for row in evening.export()["log"] for event in row["content"]["events"]]
    assert tied and pledged == tied
    assert tied < {event["body"]["hand"] for event in everything if event["type"] == "CardsPledged"}
    assert "BallotCast" in {event["type"] for event in everything}
    assert "BallotCast" not in {event["type"] for event in events}


@pytest.mark.parametrize("game", TABLES)
def test_F4_a_table_tells_blinds_and_common_cards_and_no_bet(
    desk: tuple[Console, Clock], client: FlaskClient, game: str
) -> None:
    console, clock = desk
    found = kinds(told(client, ended(console.rooms, clock, game).code))
    assert ("HandStarted" in found) == (game == "holdem")
    assert not {"CardsPlaced", "SetSubmitted", "DealScored", "HandEnded"} & found


def test_F4_when_the_end_is_taken_back_nothing_is_published_until_the_next(
    desk: tuple[Console, Clock], client: FlaskClient
) -> None:
    console, clock = desk
    evening = ended(console.rooms, clock, "team_poker")
    evening.say(Host(), Undo(evening.state.past[-1].number, "one round more", True))
    assert client.get(f"/proof/{evening.code}/record").status_code == 409


def test_a_room_that_is_not_there_has_no_proof(client: FlaskClient) -> None:
    for path in ("/proof/AAAA", "/proof/AAAA/record"):
        assert client.get(path).status_code == 404
    assert 'id="paste"' in client.get("/proof").text


def test_the_page_runs_no_script_of_its_own_and_is_linked_from_every_screen(
    desk: tuple[Console, Clock], client: FlaskClient
) -> None:
    console, clock = desk
    code = ended(console.rooms, clock, "team_poker").code
    page = client.get(f"/proof/{code}").text
    assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=|<style", page)
    host = console.app.test_client()
    host.get("/host")
    assert host.post("/host/key", json={"key": console.access.host_key}).status_code == 204
    for someone, path in ((client, f"/p/{code}?watch=1"), (host, f"/host/{code}")):
        assert f'href="/proof/{code}"' in someone.get(path).text
