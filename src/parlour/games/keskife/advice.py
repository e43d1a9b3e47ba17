"""What can be said of a decision at KESKIFÈ?: who was the monkey, as far as the seat could know."""

from collections.abc import Sequence
from typing import Any

from parlour.games.keskife.seats import unit_of
from parlour.games.keskife.state import MAX_SEATS, MONKEY, Action


def round_of(s: Any) -> int:
    return int(s.round)


def because(s: Any, seat: int, worlds: Sequence[Any], played: int, best: int) -> list[dict[str, Any]]:
    """Of those one could have pointed at: in how many of a hundred worlds each was the monkey."""
    told = [action - Action.POINT for action in (played, best) if Action.POINT <= action < Action.POINT + MAX_SEATS]
    return [{"word": "was_monkey", "who": who, "percent": _share(worlds, who)} for who in told]


def _share(worlds: Sequence[Any], who: int) -> int:
    return round(100 * sum(world.card[unit_of(world, who)] == MONKEY for world in worlds) / len(worlds))
