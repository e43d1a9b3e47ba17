"""The routes of deals that may be played again, and of the seals of days."""

from fastapi import FastAPI, Request

from parlour.server.hall.hub import Hub
from parlour.server.wire.shown.deals import DaySealed, DealOffered
from parlour.server.wire.values import Whole, Word


def add_deals(app: FastAPI) -> None:
    @app.get("/api/deals/{of}/{which}")
    async def deal(request: Request, of: str, which: str, table: Word | None = None, match: Whole | None = None) -> DealOffered:
        """A deal of a finished match (`5c0f9a3be217/3`) or of a day (date and game); with results for who has played it."""
        hub: Hub = request.app.state.hub
        return await hub.deals.offered(f"{of}/{which}", table, match)

    @app.get("/api/days/{date}")
    async def day(request: Request, date: str) -> DaySealed:
        """The seal of a day's secret, from the day before on, and the secret, from the day after on."""
        hub: Hub = request.app.state.hub
        return await hub.deals.sealed(date)
