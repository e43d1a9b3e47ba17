"""Schema 7: when a match began and ended, and how it went."""

from sqlalchemy import JSON, Column, Float

from parlour.server.store.migrations.missing import add_columns

revision, down_revision = "0007", "0006"


def upgrade() -> None:
    add_columns("matches", Column("begun", Float), Column("ended", Float), Column("result", JSON))
