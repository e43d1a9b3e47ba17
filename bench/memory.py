"""How much of a server's memory a table and a socket take.

A server in a process of its own, as in bench/soak.py. One table warms it; then so many more are opened, everybody plays for a
while and stands still; then so many onlookers come to each. What the onlookers add is the sockets' weight, what the tables added
before, less their sockets, the tables'.

    python bench/memory.py --out docs/scale.md --against ../before/src
"""

import argparse
import asyncio
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import httpx
from checkout import alive
from results import stamped, tell
from soak import HERE, Measured, Table, resident, served

KB = 1024  # in a MB
REST = 2.0  # seconds for what is under way to finish


@dataclass(frozen=True)
class Weight:
    """Memory, in kB."""

    table: float
    socket: float


async def play(tables: list[Table], seconds: float) -> None:
    """Everybody plays for a while, and then stops."""
    tasks = [asyncio.create_task(table.play()) for table in tables]
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await asyncio.sleep(REST)


async def weigh(base: str, process: subprocess.Popen[bytes], chosen: argparse.Namespace) -> Weight:
    """Open tables and then sockets, and read the server's memory after each."""
    measured, listening = Measured(), list[asyncio.Task[None]]()

    def listen(table: Table, sockets: range) -> None:
        listening.extend(asyncio.create_task(table.listen(seat)) for seat in sockets)

    await alive(base)
    async with httpx.AsyncClient(base_url=base, timeout=60) as http:

        async def opened(count: int) -> list[Table]:
            tables = [Table(measured, 1.0) for _ in range(count)]
            for table in tables:
                await table.open(http, base, chosen.people)
                listen(table, range(len(table.sockets)))
            await play(tables, chosen.seconds)
            return tables

        warm = await opened(1)
        bare = resident(process.pid)
        tables = await opened(chosen.tables)
        full = resident(process.pid)
        for table in tables:
            for _ in range(chosen.onlookers):
                listen(table, range(await table.admit(base), len(table.sockets)))
        await asyncio.sleep(REST)
        crowded = resident(process.pid)
    socket = KB * (crowded - full) / (chosen.tables * chosen.onlookers)
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    for table in (*warm, *tables):
        for one in table.sockets:
            await one.close()
    return Weight(KB * (full - bare) / chosen.tables - (chosen.people + 1) * socket, socket)


def main() -> int:
    parser = argparse.ArgumentParser(description="What a table and a socket weigh in memory.")
    parser.add_argument("--tables", type=int, default=150)
    parser.add_argument("--people", type=int, default=4)
    parser.add_argument("--onlookers", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=20.0, help="of play, a move a second at each table")
    parser.add_argument("--against", type=Path, help="the `src` of another checkout, which is weighed first")
    parser.add_argument("--out", type=Path, help="write these figures as this script's part of a Markdown file")
    chosen = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the server ends with this process
    lines = [
        f"{stamped('memory')} SKYJO with {chosen.people} people and an onlooker at",
        f"each of {chosen.tables} tables, {chosen.seconds:.0f} s of play, then {chosen.onlookers} more onlookers at each.",
        "",
        "| | kB a table, without its sockets | kB a socket |",
        "| --- | ---: | ---: |",
    ]
    for name, source in (("before", chosen.against), ("now", HERE)):
        if source is not None:
            with served(source) as (process, base):
                weight = asyncio.run(weigh(base, process, chosen))
            lines.append(f"| {name} | {weight.table:.0f} | {weight.socket:.0f} |")
            print(lines[-1], flush=True)
    lines.append("")
    tell("memory", lines, chosen.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
