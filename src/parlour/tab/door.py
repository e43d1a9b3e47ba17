"""The paths of docs/protocol.md in a tab: what is asked by HTTP at a house is asked by a message here."""

import json
import mimetypes
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar
from urllib.parse import parse_qs, unquote, urlsplit

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import to_json

import parlour
from parlour.engine import Log, LogError
from parlour.engine.view.inventory import view_schema
from parlour.server.logs import tell
from parlour.server.telling import puzzles
from parlour.server.telling.catalogue import held, offered
from parlour.server.telling.games import known, page_file, rulebook_file, words_file
from parlour.server.telling.replays import seat_from, written
from parlour.server.wire.bodies import JoinTable, OpenTable, ShowReplay, StudyRules, TakeChair
from parlour.server.wire.complaints import malformed
from parlour.server.wire.refused import Refused, status_of
from parlour.server.wire.schema import schema
from parlour.server.wire.values import Whole, Word
from parlour.tab.house import House

JSON = "application/json"
WHOLE: TypeAdapter[int] = TypeAdapter(Whole)
WORD: TypeAdapter[str] = TypeAdapter(Word)

Body = TypeVar("Body", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Answer:
    """What is answered, as HTTP would."""

    status: int
    kind: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked: the parts of the path that stand for something, the query, and the body."""

    house: House
    parts: tuple[str, ...]
    query: dict[str, list[str]]
    body: str | None

    def read(self, body: type[Body]) -> Body:
        """The body as a form. Raises Refused."""
        if not self.body:
            raise malformed({"type": "missing", "loc": ("body",)})
        try:
            form = json.loads(self.body)
        except ValueError as error:
            raise malformed({"type": "json_invalid", "loc": (), "ctx": {"error": getattr(error, "msg", str(error))}}) from None
        return _checked(lambda: body.model_validate(form), "body")

    def match(self) -> int:
        """The number of a match in the path. Raises Refused."""
        return _checked(lambda: WHOLE.validate_python(self.parts[1]), "path", "match")

    def step(self, name: str) -> int | None:
        """A number of the query; None where it is not asked. Raises Refused."""
        given = self.query.get(name)
        return None if given is None else _checked(lambda: WHOLE.validate_python(given[-1]), "query", name)

    def word(self, name: str, default: str) -> str:
        """A word of the query. Raises Refused."""
        return _checked(lambda: WORD.validate_python(self.query.get(name, [default])[-1]), "query", name)


T = TypeVar("T")
Route = Callable[[Asked], Awaitable[Answer]]


def _checked(read: Callable[[], T], *where: str) -> T:
    try:
        return read()
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise malformed({**first, "loc": (*where, *first["loc"])}) from None


def _told(value: Any, status: int = 200) -> Answer:
    return Answer(status, JSON, to_json(value))


def config() -> dict[str, Any]:
    """What the page needs to know of this room."""
    return {"version": parlour.__version__, "lan": [], "ice": [], "secure": True, "lab": True, "advice": True, "along": False}


async def _config(asked: Asked) -> Answer:
    return _told(config())


async def _health(asked: Asked) -> Answer:
    return _told({"status": "ok", "version": parlour.__version__})


async def _schema(asked: Asked) -> Answer:
    return _told(schema())


async def _games(asked: Asked) -> Answer:
    return _told(offered(asked.house.thinkers))


async def _game(asked: Asked) -> Answer:
    return _told(held(known(asked.parts[0]), asked.house.thinkers))


async def _view(asked: Asked) -> Answer:
    return _told(view_schema(known(asked.parts[0])))


async def _words(asked: Asked) -> Answer:
    return Answer(200, JSON, words_file(*asked.parts).read_bytes())


async def _rulebook(asked: Asked) -> Answer:
    return Answer(200, "text/markdown; charset=utf-8", rulebook_file(*asked.parts).read_bytes())


async def _page(asked: Asked) -> Answer:
    path = page_file(*asked.parts)
    if path is None:
        return _problem(404, "not_found", "Not Found")
    script = path.suffix in (".js", ".mjs")
    kind = "text/javascript" if script else mimetypes.guess_type(path.name)[0] or "text/plain"
    return Answer(200, f"{kind}; charset=utf-8" if kind.startswith("text/") else kind, path.read_bytes())


async def _puzzles(asked: Asked) -> Answer:
    return _told(puzzles.listed(asked.parts[0]))


async def _puzzle(asked: Asked) -> Answer:
    return _told(puzzles.shown(asked.parts[0], asked.parts[1], asked.word("language", "en")))


async def _day(asked: Asked) -> Answer:
    return _told(asked.house.days.sealed(asked.parts[0]))


async def _deal(asked: Asked) -> Answer:
    table = asked.word("table", "") if "table" in asked.query else None
    number = asked.query.get("match", [""])[-1]
    match = _checked(lambda: WHOLE.validate_python(number), "query", "match") if "match" in asked.query else None
    return _told(await asked.house.days.offered("/".join(asked.parts), table, match))


async def _study(asked: Asked) -> Answer:
    rules = asked.read(StudyRules)
    return _told(await asked.house.thinkers.study(asked.parts[0], rules.players, rules.options, begin=rules.begin))


async def _open(asked: Asked) -> Answer:
    return _told(await asked.house.open(asked.read(OpenTable)), 201)


async def _summary(asked: Asked) -> Answer:
    return _told((await asked.house.table(asked.parts[0])).core.summary())


async def _join(asked: Asked) -> Answer:
    form = asked.read(JoinTable)
    return _told(await (await asked.house.table(asked.parts[0])).join(form), 201)


async def _chair(asked: Asked) -> Answer:
    form = asked.read(TakeChair)
    table = await asked.house.table(asked.parts[0])
    return _told(await table.seat(partial(table.core.take, form)), 201)


async def _finished(asked: Asked) -> Answer:
    await asked.house.table(asked.parts[0])
    return _told(await asked.house.store.finished(asked.parts[0]))


async def _last_log(asked: Asked) -> Answer:
    return _told((await asked.house.log(asked.parts[0])).to_json())


async def _log(asked: Asked) -> Answer:
    return _told((await asked.house.log(asked.parts[0], asked.match())).to_json())


async def _replay(asked: Asked) -> Answer:
    match, look, language = asked.match(), asked.word("look", "onlooker"), asked.word("language", "en")
    return Answer(200, JSON, await asked.house.replay(asked.parts[0], match, look, language, asked.step("instead")))


async def _draws(asked: Asked) -> Answer:
    return _told(await asked.house.draws(asked.parts[0], asked.match()))


async def _advice(asked: Asked) -> Answer:
    return _told(await asked.house.advice(asked.parts[0], asked.match(), begin=False))


async def _advise(asked: Asked) -> Answer:
    return _told(await asked.house.advice(asked.parts[0], asked.match(), begin=True))


async def _shown_again(asked: Asked) -> Answer:
    form = asked.read(ShowReplay)
    try:
        log = Log.from_json(form.log)
    except LogError as error:
        raise Refused("bad_log", str(error), field="log") from None
    return Answer(200, JSON, written(log, None, seat_from(log, form.look, brought=True), form.language))


ROUTES: dict[str, dict[str, Route]] = {
    "/healthz": {"GET": _health},
    "/api/schema.json": {"GET": _schema},
    "/api/config": {"GET": _config},
    "/api/games": {"GET": _games},
    "/api/games/*": {"GET": _game},
    "/api/games/*/schema.json": {"GET": _view},
    "/api/games/*/words/*": {"GET": _words},
    "/api/games/*/rulebook/*": {"GET": _rulebook},
    "/api/games/*/page/**": {"GET": _page},
    "/api/games/*/puzzles": {"GET": _puzzles},
    "/api/games/*/puzzles/*": {"GET": _puzzle},
    "/api/days/*": {"GET": _day},
    "/api/deals/*/*": {"GET": _deal},
    "/api/games/*/study": {"POST": _study},
    "/api/tables": {"POST": _open},
    "/api/tables/*": {"GET": _summary},
    "/api/tables/*/people": {"POST": _join},
    "/api/tables/*/chair": {"POST": _chair},
    "/api/tables/*/matches": {"GET": _finished},
    "/api/tables/*/log": {"GET": _last_log},
    "/api/tables/*/matches/*/log": {"GET": _log},
    "/api/tables/*/matches/*/replay": {"GET": _replay},
    "/api/tables/*/matches/*/draws": {"GET": _draws},
    "/api/tables/*/matches/*/advice": {"GET": _advice, "POST": _advise},
    "/api/replay": {"POST": _shown_again},
}
"""Every path of the protocol that one browser can answer for; `*` is one part, `**` the rest. Not there: squares to scan and
letters for big screens, which lead to a place that nobody else can reach."""
_PATHS = [
    (re.compile(re.escape(path).replace(r"\*\*", "(.+)").replace(r"\*", "([^/]+)")), methods) for path, methods in ROUTES.items()
]


async def answer(house: House, method: str, url: str, body: str | None) -> Answer:
    """What the house answers to a request, as a server does; never raises."""
    split = urlsplit(url)
    asked = unquote(split.path)
    for path, methods in _PATHS:
        found = path.fullmatch(asked)
        if found is None or method not in methods:
            continue
        most = house.settings.limits.log_bytes if asked == "/api/replay" else house.settings.limits.message_bytes
        try:
            if body is not None and len(body.encode()) > most:
                raise Refused("too_large", f"a request may have at most {most} bytes")
            return await methods[method](Asked(house, found.groups(), parse_qs(split.query, keep_blank_values=True), body))
        except Refused as refused:
            return _told(refused.to_json(), status_of(refused))
        except Exception as error:
            tell("request failed", level=40, error=f"{type(error).__name__}: {error}", trace=True)
            return _problem(500, "failed", "something went wrong here; nothing was changed")
    if method == "GET":
        return _problem(404, "not_found", "Not Found")
    return _problem(405, "method_not_allowed", "Method Not Allowed")


def _problem(status: int, code: str, message: str) -> Answer:
    return _told({"code": code, "message": message}, status)
