"""The chain of salted digests over a room's log: rows with secrets may be left out and the rest still be verified."""

import hashlib
import json
from typing import Any

SALT_BYTES = 16
GENESIS = hashlib.sha256(b"Thirteen log 1").hexdigest()


def canonical(content: Any) -> str:
    """The one text of a JSON value: keys sorted, no spaces, no escapes but JSON's own."""
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def leaf(salt: str, content: str) -> str:
    """Digest in hex of one row's canonical content under its own salt (hex)."""
    return hashlib.sha256(bytes.fromhex(salt) + content.encode()).hexdigest()


def link(previous: str, number: int, leaf_digest: str) -> str:
    """The head after row `number`: chained to the head before it, all in hex."""
    return hashlib.sha256(f"{previous} {number} {leaf_digest}".encode()).hexdigest()
