"""The way in for whoever names a table: what all routes of tables have in common."""

from collections.abc import Awaitable
from typing import Protocol

from fastapi import Request

from parlour.server.door.limiter import household
from parlour.server.hall.hub import Hub
from parlour.server.settings import Settings

LOOPBACK = ("localhost", "127.0.0.1", "::1")


class Door(Protocol):
    """Lets whoever names a table in to where tables are."""

    def __call__(self, request: Request, table: str, *, stored: bool = False) -> Awaitable[Hub]: ...


def address_of(request: Request) -> str:
    """From where a request comes, as it is counted: a household."""
    return household(request.client.host if request.client is not None else "")


def base_of(request: Request, settings: Settings) -> str:
    """Where this room is reached: as the operator says, or as the request came, but a phone cannot use a loopback address."""
    if settings.public:
        return settings.public
    if request.url.hostname in LOOPBACK and settings.lan:
        return settings.lan[0]
    return f"{request.url.scheme}://{request.url.netloc}"
