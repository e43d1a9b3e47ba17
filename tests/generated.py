"""All that is generated, in one list: `make generated` writes it anew, and tells what changed.

`python -m tests.generated [--check]`; with `--check` nothing is written, and anything that would change is a failure.
"""

import argparse
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parlour.adapters import observations
from parlour.cli.games import document as views
from parlour.engine import Game, games, load
from parlour.server.protocol import client, tables, typescript
from parlour.testing import playthroughs, refusals
from tests import pieces
from tests.evenings import log

ROOT = Path(__file__).parent.parent
CATALOGUES = (
    "web/src/words/*.json",
    "src/parlour/words/*.json",
    "src/parlour/games/*/words.*.json",
    "src/parlour/scaffold/words.*.json",
)


@dataclass(frozen=True, slots=True)
class Generated:
    """A file, and how its text is made from what stands there now (empty where there is none)."""

    path: str  # from the root of the repository
    source: str  # what is edited instead
    made: Callable[[str], str]

    def changed(self) -> str | None:
        """Its text as it ought to be; None where it stands there."""
        path = ROOT / self.path
        found = path.read_text(encoding="utf-8") if path.exists() else ""
        text = self.made(found)
        return None if text == found else text


def ours() -> list[Game]:
    return [game for game in map(load, games()) if observations.ours(game.name)]


def everything() -> Iterator[Generated]:
    """Each generated file once."""
    yield Generated("docs/views.md", "the cells of each game's state", lambda _: views(ours()) + "\n")
    yield Generated("docs/learning.md", "the cells of each game's state", observations.document)
    yield Generated("docs/protocol.md", "the messages in server/wire and the table of requests", tables.document)
    yield Generated(
        "web/src/lib/wire.ts", "the messages in server/wire and the table of requests", lambda _: typescript.document()
    )
    yield Generated("src/parlour/client/protocol.py", "the messages in server/wire", lambda _: client.document())
    yield Generated("docs/pieces.md", "the pieces of the page and the figures of its gallery", pieces.document)
    for game in ours():
        folder, rules = ROOT / playthroughs.FOLDER, f"the rules of {game.name}"
        told, taken = (str(path.relative_to(ROOT)) for path in (playthroughs.path(game, folder), refusals.path(game, folder)))
        yield Generated(told, rules, lambda _, game=game: playthroughs.playthrough(game))  # type: ignore[misc]
        yield Generated(taken, rules, lambda _, game=game: refusals.taken(game))  # type: ignore[misc]
        yield Generated(f"{log.FOLDER}/{game.name}.json", rules, lambda _, game=game: log.evening(game))  # type: ignore[misc]
    for path in catalogues():
        yield Generated(str(path.relative_to(ROOT)), "its sentences; its layout is the tool's", laid_out)


def catalogues() -> list[Path]:
    """Every catalogue of words."""
    return sorted(path for pattern in CATALOGUES for path in ROOT.glob(pattern))


def laid_out(text: str) -> str:
    """A catalogue in the one layout: a line an entry, two spaces a step. Raises ValueError for a name that stands there twice."""
    return json.dumps(json.loads(text, object_pairs_hook=_once), ensure_ascii=False, indent=2) + "\n"


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{next(name for name in names if names.count(name) > 1)!r} stands there twice")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.generated", description="Write all that is generated anew.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail where something would change")
    check = parser.parse_args().check
    changed = 0
    for one in everything():
        text = one.changed()
        if text is None:
            continue
        changed += 1
        print(f"{one.path}: {'is not what ' + one.source + ' give' if check else 'written anew, from ' + one.source}")
        if not check:
            (ROOT / one.path).write_text(text, encoding="utf-8")
    print(f"{changed or 'no'} file{'' if changed == 1 else 's'} {'would change' if check else 'changed'}")
    return int(check and changed > 0)


if __name__ == "__main__":
    raise SystemExit(main())
