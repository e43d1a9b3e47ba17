"""How fast a move is at the live table: tables of people who play SKYJO at random, everything on loopback.

A server in a process of its own with a SQLite file (WAL, FULL), and in this process a socket for every person. Every table
makes one move a second. Measured is the time from sending a move until its `done`, which is sent when the move is durable,
and until the other people of the table have their views.

    python bench/load.py --tables 250 --people 4 --seconds 20 --out bench/RESULTS.md
"""

import argparse
import asyncio
import gc
import json
import multiprocessing
import os
import random
import signal
import socket
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import httpx
from results import stamped, write
from websockets.asyncio.client import ClientConnection, connect

from parlour.server import Limits, Settings, run

FLOOR = 0.050  # seconds: the 99th percentile of a move
PLENTY = 1_000_000
AT_ONCE = 20  # tables opened at a time


def serve(port: int, database: str) -> None:
    """The server under load, with limits out of the way: here, all the world comes from one address."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # its log would drown the figures
    limits = Limits(
        requests_per_second=PLENTY,
        request_burst=PLENTY,
        tables_per_hour=PLENTY,
        tables_per_address=PLENTY,
        connections_per_address=PLENTY,
        sockets=PLENTY,
        tables=PLENTY,
        guesses=PLENTY,
    )
    run(port=port, settings=Settings(database=database, limits=limits), ready=lambda urls: None)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Measured:
    """Times in seconds."""

    moves: list[float] = field(default_factory=list)  # until `done`
    views: list[float] = field(default_factory=list)  # until another person has the view
    refused: int = 0


class Seat:
    """One person's socket, and the question asked last."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self.view: dict[str, Any] = {}
        self.sent = 0.0
        self.socket: ClientConnection

    async def listen(self) -> None:
        measured = self.table.measured
        async for text in self.socket:
            now = time.perf_counter()
            if text.startswith('{"type":"view"'):  # type: ignore[arg-type]
                self.view = json.loads(text)
                if self.table.mover is not self and self.table.since:
                    measured.views.append(now - self.table.since)
            elif text.startswith('{"type":"done"') and self.sent:  # type: ignore[arg-type]
                measured.moves.append(now - self.sent)
                self.sent = 0.0
            elif text.startswith('{"type":"refused"'):  # type: ignore[arg-type]
                measured.refused += 1

    async def ask(self, **message: Any) -> None:
        self.table.count += 1
        await self.socket.send(json.dumps({"id": str(self.table.count), **message}))


class Table:
    """A table of people, one of whom moves each second."""

    def __init__(self, measured: Measured) -> None:
        self.measured = measured
        self.seats: list[Seat] = []
        self.count = 0
        self.mover: Seat | None = None
        self.since = 0.0

    async def open(self, http: httpx.AsyncClient, base: str, people: int) -> None:
        """Everybody sits down and the match begins."""
        chair = (await http.post("/api/tables", json={"game": "skyjo", "name": "P0", "avatar": "fox"})).json()
        word = chair["table"]
        tokens = [chair["token"]]
        for i in range(1, people):
            joined = await http.post(f"/api/tables/{word}/people", json={"name": f"P{i}", "avatar": "fox"})
            tokens.append(joined.json()["token"])
        for token in tokens:
            seat = Seat(self)
            seat.socket = await connect(f"{base.replace('http', 'ws')}/api/tables/{word}/socket", compression=None)
            await seat.socket.send(json.dumps({"type": "hello", "token": token}))
            self.seats.append(seat)
            task = asyncio.create_task(seat.listen())
            LISTENERS.add(task)
        await self.seats[0].ask(type="start")

    async def play(self, until: float) -> None:
        """One move a second, the tables out of step with each other."""
        due = time.perf_counter() + random.random()
        while due < until:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            due += 1.0
            asked = [seat for seat in self.seats if seat.view and seat.view["view"]["legal"]]
            if asked:
                await self.move(random.choice(asked))

    async def move(self, seat: Seat) -> None:
        view = seat.view
        self.mover = seat
        seat.sent = self.since = time.perf_counter()
        action = random.choice(view["view"]["legal"])
        await seat.ask(type="play", match=view["match"], question=view["question"], actions=[action])


LISTENERS: set[asyncio.Task[None]] = set()


