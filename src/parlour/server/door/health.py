"""Health endpoints."""

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from typing_extensions import TypedDict

import parlour
from parlour.server.hall.hub import Hub


class Health(TypedDict):
    """`parts` says of each part "ok", or what is wrong with it; `given_up` counts tables at fault that were loaded anew."""

    status: str
    version: str
    tables: int
    sockets: int
    given_up: int
    parts: dict[str, str]


class Readiness(TypedDict):
    status: str


def add_health(app: FastAPI) -> None:
    """The two routes."""

    @app.get("/healthz", responses={503: {"model": Health}})
    async def health(request: Request) -> Health:
        """Whether moves are stored (a row is written to find out) and told at every table, and how busy the room is."""
        hub: Hub = request.app.state.hub
        fault, waiting = await hub.pulse.store_fault(), hub.watch.waiting
        body: Health = {
            "status": "failing" if fault or waiting else "ok",
            "version": parlour.__version__,
            **hub.counts(),  # type: ignore[typeddict-item]
            "given_up": hub.watch.given_up,
            "parts": {"store": fault or "ok", "tables": f"{waiting} give no answer" if waiting else "ok"},
        }
        return JSONResponse(body, 503) if fault or waiting else body  # type: ignore[return-value]

    @app.get("/readyz", responses={503: {"model": Readiness}})
    async def readiness(request: Request) -> Readiness:
        """Whether new visitors may be sent here: `ready`, or, with 503, `starting` or `stopping`."""
        phase = request.app.state.hub.pulse.phase
        body: Readiness = {"status": phase}
        return body if phase == "ready" else JSONResponse(body, 503)  # type: ignore[return-value]
