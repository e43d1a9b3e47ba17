"""Schema 6: by what letters a big screen finds a table."""

from sqlalchemy import Column, Float, MetaData, String, Table

from parlour.server.store.migrations.missing import add_tables

revision, down_revision = "0006", "0005"


def upgrade() -> None:
    meta = MetaData()
    Table(
        "screens",
        meta,
        Column("word", String(64), primary_key=True),
        Column("code", String(8), nullable=False, index=True),
        Column("until", Float, nullable=False),
    )
    add_tables(meta)
