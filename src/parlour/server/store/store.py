"""The database: SQLite by default and PostgreSQL by URL, read here and written by one thread that commits in groups.

A record counts as kept when the future of its `write` is done; only then may anybody be told.
"""

import asyncio
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar, cast

from sqlalchemy import Connection, select
from sqlalchemy.exc import SQLAlchemyError

from parlour.engine import Log
from parlour.engine.record.draws import Draws
from parlour.server.meters import Meters
from parlour.server.store import statements
from parlour.server.store.engine import connect
from parlour.server.store.error import StoreError
from parlour.server.store.right import Beat, Leave, Right
from parlour.server.store.schema import secret
from parlour.server.store.servers import Holder, Seen, Servers
from parlour.server.store.upgrade import prepare
from parlour.server.store.writer import Lane, Writer
from parlour.server.table.records import Record, Retold, Saved
from parlour.server.table.seats import NOBODY
from parlour.server.wire.evenings import MatchPlayed, SeatPlayed
from parlour.server.wire.shown.people import Guest, LineShown
from parlour.server.wire.shown.results import FinishedShown, PlayerShown, Result

T = TypeVar("T")

LOOKERS = 8  # threads that read at the same time
FINISHED = 500  # matches of a table that are told of at most, the newest


class Store:
    """An open database. Writing is asynchronous and ordered; reading blocks, so it belongs in a thread."""

    def __init__(self, url: str) -> None:
        try:
            self.engine = connect(url)
        except (SQLAlchemyError, ImportError) as error:
            raise StoreError(f"this database cannot be used: {error}") from None
        try:
            prepare(self.engine)
        except (StoreError, SQLAlchemyError) as error:
            self.engine.dispose()
            if isinstance(error, StoreError):
                raise
            raise StoreError(f"the database cannot be opened: {getattr(error, 'orig', error)}") from None
        self._right = Right(self.engine)
        self._writer = Writer(self.engine, self._right)
        self._lookers = ThreadPoolExecutor(LOOKERS, "parlour-looker")
        self._closed = False

    def measure(self, meters: Meters) -> None:
        """Tell these meters of every commit."""
        self._writer.meters = meters

    async def ask(self, look: Callable[..., T], *what: Any) -> T:
        """What a method that blocks answers, asked in a thread. Raises StoreError once this is closed."""
        if self._closed:
            raise StoreError("the database is closed")
        return await asyncio.get_running_loop().run_in_executor(self._lookers, partial(look, *what))

    def glance(self, look: Callable[[], T], patience: float) -> T:
        """What a method that blocks answers within so many seconds. Raises TimeoutError. Blocks."""
        looking = self._lookers.submit(look)
        try:
            return looking.result(patience)
        finally:
            looking.cancel()

    # --- who may write

    @property
    def servers(self) -> Servers | None:
        """Those that share the database, where it may be shared."""
        return self._right.servers

    @property
    def lost(self) -> bool:
        """Whether another server has taken the database over."""
        return self._right.lost

    @property
    def me(self) -> str:
        """This server's name among several."""
        return self._right.me

    def claim(self) -> None:
        """Become the one server that writes here, until `close`; may wait. Raises StoreError where another one is.

        Where several servers share the database, this only looks whether one is there that does not know of that; see `join`.
        """
        try:
            self._right.claim()
        except SQLAlchemyError as error:
            raise StoreError(f"the database cannot be written: {getattr(error, 'orig', error)}") from None

    def join(self, address: str) -> str:
        """Be one of several servers, which reach this one at an address. Returns the secret by which they know each other."""
        return self._right.join(address)

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

    # --- writing

    def leave(self) -> "asyncio.Future[None]":
        """Give up, once all that was handed in is settled, what this server holds; it writes nothing more."""
        return self._writer.put((Leave(),), Lane())

    def beat(self) -> "asyncio.Future[None]":
        """Write that the server lives; the future fails where nothing can be written."""
        return self._writer.put((Beat(),), Lane())

    def write(self, records: Sequence[Record], lane: Lane) -> "asyncio.Future[None]":
        """Keep these records, all or none. The future is done when they are durable, or fails and then none is kept.

        No records: the future is done when all that was handed in before is settled.
        """
        return self._writer.put(records, lane)

    @property
    def waiting(self) -> int:
        """Writes handed in that the writer has not come to."""
        return self._writer.waiting

    def close(self) -> None:
        """Finish what was handed in and asked, then close: what is looked for now would leave its connection open. Blocks."""
        self._writer.close()
        self._closed = True
        self._lookers.shutdown(cancel_futures=True)
        self.engine.dispose()

    # --- reading

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

    def retold(self, word: str, match: int, game: str, version: int) -> Retold:
        """What is stored of a match of these rules so that it can be told without them."""
        mine = {"of": word, "number": match}
        with self.engine.connect() as connection:
            steps = list(connection.execute(statements.HAPPENED, mine).scalars())
            result: Result | None = connection.execute(statements.RESULT, mine).scalar()
            words = {row.language: row.words for row in connection.execute(statements.WORDS, {"named": game, "edition": version})}
        kept = None not in steps
        return Retold([event for step in steps for event in step] if kept else None, result, words)

    def people(self, word: str, match: int) -> list[Guest] | None:
        """Who sat in a match, by seat; None where that was not kept."""
        with self.engine.connect() as connection:
            found: list[Guest] | None = connection.execute(statements.PEOPLE, {"of": word, "number": match}).scalar()
        return found

    def finished(self, word: str) -> list[FinishedShown]:
        """How the matches of a table went that came to their end, the newest first; not those from before that was kept."""
        with self.engine.connect() as connection:
            rows = connection.execute(statements.FINISHED, {"of": word, "most": FINISHED}).all()
        return [_finished(row) for row in rows]

    def deal(self, name: str) -> tuple[str, int] | None:
        """Where the finished match of this name was played: a table's word and the match's number."""
        with self.engine.connect() as connection:
            row = connection.execute(statements.DEALT, {"named": name}).first()
        return (row.word, row.match) if row is not None else None

    def deal_of(self, word: str, match: int) -> str | None:
        """The name of the deal that was dealt again in a match."""
        with self.engine.connect() as connection:
            found: str | None = connection.execute(statements.DEAL_OF, {"of": word, "number": match}).scalar()
        return found

    def devices(self, words: Sequence[str]) -> dict[str, set[str]]:
        """The devices (as SHA-256, in hex) of the people at these tables, as far as they are known."""
        with self.engine.connect() as connection:
            rows = connection.execute(statements.STATES, {"words": list(words)}).all() if words else []
        people = {row.word: row.state["seats"]["people"] for row in rows}
        return {word: {one["device"] for one in sat if one.get("device")} for word, sat in people.items()}

    def dealt_at(self, name: str) -> list[tuple[float | None, float | None]]:
        """When the matches began and ended in which the deal of this name was dealt."""
        with self.engine.connect() as connection:
            return [(row.begun, row.ended) for row in connection.execute(statements.DEALT_AT, {"named": name}).all()]

    def runs(self, name: str) -> list[tuple[str, FinishedShown]]:
        """The finished matches in which the deal of this name was played, the first first, and their tables."""
        with self.engine.connect() as connection:
            rows = connection.execute(statements.RUNS, {"named": name, "most": FINISHED}).all()
        return [(row.word, _finished(row)) for row in rows]

    def house_secret(self) -> str:
        """What the house keeps for good, and tells nobody."""
        with self.engine.connect() as connection:
            return str(connection.execute(select(secret.c.value)).scalar_one())

    def played(self, word: str) -> list[MatchPlayed]:
        """The matches of a table that came to their end, the oldest first; not those from before times were kept."""
        with self.engine.connect() as connection:
            rows = connection.execute(statements.PLAYED, {"of": word}).all()
        return [_played(row) for row in rows]

    def played_at(self, words: Sequence[str]) -> dict[str, list[MatchPlayed]]:
        """The same of several tables, by their words."""
        found: dict[str, list[MatchPlayed]] = {word: [] for word in words}
        if words:
            with self.engine.connect() as connection:
                for row in connection.execute(statements.PLAYED_AT, {"words": list(words)}).all():
                    found[row.word].append(_played(row))
        return found

    def league(self, word: str) -> tuple[int, dict[str, Any]] | None:
        """What is stored of a league, and how often it was changed."""
        with self.engine.connect() as connection:
            row = connection.execute(statements.LEAGUE, {"of": word}).one_or_none()
        return (row.version, row.state) if row is not None else None

    def idle_leagues(self, then: float) -> list[str]:
        """Leagues that nobody has changed since then."""
        with self.engine.connect() as connection:
            return list(connection.execute(statements.IDLE_LEAGUES, {"then": then}).scalars())

    def tries(self, game: str, puzzle: str) -> dict[int, int]:
        """How often each choice of a puzzle was taken at first."""
        with self.engine.connect() as connection:
            rows = connection.execute(statements.TRIED, {"named": game, "which": puzzle}).all()
        return {row.choice: row.number for row in rows}

    def keeping(self, word: str) -> dict[str, Any] | None:
        """What is stored of a table that is kept; None where it is not."""
        with self.engine.connect() as connection:
            row = connection.execute(statements.TABLE, {"of": word}).one_or_none()
        return row.state.get("keeping") if row is not None and row.kept else None

    def advice(self, word: str, match: int) -> dict[str, Any] | None:
        """What the advisor found in a match; None where nobody asked for it."""
        with self.engine.connect() as connection:
            found: dict[str, Any] | None = connection.execute(statements.ADVICE, {"of": word, "number": match}).scalar()
        return found

    def screen_of(self, word: str, now: float) -> tuple[str, float] | None:
        """The letters that open this table now, and until when."""
        with self.engine.connect() as connection:
            row = connection.execute(statements.SCREEN_OF, {"of": word, "then": now}).one_or_none()
        return (row.code, row.until) if row is not None else None

    def screen(self, code: str, now: float, soon: float | None) -> str | None:
        """The table that these letters open now: one in its lobby, or until `soon` any. Without `soon`: whose they are."""
        look, then = (statements.SCREEN, {}) if soon is None else (statements.OPENS, {"soon": soon})
        with self.engine.connect() as connection:
            return connection.execute(look, {"typed": code, "then": now, **then}).scalar()

    def screens(self, now: float) -> dict[int, int]:
        """How many tables can be opened by letters now, by their length."""
        with self.engine.connect() as connection:
            return {row.letters: row.number for row in connection.execute(statements.SCREENS, {"then": now})}

    def untouched_since(self, then: float) -> list[str]:
        """Tables not closed that nobody has touched since then."""
        with self.engine.connect() as connection:
            return list(connection.execute(statements.UNTOUCHED, {"then": then}).scalars())

    def silent_since(self, then: float) -> list[str]:
        """Kept tables not closed that nobody has touched since then."""
        with self.engine.connect() as connection:
            return list(connection.execute(statements.SILENT, {"then": then}).scalars())

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

    def by_status(self) -> dict[str, int]:
        """How many tables there are of each status."""
        with self.engine.connect() as connection:
            return {row.status: row.number for row in connection.execute(statements.BY_STATUS)}

    def count(self) -> int:
        """How many tables are not closed."""
        with self.engine.connect() as connection:
            return connection.execute(statements.COUNT).scalar() or 0


