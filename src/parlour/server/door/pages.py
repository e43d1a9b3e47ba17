"""The built page: files by their path, and the page itself for every address of its own."""

import os
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

MISSING = """Parlour's server runs, but its page is not built.

    make play

builds it and serves the room (Node is fetched where it is missing). The protocol works without it: see docs/protocol.md.
"""
ROUTES = ("", "t", "tv", "new", "rules", "replay", "settings")  # the page's own addresses begin so
FOREVER = "public, max-age=31536000, immutable"  # names under assets/ hold a digest of what is in them


def pages(static: Path, base: str) -> ASGIApp:
    """An ASGI application that serves the built page from a folder; the world sees it under the path `base`, or at the top."""

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close"})  # there is no socket at this address
            return
        reads = "text/html" in Headers(scope=scope).get("accept", "")
        response = _response(static, base, scope["method"], scope["path"].lstrip("/"), reads)
        await response(scope, receive, send)

    return serve


def _response(static: Path, base: str, method: str, path: str, reads: bool) -> Response:
    """`reads`: a person looks at it, in a browser."""
    if method not in ("GET", "HEAD"):
        raise HTTPException(405)
    if path.startswith("api/") or "\0" in path:
        raise HTTPException(404)
    file = (static / path).resolve()
    if path and file.is_relative_to(static.resolve()) and os.path.isfile(file):  # False for a name too long to be one
        return FileResponse(file, headers={"Cache-Control": FOREVER if path.startswith("assets/") else "no-cache"})
    first, _, rest = path.partition("/")
    known = first in ROUTES and "." not in rest.rpartition("/")[2]
    if not known and not (reads and "." not in path):
        raise HTTPException(404)
    index = static / "index.html"
    if not index.is_file():
        return PlainTextResponse(MISSING, 503)
    status, headers = 200 if known else 404, {"Cache-Control": "no-cache"}
    if base:  # the page finds everything else by what stands in its first file
        return HTMLResponse(index.read_text(encoding="utf-8").replace('="/', f'="{base}/'), status, headers)
    return FileResponse(index, status, headers)
