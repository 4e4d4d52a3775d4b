"""The record of a room as the host reads and prints it: all lines, found by sort, seat and words; nothing sealed."""

import html
import re

import pytest
from flask.testing import FlaskClient

from app import Console
from engine.game import Host
from engine.registry import GAMES
from engine.room.commands import GivePoints, Peek, RenameSeat, SetAbsent, SetTitle, Undo
from engine.team_poker.commands import LockNominations, Next
from tests.web.desk import dealt, voting
from tests.web.house import signed_in
from web.record import Search
from web.scenes import LEDGER_LINES, Line


def lines(page: str) -> dict[int, str]:
    """The ledger's lines as they read, by number."""
    found = re.findall(r'<tr id="line-(\d+)"[^>]*>(.*?)</tr>', page, re.DOTALL)
    return {int(number): " ".join(html.unescape(re.sub(r"<[^>]+>", " ", line)).split()) for number, line in found}


def asked(host: FlaskClient, code: str, **search: str) -> dict[int, str]:
    answer = host.get(f"/host/{code}/ledger", query_string=search)
    assert answer.status_code == 200
    return lines(answer.text)


@pytest.fixture
def code(desk: Console) -> str:
    """An event in its first vote, in which the host did all that stands out in a ledger."""
    code = voting(desk.rooms)
    desk.rooms.submit(code, Host(), "rename", RenameSeat(7, "Đặng Ngọc Ánh"))
    desk.rooms.submit(code, Host(), "points", GivePoints(7, 2, "=1+1 <b>bài hát</b>"))
    desk.rooms.submit(code, Host(), "peek", Peek(4))
    desk.rooms.submit(code, Host("Lan"), "absent", SetAbsent(13, True))
    first = desk.rooms.state(code).past[-1].number
    desk.rooms.submit(code, Host(), "undo", Undo(first, "she came back", False))
    return code


def test_the_whole_ledger_is_there_though_the_hosts_page_shows_its_end_alone(desk: Console, host: FlaskClient) -> None:
    code = dealt(desk.rooms)
    for number in range(LEDGER_LINES):
        desk.rooms.submit(code, Host(), f"title-{number}", SetTitle(f"Title {number}"))
    found = asked(host, code)
    assert list(found) == sorted(found, reverse=True)
    assert found.keys() == {one.row.number for one in desk.rooms.logged(code) if one.told}
    assert "was opened" in found[1]
    assert "was opened" not in host.get(f"/host/{code}").text
    assert f'href="/host/{code}/ledger"' in host.get(f"/host/{code}").text


def test_each_line_tells_number_time_who_and_what(host: FlaskClient, code: str) -> None:
    (line,) = asked(host, code, words="absent").values()
    assert re.fullmatch(
        r"\d+ \d\d:\d\d:\d\d the host \(Lan\) seats Player 13 is marked as absent\. \(taken back\)", line
    )


@pytest.mark.parametrize(
    ("kind", "mark", "words"),
    [
        ("undo", "steps taken back", "she came back"),
        ("peek", "looks at cards", "looked at the cards of Player 4"),
        ("points", "points by hand", "was given 2 points: =1+1 <b>bài hát</b>"),
    ],
)
def test_what_stands_out_is_marked_and_found_by_its_sort(
    host: FlaskClient, code: str, kind: str, mark: str, words: str
) -> None:
    (line,) = asked(host, code, kind=kind).values()
    assert mark in line and words in line


def test_seat_moves_are_marked_and_an_absence_is_among_them(host: FlaskClient, code: str) -> None:
    found = asked(host, code, kind="seats")
    assert len(found) == 15
    assert all(" seats " in line for line in found.values())


def test_a_seat_is_found_by_its_number_with_everything_that_speaks_of_it(host: FlaskClient, code: str) -> None:
    told = " ".join(asked(host, code, seat="7").values())
    assert "took seat 7" in told and "is now called" in told and "2 points" in told
    assert "looked at the cards" not in told


@pytest.mark.parametrize("typed", ["Đặng", "dang ngoc", "ANH", "  ánh "])
def test_words_are_found_whatever_their_case_and_accents(host: FlaskClient, code: str, typed: str) -> None:
    assert "2 points" in " ".join(asked(host, code, words=typed).values())


def test_sort_seat_and_words_narrow_each_other(host: FlaskClient, code: str) -> None:
    assert len(asked(host, code, kind="points", seat="7", words="hat")) == 1
    assert asked(host, code, kind="points", seat="4") == {}
    assert "Nothing like that" in host.get(f"/host/{code}/ledger?kind=peek&words=zzz").text


