"""`parlour arena`: bots against each other, and how strong each is."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from parlour.bots import kinds
from parlour.cli import asked
from parlour.games.cells import MASK
from parlour.say import game_words


def add(commands: Any) -> None:
    p = commands.add_parser(
        "arena",
        help="let bots play each other and rate them",
        description="Let bots play each other at mixed tables, seats rotating, and rate them: a table here and one HTML page "
        "with the picture. One seed, one result.",
    )
    p.add_argument("game")
    p.add_argument("--players", type=int, help="players per game (default: the fewest the game takes)")
    p.add_argument("--bots", help="with commas: kinds or import paths, such as sharp,simple,mypackage.bot (default: all kinds)")
    p.add_argument(
        "--games", type=int, default=400, help="how many in all; a few more, so that seats rotate (default %(default)s)"
    )
    p.add_argument(
        "--pairs",
        action="store_true",
        help="two kinds of bots per table, in every proportion, instead of as many as there are seats",
    )
    p.add_argument("--seed", type=int, default=1, help="default %(default)s")
    asked.takes_options(p)
    asked.takes_workers(p)
    p.add_argument("--json", action="store_true", help="print the result as JSON, and write no page")
    p.add_argument("--out", type=Path, help="the page (default: arena-GAME.html)")
    p.set_defaults(run=arena)


def arena(arguments: argparse.Namespace) -> None:
    from parlour.lab import arena_page  # noqa: PLC0415
    from parlour.lab.arena import arena as run  # noqa: PLC0415
    from parlour.lab.arena import games_of  # noqa: PLC0415
    from parlour.progress import progress  # noqa: PLC0415

    game = asked.game(arguments.game)
    players = game.seats.start if arguments.players is None else arguments.players
    if arguments.games < 1:
        raise asked.Wrong(f"--games must be at least 1, not {arguments.games}")
    if not 0 <= arguments.seed <= MASK:
        raise asked.Wrong(f"--seed goes from 0 to {MASK}")
    bots = asked.bots(game, arguments.bots.split(",") if arguments.bots is not None else kinds(game))
    if len(set(bots)) < max(2, len(bots)):
        raise asked.Wrong(f"--bots are two or more, each named once, not {','.join(bots)}")
    options = asked.options(arguments.option, game, players)
    workers = asked.workers(arguments)
    with progress("playing", games_of(len(bots), players, arguments.games, pairs=arguments.pairs)) as advance:
        result = run(
            game,
            players=players,
            bots=bots,
            games=arguments.games,
            seed=arguments.seed,
            options=options,
            pairs=arguments.pairs,
            workers=workers,
            scheduler=arguments.scheduler,
            progress=advance,
            say=lambda line: print(f"parlour arena: {line}", file=sys.stderr),
        )
    if arguments.json:
        print(json.dumps(result.to_json(), indent=2))
        return
    print(arena_page.to_text(result))
    path = arguments.out or Path(f"arena-{game.name}.html")
    path.write_text(arena_page.to_html(result, str(game_words(game, "en").words["name"])), encoding="utf-8")
    print(f"\nthe page: {path}")
