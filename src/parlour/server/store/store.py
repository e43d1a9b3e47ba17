"""The database: one writer thread that commits in groups, SQLite by default and PostgreSQL by URL.

A record counts as kept when the future of its `write` is done; only then may anybody be told. While one commit is on its
way to the disk, what arrives meanwhile is gathered into the next.
"""

import asyncio
import queue
import threading
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    Connection,
    Engine,
    Float,
    Integer,
    MetaData,
    String,
    Table,
    bindparam,
    create_engine,
    delete,
    event,
    func,
    insert,
    make_url,
    select,
    text,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from parlour.engine import Log
from parlour.engine.draws import Draws
from parlour.server.table.records import Acted, Answered, Begun, Forgotten, Kept, Record, Saved, Touched
from parlour.server.wire.shown import Guest

SCHEMA = 2
UPGRADES = {  # what leads from a schema to the next
    1: ("ALTER TABLE matches ADD COLUMN people JSON", "ALTER TABLE matches ADD COLUMN draws JSON"),
}
GROUP = 1000  # writes gathered into one commit at most

meta = MetaData()
about = Table("about", meta, Column("schema", Integer, primary_key=True))
tables = Table(
    "tables",
    meta,
    Column("word", String(64), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("status", String(16), nullable=False, index=True),
    Column("touched", Float, nullable=False),
    Column("state", JSON, nullable=False),
)
matches = Table(
    "matches",
    meta,
    Column("word", String(64), primary_key=True),
    Column("match", Integer, primary_key=True),
    Column("game", String(64), nullable=False),
    Column("version", Integer, nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("people", JSON),
    Column("draws", JSON),
    sqlite_with_rowid=False,
)
actions = Table(
    "actions",
    meta,
    Column("word", String(64), primary_key=True),
    Column("match", Integer, primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("action", BigInteger, nullable=False),
    Column("at", Float, nullable=False),
    sqlite_with_rowid=False,
)
answered = Table(
    "answered",
    meta,
    Column("word", String(64), primary_key=True),
    Column("person", Integer, primary_key=True),
    Column("id", String(64), primary_key=True),
    Column("at", Float, nullable=False),
    sqlite_with_rowid=False,
)
ROWS = {Begun: matches, Acted: actions, Answered: answered}
FORGET = delete(answered).where(
    answered.c.word == bindparam("of"), answered.c.person == bindparam("by"), answered.c.id == bindparam("request")
)


class StoreError(RuntimeError):
    """The database cannot be used; the message says why."""


class Lane:
    """The writes of one table in memory, in order. Once one has failed no later one is kept: a log has no holes."""

    __slots__ = ("failed",)

    def __init__(self) -> None:
        self.failed = False


class Store:
    """An open database. Writing is asynchronous and ordered; reading blocks, so it belongs in a thread."""

    def __init__(self, url: str) -> None:
        try:
            self.engine = _engine(url)
        except (SQLAlchemyError, ImportError) as error:
            raise StoreError(f"this database cannot be used: {error}") from None
        self._queue: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        self._connection: Connection | None = None  # the writer's own
        try:
            _prepare(self.engine)
        except (StoreError, SQLAlchemyError) as error:
            self.engine.dispose()
            if isinstance(error, StoreError):
                raise
            raise StoreError(f"the database cannot be opened: {getattr(error, 'orig', error)}") from None
        self._writer = threading.Thread(target=self._run, name="parlour-writer", daemon=True)
        self._writer.start()

    def write(self, records: Sequence[Record], lane: Lane) -> "asyncio.Future[None]":
        """Keep these records, all or none. The future is done when they are durable, or fails and then none is kept.

        No records: the future is done when all that was handed in before is settled.
        """
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
                self._disconnect()
                return

    def _gather(self) -> "tuple[list[_Write], bool]":
        group: list[_Write] = []
        item = self._queue.get()
        while item is not None:
            group.append(item)
            if len(group) == GROUP or self._queue.empty():
                return group, False
            item = self._queue.get()
        return group, True

    def _commit(self, group: "list[_Write]") -> None:
        sound = [write for write in group if not write.lane.failed]
        try:
            self._keep([record for write in sound for record in write.records])
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

    def _keep(self, records: list[Record]) -> None:
        if not records:
            return
        connection = self._connection = self._connection or self.engine.connect()
        with connection.begin():
            kept = {record.word: record for record in records if isinstance(record, Kept)}
            if kept:
                _replace(connection, list(kept.values()))
            for record in records:
                if isinstance(record, Touched):
                    connection.execute(update(tables).where(tables.c.word == record.word).values(touched=record.touched))
            forgotten = [{"of": r.word, "by": r.person, "request": r.id} for r in records if isinstance(r, Forgotten)]
            if forgotten:  # before the rows come: one that is forgotten and done again in the same commit must stay
                connection.execute(FORGET, forgotten)
            for kind, table in ROWS.items():
                rows = [asdict(record) for record in records if isinstance(record, kind)]
                if rows:
                    connection.execute(_insertion(connection, table), rows)

    def _disconnect(self) -> None:
        """After a failure the connection may be unusable: the next commit makes a new one."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def load(self, word: str) -> Saved | None:
        """All that is stored of a table."""
        with self.engine.connect() as connection:
            row = connection.execute(select(tables).where(tables.c.word == word)).one_or_none()
            if row is None:
                return None
            done = connection.execute(
                select(answered.c.person, answered.c.id).where(answered.c.word == word).order_by(answered.c.at)
            ).all()
            log = _log(connection, word, row.state["match"])
        return Saved(word, row.game, row.touched, row.state, log, tuple((person, request) for person, request in done))

    def log(self, word: str, match: int) -> Log | None:
        """The log of a match at a table."""
        with self.engine.connect() as connection:
            return _log(connection, word, match)

    def people(self, word: str, match: int) -> list[Guest] | None:
        """Who sat in a match, by seat; None where that was not kept."""
        asked = select(matches.c.people).where(matches.c.word == word, matches.c.match == match)
        with self.engine.connect() as connection:
            found: list[Guest] | None = connection.execute(asked).scalar()
        return found

    def untouched_since(self, then: float) -> list[str]:
        """Tables not closed that nobody has touched since then."""
        asked = select(tables.c.word).where(tables.c.touched < then, tables.c.status != "closed")
        with self.engine.connect() as connection:
            return list(connection.execute(asked).scalars())

    def taken(self, word: str) -> bool:
        """Whether a table of this word was ever opened."""
        with self.engine.connect() as connection:
            return connection.execute(select(tables.c.word).where(tables.c.word == word)).first() is not None

    def count(self) -> int:
        """How many tables are not closed."""
        with self.engine.connect() as connection:
            return connection.execute(select(func.count()).where(tables.c.status != "closed")).scalar() or 0


class _Write:
    """Records handed in, and who waits for them."""

    __slots__ = ("future", "lane", "loop", "records")

    def __init__(
        self, records: Sequence[Record], lane: Lane, loop: asyncio.AbstractEventLoop, future: "asyncio.Future[None]"
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


def _replace(connection: Connection, kept: list[Kept]) -> None:
    connection.execute(delete(tables).where(tables.c.word.in_([record.word for record in kept])))
    connection.execute(insert(tables), [asdict(record) for record in kept])


def _insertion(connection: Connection, table: Table) -> Any:
    """Adds rows. An id that comes again after it was forgotten is no fault of the table's: the newer one is kept."""
    if table is not answered:
        return insert(table)
    add = (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(table)
    return add.on_conflict_do_update(index_elements=[*table.primary_key], set_={"at": add.excluded.at})


def _log(connection: Connection, word: str, number: int) -> Log | None:
    begun = connection.execute(select(matches).where(matches.c.word == word, matches.c.match == number)).one_or_none()
    if begun is None:
        return None
    mine = select(actions.c.seat, actions.c.action).where(actions.c.word == word, actions.c.match == number)
    played = connection.execute(mine.order_by(actions.c.seq)).all()
    draws = Draws.from_json(begun.draws, begun.players) if begun.draws is not None else None
    steps = tuple((seat, action) for seat, action in played)
    names = tuple(person["name"] for person in begun.people or ())
    return Log(begun.game, begun.version, begun.players, begun.options, steps, names=names, draws=draws)


def _engine(url: str) -> Engine:
    parsed = make_url(url)
    if parsed.get_backend_name() == "postgresql" and parsed.drivername == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
    # Errors are logged with their trace: they must not name the table words that were asked for.
    engine = create_engine(parsed, pool_pre_ping=parsed.get_backend_name() != "sqlite", hide_parameters=True)
    if parsed.get_backend_name() == "sqlite":
        event.listen(engine, "connect", _durable)
    return engine


def _durable(connection: Any, _: Any) -> None:
    """FULL: a commit is on the disk when it returns, also when the power fails."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {pragma}")


def _prepare(engine: Engine) -> None:
    meta.create_all(engine)
    with engine.begin() as connection:
        found = connection.execute(select(about.c.schema)).scalar()
        if found is None:
            connection.execute(insert(about), {"schema": SCHEMA})
        elif found in UPGRADES:
            for number in range(found, SCHEMA):
                for statement in UPGRADES[number]:
                    connection.execute(text(statement))
            connection.execute(update(about).values(schema=SCHEMA))
        elif found != SCHEMA:
            raise StoreError(f"the database has schema {found}; this Parlour reads schema {SCHEMA}")
