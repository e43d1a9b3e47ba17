"""Schema 10: who sits in a match that began before that was kept, as far as its table still knows."""

from typing import Any

from alembic import op
from sqlalchemy import JSON, Integer, String, bindparam, column, select, table, update

revision, down_revision = "0010", "0009"

WORD, MATCH = column("word", String), column("match", Integer)
MATCHES = table("matches", WORD, MATCH, column("players", Integer), column("people", JSON))
TABLES = table("tables", column("word", String), column("state", JSON))


def upgrade() -> None:
    found = select(MATCHES.c.word, MATCHES.c.match, MATCHES.c.players, MATCHES.c.people, TABLES.c.state)
    rows = op.get_bind().execute(found.join(TABLES, TABLES.c.word == MATCHES.c.word)).all()
    known = [
        {"of": row.word, "number": row.match, "sat": sat}
        for row in rows
        if row.people is None and row.match == row.state["match"] and (sat := _sitting(row.state, row.players))
    ]
    if known:
        change = update(MATCHES).where(MATCHES.c.word == bindparam("of"), MATCHES.c.match == bindparam("number"))
        op.get_bind().execute(change.values(people=bindparam("sat")), known)


def _sitting(state: dict[str, Any], players: int) -> list[dict[str, Any]]:
    """By seat, who is at the seats of the last match; empty where not every seat's is known."""
    seated = {person["seat"]: person for person in state["seats"]["people"]}
    if not all(seat in seated for seat in range(players)):
        return []
    return [{key: seated[seat][key] for key in ("name", "avatar", "bot")} for seat in range(players)]
