"""The way to a room by HTTP, and what it means when there is none."""

import json
from urllib.parse import urlsplit

import httpx
from websockets.exceptions import InvalidStatus

from parlour.client.session import Message, Refused, Unreachable


def root(url: str) -> str:
    """A room's URL without slashes at its end. Raises Unreachable where it cannot be one."""
    try:
        parts = urlsplit(url)
        sound = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        sound = False
    if not sound:
        raise Unreachable(f"{url!r} is no URL of a room; one looks like http://localhost:8000")
    return f"{parts.scheme}://{url.partition('://')[2].rstrip('/')}"


def socket_root(url: str) -> str:
    """The same for WebSockets. Raises Unreachable."""
    return root(url).replace("http", "ws", 1)


async def post(url: str, path: str, body: Message) -> Message:
    """What the room answers to a POST. Raises Refused and Unreachable."""
    try:
        async with httpx.AsyncClient(timeout=30) as client:
            response = await client.post(f"{root(url)}/api/{path}", json=body)
    except httpx.HTTPError as error:
        raise why_not(error) from error
    if response.is_error:
        raise _refusal(response.content, response.status_code)
    try:
        form: Message = response.json()
    except ValueError:
        raise Unreachable("what answers at this URL is no room") from None
    return form


def why_not(error: Exception | None) -> Exception:
    """What to raise for a connection that could not be made, or that ended (None: in order) before it told anything."""
    if error is None:
        return Unreachable("the room hung up before it said welcome")
    if isinstance(error, InvalidStatus):
        return _refusal(bytes(error.response.body or b""), error.response.status_code)
    return Unreachable(f"no room could be reached at this URL: {error or type(error).__name__}")


def _refusal(body: bytes, status: int) -> Exception:
    """What an answer of HTTP that is an error means; it may be no room's."""
    try:
        form = json.loads(body)
        return Refused(form["code"], form["message"], form.get("reason"))
    except (ValueError, TypeError, KeyError):
        return Unreachable(f"what answers at this URL is no room, or has no such table: HTTP {status}")
