"""`parlour simulate`: many games between bots."""

import argparse
import csv
import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parlour.cli import asked
from parlour.games.cells import MASK

if TYPE_CHECKING:
    from parlour.engine import Log
    from parlour.lab.chunks import Row

FIRST = "0-9"  # the games of which --logs keeps the log


def add(commands: Any) -> None:
    p = commands.add_parser(
        "simulate",
        help="simulate many games between bots",
        description="Let bots play many games. Seats rotate, so that no bot gains by its place. One seed, one result.",
    )
    p.add_argument("game")
    p.add_argument("--players", type=int, help="players per game (default: the fewest the game takes)")
    p.add_argument("--games", type=int, default=1000, help="how many (default %(default)s)")
    p.add_argument(
        "--bots",
        default="simple",
        help="one a seat or cycled, with commas: kinds or import paths, such as simple,mypackage.bot (default %(default)s)",
    )
    p.add_argument("--seed", type=int, default=1, help="default %(default)s")
    asked.takes_options(p)
    asked.takes_workers(p)
    shown = p.add_mutually_exclusive_group()
    shown.add_argument("--json", action="store_true", help="print the result as JSON")
    shown.add_argument("--csv", action="store_true", help="print the result as CSV, one line per kind of bot")
    p.add_argument("--rows", type=Path, metavar="FILE", help="write a line for every game, as CSV or, to a .jsonl, as JSON")
    p.add_argument("--logs", type=Path, metavar="FOLDER", help="write logs of games, for `parlour replay`")
    p.add_argument("--which", default=FIRST, metavar="GAMES", help="which games' logs, such as 0-9,42 (default %(default)s)")
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
    workers = asked.workers(arguments)
    logged = _numbers(arguments.which) if arguments.logs else set()
    with _rows(arguments.rows, players) as rows, progress("playing", arguments.games) as advance:
        report = run(
            game,
            players=players,
            games=arguments.games,
            bots=bots,
            seed=arguments.seed,
            options=options,
            progress=advance,
            workers=workers,
            scheduler=arguments.scheduler,
            rows=rows,
            logged=logged,
            log=_into(arguments.logs) if arguments.logs else None,
            say=lambda line: print(f"parlour simulate: {line}", file=sys.stderr),
        )
    if arguments.csv:
        print(report.to_csv(), end="")
    else:
        print(json.dumps(report.to_json(), indent=2) if arguments.json else report.to_text())


def _numbers(text: str) -> set[int]:
    """The numbers of a list such as 0-9,42. Raises Wrong."""
    found: set[int] = set()
    for part in text.split(","):
        if not re.fullmatch(r"[0-9]{1,9}(-[0-9]{1,9})?", part):
            raise asked.Wrong(f"--which is a list of games such as 0-9,42, not {text!r}")
        low, _, high = part.partition("-")
        found.update(range(int(low), int(high or low) + 1))
    return found


def _into(folder: Path) -> "Callable[[int, Log], None]":
    """Writes a game's log into a folder, which is made where it is not there."""
    folder.mkdir(parents=True, exist_ok=True)

    def write(number: int, log: "Log") -> None:
        (folder / f"{log.game}-{number}.json").write_text(log.dumps(), encoding="utf-8")

    return write


@contextmanager
def _rows(path: Path | None, players: int) -> "Iterator[Callable[[Row], None] | None]":
    """What writes a game's row to a file; None where there is none."""
    if path is None:
        yield None
        return
    with path.open("w", encoding="utf-8", newline="") as file:
        if path.suffix == ".jsonl":
            yield lambda row: print(json.dumps(row._asdict()), file=file)
            return
        names = [f"{what}_{seat}" for what in ("bot", "score", "rank") for seat in range(players)]
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["game", "steps", "finished", *names])

        def write(row: "Row") -> None:
            writer.writerow([row.game, row.steps, int(row.finished), *row.bots, *row.scores, *row.ranks])

        yield write
