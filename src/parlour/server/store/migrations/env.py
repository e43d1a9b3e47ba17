"""Alembic's own entrance: the connection is handed in by `upgrade.prepare`, in whose transaction everything happens."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
with context.begin_transaction():
    context.run_migrations()
