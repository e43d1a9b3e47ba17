"""The routes of leagues."""

from collections.abc import Callable

from fastapi import FastAPI, Request

from parlour.server.door.entrance import address_of
from parlour.server.door.limiter import Limiter
from parlour.server.hall.leagues import Leagues
from parlour.server.wire.leagues import EnterLeague, LeagueKey, LeagueShown, OpenLeague, PlayerKey, RunLeague, SitInLeague
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown.door import Chair


def add_leagues(app: FastAPI, limiter: Limiter, now: Callable[[], float]) -> None:
    def leagues(request: Request) -> Leagues:
        found: Leagues = request.app.state.hub.leagues
        return found

    @app.post("/api/leagues", status_code=201)
    async def open_league(request: Request, asked: OpenLeague) -> LeagueKey:
        """Open a league over several tables."""
        await limiter.open_table(address_of(request), now())
        return await leagues(request).open(asked)

    @app.get("/api/leagues/{league}")
    async def shown(request: Request, league: str) -> LeagueShown:
        """A league: who sits where in each round, and the standings."""
        try:
            return await leagues(request).shown(league)
        except Refused as refused:
            if refused.code != "unknown_league":
                raise
            raise await limiter.wrong(address_of(request), refused, request.state.hurried, now()) from None

    @app.post("/api/leagues/{league}/players", status_code=201)
    async def enter(request: Request, league: str, asked: EnterLeague) -> PlayerKey:
        """Play in a league from its next round on."""
        return await leagues(request).enter(league, asked)

    @app.post("/api/leagues/{league}/rounds", status_code=201)
    async def draw(request: Request, league: str, asked: RunLeague) -> LeagueShown:
        """Draw the next round; by whoever runs the league."""
        return await leagues(request).draw(league, asked)

    @app.post("/api/leagues/{league}/pause")
    async def pause(request: Request, league: str, asked: RunLeague) -> LeagueShown:
        """Have a player sit out until called back; by whoever runs the league."""
        return await leagues(request).pause(league, asked)

    @app.post("/api/leagues/{league}/seat", status_code=201)
    async def sit(request: Request, league: str, asked: SitInLeague) -> Chair:
        """Sit down at one's table of this round."""
        return await leagues(request).sit(league, asked, address_of(request))
