"""Schema 5: what the advisor found in a match, and what was taken back of it."""

from sqlalchemy import JSON, Column, Float, Integer, MetaData, String, Table

from parlour.server.store.migrations.missing import add_tables

revision, down_revision = "0005", "0004"


def upgrade() -> None:
    meta = MetaData()
    Table(
        "advice",
        meta,
        Column("word", String(64), primary_key=True),
        Column("match", Integer, primary_key=True),
        Column("report", JSON, nullable=False),
        sqlite_with_rowid=False,
    )
    Table(
        "takebacks",
        meta,
        Column("word", String(64), primary_key=True),
        Column("match", Integer, primary_key=True),
        Column("nth", Integer, primary_key=True),
        Column("seq", Integer, nullable=False),
        Column("person", Integer, nullable=False),
        Column("steps", JSON, nullable=False),
        Column("at", Float, nullable=False),
        sqlite_with_rowid=False,
    )
    add_tables(meta)
