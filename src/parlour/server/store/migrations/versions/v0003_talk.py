"""Schema 3: what is said at a table."""

from sqlalchemy import Column, Float, Integer, MetaData, String, Table

from parlour.server.store.migrations.missing import add_tables

revision, down_revision = "0003", "0002"


def upgrade() -> None:
    meta = MetaData()
    Table(
        "talk",
        meta,
        Column("word", String(64), primary_key=True),
        Column("number", Integer, primary_key=True),
        Column("person", Integer, nullable=False),
        Column("name", String(64), nullable=False),
        Column("avatar", String(32), nullable=False),
        Column("at", Float, nullable=False),
        Column("text", String(512)),
        Column("phrase", String(32)),
        sqlite_with_rowid=False,
    )
    add_tables(meta)
