"""How phones reach this computer: its addresses on the local network, the link to a room, and that link as a QR code.

It looks, and sends nothing: no packet leaves to find an address out.
"""

import ipaddress
import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

import ifaddr
import qrcode

_PRIVATE = tuple(ipaddress.ip_network(block) for block in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"))
_VIRTUAL = re.compile(
    r"^(br-|cali|cni|docker|flannel|gif|ham\d|ipsec|lxc|lxd|nordlynx|podman|ppp|stf|tap|tun|utun|veth|virbr|wg|zt)"
    r"|anyconnect|fortinet|hamachi|host-only|hyper-v|openvpn|pangp|proton|tailscale|tap-windows|vbox|vethernet"
    r"|virtualbox|vmnet|vmware|vpn|wireguard|wintun|wsl|zerotier"
)
_LABEL = r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
_ORIGIN = re.compile(
    rf"(?P<scheme>https?)://(?P<host>\[[0-9a-f:.]+\]|{_LABEL}(\.{_LABEL})*)(:(?P<port>\d{{1,5}}))?/?", re.ASCII
)
_DEFAULT_PORTS = {"http": 80, "https": 443}
_QUIET_ZONE = 4
_DARK, _LIGHT = "#0b1210", "#fbf8f1"


@dataclass(frozen=True)
class Address:
    """One IPv4 address of this computer and what speaks for phones being able to reach it."""

    ip: str
    adapter: str
    virtual: bool
    private: bool
    default_route: bool

    @property
    def score(self) -> int:
        """0 to 7: a real adapter counts most, then a private range, then the default route."""
        return 4 * (not self.virtual) + 2 * self.private + self.default_route


def lan_addresses() -> tuple[Address, ...]:
    """This computer's addresses as they are now, best first; empty when it is on no network."""
    return rank_addresses(ifaddr.get_adapters(), default_route_ip())


def rank_addresses(adapters: Iterable[ifaddr.Adapter], default_ip: str | None) -> tuple[Address, ...]:
    """The addresses that a phone might reach, best first; never loopback or link-local ones."""
    found = {
        ip.ip: _address(adapter, ip, default_ip)
        for adapter in adapters
        for ip in adapter.ips
        if isinstance(ip.ip, str) and _reachable(ip.ip)
    }
    return tuple(sorted(found.values(), key=lambda one: (-one.score, one.adapter, ipaddress.IPv4Address(one.ip))))


def default_route_ip() -> str | None:
    """The address that traffic to elsewhere would leave from (a VPN's, perhaps), or None without a default route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("198.51.100.1", 9))  # connecting a datagram socket only looks the route up
        except OSError:
            return None
        return str(probe.getsockname()[0])


def local_origin(ip: str, port: int) -> str:
    """Scheme, address and port under which this computer answers in the local network."""
    return f"http://{ip}" if port == _DEFAULT_PORTS["http"] else f"http://{ip}:{port}"


def public_origin(text: str) -> str:
    """Scheme, host and port of a public address as the host typed it; ValueError says what one looks like."""
    match = _ORIGIN.fullmatch(text.strip().lower())
    if match is None or not 1 <= int(match["port"] or 1) <= 65535:
        raise ValueError(
            f"Not a public address: {text!r}. It is http:// or https://, then a host, perhaps a port from 1 to 65535, "
            "and nothing else: no path, no user name. For example: https://cards.example.org"
        )
    scheme, host, port = match["scheme"], match["host"], int(match["port"] or 0)
    return f"{scheme}://{host}" if port in (0, _DEFAULT_PORTS[scheme]) else f"{scheme}://{host}:{port}"


def host_link(origin: str, key: str) -> str:
    """What opens the console for whoever has it; browsers send nothing that stands behind the #."""
    return f"{origin}/host#key={key}"


def join_url(origin: str, code: str) -> str:
    """The link that a phone follows into the room with this code, from `local_origin` or `public_origin`."""
    return f"{origin}/j/{code}"


def qr_svg(text: str) -> str:
    """The text as a QR code: an SVG that fills its box, quiet zone included, with nothing that a strict CSP refuses."""
    code = qrcode.QRCode(border=_QUIET_ZONE)
    code.add_data(text)
    code.make(fit=True)
    rows = code.get_matrix()
    size = len(rows)
    dark = "".join(_runs(y, row) for y, row in enumerate(rows))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
        f'<path fill="{_LIGHT}" d="M0 0h{size}v{size}H0z"/><path fill="{_DARK}" d="{dark}"/></svg>'
    )


def _address(adapter: ifaddr.Adapter, ip: ifaddr.IP, default_ip: str | None) -> Address:
    names = (adapter.name, adapter.nice_name, ip.nice_name)
    return Address(
        ip=str(ip.ip),
        adapter=ip.nice_name,
        virtual=any(_VIRTUAL.search(name.lower()) for name in names),
        private=any(ipaddress.ip_address(str(ip.ip)) in block for block in _PRIVATE),
        default_route=ip.ip == default_ip,
    )


def _reachable(ip: str) -> bool:
    number = ipaddress.ip_address(ip)
    return not (number.is_loopback or number.is_link_local or number.is_unspecified or number.is_multicast)


def _runs(y: int, row: Iterable[bool]) -> str:
    """One row of modules as rectangles of height 1, one for each run of dark ones."""
    path, x = "", 0
    for dark, run in groupby(row):
        width = len(list(run))
        if dark:
            path += f"M{x} {y}h{width}v1h-{width}z"
        x += width
    return path
