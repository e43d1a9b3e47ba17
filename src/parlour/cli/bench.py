"""`parlour bench`: how fast the rules run."""

import argparse
import json
from typing import Any

from parlour.cli import asked

LONGEST = 3600.0


def add(commands: Any) -> None:
    p = commands.add_parser(
        "bench",
        help="measure the rules: steps per second",
        description="Random play: steps per second of process time, on the plain and (with the extra `fast`) compiled carriers.",
    )
    asked.takes_games(p)
    p.add_argument("--seconds", type=float, default=1.0, help="how long to measure each (default %(default)s)")
    p.add_argument("--json", action="store_true", help="print {game: {plain, compiled}}")
    p.set_defaults(run=bench)


def bench(arguments: argparse.Namespace) -> None:
    from parlour.lab.bench import bench as run  # noqa: PLC0415
    from parlour.progress import progress  # noqa: PLC0415

    if not 0 < arguments.seconds <= LONGEST:
        raise asked.Wrong(f"--seconds must be more than 0 and at most {LONGEST:.0f}, not {arguments.seconds}")
    chosen = list(asked.loadable(arguments.game))
    measured = {}
    with progress("measuring", len(chosen)) as advance:
        for game in chosen:
            measured[game.name] = run(game, arguments.seconds)
            advance(1)
    if arguments.json:
        print(json.dumps(measured, indent=2))
        return
    for name, speed in measured.items():
        compiled = f"{speed['compiled']:>12,.0f}" if speed["compiled"] else "           –"
        print(f"{name:<12} plain {speed['plain']:>10,.0f}   compiled {compiled}   steps/s")
