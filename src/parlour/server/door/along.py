"""The room to be taken along: the folder that `parlour tab` wrote, served by this house under a path of its own."""

import os
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from parlour.server.door.guard import POLICY

PATH = "/along"
KINDS = {".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm", ".whl": "application/zip"}
# The browser's Python is compiled there, and the table of its bench is a frame of the same site.
HEADERS = {
    "Content-Security-Policy": POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'").replace(
        "frame-ancestors 'none'", "frame-ancestors 'self'; frame-src 'self'"
    ),
    "X-Frame-Options": "SAMEORIGIN",
    "Cache-Control": "no-cache",
}


def along(folder: Path, base: str) -> ASGIApp:
    """An ASGI application over the folder; the world sees this house under the path `base`, or at the top."""
    root = folder.resolve()

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close"})
            return
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405)
        name = scope["path"].removeprefix(scope.get("root_path", "")).removeprefix(PATH).lstrip("/")
        if not name and not scope["path"].endswith("/"):
            await RedirectResponse(f"{base}{PATH}/")(scope, receive, send)
            return
        file = (root / (name or "index.html")).resolve() if "\0" not in name else root
        if not file.is_relative_to(root) or not os.path.isfile(file):  # False for a name too long to be one
            raise HTTPException(404)
        await FileResponse(file, headers=HEADERS, media_type=KINDS.get(file.suffix))(scope, receive, send)

    return serve
