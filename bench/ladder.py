"""Whether each level of bot beats the one below, at every game and number of players, and what beats it: `make ladder`.

    python bench/ladder.py --games 200 --out bench/RESULTS.md
    python bench/ladder.py --only keys --games 1000 --out bench/RESULTS.md
    python bench/ladder.py --solved --games 1000 --out bench/RESULTS.md

One seat is of the first kind, all others are of the second; seats rotate. Public heuristics and children's tricks are those of
tests/opponents. With --solved the bots of KEYS and its solution (bench/solved_keys.py, which makes it) play an arena instead.
"""

import argparse
import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from results import RESULTS, stamped, write

from parlour.bots import kinds, strong, welcoming
from parlour.bots.entrants import Entrant, named
from parlour.engine import load
from parlour.engine.carriers.compiled import available, warm
from parlour.lab.arena import Result, arena
from parlour.lab.simulate import simulate, wilson
from parlour.progress import progress

sys.path.insert(0, str(Path(__file__).parents[1]))  # for tests.opponents, in workers too
GAMES = ("keys", "skyjo", "kings_keys", "keskife")
OPPONENTS = {
    "keys": (
        "keys.reasonable",
        "keys.balanced",
        "keys.always_trap",
        "keys.never_trap",
        "keys.bid_everything",
        "keys.always_pass",
    ),
    "skyjo": (
        *("skyjo.statistician", "skyjo.defensive", "skyjo.greedy", "skyjo.greedy_ev", "skyjo.survivor"),
        *("skyjo.hurrying", "skyjo.columns", "skyjo.open_only"),
    ),
    "kings_keys": ("tricks.first", "tricks.last", "tricks.stubborn"),
    "keskife": ("tricks.first", "tricks.last", "tricks.stubborn"),
}
MOST = 4  # players at a table with opponents of tests/opponents
BLIND = ("keskife",)  # games at which nothing can be read of random players, so that among them alone everybody's share is even
PART = 50  # games in one batch
UNREAD = (
    "Random players do the same whether they are the monkey or know the action, and point at anybody: whoever sits among",
    "them alone can only guess, so every bot's share is even there. What Gentle is worth shows where random sits among Gentle.",
)
KEPT = Path(tempfile.gettempdir()) / "parlour-ladder.json"


@dataclass(frozen=True, slots=True)
class Pairing:
    """One seat of a kind against others, and the bounds its share of the wins must keep (None: reported only)."""

    game: str
    players: int
    one: str
    others: str
    least: float | None = None
    most: float | None = None

    def wanted(self) -> str:
        if self.least is None and self.most is None:
            return "–"
        return " ".join(
            f"{word} {share:.0%}" for word, share in (("at least", self.least), ("at most", self.most)) if share is not None
        )

    def row(self, share: float, games: int) -> str:
        low, high = wilson(share, games)
        return (
            f"| {self.players} | {self.one} | {self.others} | {games} | {share:.1%} ({low:.1%} to {high:.1%}) |"
            f" {1 / self.players:.0%} | {self.wanted()} |"
        )

    def holds(self, share: float) -> bool:
        return (self.least is None or share >= self.least) and (self.most is None or share <= self.most)


def pairings(game: str) -> Iterator[Pairing]:
    """The rungs, then the opponents of tests/opponents against the best level that is there."""
    for players in load(game).seats:
        best = "sharp" if players in strong(game) else "simple"
        duel = players == 2
        if game in BLIND:  # there random is measured among Gentle; Steady's share stands beside Gentle's
            yield Pairing(game, players, "random", "gentle", None, 0.7 / players)
            yield Pairing(game, players, "gentle", "random")
            yield Pairing(game, players, "simple", "random")
        else:
            yield Pairing(game, players, "gentle", "random", 0.65 if duel else 1 / players)
        if duel:
            yield Pairing(game, players, "simple", "gentle", 0.58, 0.75)
        yield Pairing(game, players, "gentle", "simple", None, None if duel else 0.8 / players)
        if "sharp" in kinds(game):
            yield Pairing(game, players, "sharp", "simple", None if best == "simple" else 0.58 if duel else 1 / players)
        if players <= MOST:
            for name in OPPONENTS[game]:
                yield Pairing(game, players, f"tests.opponents.{name}", best, None, 1.2 / players)


