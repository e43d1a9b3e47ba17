"""What can be said of a decision at KESKIFÈ?: who was the monkey, as far as the seat could know."""

from collections.abc import Sequence
from typing import Any

from parlour.games.keskife.seats import unit_of
from parlour.games.keskife.state import ACT, MAX_SEATS, MONKEY, Action
from parlour.games.odds import told

HABITS = ("again", "copy")


def round_of(s: Any) -> int:
    return int(s.round)


def because(s: Any, seat: int, worlds: Sequence[Any], played: int, best: int) -> list[dict[str, Any]]:
    """Of those one could have pointed at: how likely each was the monkey."""
    pointed = [action - Action.POINT for action in (played, best) if Action.POINT <= action < Action.POINT + MAX_SEATS]
    return [told("monkey_odds", _share(worlds, who), who=who) for who in pointed]


def _share(worlds: Sequence[Any], who: int) -> float:
    return sum(world.card[unit_of(world, who)] == MONKEY for world in worlds) / len(worlds)


def habits(s: Any, seat: int, action: int) -> list[str]:
    """To make the same gesture twice running, to make one that somebody else has just made."""
    if s.phase != ACT or not s.beat or not Action.GESTURE <= action < Action.BEAT:
        return []
    gesture, before = action - Action.GESTURE, s.beat - 1
    copied = any(s.gesture[p][before] == gesture for p in range(s.players) if p != seat)
    return (["again"] if s.gesture[seat][before] == gesture else []) + (["copy"] if copied else [])
