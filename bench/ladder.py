"""Whether each level of opponent beats the one below: so many games of each rung, for two, the seats changing.

    python bench/ladder.py --games 200 --out bench/RESULTS.md
    python bench/ladder.py --only keys --games 400 --out bench/RESULTS.md
    python bench/ladder.py --solved --games 1000 --out bench/RESULTS.md

With --solved the bots of KEYS and its solution (bench/solved_keys.py, which makes it) play each other in an arena instead.
"""

import argparse
import json
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from results import RESULTS, stamped, write

from parlour.bots.entrants import Entrant, named
from parlour.engine.carriers.compiled import warm
from parlour.lab.arena import Result, arena
from parlour.lab.simulate import wilson
from parlour.progress import progress

GAMES = ("keys", "skyjo")
RUNGS = (("gentle", "random"), ("simple", "gentle"), ("sharp", "simple"))
FLOOR = 0.6
PART = 50  # games that are played at a time
KEPT = Path(tempfile.gettempdir()) / "parlour-ladder.json"


def played(game: str, bots: Sequence[Entrant], games: int, seed: int, workers: int) -> Result:
    with progress(f"{game}: {', '.join(map(named, bots))}", games) as advance:
        return arena(game, players=2, bots=bots, games=games, seed=seed, workers=workers, progress=advance)


def rung(game: str, better: str, worse: str, games: int, seed: int, workers: int, kept: Path) -> tuple[str, bool]:
    """A line of the table, and whether the better one holds its floor. Played in parts, each kept as soon as it is done.

    Without workers nothing is played: what is kept counts.
    """
    done = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    shares = []
    for part in range(games // PART):
        name = f"{game} {better} {worse} {seed + part}"
        if name not in done and workers:
            result = played(game, [better, worse], PART, seed + part, workers)
            done[name] = next(one.win_share for one in result.standings if one.bot == better)
            kept.write_text(json.dumps(done), encoding="utf-8")
        shares += [done[name]] if name in done else []
    share, count = sum(shares) / max(1, len(shares)), PART * len(shares)
    low, high = wilson(share, count)
    floor = FLOOR if worse != "random" else 0.5
    return f"| {game} | {better} | {worse} | {count} | {share:.1%} ({low:.1%} to {high:.1%}) | {floor:.0%} |", share > floor


def ladder(game: str, rows: Sequence[str], games: int, seed: int) -> list[str]:
    """The part of the results on the rungs of a game."""
    return [
        f"## The ladder: each level against the one below, {game}",
        "",
        f"{stamped('ladder')} Up to {games} games of two each, by",
        f"`parlour.lab.arena` in parts of {PART} with seeds from {seed} on, the seats changing; 95 % intervals.",
        "",
        "| game | level | against | games | share of wins | floor: more than |",
        "| --- | --- | --- | ---: | --- | ---: |",
        *rows,
        "",
    ]


def everybody(result: Result) -> list[str]:
    """The part of the results on an arena of all."""
    rows = [
        f"| {one.bot} | {one.rating:+.0f} ({one.rating_interval[0]:+.0f} to {one.rating_interval[1]:+.0f}) |"
        f" {one.win_share:.1%} ({one.win_share_interval[0]:.1%} to {one.win_share_interval[1]:.1%}) | {one.games} |"
        for one in result.standings
    ]
    return [
        "## KEYS for two: all levels and the solution",
        "",
        f"{stamped('ladder')} {result.games} games in an arena,",
        f"seed {result.seed}, {result.line_ups} pairings; ratings on Elo's scale, 95 % intervals.",
        "",
        "| bot | rating | share of wins | games |",
        "| --- | ---: | --- | ---: |",
        *rows,
        "",
    ]


def climbed(game: str, games: int, seed: int, workers: int, kept: Path) -> tuple[list[str], list[str]]:
    """A line for every rung, and which of them are below their floor."""
    rows, below = [], []
    if workers:
        warm(game)
    for better, worse in RUNGS:
        row, holds = rung(game, better, worse, games, seed, workers, kept)
        rows.append(row)
        print(row, flush=True)
        below += [] if holds else [f"{better} at {game}"]
    return rows, below


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the ladder of levels.")
    parser.add_argument("--games", type=int, default=200, help="of each rung (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="0: tell of what is kept, and play nothing")
    parser.add_argument("--only", choices=GAMES, help="of this game; else of both")
    parser.add_argument("--solved", action="store_true", help="all levels of KEYS and its solution in an arena of so many games")
    parser.add_argument("--kept", type=Path, default=KEPT, help="what is done already, to go on from (default %(default)s)")
    parser.add_argument("--out", type=Path, default=RESULTS, help="default %(default)s")
    arguments = parser.parse_args()
    given = arguments.games, arguments.seed, arguments.workers
    if arguments.solved:
        from solved_keys import solved  # noqa: PLC0415  compiled, and only where it is asked for

        lines = everybody(played("keys", [*(level for level, _ in RUNGS), "random", solved], *given))
        write("ladder_solved", lines, arguments.out)
        print("\n".join(lines))
        return 0
    missed = []
    for game in [arguments.only] if arguments.only else GAMES:
        rows, below = climbed(game, *given, arguments.kept)
        write(f"ladder_{game}", ladder(game, rows, arguments.games, arguments.seed), arguments.out)
        missed += below
    for one in missed:
        print(f"below its floor: {one}")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
