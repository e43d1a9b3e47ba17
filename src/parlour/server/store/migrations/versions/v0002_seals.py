"""Schema 2: who sat in a match, and what its chance follows from."""

from alembic import op
from sqlalchemy import JSON, Column, inspect

revision, down_revision = "0002", "0001"


def upgrade() -> None:
    there = {column["name"] for column in inspect(op.get_bind()).get_columns("matches")}
    for name in {"people", "draws"} - there:
        op.add_column("matches", Column(name, JSON))
