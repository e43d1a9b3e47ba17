"""Several servers on one PostgreSQL: which of them live, and which tables each of them holds.

A server is a row that it changes in every commit; a table it holds is a row that names it. Only the holder decides at a table
and writes of it: a commit that names a table held by another, or that comes from a server that was buried, writes nothing.
Whoever finds a server's sign late buries it, and with it all that it held; what it had begun to write is then either there
already or never will be. All times are the database's own, so that no two machines' clocks are ever compared.
"""

from collections.abc import Collection
from dataclasses import dataclass
from secrets import token_hex
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, insert, select, text
from sqlalchemy.exc import IntegrityError, OperationalError

import parlour
from parlour.server.store.error import LeaseLost, TableLost
from parlour.server.store.lease import alive, process
from parlour.server.store.schema import secret, servers

BEAT = 1.0  # seconds between two signs of life
LATE = 2.0  # seconds without a sign after which one whose address nobody answers at is taken for dead
LAPSE = 3.0  # the same for one of which nothing else is known

NOW = "extract(epoch FROM clock_timestamp())"
SOME = "ANY(CAST(:words AS varchar[]))"
SIGN = text(f"UPDATE servers SET beat = {NOW} WHERE id = :me")
HOLD = text(
    f"UPDATE servers SET beat = {NOW} WHERE id = :me"
    f" AND :number = (SELECT count(*) FROM holdings WHERE server = :me AND word = {SOME})"
)
LIVES = text("SELECT id FROM servers WHERE id = :me")
BEGIN = text("INSERT INTO holdings (word, server) VALUES (:word, :me)")
TAKE = text(
    f"INSERT INTO holdings (word, server) SELECT word, :me FROM tables WHERE word = {SOME} ON CONFLICT DO NOTHING RETURNING word"
)
HOLDER = text("SELECT servers.id, address FROM holdings JOIN servers ON id = server WHERE word = :word")
THERE = text("SELECT word FROM tables WHERE word = :word")
GIVE = text(f"DELETE FROM holdings WHERE server = :me AND word = {SOME}")
LEAVE = text("DELETE FROM servers WHERE id = :me")
LOOK = text(f"SELECT id, address, process, {NOW} - beat AS age FROM servers")
LOCK = text("LOCK TABLE servers IN SHARE MODE")
AGES = text(f"SELECT process, {NOW} - beat FROM servers")
SPEND = text(
    f"INSERT INTO spent (kind, address, whole) VALUES (:kind, :address, {NOW} + 1 / :rate)"
    f" ON CONFLICT (kind, address) DO UPDATE SET whole = greatest(spent.whole, {NOW}) + 1 / :rate"
    f" WHERE (spent.whole - {NOW}) * :rate <= :burst - 1"
)
FORGIVE = text(f"DELETE FROM spent WHERE whole < {NOW}")
BRIEFLY = text("SET LOCAL lock_timeout = '500ms'")  # one that is frozen in the middle of a commit still holds its row
BURY = text(f"DELETE FROM servers WHERE id = :them AND {NOW} - beat >= :age")


class Holder(NamedTuple):
    """Which server holds a table, and where the room's other servers reach it."""

    server: str
    address: str


@dataclass(frozen=True, slots=True)
class Seen:
    """A server as another sees it; `age` is that of its last sign, in seconds."""

    id: str
    address: str
    process: Any
    age: float


class Servers:
    """One server's place among those of a room. A life has an id of its own: one that was buried joins under another."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.me = ""
        self.address = ""

    def join(self, address: str) -> str:
        """Be one of the room's servers, at an address at which the others reach it. Returns the room's secret among servers."""
        me = token_hex(16)
        row = {"id": me, "address": address, "version": parlour.__version__, "process": process()}
        with self.engine.begin() as connection:
            connection.execute(insert(servers).values(**row, beat=text(NOW)))
            found: str = connection.execute(select(secret.c.value)).scalar_one()
        self.me, self.address = me, address
        return found

    def hold(self, connection: Connection, me: str, words: Collection[str]) -> None:
        """Say in a transaction that this server lives, and may write of these tables. Raises LeaseLost, TableLost."""
        if not words:
            held = connection.execute(SIGN, {"me": me}).rowcount
        else:
            held = connection.execute(HOLD, {"me": me, "words": list(words), "number": len(words)}).rowcount
        if held != 1:
            if connection.execute(LIVES, {"me": me}).first() is not None:
                raise TableLost("another server holds this table")
            raise LeaseLost("the other servers have taken this one for dead")

    def begin(self, connection: Connection, word: str) -> None:
        """Hold a table that is being opened."""
        connection.execute(BEGIN, {"me": self.me, "word": word})

    def take(self, word: str) -> Holder | None:
        """Take a table that nobody holds. Returns who holds it now; None where there is no such table. Raises LeaseLost."""
        while True:
            me, address = self.me, self.address
            with self.engine.begin() as connection:
                if self._take(connection, [word]):
                    return Holder(me, address)
                holder = connection.execute(HOLDER, {"word": word}).first()
                if holder is not None:
                    return Holder(*holder)
                if connection.execute(THERE, {"word": word}).first() is None:
                    return None

    def take_free(self, words: Collection[str]) -> list[str]:
        """Take those of these tables that nobody holds; returns them. Raises LeaseLost."""
        with self.engine.begin() as connection:
            return self._take(connection, list(words))

    def _take(self, connection: Connection, words: list[str]) -> list[str]:
        try:
            return list(connection.execute(TAKE, {"me": self.me, "words": words}).scalars())
        except IntegrityError:  # the row of this server is not there
            raise LeaseLost("the other servers have taken this one for dead") from None

    def give(self, connection: Connection, words: Collection[str]) -> None:
        """Let others take tables."""
        connection.execute(GIVE, {"me": self.me, "words": list(words)})

    def leave(self, connection: Connection) -> None:
        """Hold nothing any more."""
        connection.execute(LEAVE, {"me": self.me})

    def spend(self, kind: str, address: str, rate: float, burst: float) -> bool:
        """Count something that an address does, at whatever server. False: there was too much of it."""
        spent = {"kind": kind, "address": address, "rate": rate, "burst": burst}
        with self.engine.begin() as connection:
            return connection.execute(SPEND, spent).rowcount == 1

    def forgive(self) -> None:
        """Forget the addresses that may do again all they might."""
        with self.engine.begin() as connection:
            connection.execute(FORGIVE)

    def look(self) -> list[Seen]:
        """All servers of the room that nobody has buried."""
        with self.engine.connect() as connection:
            return [Seen(row.id, row.address, row.process, float(row.age)) for row in connection.execute(LOOK)]

    def bury(self, them: str, age: float) -> bool:
        """Take a server for dead whose last sign is at least so old: others may take what it held."""
        try:
            with self.engine.begin() as connection:
                connection.execute(BRIEFLY)
                return connection.execute(BURY, {"them": them, "age": age}).rowcount == 1
        except OperationalError:  # it is in the middle of a commit; if it never ends it, the database will
            return False


def alone(connection: Connection) -> bool:
    """Whether no server lives, nor will join until this transaction ends."""
    connection.execute(LOCK)
    return not any(age < LAPSE and alive(about) is not False for about, age in connection.execute(AGES))
