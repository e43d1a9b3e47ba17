"""The routes of kept tables: their evenings, what can be taken along, and being erased."""

from collections.abc import Callable
from typing import Annotated

from fastapi import FastAPI, Query, Request
from fastapi.responses import Response

from parlour.server.door.entrance import Door, address_of, base_of
from parlour.server.door.limiter import Limiter
from parlour.server.hall.hub import Hub
from parlour.server.settings import Settings
from parlour.server.telling.reckoning import Span
from parlour.server.wire.bodies import Forget
from parlour.server.wire.evenings import EveningsShown, Forgotten, TakenAlong

Day = Annotated[str, Query(pattern=r"^(\d{4}-\d{2}-\d{2})?$")]


def add_evenings(app: FastAPI, door: Door, limiter: Limiter, settings: Settings, now: Callable[[], float]) -> None:
    @app.get("/api/tables/{table}/evenings")
    async def evenings(request: Request, table: str, begins: Day = "", ends: Day = "") -> EveningsShown:
        """What a kept table remembers, of all its time or of a span of dates, both included."""
        hub = await door(request, table, stored=True)
        return await hub.evenings.told(table, Span(begins, ends))

    @app.get("/api/tables/{table}/evenings.json")
    async def all_of_it(request: Request, table: str) -> TakenAlong:
        """All that a kept table remembers."""
        return await (await door(request, table, stored=True)).evenings.taken(table)

    @app.get("/api/tables/{table}/evenings.csv", response_class=Response, responses={200: {"content": {"text/csv": {}}}})
    async def as_rows(request: Request, table: str) -> Response:
        """The same as a table of rows, one for each seat of a match."""
        rows = await (await door(request, table, stored=True)).evenings.rows(table)
        return Response(rows, media_type="text/csv; charset=utf-8", headers=_file("evenings.csv"))

    @app.get("/api/tables/{table}/next.ics", response_class=Response, responses={200: {"content": {"text/calendar": {}}}})
    async def invitation(request: Request, table: str) -> Response:
        """The next date of a kept table as an invitation to a calendar."""
        event = await (await door(request, table, stored=True)).evenings.invitation(
            table, f"{base_of(request, settings)}/t/{table}"
        )
        return Response(event, media_type="text/calendar; charset=utf-8", headers=_file("parlour.ics"))

    @app.post("/api/forget")
    async def forget(request: Request, asked: Forget) -> Forgotten:
        """Erase who somebody is, at every table of these that knows the device or the token."""
        await limiter.forget(address_of(request), now())
        hub: Hub = request.app.state.hub
        return await hub.evenings.forget(asked)


def _file(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}
