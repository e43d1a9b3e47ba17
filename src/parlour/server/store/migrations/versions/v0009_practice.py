"""Schema 9: whether the advisor could be asked in a match before a play. For half an hour it was called the eighth."""

from sqlalchemy import Boolean, Column

from parlour.server.store.migrations.missing import add_columns

revision, down_revision = "0009", "0008"


def upgrade() -> None:
    add_columns("matches", Column("practice", Boolean))
