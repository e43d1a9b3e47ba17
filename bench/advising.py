"""How long the advisor takes for a match of ordinary length, whether it foresees that, and how certain it is.

Writes its part of bench/RESULTS.md, anew after each match of every game.
"""

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from unittest.mock import patch

from results import RESULTS, stamped, write

from parlour.advice import Heard, Report, advise
from parlour.bots import bot, welcoming
from parlour.engine import CHANCE, CLOCK, Log, Match, load
from parlour.engine.carriers.compiled import warm

TABLES = (
    *(("keys", 2), ("keys", 4), ("skyjo", 2), ("skyjo", 4)),
    *(("kings_keys", 2), ("kings_keys", 4), ("keskife", 4), ("keskife", 6)),
)
LEAST = 3.0  # seconds: less is not said on the page
KINDS = ("simple", "gentle")  # by turns: one plays what the account expects, the other does not


def played(name: str, players: int, seed: int) -> Log:
    game, rng = load(name), Random(f"{name}/{players}/{seed}")
    match = Match.start(game, players, welcoming(game))
    while not match.over:
        seat = match.to_act[0]
        if seat == CHANCE:
            match.roll(rng.randrange)
        elif seat == CLOCK:
            match.play(seat, match.legal(seat)[0])
        else:
            view = match.view(seat)
            match.play(seat, bot(game, KINDS[seat % len(KINDS)])(view, view.legal, rng))
    return match.log()


@dataclass(frozen=True, slots=True)
class Measured:
    """One match judged; times in seconds of one core."""

    steps: int
    report: Report
    took: float
    marks: list[float]  # when each was told
    foreseen: list[tuple[float, float]]  # when a time was told that is left, and which

    def ratio(self, share: float) -> float:
        """The time that was told, as a part of the true one, once such a share of the whole was over; as the page says it."""
        first = self.foreseen[0][0]
        at, told = next(one for one in self.foreseen if one[0] >= max(first, share * self.took))
        return max(LEAST, told) / max(LEAST, self.took - at)


def measured(log: Log, seconds: float) -> Measured:
    """The clock on the wall is taken for that of the process: as on a core that does nothing else, whatever the machine does."""
    begun = time.process_time()
    marks: list[float] = []
    foreseen: list[tuple[float, float]] = []
    heard = Heard(
        lambda _: marks.append(time.process_time() - begun),
        lambda left: foreseen.append((time.process_time() - begun, left)),
    )
    with patch("time.monotonic", time.process_time):
        report = advise(log, seconds=seconds, heard=heard)
    return Measured(len(log.actions), report, time.process_time() - begun, marks, foreseen)


def far(ratios: list[float]) -> float:
    """The one that is furthest from 1."""
    return max(ratios, key=lambda ratio: max(ratio, 1 / ratio))


def row(game: str, players: int, found: list[Measured]) -> str:
    def middle(of: Callable[[Measured], float]) -> float:
        return median(of(one) for one in found)

    firsts = [one.marks[0] for one in found if one.marks]
    costs = [[100 * decision.error for decision in one.report.decisions if decision.cost] for one in found]
    cells = [
        *(game, str(players), str(len(found)), f"{middle(lambda one: one.steps):.0f}"),
        f"{middle(lambda one: len(one.report.decisions)):.0f}",
        f"{middle(lambda one: one.report.effort['rounds']):.0f}",
        f"{middle(lambda one: len(one.marks)):.0f}",
        f"{median(firsts):.1f}, {max(firsts):.1f}" if firsts else "–",
        f"{middle(lambda one: one.took):.1f}, {max(one.took for one in found):.1f}",
        *(f"{median(ratios):.2f}, {far(ratios):.2f}" for ratios in ([one.ratio(share) for one in found] for share in (0.0, 0.5))),
        f"{100 * middle(lambda one: max(account.errors['play'] for account in one.report.accounts)):.1f}",
        f"{median([median(errors) for errors in costs if errors] or [0.0]):.1f}",
    ]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the advisor.")
    parser.add_argument("--seconds", type=float, default=18.0, help="of one core per match, as in a room (default %(default)s)")
    parser.add_argument("--matches", type=int, default=3, help="of each game and number of players (default %(default)s)")
    parser.add_argument("--game", help="this one alone (default: all)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=RESULTS, help="default %(default)s")
    arguments = parser.parse_args()
    found: dict[tuple[str, int], list[Measured]] = {table: [] for table in TABLES if arguments.game in (None, table[0])}
    for number in range(arguments.matches):
        for (name, players), those in found.items():
            log = played(name, players, arguments.seed + number)
            if not number:
                warm(name)
                advise(log, seconds=0.1, seats=[0])  # loads what is compiled, as a room has done before
            those.append(measured(log, arguments.seconds))
            print(row(name, players, those[-1:]), flush=True)
        lines = [
            "## The advisor: a match's time",
            "",
            f"{stamped('advising')} Seeds from {arguments.seed};",
            "matches between bots, Steady and Gentle by turns, every seat judged, given",
            f"{arguments.seconds:g} s of one core as in a room. Seconds of process time, the trial counted in, while the machine",
            "had other work; medians over the matches, and after a comma the worst. It stops sooner once all is",
            "known well enough. A round tries the actions of a decision side by side. Time left as it was told, as a part",
            "of the true one, both at least 3 s as on the page: the first time, and at half of the time. Errors are",
            "standard errors, in a hundred matches: of a seat's play (the largest), and of a decision's cost (the median",
            "of those with one).",
            "",
            "| game | players | matches | steps | decisions | rounds | marks | first mark, s | all, s |"
            " left, at first | left, at half | error of play | error of a cost |",
            "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
            *(row(*table, those) for table, those in found.items()),
            "",
        ]
        write("advising", lines, arguments.out)


if __name__ == "__main__":
    main()
