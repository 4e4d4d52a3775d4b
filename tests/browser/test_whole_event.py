"""A whole event as people live it: 13 phones, a host and a board, five rounds, scores in every place alike."""

import csv
import io
import re
import subprocess
import sys
from pathlib import Path

import openpyxl
import pytest
from playwright.sync_api import Browser, expect

from tests.browser.people import LONG_NAMES, Board, HostPage, Phone
from tests.browser.proof import check_on
from tests.browser.recount import recount
from tests.conftest import ROOT, RunningConsole

Phones = dict[int, Phone]
Totals = dict[int, int]


@pytest.fixture
def evening(console: RunningConsole, browser: Browser) -> tuple[HostPage, Board, Phones]:
    """Host and board are up, and 13 people came in by the code that the board shows."""
    host = HostPage.open_event(browser, console.host_link, "Đêm chung kết")
    board = Board.open(browser, f"{console.url}/board/{host.code}")
    board.phase("lobby")
    link = board.scan()
    assert link.endswith(f"/j/{host.code}")
    assert "localhost" not in link and "127.0.0.1" not in link
    joined = [Phone.join(browser, link, name) for name in LONG_NAMES]
    assert sorted(phone.seat for phone in joined) == list(range(1, 14))
    return host, board, {phone.seat: phone for phone in joined}


@pytest.mark.pitfall("hyperframes 1637", "marveen 359")
def test_T1_to_T13_an_event_from_the_code_on_the_board_to_the_exported_scores(
    evening: tuple[HostPage, Board, Phones], tmp_path: Path
) -> None:
    host, board, phones = evening
    host.next()
    board.phase("nominating")
    for phone in phones.values():
        expect(phone.page.locator(".own-card[id^=look-]")).to_have_count(3)

    rounds = (two_hands_meet, a_vote_decides, a_tie_is_drawn, one_hand_alone, no_hand_at_all)
    seen = [play(host, board, phones) for play in rounds]
    board.phase("final")
    assert board.hidden_lines() == 13
    host.next()
    expect(board.page.locator(".latest li")).not_to_have_count(0)
    assert 0 < board.hidden_lines() < 13
    for seat, phone in phones.items():
        out = board.page.locator(f"#latest-{seat}").count()
        expect(phone.page.locator(".outcome h1")).to_have_text(re.compile(r"Rank \d+" if out else "The final"))
    host.show_all(board)

    export = host.export_json()
    counted = recount(export)
    assert counted.outcomes[3:] == ["lone", "none"]
    assert set(counted.outcomes[:3]) <= {"showdown", "tie"}
    assert seen == counted.after_rounds
    totals = counted.totals(phones)
    assert totals_on_phones(phones) == totals
    assert board.final_totals() == totals
    assert host.totals() == totals
    assert totals_in_csv(host) == totals
    assert totals_in_xlsx(host) == totals
    best, worst = max(totals.values()), min(totals.values())
    for line in export["standings"]:
        seat = line["seat"]
        assert (line["points"], line["penalties"]) == (counted.points[seat], counted.penalties[seat])
        assert (line["total"], line["winner"]) == (totals[seat], totals[seat] == best)
        assert line["loser"] == (totals[seat] == worst < best)
    verified(host.export("json"), board.head(), tmp_path / "event.json")
    check_on(phones[9].page)
    again_with_the_same_people(host, board, {seat: phone for seat, phone in phones.items() if seat != 9})


def again_with_the_same_people(host: HostPage, board: Board, phones: Phones) -> None:
    """One press: all screens go on in the next lobby, everyone seated; the results stay where they were."""
    host.page.locator("#again").click()
    host.page.locator("#ask [value=yes]").click()
    host.page.wait_for_url(lambda url: not url.endswith(host.code))
    code = host.page.url.rsplit("/", 1)[1]
    board.phase("lobby")
    expect(board.page.locator(".seat:not(.free)")).to_have_count(13)
    for phone in phones.values():
        expect(phone.page).to_have_url(re.compile(f"/p/{code}$"))
    before = f"/p/{host.code}"
    phones[1].page.goto(phones[1].page.url.replace(f"/p/{code}", before))
    phones[1].wait_live()
    expect(phones[1].page.locator("#follow")).to_be_visible()
    assert phones[1].page.url.endswith(before)


def two_hands_meet(host: HostPage, board: Board, phones: Phones) -> Totals:
    """Exactly two candidates: three allies against two (T4, T6)."""
    phones[1].propose(1, invited=[2, 3])
    phones[2].accept()
    phones[3].accept()
    phones[4].propose(2, invited=[5])
    phones[5].accept()
    announced(board, 2)
    host.next()
    return showdown(host, board, phones)


