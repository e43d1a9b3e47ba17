"""What a learner's example wrote while it learned, as a table in docs/learning.md.

`python examples/learn_skyjo.py --minutes 30 > curve.csv`, then `python bench/learners.py curve.csv [--out FILE]`. A share of won
games has a 95 % interval by the number of games it was tried out in.
"""

import argparse
import csv
from pathlib import Path

from results import stamped, tell

from parlour.lab.simulate import wilson

TRIED = 1500  # games, at each line of the curve
PASSED = 0.5  # of games against one opponent
ROWS = 12


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("curve", type=Path, help="the lines of CSV that the example printed")
    parser.add_argument("--out", type=Path, help="such as docs/learning.md")
    arguments = parser.parse_args()
    lines = [(float(m), int(c), float(w)) for m, c, w in list(csv.reader(arguments.curve.read_text().splitlines()))[1:]]
    every = -(-len(lines) // ROWS)
    rows = []
    for minutes, choices, won in lines[::-1][::every][::-1]:
        low, high = wilson(won, TRIED)
        rows.append(f"| {minutes:.1f} | {choices:,} | {100 * won:.1f} % ({100 * low:.1f} to {100 * high:.1f}) |")
    last = lines[-1]
    first = next((f"first after {m:.0f} minutes" for m, _, won in lines if won > PASSED), "at no time")
    tell(
        "learn_skyjo",
        [
            f"`examples/learn_skyjo.py`, written by {stamped('learners')}",
            f"One core, {last[0]:.0f} minutes of processor time. It won more than half of its games against `simple` {first}.",
            "",
            "| minutes | choices | games won against `simple` |",
            "| ---: | ---: | --- |",
            *rows,
            "",
        ],
        arguments.out,
    )


if __name__ == "__main__":
    main()
