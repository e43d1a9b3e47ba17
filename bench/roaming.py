"""Three servers on one PostgreSQL, killed (-9) repeatedly while people play all four games through a plain load balancer.

Every connection goes to any of the servers, whichever it used before. The servers' clocks are two seconds apart, and none can see
whether another's process lives, as if each were on a machine of its own. The database stops for ten seconds now and then, or
delays commits, some servers are told to stop instead of being killed, and people who join while a commit is
delayed let go, or lose the server they joined through. After each of these every table must answer. At the end what is stored is
compared with what was acknowledged, every log is replayed, and every view that was shown must be one to which its log leads.

    python bench/roaming.py --out docs/reliability.md
"""

import argparse
import asyncio
import math
import sys
import time
from pathlib import Path

from results import stamped, tell

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.ports import free_port
from tests.server.drill import GAMES
from tests.server.postgresql import Postgresql, binaries
from tests.server.roaming import Findings, Plan, roam, wrong

STILL = 5.0  # seconds that a match may stand still after a kill
EVENTS = {"kills": 12, "drains": 3, "outages": 2, "slow": 53, "cuts": 30}
MISHAPS = {
    "kill": "servers killed (-9)",
    "drain": "servers told to stop, and restarted",
    "outage": "stops of the database",
    "slow": "delays of 1 to 2.5 s in the commits of one server, or of all",
    "cut": "the same while people joined, and the server they joined through was killed",
}


def report(findings: Findings, found: list[str], seed: int, whole: float) -> list[str]:
    """The figures as Markdown lines."""
    moves, matches = sum(map(len, findings.noted.values())), len({(word, match) for word, match, _ in findings.noted})
    rows = {
        "connections by server": ", ".join(map(str, findings.passed.values())),
        "moves acknowledged": moves,
        "matches": matches,
        "different views shown": len(findings.views),
        "people who joined while commits were delayed": ", ".join(f"{times} {how}" for how, times in findings.joins.items()),
        "lost, duplicated, not replayable, shown wrongly, refused by mistake, or a table given up": len(found),
        "minutes": f"{whole / 60:.0f}",
    }
    times = {told: sorted(findings.took[what]) for what, told in MISHAPS.items() if what in findings.took}
    return [
        "## Several servers, killed one after the other",
        "",
        f"{stamped('roaming')} One table each of {', '.join(GAMES)},",
        f"seed {seed}; three servers that cannot see each other's processes, with clocks 2 s apart; clients connect to any",
        f"of them. After each of {sum(map(len, times.values()))} faults every table answered everybody again. Seconds count",
        "from the kill, or from the database's first answer; runs in which the whole machine stalled are left out.",
        "",
        "| fault | times | median, s | longest, s |",
        "| --- | ---: | ---: | ---: |",
        *(f"| {what} | {len(took)} | {took[len(took) // 2]:.1f} | {took[-1]:.1f} |" for what, took in times.items()),
        "",
        f"The bound for a kill is {STILL:.0f} s.",
        "",
        "| what | measured |",
        "| --- | ---: |",
        *(f"| {what} | {figure} |" for what, figure in rows.items()),
        "",
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description="Mishaps of servers that share a database; exit code 1 where anything is wrong.")
    for what, times in EVENTS.items():
        parser.add_argument(f"--{what}", type=int, default=times)
    parser.add_argument("--minutes", type=float, default=math.inf, help="end after so long, however many mishaps there were")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="write the result as this script's part of a Markdown file")
    chosen = parser.parse_args()
    where = binaries()
    if where is None:
        print("PostgreSQL's server binaries (initdb, pg_ctl) are not installed", file=sys.stderr)
        return 1
    server = Postgresql(where, free_port())
    plan = Plan(**{what: getattr(chosen, what) for what in EVENTS}, lasts=60 * chosen.minutes)
    try:
        database = server.database()
        began = time.perf_counter()
        findings = asyncio.run(roam(server, database, chosen.seed, plan))
        found = wrong(database, findings)
    finally:
        server.remove()
    lines = report(findings, found, chosen.seed, time.perf_counter() - began)
    tell("roaming", lines, chosen.out, found)
    return 1 if found or max(findings.took["kill"], default=0.0) > STILL else 0


if __name__ == "__main__":
    sys.exit(main())
