"""The addresses offered to phones, the links made of them, and the QR codes read back as a phone would."""

import re
import xml.etree.ElementTree as ET

import pytest
import zxingcpp
from ifaddr import IP, Adapter

from web import network
from web.network import join_url, lan_addresses, local_origin, public_origin, qr_svg, rank_addresses


def adapter(name: str, *ips: str, title: str = "", label: str = "") -> Adapter:
    """An adapter as ifaddr reports it; on Windows `name` is a number, `title` the device, `label` what people see."""
    return Adapter(name, title or name, [IP(ip, 24, label or name) for ip in ips])


def ranked(*adapters: Adapter, default: str | None = None) -> list[str]:
    return [address.ip for address in rank_addresses(adapters, default)]


@pytest.mark.pitfall("marveen 359", "pinokio 1101")
def test_the_adapter_of_the_room_comes_before_containers_and_vpn() -> None:
    adapters = (
        adapter("docker0", "172.17.0.1"),
        adapter("tun0", "10.8.0.2"),
        adapter("lo", "127.0.0.1"),
        adapter("wlp3s0", "192.168.1.20"),
        adapter("br-5f3a9c", "172.18.0.1"),
    )
    assert ranked(*adapters, default="192.168.1.20")[0] == "192.168.1.20"


def test_a_vpn_that_holds_the_default_route_does_not_win() -> None:
    assert ranked(adapter("utun4", "10.8.0.2"), adapter("en0", "192.168.1.20"), default="10.8.0.2") == [
        "192.168.1.20",
        "10.8.0.2",
    ]


def test_among_real_adapters_the_default_route_decides() -> None:
    wired, wireless = adapter("eth0", "192.168.1.10"), adapter("wlan0", "192.168.7.10")
    assert ranked(wired, wireless, default="192.168.7.10") == ["192.168.7.10", "192.168.1.10"]
    assert ranked(wired, wireless, default="192.168.1.10") == ["192.168.1.10", "192.168.7.10"]


def test_a_private_address_outweighs_the_default_route() -> None:
    assert ranked(adapter("eth0", "203.0.113.9"), adapter("wlan0", "10.0.0.5"), default="203.0.113.9")[0] == "10.0.0.5"


def test_without_a_default_route_wired_and_wireless_are_both_offered_in_a_stable_order() -> None:
    wired, wireless = adapter("eth0", "192.168.1.10"), adapter("wlan0", "192.168.7.10")
    assert ranked(wired, wireless) == ranked(wireless, wired) == ["192.168.1.10", "192.168.7.10"]


def test_only_loopback_or_link_local_means_no_address_at_all() -> None:
    assert ranked(adapter("lo", "127.0.0.1"), adapter("eth0", "169.254.10.1"), adapter("x", "0.0.0.0")) == []


def test_addresses_of_version_6_are_left_out() -> None:
    both = Adapter("eth0", "eth0", [IP(("fd00::2", 0, 0), 64, "eth0"), IP("192.168.1.10", 24, "eth0")])
    assert ranked(both) == ["192.168.1.10"]


def test_the_same_address_on_two_adapters_is_offered_once() -> None:
    assert ranked(adapter("eth0", "192.168.1.10"), adapter("eth0:1", "192.168.1.10")) == ["192.168.1.10"]


@pytest.mark.parametrize(
    "name",
    [
        "docker0",
        "br-12ab",
        "veth9f",
        "virbr0",
        "vmnet8",
        "vboxnet0",
        "tun0",
        "tap0",
        "utun3",
        "wg0",
        "tailscale0",
        "zt5u",
    ],
)
def test_adapters_of_containers_machines_and_tunnels_are_known_by_name(name: str) -> None:
    assert rank_addresses([adapter(name, "10.0.0.5")], None)[0].virtual


@pytest.mark.parametrize(
    "title",
    ["Hyper-V Virtual Ethernet Adapter", "VMware Virtual Ethernet Adapter for VMnet8", "TAP-Windows Adapter V9"],
)
def test_on_windows_the_name_of_the_device_tells(title: str) -> None:
    assert rank_addresses([adapter("{846EE342}", "10.0.0.5", title=title, label="Ethernet 2")], None)[0].virtual


@pytest.mark.parametrize("name", ["eth0", "enp0s31f6", "wlan0", "wlp3s0", "en0", "en7", "usb0", "bridge100"])
def test_real_adapters_and_shared_connections_are_not_taken_for_virtual_ones(name: str) -> None:
    assert not rank_addresses([adapter(name, "10.0.0.5")], None)[0].virtual


def test_a_laptop_that_is_its_own_hotspot_counts_as_real() -> None:
    hotspot = adapter(
        "{1}", "192.168.137.1", title="Microsoft Wi-Fi Direct Virtual Adapter", label="Local Area Connection"
    )
    assert not rank_addresses([hotspot], None)[0].virtual


