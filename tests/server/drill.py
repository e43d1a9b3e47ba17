"""A server that is killed (-9) at random points during games, and people whose clients come back to it."""

import asyncio
import json
import multiprocessing
import random
import time
from collections import defaultdict
from contextlib import suppress
from multiprocessing.context import ForkServerProcess
from typing import Any

import httpx
from sqlalchemy import create_engine, text

from parlour.client import AsyncTable
from parlour.engine import Log, LogError, Match, load
from parlour.games.cells import CHANCE, CLOCK
from parlour.server import run
from tests.patience import PATIENCE
from tests.ports import free_port
from tests.server.conftest import quick

GAMES: dict[str, dict[str, Any]] = {"skyjo": {}, "keys": {}, "kings_keys": {}, "keskife": {"venue": "stage"}}  # with options
Acknowledged = dict[tuple[str, int, int], list[int]]  # (table word, match, seat) -> the actions acknowledged, in order

processes = multiprocessing.get_context("forkserver")
processes.set_forkserver_preload(["parlour.server"])


def serve(database: str, port: int) -> None:
    """One life of the server, in a process of its own."""
    run(port=port, settings=quick(database, grace=1e6), ready=lambda urls: None)


async def alive(url: str) -> None:
    """Wait until the server answers."""
    async with httpx.AsyncClient() as client:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with suppress(httpx.TransportError):
                if (await client.get(f"{url}/healthz")).status_code == 200:
                    return
            await asyncio.sleep(0.05)
    raise AssertionError("the server did not start")


class Player:
    """Somebody who plays at random, match after match, and notes what was acknowledged."""

    def __init__(self, table: AsyncTable, host: bool, noted: Acknowledged, rng: random.Random, pause: float = 0.0) -> None:
        self.table = table
        self.host = host
        self.noted = noted
        self.rng = rng
        self.pause = pause  # seconds after each move
        self.under_way: asyncio.Task[None] | None = None

    async def _move(self, action: dict[str, object]) -> None:
        session = self.table.session
        assert session.view is not None
        number = load(session.view["game"]).actions.number(action)
        key = (session.word, session.match, session.view["seat"])
        if await self.table.play(action):
            self.noted[key].append(number)

    async def play(self) -> None:
        """Until cancelled; a move under way is finished by `settle`."""
        while True:
            async for view in self.table.turns():
                self.under_way = asyncio.create_task(self._move(self.rng.choice(view["legal"])))
                await asyncio.shield(self.under_way)
                await asyncio.sleep(self.pause)
            if self.host:
                await self.table.ask("rematch")
                await self.table.start()
            await self.table.until(lambda: self.table.view is not None and not self.table.view["over"])

    async def settle(self) -> None:
        if self.under_way is not None:
            await self.under_way


async def people(url: str, noted: Acknowledged, rng: random.Random) -> list[Player]:
    """As few people as play it at a table of each game, their matches begun."""
    players = []
    for game, options in GAMES.items():
        host = await AsyncTable.open(url, game, "P0", options=options)
        guests = [await AsyncTable.join(url, host.word, f"P{i}") for i in range(1, load(game).seats.start)]
        await host.start()
        players += [Player(table, table is host, noted, rng) for table in (host, *guests)]
    return players


def by_table(noted: Acknowledged) -> dict[str, int]:
    """How many moves were acknowledged at each table."""
    counts: dict[str, int] = defaultdict(int)
    for (word, _, _), moves in noted.items():
        counts[word] += len(moves)
    return counts


async def drill(database: str, seed: int, kills: int) -> Acknowledged:
    """Play, kill, restart, and so on; returns what was acknowledged. At every table it goes on in every life of the server."""
    rng = random.Random(seed)
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    noted: Acknowledged = defaultdict(list)

    def start() -> ForkServerProcess:
        process = processes.Process(target=serve, args=(database, port))
        process.start()
        return process

    process = start()
    try:
        await alive(url)
        players = await people(url, noted, rng)
        tasks = [asyncio.create_task(player.play()) for player in players]
        for _ in range(kills):
            before = by_table(noted)
            while sum(moves > before.get(word, 0) for word, moves in by_table(noted).items()) < len(GAMES):
                await asyncio.sleep(0.01)
                assert not any(task.done() for task in tasks), [task for task in tasks if task.done()]
            await asyncio.sleep(rng.random() * 0.2)
            process.kill()
            process.join()
            process = start()
            await alive(url)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.wait_for(asyncio.gather(*(player.settle() for player in players)), PATIENCE)
        for player in players:
            await player.table.close()
    finally:
        process.kill()
        process.join()
    return noted


def stored(database: str) -> tuple[Acknowledged, dict[tuple[str, int], Log]]:
    """What people played, as it is in the database, and the logs of all matches by table word and number."""
    engine = create_engine(database.replace("postgresql:", "postgresql+psycopg:"))
    found: Acknowledged = defaultdict(list)
    logs = {}
    with engine.connect() as connection:
        for begun in connection.execute(text('SELECT word, "match", game, version, players, options FROM matches')).all():
            asked = text('SELECT seq, seat, action FROM actions WHERE word = :word AND "match" = :match ORDER BY seq')
            steps = connection.execute(asked, {"word": begun[0], "match": begun[1]}).all()
            assert [step[0] for step in steps] == list(range(len(steps)))
            for _, seat, action in steps:
                if seat not in (CHANCE, CLOCK):
                    found[begun[0], begun[1], seat].append(action)
            options = json.loads(begun[5]) if isinstance(begun[5], str) else begun[5]
            acted = tuple((step[1], step[2]) for step in steps)
            logs[begun[0], begun[1]] = Log(begun[2], begun[3], begun[4], options, acted)
    engine.dispose()
    return found, logs


def faults(database: str, noted: Acknowledged) -> list[str]:
    """What is wrong with what is stored: acknowledged moves that are not there as they were sent, logs that do not replay."""
    found, logs = stored(database)
    wrong = [
        f"{key}: acknowledged {moves}, stored {found.get(key)}" for key, moves in noted.items() if moves != found.get(key, [])
    ]
    wrong += [f"{key}: stored, never acknowledged" for key in found.keys() - noted.keys()]
    for log in logs.values():
        try:
            Match.replay(log)
        except LogError as error:
            wrong.append(f"{log.game}: {error}")
    return wrong
