"""`parlour puzzles`: positions in which one choice is beyond doubt the best, from games between bots."""

import argparse
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parlour.cli import asked
from parlour.games.cells import MASK

if TYPE_CHECKING:
    from parlour.puzzles import Puzzle

COUNT = 200


def add(commands: Any) -> None:
    p = commands.add_parser(
        "puzzles",
        help="find puzzles in games between bots",
        description="Look through games between Steady bots for decisions in which one choice is beyond doubt the best and the "
        "rule of thumb misses it (docs/puzzles.md). One seed, one result. Quick where the game is compiled (parlour warm).",
    )
    p.add_argument("game")
    p.add_argument("--games", type=int, default=100, help="how many games are looked through (default %(default)s)")
    p.add_argument("--players", help="numbers of players, with commas, in turn (default: what the game says)")
    p.add_argument("--count", type=int, default=COUNT, help="how many puzzles are kept at most (default %(default)s)")
    p.add_argument("--seed", type=int, default=1, help="default %(default)s")
    p.add_argument("--out", type=Path, metavar="FILE", help="write them to a file, as the game's package has it")
    asked.takes_workers(p)
    p.set_defaults(run=puzzles)


def puzzles(arguments: argparse.Namespace) -> None:
    from parlour.progress import progress  # noqa: PLC0415
    from parlour.puzzles import looked_through, picked, written  # noqa: PLC0415

    game = asked.game(arguments.game)
    for name in ("games", "count"):
        if getattr(arguments, name) < 1:
            raise asked.Wrong(f"--{name} must be at least 1, not {getattr(arguments, name)}")
    if not 0 <= arguments.seed <= MASK:
        raise asked.Wrong(f"--seed goes from 0 to {MASK}")
    players = _players(arguments.players)
    if players is not None and any(n not in game.seats for n in players):
        raise asked.Wrong(f"{game.name} is for {game.seats.start} to {game.seats.stop - 1} players")
    workers = asked.workers(arguments)
    found: list[Puzzle] = []
    with progress("playing", arguments.games) as advance:
        for some in looked_through(game, arguments.games, seed=arguments.seed, players=players, workers=workers):
            found.extend(some)
            advance(1)
    kept = picked(found, arguments.count)
    if arguments.out is not None:
        arguments.out.write_bytes(written(kept))
    print(f"{len(found)} found in {arguments.games} games, {len(kept)} kept")
    for (grade, kind), n in sorted(Counter((puzzle.grade, puzzle.kind) for puzzle in kept).items()):
        print(f"  grade {grade}, {kind}: {n}")
    if not kept:
        print("parlour puzzles: none; look through more games", file=sys.stderr)


def _players(text: str | None) -> list[int] | None:
    if text is None:
        return None
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise asked.Wrong(f"--players are numbers such as 2,3,4, not {text!r}") from None
