"""Schema 13: what was tried at puzzles, and when a league was last changed."""

from time import time

from alembic import op
from sqlalchemy import Column, Float, Integer, MetaData, String, Table, inspect, text

from parlour.server.store.migrations.missing import add_columns, add_tables

revision, down_revision = "0013", "0012"


def upgrade() -> None:
    meta = MetaData()
    Table(
        "tries",
        meta,
        Column("game", String(64), primary_key=True),
        Column("puzzle", String(16), primary_key=True),
        Column("choice", Integer, primary_key=True),
        Column("number", Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    add_tables(meta)
    add_columns("leagues", Column("touched", Float))
    op.get_bind().execute(text("UPDATE leagues SET touched = :now WHERE touched IS NULL"), {"now": time()})
    if "ix_leagues_touched" not in {index["name"] for index in inspect(op.get_bind()).get_indexes("leagues")}:
        op.create_index("ix_leagues_touched", "leagues", ["touched"])
