"""The server's log: lines of text for people, or one JSON object per line for programs.

It never contains tokens or seeds, and nothing of hands except what a failing host's bot writes in its own error.
"""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Literal

# The standard attributes of a LogRecord; all others come from `extra`.
_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        facts = {name: value for name, value in vars(record).items() if name not in _STANDARD}
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "what": record.getMessage(),
            **facts,
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def _is_ours(record: logging.LogRecord) -> bool:
    """Not that a client sent bytes that are no text, which needs no traceback."""
    return record.exc_info is None or not isinstance(record.exc_info[1], UnicodeDecodeError)


def set_up(style: Literal["text", "json"]) -> None:
    """Configure logging: only warnings and errors as text, everything as JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if style == "json" else logging.Formatter("worldgates: %(message)s"))
    handler.addFilter(_is_ours)
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("worldgates").setLevel(logging.INFO if style == "json" else logging.WARNING)
