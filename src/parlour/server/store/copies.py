"""A copy of a room's SQLite database, made while it runs, and put back: whole or not at all, whenever it is broken off."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from parlour.server.store.engine import connect
from parlour.server.store.error import StoreError
from parlour.server.store.lease import Lease
from parlour.server.store.schema import SCHEMA, prepare

PART = ".part"  # what a copy is called until it is whole


class NoFile(StoreError):
    """The database is none that lies in one file."""


def backup(url: str, file: Path) -> None:
    """Copy the database to a file, which is replaced if it is there. Raises NoFile, StoreError, OSError.

    The copy is of one moment, however much is written meanwhile, and nothing waits for it.
    """
    database = _file_of(url)
    if not database.is_file():
        raise StoreError(f"{database}: there is no room's database")
    if file.exists() and file.samefile(database):
        raise StoreError(f"{file} is the room's database itself")
    part = file.with_name(file.name + PART)
    part.unlink(missing_ok=True)
    with _complaints(file), closing(_reading(database)) as source, closing(sqlite3.connect(part)) as copy:
        source.backup(copy)  # in one step: in several, every write of the room would begin it again
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, and nothing beside it
        _free(copy)
    _sound(part)
    _settle(part)
    os.replace(part, file)
    _settle(file.absolute().parent)


def restore(url: str, file: Path) -> None:
    """Put a copy in the place of the database, in one transaction. Raises NoFile, StoreError, also where a server is at work."""
    database = _file_of(url)
    if not file.is_file():
        raise StoreError(f"{file}: there is no copy")
    _sound(file)
    try:
        engine = connect(url)
        try:
            prepare(engine)
            Lease(engine).claim()
        finally:
            engine.dispose()
    except SQLAlchemyError as error:
        raise StoreError(f"the database cannot be opened: {getattr(error, 'orig', error)}") from None
    with _complaints(database), closing(_reading(file)) as source, closing(sqlite3.connect(database)) as room:
        room.execute("PRAGMA synchronous=FULL")
        source.backup(room)
        room.execute("PRAGMA journal_mode=WAL")
        _free(room)


def _file_of(url: str) -> Path:
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise StoreError(f"this is no URL of a database: {url}") from None
    if parsed.get_backend_name() != "sqlite" or parsed.database in (None, "", ":memory:"):
        raise NoFile("only a SQLite database in a file is copied so; PostgreSQL has pg_dump and pg_restore")
    return Path(str(parsed.database))


def _reading(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)


@contextmanager
def _complaints(file: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(f"{file}: {error}") from None


def _sound(file: Path) -> None:
    """Raises StoreError where a file is no room's database, or a damaged one."""
    with _complaints(file), closing(_reading(file)) as copy:
        damage = copy.execute("PRAGMA integrity_check(1)").fetchone()[0]
        found = copy.execute("SELECT name FROM sqlite_master WHERE name = 'about'").fetchone()
        schema = copy.execute("SELECT schema FROM about").fetchone() if found else None
    if damage != "ok":
        raise StoreError(f"{file} is damaged: {damage}")
    if schema is None:
        raise StoreError(f"{file} is no room's database")
    if schema[0] > SCHEMA:
        raise StoreError(f"{file} has schema {schema[0]}; this Parlour reads schema {SCHEMA}")


def _free(copy: sqlite3.Connection) -> None:
    """In a copy nobody holds the lease that stands in what was copied."""
    if copy.execute("SELECT name FROM sqlite_master WHERE name = 'lease'").fetchone():
        copy.execute("UPDATE lease SET holder = '', process = NULL")
        copy.commit()


def _settle(path: Path) -> None:
    """What is written is on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
