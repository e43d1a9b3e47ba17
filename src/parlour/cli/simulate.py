"""`parlour simulate`: many games between bots."""

import argparse
import json
from typing import Any

from parlour.cli import asked
from parlour.games.cells import MASK


def add(commands: Any) -> None:
    p = commands.add_parser(
        "simulate",
        help="let bots play many games and count",
        description="Let bots play many games. Seats rotate, so that no bot gains by its place. One seed, one result.",
    )
    p.add_argument("game")
    p.add_argument("--players", type=int, help="players a game (default: the fewest the game takes)")
    p.add_argument("--games", type=int, default=1000, help="how many (default %(default)s)")
    p.add_argument(
        "--bots", default="simple", help="kinds of bots, one a seat or cycled, with commas: simple,random (default %(default)s)"
    )
    p.add_argument("--seed", type=int, default=1, help="default %(default)s")
    asked.takes_options(p)
    p.add_argument("--json", action="store_true", help="print the result as JSON")
    p.set_defaults(run=simulate)


def simulate(arguments: argparse.Namespace) -> None:
    from parlour.lab.simulate import simulate as run  # noqa: PLC0415
    from parlour.progress import progress  # noqa: PLC0415

    game = asked.game(arguments.game)
    players = game.seats.start if arguments.players is None else arguments.players
    if arguments.games < 1:
        raise asked.Wrong(f"--games must be at least 1, not {arguments.games}")
    if not 0 <= arguments.seed <= MASK:
        raise asked.Wrong(f"--seed goes from 0 to {MASK}")
    bots = asked.bots(game, arguments.bots.split(","))
    options = asked.options(arguments.option, game, players)
    with progress("playing", arguments.games) as advance:
        report = run(
            game, players=players, games=arguments.games, bots=bots, seed=arguments.seed, options=options, progress=advance
        )
    print(json.dumps(report.to_json(), indent=2) if arguments.json else report.to_text())
