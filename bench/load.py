"""How fast a move is at the live table: traffic of recorded pages at tables of all four games, everything on loopback.

A server in a process of its own with a SQLite file (WAL, FULL), as `parlour serve` runs it but without the limits per address,
and in this process a socket for every page, which sends what the recorded one sent (bench/traffic.py). Every table makes one
move a second, with the messages that lead to it. It measures the time from sending a play until its `done`, which is sent when
the play is durable, and until the other people of the table have their views. The last release is measured under the same
traffic, in alternation, so that a slowdown shows.

    python bench/load.py --tables 250,400,500 --seconds 20 --rounds 3 --out bench/RESULTS.md
    python bench/load.py --beside 65166f2,720e81b --tables 400
    python bench/load.py --talk 4 --seconds 15 --out bench/RESULTS.md
    python bench/load.py --sharp 8 --seconds 32 --out bench/RESULTS.md
    python bench/load.py --covered 30 --tables 40 --rounds 3 --out bench/RESULTS.md

With --talk S somebody who is not moving says a line or shows a sign at each table once in S seconds.

With --covered N there are N more tables at which only bots play, without pauses, one of them for a person who has left it
the seat.

With --sharp N two times N more tables stand beside them, at each a person who moves four times a second and a bot: at N of them
it thinks, at the others it plays by the rule of thumb. The two kinds of tables play alternately, and both are measured: the
same traffic with thinking and without it.
"""

import argparse
import asyncio
import gc
import os
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path
from statistics import median
from typing import Any

import httpx
from checkout import HERE, alive, checkouts, cpu, of_children, served
from parties import Covered, Duel, Measured, Table, hushed, laid, seated
from results import RELEASE, quantile, stamped, tell
from servers import several

FLOOR = 0.050  # seconds: the 99th percentile of a move
TURNS = 12  # alternating parts of the run: without thinking, with it, without it …
WARM = 1500  # times a second's part that compiling may take

Used = Callable[[], float]


@dataclass
class Loaded:
    """The result of a run: in all, and separately while bots waited and while they thought.

    `thought` are the seconds of processor time of the thinking processes in these two parts.
    """

    measured: Measured
    lasted: float
    parts: list[Measured]
    thought: list[float]
    used: float  # of that same count in all of it


async def warm(http: httpx.AsyncClient) -> None:
    """Wait until bots can think."""
    for _ in range(WARM):
        if not any(game.get("warming") for game in (await http.get("/api/games")).json()):
            return
        await asyncio.sleep(0.2)
    raise SystemExit("the bots never came to think")


async def load(
    base: str, tables: int, people: int, seconds: float, used: Used, *, sharp: int = 0, pause: float = 0.0, covered: int = 0
) -> Loaded:
    """The measurements. `used` tells how many seconds of processor time the thinking processes have used.

    `pause`: seconds between what is said at a table; 0: nothing is. `covered`: tables of bots alone beside them.
    """
    measured = Measured()
    on = {"simple": asyncio.Event(), "sharp": asyncio.Event()}
    duels = [Duel(bot, begun) for bot, begun in on.items() for _ in range(sharp)]
    room: list[Table] = [*laid(measured, tables), *duels, *(Covered() for _ in range(covered))]
    await alive(base)
    kept = httpx.Limits(keepalive_expiry=2)  # shorter than the server keeps them
    async with httpx.AsyncClient(base_url=base, timeout=60, limits=kept) as http:
        await warm(http)  # in a room that has run for a while nothing is compiled beside the tables
        await seated(room, http, base, people)
        gc.collect()
        gc.disable()  # a pause here would be measured as one of the server's
        await asyncio.sleep(1)
        loaded = await played(measured, room, seconds, TURNS if sharp else 0, on, used, pause)
    await asyncio.sleep(0.5)
    hushed()
    gc.enable()
    return loaded


