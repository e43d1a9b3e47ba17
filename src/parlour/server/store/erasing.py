"""Erasure at the operator's request: a table, or whatever identifies a person who sat there."""

from itertools import count
from typing import Any

from sqlalchemy import BindParameter, Connection, bindparam, delete, select, update

from parlour.server.store.schema import (
    actions,
    advice,
    answered,
    closings,
    erasures,
    matches,
    openers,
    screens,
    tables,
    takebacks,
    talk,
)
from parlour.server.table.seats import NOBODY

WORD: BindParameter[str] = bindparam("of")

GONE = [
    delete(table).where(table.c.word == WORD)
    for table in (tables, matches, actions, advice, takebacks, talk, answered, openers, screens, closings)
]
STATE = select(tables.c.state).where(tables.c.word == WORD)
CHANGE = update(tables).where(tables.c.word == WORD).values(state=bindparam("changed"))
PEOPLE = select(matches.c.match, matches.c.people).where(matches.c.word == WORD)
RENAME = update(matches).where(matches.c.word == WORD, matches.c.match == bindparam("number")).values(people=bindparam("changed"))
UNSAY = delete(talk).where(talk.c.word == WORD, talk.c.name == bindparam("whom"))  # what they wrote may tell who they are
RESULTS = select(matches.c.match, matches.c.people, matches.c.result).where(matches.c.word == WORD)
UNSAY_OF = delete(talk).where(talk.c.word == WORD, talk.c.person == bindparam("whom"))
DONE = delete(erasures).where(erasures.c.word == WORD, erasures.c.name == bindparam("whom"))
ALL_DONE = delete(erasures).where(erasures.c.word == WORD)


def carry_out(connection: Connection, word: str, name: str) -> None:
    """Erase a table, or, where a name is given, what tells of the person of this name there. The moves stay: they tell nobody."""
    if connection.dialect.name == "sqlite":  # what is deleted is overwritten, pages that fall free included
        connection.exec_driver_sql("PRAGMA secure_delete=ON")
    if name:
        _forget(connection, word, name)
        connection.execute(UNSAY, {"of": word, "whom": name})
        connection.execute(DONE, {"of": word, "whom": name})
    else:
        for statement in (*GONE, ALL_DONE):
            connection.execute(statement, {"of": word})


def unname(connection: Connection, word: str, person: int) -> None:
    """In the matches of a table, and in what was said there, the person of this number is called by a number alone."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA secure_delete=ON")
    state = connection.execute(STATE, {"of": word}).scalar()
    seated = {one["seat"]: one["number"] for one in state["seats"]["people"]} if state is not None else {}
    for number, people, result in connection.execute(RESULTS, {"of": word}).all():
        if people is None:
            continue
        ended = {seat: one["person"] for seat, one in enumerate(result["seats"])} if result is not None else None
        last = state is not None and number == state["match"]
        numbers = ended or (seated if last else {})
        if any(numbers.get(seat) == person for seat in range(len(people))):
            taken = {one["name"] for one in people}
            free = next(name for name in (f"P{n}" for n in count(1)) if name not in taken)
            changed = [
                {**one, "name": free, "avatar": NOBODY} if numbers.get(seat) == person else one for seat, one in enumerate(people)
            ]
            connection.execute(RENAME, {"of": word, "number": number, "changed": changed})
    connection.execute(UNSAY_OF, {"of": word, "whom": person})


def _forget(connection: Connection, word: str, name: str) -> None:
    state = connection.execute(STATE, {"of": word}).scalar()
    if state is not None:
        _rename(state["seats"]["people"], name)
        for member in (state.get("keeping") or {}).get("members", ()):
            if member["name"] == name:
                member |= {"name": "", "avatar": NOBODY, "devices": [], "erased": True}
        connection.execute(CHANGE, {"of": word, "changed": state})
    for number, people in connection.execute(PEOPLE, {"of": word}).all():
        _rename(people or [], name)
        connection.execute(RENAME, {"of": word, "number": number, "changed": people})


def _rename(people: list[dict[str, Any]], name: str) -> None:
    """Call whoever has this name by a number that nobody is called by."""
    taken = {person["name"] for person in people}
    free = (f"P{number}" for number in count(1) if f"P{number}" not in taken)
    for person in people:
        if person["name"] == name:
            person |= {"name": next(free), "avatar": NOBODY}


def sat(state: dict[str, Any], people: list[dict[str, Any]] | None, name: str) -> bool:
    """Whether somebody of this name sits at a table, or sat in a match there."""
    members = (state.get("keeping") or {}).get("members", ())
    return any(person["name"] == name for person in (*state["seats"]["people"], *members, *(people or ())))
