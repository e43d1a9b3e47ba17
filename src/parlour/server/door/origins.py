"""Origin checks: from whose pages a browser's request is accepted."""

from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.datastructures import Headers

from parlour.server.logs import tell
from parlour.server.wire.refused import Refused

SAID = 3600.0  # seconds between two lines of the log about refused pages
LONG = 200  # characters of a stranger's header that go into the log


class Origins:
    """The room's own pages, and those the operator allows."""

    def __init__(self, allowed: tuple[str, ...], now: Callable[[], float]) -> None:
        self._allowed = allowed
        self._now = now
        self._said = 0.0

    def check(self, headers: Headers) -> None:
        """Raises Refused (forbidden_origin). No Origin at all: it is no browser that asks."""
        origin = headers.get("origin")
        if origin is None or origin in self._allowed or _same(origin, headers.get("host")):
            return
        if self._now() >= self._said + SAID:  # an operator whose proxy changes the Host has to know why nobody gets in
            self._said = self._now()
            hint = "if this is the room's own page behind a proxy, start with --public-url"
            tell("origin refused", level=30, origin=origin[:LONG], host=headers.get("host", "")[:LONG], hint=hint)
        raise Refused("forbidden_origin", "this page may not ask that here")


def _same(origin: str, host: str | None) -> bool:
    try:
        netloc = urlsplit(origin).netloc
    except ValueError:  # no URL at all
        return False
    return bool(netloc) and netloc == host
