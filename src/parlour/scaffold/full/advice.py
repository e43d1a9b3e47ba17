"""What can be said of a decision at Scaffold: how often another card is higher, as far as the seat could know."""

from collections.abc import Sequence
from typing import Any


def round_of(s: Any) -> int:
    return int(s.round)


def because(s: Any, seat: int, worlds: Sequence[Any], played: int, best: int) -> list[dict[str, Any]]:
    """In how many of a hundred worlds somebody holds more."""
    if not worlds:
        return []
    beaten = sum(max(world.card[: s.players]) > s.card[seat] for world in worlds)
    return [{"word": "beaten", "percent": round(100 * beaten / len(worlds))}]
