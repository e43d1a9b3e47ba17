"""A SQLite database as the file it lies in: made for its owner's eyes alone, copied whole, and looked at for damage."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from sqlalchemy import URL

from parlour.server.store.error import StoreError

PART = ".part"  # what a copy is called until it is whole


def path_of(url: URL) -> Path | None:
    """The file in which a database lies; None where it lies in none."""
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        return None
    return Path(str(url.database))


def private(file: Path) -> None:
    """Make an empty file that only its owner may read or write, unless there is one. What SQLite lays beside it is like it.

    One that is there is not even opened: closing it would drop every lock that SQLite holds on it in this process, and whoever
    looked at it from another would take away the log (`-wal`) that the room still writes to.
    """
    with suppress(OSError):  # it is there, or whoever opens it is told why that cannot be
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def reading(file: Path) -> sqlite3.Connection:
    """A connection that cannot write."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)


def copy(source: sqlite3.Connection, file: Path) -> None:
    """Copy an open database to a file; one that is there is replaced once the copy is whole. Raises sqlite3.Error, OSError."""
    part = file.with_name(file.name + PART)
    part.unlink(missing_ok=True)
    private(part)
    try:
        with closing(sqlite3.connect(part)) as copied:
            source.backup(copied)  # in one step: in several, every write of the room would begin it again
            copied.execute("PRAGMA journal_mode=DELETE")  # one file, and nothing beside it
            free(copied)
        _unharmed(part)
        settle(part)
        os.replace(part, file)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    settle(file.absolute().parent)


def free(copied: sqlite3.Connection) -> None:
    """In a copy nobody holds the lease that stands in what was copied."""
    if copied.execute("SELECT name FROM sqlite_master WHERE name = 'lease'").fetchone():
        copied.execute("UPDATE lease SET holder = '', process = NULL")
        copied.commit()


def schema_in(file: Path) -> int:
    """The schema of a room's database. Raises StoreError where a file is none, or a damaged one."""
    with complaints(file), closing(reading(file)) as looked:
        _unharmed(file)
        found = looked.execute("SELECT name FROM sqlite_master WHERE name = 'about'").fetchone()
        schema = looked.execute("SELECT schema FROM about").fetchone() if found else None
    if schema is None:
        raise StoreError(f"{file} is no room's database")
    return int(schema[0])


@contextmanager
def complaints(file: Path) -> Iterator[None]:
    """What SQLite says of a file is a StoreError."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(f"{file}: {error}") from None


def settle(path: Path) -> None:
    """What is written is on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _unharmed(file: Path) -> None:
    with complaints(file), closing(reading(file)) as looked:
        damage = looked.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if damage != "ok":
        raise StoreError(f"{file} is damaged: {damage}")
