"""The routes. All they do is read what is asked, ask the hub, and answer."""

import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from io import BytesIO
from typing import Any

import segno
from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from typing_extensions import TypedDict

import parlour
from parlour.engine import Log, LogError
from parlour.server import proxy
from parlour.server.door.along import PATH, along
from parlour.server.door.connections import Connections
from parlour.server.door.crowd import Crowd
from parlour.server.door.deals import add_deals
from parlour.server.door.entrance import Door, address_of, base_of
from parlour.server.door.evenings import add_evenings
from parlour.server.door.games import add_games
from parlour.server.door.guard import Guard, problem
from parlour.server.door.health import add_health
from parlour.server.door.leagues import add_leagues
from parlour.server.door.limiter import Limiter, unknown_table
from parlour.server.door.origins import Origins
from parlour.server.door.pages import pages
from parlour.server.door.prefix import Prefix
from parlour.server.door.puzzles import add_puzzles
from parlour.server.door.sockets import Socket
from parlour.server.hall.hub import Hub
from parlour.server.hall.screens import find_screen, longest, open_screen
from parlour.server.logs import tell
from parlour.server.meters import NONE, Meters
from parlour.server.settings import Settings
from parlour.server.store.store import Store
from parlour.server.table.running import Roll
from parlour.server.telling.catalogue import catalogue
from parlour.server.wire.bodies import JoinTable, OpenTable, ShowReplay, TakeChair
from parlour.server.wire.complaints import malformed
from parlour.server.wire.refused import Problem, Refused
from parlour.server.wire.schema import schema
from parlour.server.wire.shown.advice import AdviceShown, StyleShown
from parlour.server.wire.shown.door import Chair, LettersShown, ScreenCode, ScreenFound, Summary
from parlour.server.wire.shown.past import DrawsShown, ReplayShown
from parlour.server.wire.shown.results import FinishedShown
from parlour.server.wire.values import Whole, Word

REFUSALS: dict[int | str, dict[str, Any]] = {status: {"model": Problem} for status in (400, 403, 404, 405, 409, 413, 429, 503)}
SHOWN_AGAIN: dict[int | str, dict[str, Any]] = {200: {"model": ReplayShown}}  # written elsewhere than in the event loop
SMALLER = 5  # of 9: a little larger than the smallest, in a third of the time


class Config(TypedDict):
    """What the page needs to know of this room."""

    version: str
    lan: list[str]
    ice: list[dict[str, Any]]
    secure: bool
    lab: bool
    advice: bool
    along: bool
    """Whether a page may take this room along, at /along/."""


class Described(FastAPI):
    """An application whose description promises what is sent: a form that is wrong is answered with 400, by our own words."""

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            described = super().openapi()
            for operations in described["paths"].values():
                for operation in operations.values():
                    operation["responses"].pop("422", None)
            for unused in ("HTTPValidationError", "ValidationError"):
                described["components"]["schemas"].pop(unused, None)
            self.openapi_schema = described
        return self.openapi_schema


def create_app(
    settings: Settings, roll: Roll = secrets.randbelow, now: Callable[[], float] = time.time, meters: Meters = NONE
) -> FastAPI:
    """The room as an ASGI application; `app.state.hub` is there while it runs. Raises StoreError at start-up."""
    limiter = Limiter(settings.limits)
    origins = Origins(settings.origins, now)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[dict[str, Any]]:
        store = Store(settings.database)
        hub = app.state.hub = Hub(settings, store, roll, now, meters)
        try:
            await hub.begin()
        except BaseException:
            await hub.stop()
            raise
        limiter.spend = hub.members.spend if hub.members is not None else None
        catalogue()
        hub.start()
        limits, proxies = settings.limits, settings.proxies
        exempt = partial(proxy.trusts, proxies)
        with meters.looking_at(hub):
            yield {"connections": Connections(limits.connections_per_address, limits.connections, exempt)}
        await hub.stop()

    app = Described(
        title="Parlour",
        version=parlour.__version__,
        docs_url=None,
        redoc_url=None,
        lifespan=life,
        responses=REFUSALS,
    )
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=SMALLER)  # what is large is compressed in a thread
    app.add_middleware(Guard, settings=settings, limiter=limiter, origins=origins, now=now)
    if base := proxy.base_path(settings.public):
        app.add_middleware(Prefix, base=base)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _failed)
    _about(app, settings)
    add_games(app)
    add_puzzles(app, limiter, now)
    add_deals(app)
    add_health(app)
    _tables(app, settings, limiter, origins, now)
    if settings.tab is not None:
        app.mount(PATH, along(settings.tab, proxy.base_path(settings.public)))
    app.mount("/", pages(settings.static, proxy.base_path(settings.public)))
    return app