@pytest.mark.parametrize("odd", ["seat=x", "seat=99999999999", "kind=x", "words=%00%22%3E%3Cb%3E", "seat=%C2%B2"])
def test_a_search_that_makes_no_sense_is_answered_with_a_page(host: FlaskClient, code: str, odd: str) -> None:
    answer = host.get(f"/host/{code}/ledger?{odd}")
    assert answer.status_code == 200
    assert "<b>bài" not in answer.text and '"><b>' not in answer.text


def test_a_search_keeps_what_was_typed_and_chosen(host: FlaskClient, code: str) -> None:
    page = host.get(f"/host/{code}/ledger?kind=points&seat=7&words=h%C3%A1t").text
    assert '<option value="points" selected>' in page
    assert '<option value="7" selected>' in page
    assert 'value="hát"' in page


def test_T4_neither_lines_nor_searches_tell_who_pledged_what(desk: Console, host: FlaskClient) -> None:
    code = voting(desk.rooms)
    sealed = [one.row.number for one in desk.rooms.logged(code) if not one.told]
    page = host.get(f"/host/{code}/ledger").text
    assert not any(suit in page for suit in "♣♦♥♠")
    for seat in (1, 2, 3):
        found = asked(host, code, seat=str(seat))
        assert not found.keys() & set(sealed)
        assert not any("pledged" in line for line in found.values())
    bare = {number: line for number, line in lines(page).items() if "is announced" in line}
    assert bare and not any("Player 1 " in f"{line.split('Hand')[0]} " for line in bare.values())


def test_a_line_without_seats_is_found_under_none() -> None:
    line = Line(1, 0, "the host", ("Đã mở.",), False)
    assert Search().finds(line) and Search(words="da mo").finds(line)
    assert not Search(seat=1).finds(line) and not Search(kind="undo").finds(line)


PAGES = ("/host/{code}/ledger", "/host/{code}/print", "/host/backup")


@pytest.mark.parametrize("path", PAGES)
def test_nobody_but_a_host_gets_the_record(desk: Console, code: str, path: str) -> None:
    assert desk.app.test_client().get(path.format(code=code)).status_code == 403


def test_a_co_host_reads_the_record_and_gets_no_backup(desk: Console, code: str) -> None:
    lan = signed_in(desk, desk.access.add_cohost("Lan")[1])
    assert [lan.get(path.format(code=code)).status_code for path in PAGES] == [200, 200, 403]


def test_a_room_that_is_none_has_no_record(host: FlaskClient) -> None:
    assert host.get("/host/ZZZZ/ledger").status_code == 404
    assert host.get("/host/ZZZZ/print").status_code == 404


def ended(desk: Console) -> str:
    """An event of five rounds without a hand."""
    code = dealt(desk.rooms)
    desk.rooms.submit(code, Host(), "points", GivePoints(7, 2, "hát =1+1 <b>"))
    for number in range(1, 6):
        desk.rooms.submit(code, Host(), f"lock-{number}", LockNominations(number))
        table = desk.rooms.state(code).game.public
        desk.rooms.submit(code, Host(), f"next-{number}", Next(number, table.phase))
    return code


def test_F4_the_printed_page_holds_what_an_archive_needs(desk: Console, host: FlaskClient) -> None:
    code = ended(desk)
    state = desk.rooms.state(code)
    page = html.unescape(host.get(f"/host/{code}/print").text)
    head = desk.rooms.head(code, state.number)
    for expected in (
        "<bdi>Friday</bdi>",
        "November 14, 2023",
        "5 rounds, with 10 min",
        "one loses a point.",
        "Standings",
        "Points by hand",
        "hát =1+1 <b>",
        state.commitment,
        state.seed,
        head,
        f"thirteen-{code}.json --head {head[:32]}",
    ):
        assert expected in page
    assert "still running" not in page
    assert "<script" not in page and "style=" not in page


def test_F4_before_the_end_the_printed_page_says_so_and_keeps_seed_and_head(
    desk: Console, host: FlaskClient, code: str
) -> None:
    state = desk.rooms.state(code)
    page = host.get(f"/host/{code}/print").text
    assert "still running" in page
    assert state.commitment in page
    assert state.seed not in page
    assert desk.rooms.head(code, state.number) not in page
    assert not any(suit in page for suit in "♣♦♥♠")


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("language", ["en", "vi"])
def test_every_game_can_be_printed_in_every_language(
    desk: Console, host: FlaskClient, game: str, language: str
) -> None:
    code = desk.rooms.open(game, "Bàn Một")
    host.set_cookie("thirteen_lang", language)
    page = host.get(f"/host/{code}/print")
    assert page.status_code == 200
    assert f'lang="{language}"' in page.text
    assert page.text.count("<li>") >= 3
