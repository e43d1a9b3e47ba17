"""The built page: files by their path, and the page itself for every other address of its own."""

import os
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

MISSING = """Parlour's server runs, but its page is not built.

    make play

builds it and serves the room (Node is fetched where it is missing). The protocol works without it: see docs/protocol.md.
"""
FOREVER = "public, max-age=31536000, immutable"  # names under assets/ hold a digest of what is in them


def pages(static: Path) -> ASGIApp:
    """An ASGI application that serves the built page from a folder."""

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close"})  # there is no socket at this address
            return
        response = _response(static, scope["method"], scope["path"].lstrip("/"))
        await response(scope, receive, send)

    return serve


def _response(static: Path, method: str, path: str) -> Response:
    if method not in ("GET", "HEAD"):
        raise HTTPException(405)
    if path.startswith(("api/", "healthz")) or "\0" in path:
        raise HTTPException(404)
    file = (static / path).resolve()
    if path and file.is_relative_to(static.resolve()) and os.path.isfile(file):  # False for a name too long to be one
        return FileResponse(file, headers={"Cache-Control": FOREVER if path.startswith("assets/") else "no-cache"})
    if "." in path.rpartition("/")[2]:
        raise HTTPException(404)
    index = static / "index.html"
    if not index.is_file():
        return PlainTextResponse(MISSING, 503)
    return FileResponse(index, headers={"Cache-Control": "no-cache"})
