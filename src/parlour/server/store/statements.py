"""The statements of the store, built once: one built anew for every write is a heap of reference cycles every time."""

from dataclasses import fields
from typing import Any

from sqlalchemy import BindParameter, Engine, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from parlour.server.store.schema import (
    actions,
    advice,
    answered,
    catalogues,
    closings,
    erasures,
    leagues,
    matches,
    openers,
    screens,
    tables,
    takebacks,
    talk,
    tries,
)
from parlour.server.table.records import (
    Acted,
    Advised,
    Answered,
    Begun,
    Cleared,
    Ended,
    Forgotten,
    Joined,
    Kept,
    Opened,
    Screened,
    Spoke,
    TookBack,
    Touched,
    Tried,
    Worded,
)

WORD: BindParameter[str] = bindparam("of")
MATCH: BindParameter[int] = bindparam("number")
THEN: BindParameter[float] = bindparam("then")
MOST: BindParameter[int] = bindparam("most")

TABLE = select(tables).where(tables.c.word == WORD)
TAKEN = select(tables.c.word).where(tables.c.word == WORD)
ANSWERED = select(answered.c.person, answered.c.id).where(answered.c.word == WORD).order_by(answered.c.at)
BEGUN = select(matches).where(matches.c.word == WORD, matches.c.match == MATCH)
PEOPLE = select(matches.c.people).where(matches.c.word == WORD, matches.c.match == MATCH)
FINISHED = (
    select(*(matches.c[name] for name in ("match", "game", "players", "people", "begun", "ended", "result")))
    .where(matches.c.word == WORD, matches.c.ended.is_not(None))
    .order_by(matches.c.match.desc())
    .limit(MOST)
)
PLAYED = (
    select(matches)
    .where(matches.c.word == WORD, matches.c.ended.is_not(None), matches.c.begun.is_not(None))
    .order_by(matches.c.match)
)
LEAGUE = select(leagues.c.version, leagues.c.state).where(leagues.c.word == WORD)
CHANGE_LEAGUE = update(leagues).where(leagues.c.word == WORD, leagues.c.version == bindparam("before"))
CHANGE_LEAGUE = CHANGE_LEAGUE.values(version=bindparam("after"), state=bindparam("changed"), touched=bindparam("at"))
END_LEAGUE = delete(leagues).where(leagues.c.word == WORD)
IDLE_LEAGUES = select(leagues.c.word).where(leagues.c.touched < THEN)
TRIED = select(tries.c.choice, tries.c.number).where(tries.c.game == bindparam("named"), tries.c.puzzle == bindparam("which"))
PLAYED_AT = (
    select(matches)
    .where(matches.c.word.in_(bindparam("words", expanding=True)), matches.c.ended.is_not(None), matches.c.begun.is_not(None))
    .order_by(matches.c.word, matches.c.match)
)
NAMED: BindParameter[str] = bindparam("named")
DEALT = select(matches.c.word, matches.c.match).where(matches.c.ended.is_not(None), matches.c.draws["match"].as_string() == NAMED)
STATES = select(tables.c.word, tables.c.state).where(tables.c.word.in_(bindparam("words", expanding=True)))
DEAL_OF = select(matches.c.draws[("deal", "match")].as_string()).where(matches.c.word == WORD, matches.c.match == MATCH)
DEALT_AT = select(matches.c.begun, matches.c.ended).where(matches.c.draws[("deal", "match")].as_string() == NAMED)
RUNS = (  # finished matches in which a deal was played: the one it is of, and those that were dealt it again
    select(*(matches.c[name] for name in ("word", "match", "game", "players", "people", "begun", "ended", "result")))
    .where(
        matches.c.ended.is_not(None),
        matches.c.result.is_not(None),
        or_(matches.c.draws["match"].as_string() == NAMED, matches.c.draws[("deal", "match")].as_string() == NAMED),
    )
    .order_by(matches.c.ended)
    .limit(MOST)
)
ACTED = select(actions.c.seat, actions.c.action).where(actions.c.word == WORD, actions.c.match == MATCH).order_by(actions.c.seq)
HAPPENED = select(actions.c.happened).where(actions.c.word == WORD, actions.c.match == MATCH).order_by(actions.c.seq)
RESULT = select(matches.c.result).where(matches.c.word == WORD, matches.c.match == MATCH)
WORDS = select(catalogues.c.language, catalogues.c.words).where(
    catalogues.c.game == bindparam("named"), catalogues.c.version == bindparam("edition")
)
ADVICE = select(advice.c.report).where(advice.c.word == WORD, advice.c.match == MATCH)
SAID = select(*(column for column in talk.c if column is not talk.c.word)).where(talk.c.word == WORD).order_by(talk.c.number)
KEPT = tables.c.kept.is_(True)
LAPSES = or_(tables.c.kept.is_(None), tables.c.kept.is_(False))
UNTOUCHED = select(tables.c.word).where(tables.c.touched < THEN, tables.c.status != "closed", LAPSES)
SILENT = select(tables.c.word).where(tables.c.touched < THEN, tables.c.status != "closed", KEPT)
UNUSED = select(tables.c.word).where(
    *(tables.c.touched < THEN, tables.c.status != "closed", LAPSES),
    ~select(matches.c.word).where(matches.c.word == tables.c.word).exists(),
)
OPENED_BY = select(func.count()).select_from(openers).where(openers.c.address == bindparam("address"))
CLOSINGS = select(closings.c.word)
ERASURES = select(erasures.c.word, erasures.c.name)
CLOSED = select(tables.c.word).where(tables.c.touched < THEN, tables.c.status == "closed").limit(MOST)
STALE = (  # what was answered at tables that have long been still
    select(tables.c.word)
    .where(tables.c.touched < THEN, select(answered.c.id).where(answered.c.word == tables.c.word).exists())
    .limit(MOST)
)
BY_STATUS = select(tables.c.status, func.count().label("number")).group_by(tables.c.status)
COUNT = select(func.count()).where(tables.c.status != "closed")

