"""What leads from a schema of the database to the next, for Alembic: the schema only moves forward, and never takes away."""
