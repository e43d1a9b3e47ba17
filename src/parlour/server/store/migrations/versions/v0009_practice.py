"""Schema 9: whether the advisor could be asked in a match before a play."""

from alembic import op
from sqlalchemy import Boolean, Column

revision, down_revision = "0009", "0008"


def upgrade() -> None:
    op.add_column("matches", Column("practice", Boolean))
