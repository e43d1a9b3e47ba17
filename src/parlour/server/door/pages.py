"""The built page: files by their path, and the page itself for every address of its own."""

import mimetypes
import os
import re
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

MISSING = """Parlour's server runs, but its page is not built.

    make play

builds it and serves the room (Node is fetched where it is missing). The protocol works without it: see docs/protocol.md.
"""
ROUTES = ("", "t", "tv", "new", "rules", "replay", "lab", "settings", "shelf", "puzzle", "deal", "league")  # of its own addresses
COMPRESSED = (("br", ".br"), ("gzip", ".gz"))  # what the page's build lays beside a file of text, the smallest first
REFUSED = re.compile(r"\s*q=0(\.0*)?\s*")  # an encoding that is named to say that it is not taken
FOREVER = "public, max-age=31536000, immutable"  # names under assets/ hold a digest of what is in them


def pages(static: Path, base: str) -> ASGIApp:
    """An ASGI application that serves the built page from a folder; the world sees it under the path `base`, or at the top."""

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close"})  # there is no socket at this address
            return
        headers = Headers(scope=scope)
        reads = "text/html" in headers.get("accept", "")
        response = _response(static, base, scope["method"], scope["path"].lstrip("/"), reads, headers.get("accept-encoding", ""))
        await response(scope, receive, send)

    return serve


def _response(static: Path, base: str, method: str, path: str, reads: bool, accepts: str) -> Response:
    """`reads`: a person looks at it, in a browser. `accepts`: the Accept-Encoding header."""
    if method not in ("GET", "HEAD"):
        raise HTTPException(405)
    if path.startswith("api/") or "\0" in path:
        raise HTTPException(404)
    file = (static / path).resolve()
    if path and file.is_relative_to(static.resolve()) and os.path.isfile(file):  # False for a name too long to be one
        return _asset(file, accepts) if path.startswith("assets/") else FileResponse(file, headers={"Cache-Control": "no-cache"})
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


def _asset(file: Path, accepts: str) -> Response:
    """A file whose name holds its digest, compressed when the page was built where the browser takes it so."""
    headers = {"Cache-Control": FOREVER, "Vary": "Accept-Encoding"}
    named = (part.partition(";") for part in accepts.split(","))
    taken = {coding.strip() for coding, _, weight in named if not REFUSED.fullmatch(weight)}
    for coding, ending in COMPRESSED:
        smaller = file.with_name(file.name + ending)
        if coding in taken and smaller.is_file():
            kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
            return FileResponse(smaller, headers={**headers, "Content-Encoding": coding}, media_type=kind)
    return FileResponse(file, headers=headers)
