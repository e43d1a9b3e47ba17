"""Three servers, people who come in at any of them, kill -9, a database that stops, drains, and clocks two seconds apart.

PARLOUR_DRILLS says how often a server is killed (2 unless told); `bench/roaming.py` does it longer, and says how long a table
stood still.
"""

import asyncio
import os
import random

from tests.server.postgresql import Postgresql
from tests.server.roaming import roam, wrong

KILLS = int(os.environ.get("PARLOUR_DRILLS", "2"))


def test_nothing_acknowledged_is_lost_whichever_server_dies_and_every_view_is_true(postgresql: Postgresql) -> None:
    database = postgresql.database()
    seed = random.randrange(1 << 30)
    findings = asyncio.run(roam(postgresql, database, seed, KILLS, outages=1, outage=1.0, drains=1, calm=(0.0, 0.5)))
    assert wrong(database, findings) == []
    assert sum(map(len, findings.noted.values())) >= 4 * KILLS
    assert len(findings.stood) == KILLS + 1
    assert all(findings.passed.values()), "somebody came in at every server"