def a_vote_decides(host: HostPage, board: Board, phones: Phones) -> Totals:
    """Three candidates, and the vote leaves no doubt (T7): 6, 4 and 3 hands."""
    for seat in (6, 7, 8):
        phones[seat].propose(3)
        announced(board, seat - 5)
    host.next()
    board.phase("voting")
    raise_hands(phones, {"A": [6, 1, 2, 3, 9, 10], "B": [7, 4, 5, 11], "C": [8, 12, 13]})
    host.next()
    assert letters_that_meet(board) == {"A", "B"}
    return showdown(host, board, phones)


def a_tie_is_drawn(host: HostPage, board: Board, phones: Phones) -> Totals:
    """Support of 6, 3, 3 and 1: the first is in, and one of the two with 3 is drawn (T8)."""
    for letter, seat in enumerate((9, 10, 11, 12), 1):
        phones[seat].propose(3)
        announced(board, letter)
    host.next()
    board.phase("voting")
    raise_hands(phones, {"A": [9, 1, 2, 3, 4, 5], "B": [10, 6, 7], "C": [11, 8, 13], "D": [12]})
    expect(board.page.locator("strong.level").first).to_be_visible()
    host.next()
    met = letters_that_meet(board)
    assert "A" in met and len(met & {"B", "C"}) == 1
    return showdown(host, board, phones)


def one_hand_alone(host: HostPage, board: Board, phones: Phones) -> Totals:
    """A lone candidate scores nothing, and whoever is not in it loses a point (T6)."""
    phones[13].propose(3)
    announced(board, 1)
    host.next()
    board.phase("no_showdown")
    expect(board.page.locator(".strip-seat.lost")).to_have_count(12)
    return totals_everywhere(host, board, phones)


def no_hand_at_all(host: HostPage, board: Board, phones: Phones) -> Totals:
    """Without any candidate everyone loses a point (T6)."""
    board.phase("nominating")
    host.next()
    board.phase("no_showdown")
    expect(board.page.locator(".strip-seat.lost")).to_have_count(13)
    return totals_everywhere(host, board, phones)


def announced(board: Board, count: int) -> None:
    expect(board.page.locator(".announcement")).to_have_count(count)


def raise_hands(phones: Phones, ballots: dict[str, list[int]]) -> None:
    for letter, seats in ballots.items():
        for seat in seats:
            phones[seat].back(letter)


def letters_that_meet(board: Board) -> set[str]:
    board.phase("matched")
    sides = board.page.locator("[id^=side-]")
    expect(sides).to_have_count(2)
    classes = " ".join(side.get_attribute("class") or "" for side in sides.all())
    return {name.removeprefix("letter-") for name in classes.split() if name.startswith("letter-")}


def showdown(host: HostPage, board: Board, phones: Phones) -> Totals:
    """Hands up, first neutral card, second, winner (T9-T11)."""
    for phase in ("matched", "hands_up", "first_neutral", "second_neutral"):
        board.phase(phase)
        host.next()
    board.phase("winner")
    return totals_everywhere(host, board, phones)


def totals_everywhere(host: HostPage, board: Board, phones: Phones) -> Totals:
    """The points of this round, once the board, the host's page and every phone agree on them; then on."""
    shown = board.totals()
    for seat, phone in phones.items():
        expect(phone.page.locator(".phone-points")).to_have_text(points_in_words(shown[seat]))
    host.next()
    return shown


def verified(export: bytes, head: str, file: Path) -> None:
    """As anyone can do with a bare Python: every draw and result holds, up to the head on the board (F4)."""
    file.write_bytes(export)
    command = [sys.executable, "-I", "-S", str(ROOT / "scripts" / "verify.py"), str(file), "--head", head]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stdout + said.stderr


def points_in_words(points: int) -> re.Pattern[str]:
    return re.compile(f"^{str(points).replace('-', '−')} points?$")


def totals_on_phones(phones: Phones) -> Totals:
    return {seat: phone.points() for seat, phone in phones.items()}


def totals_in_csv(host: HostPage) -> Totals:
    lines = csv.DictReader(io.StringIO(host.export("csv").decode("utf-8-sig")))
    return dict(sorted((int(line["Seat"]), int(line["Total"])) for line in lines))


def totals_in_xlsx(host: HostPage) -> Totals:
    sheet = openpyxl.load_workbook(io.BytesIO(host.export("xlsx"))).worksheets[0]
    head, *lines = sheet.iter_rows(values_only=True)
    seat, total = head.index("Seat"), head.index("Total")
    return dict(sorted((int(str(line[seat])), int(str(line[total]))) for line in lines))