def _finished(row: Any) -> FinishedShown:
    return FinishedShown(
        match=row.match,
        game=row.game,
        begun=row.begun,
        ended=row.ended,
        lowest_wins=row.result["lowest_wins"],
        people=[
            cast(PlayerShown, {**guest, **seat})
            for guest, seat in zip(row.people or _nobody(row.players), row.result["seats"], strict=True)
        ],
    )


def _nobody(players: int) -> list[Guest]:
    """Those who sat in a match that began before it was kept who they are, and of whom nobody knows any more."""
    return [{"name": f"P{seat}", "avatar": NOBODY, "bot": None} for seat in range(1, players + 1)]


def _played(row: Any) -> MatchPlayed:
    draws = row.draws or {}
    people = row.people or _nobody(row.players)
    seats = [
        SeatPlayed(
            person=seat["person"], bot=guest["bot"], score=seat["score"], rank=seat["rank"], absent=seat.get("absent", False)
        )
        for guest, seat in zip(people, row.result["seats"], strict=True)
    ]
    return MatchPlayed(
        match=row.match,
        game=row.game,
        options=row.options,
        begun=round(row.begun, 3),  # as it can be written in any form and read again
        ended=round(row.ended, 3),
        lowest_wins=row.result["lowest_wins"],
        practice=bool(row.practice),
        dealt_again="deal" in draws,
        seats=seats,
    )


def _log(connection: Connection, word: str, number: int) -> Log | None:
    mine = {"of": word, "number": number}
    begun = connection.execute(statements.BEGUN, mine).one_or_none()
    if begun is None:
        return None
    played = connection.execute(statements.ACTED, mine).all()
    draws = Draws.from_json(begun.draws, begun.players) if begun.draws is not None else None
    steps = tuple((seat, action) for seat, action in played)
    names = tuple(person["name"] for person in begun.people or ())
    return Log(
        begun.game, begun.version, begun.players, begun.options, steps, names=names, draws=draws, practice=bool(begun.practice)
    )
