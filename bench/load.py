"""How fast a move is at the live table: tables of real pages' traffic in all four games, everything on loopback.

A server in a process of its own with a SQLite file (WAL, FULL), as `parlour serve` runs it but for the limits on what one
address may do, and in this process a socket for every page, which sends what the recorded one sent (bench/traffic.py). Every
table makes one move a second, what leads to it included. Measured is the time from sending a play until its `done`, which is sent
when the play is durable, and until the other people of the table have their views. Beside it, in turns, the same is measured of
the last release under the same traffic, so that a room that got slower shows.

    python bench/load.py --tables 250,400,500 --seconds 20 --rounds 3 --out bench/RESULTS.md
    python bench/load.py --beside 65166f2,720e81b --tables 400
    python bench/load.py --talk 4 --seconds 15 --out bench/RESULTS.md
    python bench/load.py --sharp 8 --seconds 32 --out bench/RESULTS.md
    python bench/load.py --covered 30 --tables 40 --rounds 3 --out bench/RESULTS.md

With --talk S somebody who is not moving says a line or shows a sign at each table once in S seconds.

With --covered N as many tables stand beside them at which bots play at once, for a person who has left the seat to one as well.

With --sharp N two times N more tables stand beside them, at each a person who moves four times a second and a bot: at N of them
it thinks, at the others it plays by the rule of thumb. In turns the ones and the others play, and both times are measured: the
same traffic with thinking and without it.
"""

import argparse
import asyncio
import gc
import multiprocessing
import os
import random
import signal
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, fields
from functools import partial
from itertools import cycle, product
from multiprocessing.process import BaseProcess
from pathlib import Path
from statistics import median
from typing import Any

import httpx
from results import stamped, tell
from traffic import GAMES, Message, Page, Party

HERE = Path(__file__).parents[1]
RELEASE = "720e81b"  # the last one, 0.1.0, which every measurement stands beside
FLOOR = 0.050  # seconds: the 99th percentile of a move
PLENTY = 1_000_000
FREE = ("per_second", "burst", "tables", "sockets", "guesses", "connections")  # limits out of the way
AT_ONCE = 20  # tables opened at a time


def serve(port: int, database: str, thinkers: int, workers: int = 1) -> None:
    """The server under load, of whichever checkout is on the path, with limits out of the way: all the world is one address."""
    from parlour.server import Limits, Settings, run  # noqa: PLC0415

    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # its log would drown the figures
    free: dict[str, Any] = {one.name: PLENTY for one in fields(Limits) if any(word in one.name for word in FREE)}
    more: dict[str, Any] = {"thinkers": thinkers} if any(one.name == "thinkers" for one in fields(Settings)) else {}
    several: dict[str, Any] = {"workers": workers} if workers > 1 else {}
    settings = Settings(database=database, limits=Limits(**free), **more)
    run(port=port, settings=settings, ready=lambda urls: None, **several)


@contextmanager
def served(source: Path, thinkers: int) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A server of a checkout's `src`: its process, and where it answers."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, __file__, "--serve", str(port), f"sqlite:///{folder}/load.sqlite", str(thinkers)]
        path = {"PYTHONPATH": f"{source}{os.pathsep}{Path(__file__).parent}"}
        process = subprocess.Popen(command, env={**os.environ, **path}, stderr=subprocess.DEVNULL)
        try:
            yield process, f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(20)


@contextmanager
def checkouts(revisions: Sequence[str]) -> Iterator[dict[str, Path]]:
    """The `src` of this checkout and of these revisions, by name, each in a folder of its own while inside."""
    git = ["git", "-C", str(HERE)]
    with tempfile.TemporaryDirectory() as folder:
        found = {}
        for revision in revisions:
            packed = Path(folder) / f"{revision}.tar"
            if subprocess.run([*git, "archive", "-o", str(packed), revision, "src"], check=False).returncode:
                raise SystemExit(f"{revision} is not in this clone; --beside '' measures this checkout alone")
            with tarfile.open(packed) as archive:
                archive.extractall(Path(folder) / revision, filter="data")
            found[revision] = Path(folder) / revision / "src"
        yield {**found, "this": HERE / "src"}


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
    said: int = 0


@dataclass
class Loaded:
    """What a run came to: all of it, and what was measured while the bots waited and while they thought.

    `thought` are the seconds of processor time of the thinking processes in these two parts.
    """

    measured: Measured
    lasted: float
    parts: list[Measured]
    thought: list[float]
    used: float  # of that same count in all of it


LINE = "He has the KEY on top. He always has the KEY on top."
SIGNS = 0.3  # of what is said, are signs

Used = Callable[[], float]


class Seat(Page):
    """A page at a table, whose plays are timed, and the views that follow another's."""

    at: "Table"

    async def hear(self, message: Message) -> None:
        if message["type"] == "view" and self.at.mover is not self and self.at.since:
            self.at.measured.views.append(time.perf_counter() - self.at.since)
        await super().hear(message)

    async def ask(self, kind: str, **body: Any) -> Message:
        if kind != "play":
            return await super().ask(kind, **body)
        self.at.mover, began = self, time.perf_counter()
        self.at.since = began
        answer = await super().ask(kind, **body)
        measured = self.at.measured
        if answer["type"] == "done":
            measured.moves.append(time.perf_counter() - began)
        else:
            measured.refused += 1
        return answer


