"""`parlour lab`: rules compared, with a report that a person can read."""

import argparse
import json
from pathlib import Path
from typing import Any

from parlour.bots import kinds
from parlour.cli import asked
from parlour.engine import Game, GameError
from parlour.engine.contract.words import Json
from parlour.games.cells import MASK


def add(commands: Any) -> None:
    p = commands.add_parser(
        "lab",
        help="compare variants of the rules",
        description="Let bots play every combination of the options varied; tell what the variants differ in and what is noise. "
        "The report is one HTML file (its plots need the extra `plots`).",
    )
    p.add_argument("game")
    p.add_argument(
        "--vary",
        action="append",
        default=[],
        metavar="NAME=V1,V2",
        help="an option and the values to try, such as end_score=50,100,150; may be repeated (see `parlour games`)",
    )
    p.add_argument("--players", default="", metavar="N-M", help="how many play, such as 2-6 or 2,4 (default: the fewest)")
    p.add_argument("--bots", metavar="KIND", help="the kind of bot that plays (default: the game's best rule of thumb)")
    p.add_argument("--games", type=int, default=400, help="games of each variant (default %(default)s)")
    p.add_argument("--seed", type=int, default=1, help="default %(default)s")
    asked.takes_options(p)
    asked.takes_workers(p)
    p.add_argument("--json", action="store_true", help="print the study as JSON, and write no report")
    p.add_argument("--out", type=Path, help="the report (default: lab-GAME.html)")
    p.set_defaults(run=lab)


def lab(arguments: argparse.Namespace) -> None:
    from parlour.lab import report, study  # noqa: PLC0415
    from parlour.progress import progress  # noqa: PLC0415

    game = asked.game(arguments.game)
    if arguments.games < 2:
        raise asked.Wrong(f"--games must be at least 2, not {arguments.games}")
    if not 0 <= arguments.seed <= MASK:
        raise asked.Wrong(f"--seed goes from 0 to {MASK}")
    workers = asked.workers(arguments)
    players = _players(arguments.players, game)
    fixed = asked.options(arguments.option, game, players[0])
    kind = asked.bots(game, [arguments.bots or kinds(game)[0]])[0]
    try:
        chosen = study.variants(game, fixed, dict(map(_varied, arguments.vary)), players)
    except GameError as error:
        raise asked.Wrong(str(error)) from None
    with progress("playing", study.games_of(chosen, arguments.games)) as advance:
        found = study.study(
            game, chosen, games=arguments.games, bot=kind, seed=arguments.seed, workers=workers,
            scheduler=arguments.scheduler, progress=advance,
        )  # fmt: skip
    if arguments.json:
        print(json.dumps(study.to_json(game, found, bot=kind, seed=arguments.seed), indent=2))
        return
    print(report.to_text(game, found))
    path = arguments.out or Path(f"lab-{game.name}.html")
    about = (
        f"{arguments.games} games of each variant, played by {kind} bots, seed {arguments.seed}, rules version {game.version}."
    )
    path.write_text(report.to_html(game, found, about), encoding="utf-8")
    print(f"\nthe report: {path}")


def _varied(text: str) -> tuple[str, list[Json]]:
    name, equals, values = text.partition("=")
    if not equals or not values:
        raise asked.Wrong(f"--vary is NAME=V1,V2, not {text!r}")
    return name, [asked.value_of(one) for one in values.split(",")]


def _players(text: str, game: Game) -> list[int]:
    """The numbers of a list such as 2-6 or 2,4. Raises Wrong."""
    if not text:
        return [game.seats.start]
    found: list[int] = []
    for part in text.split(","):
        low, dash, high = part.partition("-")
        if not low.isdecimal() or (dash and not high.isdecimal()) or len(part) > 9:
            raise asked.Wrong(f"--players is a list such as 2-6 or 2,4, not {text!r}")
        found += [n for n in range(int(low), int(high or low) + 1) if n not in found][:99]
    for count in found:
        if count not in game.seats:
            raise asked.Wrong(f"{game.name} is for {game.seats.start} to {game.seats.stop - 1} players, not {count}")
    return found
