"""Schema 7: when a match began and ended, and how it went."""

from alembic import op
from sqlalchemy import JSON, Column, Float

revision, down_revision = "0007", "0006"


def upgrade() -> None:
    for column in (Column("begun", Float), Column("ended", Float), Column("result", JSON)):
        op.add_column("matches", column)
