"""Schema 8: whether the advisor could be asked in a match before a play."""

from alembic import op
from sqlalchemy import Boolean, Column

revision, down_revision = "0008", "0007"


def upgrade() -> None:
    op.add_column("matches", Column("practice", Boolean))
