"""Alembic migrations of the database: the schema only moves forward, and nothing is ever removed."""
