"""Schema 2: who sat in a match, and what its chance follows from; who may write, and what the operator wants.

It grew while it was called the second: a database of that number may lack any of these tables.
"""

from sqlalchemy import JSON, BigInteger, Column, MetaData, String, Table

from parlour.server.store.migrations.missing import add_columns, add_tables

revision, down_revision = "0002", "0001"


def upgrade() -> None:
    add_columns("matches", Column("people", JSON), Column("draws", JSON))
    meta = MetaData()
    Table(
        "lease",
        meta,
        Column("what", String(64), primary_key=True),
        Column("holder", String(64), nullable=False),
        Column("beat", BigInteger, nullable=False),
        Column("process", JSON),
    )
    Table(
        "openers", meta, Column("word", String(64), primary_key=True), Column("address", String(64), nullable=False, index=True)
    )
    Table("erasures", meta, Column("word", String(64), primary_key=True), Column("name", String(64), primary_key=True))
    Table("closings", meta, Column("word", String(64), primary_key=True))
    add_tables(meta)