async def played(
    measured: Measured, room: list[Table], seconds: float, turns: int, on: dict[str, asyncio.Event], used: Used, pause: float
) -> Loaded:
    """All tables play for the whole time, the two kinds of duels alternately, in TURNS parts."""
    measured.views.clear()
    measured.moves.clear()
    began, at_first = time.perf_counter(), used()
    until = began + seconds
    talking = (table.talk(until, pause) for table in room if pause)
    playing = asyncio.gather(*(table.play(until) for table in room), *(table.beat(until) for table in room), *talking)
    parts = [Measured(), Measured()]
    thought = [0.0, 0.0]
    for turn in range(turns):
        thinking = turn % 2
        on["sharp" if thinking else "simple"].set()
        on["simple" if thinking else "sharp"].clear()
        before, moved, seen = used(), len(measured.moves), len(measured.views)
        await asyncio.sleep(began + (turn + 1) * seconds / turns - time.perf_counter())
        parts[thinking].moves += measured.moves[moved:]
        parts[thinking].views += measured.views[seen:]
        thought[thinking] += used() - before
    await playing
    return Loaded(measured, time.perf_counter() - began, parts, thought, used() - at_first)


def report(chosen: argparse.Namespace, found: list["Run"]) -> list[str]:
    """The figures as Markdown lines: a line for each number of tables and each checkout."""
    talk = f" while somebody says something at each once in {chosen.talk:.0f} s" if chosen.talk else ""
    beside = f" beside {chosen.covered} tables of bots" if chosen.covered else ""
    lines = [
        f"## The live table: a move's time{beside}{' while people talk' if chosen.talk else ''}",
        "",
        f"{stamped('load')} Server and clients share the",
        f"machine's {os.cpu_count()} processors over loopback (load {os.getloadavg()[1]:.1f} at the end); SQLite, WAL and FULL.",
        f"{chosen.people} pages a table, the games alternating, with all that recorded pages send (bench/traffic); one move",
        f"a second at each for {chosen.seconds:.0f} s{talk}{beside};",
        f"{chosen.rounds} rounds in which the checkouts alternate: their median, and the worst. A move is timed until it",
        "is durable and acknowledged (`done`), a view until another person has it. The bar for this checkout: 99 of 100",
        f"moves within {1000 * chosen.floor:.0f} ms.",
        "",
        "| tables | checkout | moves/s | move p50, ms | p99 | worst p99 | max | view p99 | CPU ms a move |",
        "| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for tables in chosen.tables:
        for name in dict.fromkeys(run.name for run in found):
            runs = [run.figures for run in found if (run.name, run.tables) == (name, tables)]
            middle = {key: median(one[key] for one in runs) for key in runs[0]}
            worst = max(one["p99"] for one in runs)
            cells = [f"{middle[key]:.1f}" for key in ("moves_per_second", "p50", "p99")]
            cells += [f"{worst:.1f}", f"{middle['max']:.0f}", f"{middle['view_p99']:.1f}", f"{middle['cpu']:.2f}"]
            lines.append(f"| {tables} | {name} | {' | '.join(cells)} |")
    return [*lines, ""]


def report_thinking(figures: dict[str, Any]) -> list[str]:
    """The same while bots think, beside it while they do not."""
    parts, used = figures["parts"], figures["thought_cpu_seconds"]
    rows = [
        f"| {what} | {part['move_ms']['p50']} | {part['move_ms']['p99']} | {part['view_ms']['p99']} | {seconds:.1f} |"
        for what, part, seconds in zip(("by the rule of thumb", "with thought"), parts, used, strict=True)
    ]
    turns, sharp = figures["seconds"] / TURNS, figures["sharp"]
    return [
        "## The live table while bots think",
        "",
        f"{stamped('load')} {figures['tables']} tables as",
        f"above, and {sharp} at which a person plays SKYJO against a bot, four moves a second, answered at once: alternately",
        f"{turns:.0f} s by the rule of thumb and with thought ({figures['thinkers']} process of low priority for all {sharp}).",
        f"The p99 of a move is {figures['ratio']} times that without thought.",
        "",
        "| the bots play | ms p50 | ms p99 | view p99 | s of processor time thought |",
        "| --- | ---: | ---: | ---: | ---: |",
        *rows,
        "",
    ]


def spread(measured: Measured) -> dict[str, dict[str, float]]:
    """Quantiles of a measurement, in milliseconds."""
    named = {"p50": 0.5, "p99": 0.99, "max": 1.0}
    return {
        what: {name: quantile(times, q) for name, q in named.items()}
        for what, times in (("move_ms", measured.moves), ("view_ms", measured.views))
    }


@dataclass
class Run:
    """One measurement of one checkout at a number of tables."""

    name: str
    tables: int
    figures: dict[str, float]


def in_turns(chosen: argparse.Namespace, thinkers: int) -> list[Run]:
    """This checkout and the others alternately, for each round."""
    found = []
    with checkouts(chosen.beside) as sources:
        for tables, _, (name, source) in product(chosen.tables, range(chosen.rounds), sources.items()):
            with served(source, thinkers) as (process, base):
                used = partial(cpu, process.pid)
                loading = load(base, tables, chosen.people, chosen.seconds, used, pause=chosen.talk, covered=chosen.covered)
                loaded = asyncio.run(loading)
            moves, views = loaded.measured.moves, loaded.measured.views
            found.append(
                Run(
                    name,
                    tables,
                    {
                        "moves_per_second": len(moves) / loaded.lasted,
                        **{quantity: quantile(moves, q) for quantity, q in (("p50", 0.5), ("p99", 0.99), ("max", 1.0))},
                        "view_p99": quantile(views, 0.99),
                        "cpu": 1000 * loaded.used / max(1, len(moves)),
                        "refused": loaded.measured.refused,
                    },
                )
            )
            figures = ", ".join(f"{key} {value:.2f}" for key, value in found[-1].figures.items())
            print(f"{tables} tables, {name}: {figures}", file=sys.stderr, flush=True)
    return found


def beside_thought(chosen: argparse.Namespace, thinkers: int) -> bool:
    """The same with bots that think and bots that do not; returns whether the bar is met."""
    with served(HERE / "src", thinkers) as (process, base):
        used = partial(of_children, process)
        loaded = asyncio.run(load(base, chosen.tables[0], chosen.people, chosen.seconds, used, sharp=chosen.sharp))
    parts = list(map(spread, loaded.parts))
    figures = {
        "tables": chosen.tables[0],
        "seconds": loaded.lasted,
        "sharp": chosen.sharp,
        "thinkers": thinkers,
        "parts": parts,
        "thought_cpu_seconds": loaded.thought,
        "ratio": round(parts[1]["move_ms"]["p99"] / parts[0]["move_ms"]["p99"], 2),
    }
    tell("load_thinking", report_thinking(figures), chosen.out)
    return bool(quantile(loaded.measured.moves, 0.99) < 1000 * chosen.floor)


def main() -> int:
    parser = argparse.ArgumentParser(description="Load test of the live table; exit code 1 where the floor does not hold.")
    numbers = partial(_list, int)
    parser.add_argument("--tables", type=numbers, default=[250], help="how many, such as 250,400,500 (default 250)")
    parser.add_argument("--people", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--rounds", type=int, default=1, help="turns of each checkout at each number of tables")
    parser.add_argument(
        "--beside",
        type=partial(_list, str),
        default=[RELEASE],
        metavar="REV",
        help=f"revisions to measure as well (default {RELEASE})",
    )
    parser.add_argument("--sharp", type=int, default=0, metavar="N", help="measure beside N bots that think, and without them")
    parser.add_argument(
        "--talk", type=float, default=0.0, metavar="S", help="somebody says something at each table once in S seconds"
    )
    parser.add_argument("--covered", type=int, default=0, metavar="N", help="beside N tables at which bots play for a person")
    parser.add_argument("--out", type=Path, help="write these figures as this script's part of a Markdown file")
    parser.add_argument("--floor", type=float, default=FLOOR, help="seconds within which 99 of 100 moves must be done")
    parser.add_argument("--servers", help="numbers of servers, such as 1,2,3: how many tables each holds, on a PostgreSQL")
    parser.add_argument("--step", type=int, default=100, help="tables added at a time (default %(default)s)")
    chosen = parser.parse_args()
    if chosen.servers:
        return several(chosen)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the server ends with this process
    thinkers = max(1, (os.cpu_count() or 1) // 2)  # as `parlour serve` has them
    if chosen.sharp:
        holds = beside_thought(chosen, thinkers)
    else:
        found = in_turns(chosen, thinkers)
        part = "load_covered" if chosen.covered else "load_talk" if chosen.talk else "load"
        tell(part, report(chosen, found), chosen.out)
        most = (median(run.figures["p99"] for run in found if (run.name, run.tables) == ("this", n)) for n in chosen.tables)
        holds = bool(max(most) < 1000 * chosen.floor)
    if not holds:
        print(f"the bar is missed: 99 of 100 moves within {1000 * chosen.floor:.0f} ms", file=sys.stderr)
    return 0 if holds else 1


def _list(kind: Callable[[str], Any], text: str) -> list[Any]:
    return [kind(one) for one in text.split(",") if one]


if __name__ == "__main__":
    sys.exit(main())