def _about(app: FastAPI, settings: Settings) -> None:
    @app.get("/api/schema.json")
    def messages() -> dict[str, Any]:
        """JSON Schema of every message on the WebSocket."""
        return schema()

    @app.get("/api/config")
    def config(request: Request) -> Config:
        """What the page needs to know of this room."""
        hub: Hub = request.app.state.hub
        return {
            "version": parlour.__version__,
            "lan": list(settings.lan),
            "ice": list(settings.ice),
            "secure": settings.secure,
            "lab": settings.lab,
            "advice": hub.advisors.on,
            "along": settings.tab is not None,
        }


def _tables(app: FastAPI, settings: Settings, limiter: Limiter, origins: Origins, now: Callable[[], float]) -> None:
    def hub_of(request: Request) -> Hub:
        hub: Hub = request.app.state.hub
        return hub

    crowd = Crowd(settings.limits.sockets)

    async def door(request: Request, table: str, *, stored: bool = False) -> Hub:
        """The hub, where there is such a table, `stored` without coming to memory. Raises Refused.

        Whoever names one that is there pays for nobody's guesses.
        """
        hub, address, hurried = hub_of(request), address_of(request), request.state.hurried
        if not (await hub.kept(table) if stored else await hub.find(table)):
            raise await limiter.wrong(address, unknown_table(), hurried, now())
        if hurried:
            limiter.at_table(address, table, now())
        return hub

    @app.post("/api/tables", status_code=201)
    async def open_table(request: Request, asked: OpenTable) -> Chair:
        """Open a table and take its first chair."""
        if asked.again is not None:
            await door(request, asked.again.table)
        await limiter.open_table(address_of(request), now())
        return await hub_of(request).open(asked, address_of(request))

    @app.get("/api/tables/{table}")
    async def summary(request: Request, table: str) -> Summary:
        """A table as its door shows it."""
        return await (await door(request, table)).at(table, lambda place: place.summary())

    @app.post("/api/tables/{table}/people", status_code=201)
    async def join_table(request: Request, table: str, asked: JoinTable) -> Chair:
        """Take a chair at a table."""
        return await (await door(request, table)).at(table, lambda place: place.join(asked))

    @app.post("/api/tables/{table}/chair", status_code=201)
    async def take_chair(request: Request, table: str, asked: TakeChair) -> Chair:
        """Bring a chair to this device by a code that its person asked for; the devices that had it let go."""
        hub = await door(request, table)
        try:
            return await hub.at(table, lambda place: place.take_chair(asked))
        except Refused as refused:
            if refused.code == "bad_link":
                raise await limiter.wrong(address_of(request), refused, request.state.hurried, now()) from None
            raise

    @app.post("/api/tables/{table}/chair/qr.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
    async def chair_code(request: Request, table: str, asked: TakeChair) -> Response:
        """The QR code of the link that moves a chair to another device. In a body, because addresses are logged."""
        await door(request, table)
        return _drawn(f"{base_of(request, settings)}/t/{table}#chair={asked.code}")

    @app.get("/api/tables/{table}/qr.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
    async def square_code(request: Request, table: str) -> Response:
        """The QR code of the table's link, for another phone to scan."""
        await door(request, table)
        return _drawn(f"{base_of(request, settings)}/t/{table}")

    @app.post("/api/tables/{table}/screen", status_code=201)
    async def screen_code(request: Request, table: str, anew: bool = False) -> ScreenCode:
        """Letters by which a phone or a big screen finds this table, as long as its lobby stands or for five minutes.

        Those that it has, unless `anew`.
        """
        return await open_screen(await door(request, table), table, anew=anew)

    @app.get("/api/screens")
    async def letters(request: Request) -> LettersShown:
        """How many letters the longest have that open a table now: so many are typed, and it opens by itself."""
        return await longest(hub_of(request))

    @app.get("/api/screens/{code}")
    async def screen(request: Request, code: str) -> ScreenFound:
        """The table whose letters were typed."""
        await limiter.type_code(address_of(request), now())
        return await find_screen(hub_of(request), code)

    @app.websocket("/api/tables/{table}/socket")
    async def socket(websocket: WebSocket, table: str) -> None:
        await Socket(websocket, websocket.app.state.hub, limiter, crowd, origins).serve(table)

    _matches(app, door, limiter, now)
    add_leagues(app, limiter, now)
    add_evenings(app, door, limiter, settings, now)


def _matches(app: FastAPI, door: Door, limiter: Limiter, now: Callable[[], float]) -> None:
    """What is told of matches when they are over."""

    @app.get("/api/tables/{table}/matches")
    async def finished(request: Request, table: str) -> list[FinishedShown]:
        """How the table's matches went that came to their end, the newest first: who played, scores, places and times."""
        return await (await door(request, table, stored=True)).matches.finished(table)

    @app.get("/api/tables/{table}/log")
    async def log(request: Request, table: str) -> dict[str, Any]:
        """The full log of the table's last match; secret while it runs."""
        return (await (await door(request, table)).matches.log(table)).to_json()

    @app.get("/api/tables/{table}/matches/{match}/log")
    async def match_log(request: Request, table: str, match: Whole) -> dict[str, Any]:
        """The full log of one of the table's matches, counted from 1; secret while it runs."""
        return (await (await door(request, table)).matches.log(table, match)).to_json()

    @app.get("/api/tables/{table}/matches/{match}/replay", response_class=Response, responses=SHOWN_AGAIN)
    async def match_replay(
        request: Request, table: str, match: Whole, look: Word = "onlooker", language: Word = "en", instead: Whole | None = None
    ) -> Response:
        """A finished match as its table showed it: to a seat ("0" …), to an "onlooker", or with everything "open".

        `instead`: up to this step, which the advisor has judged, and on from there by its best action.
        """
        shown = await (await door(request, table)).matches.replay(table, match, look, language, instead)
        return Response(shown, media_type="application/json")

    @app.get("/api/tables/{table}/matches/{match}/advice")
    async def match_advice(request: Request, table: str, match: Whole) -> AdviceShown:
        """What the advisor found in a finished match, or its progress."""
        return await (await door(request, table)).matches.advice(table, match, begin=False)

    @app.post("/api/tables/{table}/matches/{match}/advice")
    async def ask_advice(request: Request, table: str, match: Whole) -> AdviceShown:
        """The same; starts the analysis if nobody has asked before."""
        hub = await door(request, table)
        told = await hub.matches.advice(table, match, begin=False)
        if told["state"] not in ("none", "failed"):
            return told
        await limiter.ask_advice(address_of(request), now())
        return await hub.matches.advice(table, match, begin=True)

    @app.post("/api/replay", response_class=Response, responses=SHOWN_AGAIN)
    async def replay(request: Request, asked: ShowReplay) -> Response:
        """The same for a log that somebody kept; nothing of it is stored here."""
        try:
            log = Log.from_json(asked.log)
        except LogError as error:
            raise Refused("bad_log", str(error), field="log") from None
        hub: Hub = request.app.state.hub
        hub.spare()
        shown = await hub.matches.replays.show(log, None, asked.look, asked.language)
        return Response(shown, media_type="application/json")

    @app.get("/api/tables/{table}/matches/{match}/style")
    async def match_style(request: Request, table: str, match: Whole) -> StyleShown:
        """How everybody played in a finished match: how often they did what could have been left."""
        hub = await door(request, table)
        hub.spare()
        return await hub.advisors.style(await hub.matches.log(table, match))

    @app.get("/api/tables/{table}/matches/{match}/draws")
    async def match_draws(request: Request, table: str, match: Whole) -> DrawsShown:
        """What chance followed from in a finished match, with every number drawn, for a page to draw them again."""
        return await (await door(request, table)).matches.draws(table, match)


def _drawn(link: str) -> Response:
    picture = BytesIO()
    _square(link).save(picture, kind="svg", scale=4, border=4, dark="#000", light="#fff", xmldecl=False)
    return Response(picture.getvalue(), media_type="image/svg+xml")


def _square(link: str) -> segno.QRCode:
    try:
        return segno.make(link, error="m", micro=False)
    except segno.DataOverflowError:
        raise Refused("bad_message", "the Host header is too long for a QR code", field="host") from None


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    request.app.state.hub.meters.refused(error.code)
    return problem(error)


def _malformed(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return _refused(request, malformed(error.errors()[0]))


def _http(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = {404: "not_found", 405: "method_not_allowed"}.get(error.status_code, "bad_message")
    return JSONResponse({"code": code, "message": str(error.detail)}, error.status_code, error.headers)


def _failed(request: Request, error: Exception) -> Response:
    tell("request failed", level=40, error=type(error).__name__)
    return JSONResponse({"code": "failed", "message": "something went wrong here; nothing was changed"}, 500)
