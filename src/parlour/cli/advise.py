"""`parlour advise`: what could have been done in a finished match, and what was luck."""

import argparse
import json
import sys
from typing import Any

from parlour.cli import asked, logs
from parlour.engine import Match, load


def add(commands: Any) -> None:
    p = commands.add_parser(
        "advise",
        help="analyse a finished match: costly decisions, luck and play",
        description="Judge a finished match from its log: every decision by what its seat knew then, and the result as luck, "
        "play and what the others did (docs/advisor.md). Quick where the game is compiled (parlour warm).",
    )
    p.add_argument("file", help="a log, as the room offers it when a match is over; - reads it from standard input")
    p.add_argument("--seat", type=int, action="append", help="whose decisions, counted from 1; may be repeated (default: all)")
    p.add_argument("--seconds", type=float, default=25.0, help="approximate time on one core (default %(default)s)")
    p.add_argument("--rounds", type=int, help="amount of work, instead of --seconds, for a reproducible result")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--json", action="store_true", help="the whole report, as data")
    asked.takes_language(p)
    p.set_defaults(run=advise)


def advise(arguments: argparse.Namespace) -> None:
    from parlour import advice  # noqa: PLC0415
    from parlour.advice.told import tell  # noqa: PLC0415

    if arguments.rounds is not None and arguments.rounds < 1:
        raise asked.Wrong(f"--rounds must be at least 1, not {arguments.rounds}")
    with logs.named(arguments.file):
        log = logs.read(arguments.file)
        language = asked.language(arguments.language, load(log.game))
        seats = None if arguments.seat is None else [seat - 1 for seat in arguments.seat]
        if seats is not None and any(not 0 <= seat < Match.replay(log).players for seat in seats):
            raise asked.Wrong(f"--seat is 1 to {log.players}")
        report = advice.advise(
            log,
            seats=seats,
            effort=advice.Effort.of(arguments.rounds) if arguments.rounds is not None else None,
            seconds=arguments.seconds,
            seed=arguments.seed,
            progress=_shown if sys.stderr.isatty() else None,
        )
    if arguments.json:
        print(json.dumps(report.to_json(), ensure_ascii=False))
        return
    for line in tell(report, log, language):
        print(line)


def _shown(done: int, of: int) -> None:
    print(f"\r{100 * (done + 1) // of} %", end="\n" if done + 1 == of else "", file=sys.stderr, flush=True)
