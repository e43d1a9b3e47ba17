"""The write lease: one server at a time may write. Its name is in a row that it keeps renewing.

A newcomer needs no clock in common with the holder: it watches the row. One that changes is held; one that stands still for
LAPSE seconds, or whose holder was a process of this machine that is no more, is taken over. Every commit changes the row, as
long as the writer's name stands in it, and fails otherwise: a server that slept through a takeover writes nothing more.
So it is with SQLite, and with whoever needs exclusive use of a database; servers that share a PostgreSQL are in servers.py.
"""

import os
import platform
import time
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from parlour.server.logs import tell
from parlour.server.store.error import LeaseLost, StoreError
from parlour.server.store.schema import lease

BEAT = 5.0  # seconds between two changes of the row by a holder that has nothing else to write
LAPSE = 15.0  # seconds without a change after which the holder is taken for dead
LOOK = 0.1  # seconds between a newcomer's looks
ROOM = "room"
ENDED = ("Z", "X")  # states of a process that is no more, though nobody has asked how it ended
BEGUN = 19  # where /proc/PID/stat says when a process began, counted from its state

SEEN = select(lease).where(lease.c.what == bindparam("of"))
HOLD = update(lease).where(lease.c.what == bindparam("of"), lease.c.holder == bindparam("mine")).values(beat=lease.c.beat + 1)
TAKE = (
    update(lease)
    .where(lease.c.what == bindparam("of"), lease.c.holder == bindparam("theirs"), lease.c.beat == bindparam("then"))
    .values(holder=bindparam("mine"), beat=lease.c.beat + 1, process=bindparam("about"))
)
LEAVE = update(lease).where(lease.c.what == bindparam("of"), lease.c.holder == bindparam("mine")).values(holder="", process=None)


class Lease:
    """One server's claim on what several would write."""

    def __init__(self, engine: Engine, what: str = ROOM) -> None:
        self.engine = engine
        self.what = what
        self.holder = token_hex(16)

    def claim(self) -> None:
        """Take the lease, waiting up to LAPSE where it is not known whether its holder lives. Raises StoreError where it does."""
        with suppress(IntegrityError), self.engine.begin() as connection:
            connection.execute(insert(lease), {"what": self.what, "holder": "", "beat": 0})
        seen, end, said = self._look(), time.monotonic() + LAPSE, False
        while True:
            lives = alive(seen.process) if seen.holder else False
            if lives:
                raise StoreError(f"this database is held by another server ({_named(seen.process)}): a room has one at a time")
            if lives is False or time.monotonic() >= end:
                if self._take(seen):
                    return
            elif not said:
                said = True
                tell("waiting whether the database's holder still lives", level=30, holder=_named(seen.process), seconds=LAPSE)
            time.sleep(LOOK)
            now = self._look()
            if now.holder and (now.holder, now.beat) != (seen.holder, seen.beat):
                raise StoreError(f"this database is held by another server ({_named(now.process)}): a room has one at a time")
            seen = now

    @property
    def held(self) -> bool:
        """Whether somebody's name stands there, alive or not."""
        with self.engine.connect() as connection:
            row = connection.execute(SEEN, {"of": self.what}).first()
        return row is not None and bool(row.holder)

    def _look(self) -> Any:
        with self.engine.connect() as connection:
            return connection.execute(SEEN, {"of": self.what}).one()

    def _take(self, seen: Any) -> bool:
        with self.engine.begin() as connection:
            took = {"of": self.what, "theirs": seen.holder, "then": seen.beat, "mine": self.holder, "about": process()}
            return connection.execute(TAKE, took).rowcount == 1

    def hold(self, connection: Connection) -> None:
        """Say in a transaction that this server lives and may write. Raises LeaseLost."""
        if connection.execute(HOLD, {"of": self.what, "mine": self.holder}).rowcount != 1:
            raise LeaseLost("another server has taken this database over")

    def leave(self, connection: Connection) -> None:
        """Leave it to whoever comes next."""
        connection.execute(LEAVE, {"of": self.what, "mine": self.holder})


def process() -> dict[str, Any]:
    """What tells this process from all others, on this machine and elsewhere, as far as the system says it."""
    stat = _stat(os.getpid())
    return {"host": platform.node(), "pid": os.getpid(), "space": _space(), "begun": stat[BEGUN] if stat is not None else None}


def alive(about: Any) -> bool | None:
    """Whether a process lives; None where that cannot be known here: it is of another machine, or another container's."""
    if not isinstance(about, dict) or _space() is None or about.get("space") != _space():
        return None
    pid = int(about["pid"])
    with suppress(PermissionError):  # another user's
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
    stat = _stat(pid)
    if stat is None:
        return None  # there is one of this number, and the system does not let it be looked at
    return stat[0] not in ENDED and stat[BEGUN] == about["begun"]


def _space() -> str | None:
    """The machine since it was started, and the process numbers this process sees; None where the system does not say."""
    try:
        return f"{Path('/proc/sys/kernel/random/boot_id').read_text().strip()} {os.readlink('/proc/self/ns/pid')}"
    except OSError:
        return None


def _stat(pid: int) -> list[str] | None:
    """What the system says of a process, from its state on; None where there is none, or it is hidden."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return None


def _named(about: Any) -> str:
    return f"process {about['pid']} on {about['host']}" if isinstance(about, dict) else "unknown"
