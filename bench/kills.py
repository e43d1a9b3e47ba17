"""Repeated kill -9: tables of all four games, clients that reconnect, SQLite and PostgreSQL.

A server in a process of its own is killed at random moments and started again; at every table at least one move is
acknowledged between two kills. At the end what is stored is held to what was acknowledged, move by move, and every log is
replayed by the rules.

    python bench/kills.py --kills 60 --out docs/reliability.md
"""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

from results import stamped, tell

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.ports import free_port
from tests.server.drill import GAMES, drill, faults
from tests.server.postgresql import Postgresql, binaries


def main() -> int:
    parser = argparse.ArgumentParser(description="Kills of the server; exit code 1 where a move was lost or is there twice.")
    parser.add_argument("--kills", type=int, default=60, help="with each database (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="write the result as this script's part of a Markdown file")
    chosen = parser.parse_args()
    where = binaries()
    if where is None:
        print("PostgreSQL's server binaries (initdb, pg_ctl) are not installed", file=sys.stderr)
        return 1
    rows, wrong = [], []
    server = Postgresql(where, free_port())
    try:
        with tempfile.TemporaryDirectory() as folder:
            for name, database in (("SQLite", f"sqlite:///{folder}/room.sqlite"), ("PostgreSQL", server.database())):
                began = time.perf_counter()
                noted = asyncio.run(drill(database, chosen.seed, chosen.kills))
                found = faults(database, noted)
                wrong += found
                moves, matches = sum(map(len, noted.values())), len({(word, match) for word, match, _ in noted})
                took = time.perf_counter() - began
                rows.append(f"| {name} | {chosen.kills} | {moves} | {matches} | {len(found)} | {took:.0f} |")
    finally:
        server.remove()
    lines = [
        "## Killed in mid-match",
        "",
        f"{stamped('kills')} A table each of",
        f"{', '.join(GAMES)}, seed {chosen.seed}; clients reconnect and resend what was not acknowledged.",
        "",
        "| database | kills (-9) | moves acknowledged | matches | lost, duplicated or not replayable | seconds |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
        *rows,
        "",
    ]
    tell("kills", lines, chosen.out, wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
