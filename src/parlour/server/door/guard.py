"""HTTP middleware: checks rate, size and origin of every request, and sets the headers of every response."""

from collections.abc import Callable

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parlour.server.door.limiter import Limiter, household, too_fast
from parlour.server.door.origins import Origins
from parlour.server.settings import Settings
from parlour.server.wire.refused import Refused, status_of

# No inline scripts. Inline styles are needed: pieces are placed by style attributes.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; media-src 'self' blob:; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(self), microphone=(self), screen-wake-lock=(self), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
AT_A_TABLE = "/api/tables/"


def problem(refused: Refused) -> JSONResponse:
    """The answer that tells of a refusal; 400 where no other status fits."""
    return JSONResponse(refused.to_json(), status_of(refused))


class Guard:
    """ASGI middleware around everything; WebSockets pass, they have their own door."""

    def __init__(self, app: ASGIApp, settings: Settings, limiter: Limiter, origins: Origins, now: Callable[[], float]) -> None:
        self.app = app
        self.settings = settings
        self.limiter = limiter
        self.origins = origins
        self.now = now

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            receive = await self._admit(scope, receive)
        except Refused as refused:
            scope["app"].state.hub.meters.refused(refused.code)
            await problem(refused)(scope, receive, dressed)
            return
        if scope["method"] == "HEAD":  # is answered as GET is, by routes that know only that; its body is not sent
            scope = {**scope, "method": "GET"}
        await self.app(scope, receive, dressed)

    async def _admit(self, scope: Scope, receive: Receive) -> Receive:
        """The body, read and measured, as a new `receive`. Raises Refused."""
        headers = Headers(scope=scope)
        if scope["path"].startswith("/api"):
            client = scope.get("client")
            hurried = not self.limiter.request(household(client[0] if client else ""), self.now())
            if hurried and not scope["path"].startswith(AT_A_TABLE):
                raise too_fast()
            scope.setdefault("state", {})["hurried"] = hurried  # whether the table is there is seen only behind the door
        if scope["method"] in ("GET", "HEAD", "OPTIONS"):
            return receive
        self.origins.check(headers)
        limits = self.settings.limits
        body = await self._body(headers, receive, limits.log_bytes if scope["path"] == "/api/replay" else limits.message_bytes)
        sent = False

        async def again() -> Message:
            nonlocal sent
            if sent:
                return await receive()
            sent = True
            return {"type": "http.request", "body": body, "more_body": False}

        return again

    async def _body(self, headers: Headers, receive: Receive, most: int) -> bytes:
        length = headers.get("content-length", "0")
        if length.isdigit() and int(length) > most:
            raise Refused("too_large", f"a request may have at most {most} bytes")
        body = b""
        while True:
            message = await receive()
            if message["type"] != "http.request":
                raise Refused("bad_message", "the request broke off")
            body += bytes(message.get("body", b""))
            if len(body) > most:
                raise Refused("too_large", f"a request may have at most {most} bytes")
            if not message.get("more_body", False):
                return body
