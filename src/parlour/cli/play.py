"""`parlour play`: a game in the terminal."""

import argparse
import secrets
from random import Random
from typing import Any

from parlour.cli import asked


def add(commands: Any) -> None:
    p = commands.add_parser("play", help="play in the terminal against bots", description="Play in the terminal against bots.")
    p.add_argument("game", help="which game, as `parlour games` lists them")
    p.add_argument(
        "--players", type=int, help="people at the table, you included (default: the fewest the game takes, at least 3 if it can)"
    )
    p.add_argument("--bot", help="the kind of bot to play against (default: the game's best rule of thumb)")
    asked.takes_language(p)
    asked.takes_options(p)
    p.add_argument("--seed", type=int, help="replay the same chance and bots; without it the operating system rolls")
    p.set_defaults(run=play)


def play(arguments: argparse.Namespace) -> None:
    from rich.console import Console  # noqa: PLC0415 - the library runs without a terminal

    from parlour.bots import kinds, seated  # noqa: PLC0415
    from parlour.terminal import play as table  # noqa: PLC0415

    game = asked.game(arguments.game)
    (kind,) = asked.bots(game, [arguments.bot or kinds(game)[0]])
    low, high = game.seats.start, game.seats.stop - 1
    players = min(max(3, low), high) if arguments.players is None else arguments.players
    rng = Random(secrets.randbits(128) if arguments.seed is None else arguments.seed)
    options = asked.options(arguments.option, game, players)
    if not seated(game, game.options(options, players)):
        raise asked.Wrong(f"{game.name}'s bots do not sit at a table with these options")
    table(game, players, options, kind, asked.language(arguments.language, game), rng, Console(), input)
