"""Several servers that are killed one after the other, a database that goes away or is slow, and people who come in anywhere."""

import asyncio
import hashlib
import json
import random
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import partial
from math import inf
from multiprocessing.context import ForkServerProcess
from typing import Any, ClassVar, Self

import httpx
from sqlalchemy import create_engine, text
from websockets.asyncio.client import ClientConnection

from parlour.client import AsyncTable, Refused, Unreachable
from parlour.engine import Log, Match, load
from parlour.server import run, serving
from parlour.server.store import servers
from tests.patience import PATIENCE
from tests.ports import free_port
from tests.server.balancer import Balancer
from tests.server.conftest import quick
from tests.server.drill import GAMES, Acknowledged, Player, alive, by_table, faults, processes, stored
from tests.server.postgresql import Postgresql

SERVERS = 3
APART = 2.0  # seconds that the clocks of the first and the last server are from each other
SLOWNESS = (1.0, 2.5)  # seconds that a slow database keeps a commit waiting, at least and at most
PLENTY = 3.0  # seconds in which a move comes at most tables
TICK = 0.1
Views = dict[tuple[str, int, int, int], set[str]]  # (table word, match, seat, events told) -> digests of what was shown


@dataclass(frozen=True)
class Plan:
    """How often each mishap comes in a drill."""

    kills: int = 0  # of a server (-9)
    drains: int = 0  # of a server, which is told to stop
    outages: int = 0  # of the database
    slow: int = 0  # times that the commits of one server, or of all, wait
    cuts: int = 0  # the same while people come in; some let go, and a server by which others came is killed
    outage: float = 10.0  # seconds that an outage lasts
    calm: tuple[float, float] = (0.5, 2.0)  # seconds between two mishaps, at least and at most
    pause: float = 0.0  # seconds after each move
    lasts: float = inf  # seconds after which no more mishaps come

    def mishaps(self, rng: random.Random) -> list[str]:
        all_of_them = {"kill": self.kills, "drain": self.drains, "outage": self.outages, "slow": self.slow, "cut": self.cuts}
        mishaps = [what for what, times in all_of_them.items() for _ in range(times)]
        rng.shuffle(mishaps)
        return mishaps


@dataclass
class Findings:
    """What a drill came to."""

    noted: Acknowledged = field(default_factory=lambda: defaultdict(list))
    views: Views = field(default_factory=lambda: defaultdict(set))
    took: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))  # by mishap: seconds until all had an answer
    joins: dict[str, int] = field(default_factory=lambda: defaultdict(int))  # into a slow commit, by how they ended
    unsound: list[str] = field(default_factory=list)  # what a mishap left that it must not leave
    passed: dict[int, int] = field(default_factory=dict)  # connections by server


def serve(database: str, port: int, apart: float) -> None:
    """One life of a server whose clock goes wrong; the others cannot see whether its process lives."""
    serving.create_app = partial(serving.create_app, now=lambda: time.time() + apart)  # type: ignore[attr-defined]
    servers.process = dict  # type: ignore[attr-defined]
    run(port=port, settings=quick(database, grace=1e6), ready=lambda urls: None)


class Watching(AsyncTable):
    """Notes everything it is shown in `views`."""

    views: ClassVar[Views]

    async def _take(self, message: dict[str, Any], socket: ClientConnection) -> None:
        if message["type"] == "view" and message["view"]["seat"] is not None:
            shown = message["view"]
            self.views[self.word, message["match"], shown["seat"], message["seq"]].add(digest(shown["cells"]))
        await super()._take(message, socket)


def digest(cells: Any) -> str:
    return hashlib.sha256(json.dumps(cells, sort_keys=True).encode()).hexdigest()


class Room:
    """The servers of one room, each on a port of its own."""

    def __init__(self, database: str) -> None:
        self.database = database
        self.ports = [free_port() for _ in range(SERVERS)]
        self.clocks = [APART * (2 * number / (SERVERS - 1) - 1) / 2 for number in range(SERVERS)]
        self.processes: list[ForkServerProcess] = [self._begin(number) for number in range(SERVERS)]

    def _begin(self, number: int) -> ForkServerProcess:
        process = processes.Process(target=serve, args=(self.database, self.ports[number], self.clocks[number]))
        process.start()
        return process

    def url(self, number: int) -> str:
        return f"http://127.0.0.1:{self.ports[number]}"

    async def answer(self) -> None:
        for number in range(SERVERS):
            await alive(self.url(number))

    def kill(self, number: int) -> None:
        self.processes[number].kill()
        self.processes[number].join()

    def terminate(self, number: int) -> None:
        self.processes[number].terminate()

    def begin(self, number: int) -> None:
        self.processes[number].join()
        self.processes[number] = self._begin(number)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.processes:
            process.kill()
            process.join()


