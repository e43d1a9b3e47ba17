"""Schema 11: which tables are kept."""

from sqlalchemy import Boolean, Column

from parlour.server.store.migrations.missing import add_columns

revision, down_revision = "0011", "0010"


def upgrade() -> None:
    add_columns("tables", Column("kept", Boolean))
