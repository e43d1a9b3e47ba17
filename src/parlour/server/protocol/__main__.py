"""Writes what follows from the protocol's messages; `--check` only tells what is out of date, and fails where something is."""

import sys
from collections.abc import Callable
from pathlib import Path

from parlour.server.protocol import client, tables

ROOT = Path(__file__).parents[4]
FILES: dict[str, Callable[[str], str]] = {
    "src/parlour/client/protocol.py": lambda _: client.document(),
    "docs/protocol.md": tables.document,
}


def written(root: Path = ROOT) -> dict[Path, str]:
    """The files that are out of date, and what should stand in them."""
    found: dict[Path, str] = {}
    for name, write in FILES.items():
        path = root / name
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        if (anew := write(text)) != text:
            found[path] = anew
    return found


def main(check: bool = False) -> int:
    """Write them anew; returns how many were out of date."""
    stale = written()
    for path, text in stale.items():
        print(path.relative_to(ROOT))
        if not check:
            path.write_text(text, encoding="utf-8", newline="\n")
    return len(stale)


if __name__ == "__main__":
    sys.exit(main(check=True) if "--check" in sys.argv[1:] else main() * 0)