async def people(url: str, findings: Findings, rng: random.Random, pause: float) -> list[Player]:
    """As few people as play it at a table of each game, their matches begun."""
    Watching.views = findings.views
    players = []
    for game, options in GAMES.items():
        host = await Watching.open(url, game, "P0", options=options)
        guests = [await Watching.join(url, host.word, f"P{i}") for i in range(1, load(game).seats.start)]
        await host.start()
        players += [Player(table, table is host, findings.noted, rng, pause) for table in (host, *guests)]
    return players


class Stopwatch:
    """Seconds that pass while this program runs: a machine that stops it altogether stops the servers as well."""

    def __init__(self) -> None:
        self.ran = 0.0

    async def run(self) -> None:
        before = time.monotonic()
        while True:
            await asyncio.sleep(TICK)
            now = time.monotonic()
            self.ran += min(now - before, 5 * TICK)
            before = now


async def answered(players: list[Player]) -> None:
    """Wait until whoever sits at any table was answered by the server that holds it."""
    asked = (player.table.ask("present", looking=True) for player in players)
    await asyncio.wait_for(asyncio.gather(*asked), PATIENCE)


@contextmanager
def playing(players: list[Player]) -> Iterator[list[asyncio.Task[None]]]:
    tasks = [asyncio.create_task(player.play()) for player in players]
    try:
        yield tasks
        assert not any(task.done() for task in tasks), [task for task in tasks if task.done()]
    finally:
        for task in tasks:
            task.cancel()


@asynccontextmanager
async def slow(database: str, past: int | None) -> AsyncIterator[None]:
    """While inside, every commit of a server waits, or of all (None): the row that it changes is held."""
    engine = create_engine(database.replace("postgresql:", "postgresql+psycopg:"))
    some = "" if past is None else f"LIMIT 1 OFFSET {past}"
    connection = await asyncio.to_thread(engine.connect)
    try:
        await asyncio.to_thread(connection.execute, text(f"SELECT id FROM servers ORDER BY id {some} FOR UPDATE"))
        yield
    finally:
        await asyncio.to_thread(connection.close)
        engine.dispose()


async def come_in(url: str, word: str, name: str) -> str:
    """Somebody comes in at a table; returns how that ended: "seated", "hung up", or the code of the refusal."""
    async with httpx.AsyncClient(timeout=PATIENCE) as client:
        try:
            response = await client.post(f"{url}/api/tables/{word}/people", json={"name": name, "avatar": "owl"})
        except httpx.TransportError:
            return "hung up"
    return "seated" if response.is_success else str(response.json().get("code", response.status_code))


async def again_and_again(come: Callable[[], Awaitable[AsyncTable]]) -> AsyncTable:
    """Come in where one may be told to try again in a moment."""
    while True:
        try:
            return await come()
        except Unreachable:
            pass
        except Refused as refused:
            if refused.code != "away":
                raise
        await asyncio.sleep(TICK)


