"""The tables as an operator sees and closes them, beside a room that runs or without one."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import SQLAlchemyError

from parlour.server.store import erasing
from parlour.server.store.engine import connect
from parlour.server.store.error import StoreError
from parlour.server.store.lease import Lease
from parlour.server.store.schema import closings, erasures, matches, tables, talk
from parlour.server.store.servers import alone
from parlour.server.store.upgrade import prepare

PATIENCE = 60.0  # seconds that a look through all tables may take


@dataclass(frozen=True, slots=True)
class Entry:
    """A table; `touched` is in seconds since 1970."""

    word: str
    game: str
    status: str
    people: int
    matches: int
    touched: float
    closing: bool  # the operator has closed it, and the room has not seen to it yet

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


class Ledger:
    """The tables of a database. It writes nothing a room writes: a room that runs does what is asked of it."""

    def __init__(self, url: str) -> None:
        try:
            self._engine = connect(url, answer=PATIENCE)
            prepare(self._engine)
        except (SQLAlchemyError, ImportError) as error:
            raise StoreError(f"the database cannot be opened: {getattr(error, 'orig', error)}") from None

    def entries(self, closed: bool = False) -> list[Entry]:
        """The tables, those touched last first; closed ones where asked for."""
        asked = select(tables, closings.c.word.label("closing")).outerjoin(closings, closings.c.word == tables.c.word)
        if not closed:
            asked = asked.where(tables.c.status != "closed")
        with self._engine.connect() as connection:
            rows = connection.execute(asked.order_by(tables.c.touched.desc())).all()
        return [_entry(row) for row in rows]

    def close(self, word: str) -> bool:
        """Ask the room to close a table. False: there is none of this word, or it is closed already."""
        with self._engine.begin() as connection:
            status = connection.execute(select(tables.c.status).where(tables.c.word == word)).scalar()
            if status is None or status == "closed":
                return False
            if connection.execute(select(closings.c.word).where(closings.c.word == word)).first() is None:
                connection.execute(insert(closings), {"word": word})
        return True

    def erase(self, word: str) -> bool:
        """Have a table erased. False: there is none of this word."""
        with self._engine.begin() as connection:
            if connection.execute(select(tables.c.word).where(tables.c.word == word)).first() is None:
                return False
            _want(connection, word, "")
        return True

    def sat(self, name: str) -> list[str]:
        """The words of the tables at which somebody of this name sits, sat in a match, or said something."""
        asked = select(tables.c.word, tables.c.state, matches.c.people).outerjoin(matches, matches.c.word == tables.c.word)
        with self._engine.connect() as connection:
            sat = {row.word for row in connection.execute(asked) if erasing.sat(row.state, row.people, name)}
            return sorted(sat | set(connection.execute(select(talk.c.word).where(talk.c.name == name)).scalars()))

    def forget(self, name: str, words: Iterable[str]) -> None:
        """Have what tells of somebody of this name erased at some tables."""
        with self._engine.begin() as connection:
            for word in words:
                _want(connection, word, name)

    def settle(self) -> bool:
        """Erase at once what is to be erased. False: a server is at work, and will do it within seconds."""
        if self._engine.dialect.name == "postgresql":
            with self._engine.begin() as connection:
                if not alone(connection):
                    return False
                _settle(connection)
            return True
        lease = Lease(self._engine)
        try:
            lease.claim()
        except StoreError:
            return False
        with self._engine.begin() as connection:
            lease.hold(connection)
            _settle(connection)
            lease.leave(connection)
        return True

    def leave(self) -> None:
        """Close the database."""
        self._engine.dispose()


def _settle(connection: Connection) -> None:
    for word, name in connection.execute(select(erasures.c.word, erasures.c.name)).all():
        erasing.carry_out(connection, word, name)


def _want(connection: Connection, word: str, name: str) -> None:
    wanted = {"word": word, "name": name}
    asked = select(erasures.c.word).where(erasures.c.word == word, erasures.c.name == name)
    if connection.execute(asked).first() is None:
        connection.execute(insert(erasures), wanted)


def _entry(row: Any) -> Entry:
    people, matches = len(row.state["seats"]["people"]), row.state["match"]
    return Entry(row.word, row.game, row.status, people, matches, row.touched, row.closing is not None)
