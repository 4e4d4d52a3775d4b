"""One console for one data folder: a lock that the system lets go of however the process ends."""

import os
import sys
from pathlib import Path


class FolderBusy(Exception):
    """Another console runs on this folder."""


def lock_folder(folder: Path) -> int:
    """Take the folder for this process until it ends; returns the descriptor that holds it. Raises FolderBusy."""
    held = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _lock(held)
    except OSError as error:
        os.close(held)
        raise FolderBusy(folder) from error
    return held


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
