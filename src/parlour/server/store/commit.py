"""One commit: a room's records as rows of the database."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, TypeVar

from sqlalchemy import Connection, insert

from parlour.server.store import erasing, statements
from parlour.server.store.error import StoreError
from parlour.server.store.right import Beat, Leave
from parlour.server.store.schema import leagues
from parlour.server.table.records import (
    Acted,
    Advised,
    Answered,
    Begun,
    Cleared,
    Ended,
    Erased,
    Forgotten,
    Joined,
    Kept,
    LeagueGone,
    LeagueKept,
    Opened,
    Record,
    Screened,
    Spoke,
    TookBack,
    Touched,
    Tried,
    Unnamed,
    Worded,
)

R = TypeVar("R")


def carry_out(connection: Connection, add: dict[type, Any], records: Sequence[Record | Beat | Leave]) -> None:
    """Keep these records, those of several tables together. `add`: `statements.additions`."""
    kept = {record.word: record for record in records if isinstance(record, Kept)}
    _each(connection, statements.DROP, [{"of": word} for word in kept])
    _each(connection, add[Kept], [statements.row(record) for record in kept.values()])
    closed = [{"of": word} for word, record in kept.items() if record.status == "closed"]
    _each(connection, statements.FORGET_OPENER, closed)
    _each(connection, statements.HEEDED, closed)
    _each(connection, statements.TOUCH, [statements.touched(one) for one in records if isinstance(one, Touched)])
    # before the rows come: one that is forgotten and done again in the same commit must stay
    _each(connection, statements.FORGET, [statements.forgotten(one) for one in records if isinstance(one, Forgotten)])
    _each(connection, statements.CUT, [statements.cut(one) for one in records if isinstance(one, TookBack)])
    standing = _standing(records)
    screened = {record.word: record for record in standing if isinstance(record, Screened)}
    begun = [record.word for record in standing if isinstance(record, Begun)]  # what opened their lobby opens it no more
    _each(connection, statements.UNSCREEN, [{"of": word} for word in sorted({*screened, *begun})])
    _each(connection, add[Screened], [statements.row(record) for record in screened.values()])
    for kind in (Opened, Begun, Acted, TookBack, Spoke, Answered, Advised, Worded, Tried):
        _each(connection, add[kind], [statements.row(record) for record in standing if isinstance(record, kind)])
    quiet = [statements.gone(record) for record in standing if isinstance(record, Spoke) and record.gone > 0]
    _each(connection, statements.FALL_SILENT, quiet)
    _each(connection, statements.SEAT, [statements.seated(one) for one in standing if isinstance(one, Joined)])
    _each(connection, statements.END, [statements.ended(one) for one in standing if isinstance(one, Ended)])
    _each(connection, statements.CLEAR, [statements.cleared(one) for one in standing if isinstance(one, Cleared)])
    for record in standing:
        if isinstance(record, Erased):
            erasing.carry_out(connection, record.word, record.name)
        elif isinstance(record, LeagueKept):
            _league(connection, record)
        elif isinstance(record, LeagueGone):
            connection.execute(statements.END_LEAGUE, {"of": record.word})
        elif isinstance(record, Unnamed):
            erasing.unname(connection, record.word, record.person)


def _league(connection: Connection, league: LeagueKept) -> None:
    """Raises StoreError where somebody else has changed it meanwhile."""
    if league.version == 1:
        connection.execute(insert(leagues), asdict(league))
        return
    change = {"of": league.word, "before": league.version - 1, "after": league.version, "changed": league.state}
    change["at"] = league.touched
    if connection.execute(statements.CHANGE_LEAGUE, change).rowcount != 1:
        raise StoreError("the league was changed meanwhile")


def _each(connection: Connection, statement: Any, rows: list[dict[str, Any]]) -> None:
    """Carry out a statement for each of these rows, if there are any."""
    if rows:
        connection.execute(statement, rows)


def _standing(records: Sequence[R]) -> list[R]:
    """What is left of some records when what was taken back among them is left out."""
    left: list[R] = []
    for record in records:
        if isinstance(record, TookBack):
            left = [one for one in left if not (isinstance(one, Acted) and _taken(one, record))]
        left.append(record)
    return left


def _taken(step: Acted, back: TookBack) -> bool:
    return (step.word, step.match) == (back.word, back.match) and step.seq >= back.seq