class Table(Party):
    """A table of pages, one of whose people moves each second."""

    def __init__(self, measured: Measured, game: str) -> None:
        super().__init__(game)
        self.measured = measured
        self.mover: Page | None = None
        self.since = 0.0

    async def open(self, http: httpx.AsyncClient, base: str, people: int) -> None:
        """Everybody sits down and the match begins."""
        await self.gather(http, base, people, self.seat)
        await self.start()

    async def seat(self, *of: Any) -> Seat:
        """A page that listens."""
        seat = await Seat.reach(*of)
        seat.at = self
        LISTENERS.add(asyncio.create_task(seat.listen()))
        return seat

    async def play(self, until: float) -> None:
        """One move a second, the tables out of step with each other."""
        due = time.perf_counter() + random.random()
        while due < until:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            due += 1.0
            await self.move(1.0)

    async def beat(self, until: float) -> None:
        """What the pages send where they heard nothing for long."""
        while time.perf_counter() < until:
            await asyncio.sleep(1.0)
            for page in self.pages:
                await page.beat()

    async def talk(self, until: float, pause: float) -> None:
        """Somebody who is not moving says a line, or shows a sign, once in so many seconds."""
        due = time.perf_counter() + pause * random.random()
        while due < until:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            due += pause
            idle = [page for page in self.pages if page is not self.mover]
            said = {"kind": "react", "reaction": "clap"} if random.random() < SIGNS else {"kind": "say", "text": LINE}
            await random.choice(idle).ask(**said)
            self.measured.said += 1


class Covered(Table):
    """A person for whom a bot plays, among bots at their quickest; match after match, and nothing of it is measured."""

    def __init__(self) -> None:
        super().__init__(Measured(), "skyjo")

    async def open(self, http: httpx.AsyncClient, base: str, people: int) -> None:
        await self.gather(http, base, 1, self.seat)
        for _ in range(people - 1):
            await self.pages[0].ask("seat_bot", bot="simple")
        await self.pages[0].ask("pace", pace="at_once")
        await self.begin()

    async def begin(self) -> None:
        await self.start()
        await self.pages[0].ask("cover", person=self.pages[0].person)

    async def play(self, until: float) -> None:
        host = self.pages[0]
        while time.perf_counter() < until:
            await asyncio.sleep(1.0)
            if host.view and host.view["view"]["over"] and (await host.ask("rematch"))["type"] == "done":
                await self.begin()

    async def talk(self, until: float, pause: float) -> None:
        """Nobody says anything."""


class Duel(Table):
    """A person and a bot of some kind, who take no pause; they play while `on` is set."""

    def __init__(self, bot: str, on: asyncio.Event) -> None:
        super().__init__(Measured(), "skyjo")
        self.bot, self.on = bot, on

    async def open(self, http: httpx.AsyncClient, base: str, people: int) -> None:
        rules = {"end_score": 300}  # that takes longer than the measuring
        form = {"game": self.game, "name": "P0", "avatar": "fox", "options": rules}
        chair = (await http.post("/api/tables", json=form)).json()
        self.pages.append(await self.seat(base, chair["table"], chair["token"], self.recording, 0))
        for kind, body in (("seat_bot", {"bot": self.bot}), ("pace", {"pace": "at_once"}), ("start", {})):
            await self.pages[0].ask(kind, **body)

    async def play(self, until: float) -> None:
        await asyncio.sleep(random.random() * DUELLING)
        while time.perf_counter() < until:
            if self.on.is_set():
                await self.move(DUELLING)
            await asyncio.sleep(DUELLING)


DUELLING = 0.25  # seconds between two moves of a person at a duel
LISTENERS: set[asyncio.Task[None]] = set()
TURNS = 12  # in which the time is measured: without thinking, with it, without it …
WARM = 1500  # times a second's part that compiling may take


def laid(measured: Measured, tables: int) -> list[Table]:
    """So many tables, the games by turns."""
    return [Table(measured, game) for game, _ in zip(cycle(GAMES), range(tables), strict=False)]


async def alive(base: str) -> None:
    async with httpx.AsyncClient() as http:
        for _ in range(600):
            with suppress(httpx.TransportError):
                if (await http.get(f"{base}/healthz")).is_success:
                    return
            await asyncio.sleep(0.1)
    raise SystemExit("the server did not start")


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
    """What was measured. `used` says how many seconds of processor time the thinking processes have used.

    `pause`: seconds between what is said at a table; 0: nothing is. `covered`: tables of bots alone beside them.
    """
    measured = Measured()
    on = {"simple": asyncio.Event(), "sharp": asyncio.Event()}
    duels = [Duel(bot, begun) for bot, begun in on.items() for _ in range(sharp)]
    room: list[Table] = [*laid(measured, tables), *duels, *(Covered() for _ in range(covered))]
    await alive(base)
    kept = httpx.Limits(keepalive_expiry=2)  # shorter than the server keeps them
    async with httpx.AsyncClient(base_url=base, timeout=60, limits=kept) as http:
        await warm(http)  # no compiler runs beside the tables of a room that has stood for a while
        for i in range(0, len(room), AT_ONCE):
            await asyncio.gather(*(table.open(http, base, people) for table in room[i : i + AT_ONCE]))
        gc.collect()
        gc.disable()  # a pause here would be measured as one of the server's
        await asyncio.sleep(1)
        loaded = await played(measured, room, seconds, TURNS if sharp else 0, on, used, pause)
    await asyncio.sleep(0.5)
    for listener in LISTENERS:
        listener.cancel()
    LISTENERS.clear()
    gc.enable()
    return loaded


