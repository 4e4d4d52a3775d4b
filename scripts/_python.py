"""The oldest Python that the project runs on. Keep this file readable for every Python 3."""

import sys

OLDEST = (3, 11)


def require_python():  # type: () -> None
    """Leave with a sentence, instead of a syntax error further on, when this Python is too old."""
    if sys.version_info < OLDEST:
        sys.exit(
            "Thirteen needs Python {}.{} or newer, and this is Python {}.{}. ".format(*(OLDEST + sys.version_info[:2]))
            + "Install a newer one and start this script with it, for example: python3.12 scripts/start.py"
        )
