"""Who is next."""

from typing import Any


def after(s: Any, p: int) -> int:
    """The next living seat, clockwise (KK-Q57)."""
    p = (p + 1) % s.players
    while not s.alive[p]:
        p = (p + 1) % s.players
    return p
