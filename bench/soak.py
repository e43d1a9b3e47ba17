"""Whether the server keeps its size and its pace: quick tables of SKYJO for half an hour, match after match.

A server in a process of its own with a SQLite file (WAL, FULL); in this one a socket for every person and one onlooker at every
table. Measured are the server's memory, how long a health check takes (which writes a row), and its processor time
a move. With `--against` another checkout and this one are compared first, in alternation.

    python bench/soak.py --minutes 30 --out docs/reliability.md --against ../before/src
"""

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import httpx
from checkout import alive, cpu, free_port
from results import quantile, stamped, tell
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

SETTLING = 120.0  # seconds until the memory must stand
GROWTH = 1.15  # the memory at the end, at most, as a multiple of that after settling
SLOWEST = 0.1  # seconds a health check may take
PLENTY = 1_000_000
FREE = ("per_second", "burst", "tables", "sockets", "guesses", "connections")  # limits that are lifted: all come from one address
HERE = Path(__file__).parents[1] / "src"


def serve(port: int, database: str) -> None:
    """The server, of whichever checkout is on the path."""
    from parlour.server import Limits, Settings, run  # noqa: PLC0415

    free = {one.name: PLENTY for one in fields(Limits) if any(word in one.name for word in FREE)}
    run(port=port, settings=Settings(database=database, pace=(0.0, 0.0), limits=Limits(**free)), ready=lambda urls: None)


