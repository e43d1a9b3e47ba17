"""`parlour warm`: the rules compiled ahead of time."""

import argparse
from typing import Any

from parlour.cli import asked


def add(commands: Any) -> None:
    p = commands.add_parser(
        "warm",
        help="compile the rules ahead of time",
        description="Compile the rules of the games into the cache (needs the extra `fast`). Takes 5 to 30 s a game, once.",
    )
    asked.takes_games(p)
    p.set_defaults(run=warm)


def warm(arguments: argparse.Namespace) -> None:
    from parlour.engine.carriers import compiled  # noqa: PLC0415
    from parlour.progress import progress  # noqa: PLC0415

    chosen = list(asked.loadable(arguments.game))
    if not compiled.available():
        raise asked.Failure(compiled.MISSING)
    with progress("compiling", len(chosen)) as advance:
        for game in chosen:
            compiled.warm(game)
            advance(1)
