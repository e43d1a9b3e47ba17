"""A simulated server's process: it travels, freezes, is told to stop, and dies."""

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Any, Protocol, cast

from parlour.server.hall.hub import Hub
from parlour.server.hall.peer import Peer
from parlour.server.settings import Settings
from parlour.server.store.store import Store
from parlour.server.table.records import Record
from tests.server.simulated.database import Database
from tests.server.simulated.net import Net, Network
from tests.server.simulated.store import FakeStore

NOON = 1_800_000_000.0
NEVER = 1e9


class Around(Protocol):
    """What a server finds in its world."""

    rng: Random
    settings: Settings
    net: Net
    database: Database
    lives: int

    def roll(self, n: int) -> int: ...
    def land(self, me: str, records: Sequence[Record], node: Any, leaves: bool, mishap: str) -> "asyncio.Future[None]": ...


class Node:
    """A server's process."""

    def __init__(self, world: Around, number: int) -> None:
        self.world, self.number = world, number
        self.name = f"node {number} {world.rng.random()}"
        self.dead = False
        self.until = 0.0  # it is frozen
        self.mishaps: list[str] = []  # of its next commits
        self.peers: set[Peer] = set()
        store = cast(Store, FakeStore(world, self))
        skew = (number - 1) * 1.0
        loop = asyncio.get_running_loop()
        self.hub = Hub(world.settings, store, world.roll, now=lambda: NOON + loop.time() + skew, network=Network(world.net, self))

    async def begin(self) -> None:
        await self.hub.begin()
        self.hub.pulse.phase = "ready"
        self.hub.watch.start()

    async def travel(self) -> None:
        """A way to somewhere: to be frozen is to wait, and to be dead is never to arrive."""
        await asyncio.sleep(self.world.net.delay())
        while asyncio.get_running_loop().time() < self.until:
            await asyncio.sleep(self.until - asyncio.get_running_loop().time())
        if self.dead:
            await asyncio.sleep(NEVER)

    def mishap(self) -> str:
        return self.mishaps.pop() if self.mishaps else ""

    def kill(self) -> None:
        self.dead = True
        for end in self.world.net.ends:
            if end.node is self and end.open:
                end.cut()
        self.hub.watch.stop()
        for table in self.hub.tables():
            table.rest()
        for peer in self.peers:
            peer.end()
        assert self.hub.members is not None
        for task in self.hub.members._tasks:
            task.cancel()

    async def drain(self) -> None:
        await self.hub.drain()
        self.kill()
