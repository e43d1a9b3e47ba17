"""The one thread that writes: it gathers what is handed in while a commit is on its way to the disk into the next.

A commit costs the same for one move as for ten. So that many tables share one, the next waits for a breath where many write.
"""

import asyncio
import queue
import threading
import time
from collections.abc import Sequence
from time import sleep as pause

from sqlalchemy import Connection, Engine

from parlour.server.meters import NONE
from parlour.server.store import statements
from parlour.server.store.breath import Breath
from parlour.server.store.commit import carry_out
from parlour.server.store.error import StoreError, outage
from parlour.server.store.lease import BEAT
from parlour.server.store.right import Beat, Leave, Right
from parlour.server.table.records import Record

GROUP = 1000  # writes gathered into one commit at most


class Lane:
    """The writes of one table in memory, in order. Once one has failed no later one is kept: a log has no holes."""

    __slots__ = ("failed",)

    def __init__(self) -> None:
        self.failed = False


class Writer:
    """Writes what it is handed, in order, until it is closed."""

    def __init__(self, engine: Engine, right: Right) -> None:
        self.meters = NONE
        self._engine = engine
        self._right = right
        self._add = statements.additions(engine)
        self._queue: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        self._connection: Connection | None = None  # its own
        self._out = False  # the last commit found the database away
        self._closing = False
        self._breath = Breath()
        self._thread = threading.Thread(target=self._run, name="parlour-writer", daemon=True)
        self._thread.start()

    def put(self, records: Sequence[Record | Beat | Leave], lane: Lane) -> "asyncio.Future[None]":
        """Hand in records, all or none of which are kept. The future is done when they are durable, or fails."""
        loop = asyncio.get_running_loop()
        write = _Write(records, lane, loop, loop.create_future())
        self._queue.put(write)
        return write.future

    @property
    def waiting(self) -> int:
        """Writes handed in that it has not come to."""
        return self._queue.qsize()

    def close(self) -> None:
        """Finish what was handed in, then end; where the database is away that is tried once, and not for each."""
        self._closing = True
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while True:
            group, last = self._gather()
            if group:
                self._breath.begin(group[0].lane, len(group))
                self._commit(group)
            if last:
                self._part()
                self._disconnect()
                return

    def _gather(self) -> "tuple[list[_Write], bool]":
        group: list[_Write] = []
        item = self._wait()
        if item is not None and (rest := self._breath.rest(item.lane)) > 0:
            pause(rest)
        while item is not None:
            group.append(item)
            if len(group) == GROUP or self._queue.empty():
                return group, False
            item = self._queue.get()
        return group, True

    def _wait(self) -> "_Write | None":
        """What is handed in next; while nothing is, the lease is held."""
        while True:
            try:
                return self._queue.get(timeout=BEAT)
            except queue.Empty:
                try:
                    self._keep([Beat()] if self._right.alone else [])
                except Exception:  # the next write, or whoever asks for health, hears of it
                    self._disconnect()

    def _part(self) -> None:
        if self._right.lost or self._out:
            return
        try:
            connection = self._connect()
            with connection.begin():
                self._right.leave(connection)
        except Exception:  # then whoever comes next finds out that this process is no more
            self._disconnect()

    def _commit(self, group: "list[_Write]") -> None:
        sound = [write for write in group if not write.lane.failed]
        records = [record for write in sound for record in write.records]
        began = time.perf_counter()
        try:
            if self._closing and self._out:
                raise StoreError("the database is away, and the server stops")
            self._keep(records)
            if records:
                self.meters.wrote(time.perf_counter() - began, len(records))
        except Exception as error:  # whatever the driver raises, those who wait must hear of it
            self._disconnect()
            away = outage(error) or (self._closing and self._out)
            if len(group) > 1 and not away:
                for write in group:  # one bad write must not take the other tables' with it
                    self._commit([write])
                return
            self._out = away
            for write in group:
                write.lane.failed = True
            _finish(group, error)
            return
        self._out = False
        _finish(group, None)

    def _keep(self, records: list[Record | Beat | Leave]) -> None:
        if not records:
            return
        connection = self._connect()
        with connection.begin():
            self._right.hold(connection, records)
            carry_out(connection, self._add, records)
            self._right.give(connection, records)

    def _connect(self) -> Connection:
        self._connection = self._connection or self._engine.connect()
        return self._connection

    def _disconnect(self) -> None:
        """After a failure the connection may be unusable: the next commit makes a new one."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class _Write:
    """Records handed in, and who waits for them."""

    __slots__ = ("future", "lane", "loop", "records")

    def __init__(
        self,
        records: Sequence[Record | Beat | Leave],
        lane: Lane,
        loop: asyncio.AbstractEventLoop,
        future: "asyncio.Future[None]",
    ) -> None:
        self.records = records
        self.lane = lane
        self.loop = loop
        self.future = future

    def tell(self, error: Exception | None) -> None:
        """In the loop of whoever waits: it is kept, or not because of this error."""
        if self.future.done():
            return
        if error is None:
            self.future.set_result(None)
        else:
            self.future.set_exception(error)


def _finish(group: list[_Write], error: Exception | None) -> None:
    """Tell those who wait how it ended, each loop once."""
    ends = [(write, error or (StoreError("an earlier write failed") if write.lane.failed else None)) for write in group]
    for loop in {write.loop for write in group}:
        if not loop.is_closed():
            loop.call_soon_threadsafe(_tell, [(write, end) for write, end in ends if write.loop is loop])


def _tell(ends: list[tuple[_Write, Exception | None]]) -> None:
    for write, end in ends:
        write.tell(end)
