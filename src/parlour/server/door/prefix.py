"""A room under a path of somebody else's site: the path is taken off what comes with it."""

from starlette.types import ASGIApp, Receive, Scope, Send


class Prefix:
    """ASGI middleware. Some proxies take the path off themselves: what comes without it is left as it is."""

    def __init__(self, app: ASGIApp, base: str) -> None:
        self.app = app
        self.base = base

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            path: str = scope["path"]
            if path == self.base or path.startswith(self.base + "/"):
                short = path.removeprefix(self.base) or "/"
                scope = {**scope, "path": short, "raw_path": short.encode()}
        await self.app(scope, receive, send)