DROP = delete(tables).where(tables.c.word == WORD)
TOUCH = update(tables).where(tables.c.word == WORD).values(touched=THEN)
END = update(matches).where(matches.c.word == WORD, matches.c.match == MATCH)
END = END.values(ended=bindparam("at"), result=bindparam("came"))
SEAT = update(matches).where(matches.c.word == WORD, matches.c.match == MATCH).values(people=bindparam("sitting"))
FORGET_OPENER = delete(openers).where(openers.c.word == WORD)
HEEDED = delete(closings).where(closings.c.word == WORD)
CLEAR = delete(answered).where(answered.c.word == WORD)
CUT = delete(actions).where(actions.c.word == WORD, actions.c.match == MATCH, actions.c.seq >= bindparam("left"))
SCREEN = select(screens.c.word).where(screens.c.code == bindparam("typed"), screens.c.until > THEN)
# what stands as long as a lobby may have been asked for just as its match began: it counts no longer than it would have then
OPENS = SCREEN.where(
    or_(
        screens.c.until <= bindparam("soon"),
        select(tables.c.word).where(tables.c.word == screens.c.word, tables.c.status == "lobby").exists(),
    )
)
SCREEN_OF = select(screens.c.code, screens.c.until).where(screens.c.word == WORD, screens.c.until > THEN)
LETTERS = func.length(screens.c.code)
SCREENS = select(LETTERS.label("letters"), func.count().label("number")).where(screens.c.until > THEN).group_by(LETTERS)
UNSCREEN = delete(screens).where(screens.c.word == WORD)
FALL_SILENT = delete(talk).where(talk.c.word == WORD, talk.c.number <= bindparam("gone"))
FORGET = delete(answered).where(
    answered.c.word == WORD, answered.c.person == bindparam("by"), answered.c.id == bindparam("request")
)


def additions(engine: Engine) -> dict[type, Any]:
    """What adds rows, by kind of record.

    An id that comes again after it was forgotten is no fault of the table's: the newer one is kept.
    """
    add: Any = (postgresql if engine.dialect.name == "postgresql" else sqlite).insert  # one that knows of conflicts
    asked, said, tried = add(answered), add(catalogues), add(tries)
    again = asked.on_conflict_do_update(index_elements=[*answered.primary_key], set_={"at": asked.excluded.at})
    newest = said.on_conflict_do_update(index_elements=[*catalogues.primary_key], set_={"words": said.excluded.words})
    counted = {"number": tries.c.number + tried.excluded.number}
    return {
        Advised: add(advice).on_conflict_do_nothing(),
        Kept: insert(tables),
        Begun: insert(matches),
        Worded: newest,
        Tried: tried.on_conflict_do_update(index_elements=[*tries.primary_key], set_=counted),
        Opened: insert(openers),
        Acted: insert(actions),
        TookBack: insert(takebacks),
        Screened: insert(screens),
        Spoke: insert(talk),
        Answered: again,
    }


COLUMNS: dict[type, tuple[str, ...]] = {
    **{
        kind: tuple(field.name for field in fields(kind))
        for kind in (Kept, Opened, Begun, Acted, TookBack, Screened, Answered, Advised, Worded, Tried)
    },
    Spoke: tuple(column.name for column in talk.c),
}


def row(
    record: Kept | Opened | Begun | Acted | TookBack | Screened | Spoke | Answered | Advised | Worded | Tried,
) -> dict[str, Any]:
    """A record as the parameters of its addition."""
    return {name: getattr(record, name) for name in COLUMNS[type(record)]}


def cut(record: TookBack) -> dict[str, Any]:
    return {"of": record.word, "number": record.match, "left": record.seq}


def gone(record: Spoke) -> dict[str, Any]:
    return {"of": record.word, "gone": record.gone}


def forgotten(record: Forgotten) -> dict[str, Any]:
    return {"of": record.word, "by": record.person, "request": record.id}


def seated(record: Joined) -> dict[str, Any]:
    return {"of": record.word, "number": record.match, "sitting": record.people}


def touched(record: Touched) -> dict[str, Any]:
    return {"of": record.word, "then": record.touched}


def ended(record: Ended) -> dict[str, Any]:
    return {"of": record.word, "number": record.match, "at": record.ended, "came": record.result}


def cleared(record: Cleared) -> dict[str, Any]:
    return {"of": record.word}
