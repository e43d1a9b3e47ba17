"""kill -9 at random points during games: every acknowledged move is there, none twice, and the tables go on.

PARLOUR_DRILLS says how often the server is killed for each database (once unless told); `bench/kills.py` does it longer.
"""

import asyncio
import os
import random

import pytest

from tests.server.drill import GAMES, drill, faults

DRILLS = int(os.environ.get("PARLOUR_DRILLS", "1"))


@pytest.mark.long
def test_drill_no_acknowledged_move_is_lost_and_none_is_there_twice(database: str) -> None:
    noted = asyncio.run(drill(database, random.randrange(1 << 30), DRILLS))
    assert sum(map(len, noted.values())) >= len(GAMES) * DRILLS
    assert faults(database, noted) == []
