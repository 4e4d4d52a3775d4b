"""What is new for the record on real screens: the lobby with the room's Wi-Fi, the whole ledger, the page on paper.

With THIRTEEN_PICTURES set to a folder, the screens are kept there as pictures.
"""

import io
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.gallery import PICTURES, SMALLEST_ELSEWHERE, SMALLEST_ON_THE_BOARD, TITLES
from tests.browser.layout import Demand, faults
from tests.browser.people import LONG_NAMES
from tests.conftest import RunningConsole
from tests.scripts.evening import played
from tests.web.visitors import Visitor

LONGEST_NETWORK = {"name": "Tiệc cưới Hoa Sen; 5G", "password": 'mật:khẩu\\"2026,', "security": "WPA"}
BOARDS: list[ViewportSize] = [{"width": 1280, "height": 720}, {"width": 1920, "height": 1080}]
PLACES: list[ViewportSize] = [{"width": 1366, "height": 768}, {"width": 390, "height": 844}]


@pytest.fixture
def host(console: RunningConsole) -> Visitor:
    host = Visitor(console.url)
    host.log_in(console.host_key)
    return host


def opened(browser: Browser, host: Visitor, path: str, size: ViewportSize, language: str = "en") -> Page:
    """A page as the host's own browser shows it."""
    context = browser.new_context(viewport=size, locale=language, reduced_motion="reduce")
    cookies = [{"name": one.name, "value": one.value or "", "url": host.url} for one in host.http.cookies]
    context.add_cookies(cookies)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(host.url + path)
    return page


def keep(page: Page, name: str) -> bytes:
    """The page as a picture."""
    picture = page.screenshot()
    if PICTURES:
        Path(PICTURES, f"{name}.png").write_bytes(picture)
    return picture


@pytest.mark.parametrize("size", BOARDS, ids=lambda size: str(size["height"]))
@pytest.mark.parametrize("language", ["en", "vi"])
def test_the_lobby_has_room_for_both_codes_and_a_camera_reads_them(
    console: RunningConsole, host: Visitor, browser: Browser, size: ViewportSize, language: str
) -> None:
    code = host.open_room(TITLES[0])
    for name in LONG_NAMES:
        Visitor(console.url).join(code, name)
    board = opened(browser, host, f"/board/{code}", size, language)
    expect(board.locator("#link")).to_have_css("opacity", "0")
    demand = Demand(SMALLEST_ON_THE_BOARD * size["height"], scrolls=False)
    assert faults(board, demand) == []
    assert host.post("/host/wifi", back="/host", **LONGEST_NETWORK).status_code == 303
    expect(board.locator("#wifi-qr")).to_be_visible()
    picture = keep(board, f"{language}-board-{size['height']}-lobby-wifi")
    assert faults(board, demand) == []
    read = {one.text for one in zxingcpp.read_barcodes(Image.open(io.BytesIO(picture)))}
    offer = r"WIFI:T:WPA;S:Tiệc cưới Hoa Sen\; 5G;P:mật\:khẩu\\\"2026\,;H:false;;"
    assert len(read) == 2 and offer in read
    assert any(text.endswith(f"/j/{code}") for text in read)
    shown = board.locator(".wifi-name")
    expect(shown).to_contain_text(LONGEST_NETWORK["name"])
    foot, top = board.locator(".board-foot").bounding_box(), board.locator(".join-code").bounding_box()
    assert foot and top and top["y"] + top["height"] <= foot["y"]


def test_the_host_names_the_network_under_more(host: Visitor, browser: Browser) -> None:
    code = host.open_room(TITLES[0])
    page = opened(browser, host, f"/host/{code}", PLACES[0])
    expect(page.locator("#link")).to_have_attribute("data-state", "live")
    page.locator("#menu-more > summary").click()
    page.locator("#wifi-name").fill("Guest")
    page.locator("#wifi-password").fill("password1")
    panel = page.locator("#menu-more .menu-panel").bounding_box()
    assert panel and panel["y"] + panel["height"] <= PLACES[0]["height"]
    page.locator("#wifi-send").click()
    page.wait_for_url(f"**/host/{code}")
    expect(page.locator("#wifi-name")).to_have_value("Guest")
    board = opened(browser, host, f"/board/{code}", BOARDS[0])
    expect(board.locator("#wifi-qr")).to_be_visible()


@pytest.fixture
def evening(tmp_path: Path) -> tuple[RunningConsole, Visitor, str]:
    """A console with an event that has ended."""
    data = tmp_path / "evening"
    data.mkdir()
    code = played(data).code
    running = RunningConsole(data)
    running.start()
    host = Visitor(running.url)
    host.log_in(running.host_key)
    return running, host, code


@pytest.mark.parametrize("language", ["en", "vi"])
def test_a_whole_evening_can_be_searched_and_printed(
    evening: tuple[RunningConsole, Visitor, str], browser: Browser, language: str
) -> None:
    running, host, code = evening
    try:
        for size in PLACES:
            ledger = opened(browser, host, f"/host/{code}/ledger", size, language)
            keep(ledger, f"{language}-ledger-{size['width']}")
            assert faults(ledger, Demand(SMALLEST_ELSEWHERE, scrolls=True)) == []
        everything = ledger.locator("#lines tbody tr").count()
        ledger.locator("#words").fill("khanh linh")
        ledger.locator("form[role=search] button").click()
        ledger.wait_for_url("**words=khanh+linh**")
        assert 0 < ledger.locator("#lines tbody tr").count() < everything
        paper = opened(browser, host, f"/host/{code}/print", {"width": 690, "height": 980}, language)
        paper.emulate_media(media="print")
        keep(paper, f"{language}-print")
        assert faults(paper, Demand(10.0, scrolls=True)) == []
        assert paper.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        assert paper.locator(".screen-only").is_hidden()
        assert paper.pdf(prefer_css_page_size=True).startswith(b"%PDF")
    finally:
        running.stop()
    assert "Traceback" not in running.log()
