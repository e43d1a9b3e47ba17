"""The operator's log: one JSON object a line, and no secret in it (no token, no table word, no action)."""

import hashlib
import json
import logging
import secrets
import sys
from datetime import UTC, datetime
from typing import Any

log = logging.getLogger("parlour.server")


class Lines(logging.Formatter):
    """A record as one line of JSON: time, level, event, and what `tell` was given."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class ToError(logging.Handler):
    """Writes to what is standard error at that moment: whoever runs the server inside a program may have exchanged it."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            print(self.format(record), file=sys.stderr, flush=True)
        except Exception:
            self.handleError(record)


def tell(event: str, level: int = logging.INFO, trace: bool = False, **facts: Any) -> None:
    """Write a line to the log. `facts` must hold no secret; name a table by its `tag`."""
    log.log(level, event, extra={"facts": facts}, exc_info=trace)


KEY = secrets.token_bytes(32)  # of this process: whoever reads the log cannot find a word by trying them all


def tag(word: str) -> str:
    """A name for a table in the log that does not open its door; another one after each start."""
    return hashlib.blake2b(word.encode(), key=KEY, digest_size=5).hexdigest()


def _quiet(record: logging.LogRecord) -> bool:
    """Whether a library's line says something: uvicorn takes a WebSocket that was refused with an answer for an error."""
    return record.msg != "ASGI callable returned without completing handshake."


def set_up(level: int = logging.INFO) -> None:
    """Send the server's log, and warnings of its libraries, to standard error as JSON lines."""
    handler = ToError()
    handler.setFormatter(Lines())
    log.handlers[:] = [handler]
    log.setLevel(level)
    log.propagate = False
    for name in ("uvicorn", "uvicorn.error"):
        library = logging.getLogger(name)
        library.handlers[:] = [handler]
        library.setLevel(logging.WARNING)
        library.propagate = False
        library.addFilter(_quiet)