def measured(one: Pairing, games: int, seed: int, workers: int, kept: Path, part: int) -> tuple[float, int]:
    """The share of the win, and of how many games. Played in parts, each kept as soon as it is done.

    Without workers nothing is played: what is kept counts.
    """
    done = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    shares = []
    for number in range(max(1, games // part)):
        name = f"{one.game} {one.players} {one.one} {one.others} {part} {seed + number}"
        if name not in done and workers:
            report = simulate(
                one.game,
                players=one.players,
                games=part,
                bots=[one.one, *[one.others] * (one.players - 1)],
                seed=seed + number,
                options=welcoming(one.game),
                workers=workers,
            )
            done[name] = next(row.win_share for row in report.bots if row.bot == one.one)
            kept.write_text(json.dumps(done), encoding="utf-8")
        shares += [done[name]] if name in done else []
    return sum(shares) / max(1, len(shares)), part * len(shares)


def ladder(game: str, rows: Sequence[str], seed: int, part: int) -> list[str]:
    """The part of the results on a game."""
    return [
        f"## The ladder: levels and opponents, {game}",
        "",
        f"{stamped('ladder')} One seat among others of one kind, seats rotating, in parts",
        f"of {part} games with seeds from {seed} on; 95 % intervals of the share of wins, a win shared by n counting 1/n.",
        *(UNREAD if game in BLIND else ()),
        "",
        "| players | one | the others | games | share of wins of the one | even | wanted |",
        "| ---: | --- | --- | ---: | --- | ---: | --- |",
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


def solved(games: int, seed: int, workers: int) -> list[str]:
    """Everybody at KEYS for two, and its solution."""
    from solved_keys import solved as solution  # noqa: PLC0415  compiled, and only where it is asked for

    bots: list[Entrant] = ["gentle", "simple", "sharp", "random", solution]
    with progress(f"keys: {', '.join(map(named, bots))}", games) as advance:
        result = arena("keys", players=2, bots=bots, games=games, seed=seed, workers=workers, progress=advance)
    return everybody(result)


def climbed(game: str, arguments: argparse.Namespace) -> Iterator[tuple[Pairing, float, int]]:
    """What came of every pairing of a game, until the time is over."""
    if arguments.workers and available():
        warm(game)
    for one in pairings(game):
        workers = arguments.workers if time.monotonic() < arguments.until else 0
        if not re.search(arguments.match, f"{one.players} {one.one} {one.others}"):
            workers = 0
        share, games = measured(one, arguments.games, arguments.seed, workers, arguments.kept, arguments.part)
        if games:
            print(one.game, one.row(share, games), flush=True)
            yield one, share, games


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the ladder of levels.")
    parser.add_argument("--games", type=int, default=200, help="of each pairing (default %(default)s)")
    parser.add_argument("--part", type=int, default=PART, help="games played at a time (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="0: tell of what is kept, and play nothing")
    parser.add_argument("--minutes", type=float, default=600.0, help="no pairing is begun after so many (default %(default)s)")
    parser.add_argument("--only", choices=GAMES, help="of this game; else of all")
    parser.add_argument("--match", default="", help="only pairings whose 'players one others' this pattern finds")
    parser.add_argument("--solved", action="store_true", help="all levels of KEYS and its solution in an arena of so many games")
    parser.add_argument("--kept", type=Path, default=KEPT, help="what is done already, to go on from (default %(default)s)")
    parser.add_argument("--out", type=Path, default=RESULTS, help="default %(default)s")
    arguments = parser.parse_args()
    arguments.until = time.monotonic() + 60 * arguments.minutes
    if arguments.solved:
        lines = solved(arguments.games, arguments.seed, arguments.workers)
        write("ladder_solved", lines, arguments.out)
        print("\n".join(lines))
        return 0
    missed = []
    for game in [arguments.only] if arguments.only else GAMES:
        rows = []
        for one, share, games in climbed(game, arguments):
            rows.append(one.row(share, games).replace("tests.opponents.", ""))
            if not one.holds(share):
                missed.append(f"{one.game} for {one.players}: {one.one} among {one.others}, {share:.1%}, {one.wanted()}")
            write(f"ladder_{game}", ladder(game, rows, arguments.seed, arguments.part), arguments.out)
    for line in missed:
        print(f"not as wanted: {line}")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