async def alive(base: str) -> None:
    async with httpx.AsyncClient() as http:
        for _ in range(200):
            with suppress(httpx.TransportError):
                if (await http.get(f"{base}/healthz")).is_success:
                    return
            await asyncio.sleep(0.1)
    raise SystemExit("the server did not start")


async def load(base: str, tables: int, people: int, seconds: float) -> tuple[Measured, float]:
    """Returns what was measured and the seconds it lasted."""
    measured = Measured()
    room = [Table(measured) for _ in range(tables)]
    await alive(base)
    kept = httpx.Limits(keepalive_expiry=2)  # shorter than the server keeps them
    async with httpx.AsyncClient(base_url=base, timeout=60, limits=kept) as http:
        for i in range(0, tables, AT_ONCE):
            await asyncio.gather(*(table.open(http, base, people) for table in room[i : i + AT_ONCE]))
    gc.collect()
    gc.disable()  # a pause here would be measured as one of the server's
    await asyncio.sleep(1)
    measured.views.clear()
    measured.moves.clear()
    began = time.perf_counter()
    await asyncio.gather(*(table.play(began + seconds) for table in room))
    lasted = time.perf_counter() - began
    await asyncio.sleep(0.5)
    for listener in LISTENERS:
        listener.cancel()
    return measured, lasted


def quantile(times: list[float], q: float) -> float:
    """In milliseconds."""
    ordered = sorted(times)
    return round(1000 * ordered[min(len(ordered) - 1, int(q * len(ordered)))], 2)


def report(figures: dict[str, Any], floor: float) -> list[str]:
    """The figures as Markdown lines."""
    move, view, used = figures["move_ms"], figures["view_ms"], figures["server_cpu_seconds"]
    within = f"a move, until it is durable and `done` (floor: p99 under {1000 * floor:.0f})"
    return [
        "## The live table: a move's time",
        "",
        f"{stamped('load')} Server and clients share the",
        f"machine's {os.cpu_count()} processors over loopback; SQLite, WAL and FULL, in the folder for temporary files.",
        f"{figures['tables']} tables, {figures['sockets']} sockets, {figures['moves_per_second']} moves a second for",
        f"{figures['seconds']} s, {figures['refused']} refused; the server used {used} s of processor time, opening included.",
        "",
        "| ms | p50 | p99 | max |",
        "| --- | ---: | ---: | ---: |",
        f"| {within} | {move['p50']} | {move['p99']} | {move['max']} |",
        f"| until another person has the view | {view['p50']} | {view['p99']} | {view['max']} |",
        "",
    ]


def cpu(process: BaseProcess) -> float:
    """Seconds of processor time a process has used."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> int:
    parser = argparse.ArgumentParser(description="Load test of the live table; exit code 1 where the floor does not hold.")
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--people", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--out", type=Path, help="write these figures as this script's part of a Markdown file")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--floor", type=float, default=FLOOR, help="seconds within which 99 of 100 moves must be done")
    chosen = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the server goes with this process
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        context = multiprocessing.get_context("spawn")
        server = context.Process(target=serve, args=(port, f"sqlite:///{folder}/load.sqlite"))
        server.start()
        try:
            measured, lasted = asyncio.run(load(f"http://127.0.0.1:{port}", chosen.tables, chosen.people, chosen.seconds))
            used = cpu(server)
        finally:
            server.terminate()
            server.join(10)
    figures = {
        "tables": chosen.tables,
        "sockets": chosen.tables * chosen.people,
        "seconds": round(lasted, 1),
        "moves": len(measured.moves),
        "moves_per_second": round(len(measured.moves) / lasted, 1),
        "refused": measured.refused,
        "move_ms": {
            "p50": quantile(measured.moves, 0.5),
            "p99": quantile(measured.moves, 0.99),
            "max": quantile(measured.moves, 1),
        },
        "view_ms": {
            "p50": quantile(measured.views, 0.5),
            "p99": quantile(measured.views, 0.99),
            "max": quantile(measured.views, 1),
        },
        "server_cpu_seconds": used,
    }
    if chosen.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:20} {value}")
    if chosen.out is not None:
        write("load", report(figures, chosen.floor), chosen.out)
    holds = quantile(measured.moves, 0.99) < 1000 * chosen.floor
    if not holds:
        print(f"the floor does not hold: 99 of 100 moves within {1000 * chosen.floor:.0f} ms", file=sys.stderr)
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
