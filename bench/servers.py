"""How many tables one server, two and more hold together, on a PostgreSQL: part of the load test (see load.py)."""

import argparse
import asyncio
import gc
import multiprocessing
import os
import sys
import time
from dataclasses import dataclass
from multiprocessing.process import BaseProcess

import httpx
from checkout import HERE, alive, free_port, of_all, serve
from parties import Measured, Table, hushed, laid, seated
from results import quantile, stamped, tell


@dataclass
class Step:
    """So many tables at once: seconds within which 99 of 100 moves were done, and processor time a move of all servers."""

    tables: int
    p99: float
    moves: float  # a second
    cpu: float


async def climb(base: str, people: int, step: int, seconds: float, floor: float, server: BaseProcess) -> list[Step]:
    """Add tables until the floor does not hold, nor when it is looked at a second time."""
    measured, steps, room = Measured(), list[Step](), list[Table]()
    await alive(base)
    kept = httpx.Limits(keepalive_expiry=2)
    async with httpx.AsyncClient(base_url=base, timeout=60, limits=kept) as http:
        while len(steps) < 2 or min(steps[-1].p99, steps[-2].p99 if steps[-1].tables == steps[-2].tables else 0.0) < floor:
            again = bool(steps) and steps[-1].p99 >= floor
            more = laid(measured, 0 if again else step)
            await seated(more, http, base, people)
            room += more
            gc.collect()
            gc.disable()
            await asyncio.sleep(0.5)
            measured.moves.clear()
            measured.views.clear()
            began, used = time.perf_counter(), of_all(server)
            until = began + seconds
            await asyncio.gather(*(table.play(until) for table in room), *(table.beat(until) for table in room))
            lasted, used = time.perf_counter() - began, of_all(server) - used
            await asyncio.sleep(0.2)
            moves = max(1, len(measured.moves))
            steps.append(Step(len(room), quantile(measured.moves, 0.99) / 1000, moves / lasted, used / moves))
            gc.enable()
    hushed()
    return steps


def several(chosen: argparse.Namespace) -> int:
    """The same with one, two, three servers on a PostgreSQL."""
    sys.path.insert(0, str(HERE))
    from tests.server.postgresql import Postgresql, binaries  # noqa: PLC0415

    where = binaries()
    if where is None:
        print("PostgreSQL's server binaries (initdb, pg_ctl) are not installed", file=sys.stderr)
        return 1
    lines = [
        "## The live table: several servers",
        "",
        f"{stamped('load')} Servers, PostgreSQL (synchronous_commit on, fsync off) and",
        f"clients share the machine's {os.cpu_count()} processors; {chosen.people} pages a table, the games by turns, with all",
        "that recorded pages send (bench/traffic), a move a second at each,",
        f"{chosen.step} tables more at a time, until 99 of 100 moves are not done within {1000 * chosen.floor:.0f} ms any more.",
        "",
        "| servers | tables held | p99 there, ms | moves/s there | CPU ms a move | not held: tables | p99, ms |",
        "| ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    postgresql = Postgresql(where, free_port())
    try:
        for count in map(int, chosen.servers.split(",")):
            port = free_port()
            context = multiprocessing.get_context("spawn")
            server = context.Process(target=serve, args=(port, postgresql.database(), 0, count))
            server.start()
            try:
                base = f"http://127.0.0.1:{port}"
                steps = asyncio.run(climb(base, chosen.people, chosen.step, chosen.seconds, chosen.floor, server))
            finally:
                server.terminate()
                server.join(10)
            held = max(
                (one for one in steps if one.p99 < chosen.floor), key=lambda one: one.tables, default=Step(0, 0.0, 0.0, 0.0)
            )
            over = steps[-1]
            figures = f"{1000 * held.p99:.0f} | {held.moves:.0f} | {1000 * held.cpu:.2f} | {over.tables} | {1000 * over.p99:.0f}"
            lines.append(f"| {count} | {held.tables} | {figures} |")
            print(lines[-1], flush=True)
    finally:
        postgresql.remove()
    lines.append("")
    tell("load-servers", lines, chosen.out)
    return 0
