"""The way to the database, SQLite by default and PostgreSQL by URL."""

from typing import Any

from sqlalchemy import Engine, create_engine, event, make_url

from parlour.server.store import sqlitefile


def connect(url: str) -> Engine:
    """An engine; nothing is opened yet. Raises SQLAlchemyError, or ImportError where the driver is missing."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "postgresql" and parsed.drivername == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
    # Errors are logged with their trace: they must not name the table words that were asked for.
    engine = create_engine(parsed, pool_pre_ping=parsed.get_backend_name() != "sqlite", hide_parameters=True)
    if (file := sqlitefile.path_of(parsed)) is not None:
        event.listen(engine, "do_connect", lambda *_: sqlitefile.private(file))
    event.listen(engine, "connect", _durable if parsed.get_backend_name() == "sqlite" else _lively)
    return engine


def _durable(connection: Any, _: Any) -> None:
    """FULL: a commit is on the disk when it returns, also when the power fails. FAST: what is replaced leaves its page."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "secure_delete=FAST"):
        connection.execute(f"PRAGMA {pragma}")


def _lively(connection: Any, _: Any) -> None:
    """A server that is frozen in the middle of a commit must not keep what others wait for."""
    with connection.cursor() as cursor:
        cursor.execute("SET idle_in_transaction_session_timeout = '3s'")
    connection.commit()