async def played(
    measured: Measured, room: list[Table], seconds: float, turns: int, on: dict[str, asyncio.Event], used: Used, pause: float
) -> Loaded:
    """All tables play for so long, and in so many turns the ones and the others of the duels."""
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
            for i in range(0, len(more), AT_ONCE):
                await asyncio.gather(*(table.open(http, base, people) for table in more[i : i + AT_ONCE]))
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
    for listener in LISTENERS:
        listener.cancel()
    LISTENERS.clear()
    return steps


def several(chosen: argparse.Namespace) -> int:
    """The same with one, two, three servers on a PostgreSQL."""
    sys.path.insert(0, str(Path(__file__).parents[1]))
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


def quantile(times: list[float], q: float) -> float:
    """In milliseconds."""
    ordered = sorted(times)
    return round(1000 * ordered[min(len(ordered) - 1, int(q * len(ordered)))], 2)


def report(chosen: argparse.Namespace, found: list["Run"]) -> list[str]:
    """The figures as Markdown lines: a line for each number of tables and each checkout."""
    talk = f" while somebody says something at each once in {chosen.talk:.0f} s" if chosen.talk else ""
    beside = f" beside {chosen.covered} tables of bots" if chosen.covered else ""
    lines = [
        f"## The live table: a move's time{beside}{' while people talk' if chosen.talk else ''}",
        "",
        f"{stamped('load')} Server and clients share the",
        f"machine's {os.cpu_count()} processors over loopback (load {os.getloadavg()[1]:.1f} at the end); SQLite, WAL and FULL.",
        f"{chosen.people} pages a table, the games by turns, with all that recorded pages send (bench/traffic); a move a second",
        f"at each for {chosen.seconds:.0f} s{talk}{beside};",
        f"{chosen.rounds} rounds in which the checkouts take turns: the median of them, and the worst. A move is timed until it",
        "is durable and `done`, a view until another person has it. The floor: of this checkout, 99 of 100 moves within",
        f"{1000 * chosen.floor:.0f} ms.",
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
        f"above, and {sharp} at which a person plays SKYJO against a bot, four moves a second and the bot at once: in turns of",
        f"{turns:.0f} s by the rule of thumb and with thought ({figures['thinkers']} process of low priority for all {sharp}).",
        f"The p99 of a move is {figures['ratio']} times that without thought.",
        "",
        "| the bots play | ms p50 | ms p99 | view p99 | s of processor time thought |",
        "| --- | ---: | ---: | ---: | ---: |",
        *rows,
        "",
    ]


def cpu(pid: int) -> float:
    """Seconds of processor time a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def of_all(process: BaseProcess) -> float:
    """Seconds of processor time that a process and those it began have used."""
    return cpu(process.pid or 0) + of_children(process)


def of_children(process: "BaseProcess | subprocess.Popen[bytes]") -> float:
    """Seconds of processor time that the processes of a process have used."""
    lists = Path(f"/proc/{process.pid}/task").glob("*/children")
    return sum(cpu(int(child)) for children in lists for child in children.read_text().split())


def spread(measured: Measured) -> dict[str, dict[str, float]]:
    """Quantiles of a measurement, in milliseconds."""
    named = {"p50": 0.5, "p99": 0.99, "max": 1.0}
    return {
        what: {name: quantile(times, q) for name, q in named.items()}
        for what, times in (("move_ms", measured.moves), ("view_ms", measured.views))
    }


@dataclass
class Run:
    """What one checkout came to once, at so many tables."""

    name: str
    tables: int
    figures: dict[str, float]


def in_turns(chosen: argparse.Namespace, thinkers: int) -> list[Run]:
    """This checkout and the others, one after the other, as often as there are rounds."""
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
    """The same while bots think, and while they do not; returns whether the floor holds."""
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
    parser.add_argument("--serve", nargs=3, help=argparse.SUPPRESS)
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
    if chosen.serve:
        serve(int(chosen.serve[0]), chosen.serve[1], int(chosen.serve[2]))
        return 0
    if chosen.servers:
        return several(chosen)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the server goes with this process
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
        print(f"the floor does not hold: 99 of 100 moves within {1000 * chosen.floor:.0f} ms", file=sys.stderr)
    return 0 if holds else 1


def _list(kind: Callable[[str], Any], text: str) -> list[Any]:
    return [kind(one) for one in text.split(",") if one]


if __name__ == "__main__":
    sys.exit(main())
