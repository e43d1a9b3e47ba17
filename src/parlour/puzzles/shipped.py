"""The set of puzzles that a game brings along: one file in its package, a line of JSON a puzzle, compressed."""

import gzip
import json
from collections.abc import Iterable
from functools import cache

from parlour.engine import Game, GameError, LogError, load
from parlour.puzzles.puzzle import Puzzle

FILE = "puzzles.jsonl.gz"


class NoPuzzles(GameError):
    """A game that brings no puzzles along."""


def written(puzzles: Iterable[Puzzle]) -> bytes:
    """A set as a file's bytes: the same set, the same bytes."""
    lines = [json.dumps(puzzle.to_json(), separators=(",", ":"), sort_keys=True, ensure_ascii=False) for puzzle in puzzles]
    return gzip.compress("".join(f"{line}\n" for line in lines).encode(), 9, mtime=0)


def read(data: bytes) -> tuple[Puzzle, ...]:
    """A set from a file's bytes. Raises LogError."""
    try:
        lines = gzip.decompress(data).decode().splitlines()
        found = tuple(Puzzle.from_json(json.loads(line)) for line in lines)
    except (OSError, EOFError, ValueError) as error:
        raise LogError(f"not a set of puzzles: {error}") from None
    if not found:
        raise LogError("a set of puzzles that is empty")
    return found


def shipped(game: str | Game) -> tuple[Puzzle, ...]:
    """The puzzles of a game, in the order of its file. Raises NoPuzzles."""
    game = load(game)
    found = _of(game.name)
    if not found:
        raise NoPuzzles(f"{game.name} brings no puzzles along")
    return found


@cache
def _of(name: str) -> tuple[Puzzle, ...]:
    game = load(name)
    file = game.folder / FILE
    return tuple(one for one in read(file.read_bytes()) if one.version == game.version) if file.is_file() else ()
