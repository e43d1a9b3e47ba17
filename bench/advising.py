"""How long the advisor takes for a match of ordinary length, and how certain it is. Writes its part of bench/RESULTS.md."""

import argparse
import time
from pathlib import Path
from random import Random

from results import RESULTS, stamped, write

from parlour.advice import Heard, Report, advise
from parlour.bots import bot, welcoming
from parlour.engine import CHANCE, CLOCK, Log, Match, load
from parlour.engine.carriers.compiled import warm

TABLES = (("keys", 2), ("keys", 4), ("skyjo", 2), ("skyjo", 4), ("kings_keys", 4), ("keskife", 6))
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


def row(log: Log, report: Report, took: float, marks: list[float]) -> str:
    play = [account.errors["play"] for account in report.accounts]
    looked = [100 * decision.error for decision in report.decisions if decision.cost]
    first = f"{marks[0]:.1f}" if marks else "–"
    effort = report.effort["rounds"]
    return (
        f"| {log.game} | {log.players} | {len(log.actions)} | {len(report.decisions)} | {effort} | {first} | {took:.1f} |"
        f" {100 * max(play):.1f} | {sorted(looked)[len(looked) // 2] if looked else 0:.1f} | {len(marks)} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the advisor.")
    parser.add_argument("--seconds", type=float, default=20.0, help="of one core per match (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=RESULTS, help="default %(default)s")
    arguments = parser.parse_args()
    rows = []
    for name, players in TABLES:
        warm(load(name))
        log = played(name, players, arguments.seed)
        begun = time.process_time()
        marks: list[float] = []
        report = advise(log, seconds=arguments.seconds, heard=Heard(lambda _: marks.append(time.process_time() - begun)))  # noqa: B023
        rows.append(row(log, report, time.process_time() - begun, marks))
        print(rows[-1], flush=True)
    lines = [
        "## The advisor: a match's time",
        "",
        f"{stamped('advising')} Seed {arguments.seed}; a match of each",
        f"between bots, Steady and Gentle by turns, every seat judged, given {arguments.seconds:g} s of one core.",
        "It stops sooner once all is known well enough; the trial runs that set its effort are counted in.",
        "A round tries the actions of a decision side by side.",
        "Errors are standard errors, in a hundred matches: of a seat's play (the largest), and of a decision's cost (the median",
        "of those with one).",
        "",
        "| game | players | steps | decisions | rounds | first mark, s | all, s | error of play | error of a cost | marked |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
        *rows,
        "",
    ]
    write("advising", lines, arguments.out)


if __name__ == "__main__":
    main()
