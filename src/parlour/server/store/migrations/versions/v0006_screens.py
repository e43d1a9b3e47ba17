"""Schema 6: by what letters a big screen finds a table."""

from alembic import op
from sqlalchemy import Column, Float, MetaData, String, Table

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
    meta.create_all(op.get_bind())
