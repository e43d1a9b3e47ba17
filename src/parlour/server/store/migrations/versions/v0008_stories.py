"""Schema 8: what happened in each step, and in what words it is told, for when the rules are not installed any more."""

from sqlalchemy import JSON, Column, Integer, MetaData, String, Table

from parlour.server.store.migrations.missing import add_columns, add_tables

revision, down_revision = "0008", "0007"


def upgrade() -> None:
    add_columns("actions", Column("happened", JSON))
    meta = MetaData()
    Table(
        "catalogues",
        meta,
        Column("game", String(64), primary_key=True),
        Column("version", Integer, primary_key=True),
        Column("language", String(16), primary_key=True),
        Column("words", JSON, nullable=False),
        sqlite_with_rowid=False,
    )
    add_tables(meta)
