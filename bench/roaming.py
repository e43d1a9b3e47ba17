"""Three servers on one PostgreSQL, killed (-9) again and again, while people play all four games through a plain load balancer.

Every connection goes to some server, whatever it went to before. The servers' clocks are two seconds apart, and none can see
whether another's process lives, as if each were on a machine of its own. The database stops for ten seconds now and then, and
some servers are told to stop instead of being killed. At the end what is stored is held to what was acknowledged, every log is
replayed, and every view that anybody was shown must be one to which its log leads.

    python bench/roaming.py --kills 100 --outages 3 --out docs/reliability.md
"""

import argparse
import asyncio
import sys
import time
from pathlib import Path

from results import stamped, tell

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.ports import free_port
from tests.server.drill import GAMES
from tests.server.postgresql import Postgresql, binaries
from tests.server.roaming import Findings, roam, wrong

STILL = 5.0  # seconds that a match may stand still after a kill


def report(findings: Findings, found: list[str], seed: int, took: float) -> list[str]:
    """The figures as Markdown lines."""
    stood, back = sorted(findings.stood), sorted(findings.back)
    moves, matches = sum(map(len, findings.noted.values())), len({(word, match) for word, match, _ in findings.noted})
    rows = {
        "kills (-9)": findings.kills,
        "servers told to stop, and begun again": len(findings.stood) - findings.kills,
        "stops of the database": findings.outages,
        "connections by server": ", ".join(map(str, findings.passed.values())),
        "moves acknowledged": moves,
        "matches": matches,
        "different views shown": len(findings.views),
        "lost, doubled, not replaying, or shown and not so": len(found),
        "until everybody was answered again after a kill or stop of a server, s: median": f"{stood[len(stood) // 2]:.1f}",
        f"the same, longest (bound {STILL:.0f})": f"{stood[-1]:.1f}",
        "until everybody was answered again once the database was back, s: longest": f"{back[-1]:.1f}" if back else "",
        "minutes": f"{took / 60:.0f}",
    }
    return [
        "## Several servers, killed one after the other",
        "",
        f"{stamped('roaming')} A table each of {', '.join(GAMES)},",
        f"seed {seed}; three servers that cannot see each other's processes, clocks 2 s apart, people's clients come in at any.",
        "Time in which the machine stopped all of it at once is left out of the seconds.",
        "",
        "| what | measured |",
        "| --- | ---: |",
        *(f"| {what} | {figure} |" for what, figure in rows.items()),
        "",
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description="Kills of servers that share a database; exit code 1 where anything is wrong.")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--outages", type=int, default=3)
    parser.add_argument("--drains", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="write the result as this script's part of a Markdown file")
    chosen = parser.parse_args()
    where = binaries()
    if where is None:
        print("PostgreSQL's server binaries (initdb, pg_ctl) are not installed", file=sys.stderr)
        return 1
    server = Postgresql(where, free_port())
    try:
        database = server.database()
        began = time.perf_counter()
        happening = roam(server, database, chosen.seed, chosen.kills, outages=chosen.outages, drains=chosen.drains)
        findings = asyncio.run(happening)
        found = wrong(database, findings)
    finally:
        server.remove()
    lines = report(findings, found, chosen.seed, time.perf_counter() - began)
    tell("roaming", lines, chosen.out, found)
    return 1 if found or max(findings.stood) > STILL else 0


if __name__ == "__main__":
    sys.exit(main())
