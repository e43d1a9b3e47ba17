"""Three servers, people who come in at any of them, kill -9, a database that stops or is slow, drains, and clocks apart.

PARLOUR_DRILLS says how often a server is killed (once unless told); `bench/roaming.py` does it longer, and says how long a table
stood still.
"""

import asyncio
import os
import random

import pytest

from tests.server.postgresql import Postgresql
from tests.server.roaming import Plan, roam, wrong

KILLS = int(os.environ.get("PARLOUR_DRILLS", "1"))


@pytest.mark.long
def test_nothing_acknowledged_is_lost_whichever_server_dies_and_every_view_is_true(postgresql: Postgresql) -> None:
    database = postgresql.database()
    seed = random.randrange(1 << 30)
    plan = Plan(KILLS, drains=1, outages=1, slow=1, cuts=1, outage=1.0, calm=(0.0, 0.5), pause=0.05)
    findings = asyncio.run(roam(postgresql, database, seed, plan))
    assert wrong(database, findings) == []
    assert sum(map(len, findings.noted.values())) >= 4 * KILLS
    assert {what: len(took) for what, took in findings.took.items()} == {
        "kill": KILLS,
        "drain": 1,
        "outage": 1,
        "slow": 1,
        "cut": 1,
    }
    assert sum(findings.joins.values()) == 7
    assert all(findings.passed.values()), "somebody came in at every server"
