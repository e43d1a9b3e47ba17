"""`parlour lab`: rules compared, with a report that a person can read."""

import argparse
import json
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any

from parlour.bots import kinds
from parlour.cli import asked
from parlour.engine import Game
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
    p.add_argument(
        "--search",
        metavar="NAME=LOW..HIGH,…",
        help="look for house rules: options with the values to try, such as end_score=50..150,opening,doubling=printed|off",
    )
    p.add_argument("--aim", metavar="GOALS", help="what is looked for, such as 'length 20..30 min, seat within noise, skill max'")
    p.add_argument("--players", default="", metavar="N-M", help="how many play, such as 2-6 or 2,4 (default: the fewest)")
    p.add_argument(
        "--bots", metavar="KIND,…", help="the kinds of bot that play, a table for each (default: the game's best rule of thumb)"
    )
    p.add_argument("--levels", metavar="KIND,…", help="the kinds of bot between which skill is measured (default: gentle,simple)")
    p.add_argument(
        "--metrics",
        metavar="NAME,…",
        help="measure besides: use, win_rate, unknown, entropy, weight, `all`, or your own by import path (see docs/lab.md)",
    )
    p.add_argument("--games", type=int, default=400, help="games of each variant (default %(default)s)")
    p.add_argument("--minutes", type=float, help="cut the study short after so long, with as many games of each variant")
    p.add_argument("--seed", type=int, default=1, help="default %(default)s")
    asked.takes_options(p)
    asked.takes_workers(p)
    p.add_argument("--json", action="store_true", help="print the study as JSON, and write no report")
    p.add_argument("--figures", type=Path, metavar="FILE", help="write all figures to a file as well: .csv or .parquet")
    p.add_argument("--picture", type=Path, metavar="FILE", help="draw what decides who wins by itself as well: an .svg")
    p.add_argument("--out", type=Path, help="the report (default: lab-GAME.html)")
    p.set_defaults(run=lab)


def lab(arguments: argparse.Namespace) -> None:
    from parlour.lab import report, study, tables  # noqa: PLC0415
    from parlour.lab.variance import ladder  # noqa: PLC0415
    from parlour.progress import progress  # noqa: PLC0415

    game = asked.game(arguments.game)
    if arguments.games < 2:
        raise asked.Wrong(f"--games must be at least 2, not {arguments.games}")
    if not 0 <= arguments.seed <= MASK:
        raise asked.Wrong(f"--seed goes from 0 to {MASK}")
    workers = asked.workers(arguments)
    players = _players(arguments.players, game)
    fixed = asked.options(arguments.option, game, players[0])
    bots = asked.bots(game, _listed(arguments.bots) or kinds(game)[:1])
    levels = asked.bots(game, _listed(arguments.levels)) if arguments.levels else []
    if len(levels) == 1:
        raise asked.Wrong("--levels are two kinds of bot or more")
    metrics = _metrics(arguments.metrics)
    if arguments.search is not None or arguments.aim is not None:
        _search(arguments, game, players[0], bots[0], levels)
        return
    try:
        if arguments.figures is not None:
            tables.writable(arguments.figures)
        chosen = study.variants(game, fixed, dict(map(_varied, arguments.vary)), players)
    except ValueError as error:
        raise asked.Wrong(str(error)) from None
    until = monotonic() + 60 * arguments.minutes if arguments.minutes is not None else inf
    with progress("playing", len(bots) * study.games_of(game, chosen, arguments.games, levels)) as advance:
        found = study.study(
            game, chosen, games=arguments.games, bot=bots, seed=arguments.seed, metrics=metrics, levels=levels, workers=workers,
            scheduler=arguments.scheduler, progress=advance, enough=lambda: monotonic() > until,
        )  # fmt: skip
    if arguments.figures is not None:
        tables.write(arguments.figures, game, found)
    if arguments.picture is not None:
        arguments.picture.write_text(report.picture(found), encoding="utf-8")
    if arguments.json:
        print(json.dumps(study.to_json(game, found, bots=bots, seed=arguments.seed), indent=2))
        return
    print(report.to_text(game, found))
    path = arguments.out or Path(f"lab-{game.name}.html")
    about = (
        f"{found[0].games} games of each variant, played by {' and '.join(bots)} bots, seed {arguments.seed},"
        f" rules version {game.version}. Skill: between {' and '.join(levels or ladder(game))}."
    )
    path.write_text(report.to_html(game, found, about), encoding="utf-8")
    print(f"\nthe report: {path}")


def _search(arguments: argparse.Namespace, game: Game, players: int, bot: str, levels: list[str]) -> None:
    """House rules that come nearest to an aim, with typical matches as logs."""
    from parlour.lab import frontier, search  # noqa: PLC0415
    from parlour.progress import progress  # noqa: PLC0415

    if arguments.search is None or arguments.aim is None:
        raise asked.Wrong("--search needs --aim, and --aim needs --search")
    try:
        goals = search.aim(arguments.aim)
        tried = search.candidates(game, search.space(game, arguments.search), players, arguments.seed)
    except ValueError as error:
        raise asked.Wrong(str(error)) from None
    with progress("playing", search.games_of(game, tried, levels)) as advance:
        found = search.search(
            game, tried, goals, bot=bot, seed=arguments.seed, levels=levels, workers=asked.workers(arguments),
            scheduler=arguments.scheduler, progress=advance,
        )  # fmt: skip
    print(search.to_text(goals, found))
    folder = arguments.out or Path(f"search-{game.name}")
    folder.mkdir(parents=True, exist_ok=True)
    files = [[f"{i}-match-{n}.json" for n in range(1, len(one.typical) + 1)] for i, one in enumerate(found, 1)]
    for one, names in zip(found, files, strict=True):
        for log, name in zip(one.typical, names, strict=True):
            (folder / name).write_text(log.dumps(), encoding="utf-8")
    about = f"{len(tried)} rules tried for {players} players by {bot} bots, seed {arguments.seed}, rules version {game.version}."
    page = folder / "report.html"
    page.write_text(frontier.to_html(game, goals, found, files, about), encoding="utf-8")
    print(f"\nthe report, and typical matches of each for `parlour replay` and the page's /replay: {page}")


def _listed(text: str | None) -> list[str]:
    return [part for part in (text or "").split(",") if part]


def _metrics(text: str | None) -> list[str]:
    """The names of a list. Raises Wrong."""
    from parlour.lab.metrics import QUICK, THOROUGH, UnknownMetric, metric  # noqa: PLC0415

    names = [one for name in _listed(text) for one in (THOROUGH if name == "all" else (name,))]
    try:
        return [metric(name).name for name in names if name not in QUICK]
    except UnknownMetric as error:
        raise asked.Wrong(str(error)) from None


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
