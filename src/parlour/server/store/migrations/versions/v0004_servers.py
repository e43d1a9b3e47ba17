"""Schema 4: servers that share a database, what each holds, and what an address has spent at all of them."""

from secrets import token_hex

from alembic import op
from sqlalchemy import JSON, Column, Float, ForeignKey, MetaData, String, Table, insert, select

from parlour.server.store.migrations.missing import add_tables

revision, down_revision = "0004", "0003"


def upgrade() -> None:
    meta = MetaData()
    Table(
        "servers",
        meta,
        Column("id", String(64), primary_key=True),
        Column("address", String(255), nullable=False),
        Column("version", String(32), nullable=False),
        Column("process", JSON),
        Column("beat", Float, nullable=False),
    )
    Table(
        "holdings",
        meta,
        Column("word", String(64), primary_key=True),
        Column("server", String(64), ForeignKey("servers.id", ondelete="CASCADE"), nullable=False, index=True),
    )
    Table(
        "spent",
        meta,
        Column("kind", String(16), primary_key=True),
        Column("address", String(64), primary_key=True),
        Column("whole", Float, nullable=False),
    )
    secret = Table("secret", meta, Column("value", String(64), primary_key=True))
    add_tables(meta)
    if op.get_bind().execute(select(secret.c.value)).first() is None:
        op.get_bind().execute(insert(secret), {"value": token_hex(32)})
