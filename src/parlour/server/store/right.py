"""A server's right to write into its database: the lease of the only one, or a place among several that share a PostgreSQL."""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection, Engine

from parlour.server.store.error import LeaseLost
from parlour.server.store.lease import Lease
from parlour.server.store.servers import Servers
from parlour.server.table.records import Advised, Given, LeagueGone, LeagueKept, Opened, Record, Screened, Tried, Worded

# Nobody holds what they are of, or any server may add them: a league is kept by its version instead.
OF_NO_TABLE = (Advised, Screened, Worded, Tried, LeagueKept, LeagueGone)


@dataclass(frozen=True, slots=True)
class Beat:
    """Nothing to keep: a sign that the server lives and can write."""


@dataclass(frozen=True, slots=True)
class Leave:
    """The server writes nothing more: others may take what it held."""


class Right:
    """Proven anew in every commit, so that who slept through a takeover writes nothing."""

    def __init__(self, engine: Engine) -> None:
        self.servers = Servers(engine) if engine.dialect.name == "postgresql" else None  # those that share it
        self.lost = False  # another server has taken the database over
        self._engine = engine
        self._lease: Lease | None = None

    def claim(self) -> None:
        """Become the one server, or see that there is none which does not know of several; may wait. Raises StoreError."""
        lease = Lease(self._engine)
        if self.servers is None:
            lease.claim()
            self._lease = lease
        elif lease.held:
            lease.claim()
            with self._engine.begin() as connection:
                lease.leave(connection)

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

    @property
    def alone(self) -> bool:
        """Whether it is the lease that must be held while nothing is written."""
        return self._lease is not None

    def hold(self, connection: Connection, records: Iterable[Record | Beat | Leave]) -> None:
        """Make sure in a transaction that this server may write all this. Raises LeaseLost, TableLost."""
        me = self.me
        try:
            if self._lease is not None:
                self._lease.hold(connection)
            elif self.servers is not None and me:
                for record in records:
                    if isinstance(record, Opened):
                        self.servers.begin(connection, record.word)
                words = {record.word for record in records if not isinstance(record, (Beat, Leave, *OF_NO_TABLE))}
                self.servers.hold(connection, me, words)
        except LeaseLost:
            if me == self.me:  # it may have joined anew meanwhile
                self.lost = True
            raise

    def give(self, connection: Connection, records: Iterable[Record | Beat | Leave]) -> None:
        """Give up in a transaction what this server need no longer hold."""
        given = [record.word for record in records if isinstance(record, Given)]
        if given and self.servers is not None:
            self.servers.give(connection, given)
        if any(isinstance(record, Leave) for record in records):
            self.leave(connection)

    def leave(self, connection: Connection) -> None:
        """Leave everything to whoever comes next."""
        if self._lease is not None:
            self._lease.leave(connection)
        elif self.servers is not None:
            self.servers.leave(connection)
