"""What one server's move costs in processor time, before and after a change, and where it goes.

A server in a process of its own with a SQLite file (WAL, FULL), and the traffic of recorded pages (bench/traffic.py) in all four
games, with an onlooker at every table, at a given number of plays a second. Two checkouts are served alternately, so that
whatever else the machine does falls on both. A second of processor time, divided by the cost of a move, is the number of moves
a second that one process can serve.

    python bench/move.py --against ../before/src --out docs/scale.md

Then `py-spy` (`pip install py-spy`), where that is on the path, samples this checkout's server some hundred times a second:
every sample counts for the first of PARTS that one of the running functions belongs to.
"""

import argparse
import asyncio
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from itertools import cycle
from pathlib import Path

import httpx
from results import stamped, tell
from soak import HERE, Measured, Table, a_move, served, soak
from traffic import GAMES, Page, Party
from websockets.exceptions import ConnectionClosed

LOOKS = 250  # samples a second
BEAT = 1.0  # seconds between two checks for pages that have heard nothing for long
WARM = 0.2  # the part of a turn in which tables open and matches begin
# Functions in which an idle thread waits.
WAITING = re.compile(r"^(_worker|Writer\._wait|Writer\._gather|Runner\.run|(Condition\.)?wait) ")
PARTS = (
    ("the store's thread: commits, to the disk", r"^DefaultDialect\.do_commit "),
    ("the store's thread: statements and rows", r"^Writer\._run "),
    ("views: hidden, read as JSON, compared", r"^Audience\.(views|frame) "),
    ("encoding and padding", r"^encode \(parlour"),
    ("sockets: what goes out", r"^Peer\.pump "),
    ("reading and validating a message", r"^parse \(parlour"),
    ("the play itself: rules, chance, questions", r"^(Running|StandIn)\."),
    ("the rest of the room", r"^Room\."),
    ("the table, its outbox and timer", r"\(parlour/server/hall/"),
    ("sockets: what comes in", r"\((parlour/server/door|uvicorn|websockets|starlette)/"),
    ("all else", ""),
)


class Recorded(Table):
    """A table of pages that send what recorded ones sent, and an onlooker."""

    def __init__(self, measured: Measured, pause: float, game: str) -> None:
        super().__init__(measured, pause)
        self.party = Party(game)

    async def open(self, http: httpx.AsyncClient, base: str, people: int) -> None:
        await self.party.gather(http, base, people, Page.reach)
        self.sockets, self.word = [page.socket for page in self.party.pages], self.party.word
        await self.admit(base)

    async def listen(self, seat: int) -> None:
        if seat == len(self.party.pages):
            await super().listen(seat)
        else:
            with suppress(ConnectionClosed):
                await self.party.pages[seat].listen()

    async def play(self) -> None:
        await self.party.start()
        due = beat = time.perf_counter() + random.random() * self.pause
        while True:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            due = max(due + self.pause, time.perf_counter())
            self.measured.moves += await self.party.move(self.pause) is not None
            if time.perf_counter() >= beat:
                beat += BEAT
                for page in self.party.pages:
                    await page.beat()


def part_of(stack: list[str]) -> str:
    """The part that a sample of a thread counts for; its functions from the outermost to the innermost."""
    return next(name for name, pattern in PARTS if any(re.search(pattern, function) for function in stack))


def shares(raw: str) -> dict[str, float]:
    """Each part's share of the samples, from py-spy's collapsed stacks: `outer;inner;innermost 12`."""
    found = Counter[str]()
    for line in raw.splitlines():
        stack, looks = line.rsplit(" ", 1)
        functions = stack.split(";")
        if not WAITING.match(functions[-1]):
            found[part_of(functions)] += int(looks)
    return {name: found[name] / max(1, found.total()) for name, _ in PARTS}


async def sampled(pid: int, measured: Measured, seconds: float, path: Path) -> None:
    """Sample a server from its first moves on."""
    while not measured.processor or not measured.moves:
        await asyncio.sleep(0.1)
    await asyncio.sleep(WARM * seconds)
    looking = ("record", "--pid", str(pid), "--rate", str(LOOKS), "--duration", str(round(seconds * (1 - 2 * WARM))))
    spy = await asyncio.create_subprocess_exec(
        *("py-spy", *looking, "--format", "raw", "--output", str(path)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    await spy.wait()


def turn(source: Path, chosen: argparse.Namespace, looked_at: Path | None = None) -> float:
    """A checkout's processor time a move, in ms."""

    async def run(process: subprocess.Popen[bytes], base: str) -> Measured:
        measured = Measured()
        games = cycle(GAMES)
        lay = lambda measured, pause: Recorded(measured, pause, next(games))  # noqa: E731
        playing = soak(base, process, chosen.tables, chosen.people, chosen.rate, chosen.seconds, measured, lay)
        looking = [sampled(process.pid, measured, chosen.seconds, looked_at)] if looked_at is not None else []
        await asyncio.gather(playing, *looking)
        return measured

    with served(source) as (process, base):
        return a_move(asyncio.run(run(process, base)), WARM)


def compared(chosen: argparse.Namespace) -> list[str]:
    """Both checkouts alternately, as Markdown lines."""
    took: dict[str, list[float]] = {"before": [], "after": []}
    for _ in range(chosen.rounds):
        for name, source in (("before", chosen.against), ("after", HERE)):
            took[name].append(turn(source, chosen))
            print(f"{name}: {took[name][-1]:.3f} ms", flush=True)
    mean = {name: sum(times) / len(times) for name, times in took.items()}
    return [
        f"{chosen.rounds} turns of {chosen.seconds:.0f} s each: {mean['before'] / mean['after']:.2f} times the moves a second of",
        "one process.",
        "",
        "| | ms of processor time a move, by turn | mean | moves/s of a whole processor |",
        "| --- | --- | ---: | ---: |",
        *(
            f"| {name} | {', '.join(f'{ms:.2f}' for ms in took[name])} | {mean[name]:.2f} | {1000 / mean[name]:.0f} |"
            for name in took
        ),
        "",
    ]


def profiled(chosen: argparse.Namespace) -> list[str]:
    """Where a move's time goes, as Markdown lines."""
    if shutil.which("py-spy") is None:
        print("py-spy is not on the path: no profile", file=sys.stderr)
        return []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "looks"
        turn(HERE, chosen, path)
        found = shares(path.read_text(encoding="utf-8"))
    return [
        "| where it goes now | % |",
        "| --- | ---: |",
        *(f"| {name} | {100 * share:.0f} |" for name, share in found.items()),
        "",
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description="What a move costs in processor time, against another checkout.")
    parser.add_argument("--against", type=Path, help="the `src` of another checkout")
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--people", type=int, default=4)
    parser.add_argument("--rate", type=float, default=150.0, help="plays a second, in all")
    parser.add_argument("--seconds", type=float, default=20.0, help="of each turn")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--out", type=Path, help="write these figures as this script's part of a Markdown file")
    chosen = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the server ends with this process
    lines = [
        f"{stamped('move')} Server and clients share the machine's {os.cpu_count()}",
        f"processors (load {os.getloadavg()[1]:.1f} at the beginning); SQLite, WAL and FULL; {chosen.tables} tables, the",
        f"games by turns, of {chosen.people} pages and an onlooker each, {chosen.rate:.0f} plays a second in all, with all that",
        "recorded pages send (bench/traffic).",
        "",
        *(compared(chosen) if chosen.against else []),
        *profiled(chosen),
    ]
    tell("move", lines, chosen.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
