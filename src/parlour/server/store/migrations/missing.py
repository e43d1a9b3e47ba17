"""Idempotent migration steps: add what is missing, because a database may have been migrated in part, or made in between."""

from alembic import op
from sqlalchemy import Column, MetaData, inspect


def add_tables(declared: MetaData) -> None:
    declared.create_all(op.get_bind())


def add_columns(table: str, *columns: Column[object]) -> None:
    there = {column["name"] for column in inspect(op.get_bind()).get_columns(table)}
    for column in columns:
        if column.name not in there:
            op.add_column(table, column)
