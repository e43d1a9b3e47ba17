"""A simulated server's store: queues, groups and lanes as the real one has them, over the simulated database."""

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from parlour.engine import Log
from parlour.server.meters import Meters
from parlour.server.store.error import LeaseLost, StoreError
from parlour.server.store.servers import Holder, Seen
from parlour.server.store.writer import Lane
from parlour.server.table.records import Record, Saved
from tests.server.simulated.database import Database

T = TypeVar("T")


class Machine(Protocol):
    """What the store asks of the server it belongs to."""

    dead: bool

    async def travel(self) -> None: ...
    def mishap(self) -> str: ...


class Disk(Protocol):
    """What the store asks of the world."""

    database: Database
    lives: int

    def land(self, me: str, records: Sequence[Record], node: Any, leaves: bool, mishap: str) -> "asyncio.Future[None]": ...


@dataclass
class _Write:
    records: Sequence[Record]
    lane: Lane
    future: "asyncio.Future[None]"
    kind: str = "write"


class FakeStore:
    """A server's way to the database, with the manners of `Store`."""

    def __init__(self, world: Disk, node: Machine) -> None:
        self.world, self.node = world, node
        self.lost = False
        self.me = ""
        self.servers = self
        self.waiting = 0
        self._queue: asyncio.Queue[_Write] = asyncio.Queue()
        self._writer = asyncio.get_running_loop().create_task(self._run())

    # --- reading

    def measure(self, meters: Meters) -> None:
        pass

    async def ask(self, look: Callable[..., T], *what: Any) -> T:
        await self.node.travel()
        if self.world.database.away:
            raise ConnectionError("the database is away")
        found = look(*what)
        await self.node.travel()
        return found

    def claim(self) -> None:
        pass

    def join(self, address: str) -> str:
        self.world.lives += 1
        self.me = f"life {self.world.lives}"
        self.world.database.servers[self.me] = address, self.world.database.now()
        self.lost = False
        return "secret"

    def take(self, word: str) -> Holder | None:
        base = self.world.database
        if word not in base.tables:
            return None
        holder = base.holdings.get(word)
        if holder is None:
            if self.me not in base.servers:
                raise LeaseLost("buried")
            holder = base.holdings[word] = self.me
        return Holder(holder, base.servers[holder][0])

    def look(self) -> list[Seen]:
        base = self.world.database
        return [Seen(name, address, None, base.now() - beat) for name, (address, beat) in base.servers.items()]

    def bury(self, them: str, age: float) -> bool:
        return self.world.database.bury(them, age)

    def forgive(self) -> None:
        pass

    def count(self) -> int:
        return len(self.world.database.tables)

    def opened_by(self, address: str) -> int:
        return 0

    def taken(self, word: str) -> bool:
        return word in self.world.database.tables

    def load(self, word: str) -> Saved | None:
        base = self.world.database
        kept = base.tables[word]
        state = json.loads(json.dumps(kept.state))
        return Saved(word, kept.game, kept.touched, state, base.log(word, state["match"]), tuple(base.answered[word]), ())

    def log(self, word: str, match: int) -> Log | None:
        return self.world.database.log(word, match)

    # --- writing

    def write(self, records: Sequence[Record], lane: Lane, kind: str = "write") -> "asyncio.Future[None]":
        write = _Write(list(records), lane, asyncio.get_running_loop().create_future(), kind)
        self._queue.put_nowait(write)
        return write.future

    def beat(self) -> "asyncio.Future[None]":
        return self.write((), Lane(), "beat")

    def leave(self) -> "asyncio.Future[None]":
        return self.write((), Lane(), "leave")

    def close(self) -> None:
        self._writer.cancel()

    async def _run(self) -> None:
        while True:
            group = [await self._queue.get()]
            while not self._queue.empty():
                group.append(self._queue.get_nowait())
            await self._commit(group)

    async def _commit(self, group: list[_Write]) -> None:
        me = self.me
        try:
            await self._keep(group)
        except Exception as error:
            if len(group) > 1:
                for write in group:
                    await self._commit([write])
                return
            group[0].lane.failed = True
            if isinstance(error, LeaseLost) and me == self.me:
                self.lost = True
            self._finish(group[0], error)
            return
        for write in group:
            self._finish(write, StoreError("an earlier write failed") if write.lane.failed else None)

    def _finish(self, write: _Write, error: Exception | None) -> None:
        if self.node.dead or write.future.done():
            return
        if error is None:
            write.future.set_result(None)
        else:
            write.future.set_exception(error)

    async def _keep(self, group: list[_Write]) -> None:
        records = [record for write in group if not write.lane.failed for record in write.records]
        if not records and all(write.kind == "write" for write in group):
            return
        base, me = self.world.database, self.me
        await self.node.travel()
        if base.away or me in base.locked:
            raise ConnectionError("the database is away")
        base.check(me, records)
        base.locked.add(me)
        mishap = self.node.mishap()
        landing = self.world.land(me, records, self.node, any(write.kind == "leave" for write in group), mishap)
        if mishap in ("doubt", "fail"):
            await self.node.travel()
            raise ConnectionError("the answer of the database is lost")
        await landing
        await self.node.travel()