@contextmanager
def served(source: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A server of a checkout: its process, and where it answers."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, __file__, "--serve", str(port), f"sqlite:///{folder}/soak.sqlite"]
        path = {"PYTHONPATH": f"{source}{os.pathsep}{Path(__file__).parent}"}
        process = subprocess.Popen(command, env={**os.environ, **path}, stderr=subprocess.DEVNULL)
        try:
            yield process, f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(20)


@dataclass
class Measured:
    moves: int = 0
    matches: int = 0
    views: int = 0
    health: list[float] = field(default_factory=list)  # seconds
    memory: list[tuple[float, float]] = field(default_factory=list)  # seconds since the beginning, MB
    processor: list[tuple[int, float]] = field(default_factory=list)  # moves so far, seconds of the server's processor time


class Table:
    """People who take their turns, together so many a second, and an onlooker."""

    def __init__(self, measured: Measured, pause: float) -> None:
        self.measured, self.pause = measured, pause
        self.sockets: list[ClientConnection] = []
        self.views: list[dict[str, Any]] = []
        self.count = 0
        self.word = ""

    async def open(self, http: httpx.AsyncClient, base: str, people: int) -> None:
        chair = (await http.post("/api/tables", json={"game": "skyjo", "name": "P0", "avatar": "fox"})).json()
        tokens = [chair["token"]]
        for i in range(1, people):
            body = {"name": f"P{i}", "avatar": "fox"}
            tokens.append((await http.post(f"/api/tables/{chair['table']}/people", json=body)).json()["token"])
        self.views, self.word = [{} for _ in tokens], chair["table"]
        for token in (*tokens, None):
            await self.admit(base, token)
        await self.ask(0, type="start")

    async def admit(self, base: str, token: str | None = None) -> int:
        """Opens another socket, an onlooker's without a token; returns its index in `sockets`."""
        socket = await connect(f"{base.replace('http', 'ws')}/api/tables/{self.word}/socket", compression=None)
        await socket.send(json.dumps({"type": "hello", **({"token": token} if token else {})}))
        self.sockets.append(socket)
        return len(self.sockets) - 1

    async def ask(self, seat: int, **message: Any) -> None:
        self.count += 1
        await self.sockets[seat].send(json.dumps({"id": str(self.count), **message}))

    async def listen(self, seat: int) -> None:
        with suppress(ConnectionClosed):
            async for text in self.sockets[seat]:
                if isinstance(text, str) and text.startswith('{"type":"view"'):
                    self.measured.views += 1
                    if seat < len(self.views):
                        self.views[seat] = json.loads(text)

    async def play(self) -> None:
        due = time.perf_counter() + random.random() * self.pause
        while True:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            due = max(due + self.pause, time.perf_counter())
            if self.views[0] and self.views[0]["view"]["over"]:
                self.views[0] = {}
                self.measured.matches += 1
                await self.ask(0, type="rematch")
                await self.ask(0, type="start")
            asked = [seat for seat, view in enumerate(self.views) if view and view["view"]["legal"]]
            if asked:
                seat = random.choice(asked)
                view, self.views[seat] = self.views[seat], {}  # until the next one comes
                action = random.choice(view["view"]["legal"])
                await self.ask(seat, type="play", match=view["match"], question=view["question"], actions=[action])
                self.measured.moves += 1


async def watch(measured: Measured, base: str, process: subprocess.Popen[bytes], seconds: float) -> None:
    """Check on the server until the time is up."""
    began = time.perf_counter()
    async with httpx.AsyncClient(timeout=60) as http:
        while (passed := time.perf_counter() - began) < seconds:
            asked = time.perf_counter()
            (await http.get(f"{base}/healthz")).raise_for_status()
            measured.health.append(time.perf_counter() - asked)
            measured.memory.append((passed, resident(process.pid)))
            measured.processor.append((measured.moves, cpu(process.pid or 0)))
            await asyncio.sleep(0.5)


def resident(pid: int) -> float:
    """A process's memory in MB."""
    found = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(found.split()[1]) / 1024


async def soak(
    base: str,
    process: subprocess.Popen[bytes],
    tables: int,
    people: int,
    rate: float,
    seconds: float,
    measured: Measured | None = None,
    lay: Callable[[Measured, float], Table] = Table,
) -> Measured:
    """Play at a number of tables for some seconds, filling `measured`; `lay` makes a table by the seconds between plays."""
    measured = measured if measured is not None else Measured()
    await alive(base)
    room = [lay(measured, tables / rate) for _ in range(tables)]
    async with httpx.AsyncClient(base_url=base, timeout=60) as http:
        for table in room:
            await table.open(http, base, people)
        tasks = [asyncio.create_task(table.listen(seat)) for table in room for seat in range(people + 1)]
        tasks += [asyncio.create_task(table.play()) for table in room]
        await watch(measured, base, process, seconds)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for table in room:
            for socket in table.sockets:
                await socket.close()
    return measured


def a_move(measured: Measured, since: float = 0.0, until: float = 1.0) -> float:
    """The server's processor time a move within a part of the run, in ms."""
    part = measured.processor[int(since * len(measured.processor)) : max(2, int(until * len(measured.processor)))]
    (first, before), (last, after) = part[0], part[-1]
    return 1000 * (after - before) / max(1, last - first)


def in_turns(chosen: argparse.Namespace) -> list[tuple[str, float]]:
    """Processor time a move of another checkout and of this one, measured alternately."""
    found = []
    for _ in range(2):
        for name, source in (("before", chosen.against), ("after", HERE)):
            with served(source) as (process, base):
                measured = asyncio.run(soak(base, process, chosen.tables, chosen.people, chosen.rate, chosen.turn))
            found.append((name, a_move(measured)))
    return found


def report(chosen: argparse.Namespace, measured: Measured, turns: list[tuple[str, float]]) -> tuple[list[str], bool]:
    """The figures as Markdown lines, and whether they hold."""
    seconds = measured.memory[-1][0]
    settled = max(memory for at, memory in measured.memory if at <= min(SETTLING, seconds / 2))
    end = max(memory for at, memory in measured.memory if at >= 0.9 * seconds)
    slow = max(measured.health)
    lines = [
        "## Soak: one room under load",
        "",
        f"{stamped('soak')} Server and clients share the machine's",
        f"{os.cpu_count()} processors (load {os.getloadavg()[1]:.1f} at the end); SQLite, WAL and FULL.",
        f"{chosen.tables} tables of SKYJO with",
        f"{chosen.people} people and an onlooker each for {seconds / 60:.1f} minutes: {measured.moves / seconds:.0f} plays and",
        f"{measured.views / seconds:.0f} views a second, {measured.matches} matches played to their end.",
        "",
        "| what | measured | bound |",
        "| --- | ---: | ---: |",
        f"| memory after {min(SETTLING, seconds / 2):.0f} s, MB | {settled:.0f} | |",
        f"| memory in the last tenth, MB | {end:.0f} | {GROWTH * settled:.0f} |",
        f"| slowest health check, ms | {1000 * slow:.0f} | {1000 * SLOWEST:.0f} |",
        f"| 99 of 100 health checks within, ms | {quantile(measured.health, 0.99):.0f} | |",
        f"| processor time a move, first tenth, ms | {a_move(measured, 0.0, 0.1):.2f} | |",
        f"| processor time a move, last tenth, ms | {a_move(measured, 0.9, 1.0):.2f} | |",
        *(f"| processor time a move, {name}, {chosen.turn:.0f} s, ms | {took:.2f} | |" for name, took in turns),
        "",
    ]
    return lines, end <= GROWTH * settled and slow <= SLOWEST


def main() -> int:
    parser = argparse.ArgumentParser(description="Soak test of the live table; exit code 1 where memory grows or health is slow.")
    parser.add_argument("--serve", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--people", type=int, default=4)
    parser.add_argument("--rate", type=float, default=180.0, help="plays a second, in all")
    parser.add_argument("--against", type=Path, help="the `src` of another checkout, to compare processor time with")
    parser.add_argument("--turn", type=float, default=45.0, help="seconds of each turn of the comparison")
    parser.add_argument("--out", type=Path, help="write these figures as this script's part of a Markdown file")
    chosen = parser.parse_args()
    if chosen.serve:
        serve(int(chosen.serve[0]), chosen.serve[1])
        return 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the server ends with this process
    turns = in_turns(chosen) if chosen.against else []
    with served(HERE) as (process, base):
        measured = asyncio.run(soak(base, process, chosen.tables, chosen.people, chosen.rate, 60 * chosen.minutes))
    lines, holds = report(chosen, measured, turns)
    tell("soak", lines, chosen.out)
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
