"""The database: one writer thread that commits in groups, SQLite by default and PostgreSQL by URL.

A record counts as kept when the future of its `write` is done; only then may anybody be told. While one commit is on its
way to the disk, what arrives meanwhile is gathered into the next.
"""

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from parlour.engine import Log
from parlour.engine.draws import Draws
from parlour.server.meters import NONE
from parlour.server.store import erasing, statements
from parlour.server.store.engine import connect
from parlour.server.store.error import LeaseLost, StoreError
from parlour.server.store.lease import BEAT, Lease
from parlour.server.store.schema import prepare
from parlour.server.store.servers import Holder, Seen, Servers
from parlour.server.table.records import (
    Acted,
    Advised,
    Answered,
    Begun,
    Cleared,
    Erased,
    Forgotten,
    Given,
    Joined,
    Kept,
    Opened,
    Record,
    Saved,
    Screened,
    Spoke,
    TookBack,
    Touched,
)
from parlour.server.wire.shown import Guest, LineShown

R = TypeVar("R")

GROUP = 1000  # writes gathered into one commit at most

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Beat:
    """Nothing to keep: a sign that the server lives and can write."""


@dataclass(frozen=True, slots=True)
class Leave:
    """The server writes nothing more: others may take what it held."""


class Lane:
    """The writes of one table in memory, in order. Once one has failed no later one is kept: a log has no holes."""

    __slots__ = ("failed",)

    def __init__(self) -> None:
        self.failed = False