def test_the_picker_shows_the_name_that_people_know() -> None:
    found = rank_addresses([adapter("{1}", "192.168.1.5", title="Intel(R) Wi-Fi 6 AX201", label="Wi-Fi")], None)
    assert found[0].adapter == "Wi-Fi"


def test_the_real_adapters_of_this_computer_are_read_without_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "default_route_ip", lambda: None)
    assert not [address for address in lan_addresses() if address.ip.startswith("127.") or address.default_route]


def test_the_default_route_is_found_without_sending_anything() -> None:
    found = network.default_route_ip()
    assert found is None or re.fullmatch(r"\d+(\.\d+){3}", found)


def test_no_default_route_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError("Network is unreachable")

    monkeypatch.setattr("socket.socket.connect", refuse)
    assert network.default_route_ip() is None


def test_the_join_link_holds_address_port_and_code() -> None:
    assert join_url(local_origin("192.168.1.20", 8013), "K7QX") == "http://192.168.1.20:8013/j/K7QX"
    assert join_url(local_origin("192.168.1.20", 80), "K7QX") == "http://192.168.1.20/j/K7QX"
    assert join_url(public_origin("https://cards.example.org/"), "K7QX") == "https://cards.example.org/j/K7QX"


@pytest.mark.parametrize(
    ("typed", "origin"),
    [
        (" HTTPS://Cards.Example.org ", "https://cards.example.org"),
        ("http://cards.example.org:8013/", "http://cards.example.org:8013"),
        ("http://cards.example.org:80", "http://cards.example.org"),
        ("https://cards.example.org:443", "https://cards.example.org"),
        ("https://cards.example.org:80", "https://cards.example.org:80"),
        ("http://10.0.0.5:8013", "http://10.0.0.5:8013"),
        ("http://[fd00::2]:8013", "http://[fd00::2]:8013"),
    ],
)
def test_a_public_address_is_reduced_to_what_browsers_send(typed: str, origin: str) -> None:
    assert public_origin(typed) == origin


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "cards.example.org",
        "ftp://cards.example.org",
        "http://",
        "http://cards.example.org/room",
        "http://cards.example.org?x=1",
        "http://cards.example.org#x",
        "http://host:secret@cards.example.org",
        "http://cards.example.org:0",
        "http://cards.example.org:70000",
        "http://cards.example.org:",
        "http://cards example.org",
        "http://-cards.example.org",
        'http://cards.example.org"><script>',
    ],
)
def test_anything_else_is_no_public_address_and_the_error_shows_one(typed: str) -> None:
    with pytest.raises(ValueError, match="For example: https://cards"):
        public_origin(typed)


def pixels(svg: str, scale: int) -> tuple[int, bytes]:
    """Side in pixels and grey values of the drawing, each module being a square of `scale` pixels."""
    background, modules = ET.fromstring(svg)
    side = int(svg.split('viewBox="0 0 ')[1].split()[0])
    assert background.get("d") == f"M0 0h{side}v{side}H0z"
    grey = bytearray(b"\xff" * (side * scale) ** 2)
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", modules.get("d", "")):
        for line in range(int(y) * scale, (int(y) + 1) * scale):
            start = line * side * scale + int(x) * scale
            grey[start : start + int(width) * scale] = bytes(int(width) * scale)
    return side * scale, bytes(grey)


def read(svg: str) -> list[str]:
    side, grey = pixels(svg, scale=4)
    return [code.text for code in zxingcpp.read_barcodes(memoryview(grey).cast("B", (side, side)))]


@pytest.mark.parametrize(
    "text", ["http://192.168.1.20:8013/j/K7QX", "https://cards.example.org/j/K7QX", "Đôi ♥ & <Sám>"]
)
def test_a_phone_reads_the_same_text_out_of_the_qr_code(text: str) -> None:
    assert read(qr_svg(text)) == [text]


def test_the_qr_code_fills_its_box_and_holds_nothing_that_a_strict_csp_refuses() -> None:
    svg = qr_svg("http://192.168.1.20:8013/j/K7QX")
    root = ET.fromstring(svg)
    assert set(root.keys()) == {"viewBox", "shape-rendering"}
    assert [path.get("fill") for path in root] == ["#fbf8f1", "#0b1210"]
    assert "style" not in svg and "<script" not in svg


def test_four_modules_of_quiet_zone_stand_on_every_side() -> None:
    side, grey = pixels(qr_svg("http://192.168.1.20:8013/j/K7QX"), scale=1)
    rows = [grey[y * side : (y + 1) * side] for y in range(side)]
    edge = rows[:4] + rows[-4:] + [row[:4] + row[-4:] for row in rows]
    assert all(set(row) == {255} for row in edge)
    assert rows[4][4] == rows[4][side - 5] == rows[side - 5][4] == 0
