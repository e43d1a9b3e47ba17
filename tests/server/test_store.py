"""The database, of both kinds: groups, order, failures, what is loaded again."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import create_engine, select, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import QueuePool

from parlour.engine.record.draws import Draws
from parlour.server.meters import Meters
from parlour.server.store import breath, writer
from parlour.server.store.breath import BREATH, BUSY, Breath
from parlour.server.store.engine import read
from parlour.server.store.error import StoreError
from parlour.server.store.schema import takebacks
from parlour.server.store.store import Store
from parlour.server.store.writer import Lane
from parlour.server.table.records import Acted, Answered, Begun, Ended, Forgotten, Kept, Record, Spoke, TookBack, Touched
from parlour.server.wire.shown.people import Guest
from parlour.server.wire.shown.results import SeatResult
from tests.patience import PATIENCE

WORD = "maple-otter-17"


def kept(word: str = WORD, touched: float = 1.0, status: str = "lobby", match: int = 0) -> Kept:
    return Kept(word, "toy", status, touched, {"match": match, "name": "Zoé <b>", "seats": {"people": []}})


def begun(match: int = 1) -> Begun:
    people: list[Guest] = [{"name": name, "avatar": "fox", "bot": None} for name in ("Ana", "Zoé")]
    draws = Draws("5e" * 32, f"{WORD}/{match}", (None, "a1" * 32))
    return Begun(WORD, match, "toy", 1, 2, {"rounds": 3}, people, draws.to_json(), 1.5)


def acted(seq: int, seat: int = 0, match: int = 1) -> Acted:
    return Acted(WORD, match, seq, seat, seq * 7, 2.0)


def ended(match: int = 1) -> Ended:
    seats: list[SeatResult] = [{"person": 1, "score": 7, "rank": 2}, {"person": 4, "score": 3, "rank": 1}]
    return Ended(WORD, match, 3.5, {"lowest_wins": True, "seats": seats})


def said(number: int, gone: int = 0) -> Spoke:
    return Spoke(WORD, number, 1, "Zoé <b>", "fox", 2.5, f"line {number} 🦊", None, gone)


def with_store(url: str, what: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        store = Store(url)
        try:
            await what(store)
        finally:
            await asyncio.to_thread(store.close)

    asyncio.run(run())


def test_what_is_looked_for_as_it_closes_is_found_first_and_leaves_nothing_open(database: str) -> None:
    looking, found = threading.Event(), threading.Event()

    async def run() -> None:
        store = Store(database)

        def look() -> int:
            with store.engine.connect() as connection:
                looking.set()
                found.wait(PATIENCE)
                return int(connection.execute(select(1)).scalar_one())

        asked = asyncio.ensure_future(store.ask(look))
        await asyncio.to_thread(looking.wait, PATIENCE)
        pool = store.engine.pool
        assert isinstance(pool, QueuePool)
        closing = asyncio.ensure_future(asyncio.to_thread(store.close))
        await asyncio.wait([closing], timeout=0.05)
        found.set()
        await closing
        assert await asked == 1
        assert pool.checkedin() == pool.checkedout() == 0
        with pytest.raises(StoreError, match="closed"):
            await store.ask(look)

    asyncio.run(run())


def test_how_a_match_went_is_kept_with_those_who_played(database: str) -> None:
    async def fill(store: Store) -> None:
        await store.write([kept(), begun(1)], Lane())
        assert store.finished(WORD) == [], "it is not over"
        await store.write([acted(0), ended(1)], Lane())
        await store.write([begun(2), ended(2), begun(3)], Lane())  # begun and over in one commit

    async def read(store: Store) -> None:
        newest, first = store.finished(WORD)
        assert newest == {**first, "match": 2}
        assert first == {
            "match": 1,
            "game": "toy",
            "begun": 1.5,
            "ended": 3.5,
            "lowest_wins": True,
            "people": [
                {"name": "Ana", "avatar": "fox", "bot": None, "person": 1, "score": 7, "rank": 2},
                {"name": "Zoé", "avatar": "fox", "bot": None, "person": 4, "score": 3, "rank": 1},
            ],
        }
        assert store.finished("other-otter-1") == []

    with_store(database, fill)
    with_store(database, read)


class Commits(Meters):
    """Counts commits."""

    def __init__(self) -> None:
        self.count = 0

    def wrote(self, seconds: float, records: int) -> None:
        self.count += 1


def test_tables_that_write_at_the_same_time_share_a_commit_and_none_waits_for_its_own(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    commits, all_in, pauses = Commits(), threading.Event(), list[float]()

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        all_in.wait()

    async def run(store: Store) -> None:
        store.measure(commits)
        lane = Lane()
        for seq in range(3):
            await store.write([acted(seq)], lane)
        assert (commits.count, pauses) == (3, [])
        writes = [store.write([kept(f"maple-otter-{i}")], Lane()) for i in range(5)]
        all_in.set()
        await asyncio.gather(*writes)
        assert commits.count == 4
        assert len(pauses) == 1
        assert 0 < pauses[0] <= breath.BREATH

    monkeypatch.setattr(breath, "BREATH", 3600.0)
    monkeypatch.setattr(breath, "BUSY", 0.0)
    monkeypatch.setattr(writer, "pause", pause)
    with_store(sqlite, run)


def test_a_commit_waits_for_others_only_where_many_write() -> None:
    now = [1000.0]
    writes = Breath(lambda: now[0])
    mine, yours = Lane(), Lane()

    def write(a_second: float, seconds: float) -> float:
        """So many writes of two tables in turn; returns what the last commit of them would have waited."""
        rest = 0.0
        for number in range(round(a_second * seconds)):
            now[0] += 1 / a_second
            lane = (mine, yours)[number % 2]
            rest = writes.rest(lane)
            writes.begin(lane, 1)
        return rest

    assert write(BUSY / 2, 5.0) == 0.0
    assert writes.rate == pytest.approx(BUSY / 2, rel=0.01)
    assert write(BUSY * 2, 5.0) == pytest.approx(BREATH - 1 / (BUSY * 2))
    assert writes.rest(yours) == 0.0, "who waits for their own last write alone"
    assert writes.rest(mine) == pytest.approx(BREATH)
    now[0] += BREATH
    assert writes.rest(mine) == 0.0, "the last commit is long over"
    assert writes.rate >= BUSY
    now[0] += 3.0
    writes.begin(yours, 1)
    assert writes.rest(mine) == 0.0, "few write any more"


def test_what_is_written_is_read_again(database: str) -> None:
    async def fill(store: Store) -> None:
        lane = Lane()
        await store.write([kept(), begun(1)], lane)
        await store.write([acted(0), acted(1, 29), Answered(WORD, 1, "a", 1.0)], lane)
        await store.write([kept(match=2), begun(2), acted(0, match=2), Answered(WORD, 1, "b", 2.0)], lane)
        await store.write([said(1)], lane)
        await store.write([said(2), said(3, gone=1)], lane)

    async def read(store: Store) -> None:
        saved = store.load(WORD)
        assert saved is not None
        assert saved.state == {"match": 2, "name": "Zoé <b>", "seats": {"people": []}}
        assert saved.log is not None
        assert (saved.log.options, saved.log.actions) == ({"rounds": 3}, ((0, 0),))
        assert saved.log.names == ("Ana", "Zoé")
        assert saved.log.draws == Draws("5e" * 32, f"{WORD}/2", (None, "a1" * 32))
        assert saved.answered == ((1, "a"), (1, "b"))
        assert [(line["number"], line["text"], line["phrase"]) for line in saved.talk] == [
            (2, "line 2 🦊", None),
            (3, "line 3 🦊", None),
        ]
        assert store.load("other-otter-1") is None
        assert store.log("other-otter-1", 1) is None
        assert store.log(WORD, 3) is None
        assert store.taken(WORD)
        assert not store.taken("other-otter-1")

    with_store(database, fill)
    with_store(database, read)


def test_many_writes_share_commits_and_all_are_kept(database: str) -> None:
    async def run(store: Store) -> None:
        lane = Lane()
        await asyncio.gather(
            *(store.write([acted(seq)], lane) for seq in range(500)), store.write([kept(match=1), begun()], lane)
        )
        log = store.log(WORD, 1)
        assert log is not None
        assert log.actions == tuple((0, seq * 7) for seq in range(500))

    with_store(database, run)


def test_a_failed_write_fails_alone_and_nothing_follows_it_in_its_lane(database: str) -> None:
    async def run(store: Store) -> None:
        bad, good = Lane(), Lane()
        await store.write([kept(match=1), begun(), acted(0)], bad)
        writes: list[tuple[list[Record], Lane]] = [
            ([acted(0)], bad),  # a step that is there already
            ([kept("other-otter-1")], good),
            ([acted(1)], bad),
            ([kept("third-otter-1")], good),
        ]
        results = await asyncio.gather(*(store.write(*write) for write in writes), return_exceptions=True)
        assert [isinstance(result, Exception) for result in results] == [True, False, True, False]
        log = store.log(WORD, 1)
        assert log is not None
        assert log.actions == ((0, 0),)
        assert store.taken("other-otter-1")
        assert store.taken("third-otter-1")
        await store.write([acted(1)], Lane())

    with_store(database, run)


def test_a_write_is_all_or_none(database: str) -> None:
    async def run(store: Store) -> None:
        await store.write([kept(match=1), begun(), acted(0)], Lane())
        with pytest.raises(Exception, match=r"(?i)unique|duplicate"):
            await store.write([acted(1), Answered(WORD, 1, "a", 1.0), acted(0)], Lane())
        saved = store.load(WORD)
        assert saved is not None
        assert saved.log is not None
        assert (saved.log.actions, saved.answered) == (((0, 0),), ())

    with_store(database, run)


def test_an_id_that_comes_again_after_it_was_forgotten_is_no_failure(database: str) -> None:
    async def run(store: Store) -> None:
        lane = Lane()
        await store.write([kept(), Answered(WORD, 1, "a", 1.0), Answered(WORD, 1, "b", 2.0)], lane)
        await store.write([kept(status="over"), Answered(WORD, 1, "a", 3.0)], lane)
        saved = store.load(WORD)
        assert saved is not None
        assert saved.answered == ((1, "b"), (1, "a"))

    with_store(database, run)


def test_a_request_that_is_forgotten_is_gone_unless_it_is_done_again(database: str) -> None:
    async def run(store: Store) -> None:
        lane = Lane()
        await store.write([kept(), *(Answered(WORD, person, name, 1.0) for person in (1, 2) for name in "abc")], lane)
        await store.write([Forgotten(WORD, 1, "a"), Forgotten(WORD, 1, "b"), Answered(WORD, 1, "b", 3.0)], lane)
        saved = store.load(WORD)
        assert saved is not None
        assert sorted(saved.answered) == [(1, "b"), (1, "c"), (2, "a"), (2, "b"), (2, "c")]

    with_store(database, run)


def test_what_fails_in_the_database_does_not_name_the_table(sqlite: str) -> None:
    async def run(store: Store) -> None:
        with store.engine.begin() as connection:
            connection.execute(text("DROP TABLE tables"))
        with pytest.raises(OperationalError) as failed:
            store.load(WORD)
        assert WORD not in str(failed.value)

    with_store(sqlite, run)


def test_tables_that_nobody_touched(database: str) -> None:
    async def run(store: Store) -> None:
        old, new, closed = kept("old-otter-1"), kept("new-otter-1", 50.0), kept("closed-otter-1", 1.0, "closed")
        await store.write([old, new, closed], Lane())
        assert store.untouched_since(10.0) == ["old-otter-1"]
        assert store.count() == 2
        await store.write([Touched("old-otter-1", 60.0)], Lane())
        assert store.untouched_since(10.0) == []

    with_store(database, run)


def test_a_database_of_another_schema_is_not_touched(sqlite: str) -> None:
    async def nothing(store: Store) -> None:
        assert store.count() == 0

    with_store(sqlite, nothing)
    engine = create_engine(sqlite)
    with engine.begin() as connection:
        connection.execute(text("UPDATE about SET schema = 99"))
    engine.dispose()
    with pytest.raises(StoreError, match="schema 99"):
        Store(sqlite)


def test_a_database_from_before_there_were_seals_is_read_on(database: str) -> None:
    async def fill(store: Store) -> None:
        await store.write([kept(match=1), begun(1), acted(0)], Lane())

    with_store(database, fill)
    engine = create_engine(database)
    with engine.begin() as connection:
        connection.execute(text("UPDATE about SET schema = 1"))
        for later in ("draws", "people", "begun", "ended", "result", "practice"):
            connection.execute(text(f"ALTER TABLE matches DROP COLUMN {later}"))
        connection.execute(text("ALTER TABLE actions DROP COLUMN happened"))
    engine.dispose()

    async def read(store: Store) -> None:
        old = store.log(WORD, 1)
        assert old is not None
        assert (old.actions, old.names, old.draws) == (((0, 0),), (), None)
        await store.write([begun(2)], Lane())
        new = store.log(WORD, 2)
        assert new is not None
        assert new.draws is not None

    with_store(database, read)
    with_store(database, read_again)


async def read_again(store: Store) -> None:
    assert store.log(WORD, 2) is not None


def test_sqlite_is_durable(sqlite: str, tmp_path: Path) -> None:
    async def run(store: Store) -> None:
        with store.engine.connect() as connection:
            assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
            assert connection.execute(text("PRAGMA synchronous")).scalar() == 2

    with_store(sqlite, run)
    assert (tmp_path / "room.sqlite").exists()


def test_what_is_taken_back_is_cut_off_the_log_and_kept_beside_it(database: str) -> None:
    back = TookBack(WORD, 1, 1, 1, 2, [[0, 7], [1, 14]], 3.0)

    async def fill(store: Store) -> None:
        lane = Lane()
        await store.write([kept(match=1), begun(), acted(0), acted(1)], lane)
        await store.write([acted(2, 1), back, acted(1, 1)], lane)  # in one commit: the step that takes its place comes after it
        saved = store.load(WORD)
        assert saved is not None
        assert saved.log is not None
        assert saved.log.actions == ((0, 0), (1, 7))
        with store.engine.connect() as connection:
            row = connection.execute(select(takebacks)).one()
        assert (row.seq, row.person, row.steps) == (1, 2, [[0, 7], [1, 14]])

    with_store(database, fill)


@pytest.mark.parametrize(
    ("url", "password", "host"),
    [
        ("postgres://parlour:pass@127.0.0.1:1/x", "pass", "127.0.0.1"),
        ("postgresql://parlour:p@s/s#%?:@127.0.0.1:1/x", "p@s/s#%?:", "127.0.0.1"),
        ("postgresql+psycopg://parlour:p%40ss@127.0.0.1:1/x", "p@ss", "127.0.0.1"),
        ("postgresql://parlour:p%ss#/@127.0.0.1/x", "p%ss#/", "127.0.0.1"),
        ("postgresql://parlour@/x?host=/run", None, None),
    ],
)
def test_a_password_may_hold_any_character(url: str, password: str | None, host: str | None) -> None:
    parsed = read(url)
    assert (parsed.drivername, parsed.username, parsed.password, parsed.host) == ("postgresql+psycopg", "parlour", password, host)
    assert parsed.database == "x"
