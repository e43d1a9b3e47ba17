"""Every schema a database ever had becomes today's, with what lies in it."""

import asyncio
import json
import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Column, Integer, Table, create_engine, text

from parlour.server.store import copies, upgrade
from parlour.server.store.engine import connect
from parlour.server.store.error import StoreError
from parlour.server.store.schema import MIGRATIONS, SCHEMA, meta
from parlour.server.store.store import Store
from parlour.server.store.writer import Lane
from tests.server.postgresql import Postgresql
from tests.server.test_store import WORD, acted, begun

PEOPLE: list[dict[str, Any]] = [{"name": "Zoé", "avatar": "fox", "bot": None}, {"name": "Ada", "avatar": "cog", "bot": "simple"}]
STATE = {"match": 1, "seats": {"people": [{**person, "seat": seat} for seat, person in enumerate(PEOPLE)]}}
ROWS = (
    f"INSERT INTO tables (word, game, status, touched, state) VALUES ('{WORD}', 'toy', 'playing', 1.0, '{json.dumps(STATE)}')",
    f"INSERT INTO matches (word, match, game, version, players, options) VALUES ('{WORD}', 1, 'toy', 1, 2, '{{}}')",
    f"INSERT INTO actions (word, match, seq, seat, action, at) VALUES ('{WORD}', 1, 0, 0, 0, 2.0)",
    f"INSERT INTO answered (word, person, id, at) VALUES ('{WORD}', 1, 'a', 2.0)",
)


def config(connection: Any) -> Config:
    made = Config()
    made.set_main_option("script_location", str(MIGRATIONS))
    made.attributes["connection"] = connection
    return made


def older(database: str, schema: int) -> None:
    """A database as a Parlour of that schema left it, with a match under way."""
    engine = connect(database)
    with engine.begin() as connection:
        command.upgrade(config(connection), f"{schema:04}")
        connection.execute(text("DROP TABLE alembic_version"))  # no Parlour before this one knew of it
        connection.execute(text("INSERT INTO about (schema) VALUES (:schema)"), {"schema": schema})
        for row in ROWS:
            connection.exec_driver_sql(row)
    engine.dispose()


@pytest.mark.parametrize("schema", range(1, SCHEMA + 1))
def test_every_earlier_schema_moves_forward_with_its_data(database: str, schema: int) -> None:
    older(database, schema)
    store = Store(database)

    async def go_on() -> None:
        saved = store.load(WORD)
        assert saved is not None
        assert saved.state == STATE
        assert store.people(WORD, 1) == (PEOPLE if schema < SCHEMA else None)
        assert saved.log is not None
        assert saved.log.actions == ((0, 0),)
        assert saved.answered == ((1, "a"),)
        await store.write([acted(1), begun(2), acted(0, match=2)], Lane())

    try:
        asyncio.run(go_on())
        with store.engine.connect() as connection:
            assert compare_metadata(MigrationContext.configure(connection), meta) == [] or _only_alembic(connection)
            assert connection.execute(text("SELECT schema FROM about")).scalars().all() == [SCHEMA]
            assert len(connection.execute(text("SELECT value FROM secret")).scalars().all()) == 1
    finally:
        store.close()
    Store(database).close()


def _only_alembic(connection: Any) -> bool:
    """Whether all that differs from what is declared is Alembic's own table."""
    differences = compare_metadata(MigrationContext.configure(connection), meta)
    return [(kind, table.name) for kind, table in differences] == [("remove_table", "alembic_version")]


def test_the_migrations_end_with_todays_schema() -> None:
    made = Config()
    made.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(made).get_heads() == [f"{SCHEMA:04}"]


def test_a_new_database_needs_no_migration(tmp_path: Path) -> None:
    Store(f"sqlite:///{tmp_path}/room.sqlite").close()
    engine = create_engine(f"sqlite:///{tmp_path}/room.sqlite")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), meta) == []
    engine.dispose()


def room_of_schema_1(tmp_path: Path) -> Path:
    older(f"sqlite:///{tmp_path}/room.sqlite", 1)
    return tmp_path / "room.sqlite"


def held(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        return list(connection.iterdump())


def test_a_copy_of_what_was_there_is_kept_and_the_log_says_where(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = room_of_schema_1(tmp_path)
    before = held(file)
    Store(f"sqlite:///{file}").close()
    told = [record for record in caplog.records if record.getMessage() == "database moved forward"]
    assert [record.facts for record in told] == [  # type: ignore[attr-defined]
        {"found": 1, "schema": SCHEMA, "copy": f"{file}.before-schema-{SCHEMA}"}
    ]
    copy = Path(f"{file}.before-schema-{SCHEMA}")
    assert held(copy) == before
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    os.replace(copy, file)
    Store(f"sqlite:///{file}").close()
    assert copy.exists(), "the copy is the way back, and is kept again"


def test_a_start_that_fails_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = room_of_schema_1(tmp_path)
    before = held(file)
    Table("something", meta, Column("never", Integer))  # no migration makes it
    try:
        with pytest.raises(StoreError, match="it lacks something"):
            Store(f"sqlite:///{file}")
    finally:
        meta.remove(meta.tables["something"])
    assert held(file) == before
    assert [path.name for path in tmp_path.glob("*before*")] == [], "each attempt would leave one"
    with closing(sqlite3.connect(file)) as other:  # a server that still runs
        other.execute("SELECT * FROM about").fetchall()
        monkeypatch.setattr(upgrade, "PATIENCE", 0.1)
        with pytest.raises(StoreError, match="open elsewhere"):
            Store(f"sqlite:///{file}")
    assert held(file) == before
    Store(f"sqlite:///{file}").close()


def test_a_room_that_an_upgrade_left_without_a_table_is_mended(database: str) -> None:
    Store(database).close()
    engine = connect(database)
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE lease"))
    engine.dispose()
    store = Store(database)
    try:
        store.claim()
    finally:
        store.close()


def test_a_database_is_its_owners_alone(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/room.sqlite")
    try:
        store.claim()
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    finally:
        store.close()
    assert modes == dict.fromkeys(("room.sqlite", "room.sqlite-wal", "room.sqlite-shm"), 0o600)
    copies.backup(f"sqlite:///{tmp_path}/room.sqlite", tmp_path / "copy")
    assert stat.S_IMODE((tmp_path / "copy").stat().st_mode) == 0o600


def test_a_move_forward_may_think_between_two_statements(postgresql: Postgresql, monkeypatch: pytest.MonkeyPatch) -> None:
    database, allowed, move = postgresql.database(), list[str](), upgrade._migrate
    older(database, 1)

    def asking(connection: Any) -> None:
        allowed.append(connection.execute(text("SHOW idle_in_transaction_session_timeout")).scalar_one())
        move(connection)

    monkeypatch.setattr(upgrade, "_migrate", asking)
    store = Store(database)
    with store.engine.connect() as connection:
        allowed.append(connection.execute(text("SHOW idle_in_transaction_session_timeout")).scalar_one())
    store.close()
    assert allowed == ["10min", "3s"]
