"""How the console writes down what it does: for people in lines of text, for programs in lines of JSON.

No line holds a name, a card, a token or an address of a database; what happened in a room is found by room and row.
"""

import json
import logging
import traceback
from datetime import UTC, datetime

TEXT, JSON = "text", "json"


class JsonLines(logging.Formatter):
    """One JSON object a line; `room` and `row` are there when the line is about one."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "says": record.getMessage(),
        }
        for name in ("room", "row", "command"):
            if hasattr(record, name):
                line[name] = getattr(record, name)
        if record.exc_info and record.exc_info[0]:
            line["error"] = record.exc_info[0].__name__
            line["trace"] = "".join(traceback.format_exception(*record.exc_info))
        return json.dumps(line, ensure_ascii=False)


def set_up(form: str) -> None:
    """Log in this form: warnings as text, or each accepted row as well as JSON, for a program to sift."""
    handler = logging.StreamHandler()
    if form == JSON:
        handler.setFormatter(JsonLines())
    else:
        handler.setFormatter(logging.Formatter("%(asctime)s %(name)s %(levelname)s %(message)s"))
    logging.basicConfig(level=logging.INFO if form == JSON else logging.WARNING, handlers=[handler])
