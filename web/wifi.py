"""The room's Wi-Fi as the host typed it in, and as a QR code that takes a phone into it."""

import json
import re
from dataclasses import asdict, dataclass

from engine.game import require

OPEN = "nopass"
SECURITY = ("WPA", "WEP", OPEN)
LONGEST_NAME = 32
"""In bytes, as the standard has it."""
SHORTEST_WPA, LONGEST_WPA = 8, 63
LONGEST_TYPED = 200
_SPECIAL = re.compile(r'([\\;,":])')


@dataclass(frozen=True)
class Wifi:
    """A network; `security` is one of SECURITY, and `password` "" where it is open."""

    name: str
    password: str
    security: str

    @property
    def qr_text(self) -> str:
        """What phones' cameras understand as an offer to join; characters with a meaning of their own escaped."""
        secret = f"P:{_escaped(self.password)};" if self.password else ""
        return f"WIFI:T:{self.security};S:{_escaped(self.name)};{secret}H:false;;"


def typed(name: str, password: str, security: str) -> Wifi | None:
    """The network that a form was filled in with, or None where the name was left empty. Raises Refused."""
    name = name.strip()
    if not name:
        return None
    require(security in SECURITY and name.isprintable() and password.isprintable(), "unreadable")
    require(len(name.encode()) <= LONGEST_NAME, "wifi_name_too_long", most=LONGEST_NAME)
    if security == OPEN:
        return Wifi(name, "", OPEN)
    shortest = SHORTEST_WPA if security == "WPA" else 1
    fits = shortest <= len(password.encode()) <= LONGEST_WPA
    require(fits, "wifi_password_length", fewest=shortest, most=LONGEST_WPA)
    return Wifi(name, password, security)


def to_keep(wifi: Wifi) -> str:
    """The network as a note in the store."""
    return json.dumps(asdict(wifi), ensure_ascii=False)


def kept(note: str | None) -> Wifi | None:
    """The network of such a note."""
    return Wifi(**json.loads(note)) if note else None


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)
