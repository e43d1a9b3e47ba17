"""The way to the database, SQLite by default and PostgreSQL by URL. Every wait for either has an end."""

from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url

from parlour.server.store import sqlitefile

if TYPE_CHECKING:
    from sqlalchemy.pool import ConnectionPoolEntry

ANSWER = 4.0  # seconds within which PostgreSQL must answer; one that is frozen, or beyond a cut line, never says no
POOLED = "pooled"  # in a connection's `info`: whether a pooler stands between, which gives each transaction to any backend
LIVELY = "idle_in_transaction_session_timeout = '3s'"  # a server that is frozen in a commit must not keep what others wait for


def connect(url: str, answer: float = ANSWER) -> Engine:
    """An engine; nothing is opened yet. Raises SQLAlchemyError, or ImportError where the driver is missing."""
    parsed = read(url)
    sqlite = parsed.get_backend_name() == "sqlite"
    # Errors are logged with their trace: they must not name the table words that were asked for.
    engine = create_engine(parsed, pool_pre_ping=not sqlite, hide_parameters=True)
    if sqlite:
        if (file := sqlitefile.path_of(parsed)) is not None:
            event.listen(engine, "do_connect", lambda *_: sqlitefile.private(file))
        event.listen(engine, "connect", _durable)
    else:
        from parlour.server.store.bounded import bounded  # noqa: PLC0415 - an extra

        event.listen(engine, "do_connect", bounded(answer))
        event.listen(engine, "connect", _lively)
        event.listen(engine, "begin", _begin)
    return engine


def read(url: str) -> URL:
    """A database's URL as SQLAlchemy knows it. PostgreSQL may be called `postgres`, and its password may hold any character,
    but that `%` and two digits of hex stand for one. Raises ArgumentError."""
    scheme, colon, rest = url.partition("://")
    if scheme in ("postgres", "postgresql"):
        scheme = "postgresql+psycopg"
    who, at, where = rest.rpartition("@")
    if "@" in who:
        name, _, password = who.partition(":")
        who = f"{name}:{quote(unquote(password), safe='')}"
    return make_url(f"{scheme}{colon}{who}{at}{where}")


def _durable(connection: Any, _: Any) -> None:
    """FULL: a commit is on the disk when it returns, also when the power fails. FAST: what is replaced leaves its page."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "secure_delete=FAST"):
        connection.execute(f"PRAGMA {pragma}")


def _lively(connection: Any, entry: "ConnectionPoolEntry") -> None:
    """What is set for a session, and statements that are prepared in it, hold where the session is our own."""
    with connection.cursor() as cursor:
        backend = cursor.execute("SELECT pg_backend_pid()").fetchone()[0]
        entry.info[POOLED] = backend != connection.info.backend_pid
        if entry.info[POOLED]:
            connection.prepare_threshold = None
        else:
            cursor.execute(f"SET {LIVELY}")
    connection.commit()


def _begin(connection: Connection) -> None:
    if connection.info.get(POOLED):
        connection.exec_driver_sql(f"SET LOCAL {LIVELY}")
