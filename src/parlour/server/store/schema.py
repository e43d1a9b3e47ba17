"""The database schema; upgrade.py brings older databases up to it."""

from pathlib import Path

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Connection,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    inspect,
)

SCHEMA = 13  # the last of `migrations/versions`
MIGRATIONS = Path(__file__).parent / "migrations"

meta = MetaData()
about = Table("about", meta, Column("schema", Integer, primary_key=True))
lease = Table(  # who may write, where one server has the database to itself; see lease.py
    "lease",
    meta,
    Column("what", String(64), primary_key=True),
    Column("holder", String(64), nullable=False),  # empty: nobody
    Column("beat", BigInteger, nullable=False),
    Column("process", JSON),
)
tables = Table(
    "tables",
    meta,
    Column("word", String(64), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("status", String(16), nullable=False, index=True),
    Column("touched", Float, nullable=False),
    Column("state", JSON, nullable=False),
    Column("kept", Boolean),  # its word does not lapse
)
matches = Table(
    "matches",
    meta,
    Column("word", String(64), primary_key=True),
    Column("match", Integer, primary_key=True),
    Column("game", String(64), nullable=False),
    Column("version", Integer, nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("people", JSON),
    Column("draws", JSON),
    Column("begun", Float),
    Column("ended", Float),
    Column("result", JSON),  # when it is over: by seat, whose score and place; names stand in `people` alone
    Column("practice", Boolean),
    sqlite_with_rowid=False,
)
actions = Table(
    "actions",
    meta,
    Column("word", String(64), primary_key=True),
    Column("match", Integer, primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("action", BigInteger, nullable=False),
    Column("at", Float, nullable=False),
    Column("happened", JSON(none_as_null=True)),  # the step's events; NULL where an older Parlour wrote it
    sqlite_with_rowid=False,
)
catalogues = Table(  # in what words a game's rules tell of their events, for when they are not installed any more
    "catalogues",
    meta,
    Column("game", String(64), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("language", String(16), primary_key=True),
    Column("words", JSON, nullable=False),
    sqlite_with_rowid=False,
)
answered = Table(
    "answered",
    meta,
    Column("word", String(64), primary_key=True),
    Column("person", Integer, primary_key=True),
    Column("id", String(64), primary_key=True),
    Column("at", Float, nullable=False),
    sqlite_with_rowid=False,
)

takebacks = Table(  # what was taken back of a match, which its log knows nothing of
    "takebacks",
    meta,
    Column("word", String(64), primary_key=True),
    Column("match", Integer, primary_key=True),
    Column("nth", Integer, primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("person", Integer, nullable=False),
    Column("steps", JSON, nullable=False),
    Column("at", Float, nullable=False),
    sqlite_with_rowid=False,
)
talk = Table(  # what was said at a table
    "talk",
    meta,
    Column("word", String(64), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("person", Integer, nullable=False),
    Column("name", String(64), nullable=False),
    Column("avatar", String(32), nullable=False),
    Column("at", Float, nullable=False),
    Column("text", String(512)),
    Column("phrase", String(32)),
    sqlite_with_rowid=False,
)
advice = Table(  # what the advisor found in a finished match (docs/advisor.md)
    "advice",
    meta,
    Column("word", String(64), primary_key=True),
    Column("match", Integer, primary_key=True),
    Column("report", JSON, nullable=False),
    sqlite_with_rowid=False,
)
screens = Table(  # by what letters a table is found, as long as its lobby stands or for some minutes
    "screens",
    meta,
    Column("word", String(64), primary_key=True),
    Column("code", String(8), nullable=False, index=True),
    Column("until", Float, nullable=False),
)
leagues = Table(  # rounds over several tables; what came of them stands in the matches of those
    "leagues",
    meta,
    Column("word", String(64), primary_key=True),
    Column("version", Integer, nullable=False),  # counts its changes: of two servers that change it at once one comes too late
    Column("state", JSON, nullable=False),
    Column("touched", Float, index=True),  # when it was last changed
)
tries = Table(  # how often each choice of a puzzle was taken at first: by how many, and by nobody in particular
    "tries",
    meta,
    Column("game", String(64), primary_key=True),
    Column("puzzle", String(16), primary_key=True),
    Column("choice", Integer, primary_key=True),
    Column("number", Integer, nullable=False),
    sqlite_with_rowid=False,
)
openers = Table(  # from where the tables were opened that are not closed
    "openers",
    meta,
    Column("word", String(64), primary_key=True),
    Column("address", String(64), nullable=False, index=True),
)
erasures = Table(  # what the operator wants gone: a whole table, or (with a name) what tells who somebody was
    "erasures",
    meta,
    Column("word", String(64), primary_key=True),
    Column("name", String(64), primary_key=True),  # empty: the whole table
)
closings = Table(  # tables the operator wants closed; the room does it
    "closings",
    meta,
    Column("word", String(64), primary_key=True),
)

servers = Table(  # those that share a PostgreSQL; see servers.py
    "servers",
    meta,
    Column("id", String(64), primary_key=True),
    Column("address", String(255), nullable=False),
    Column("version", String(32), nullable=False),
    Column("process", JSON),
    Column("beat", Float, nullable=False),  # by the database's clock
)
holdings = Table(  # which of them decides at a table
    "holdings",
    meta,
    Column("word", String(64), primary_key=True),
    Column("server", String(64), ForeignKey("servers.id", ondelete="CASCADE"), nullable=False, index=True),
)
spent = Table(  # what an address has done of what is limited, at all servers together
    "spent",
    meta,
    Column("kind", String(16), primary_key=True),
    Column("address", String(64), primary_key=True),  # a digest under the room's secret
    Column("whole", Float, nullable=False),  # when it may do all of it again, by the database's clock
)
secret = Table(  # by which they know each other
    "secret",
    meta,
    Column("value", String(64), primary_key=True),
)


def missing(connection: Connection) -> list[str]:
    """What a database lacks of all this: tables, and columns as `table.column`."""
    seen = inspect(connection)
    there = {
        name: {column["name"] for column in seen.get_columns(name)} for name in seen.get_table_names() if name in meta.tables
    }
    return [
        lack
        for table in meta.sorted_tables
        for lack in (
            [f"{table.name}.{column.name}" for column in table.c if column.name not in there[table.name]]
            if table.name in there
            else [table.name]
        )
    ]
