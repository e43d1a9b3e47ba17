"""The words of the protocol that the Python client knows: src/parlour/client/protocol.py."""

import json

from parlour.server.table.requests import ROWS
from parlour.server.wire.asking import COMMON
from parlour.server.wire.told import FINAL

HEAD = '''"""Words of the protocol, written by `make generated` from `server/wire`: change them there."""
'''


def document() -> str:
    """The whole file."""
    secret = tuple(row.word for row in ROWS if getattr(row.kind, "secret", False))
    lines = [
        f"SECRET = {_tuple(secret)}  # requests whose length would tell what is played",
        f"COMMON = {COMMON}  # bytes: they are brought to a multiple of them",
        "# Reasons after which a table is closed to this client for good.",
        f"FINAL = {_tuple(FINAL)}",
    ]
    return HEAD + "\n" + "\n".join(lines) + "\n"


def _tuple(words: tuple[str, ...]) -> str:
    return "(" + ", ".join(json.dumps(word) for word in words) + ")"
