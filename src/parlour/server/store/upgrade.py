"""Upgrades of older databases: in one transaction, all or nothing, keeping a copy of a SQLite file.

The migrations add what is missing, whatever the database's number says: one number has stood for several schemas, and a database
may have been moved forward in part. So they are all gone through, from the first.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from secrets import token_hex

from sqlalchemy import Connection, Engine, create_engine, delete, event, insert, inspect, select, text
from sqlalchemy.pool import StaticPool

from parlour.server.logs import tell
from parlour.server.store import sqlitefile
from parlour.server.store.error import StoreError
from parlour.server.store.schema import MIGRATIONS, SCHEMA, about, meta, missing, secret

PATIENCE = 3.0  # seconds that others who have a file open are waited for
UNHURRIED = 600.0  # seconds that one step of a migration may take
UNHURRIED_TOO = text(f"SET LOCAL idle_in_transaction_session_timeout = '{UNHURRIED:.0f}s'")  # so may what is done between two
ONE_AT_A_TIME = text("SELECT pg_advisory_xact_lock(7062756)")  # of several servers that begin at once one does it


def prepare(engine: Engine) -> None:
    """Make what is missing, or move an older database forward. Raises StoreError, also for a database of a later Parlour.

    Where it fails the database is as it was.
    """
    with engine.connect() as connection:
        if _ready(connection):
            return
    file = sqlitefile.path_of(engine.url)
    if file is None:
        with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                connection.connection.driver_connection.answer = UNHURRIED  # type: ignore[union-attr]
                connection.execute(UNHURRIED_TOO)
                connection.execute(ONE_AT_A_TIME)
            found = _schema(connection)
            if _move(connection) and found is not None:
                tell("database moved forward", level=30, found=found, schema=SCHEMA)
        if engine.dialect.name == "postgresql":
            engine.dispose()  # the next connections are in more of a hurry; one in memory would be gone with its connection
        return
    engine.dispose()  # nobody may have the file open, this process neither
    with closing(_alone(file)) as raw:
        _prepare_file(raw, file)


def _prepare_file(raw: sqlite3.Connection, file: Path) -> None:
    """The same for a file that nobody else has open; what was there is copied first."""
    with _speaking(raw) as connection:
        if _ready(connection):
            return
        found = _schema(connection)
    copy = None if found is None else _beside(file)
    try:
        if copy is not None:
            with sqlitefile.complaints(copy):
                sqlitefile.copy(raw, copy)
        with _speaking(raw) as connection, connection.begin():
            _move(connection)
    except BaseException as error:
        if copy is not None:  # the file is as it was, and needs no copy; or else each attempt would leave one
            copy.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise StoreError(f"the database was to be copied before it is moved forward: {error}") from None
        raise
    if copy is not None:
        tell("database moved forward", level=30, found=found, schema=SCHEMA, copy=str(copy.absolute()))


def _schema(connection: Connection) -> int | None:
    """The schema of a room's database; 0 where one was begun and not made, None where there is none."""
    there = set(inspect(connection).get_table_names())
    found: int | None = connection.execute(select(about.c.schema)).scalar() if about.name in there else None
    return found if found is not None else (0 if "matches" in there else None)


def _ready(connection: Connection) -> bool:
    """Whether a database is today's. Raises StoreError where it is a later one's."""
    found = _schema(connection)
    if found is not None and found > SCHEMA:
        raise StoreError(f"the database has schema {found}; this Parlour reads schema {SCHEMA}")
    return found == SCHEMA and not missing(connection)


def _move(connection: Connection) -> bool:
    """Make a database today's, in the transaction of this connection, and read it. False: it is already."""
    if _ready(connection):
        return False
    if _schema(connection) is None:
        meta.create_all(connection)
        connection.execute(insert(secret), {"value": token_hex(32)})
    else:
        _migrate(connection)
    if lack := missing(connection):
        raise StoreError(f"the database could not be moved forward: it lacks {', '.join(lack)}")
    for table in meta.sorted_tables:
        connection.execute(select(table).limit(1)).all()
    connection.execute(delete(about))
    connection.execute(insert(about), {"schema": SCHEMA})
    return True


def _migrate(connection: Connection) -> None:
    from alembic import command  # noqa: PLC0415 - slow to import, and seldom needed
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.stamp(config, "base")
    command.upgrade(config, "head")


# --- files


def _beside(file: Path) -> Path:
    """Where the copy of what is there before goes: a name that nothing has."""
    names = (file.with_name(f"{file.name}.before-schema-{SCHEMA}{f'-{n}' if n else ''}") for n in count())
    return next(name for name in names if not name.exists())


def _alone(file: Path) -> sqlite3.Connection:
    """A connection beside which there is no other, to a file as it is. Raises StoreError."""
    sqlitefile.private(file)
    with sqlitefile.complaints(file):
        raw = sqlite3.connect(file, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
        try:
            raw.execute("PRAGMA locking_mode=EXCLUSIVE")
            raw.execute("PRAGMA synchronous=FULL")
            raw.execute("BEGIN EXCLUSIVE")  # the lock stays when the transaction ends
            raw.execute("COMMIT")
        except sqlite3.OperationalError as error:
            raw.close()
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            raise StoreError(
                f"{file} is of an older Parlour and open elsewhere, by a server that still runs perhaps: stop it first"
            ) from None
    return raw


@contextmanager
def _speaking(raw: sqlite3.Connection) -> Iterator[Connection]:
    """SQLAlchemy on a connection there is; a transaction holds what changes tables too, which sqlite3's own do not."""
    engine = create_engine("sqlite://", creator=lambda: raw, poolclass=StaticPool)
    event.listen(engine, "begin", _begin)
    with engine.connect() as connection:
        yield connection


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