class Drill:
    """A room whose people play, and what befalls it."""

    def __init__(self, postgresql: Postgresql, database: str, seed: int) -> None:
        self.postgresql, self.database = postgresql, database
        self.rng, self.findings, self.watch = random.Random(seed), Findings(), Stopwatch()

    async def run(self, plan: Plan) -> None:
        with Room(self.database) as self.room:
            await self.room.answer()
            async with Balancer(self.room.ports, self.rng) as self.balancer:
                self.players = await people(self.balancer.url, self.findings, self.rng, plan.pause)
                ticking = asyncio.create_task(self.watch.run())
                with playing(self.players) as tasks:
                    end = time.monotonic() + plan.lasts
                    for what in plan.mishaps(self.rng):
                        if time.monotonic() > end:
                            break
                        await self.calm(plan, tasks)
                        await self.happen(what, plan.outage)
                    await self.room.answer()
                    await answered(self.players)
                ticking.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                await asyncio.wait_for(asyncio.gather(*(player.settle() for player in self.players)), PATIENCE)
                for player in self.players:
                    await player.table.close()
                self.findings.passed = self.balancer.passed

    async def calm(self, plan: Plan, tasks: "list[asyncio.Task[None]]") -> None:
        """At every table it goes on between two mishaps, if it is not long at a clock."""
        before = by_table(self.findings.noted)
        await asyncio.sleep(self.rng.uniform(*plan.calm))
        end = time.monotonic() + PLENTY
        while time.monotonic() < end:
            if sum(moves > before.get(word, 0) for word, moves in by_table(self.findings.noted).items()) == len(GAMES):
                return
            await asyncio.sleep(0.01)
            assert not any(task.done() for task in tasks), [task for task in tasks if task.done()]

    async def happen(self, what: str, outage: float) -> None:
        """A mishap; then everybody is answered again, at every table."""
        victim = self.rng.randrange(SERVERS)
        if what == "cut":
            began = await self.cut(victim)
        elif what == "slow":
            async with slow(self.database, self.rng.choice((None, victim))):
                await asyncio.sleep(self.rng.uniform(*SLOWNESS))
            began = self.watch.ran
        elif what == "outage":
            await asyncio.to_thread(self.postgresql.stop)
            await asyncio.sleep(outage)
            await asyncio.to_thread(self.postgresql.start)
            began = self.watch.ran
        else:
            began = self.watch.ran
            (self.room.terminate if what == "drain" else self.room.kill)(victim)
        await answered(self.players)
        self.findings.took[what].append(self.watch.ran - began)
        if what in ("kill", "drain", "cut"):
            await asyncio.to_thread(self.room.begin, victim)
            await self.room.answer()

    async def cut(self, victim: int) -> float:
        """People come in at every server while no commit ends; some let go, and one of the servers that pass them on is killed.

        Returns when commits ended again. Whoever was told of their chair has it, and the table goes on where it stands in memory.
        """
        holder = self.rng.choice([number for number in range(SERVERS) if number != victim])
        host = await again_and_again(lambda: AsyncTable.open(self.room.url(holder), "skyjo", "Ana"))
        slowness = self.rng.uniform(*SLOWNESS)
        async with slow(self.database, None):
            coming = {
                f"P{number}{who}": asyncio.create_task(come_in(self.room.url(number), host.word, f"P{number}{who}"))
                for number in range(SERVERS)
                for who in "ab"
            }
            moment = self.rng.uniform(0.1, slowness)
            await asyncio.sleep(moment)
            for name, task in coming.items():
                if name.endswith("b") and self.rng.random() < 0.5:
                    task.cancel()
            self.room.kill(victim)
            await asyncio.sleep(slowness - moment)
        began = self.watch.ran
        await self.look_at(host, coming, holder)
        await host.close()
        return began

    async def look_at(self, host: AsyncTable, coming: "dict[str, asyncio.Task[str]]", holder: int) -> None:
        """Hold a table to what those who came in were told."""
        coming["Zoe"] = asyncio.create_task(come_in(self.balancer.url, host.word, "Zoe"))
        await asyncio.wait(coming.values(), timeout=PATIENCE)
        ended = {name: "let go" if task.cancelled() else task.result() for name, task in coming.items()}
        for how in ended.values():
            self.findings.joins[how] += 1
        wrong = {name: how for name, how in ended.items() if how not in ("seated", "away", "hung up", "let go")}
        if wrong:
            self.findings.unsound.append(f"{host.word}: who came in was told {wrong}")
        await asyncio.wait_for(host.ask("present", looking=True), PATIENCE)
        onlooker = await asyncio.wait_for(again_and_again(lambda: AsyncTable.watch(self.balancer.url, host.word)), PATIENCE)
        there = {person["name"] for person in onlooker.table["people"]}
        await onlooker.close()
        if missing := {name for name, how in ended.items() if how == "seated"} - there:
            self.findings.unsound.append(f"{host.word}: {missing} have chairs, and are not there")
        async with httpx.AsyncClient() as client:
            if (await client.get(f"{self.room.url(holder)}/healthz")).json()["given_up"]:
                self.findings.unsound.append(f"{host.word}: its server gave a table up")


async def roam(postgresql: Postgresql, database: str, seed: int, plan: Plan) -> Findings:
    """Play while a server is killed (-9) every few seconds, the database stops or is slow, and servers drain and come back."""
    drill = Drill(postgresql, database, seed)
    await drill.run(plan)
    return drill.findings


def wrong(database: str, findings: Findings) -> list[str]:
    """What is wrong with what is stored, and with what was shown: every view must be one to which the log leads."""
    found = [*findings.unsound, *faults(database, findings.noted)]
    _, logs = stored(database)
    led = {name: leads(log) for name, log in logs.items()}
    for (word, match, seat, told), shown in findings.views.items():
        if not shown <= led.get((word, match), {}).get((seat, told), set()):
            found.append(f"{word}, match {match}: seat {seat} was shown, after {told} events, what the log does not lead to")
    return found


def leads(log: Log) -> dict[tuple[int, int], set[str]]:
    """All that a log, replayed, shows to each seat, by how much of the story it has heard."""
    match = Match.start(load(log.game), log.players, log.options)
    shown: dict[tuple[int, int], set[str]] = defaultdict(set)
    for step in (None, *log.actions):
        if step is not None:
            match.play(*step)
        for seat in range(log.players):
            view = match.view(seat)
            shown[seat, len(view.events)].add(digest(view.to_json()["cells"]))
    return shown
