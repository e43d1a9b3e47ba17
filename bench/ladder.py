"""Whether each level of opponent beats the one below: so many games of each rung, for two, the seats changing.

    python bench/ladder.py --games 200 --out bench/RESULTS.md

With --solved KEYS' solution (bench/solved_keys.py, which makes it) plays too, in an arena of all.
"""

import argparse
import os
from collections.abc import Sequence
from pathlib import Path

from results import RESULTS, stamped, write

from parlour.bots.entrants import Entrant, named
from parlour.engine.compiled import warm
from parlour.lab.arena import Result, arena
from parlour.progress import progress

GAMES = ("keys", "skyjo")
RUNGS = (("gentle", "random"), ("simple", "gentle"), ("sharp", "simple"))
FLOOR = 0.6


def played(game: str, bots: Sequence[Entrant], games: int, seed: int, workers: int) -> Result:
    with progress(f"{game}: {', '.join(map(named, bots))}", games) as advance:
        return arena(game, players=2, bots=bots, games=games, seed=seed, workers=workers, progress=advance)


def rung(result: Result, better: str, worse: str, floor: float | None) -> tuple[str, bool]:
    """A line of the table, and whether the better one holds its floor; without one it is enough to be better."""
    one = next(standing for standing in result.standings if standing.bot == better)
    low, high = one.win_share_interval
    holds = one.win_share > (floor or 0.5)
    said = f"{floor:.0%}" if floor else "50%"
    return (
        f"| {result.game} | {better} | {worse} | {one.games} | {one.win_share:.1%} ({low:.1%} to {high:.1%}) | {said} |",
        holds,
    )


def everybody(result: Result) -> list[str]:
    """The standings of an arena as a table."""
    rows = [
        f"| {one.bot} | {one.rating:+.0f} ({one.rating_interval[0]:+.0f} to {one.rating_interval[1]:+.0f}) |"
        f" {one.win_share:.1%} ({one.win_share_interval[0]:.1%} to {one.win_share_interval[1]:.1%}) | {one.games} |"
        for one in result.standings
    ]
    return [
        f"All of them at {result.game}, {result.games} games in an arena, ratings on Elo's scale with 95 % intervals:",
        "",
        "| bot | rating | share of wins | games |",
        "| --- | ---: | --- | ---: |",
        *rows,
        "",
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the ladder of levels.")
    parser.add_argument("--games", type=int, default=200, help="of each rung (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--solved", action="store_true", help="also KEYS' solution, in an arena of all")
    parser.add_argument("--out", type=Path, default=RESULTS, help="default %(default)s")
    arguments = parser.parse_args()
    rows, below = [], []
    given = arguments.games, arguments.seed, arguments.workers
    for game in GAMES:
        warm(game)
        for better, worse in RUNGS:
            row, holds = rung(played(game, [better, worse], *given), better, worse, None if worse == "random" else FLOOR)
            rows.append(row)
            print(row, flush=True)
            below += [] if holds else [f"{better} at {game}"]
    lines = [
        "## The ladder: each level against the one below",
        "",
        f"{stamped('ladder')} {arguments.games} games of two each, seed {arguments.seed},",
        "by `parlour.lab.arena`, the seats changing; 95 % intervals.",
        "",
        "| game | level | against | games | share of wins | floor: more than |",
        "| --- | --- | --- | ---: | --- | ---: |",
        *rows,
        "",
    ]
    if arguments.solved:
        from solved_keys import solved  # noqa: PLC0415  compiled, and only where it is asked for

        lines += everybody(played("keys", ["sharp", solved, "simple", "gentle", "random"], 5 * arguments.games, *given[1:]))
    write("ladder", lines, arguments.out)
    print("\n".join(lines))
    for one in below:
        print(f"below its floor: {one}")
    return 1 if below else 0


if __name__ == "__main__":
    raise SystemExit(main())
