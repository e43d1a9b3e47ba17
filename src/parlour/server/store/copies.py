"""A copy of a room's SQLite database, made while it runs, and put back: whole or not at all, whenever it is broken off."""

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from parlour.server.store import sqlitefile
from parlour.server.store.engine import connect
from parlour.server.store.error import StoreError
from parlour.server.store.lease import Lease
from parlour.server.store.schema import SCHEMA
from parlour.server.store.upgrade import prepare


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
    _known(database)
    with sqlitefile.complaints(file), closing(sqlitefile.reading(database)) as source:
        sqlitefile.copy(source, file)


def restore(url: str, file: Path) -> None:
    """Put a copy in the place of the database, in one transaction. Raises NoFile, StoreError, also where a server is at work."""
    database = _file_of(url)
    if not file.is_file():
        raise StoreError(f"{file}: there is no copy")
    _known(file)
    try:
        engine = connect(url)
        try:
            prepare(engine)
            Lease(engine).claim()
        finally:
            engine.dispose()
    except SQLAlchemyError as error:
        raise StoreError(f"the database cannot be opened: {getattr(error, 'orig', error)}") from None
    with sqlitefile.complaints(database), closing(sqlitefile.reading(file)) as source, closing(sqlite3.connect(database)) as room:
        room.execute("PRAGMA synchronous=FULL")
        source.backup(room)
        room.execute("PRAGMA journal_mode=WAL")
        sqlitefile.free(room)


def _file_of(url: str) -> Path:
    try:
        file = sqlitefile.path_of(make_url(url))
    except ArgumentError:
        raise StoreError(f"this is no URL of a database: {url}") from None
    if file is None:
        raise NoFile("only a SQLite database in a file is copied so; PostgreSQL has pg_dump and pg_restore")
    return file


def _known(file: Path) -> None:
    """Raises StoreError where a file is no room's database, a damaged one, or one of a later Parlour."""
    if (found := sqlitefile.schema_in(file)) > SCHEMA:
        raise StoreError(f"{file} has schema {found}; this Parlour reads schema {SCHEMA}")
