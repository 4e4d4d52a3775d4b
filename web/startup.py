"""What whoever starts the console reads: where it runs, or why it does not and what to do about it."""

from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from web.backup import CannotRestore
from web.lock import FolderBusy
from web.logged import CannotRead
from web.registration import DatabaseBusy
from web.schema import SCHEMA, CannotUse, NotWhole, WrongSchema

CANNOT_START = (
    CannotRestore,
    FolderBusy,
    DatabaseBusy,
    CannotUse,
    WrongSchema,
    NotWhole,
    CannotRead,
    SQLAlchemyError,
    OSError,
)
_PORT_TAKEN = (48, 98, 10048)
"""As macOS, Linux and Windows number it."""


def greeting(link: str, phones: str, data: str) -> str:
    """Where to go on. `link` opens the host's page, `phones` is the address for them, each "" if there is none."""
    return f"""Thirteen is running.
  Host page   {link or "its key is in host-key.txt, in the data folder of the worker that was first"}
              (this link is the key to the console: keep it to yourself)
  Phones      {phones or "no network address found: connect this computer to the Wi-Fi"}
  Board       open it from the host page in a window on the projector
  Data        {data}
Stop it with Ctrl-C; the next start goes on where it stood."""


def taken_over(rooms: int, file: Path) -> str:
    """What came of a backup."""
    counted = "1 event or table was" if rooms == 1 else f"{rooms} events and tables were"
    return f"{counted} taken over from {file}. The clocks are held until the host lets them go on."


def why_not(error: Exception, data: str, port: int) -> str:
    """The sentence for one of CANNOT_START, of a console whose data is in this place."""
    match error:
        case FolderBusy():
            return f"Another Thirteen runs on {data}. Use that one, stop it, or choose another --data."
        case DatabaseBusy():
            return (
                f"Another Thirteen runs on {data}. Several workers on it need REDIS_URL, each of them; "
                "without it, use the one that runs, or stop it."
            )
        case WrongSchema(found=""):
            return _other_version(data, f"it names no schema, and this version reads schema {SCHEMA}")
        case WrongSchema(found=found):
            return _other_version(data, f"it has schema {found}, and this version reads schema {SCHEMA}")
        case CannotRead(changed=False, code=code, number=number):
            return _other_version(data, f"this version does not understand row {number} of room {code}")
        case CannotRead(code=code, number=number):
            return _damaged(data, f"row {number} of room {code} is not what was written")
        case NotWhole():
            return _damaged(data, str(error))
        case SQLAlchemyError():
            return f"The data in {data} cannot be read or written: {getattr(error, 'orig', error)}."
        case OSError(errno=number) if number in _PORT_TAKEN:
            return f"Port {port} is taken by another program. Stop it, or choose another one with --port."
        case OSError(filename=name):
            return f"Thirteen cannot start: {error.strerror or error}{f' ({name})' if name else ''}."
        case _:
            return str(error)


def _other_version(data: str, because: str) -> str:
    return (
        f"{data} was written by another version of Thirteen: {because}. Nothing was changed. Start that version, or "
        "choose another folder with --data."
    )


def _damaged(data: str, what: str) -> str:
    return (
        f"The data in {data} is damaged ({what}). Nothing was changed. Put your last backup into an empty folder with "
        "--restore FILE --data FOLDER, or begin anew in another folder with --data."
    )
