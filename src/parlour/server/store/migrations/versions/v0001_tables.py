"""Schema 1: tables, their matches step by step, and requests that were done."""

from sqlalchemy import JSON, BigInteger, Column, Float, Integer, MetaData, String, Table

from parlour.server.store.migrations.missing import add_tables

revision, down_revision = "0001", None


def upgrade() -> None:
    meta = MetaData()
    Table("about", meta, Column("schema", Integer, primary_key=True))
    Table(
        "tables",
        meta,
        Column("word", String(64), primary_key=True),
        Column("game", String(64), nullable=False),
        Column("status", String(16), nullable=False, index=True),
        Column("touched", Float, nullable=False),
        Column("state", JSON, nullable=False),
    )
    Table(
        "matches",
        meta,
        Column("word", String(64), primary_key=True),
        Column("match", Integer, primary_key=True),
        Column("game", String(64), nullable=False),
        Column("version", Integer, nullable=False),
        Column("players", Integer, nullable=False),
        Column("options", JSON, nullable=False),
        sqlite_with_rowid=False,
    )
    Table(
        "actions",
        meta,
        Column("word", String(64), primary_key=True),
        Column("match", Integer, primary_key=True),
        Column("seq", Integer, primary_key=True),
        Column("seat", Integer, nullable=False),
        Column("action", BigInteger, nullable=False),
        Column("at", Float, nullable=False),
        sqlite_with_rowid=False,
    )
    Table(
        "answered",
        meta,
        Column("word", String(64), primary_key=True),
        Column("person", Integer, primary_key=True),
        Column("id", String(64), primary_key=True),
        Column("at", Float, nullable=False),
        sqlite_with_rowid=False,
    )
    add_tables(meta)
