"""How long Sharp takes over a decision, by process time. Writes its part of bench/RESULTS.md; the bar stands beside the figures.

Sharp sits among Steady, the seats rotating, and is asked as the room asks it: it is told every step that its seat sees, and
the time that those took since its last decision counts to the next. Where only one action is legal nothing is decided.
"""

import argparse
import os
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from results import RESULTS, quantile, stamped, tell

from parlour.bots import bot, kinds, strong, welcoming
from parlour.bots.belief import Seen
from parlour.bots.entrants import Entrant
from parlour.engine import View, games, load
from parlour.engine.carriers.compiled import available, warm
from parlour.lab.simulate import simulate

MOST = 5  # players: up to so many the bar holds; beyond, only where Sharp is offered
BAR = 100.0  # ms: 99 of 100 decisions take less


class Timed:
    """A bot at one seat of one match, and the seconds that each of its decisions took."""

    def __init__(self, player: Any, times: list[float]) -> None:
        self.player, self.times = player, times
        self.since = 0.0  # seconds that the steps took which it was told since its last decision

    def see(self, step: Seen) -> None:
        begun = time.process_time()
        self.player.see(step)
        self.since += time.process_time() - begun

    def __call__(self, view: View, legal: Sequence[int], rng: Random) -> int:
        begun = time.process_time()
        action: int = self.player(view, legal, rng)
        if len(legal) > 1:
            self.times.append(self.since + time.process_time() - begun)
            self.since = 0.0
        return action


class Timing(Timed):
    """Sharp as an entrant, at however many matches: where it follows a match, whoever follows is timed."""

    def __init__(self, game: str) -> None:
        super().__init__(bot(game, "sharp"), [])
        if hasattr(self.player, "follow"):
            self.follow = lambda view, seed: Timed(self.player.follow(view, seed), self.times)


def decided(game: str, players: int, matches: int, seed: int) -> list[float]:
    """The seconds of every decision."""
    one = Timing(game)
    bots: list[Entrant] = [one, *["simple"] * (players - 1)]
    simulate(game, players=players, games=matches, bots=bots, seed=seed, options=welcoming(game))
    return one.times


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure how long Sharp takes over a decision.")
    parser.add_argument("--matches", type=int, default=20, help="at each game and number of players (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=RESULTS, help="default %(default)s")
    arguments = parser.parse_args()
    rows, over = [], []
    for game in [game for game in games() if "sharp" in kinds(game)]:
        if available():
            warm(game)
        for players in sorted({*strong(game), *range(MOST + 1)} & set(load(game).seats)):
            times = decided(game, players, arguments.matches, arguments.seed)
            middle, slow = quantile(times, 0.5), quantile(times, 0.99)
            offered = "yes" if players in strong(game) else "no"
            rows.append(
                f"| {game} | {players} | {offered} | {len(times)} | {middle:.2f} | {slow:.2f} | {1000 * max(times):.1f} |"
            )
            if slow > BAR:
                over.append(f"over {BAR:.0f} ms: {game} for {players}, {slow:.1f}")
    lines = [
        "## Sharp: process time of a decision",
        "",
        f"{stamped('deciding')} Sharp among Steady, the seats rotating,",
        f"{arguments.matches} matches each, seed {arguments.seed}; the time of the steps between its decisions is in it.",
        f"The bar: 99 of 100 below {BAR:.0f} ms. Load of the machine's {os.cpu_count()} processors: {os.getloadavg()[1]:.1f}.",
        "",
        "| game | players | offered | decisions | ms median | p99 | longest |",
        "| --- | ---: | --- | ---: | ---: | ---: | ---: |",
        *rows,
        "",
    ]
    tell("deciding", lines, arguments.out, over)
    return 1 if over else 0


if __name__ == "__main__":
    raise SystemExit(main())
