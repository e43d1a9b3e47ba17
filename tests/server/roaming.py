"""Several servers that are killed one after the other, a database that goes away, and people who come in anywhere."""

import asyncio
import hashlib
import json
import random
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.context import ForkServerProcess
from typing import Any, ClassVar, Self

from websockets.asyncio.client import ClientConnection

from parlour.client import AsyncTable
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
PLENTY = 3.0  # seconds in which a move comes at most tables
TICK = 0.1
Views = dict[tuple[str, int, int, int], set[str]]  # (table word, match, seat, events told) -> digests of what was shown


@dataclass
class Findings:
    """What a drill came to."""

    noted: Acknowledged = field(default_factory=lambda: defaultdict(list))
    views: Views = field(default_factory=lambda: defaultdict(set))
    kills: int = 0
    outages: int = 0
    stood: list[float] = field(default_factory=list)  # seconds after each kill until everybody was answered again
    back: list[float] = field(default_factory=list)  # the same after the database came back
    passed: dict[int, int] = field(default_factory=dict)  # connections by server


def serve(database: str, port: int, apart: float, strange: bool) -> None:
    """One life of a server whose clock goes wrong; `strange`: the others cannot see whether its process lives."""
    serving.create_app = partial(serving.create_app, now=lambda: time.time() + apart)  # type: ignore[attr-defined]
    if strange:
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

    def __init__(self, database: str, apart: float, strange: bool) -> None:
        self.database, self.strange = database, strange
        self.ports = [free_port() for _ in range(SERVERS)]
        self.clocks = [apart * (2 * number / (SERVERS - 1) - 1) / 2 for number in range(SERVERS)]
        self.processes: list[ForkServerProcess] = [self._begin(number) for number in range(SERVERS)]

    def _begin(self, number: int) -> ForkServerProcess:
        arguments = (self.database, self.ports[number], self.clocks[number], self.strange)
        process = processes.Process(target=serve, args=arguments)
        process.start()
        return process

    async def answer(self) -> None:
        for port in self.ports:
            await alive(f"http://127.0.0.1:{port}")

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


async def people(url: str, findings: Findings, rng: random.Random) -> list[Player]:
    """As few people as play it at a table of each game, their matches begun."""
    Watching.views = findings.views
    players = []
    for game, options in GAMES.items():
        host = await Watching.open(url, game, "P0", options=options)
        guests = [await Watching.join(url, host.word, f"P{i}") for i in range(1, load(game).seats.start)]
        await host.start()
        players += [Player(table, table is host, findings.noted, rng) for table in (host, *guests)]
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


async def roam(
    postgresql: Postgresql,
    database: str,
    seed: int,
    kills: int,
    *,
    outages: int = 0,
    outage: float = 10.0,
    apart: float = 2.0,
    strange: bool = True,
    drains: int = 0,
    calm: tuple[float, float] = (0.5, 2.0),
) -> Findings:
    """Play while a server is killed (-9) every few seconds, the database stops now and then, and servers drain and come back.

    `apart`: how far the clocks of the first and the last server are from each other, in seconds.
    """
    rng, findings = random.Random(seed), Findings()
    happenings = ["kill"] * kills + ["outage"] * outages + ["drain"] * drains
    rng.shuffle(happenings)
    with Room(database, apart, strange) as room:
        await room.answer()
        async with Balancer(room.ports, rng) as balancer:
            players = await people(balancer.url, findings, rng)
            watch = Stopwatch()
            ticking = asyncio.create_task(watch.run())
            with playing(players) as tasks:
                for what in happenings:
                    before = by_table(findings.noted)
                    await asyncio.sleep(rng.uniform(*calm))
                    end = time.monotonic() + PLENTY
                    while sum(moves > before.get(word, 0) for word, moves in by_table(findings.noted).items()) < len(GAMES):
                        await asyncio.sleep(
                            0.01
                        )  # at every table it goes on between two happenings, if it is not long at a clock
                        assert not any(task.done() for task in tasks), [task for task in tasks if task.done()]
                        if time.monotonic() > end:
                            break
                    await happen(what, room, postgresql, players, findings, rng, outage, watch)
                await room.answer()
                await answered(players)
            ticking.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.wait_for(asyncio.gather(*(player.settle() for player in players)), PATIENCE)
            for player in players:
                await player.table.close()
            findings.passed = balancer.passed
    return findings


async def happen(
    what: str,
    room: Room,
    postgresql: Postgresql,
    players: list[Player],
    findings: Findings,
    rng: random.Random,
    outage: float,
    watch: Stopwatch,
) -> None:
    victim = rng.randrange(SERVERS)
    began = watch.ran
    if what == "outage":
        await asyncio.to_thread(postgresql.stop)
        await asyncio.sleep(outage)
        await asyncio.to_thread(postgresql.start)
        began = watch.ran
        await answered(players)
        findings.back.append(watch.ran - began)
        findings.outages += 1
        return
    if what == "drain":
        room.terminate(victim)
    else:
        room.kill(victim)
        findings.kills += 1
    await answered(players)
    findings.stood.append(watch.ran - began)
    await asyncio.to_thread(room.begin, victim)
    await room.answer()


def wrong(database: str, findings: Findings) -> list[str]:
    """What is wrong with what is stored, and with what was shown: every view must be one to which the log leads."""
    found = faults(database, findings.noted)
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
