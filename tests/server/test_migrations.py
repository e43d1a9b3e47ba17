"""Every schema a database ever had becomes today's, with what lies in it."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, text

from parlour.server.store.engine import connect
from parlour.server.store.schema import MIGRATIONS, SCHEMA, meta
from parlour.server.store.store import Store
from parlour.server.store.writer import Lane
from tests.server.test_store import WORD, acted, begun

STATE = '{"match": 1, "name": "Zoé"}'
ROWS = (
    f"INSERT INTO tables (word, game, status, touched, state) VALUES ('{WORD}', 'toy', 'playing', 1.0, '{STATE}')",
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
        assert saved.state == {"match": 1, "name": "Zoé"}
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