class Store:
    """An open database. Writing is asynchronous and ordered; reading blocks, so it belongs in a thread."""

    def __init__(self, url: str) -> None:
        try:
            self.engine = connect(url)
        except (SQLAlchemyError, ImportError) as error:
            raise StoreError(f"this database cannot be used: {error}") from None
        self.meters = NONE
        self.lost = False  # another server has taken the database over
        self.servers = Servers(self.engine) if self.engine.dialect.name == "postgresql" else None  # those that share it
        self._lease: Lease | None = None
        self._add = statements.additions(self.engine)
        self._queue: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        self._connection: Connection | None = None  # the writer's own
        try:
            prepare(self.engine)
        except (StoreError, SQLAlchemyError) as error:
            self.engine.dispose()
            if isinstance(error, StoreError):
                raise
            raise StoreError(f"the database cannot be opened: {getattr(error, 'orig', error)}") from None
        self._writer = threading.Thread(target=self._run, name="parlour-writer", daemon=True)
        self._writer.start()

    async def ask(self, look: Callable[..., T], *what: Any) -> T:
        """What a method that blocks answers, asked in a thread."""
        return await asyncio.to_thread(look, *what)

    def claim(self) -> None:
        """Become the one server that writes here, until `close`; may wait. Raises StoreError where another one is.

        Where several servers share the database, this only looks whether one is there that does not know of that; see `join`.
        """
        lease = Lease(self.engine)
        try:
            if self.servers is None:
                lease.claim()
                self._lease = lease
            elif lease.held:
                lease.claim()
                with self.engine.begin() as connection:
                    lease.leave(connection)
        except SQLAlchemyError as error:
            raise StoreError(f"the database cannot be written: {getattr(error, 'orig', error)}") from None

    def join(self, address: str) -> str:
        """Be one of several servers, which reach this one at an address. Returns the secret by which they know each other."""
        assert self.servers is not None
        known = self.servers.join(address)
        self.lost = False
        return known

    @property
    def me(self) -> str:
        """This server's name among several."""
        return self.servers.me if self.servers is not None else ""

    def take(self, word: str) -> Holder | None:
        """Take a table that nobody holds. Returns who holds it now; None where there is no such table."""
        if self.servers is None:
            return Holder("", "") if self.taken(word) else None
        return self.servers.take(word)

    def take_free(self, words: Collection[str]) -> list[str]:
        """Take those of these tables that no server holds; returns them. To be `Given` back."""
        return list(words) if self.servers is None else self.servers.take_free(words)

    def look(self) -> list[Seen]:
        """The servers that share the database."""
        return self.servers.look() if self.servers is not None else []

    def bury(self, them: str, age: float) -> bool:
        """Take a server for dead whose last sign is at least so old."""
        return self.servers is not None and self.servers.bury(them, age)

    def leave(self) -> "asyncio.Future[None]":
        """Give up, once all that was handed in is settled, what this server holds; it writes nothing more."""
        return self._put((Leave(),), Lane())

    def beat(self) -> "asyncio.Future[None]":
        """Write that the server lives; the future fails where nothing can be written."""
        return self._put((Beat(),), Lane())

    def write(self, records: Sequence[Record], lane: Lane) -> "asyncio.Future[None]":
        """Keep these records, all or none. The future is done when they are durable, or fails and then none is kept.

        No records: the future is done when all that was handed in before is settled.
        """
        return self._put(records, lane)

    def _put(self, records: "Sequence[Record | Beat | Leave]", lane: Lane) -> "asyncio.Future[None]":
        loop = asyncio.get_running_loop()
        write = _Write(records, lane, loop, loop.create_future())
        self._queue.put(write)
        return write.future

    def close(self) -> None:
        """Finish what was handed in, then close."""
        self._queue.put(None)
        self._writer.join()
        self.engine.dispose()

    def _run(self) -> None:
        while True:
            group, last = self._gather()
            if group:
                self._commit(group)
            if last:
                self._part()
                self._disconnect()
                return

    def _gather(self) -> "tuple[list[_Write], bool]":
        group: list[_Write] = []
        item = self._wait()
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
                    self._keep([Beat()] if self._lease is not None else [])
                except Exception:  # the next write, or whoever asks for health, hears of it
                    self._disconnect()

    def _part(self) -> None:
        if self.lost:
            return
        try:
            connection = self._connection = self._connection or self.engine.connect()
            with connection.begin():
                self._leave(connection)
        except Exception:  # then whoever comes next finds out that this process is no more
            self._disconnect()

    def _leave(self, connection: Connection) -> None:
        if self._lease is not None:
            self._lease.leave(connection)
        elif self.servers is not None:
            self.servers.leave(connection)

    def _commit(self, group: "list[_Write]") -> None:
        sound = [write for write in group if not write.lane.failed]
        records = [record for write in sound for record in write.records]
        began = time.perf_counter()
        try:
            self._keep(records)
            if records:
                self.meters.wrote(time.perf_counter() - began, len(records))
        except Exception as error:  # whatever the driver raises, those who wait must hear of it
            self._disconnect()
            if len(group) > 1:
                for write in group:  # one bad write must not take the other tables' with it
                    self._commit([write])
                return
            group[0].lane.failed = True
            group[0].finish(error)
            return
        for write in group:
            write.finish(StoreError("an earlier write failed") if write.lane.failed else None)

    def _keep(self, records: "list[Record | Beat | Leave]") -> None:
        if not records:
            return
        connection = self._connection = self._connection or self.engine.connect()
        with connection.begin():
            self._hold(connection, records)
            kept = {record.word: record for record in records if isinstance(record, Kept)}
            _each(connection, statements.DROP, [{"of": word} for word in kept])
            _each(connection, self._add[Kept], [statements.row(record) for record in kept.values()])
            closed = [{"of": word} for word, record in kept.items() if record.status == "closed"]
            _each(connection, statements.FORGET_OPENER, closed)
            _each(connection, statements.HEEDED, closed)
            _each(connection, statements.TOUCH, [statements.touched(one) for one in records if isinstance(one, Touched)])
            # before the rows come: one that is forgotten and done again in the same commit must stay
            _each(connection, statements.FORGET, [statements.forgotten(one) for one in records if isinstance(one, Forgotten)])
            _each(connection, statements.CUT, [statements.cut(one) for one in records if isinstance(one, TookBack)])
            records = _standing(records)
            screened = {record.word: record for record in records if isinstance(record, Screened)}
            _each(connection, statements.UNSCREEN, [{"of": word} for word in screened])
            _each(connection, self._add[Screened], [statements.row(record) for record in screened.values()])
            for kind in (Opened, Begun, Acted, TookBack, Spoke, Answered, Advised):
                _each(connection, self._add[kind], [statements.row(record) for record in records if isinstance(record, kind)])
            quiet = [statements.gone(record) for record in records if isinstance(record, Spoke) and record.gone > 0]
            _each(connection, statements.FALL_SILENT, quiet)
            _each(connection, statements.SEAT, [statements.seated(one) for one in records if isinstance(one, Joined)])
            _each(connection, statements.CLEAR, [statements.cleared(one) for one in records if isinstance(one, Cleared)])
            for record in records:
                if isinstance(record, Erased):
                    erasing.carry_out(connection, record.word, record.name)
            self._give(connection, records)

    def _hold(self, connection: Connection, records: "list[Record | Beat | Leave]") -> None:
        """Make sure that this server may write all this."""
        me = self.me
        try:
            if self._lease is not None:
                self._lease.hold(connection)
            elif self.servers is not None and me:
                for record in records:
                    if isinstance(record, Opened):
                        self.servers.begin(connection, record.word)
                words = {record.word for record in records if not isinstance(record, Beat | Leave | Advised | Screened)}
                self.servers.hold(connection, me, words)
        except LeaseLost:
            if me == self.me:  # it may have joined anew meanwhile
                self.lost = True
            raise

    def _give(self, connection: Connection, records: "list[Record | Beat | Leave]") -> None:
        """Give up what this server need no longer hold."""
        given = [record.word for record in records if isinstance(record, Given)]
        if given and self.servers is not None:
            self.servers.give(connection, given)
        if any(isinstance(record, Leave) for record in records):
            self._leave(connection)

    def _disconnect(self) -> None:
        """After a failure the connection may be unusable: the next commit makes a new one."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def load(self, word: str) -> Saved | None:
        """All that is stored of a table."""
        with self.engine.connect() as connection:
            row = connection.execute(statements.TABLE, {"of": word}).one_or_none()
            if row is None:
                return None
            done = connection.execute(statements.ANSWERED, {"of": word}).all()
            log = _log(connection, word, row.state["match"])
            said = tuple(cast(LineShown, dict(line)) for line in connection.execute(statements.SAID, {"of": word}).mappings())
        answered = tuple((person, request) for person, request in done)
        return Saved(word, row.game, row.touched, row.state, log, answered, said)

    def log(self, word: str, match: int) -> Log | None:
        """The log of a match at a table."""
        with self.engine.connect() as connection:
            return _log(connection, word, match)

    def people(self, word: str, match: int) -> list[Guest] | None:
        """Who sat in a match, by seat; None where that was not kept."""
        with self.engine.connect() as connection:
            found: list[Guest] | None = connection.execute(statements.PEOPLE, {"of": word, "number": match}).scalar()
        return found

    def advice(self, word: str, match: int) -> dict[str, Any] | None:
        """What the advisor found in a match; None where nobody asked him."""
        with self.engine.connect() as connection:
            found: dict[str, Any] | None = connection.execute(statements.ADVICE, {"of": word, "number": match}).scalar()
        return found

    def screen(self, code: str, now: float) -> str | None:
        """The table that a big screen finds by these letters now."""
        with self.engine.connect() as connection:
            return connection.execute(statements.SCREEN, {"typed": code, "then": now}).scalar()

    def untouched_since(self, then: float) -> list[str]:
        """Tables not closed that nobody has touched since then."""
        with self.engine.connect() as connection:
            return list(connection.execute(statements.UNTOUCHED, {"then": then}).scalars())

    def unused_since(self, then: float) -> list[str]:
        """Tables not closed at which nothing was ever played, and that nobody has touched since then."""
        with self.engine.connect() as connection:
            return list(connection.execute(statements.UNUSED, {"then": then}).scalars())

    def opened_by(self, address: str) -> int:
        """How many tables that are not closed were opened from an address."""
        with self.engine.connect() as connection:
            return connection.execute(statements.OPENED_BY, {"address": address}).scalar() or 0

    def closings(self) -> list[str]:
        """The tables that the operator wants closed."""
        with self.engine.connect() as connection:
            return list(connection.execute(statements.CLOSINGS).scalars())

    def erasures(self) -> list[tuple[str, str]]:
        """What the operator wants gone: table words, and a name each, empty for the whole table."""
        with self.engine.connect() as connection:
            return [(word, name) for word, name in connection.execute(statements.ERASURES)]

    def closed_since(self, then: float, most: int) -> list[str]:
        """Some closed tables that nobody has touched since then."""
        with self.engine.connect() as connection:
            return list(connection.execute(statements.CLOSED, {"then": then, "most": most}).scalars())

    def stale_since(self, then: float, most: int) -> list[str]:
        """Some tables that nobody has touched since then, of which it is still known what was answered there."""
        with self.engine.connect() as connection:
            return list(connection.execute(statements.STALE, {"then": then, "most": most}).scalars())

    def taken(self, word: str) -> bool:
        """Whether a table of this word was ever opened."""
        with self.engine.connect() as connection:
            return connection.execute(statements.TAKEN, {"of": word}).first() is not None

    @property
    def waiting(self) -> int:
        """Writes handed in that the writer has not come to."""
        return self._queue.qsize()

    def by_status(self) -> dict[str, int]:
        """How many tables there are of each status."""
        with self.engine.connect() as connection:
            return {row.status: row.number for row in connection.execute(statements.BY_STATUS)}

    def count(self) -> int:
        """How many tables are not closed."""
        with self.engine.connect() as connection:
            return connection.execute(statements.COUNT).scalar() or 0


class _Write:
    """Records handed in, and who waits for them."""

    __slots__ = ("future", "lane", "loop", "records")

    def __init__(
        self,
        records: "Sequence[Record | Beat | Leave]",
        lane: Lane,
        loop: asyncio.AbstractEventLoop,
        future: "asyncio.Future[None]",
    ) -> None:
        self.records = records
        self.lane = lane
        self.loop = loop
        self.future = future

    def finish(self, error: Exception | None) -> None:
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._tell, error)

    def _tell(self, error: Exception | None) -> None:
        if self.future.done():
            return
        if error is None:
            self.future.set_result(None)
        else:
            self.future.set_exception(error)


def _each(connection: Connection, statement: Any, rows: list[dict[str, Any]]) -> None:
    """Carry out a statement for each of these rows, if there are any."""
    if rows:
        connection.execute(statement, rows)


def _standing(records: list[R]) -> list[R]:
    """What is left of some records when what was taken back among them is left out."""
    left: list[R] = []
    for record in records:
        if isinstance(record, TookBack):
            left = [one for one in left if not (isinstance(one, Acted) and _taken(one, record))]
        left.append(record)
    return left


def _taken(step: Acted, back: TookBack) -> bool:
    return (step.word, step.match) == (back.word, back.match) and step.seq >= back.seq


def _log(connection: Connection, word: str, number: int) -> Log | None:
    mine = {"of": word, "number": number}
    begun = connection.execute(statements.BEGUN, mine).one_or_none()
    if begun is None:
        return None
    played = connection.execute(statements.ACTED, mine).all()
    draws = Draws.from_json(begun.draws, begun.players) if begun.draws is not None else None
    steps = tuple((seat, action) for seat, action in played)
    names = tuple(person["name"] for person in begun.people or ())
    return Log(begun.game, begun.version, begun.players, begun.options, steps, names=names, draws=draws)
