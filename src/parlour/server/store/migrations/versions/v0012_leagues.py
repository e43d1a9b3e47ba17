"""Schema 12: leagues."""

from sqlalchemy import JSON, Column, Integer, MetaData, String, Table

from parlour.server.store.migrations.missing import add_tables

revision, down_revision = "0012", "0011"


def upgrade() -> None:
    meta = MetaData()
    Table(
        "leagues",
        meta,
        Column("word", String(64), primary_key=True),
        Column("version", Integer, nullable=False),
        Column("state", JSON, nullable=False),
    )
    add_tables(meta)
