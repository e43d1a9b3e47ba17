"""A bot of another package that never answers: what fifty other tables feel of it.

`python bench/endless.py [--seconds S] [--out FILE]` serves a room in a process of its own, plays at fifty tables, and in turns
opens tables at which such a bot is asked, or one that answers at once; it writes its part of FILE. What counts is the ratio
of the two in one run: what else the machine does falls on both.
"""

import argparse
import asyncio
import os
import random
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from checkout import alive
from results import quantile, stamped, tell
from soak import served

from parlour.client import AsyncTable

TABLES, PAUSE, ROUNDS = 50, 0.5, 3  # tables, seconds between two moves at one, and turns of both kinds
AGAIN = 2000  # draws for the interval
ROOT = Path(__file__).parents[1]
BOT = "def play(view, legal, rng):\n    while True:\n        pass\n"


def installed(folder: Path) -> Path:
    """A folder with a package whose bot never answers."""
    info = folder / "endless_bot-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: endless-bot\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[parlour.bots]\nkeys.endless = endless_bot:play\n", encoding="utf-8")
    (folder / "endless_bot.py").write_text(BOT, encoding="utf-8")
    return folder


async def playing(url: str, took: list[float]) -> None:
    """One table, on and on: a person against a bot; how long each of their plays took to be acknowledged."""
    async with await AsyncTable.open(url, "keys", "Ada", avatar="fox") as table:
        await table.add_bot("random")
        await table.ask("pace", pace="at_once")
        await asyncio.sleep(random.random() * PAUSE)
        while True:
            await table.start()
            async for view in table.turns():
                await asyncio.sleep(PAUSE)
                begun = time.perf_counter()
                if view["legal"] and await table.play(random.choice(view["legal"])):
                    took.append(time.perf_counter() - begun)
            await table.ask("rematch")


async def beside(url: str, bot: str) -> None:
    """Tables at which such a bot is asked, one after another."""
    while True:
        async with await AsyncTable.open(url, "keys", "Eve", avatar="owl") as table:
            await table.add_bot(bot)
            await table.ask("pace", pace="at_once")
            await table.start()
            with suppress(TimeoutError):
                async with asyncio.timeout(6):
                    async for view in table.turns():
                        await asyncio.sleep(PAUSE)
                        await table.play(view["legal"][-1])
                    await asyncio.sleep(6)


async def measured(url: str, seconds: float) -> tuple[list[float], list[float]]:
    """Seconds of every play, beside a bot that answers and beside one that never does."""
    await alive(url)
    took: list[float] = []
    found: tuple[list[float], list[float]] = ([], [])
    others = [asyncio.create_task(playing(url, took)) for _ in range(TABLES)]
    await asyncio.sleep(3)
    for number in range(2 * ROUNDS):
        other = asyncio.create_task(beside(url, ("random", "endless")[number % 2]))
        await asyncio.sleep(1)
        took.clear()
        await asyncio.sleep(seconds)
        found[number % 2].extend(took)
        other.cancel()
        for task in others:
            if task.done():
                task.result()
    for task in others:
        task.cancel()
    return found


def doubted(without: list[float], with_it: list[float]) -> tuple[float, float, float]:
    """The ratio of the two 99th percentiles, and between what 95 % of it lie when the plays are drawn again."""
    rng = random.Random(1)
    ratios = sorted(
        quantile(rng.choices(with_it, k=len(with_it)), 0.99) / quantile(rng.choices(without, k=len(without)), 0.99)
        for _ in range(AGAIN)
    )
    return quantile(with_it, 0.99) / quantile(without, 0.99), ratios[AGAIN // 40], ratios[-AGAIN // 40]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=15.0, help="of each turn (default %(default)s)")
    parser.add_argument("--out", type=Path, help="such as docs/reliability.md")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(f"{installed(Path(scratch))}{os.pathsep}{ROOT / 'src'}")
        with served(path) as (_, url):
            without, with_it = asyncio.run(measured(url, arguments.seconds))
    rows = [
        f"| {name} | {len(took):,} | {quantile(took, 0.5):.1f} | {quantile(took, 0.99):.1f} |"
        for name, took in (("beside a bot that answers", without), ("beside one that never does", with_it))
    ]
    ratio, low, high = doubted(without, with_it)
    lines = [
        "## A bot that never answers",
        "",
        f"{stamped('endless')} {TABLES} tables of KEYS, a move each every {PAUSE:g} s, in turns of",
        f"{arguments.seconds:g} s beside a table at which a stranger's bot never answers, and beside one at which an ordinary",
        f"bot does. The 99th percentile of the former is {ratio:.2f} times that of the latter (95 % interval {low:.2f} to",
        f"{high:.2f}, by drawing the plays again). Load (`uptime`): {os.getloadavg()[0]:.1f}, niceness {os.nice(0)}.",
        "",
        "| | plays | p50, ms | p99, ms |",
        "| --- | ---: | ---: | ---: |",
        *rows,
    ]
    tell("endless", lines, arguments.out)


if __name__ == "__main__":
    main()
