"""What the writer's wait for other tables' writes costs a move, and saves in processor time: with it and without it, alternating.

The store alone, with a SQLite file (WAL, FULL): moves of tables come at random moments, at so many a second. Measured are the
process's own processor time a write, which other programs hardly change, and the time until a write is durable, which they do.

    python bench/commits.py --out docs/scale.md
    chrt -f 10 python bench/commits.py --out docs/scale.md    # as root, on a machine that has other things to do
"""

import argparse
import asyncio
import os
import random
import tempfile
import time
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from statistics import median

from results import stamped, tell

from parlour.server.store import breath
from parlour.server.store.store import Store
from parlour.server.store.writer import Lane
from parlour.server.table.records import Acted, Answered

SETTINGS = {"always": 0.0, "never": inf}  # writes a second from which the writer waits
TURN = 1.0  # seconds


@dataclass
class Measured:
    """Of all turns with one setting: seconds."""

    used: float = 0.0
    waits: list[float] = field(default_factory=list)


class Tables:
    """As many tables as there are moves a second."""

    def __init__(self, store: Store, number: int) -> None:
        self.store, self.rate = store, number
        self.lanes = [Lane() for _ in range(number)]
        self.steps = [0] * number

    async def move(self, waits: list[float]) -> None:
        """A table's next step, kept with its answer."""
        which = random.randrange(self.rate)
        self.steps[which] += 1
        word, step = f"t{self.rate}-{which}", self.steps[which]
        began = time.perf_counter()
        await self.store.write([Acted(word, 1, step, 0, 7, 2.0), Answered(word, 1, str(step), 1.0)], self.lanes[which])
        waits.append(time.perf_counter() - began)

    async def turn(self, measured: Measured) -> None:
        used, due = time.process_time(), time.perf_counter()
        end, moves = due + TURN, list[asyncio.Task[None]]()
        while (due := due + random.expovariate(self.rate)) < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            moves.append(asyncio.create_task(self.move(measured.waits)))
        await asyncio.gather(*moves)
        measured.used += time.process_time() - used


async def measure(rate: int, turns: int) -> dict[str, Measured]:
    """By setting."""
    found = {name: Measured() for name in SETTINGS}
    with tempfile.TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{folder}/room.sqlite")
        tables = Tables(store, rate)
        for turn in range(turns):
            for name in sorted(SETTINGS, reverse=bool(turn % 2)):
                breath.BUSY = SETTINGS[name]
                await tables.turn(found[name])
        store.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="What the writer's wait for other tables costs and spares.")
    parser.add_argument("--rates", default="100,250,400,800", help="moves a second")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--out", type=Path, help="write the result as this script's part of a Markdown file")
    chosen = parser.parse_args()
    lines = [
        f"{stamped('commits')} The store alone,",
        f"{chosen.turns} turns of {TURN:.0f} s with the wait, alternating with as many without it (load",
        f"{os.getloadavg()[0]:.0f} on {os.cpu_count()} processors).",
        "",
        "| moves/s | CPU ms a move: waiting | not | saved, of a core | median until durable, ms: waiting | not |",
        "| ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for rate in map(int, chosen.rates.split(",")):
        found = asyncio.run(measure(rate, chosen.turns))
        cpu = {name: 1000 * one.used / len(one.waits) for name, one in found.items()}
        durable = {name: 1000 * median(one.waits) for name, one in found.items()}
        saved = f"{(cpu['never'] - cpu['always']) * rate / 10:.1f} %"
        lines.append(
            f"| {rate} | {cpu['always']:.2f} | {cpu['never']:.2f} | {saved} | {durable['always']:.0f} | {durable['never']:.0f} |"
        )
    tell("commits", [*lines, ""], chosen.out)


if __name__ == "__main__":
    main()
